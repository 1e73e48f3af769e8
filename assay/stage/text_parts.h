#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::stage {

/// A place between two prims of a text layer, at the start of a line, and the names of the prims around it, outermost
/// first.
struct TextCut {
  std::size_t offset = 0;
  std::vector<std::string> owners;
};

/// Places, at least `part_size` bytes apart, where a text seems to be between two prims. They are guesses by the first
/// words of lines and their indentation: whether one holds is seen when the parts are parsed, see `part_text`.
std::vector<TextCut> find_cuts(std::string_view text, std::size_t part_size);

/// The name of the prim that closes a part.
inline constexpr std::string_view cut_mark = "__assay_cut__";

/// One of the parts that the cuts make of a text, counted from 0, as a layer of its own: it opens the prims around its
/// start again as `over`, and ends with an `over` of the name `cut_mark` behind which it closes those around its end.
/// If it can be parsed and has that prim where it is meant to be, the cut is between two statements of the bodies that
/// were guessed. Empty where the text itself has that name.
std::string part_text(std::string_view text, const std::vector<TextCut>& cuts, std::size_t part);

}  // namespace assay::stage
