#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace assay {

/// ANSI styles, or nothing.
struct Paint {
  bool color = false;
  std::string paint(std::string_view code, std::string_view text) const {
    return color ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
  }
  std::string strong(std::string_view text) const { return paint("1", text); }
  std::string faint(std::string_view text) const { return paint("2", text); }
};

}  // namespace assay
