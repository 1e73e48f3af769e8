#include "assay/stage/start.h"

#include <gtest/gtest.h>

namespace assay::stage {
namespace {

constexpr int thread_count = 2;

/// Makes OpenUSD ready before the first test, once for the process.
class OpenUsd : public testing::Environment {
 public:
  void SetUp() override { ASSERT_TRUE(static_cast<bool>(start_openusd(thread_count))); }
};

const testing::Environment* const open_usd = testing::AddGlobalTestEnvironment(new OpenUsd);

TEST(start, environment_is_registered) { EXPECT_NE(open_usd, nullptr); }

}  // namespace
}  // namespace assay::stage
