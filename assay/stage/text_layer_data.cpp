#include "assay/stage/text_layer_data.h"

#include <algorithm>
#include <utility>

namespace assay::stage {

using namespace pxr;

namespace {

/// The times beside or at a time; false without samples. Outside of the samples both are the nearest one.
bool bracket(const std::set<double>& times, double time, double* lower, double* upper) {
  if (times.empty()) return false;
  const auto after = times.lower_bound(time);
  if (after == times.end()) {
    *lower = *upper = *times.rbegin();
  } else if (after == times.begin() || *after == time) {
    *lower = *upper = *after;
  } else {
    *upper = *after;
    *lower = *std::prev(after);
  }
  return true;
}

std::set<double> times_of(const SdfTimeSampleMap& samples) {
  std::set<double> times;
  for (const auto& sample : samples) times.insert(times.end(), sample.first);
  return times;
}

}  // namespace

// --- specs ---

const TextLayerData::Spec* TextLayerData::find(const SdfPath& path) const {
  const auto found = specs_.find(path);
  return found == specs_.end() ? nullptr : *found;
}

TextLayerData::Spec* TextLayerData::find_to_write(const SdfPath& path) {
  if (written_ != nullptr && written_->path == path) return written_;
  const auto found = specs_.find(path);
  if (found == specs_.end()) return nullptr;
  written_ = *found;
  return written_;
}

TextLayerData::Spec* TextLayerData::add_spec(const SdfPath& path) {
  constexpr std::size_t largest_chunk = 1024;
  if (used_in_chunk_ == chunk_size_) {
    chunk_size_ = std::min(2 * chunk_size_, largest_chunk);
    chunks_.push_back({std::make_unique<Spec[]>(chunk_size_), chunk_size_});
    used_in_chunk_ = 0;
  }
  Spec* spec = &chunks_.back().specs[used_in_chunk_++];
  spec->path = path;
  specs_.insert(spec);
  return spec;
}

void TextLayerData::drop_spec(Spec* spec) {
  specs_.erase(spec);
  *spec = Spec{};  // its place in the chunk stays unused
  written_ = nullptr;
}

void TextLayerData::CreateSpec(const SdfPath& path, SdfSpecType type) {
  if (!TF_VERIFY(type != SdfSpecTypeUnknown)) return;
  Spec* spec = find_to_write(path);
  written_ = spec == nullptr ? add_spec(path) : spec;
  written_->type = type;
}

bool TextLayerData::HasSpec(const SdfPath& path) const { return specs_.contains(path); }

void TextLayerData::EraseSpec(const SdfPath& path) {
  Spec* spec = find_to_write(path);
  if (TF_VERIFY(spec != nullptr, "No spec to erase at <%s>", path.GetText())) drop_spec(spec);
}

void TextLayerData::MoveSpec(const SdfPath& from, const SdfPath& to) {
  Spec* spec = find_to_write(from);
  if (!TF_VERIFY(spec != nullptr, "No spec to move at <%s>", from.GetText())) return;
  if (!TF_VERIFY(!HasSpec(to))) return;
  specs_.erase(spec);
  spec->path = to;
  specs_.insert(spec);
}

bool TextLayerData::take_specs(TextLayerData& other, const std::vector<SdfPath>& shared) {
  for (const SdfPath& path : shared) {
    if (Spec* spec = other.find_to_write(path)) other.drop_spec(spec);
  }
  for (const Chunk& chunk : other.chunks_) {
    for (Spec* spec = chunk.specs.get(); spec != chunk.specs.get() + chunk.size; ++spec) {
      if (spec->type != SdfSpecTypeUnknown && !specs_.insert(spec).second) return false;
    }
  }
  might_have_relocates_ = might_have_relocates_ || other.might_have_relocates_;
  // the chunk that is being filled stays the last one
  const auto filled = chunks_.empty() ? chunks_.end() : std::prev(chunks_.end());
  chunks_.insert(filled, std::make_move_iterator(other.chunks_.begin()), std::make_move_iterator(other.chunks_.end()));
  other.chunks_.clear();
  other.specs_.clear();
  other.written_ = nullptr;
  return true;
}

SdfSpecType TextLayerData::GetSpecType(const SdfPath& path) const {
  const Spec* spec = find(path);
  return spec == nullptr ? SdfSpecTypeUnknown : spec->type;
}

void TextLayerData::_VisitSpecs(SdfAbstractDataSpecVisitor* visitor) const {
  for (const Spec* spec : specs_) {
    if (!visitor->VisitSpec(*this, spec->path)) return;
  }
}

// --- fields ---

const VtValue* TextLayerData::find_value(const SdfPath& path, const TfToken& field, SdfSpecType& type) const {
  const Spec* spec = find(path);
  type = spec == nullptr ? SdfSpecTypeUnknown : spec->type;
  if (spec == nullptr) return nullptr;
  for (const Field& candidate : spec->fields) {
    if (candidate.name == field) return &candidate.value;
  }
  return nullptr;
}

const VtValue* TextLayerData::find_value(const SdfPath& path, const TfToken& field) const {
  SdfSpecType ignored = SdfSpecTypeUnknown;
  return find_value(path, field, ignored);
}

VtValue* TextLayerData::find_or_add_value(const SdfPath& path, const TfToken& field) {
  Spec* spec = find_to_write(path);
  if (!TF_VERIFY(spec != nullptr, "No spec at <%s> when trying to set field '%s'", path.GetText(), field.GetText())) {
    return nullptr;
  }
  for (Field& candidate : spec->fields) {
    if (candidate.name == field) return &candidate.value;
  }
  spec->fields.push_back(Field{field, VtValue()});
  const bool is_relocates = field == SdfFieldKeys->Relocates || field == SdfFieldKeys->LayerRelocates;
  might_have_relocates_ = might_have_relocates_ || is_relocates;
  return &spec->fields.back().value;
}

bool TextLayerData::Has(const SdfPath& path, const TfToken& field, SdfAbstractDataValue* value) const {
  const VtValue* found = find_value(path, field);
  return found != nullptr && (value == nullptr || value->StoreValue(*found));
}

bool TextLayerData::Has(const SdfPath& path, const TfToken& field, VtValue* value) const {
  const VtValue* found = find_value(path, field);
  if (found != nullptr && value != nullptr) *value = *found;
  return found != nullptr;
}

bool TextLayerData::HasSpecAndField(const SdfPath& path, const TfToken& field, SdfAbstractDataValue* value,
                                    SdfSpecType* type) const {
  const VtValue* found = find_value(path, field, *type);
  return found != nullptr && (value == nullptr || value->StoreValue(*found));
}

bool TextLayerData::HasSpecAndField(const SdfPath& path, const TfToken& field, VtValue* value,
                                    SdfSpecType* type) const {
  const VtValue* found = find_value(path, field, *type);
  if (found != nullptr && value != nullptr) *value = *found;
  return found != nullptr;
}

VtValue TextLayerData::Get(const SdfPath& path, const TfToken& field) const {
  const VtValue* found = find_value(path, field);
  return found == nullptr ? VtValue() : *found;
}

void TextLayerData::Set(const SdfPath& path, const TfToken& field, const VtValue& value) {
  if (value.IsEmpty()) {
    Erase(path, field);
    return;
  }
  if (VtValue* place = find_or_add_value(path, field)) *place = value;
}

void TextLayerData::Set(const SdfPath& path, const TfToken& field, const SdfAbstractDataConstValue& value) {
  if (VtValue* place = find_or_add_value(path, field)) value.GetValue(place);
}

void TextLayerData::Erase(const SdfPath& path, const TfToken& field) {
  Spec* spec = find_to_write(path);
  if (spec == nullptr) return;
  const auto is_meant = [&field](const Field& candidate) { return candidate.name == field; };
  const auto found = std::ranges::find_if(spec->fields, is_meant);
  if (found != spec->fields.end()) spec->fields.erase(found);
}

std::vector<TfToken> TextLayerData::List(const SdfPath& path) const {
  std::vector<TfToken> names;
  const Spec* spec = find(path);
  if (spec == nullptr) return names;
  names.reserve(spec->fields.size());
  for (const Field& field : spec->fields) names.push_back(field.name);
  return names;
}

// --- time samples ---

const SdfTimeSampleMap* TextLayerData::find_samples(const SdfPath& path) const {
  const VtValue* value = find_value(path, SdfDataTokens->TimeSamples);
  const bool is_map = value != nullptr && value->IsHolding<SdfTimeSampleMap>();
  return is_map ? &value->UncheckedGet<SdfTimeSampleMap>() : nullptr;
}

std::set<double> TextLayerData::ListAllTimeSamples() const {
  std::set<double> times;
  for (const Spec* spec : specs_) times.merge(ListTimeSamplesForPath(spec->path));
  return times;
}

std::set<double> TextLayerData::ListTimeSamplesForPath(const SdfPath& path) const {
  const SdfTimeSampleMap* samples = find_samples(path);
  return samples == nullptr ? std::set<double>() : times_of(*samples);
}

bool TextLayerData::GetBracketingTimeSamples(double time, double* lower, double* upper) const {
  return bracket(ListAllTimeSamples(), time, lower, upper);
}

std::size_t TextLayerData::GetNumTimeSamplesForPath(const SdfPath& path) const {
  const SdfTimeSampleMap* samples = find_samples(path);
  return samples == nullptr ? 0 : samples->size();
}

bool TextLayerData::GetBracketingTimeSamplesForPath(const SdfPath& path, double time, double* lower,
                                                    double* upper) const {
  return bracket(ListTimeSamplesForPath(path), time, lower, upper);
}

bool TextLayerData::GetPreviousTimeSampleForPath(const SdfPath& path, double time, double* previous) const {
  const SdfTimeSampleMap* samples = find_samples(path);
  if (samples == nullptr) return false;
  const auto not_before = samples->lower_bound(time);
  if (not_before == samples->begin()) return false;
  *previous = std::prev(not_before)->first;
  return true;
}

bool TextLayerData::QueryTimeSample(const SdfPath& path, double time, SdfAbstractDataValue* value) const {
  const SdfTimeSampleMap* samples = find_samples(path);
  if (samples == nullptr) return false;
  const auto found = samples->find(time);
  return found != samples->end() && (value == nullptr || value->StoreValue(found->second));
}

bool TextLayerData::QueryTimeSample(const SdfPath& path, double time, VtValue* value) const {
  const SdfTimeSampleMap* samples = find_samples(path);
  if (samples == nullptr) return false;
  const auto found = samples->find(time);
  if (found != samples->end() && value != nullptr) *value = found->second;
  return found != samples->end();
}

void TextLayerData::SetTimeSample(const SdfPath& path, double time, const VtValue& value) {
  if (value.IsEmpty()) {
    EraseTimeSample(path, time);
    return;
  }
  VtValue* place = find_or_add_value(path, SdfDataTokens->TimeSamples);
  if (place == nullptr) return;
  SdfTimeSampleMap samples;
  if (place->IsHolding<SdfTimeSampleMap>()) place->UncheckedSwap(samples);
  samples[time] = value;
  *place = VtValue::Take(samples);
}

void TextLayerData::EraseTimeSample(const SdfPath& path, double time) {
  if (find_samples(path) == nullptr) return;
  VtValue* place = find_or_add_value(path, SdfDataTokens->TimeSamples);
  SdfTimeSampleMap samples;
  place->UncheckedSwap(samples);
  samples.erase(time);
  if (samples.empty()) {
    Erase(path, SdfDataTokens->TimeSamples);
  } else {
    *place = VtValue::Take(samples);
  }
}

}  // namespace assay::stage
