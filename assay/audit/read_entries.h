#pragma once

#include "assay/audit/yaml_record.h"

namespace assay::audit {

/// An entry of `parts`; none where it cannot be told what it is of. Errors go to `errors`.
std::optional<Part> read_part(const YAML::Node& node, YamlErrors& errors);

/// An entry of `joints`, likewise.
std::optional<ExpectedJoint> read_joint(const YAML::Node& node, YamlErrors& errors);

/// The drives of a joint, by their instance names.
std::vector<ExpectedDrive> read_drives(const std::optional<YAML::Node>& node, YamlErrors& errors);

}  // namespace assay::audit
