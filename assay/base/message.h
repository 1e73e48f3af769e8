#pragma once

#include "assay/base/finding.h"

#include <string>
#include <string_view>

namespace assay {

/// Text of a value as it stands in a message: numbers shortest, lists joined with semicolons.
std::string text_of(const Value& value);

/// `text` with each `{name}` replaced by the value of that name. A name without a value is a bug of the rule.
std::string render_message(std::string_view text, const Values& values);

}  // namespace assay
