#include "assay/geometry/box_fit.h"

#include "assay/geometry/mass_properties.h"
#include "assay/geometry/primitive_integrals.h"
#include "assay/geometry/test_solids.h"

#include <gtest/gtest.h>

#include <limits>

namespace assay::geometry {
namespace {

Eigen::Affine3d odd_place() {
  Eigen::Affine3d map = Eigen::Affine3d::Identity();
  map.translate(Eigen::Vector3d(1e3, -2e3, 10)).rotate(odd_rotation());
  return map;
}

void expect_box(const std::optional<OrientedBox>& box, const Eigen::Vector3d& center,
                const Eigen::Vector3d& half_extents) {
  ASSERT_TRUE(box);
  EXPECT_LE((box->center - center).norm(), 1e-9);
  EXPECT_LE((box->half_extents - half_extents).norm(), 1e-9) << box->half_extents.transpose();
  EXPECT_NEAR(box->axes.determinant(), 1, 1e-12);
}

TEST(box_fit, turned_box_is_found) {
  const SolidMesh mesh = mapped(box_mesh({1, 3, 2}), odd_place());
  const ShapeIntegrals solid = transformed(integrals_of(Box{{1, 3, 2}}).value(), odd_place());
  for (const auto& box : {principal_box(mesh.points), principal_box(solid, mesh.points)}) {
    expect_box(box, {1e3, -2e3, 10}, {3, 2, 1});
    EXPECT_NEAR(std::abs(box->axes.col(0).dot(odd_rotation().col(1))), 1, 1e-9);
  }
  // negative twin: along the world's axes the box is larger
  EXPECT_GT(box_along(Eigen::Matrix3d::Identity(), mesh.points)->half_extents.prod(), 6.5);
}

TEST(box_fit, cube_keeps_the_axes_of_the_frame) {
  const SolidMesh mesh = box_mesh({1, 1, 1});
  const std::optional<OrientedBox> box = principal_box(mesh.points);
  expect_box(box, {0, 0, 0}, {1, 1, 1});
  EXPECT_LE((box->axes - Eigen::Matrix3d::Identity()).norm(), 1e-12);
}

TEST(box_fit, box_off_center_of_its_points) {
  const std::vector<Eigen::Vector3d> points{{0, 0, 0}, {4, 0, 0}, {0, 2, 0}, {0, 0, 1}};
  expect_box(box_along(Eigen::Matrix3d::Identity(), points), {2, 1, 0.5}, {2, 1, 0.5});
}

TEST(box_fit, no_points_no_box) {
  EXPECT_FALSE(principal_box(std::vector<Eigen::Vector3d>{}));
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(principal_box(std::vector<Eigen::Vector3d>{{none, 0, 0}}));
  expect_box(principal_box(std::vector<Eigen::Vector3d>{{none, 0, 0}, {1, 2, 3}}), {1, 2, 3}, {0, 0, 0});
}

TEST(box_fit, equal_inertia_box_of_a_box_is_itself) {
  expect_box(equal_inertia_box(transformed(integrals_of(Box{{1, 3, 2}}).value(), odd_place())), {1e3, -2e3, 10},
             {3, 2, 1});
}

TEST(box_fit, equal_inertia_box_has_the_inertia) {
  const ShapeIntegrals solid = integrals_of(TaperedCapsule{0.5, 0.2, 3}).value();
  const OrientedBox box = equal_inertia_box(solid).value();
  Eigen::Affine3d place = Eigen::Affine3d::Identity();
  place.translate(box.center).rotate(box.axes);
  const MassProperties of_box = with_mass(transformed(integrals_of(Box{box.half_extents}).value(), place), 5);
  EXPECT_LE((of_box.inertia - with_mass(solid, 5).inertia).norm(), 1e-12);
  EXPECT_LE((of_box.center_of_mass - solid.centroid).norm(), 1e-12);
  EXPECT_FALSE(equal_inertia_box({}));
}

}  // namespace
}  // namespace assay::geometry
