#include "assay/check/confined_process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <vector>

#include <unistd.h>

namespace assay::check {
namespace {

schema::Limits limits(double seconds, double memory_mib) {
  schema::Limits result = schema::built_in_limits();
  result.worker_seconds = seconds;
  result.worker_memory_mib = memory_mib;
  return result;
}

/// What came of work, and the text that it gave.
struct Outcome {
  Result<bool> result = false;
  std::string text;
};

Outcome outcome_of(const Work& work, const schema::Limits& held = limits(20, 512)) {
  Outcome outcome;
  outcome.result = run_confined(held, "the work", work, [&](std::string_view piece) {
    outcome.text += piece;
    return true;
  });
  return outcome;
}

TEST(confined_process, pieces_come_whole_and_in_order) {
  std::string expected;
  for (int index = 0; index < 50000; ++index) expected += std::to_string(index) + "\n";
  const Outcome outcome = outcome_of([](const Take& give) -> Result<bool> {
    for (int index = 0; index < 50000; ++index) {
      if (!give(std::to_string(index) + "\n")) return false;
    }
    return true;
  });
  ASSERT_TRUE(outcome.result);
  EXPECT_TRUE(outcome.result.value());
  EXPECT_EQ(outcome.text, expected);
}

TEST(confined_process, work_without_pieces_is_no_failure) {
  const Outcome outcome = outcome_of([](const Take&) { return Result<bool>(true); });
  EXPECT_TRUE(outcome.result);
  EXPECT_EQ(outcome.text, "");
}

TEST(confined_process, error_of_the_work_comes_as_it_is_behind_what_was_given) {
  const Outcome outcome = outcome_of([](const Take& give) -> Result<bool> {
    give("half");
    return Error{ErrorCode::Unreadable, "it is \"odd\"", "a.usda", 3, 4};
  });
  ASSERT_FALSE(outcome.result);
  const Error& error = outcome.result.error();
  EXPECT_EQ(error.code, ErrorCode::Unreadable);
  EXPECT_EQ(error.message, "it is \"odd\"");
  EXPECT_EQ(error.file, "a.usda");
  EXPECT_EQ(error.line, 3);
  EXPECT_EQ(error.column, 4);
  EXPECT_EQ(outcome.text, "half");
}

TEST(confined_process, crash_is_an_error) {
  const Outcome outcome = outcome_of([](const Take&) -> Result<bool> {
    std::signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    return true;
  });
  ASSERT_FALSE(outcome.result);
  EXPECT_EQ(outcome.result.error().code, ErrorCode::Crashed);
  EXPECT_NE(outcome.result.error().message.find("the work crashed (Segmentation fault)"), std::string::npos);
}

TEST(confined_process, early_end_is_an_error) {
  const Outcome outcome = outcome_of([](const Take&) -> Result<bool> { std::_Exit(0); });
  ASSERT_FALSE(outcome.result);
  EXPECT_EQ(outcome.result.error().message, "the work ended without an answer");
}

TEST(confined_process, memory_beyond_the_limit_is_an_error) {
  const Work work = [](const Take& give) -> Result<bool> {
    std::vector<char> large(256UL << 20U, 'x');
    return give(std::string(1, large.back()));
  };
  const Outcome refused = outcome_of(work, limits(20, 64));
  ASSERT_FALSE(refused.result);
  EXPECT_EQ(refused.result.error().code, ErrorCode::Exhausted);
  EXPECT_NE(refused.result.error().message.find("more than 64 MiB"), std::string::npos);
  EXPECT_EQ(outcome_of(work, limits(20, 1024)).text, "x");
}

TEST(confined_process, time_beyond_the_limit_is_an_error) {
  const Outcome outcome = outcome_of(
      [](const Take&) -> Result<bool> {
        while (true) pause();
      },
      limits(0.2, 512));
  ASSERT_FALSE(outcome.result);
  EXPECT_EQ(outcome.result.error().code, ErrorCode::Exhausted);
  EXPECT_NE(outcome.result.error().message.find("worker.seconds"), std::string::npos);
}

TEST(confined_process, time_that_the_taker_needs_does_not_count) {
  const Work work = [](const Take& give) -> Result<bool> { return give(std::string(1U << 20U, 'x')); };
  std::size_t taken = 0;
  const Result<bool> done = run_confined(limits(1, 512), "the work", work, [&](std::string_view piece) {
    if (taken == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    taken += piece.size();
    return true;
  });
  EXPECT_TRUE(done);
  EXPECT_EQ(taken, std::size_t{1} << 20U);
}

TEST(confined_process, taker_that_wants_no_more_ends_the_work) {
  int pieces = 0;
  const Work endless = [](const Take& give) -> Result<bool> {
    while (give(std::string(100000, 'x'))) {
    }
    return false;
  };
  const Result<bool> done =
      run_confined(limits(20, 512), "the work", endless, [&](std::string_view) { return ++pieces < 3; });
  ASSERT_TRUE(done);
  EXPECT_FALSE(done.value());
  EXPECT_EQ(pieces, 3);
}

TEST(confined_process, work_prints_nothing_and_stands_in_the_root_folder) {
  testing::internal::CaptureStdout();
  const Outcome outcome = outcome_of([](const Take& give) -> Result<bool> {
    std::puts("noise");
    std::fflush(stdout);
    return give(std::filesystem::current_path().string());
  });
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(outcome.text, "/");
}

}  // namespace
}  // namespace assay::check
