#pragma once

#include "assay/model/provenance.h"

#include <cstdint>

namespace assay::model {

/// Where a value comes from.
enum class Origin : std::uint8_t {
  Authored,  // an opinion in a layer
  Fallback,  // the schema, since nothing is authored
  Blocked,   // the schema, since the strongest opinion is a value block
  Derived,   // computed from other values
};

/// A value that is not read yet: 0, no turn, false, the empty string.
template <class T>
T unread() {
  if constexpr (requires { T::Zero(); }) {
    return T::Zero();
  } else if constexpr (requires { T::Identity(); }) {
    return T::Identity();
  } else {
    return T{};
  }
}

/// One value of the model in SI units, with its origin. `opinion` is that of the winner, also of a block; it is
/// meaningless for other origins.
template <class T>
struct Field {
  T value = unread<T>();
  Origin origin = Origin::Fallback;
  OpinionIndex opinion = 0;
  bool sampled = false;  // time samples or a spline hide this default at every numeric time

  bool is_authored() const { return origin == Origin::Authored; }
};

/// Index into one of the lists of a `Physics`.
using BodyIndex = std::uint32_t;
using ColliderIndex = std::uint32_t;
using JointIndex = std::uint32_t;
using MaterialIndex = std::uint32_t;
using SceneIndex = std::uint32_t;

}  // namespace assay::model
