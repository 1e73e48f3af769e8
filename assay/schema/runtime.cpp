#include "assay/schema/runtime.h"

#include <algorithm>

namespace assay::schema {
namespace {

bool equal_in_any_case(std::string_view left, std::string_view right) {
  const auto lower = [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  };
  return std::ranges::equal(left, right, {}, lower, lower);
}

const Runtime* runtime_of(Target target) {
  for (const Runtime& runtime : runtimes()) {
    if (runtime.target == target) return &runtime;
  }
  return nullptr;
}

}  // namespace

const Runtime* find_runtime(std::string_view name) {
  for (const Runtime& runtime : runtimes()) {
    if (equal_in_any_case(runtime.name, name)) return &runtime;
  }
  return nullptr;
}

const Runtime* runtime_of_variant_set(std::string_view variant_set) {
  for (const Runtime& runtime : runtimes()) {
    if (runtime.variant_set == variant_set) return &runtime;
  }
  return nullptr;
}

std::string_view name_of(Target target) {
  const Runtime* runtime = runtime_of(target);
  return runtime == nullptr ? "standard" : runtime->name;
}

std::string_view title_of(Target target) {
  const Runtime* runtime = runtime_of(target);
  return runtime == nullptr ? "Standard" : runtime->title;
}

}  // namespace assay::schema
