#include "assay/schema/limits.h"

#include <gtest/gtest.h>

namespace assay::schema {
namespace {

// "line:column message" of a rejected file; "accepted" otherwise
std::string rejection(std::string_view text) {
  const Result<Limits> limits = read_limits(text, "my/limits.toml");
  if (limits) return "accepted";
  const Error& error = limits.error();
  EXPECT_EQ(error.code, ErrorCode::InvalidArgument);
  EXPECT_EQ(error.file, "my/limits.toml");
  return std::to_string(error.line) + ":" + std::to_string(error.column) + " " + error.message;
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// data/limits.toml
TEST(limits, built_in_numbers_are_those_of_the_data_file) {
  const Limits& limits = built_in_limits();
  EXPECT_EQ(limits.worker_seconds, 300);
  EXPECT_EQ(limits.worker_memory_mib, 8192);
  EXPECT_EQ(limits.nested_options, 64);
  EXPECT_TRUE(limits.severities.empty());
  EXPECT_EQ(limits.digest.size(), 64U);
}

TEST(limits, file_changes_only_what_it_names) {
  const Result<Limits> limits = read_limits(
      "[worker]\nseconds = 1.5\n[isolation]\nnested_options = 3\n[severity]\n\"runtime.foreign-data\" = \"note\"\n",
      "l");
  ASSERT_TRUE(static_cast<bool>(limits));
  EXPECT_EQ(limits.value().worker_seconds, 1.5);
  EXPECT_EQ(limits.value().worker_memory_mib, 8192);
  EXPECT_EQ(limits.value().nested_options, 3);
  ASSERT_EQ(limits.value().severities.size(), 1U);
  EXPECT_EQ(limits.value().severities.at("runtime.foreign-data"), Severity::Note);
}

TEST(limits, empty_file_changes_nothing_but_the_digest) {
  const Result<Limits> limits = read_limits("", "l");
  ASSERT_TRUE(static_cast<bool>(limits));
  EXPECT_EQ(limits.value().worker_seconds, 300);
  EXPECT_EQ(limits.value().nested_options, 64);
}

TEST(limits, digest_depends_on_the_text) {
  const std::string one = read_limits("[worker]\nseconds = 1\n", "a").value().digest;
  EXPECT_EQ(one, read_limits("[worker]\nseconds = 1\n", "b").value().digest);
  EXPECT_NE(one, read_limits("[worker]\nseconds = 2\n", "a").value().digest);
  EXPECT_NE(one, built_in_limits().digest);
}

TEST(limits, unknown_key_rejected_with_its_place) {
  const std::string text = rejection("[worker]\nseconds = 1\n  minutes = 2\n");
  EXPECT_TRUE(text.starts_with("3:")) << text;
  EXPECT_TRUE(holds(text, "worker.minutes")) << text;
}

TEST(limits, unknown_section_rejected_with_its_place) {
  const std::string text = rejection("\n[workers]\nseconds = 1\n");
  EXPECT_TRUE(text.starts_with("2:1 ")) << text;
  EXPECT_TRUE(holds(text, "workers")) << text;
  EXPECT_NE(rejection("worker = 3\n"), "accepted");
  EXPECT_NE(rejection("seconds = 3\n"), "accepted");
}

// the column is that of the value: 1-based, behind "seconds = "
TEST(limits, value_of_another_type_rejected_with_its_place) {
  for (const char* value : {"\"ten\"", "true", "[1]", "{ a = 1 }"}) {
    const std::string text = rejection("[worker]\nseconds = " + std::string(value) + "\n");
    EXPECT_TRUE(text.starts_with("2:11 ")) << text;
    EXPECT_TRUE(holds(text, "worker.seconds")) << text;
  }
}

TEST(limits, number_not_above_zero_rejected) {
  for (const char* value : {"-1", "0", "0.0", "-0.5", "nan", "-inf"}) {
    EXPECT_TRUE(rejection("[worker]\nseconds = " + std::string(value) + "\n").starts_with("2:11 ")) << value;
  }
  EXPECT_EQ(rejection("[worker]\nseconds = 0.001\n"), "accepted");
}

// a count: whole, and small enough to be one
TEST(limits, number_that_is_no_count_rejected) {
  EXPECT_TRUE(rejection("[isolation]\nnested_options = 0.5\n").starts_with("2:18 "));
  EXPECT_TRUE(rejection("[isolation]\nnested_options = 1e300\n").starts_with("2:18 "));
  EXPECT_TRUE(rejection("[isolation]\nnested_options = inf\n").starts_with("2:18 "));
}

TEST(limits, severity_that_is_none_rejected) {
  const std::string text = rejection("[severity]\n\"runtime.foreign-data\" = \"fatal\"\n");
  EXPECT_TRUE(text.starts_with("2:26 ")) << text;
  EXPECT_TRUE(holds(text, "runtime.foreign-data")) << text;
  EXPECT_NE(rejection("[severity]\n\"runtime.foreign-data\" = 1\n"), "accepted");
}

TEST(limits, text_that_is_no_toml_rejected_with_its_place) {
  EXPECT_TRUE(rejection("[worker]\nseconds = \n").starts_with("2:"));
  EXPECT_TRUE(rejection("[worker]\nseconds = 1\nseconds = 2\n").starts_with("3:"));
}

}  // namespace
}  // namespace assay::schema
