#include "assay/geometry/principal_axes.h"

#include "assay/geometry/test_solids.h"

#include <gtest/gtest.h>

#include <limits>

namespace assay::geometry {
namespace {

const Eigen::Matrix3d identity = Eigen::Matrix3d::Identity();

Eigen::Matrix3d diagonal(double x, double y, double z) { return Eigen::Vector3d(x, y, z).asDiagonal(); }

Eigen::Matrix3d turned(const Eigen::Matrix3d& inertia, const Eigen::Matrix3d& rotation) {
  return rotation * inertia * rotation.transpose();
}

PrincipalAxes required(const Eigen::Matrix3d& inertia, const Eigen::Matrix3d& preferred = identity) {
  return principal_axes(inertia, preferred).value();
}

void expect_matrix(const Eigen::Matrix3d& found, const Eigen::Matrix3d& expected, double tolerance = 1e-9) {
  EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), tolerance) << found << "\nfor\n" << expected;
}

TEST(principal_axes, ordered_diagonal_is_its_own_frame) {
  const PrincipalAxes found = required(diagonal(1, 2, 3));
  EXPECT_EQ(found.moments, Eigen::Vector3d(1, 2, 3));
  expect_matrix(found.axes, identity);
}

TEST(principal_axes, frame_is_right_handed_and_gives_the_inertia_back) {
  for (const Eigen::Vector3d& moments :
       {Eigen::Vector3d(3, 1, 2), {1, 1, 2}, {2, 1, 2}, {1, 1, 1}, {5, 3, 3}, {1, 1e-6, 1}}) {
    for (const Eigen::Matrix3d& rotation : {identity, odd_rotation()}) {
      const Eigen::Matrix3d inertia = turned(moments.asDiagonal(), rotation);
      const PrincipalAxes found = required(inertia);
      EXPECT_NEAR(found.axes.determinant(), 1, 1e-12);
      EXPECT_LE(found.moments[0], found.moments[1]);
      EXPECT_LE(found.moments[1], found.moments[2]);
      expect_matrix(turned(found.moments.asDiagonal(), found.axes), inertia, 1e-12);
    }
  }
}

TEST(principal_axes, equal_moments_keep_the_given_frame) {
  expect_matrix(required(diagonal(2, 2, 2)).axes, identity);
  expect_matrix(required(diagonal(2, 2, 2), odd_rotation()).axes, odd_rotation());
  expect_matrix(required(diagonal(2, 2 * (1 + 1e-12), 2)).axes, identity);
  // negative twin: moments that differ are told apart, and order the axes
  const PrincipalAxes apart = required(diagonal(2, 2 * (1 + 1e-6), 2 * (1 - 1e-6)));
  EXPECT_NEAR(std::abs(apart.axes(2, 0)), 1, 1e-9);
}

TEST(principal_axes, disc_and_rod_along_z) {
  expect_matrix(required(diagonal(1, 1, 2)).axes, identity);
  // the least moment comes first: z turned to x by a quarter turn about y, and no more
  const PrincipalAxes rod = required(diagonal(2, 2, 1));
  EXPECT_EQ(rod.moments, Eigen::Vector3d(1, 2, 2));
  expect_matrix(rod.axes, Eigen::AngleAxisd(-std::numbers::pi / 2, Eigen::Vector3d::UnitY()).toRotationMatrix());
}

// a frame turned about the axis of a disc is nearest to itself
TEST(principal_axes, free_axes_turn_with_the_preferred_frame) {
  const Eigen::Matrix3d about_z = Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  expect_matrix(required(diagonal(1, 1, 2), about_z).axes, about_z);
  expect_matrix(required(turned(diagonal(1, 1, 2), odd_rotation()), odd_rotation()).axes, odd_rotation());
  // negative twin: with three moments the axes are given
  expect_matrix(required(diagonal(1, 1.5, 2), about_z).axes, identity);
}

TEST(principal_axes, rounding_does_not_choose) {
  for (const double noise : {0.0, 1e-16, -1e-16, 3e-16}) {
    Eigen::Matrix3d inertia = diagonal(3, 2, 1);
    inertia(0, 1) = inertia(1, 0) = noise;
    inertia(0, 2) = inertia(2, 0) = -noise;
    expect_matrix(required(inertia).axes, required(diagonal(3, 2, 1)).axes);
  }
}

TEST(principal_axes, numbers_that_are_not_finite_give_nothing) {
  EXPECT_FALSE(principal_axes(diagonal(1, std::numeric_limits<double>::quiet_NaN(), 1)));
  EXPECT_FALSE(principal_axes(diagonal(1, std::numeric_limits<double>::infinity(), 1)));
  EXPECT_TRUE(principal_axes(diagonal(1e300, 1e-300, 0)));
  expect_matrix(required(diagonal(0, 0, 0)).axes, identity);
}

TEST(principal_axes, quaternion_turns_as_the_matrix_does) {
  const auto wxyz = quaternion_wxyz(odd_rotation());
  expect_matrix(Eigen::Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).toRotationMatrix(), odd_rotation());
  EXPECT_EQ(quaternion_wxyz(identity), (std::array<double, 4>{1, 0, 0, 0}));
  // half a turn has two quaternions
  const Eigen::Matrix3d half_turn = diagonal(-1, 1, -1);
  EXPECT_EQ(quaternion_wxyz(half_turn), (std::array<double, 4>{0, 0, 1, 0}));
  EXPECT_GT(quaternion_wxyz(Eigen::AngleAxisd(5, Eigen::Vector3d::UnitX()).toRotationMatrix())[0], 0);
}

TEST(principal_axes, facts_of_a_possible_inertia) {
  const InertiaFacts facts = inertia_facts(turned(diagonal(2, 3, 4), odd_rotation()));
  EXPECT_TRUE(facts.is_finite);
  EXPECT_TRUE(facts.is_positive_definite);
  EXPECT_LE((facts.moments - Eigen::Vector3d(2, 3, 4)).norm(), 1e-12);
  EXPECT_NEAR(facts.triangle_slack, 0.25, 1e-12);
  EXPECT_LE(facts.asymmetry, 1e-15);
}

TEST(principal_axes, facts_of_impossible_inertias) {
  EXPECT_NEAR(inertia_facts(diagonal(1, 1, 3)).triangle_slack, -1.0 / 3, 1e-12);
  EXPECT_TRUE(inertia_facts(diagonal(1, 1, 3)).is_positive_definite);
  EXPECT_FALSE(inertia_facts(diagonal(1, 1, 0)).is_positive_definite);
  EXPECT_FALSE(inertia_facts(diagonal(1, -1, 1)).is_positive_definite);
  EXPECT_FALSE(inertia_facts(diagonal(0, 0, 0)).is_positive_definite);
  EXPECT_FALSE(inertia_facts(diagonal(1, std::numeric_limits<double>::quiet_NaN(), 1)).is_finite);
  Eigen::Matrix3d lopsided = diagonal(2, 2, 2);
  lopsided(0, 1) = 1;
  EXPECT_DOUBLE_EQ(inertia_facts(lopsided).asymmetry, 0.5);
}

// a thin disc is on the border
TEST(principal_axes, thin_disc_has_no_slack) { EXPECT_EQ(inertia_facts(diagonal(1, 1, 2)).triangle_slack, 0); }

}  // namespace
}  // namespace assay::geometry
