#include "assay/inspect/why_text.h"

#include "assay/base/arcs_text.h"
#include "assay/inspect/table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::inspect {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longest_value = 120;  // characters; arrays may have millions of items

std::string value_text(const Json& value) {
  std::string text = printable(value.dump(-1, ' ', false, Json::error_handler_t::replace));
  if (width_of(text) <= longest_value) return text;
  std::size_t end = longest_value;
  while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not within a character
  return text.substr(0, end) + " …";
}

std::string place_text(const Json& opinion) {
  const std::string layer = opinion.at("layer");
  const std::string line = opinion.at("line").is_null()
                               ? ""
                               : fmt::format(":{}:{}", opinion["line"].get<int>(), opinion.at("column").get<int>());
  return printable(fmt::format("{}{} <{}>", layer, line, opinion.at("spec_path").get<std::string>()));
}

std::vector<Arc> arcs_of(const Json& arcs) {
  std::vector<Arc> chain;
  for (const Json& arc : arcs) chain.push_back({arc.at("kind"), arc.at("layer"), arc.at("path")});
  return chain;
}

std::string statement_text(const Json& opinion) {
  const std::string states = opinion.at("states");
  std::string text = states == "value" ? value_text(opinion.at("value")) : states == "block" ? "blocks" : "declares it";
  if (opinion.contains("time_samples")) text += fmt::format(", {} time samples", opinion["time_samples"].get<int>());
  if (opinion.contains("spline")) text += ", a spline";
  return text;
}

/// What holds, and why where no opinion wins.
std::string outcome_text(const Json& document) {
  const std::string origin = document.at("origin");
  std::string value = value_text(document.at("value"));
  if (origin == "authored") return value;
  if (origin == "none") return "no value: nothing is authored and the schema has no fallback";
  const bool has_fallback = !document.at("fallback").is_null();
  if (origin == "fallback") return value + ", the schema's fallback, since nothing is authored";
  return has_fallback ? value + ", the schema's fallback, since the strongest opinion blocks"
                      : "no value, since the strongest opinion blocks";
}

}  // namespace

std::string why_text(const nlohmann::ordered_json& document, bool color) {
  const Paint paint{color};
  const std::string name = printable(
      fmt::format("<{}>.{}", document.at("prim").get<std::string>(), document.at("property").get<std::string>()));
  std::string text = fmt::format("{} = {}\n", paint.strong(name), outcome_text(document));
  text += fmt::format("  {} selection; values as authored, in stage units\n",
                      printable(document.at("selection").get<std::string>()));
  if (document.at("animated")) text += "  time samples or a spline hide the default at every time\n";
  for (const Json& opinion : document.at("opinions")) {
    const bool is_winner = opinion.at("is_winner");
    text += fmt::format("\n  {} {}\n", is_winner ? "▶" : " ",
                        is_winner ? paint.strong(statement_text(opinion)) : statement_text(opinion));
    text += fmt::format("      {} {}\n", paint.faint("-->"), place_text(opinion));
    if (opinion.at("arcs").size() > 1)
      text += fmt::format("      {} {}\n", paint.faint("brought by"), printable(arcs_text(arcs_of(opinion["arcs"]))));
  }
  return text;
}

}  // namespace assay::inspect
