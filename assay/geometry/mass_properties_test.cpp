#include "assay/geometry/mass_properties.h"

#include "assay/geometry/primitive_integrals.h"
#include "assay/geometry/test_solids.h"

#include <gtest/gtest.h>

namespace assay::geometry {
namespace {

MassProperties box_of_mass(double mass) { return with_mass(integrals_of(Box{{0.5, 1, 1.5}}).value(), mass); }

void expect_near(const MassProperties& found, const MassProperties& expected, double tolerance) {
  EXPECT_NEAR(found.mass, expected.mass, tolerance * expected.mass);
  EXPECT_LE((found.center_of_mass - expected.center_of_mass).norm(), tolerance);
  EXPECT_LE((found.inertia - expected.inertia).norm(), tolerance * expected.inertia.norm()) << found.inertia;
}

TEST(mass_properties, density_and_mass_agree) {
  const ShapeIntegrals box = integrals_of(Box{{0.5, 1, 1.5}}).value();
  expect_near(with_density(box, 1000), with_mass(box, 6000), 1e-14);
  EXPECT_DOUBLE_EQ(with_density(box, 1000).inertia(0, 0), 6000.0 / 12 * (4 + 9));
}

TEST(mass_properties, shape_without_volume_has_its_mass_alone) {
  const MassProperties flat = with_mass(integrals_of(Box{{1, 1, 0}}).value(), 3);
  EXPECT_EQ(flat.mass, 3);
  EXPECT_TRUE(flat.inertia.isZero());
}

// a rod about its end has a third, about its middle a twelfth of mass times length squared
TEST(mass_properties, inertia_about_the_end_of_a_rod) {
  const MassProperties rod{.mass = 3, .center_of_mass = {1, 0, 0}, .inertia = Eigen::Vector3d(0, 1, 1).asDiagonal()};
  const Eigen::Matrix3d about_end = inertia_about(rod, Eigen::Vector3d::Zero());
  EXPECT_DOUBLE_EQ(about_end(2, 2), 3.0 * 4 / 3);
  EXPECT_DOUBLE_EQ(about_end(0, 0), 0);
  EXPECT_DOUBLE_EQ(inertia_about(rod, rod.center_of_mass)(2, 2), 3.0 * 4 / 12);
}

// the sign of a product of inertia: two masses on the diagonal of x and y have a negative one
TEST(mass_properties, product_of_inertia_is_negative_on_the_diagonal) {
  const MassProperties point{.mass = 1, .center_of_mass = {1, 1, 0}, .inertia = Eigen::Matrix3d::Zero()};
  const MassProperties opposite{.mass = 1, .center_of_mass = {-1, -1, 0}, .inertia = Eigen::Matrix3d::Zero()};
  const MassProperties both = sum(point, opposite);
  EXPECT_TRUE(both.center_of_mass.isZero());
  EXPECT_DOUBLE_EQ(both.inertia(0, 1), -2);
  EXPECT_DOUBLE_EQ(both.inertia(2, 2), 4);
}

TEST(mass_properties, body_seen_from_another_frame) {
  Eigen::Isometry3d quarter_turn = Eigen::Isometry3d::Identity();
  quarter_turn.translate(Eigen::Vector3d(1, 2, 3))
      .rotate(Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitZ()));
  const MassProperties moved = transformed(box_of_mass(12), quarter_turn);
  EXPECT_LE((moved.center_of_mass - Eigen::Vector3d(1, 2, 3)).norm(), 1e-15);
  EXPECT_NEAR(moved.inertia(0, 0), 1 + 9, 1e-14);
  EXPECT_NEAR(moved.inertia(1, 1), 4 + 9, 1e-14);
}

TEST(mass_properties, sum_of_parts_is_the_whole_in_any_frame) {
  const ShapeIntegrals half = integrals_of(Box{{0.5, 1, 1.5}}).value();
  Eigen::Isometry3d far = Eigen::Isometry3d::Identity();
  far.translate(Eigen::Vector3d(1e4, 1e4, -1e4)).rotate(odd_rotation());
  Eigen::Isometry3d left = Eigen::Isometry3d::Identity();
  left.translate(Eigen::Vector3d(-0.5, 0, 0));
  const MassProperties whole = with_density(integrals_of(Box{{1, 1, 1.5}}).value(), 500);
  const MassProperties parts =
      sum(transformed(with_density(half, 500), far * left), transformed(with_density(half, 500), far * left.inverse()));
  expect_near(parts, transformed(whole, far), 1e-10);
}

TEST(mass_properties, no_mass_sums_to_nothing) {
  EXPECT_EQ(sum(MassProperties{}, MassProperties{}).mass, 0);
  EXPECT_TRUE(sum(MassProperties{}, box_of_mass(2)).inertia.isApprox(box_of_mass(2).inertia));
}

}  // namespace
}  // namespace assay::geometry
