#pragma once

#include "assay/stage/openusd.h"

#include <pxr/sdf/abstractData.h>
#include <pxr/tf/stringUtils.h>

#include <map>
#include <utility>
#include <vector>

namespace assay::stage {

/// Everything that a layer's data hold, for tests: each spec's type and its fields by name. A NaN equals a NaN.
class LayerContents : private pxr::SdfAbstractDataSpecVisitor {
 public:
  explicit LayerContents(const pxr::SdfAbstractData& data) { data.VisitSpecs(this); }

  bool operator==(const LayerContents& other) const { return specs_ == other.specs_; }

 private:
  struct Value {
    pxr::VtValue value;
    bool operator==(const Value& other) const {
      if (value == other.value) return true;
      return value.GetType() == other.value.GetType() && TfStringify(value) == TfStringify(other.value);
    }
  };
  using Fields = std::map<pxr::TfToken, Value>;

  bool VisitSpec(const pxr::SdfAbstractData& data, const pxr::SdfPath& path) override {
    auto& [type, fields] = specs_[path];
    type = data.GetSpecType(path);
    for (const pxr::TfToken& name : data.List(path)) fields[name].value = data.Get(path, name);
    return true;
  }
  void Done(const pxr::SdfAbstractData&) override {}

  std::map<pxr::SdfPath, std::pair<pxr::SdfSpecType, Fields>> specs_;
};

}  // namespace assay::stage
