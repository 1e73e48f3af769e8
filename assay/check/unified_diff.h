#pragma once

#include <string>
#include <string_view>

namespace assay::check {

/// The difference of two texts in the unified format with three lines of context, under the headers `--- a/NAME` and
/// `+++ b/NAME`; empty when they are equal. Line ends are part of the lines. Of bytes that
/// are no text it says only that they differ.
std::string unified_diff(std::string_view before, std::string_view after, std::string_view name);

}  // namespace assay::check
