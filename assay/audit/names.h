#pragma once

#include "assay/audit/manifest.h"
#include "assay/model/words.h"

// The words of manifests for what is theirs alone, beside those of the model.

namespace assay::model {

template <>
std::span<const std::string_view> words_of<audit::Role>();
template <>
std::span<const std::string_view> words_of<audit::Motion>();

}  // namespace assay::model

namespace assay::audit {

std::string_view name_of(Role role);
std::string_view name_of(Motion motion);

/// Whether joints of the kind turn about or slide along an axis that physics:axis names.
bool has_main_axis(model::JointKind kind);

}  // namespace assay::audit
