#pragma once

#include "assay/stage/openusd.h"

#include <pxr/sdf/usdaData.h>
#include <pxr/tf/pxrTslRobinMap/robin_set.h>
#include <pxr/tf/smallVector.h>

#include <memory>
#include <vector>

namespace assay::stage {

/// What a text layer holds, as `SdfData` keeps it, in tables that the parser fills and Pcp searches faster: one open
/// table of paths, and the fields of a spec beside each other. Reading from several threads is safe, writing is not, as
/// with `SdfData`.
class TextLayerData final : public pxr::SdfUsdaData {
 public:
  TextLayerData() = default;
  ~TextLayerData() override = default;
  TextLayerData(const TextLayerData&) = delete;
  TextLayerData& operator=(const TextLayerData&) = delete;

  /// Makes room for that many specs.
  void reserve(std::size_t spec_count) { specs_.reserve(spec_count); }

  std::size_t spec_count() const { return specs_.size(); }

  /// Takes over all specs of another one but those at `shared`; false, with both unusable, where a path is in both.
  bool take_specs(TextLayerData& other, const std::vector<pxr::SdfPath>& shared);

  /// Whether a spec had relocates since this was made, see SdfLayerHints.
  bool might_have_relocates() const { return might_have_relocates_; }

  // SdfAbstractData
  bool StreamsData() const override { return false; }
  bool IsDetached() const override { return true; }
  void CreateSpec(const pxr::SdfPath& path, pxr::SdfSpecType type) override;
  bool HasSpec(const pxr::SdfPath& path) const override;
  void EraseSpec(const pxr::SdfPath& path) override;
  void MoveSpec(const pxr::SdfPath& from, const pxr::SdfPath& to) override;
  pxr::SdfSpecType GetSpecType(const pxr::SdfPath& path) const override;
  bool Has(const pxr::SdfPath& path, const pxr::TfToken& field, pxr::SdfAbstractDataValue* value) const override;
  bool Has(const pxr::SdfPath& path, const pxr::TfToken& field, pxr::VtValue* value) const override;
  bool HasSpecAndField(const pxr::SdfPath& path, const pxr::TfToken& field, pxr::SdfAbstractDataValue* value,
                       pxr::SdfSpecType* type) const override;
  bool HasSpecAndField(const pxr::SdfPath& path, const pxr::TfToken& field, pxr::VtValue* value,
                       pxr::SdfSpecType* type) const override;
  pxr::VtValue Get(const pxr::SdfPath& path, const pxr::TfToken& field) const override;
  void Set(const pxr::SdfPath& path, const pxr::TfToken& field, const pxr::VtValue& value) override;
  void Set(const pxr::SdfPath& path, const pxr::TfToken& field, const pxr::SdfAbstractDataConstValue& value) override;
  void Erase(const pxr::SdfPath& path, const pxr::TfToken& field) override;
  std::vector<pxr::TfToken> List(const pxr::SdfPath& path) const override;
  std::set<double> ListAllTimeSamples() const override;
  std::set<double> ListTimeSamplesForPath(const pxr::SdfPath& path) const override;
  bool GetBracketingTimeSamples(double time, double* lower, double* upper) const override;
  std::size_t GetNumTimeSamplesForPath(const pxr::SdfPath& path) const override;
  bool GetBracketingTimeSamplesForPath(const pxr::SdfPath& path, double time, double* lower,
                                       double* upper) const override;
  bool GetPreviousTimeSampleForPath(const pxr::SdfPath& path, double time, double* previous) const override;
  bool QueryTimeSample(const pxr::SdfPath& path, double time, pxr::SdfAbstractDataValue* value) const override;
  bool QueryTimeSample(const pxr::SdfPath& path, double time, pxr::VtValue* value) const override;
  void SetTimeSample(const pxr::SdfPath& path, double time, const pxr::VtValue& value) override;
  void EraseTimeSample(const pxr::SdfPath& path, double time) override;

 protected:
  void _VisitSpecs(pxr::SdfAbstractDataSpecVisitor* visitor) const override;  // NOLINT(bugprone-reserved-identifier)

 private:
  struct Field {
    pxr::TfToken name;
    pxr::VtValue value;
  };
  struct Spec {
    pxr::SdfPath path;
    pxr::SdfSpecType type = pxr::SdfSpecTypeUnknown;
    pxr::TfSmallVector<Field, 4> fields;  // an attribute with a default has four
  };
  struct Chunk {
    std::unique_ptr<Spec[]> specs;
    std::size_t size = 0;
  };
  // specs are looked for by path and known by address, so that parts are joined without touching paths
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(const pxr::SdfPath& path) const { return path.GetHash(); }
    std::size_t operator()(const Spec* spec) const { return spec->path.GetHash(); }
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(const Spec* left, const Spec* right) const { return left->path == right->path; }
    bool operator()(const pxr::SdfPath& left, const Spec* right) const { return left == right->path; }
    bool operator()(const Spec* left, const pxr::SdfPath& right) const { return left->path == right; }
  };
  using Specs = pxr::pxr_tsl::robin_set<Spec*, Hash, Equal, std::allocator<Spec*>, true>;

  const Spec* find(const pxr::SdfPath& path) const;
  Spec* find_to_write(const pxr::SdfPath& path);
  const pxr::VtValue* find_value(const pxr::SdfPath& path, const pxr::TfToken& field) const;
  const pxr::VtValue* find_value(const pxr::SdfPath& path, const pxr::TfToken& field, pxr::SdfSpecType& type) const;
  const pxr::SdfTimeSampleMap* find_samples(const pxr::SdfPath& path) const;
  pxr::VtValue* find_or_add_value(const pxr::SdfPath& path, const pxr::TfToken& field);
  Spec* add_spec(const pxr::SdfPath& path);
  void drop_spec(Spec* spec);

  Specs specs_;
  std::vector<Chunk> chunks_;
  std::size_t chunk_size_ = 16;  // of the last one
  std::size_t used_in_chunk_ = 16;

  bool might_have_relocates_ = false;

  // the spec written last: the parser sets the fields of one spec after another
  Spec* written_ = nullptr;
};

}  // namespace assay::stage
