#include "assay/base/edit.h"

#include <array>

namespace assay {
namespace {

constexpr std::array<std::string_view, 9> operation_names = {
    "set_field",        "remove_field",    "set_entry",   "remove_entry", "set_variant_selection",
    "remove_list_item", "remove_property", "remove_prim", "add_opinions"};
constexpr std::array<std::string_view, 2> safety_names = {"safe", "suggested"};

}  // namespace

std::string_view name_of(EditOperation operation) { return operation_names.at(static_cast<std::size_t>(operation)); }

std::string_view name_of(FixSafety safety) { return safety_names.at(static_cast<std::size_t>(safety)); }

}  // namespace assay
