#include "cli/audit_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

/// A text of the document without what a terminal would obey.
std::string shown(const Json& value) {
  std::string text = value.get<std::string>();
  for (char& letter : text) {
    if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f) letter = '?';
  }
  return text;
}

std::string counted(std::size_t count, std::string_view noun, std::string_view plural) {
  return fmt::format("{} {}", count, count == 1 ? noun : plural);
}

std::string difference_text(const Json& document, const Json& difference) {
  std::string place;
  if (difference.contains("line")) {
    place = fmt::format("  ({}:{}:{})", shown(document["manifest"]), difference["line"].get<int>(),
                        difference["column"].get<int>());
  }
  return fmt::format("{}: {}\n  {}{}\n", difference["code"].get<std::string>(), shown(difference["path"]),
                     shown(difference["message"]), place);
}

}  // namespace

std::string audit_text(const Json& document) {
  std::string text;
  for (const Json& difference : document["differences"]) text += difference_text(document, difference);
  if (!text.empty()) text += '\n';
  const std::size_t differences = document["differences"].size();
  text += fmt::format("{} against {}, selection {}: {}\n", shown(document["asset"]), shown(document["manifest"]),
                      shown(document["selection"]), differences == 0 ? "pass" : "FAIL");
  const Json& has = document["asset_has"];
  return text + fmt::format("{}, {}; the asset has {}, {}, {}; {}\n",
                            counted(document["parts"].size(), "part", "parts"),
                            counted(document["joints"].size(), "joint", "joints"),
                            counted(has["bodies"].get<std::size_t>(), "body", "bodies"),
                            counted(has["colliders"].get<std::size_t>(), "collider", "colliders"),
                            counted(has["joints"].get<std::size_t>(), "joint", "joints"),
                            counted(differences, "difference", "differences"));
}

}  // namespace assay::cli
