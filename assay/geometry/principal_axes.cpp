#include "assay/geometry/principal_axes.h"

#include <Eigen/Eigenvalues>

#include <cmath>

namespace assay::geometry {
namespace {

using Solver = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>;

Eigen::Matrix3d symmetric_part(const Eigen::Matrix3d& matrix) { return matrix / 2 + matrix.transpose() / 2; }

// the cosine of the angle between two frames grows with this, so that the largest is the frame turned least
double agreement(const Eigen::Matrix3d& axes, const Eigen::Matrix3d& preferred) {
  return axes.cwiseProduct(preferred).sum();
}

// along its largest coordinate, so that a solver's choice of sign does not matter
Eigen::Vector3d with_usual_sign(const Eigen::Vector3d& axis, const Eigen::Matrix3d& preferred) {
  const Eigen::Vector3d coordinates = preferred.transpose() * axis;
  Eigen::Index largest = 0;
  for (Eigen::Index i = 1; i < 3; ++i) {
    if (std::abs(coordinates[i]) > std::abs(coordinates[largest]) + 1e-9) largest = i;
  }
  return coordinates[largest] < 0 ? Eigen::Vector3d(-axis) : axis;
}

void keep_better(Eigen::Matrix3d& best, double& best_agreement, const Eigen::Matrix3d& candidate,
                 const Eigen::Matrix3d& preferred) {
  const double candidate_agreement = agreement(candidate, preferred);
  // the margin lets the first of equals win, whatever the rounding
  if (candidate_agreement <= best_agreement + 1e-9) return;
  best = candidate;
  best_agreement = candidate_agreement;
}

// all axes are known up to their sign
Eigen::Matrix3d with_least_turning_signs(const Eigen::Matrix3d& axes, const Eigen::Matrix3d& preferred) {
  const Eigen::Vector3d first = with_usual_sign(axes.col(0), preferred);
  const Eigen::Vector3d second = with_usual_sign(axes.col(1), preferred);
  Eigen::Matrix3d best;
  double best_agreement = -4;
  for (const double first_sign : {1.0, -1.0}) {
    for (const double second_sign : {1.0, -1.0}) {
      Eigen::Matrix3d candidate;
      candidate.col(0) = first_sign * first;
      candidate.col(1) = second_sign * second;
      candidate.col(2) = candidate.col(0).cross(candidate.col(1));
      keep_better(best, best_agreement, candidate, preferred);
    }
  }
  return best;
}

// only the axis of column `single` is known; the other two turn in the plane across it
Eigen::Matrix3d with_least_turning_plane(const Eigen::Vector3d& axis, Eigen::Index single,
                                         const Eigen::Matrix3d& preferred) {
  const Eigen::Index i = (single + 1) % 3;
  const Eigen::Index j = (single + 2) % 3;
  const Eigen::Vector3d usual = with_usual_sign(axis, preferred);
  Eigen::Matrix3d best;
  double best_agreement = -4;
  for (const double sign : {1.0, -1.0}) {
    const Eigen::Vector3d n = sign * usual;
    const Eigen::Vector3d u = n.unitOrthogonal();
    const Eigen::Vector3d v = n.cross(u);
    // the agreement of (u cos + v sin, v cos - u sin) is largest at this angle
    const double cosine_part = u.dot(preferred.col(i)) + v.dot(preferred.col(j));
    const double sine_part = v.dot(preferred.col(i)) - u.dot(preferred.col(j));
    const double length = std::hypot(cosine_part, sine_part);
    // no angle is better than another only when n points away from its preferred axis, and then the other sign wins
    const double cosine = length > 0 ? cosine_part / length : 1;
    const double sine = length > 0 ? sine_part / length : 0;
    Eigen::Matrix3d candidate;
    candidate.col(single) = n;
    candidate.col(i) = cosine * u + sine * v;
    candidate.col(j) = cosine * v - sine * u;
    keep_better(best, best_agreement, candidate, preferred);
  }
  return best;
}

}  // namespace

std::optional<PrincipalAxes> principal_axes(const Eigen::Matrix3d& inertia, const Eigen::Matrix3d& preferred,
                                            double tolerance) {
  if (!inertia.allFinite()) return std::nullopt;
  const Solver solver(symmetric_part(inertia));
  Eigen::Vector3d moments = solver.eigenvalues();
  const double limit = tolerance * moments.cwiseAbs().maxCoeff();
  const bool low_equal = moments[1] - moments[0] <= limit;
  const bool high_equal = moments[2] - moments[1] <= limit;

  if (low_equal && high_equal) return PrincipalAxes{Eigen::Vector3d::Constant(moments.mean()), preferred};
  if (low_equal) {
    moments.head<2>().setConstant(moments.head<2>().mean());
    return PrincipalAxes{moments, with_least_turning_plane(solver.eigenvectors().col(2), 2, preferred)};
  }
  if (high_equal) {
    moments.tail<2>().setConstant(moments.tail<2>().mean());
    return PrincipalAxes{moments, with_least_turning_plane(solver.eigenvectors().col(0), 0, preferred)};
  }
  return PrincipalAxes{moments, with_least_turning_signs(solver.eigenvectors(), preferred)};
}

std::array<double, 4> quaternion_wxyz(const Eigen::Matrix3d& rotation) {
  Eigen::Quaterniond quaternion(rotation);
  quaternion.normalize();
  const std::array<double, 4> wxyz{quaternion.w(), quaternion.x(), quaternion.y(), quaternion.z()};
  // a half turn has no w to go by; the limit keeps rounding from choosing
  double sign = 1;
  for (const double component : wxyz) {
    if (std::abs(component) < 1e-12) continue;
    sign = component < 0 ? -1 : 1;
    break;
  }
  return {sign * wxyz[0], sign * wxyz[1], sign * wxyz[2], sign * wxyz[3]};
}

InertiaFacts inertia_facts(const Eigen::Matrix3d& inertia) {
  if (!inertia.allFinite()) return {};
  InertiaFacts facts{.is_finite = true};
  const double largest_entry = inertia.cwiseAbs().maxCoeff();
  if (largest_entry == 0) return facts;
  const Eigen::Matrix3d scaled = inertia / largest_entry;
  facts.asymmetry = (scaled - scaled.transpose()).cwiseAbs().maxCoeff();
  const Eigen::Vector3d moments = Solver(symmetric_part(scaled), Eigen::EigenvaluesOnly).eigenvalues();
  facts.moments = largest_entry * moments;
  facts.is_positive_definite = moments[0] > 0;
  facts.triangle_slack = (moments[0] + moments[1] - moments[2]) / moments.cwiseAbs().maxCoeff();
  return facts;
}

}  // namespace assay::geometry
