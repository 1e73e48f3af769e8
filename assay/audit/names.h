#pragma once

#include "assay/audit/manifest.h"

#include <optional>
#include <span>
#include <string_view>

// The words of manifests for what the model has as numbers.

namespace assay::audit {

template <class T>
struct Word {
  std::string_view text;
  T value;
};

std::span<const Word<Role>> role_words();
std::span<const Word<Motion>> motion_words();
std::span<const Word<model::ShapeKind>> shape_words();
std::span<const Word<model::JointKind>> joint_kind_words();

/// transX to rotZ, in the order of the axes.
std::span<const std::string_view> axis_words();

template <class T>
std::string_view word_of(std::span<const Word<T>> words, T value) {
  for (const Word<T>& word : words) {
    if (word.value == value) return word.text;
  }
  return "";
}

template <class T>
std::optional<T> value_of(std::span<const Word<T>> words, std::string_view text) {
  for (const Word<T>& word : words) {
    if (word.text == text) return word.value;
  }
  return std::nullopt;
}

/// Whether joints of the kind turn about or slide along an axis that physics:axis names.
bool has_main_axis(model::JointKind kind);

}  // namespace assay::audit
