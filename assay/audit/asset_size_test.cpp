#include "assay/audit/asset_size.h"

#include "assay/audit/test_asset.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::audit {
namespace {

TEST(AssetSize, of_a_box_is_its_diagonal) {
  const TestAsset asset = door();
  EXPECT_NEAR(asset_size(asset.physics), std::sqrt(4 + 1 + 0.25), 1e-12);
}

TEST(AssetSize, grows_with_a_body_outside) {
  TestAsset asset = door();
  asset.physics.bodies.push_back(body_at(0));  // at the origin; the far corner of the box is at (2, 2.5, 3.25)
  EXPECT_NEAR(asset_size(asset.physics), std::sqrt(4 + 6.25 + 3.25 * 3.25), 1e-12);
}

TEST(AssetSize, of_one_point_is_one_metre) {
  model::Physics physics;
  EXPECT_EQ(asset_size(physics), 1);
  physics.bodies.push_back(body_at(0));
  EXPECT_EQ(asset_size(physics), 1);
  model::Body high = body_at(0);
  high.world_from_body.position.z() = 0.25;
  physics.bodies.push_back(high);
  EXPECT_EQ(asset_size(physics), 0.25);
}

TEST(AssetSize, leaves_out_what_is_not_finite) {
  TestAsset asset = door();
  model::Body nowhere = body_at(0);
  nowhere.world_from_body.position.x() = std::nan("");
  asset.physics.bodies.push_back(nowhere);
  EXPECT_NEAR(asset_size(asset.physics), std::sqrt(4 + 1 + 0.25), 1e-12);
}

}  // namespace
}  // namespace assay::audit
