#include "assay/report/text.h"

#include "assay/base/arcs_text.h"
#include "assay/base/message.h"
#include "assay/base/paint.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>

namespace assay::report {
namespace {

constexpr std::size_t shown_prims = 5;  // prims that a group names beside its first

/// The colours of severities and verdicts.
struct Palette : Paint {
  std::string of(Severity severity, std::string_view text) const {
    constexpr std::string_view codes[] = {"36", "33;1", "31;1"};
    return paint(codes[static_cast<std::size_t>(severity)], text);
  }
  std::string of(Verdict verdict, std::string_view text) const {
    constexpr std::string_view codes[] = {"32;1", "33;1", "35;1", "31;1"};
    return paint(codes[static_cast<std::size_t>(verdict)], text);
  }
};

/// Findings that differ only in the prim: one cause, many places.
struct Group {
  const Finding* first = nullptr;
  std::vector<const Finding*> others;
};

std::string group_key(const Finding& finding) {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", finding.rule, name_of(finding.severity), finding.subject,
                     finding.message, fmt::join(finding.selections, ","), finding.site.layer, finding.caused_by);
}

std::vector<Group> groups_of(const std::vector<Finding>& findings) {
  std::vector<Group> groups;
  std::map<std::string, std::size_t> indices;
  for (const Finding& finding : findings) {
    const auto [entry, added] = indices.try_emplace(group_key(finding), groups.size());
    if (added) {
      groups.push_back({&finding, {}});
    } else {
      groups[entry->second].others.push_back(&finding);
    }
  }
  return groups;
}

/// Where the site's layer is for the reader: its path seen from where the asset's was given.
std::string site_text(const AssetReport& asset, const Site& site) {
  namespace fs = std::filesystem;
  const std::string layer = (fs::path(asset.shown).parent_path() / site.layer).lexically_normal().generic_string();
  if (site.line == 0)
    return fmt::format("{} <{}{}{}>", layer, site.prim, site.property.empty() ? "" : ".", site.property);
  return fmt::format("{}:{}:{}", layer, site.line, site.column);
}

void append_excerpt(std::string& text, const Site& site, Severity severity, const Palette& palette) {
  const Excerpt& excerpt = site.excerpt;
  if (excerpt.text.empty()) return;
  const std::string number = std::to_string(site.line);
  const std::string margin(number.size(), ' ');
  const std::string caret(static_cast<std::size_t>(excerpt.length), '^');
  text += fmt::format("    {} {}\n", margin, palette.faint("|"));
  text += fmt::format("    {} {} {}\n", palette.faint(number), palette.faint("|"), excerpt.text);
  text += fmt::format("    {} {} {}{}\n", margin, palette.faint("|"),
                      std::string(static_cast<std::size_t>(excerpt.caret), ' '), palette.of(severity, caret));
}

std::string others_text(const std::vector<const Finding*>& others) {
  std::vector<std::string> prims;
  for (const Finding* finding : others) {
    if (prims.size() == shown_prims) break;
    prims.push_back("<" + finding->prim + ">");
  }
  const std::size_t more = others.size() - prims.size();
  return fmt::format("and {} more: {}{}", others.size(), fmt::join(prims, ", "),
                     more == 0 ? "" : fmt::format(" and {} others", more));
}

void append_line(std::string& text, const Palette& palette, std::string_view label, std::string_view content) {
  text += fmt::format("    {} {}: {}\n", palette.faint("="), label, content);
}

/// The reasons of a finding whose message does not say them.
std::string unshown_reasons(const Finding& finding) {
  const auto reasons = std::ranges::find(finding.values, "reasons", &std::pair<std::string, Value>::first);
  if (reasons == finding.values.end()) return "";
  const std::string text = text_of(reasons->second);
  return finding.message.find(text) == std::string::npos ? text : "";
}

/// The instances that share the prim; empty outside instances.
std::string instances_text(const Finding& finding) {
  const auto instances = std::ranges::find(finding.values, "instances", &std::pair<std::string, Value>::first);
  return instances == finding.values.end() ? "" : text_of(instances->second) + " instances";
}

void append_group(std::string& text, const AssetReport& asset, const Group& group, bool is_consequence,
                  const Palette& palette) {
  const Finding& finding = *group.first;
  const std::string id = fmt::format("{}[{}]", name_of(finding.severity), finding.rule);
  text += fmt::format("  {}{}: {}\n", is_consequence ? "└ follows from it: " : "", palette.of(finding.severity, id),
                      palette.strong(finding.message));
  if (!finding.prim.empty()) {
    const bool shown = finding.property.empty();
    text += fmt::format("    on <{}{}{}>\n", finding.prim, shown ? "" : ".", finding.property);
  }
  text += fmt::format("    {} {}\n", palette.faint("-->"), site_text(asset, finding.site));
  append_excerpt(text, finding.site, finding.severity, palette);
  if (!group.others.empty()) append_line(text, palette, "also", others_text(group.others));
  if (!finding.selections.empty())
    append_line(text, palette, "selections", fmt::format("{}", fmt::join(finding.selections, ", ")));
  if (const std::string instances = instances_text(finding); !instances.empty()) {
    append_line(text, palette, "shared by", instances);
  }
  if (const std::string reasons = unshown_reasons(finding); !reasons.empty())
    append_line(text, palette, "note", reasons);
  if (!finding.variants.empty())
    append_line(text, palette, "seen with", fmt::format("{}", fmt::join(finding.variants, ", ")));
  if (finding.site.arcs.size() > 1) append_line(text, palette, "brought by", arcs_text(finding.site.arcs));
  if (!finding.requirements.empty()) {
    append_line(text, palette, "judges", fmt::format("{}", fmt::join(finding.requirements, ", ")));
  }
  if (!finding.remedy.empty()) append_line(text, palette, "remedy", finding.remedy);
  text += '\n';
}

/// The group that explains each group, by index; none for first causes.
std::vector<std::optional<std::size_t>> causes_of(const std::vector<Group>& groups) {
  std::map<std::string_view, std::size_t> by_fingerprint;
  for (std::size_t index = 0; index < groups.size(); ++index) {
    by_fingerprint.try_emplace(groups[index].first->fingerprint, index);
    for (const Finding* finding : groups[index].others) by_fingerprint.try_emplace(finding->fingerprint, index);
  }
  std::vector<std::optional<std::size_t>> causes(groups.size());
  for (std::size_t index = 0; index < groups.size(); ++index) {
    const auto cause = by_fingerprint.find(groups[index].first->caused_by);
    if (cause != by_fingerprint.end() && cause->second != index) causes[index] = cause->second;
  }
  return causes;
}

/// Groups by first cause: what follows from a finding stands directly below it.
void append_findings(std::string& text, const AssetReport& asset, const Palette& palette) {
  const std::vector<Group> groups = groups_of(asset.findings);
  const std::vector<std::optional<std::size_t>> causes = causes_of(groups);
  std::map<std::size_t, std::vector<std::size_t>> consequences;
  for (std::size_t index = 0; index < groups.size(); ++index) {
    if (causes[index]) consequences[*causes[index]].push_back(index);
  }
  for (std::size_t index = 0; index < groups.size(); ++index) {
    if (causes[index]) continue;
    append_group(text, asset, groups[index], false, palette);
    for (const std::size_t consequence : consequences[index]) {
      append_group(text, asset, groups[consequence], true, palette);
    }
  }
}

/// A verdict as people write it.
std::string spoken(Verdict verdict) {
  std::string text(name_of(verdict));
  std::ranges::replace(text, '_', ' ');
  return text;
}

std::string in_capitals(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  return text;
}

std::string counts_text(const Readiness& state) {
  std::vector<std::string> parts;
  if (state.errors > 0) parts.push_back(fmt::format("{} error{}", state.errors, state.errors == 1 ? "" : "s"));
  if (state.warnings > 0) parts.push_back(fmt::format("{} warning{}", state.warnings, state.warnings == 1 ? "" : "s"));
  if (state.notes > 0) parts.push_back(fmt::format("{} note{}", state.notes, state.notes == 1 ? "" : "s"));
  return parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, ", "));
}

void append_readiness(std::string& text, const AssetReport& asset, const Palette& palette) {
  if (asset.readiness.empty() || !asset.errors.empty()) return;
  text += "  readiness:";
  for (const char* column : {"standard", "physx", "newton", "mujoco"}) {
    const Readiness& state = asset.readiness.at(column);
    const bool is_target = std::ranges::find(asset.targets, column) != asset.targets.end();
    text += fmt::format("  {}{} {}{}", column, is_target ? "*" : "", palette.of(state.verdict, spoken(state.verdict)),
                        counts_text(state));
  }
  text += asset.targets.empty() ? "  (no target declared)\n" : "  (* target)\n";
}

/// How many findings each reason silences, in the order in which the reasons come.
void append_silenced(std::string& text, const AssetReport& asset, const Palette& palette) {
  std::vector<std::pair<SilencedBy, int>> counts;
  for (const Finding& finding : asset.silenced) {
    const auto known = std::ranges::find(counts, finding.silenced_by, &std::pair<SilencedBy, int>::first);
    if (known == counts.end()) {
      counts.emplace_back(finding.silenced_by, 1);
    } else {
      ++known->second;
    }
  }
  for (const auto& [by, count] : counts) {
    text += fmt::format("  {}: {} finding{}: {} ({})\n", palette.faint("silenced"), count, count == 1 ? "" : "s",
                        by.reason, by.source);
  }
}

void append_silencing(std::string& text, const Silencing& silencing, const Palette& palette) {
  for (const SilencingNote& note : silencing.notes) {
    text += fmt::format("{} {}:{}:{}: {}\n", palette.of(Severity::Note, "note:"), note.file, note.line, note.column,
                        note.message);
  }
  if (silencing.gone == 0) return;
  text += fmt::format("{} {}: {} known finding{} no longer occur{}; --write-baseline takes them out\n",
                      palette.of(Severity::Note, "note:"), silencing.baseline, silencing.gone,
                      silencing.gone == 1 ? "" : "s", silencing.gone == 1 ? "s" : "");
}

void append_asset(std::string& text, const AssetReport& asset, const Palette& palette) {
  text += fmt::format("{} {}{}\n", palette.of(asset.verdict, in_capitals(spoken(asset.verdict))),
                      palette.strong(asset.shown),
                      asset.role.empty() ? "" : palette.faint(fmt::format("  role {}", asset.role)));
  for (const Error& error : asset.errors) text += "  " + error_text(error, asset.shown, palette.color) + "\n";
  append_readiness(text, asset, palette);
  if (!asset.findings.empty()) text += '\n';
  append_findings(text, asset, palette);
  for (const NotEvaluated& rule : asset.not_evaluated) {
    text += fmt::format("  {}: {}: {}\n", palette.of(Verdict::NotEvaluated, "not evaluated"), rule.rule, rule.reason);
  }
  append_silenced(text, asset, palette);
}

}  // namespace

std::string error_text(const Error& error, const std::string& shown, bool color) {
  const Palette palette{{color}};
  std::string place = shown;
  if (error.line > 0) place += fmt::format(":{}", error.line);
  if (error.line > 0 && error.column > 0) place += fmt::format(":{}", error.column);
  return fmt::format("{} {}: {}", palette.of(Severity::Error, "error:"), place, error.message);
}

std::string check_text(const CheckReport& report, bool color) {
  const Palette palette{{color}};
  std::string text;
  std::map<Verdict, int, std::greater<>> verdicts;  // worst first
  for (const AssetReport& asset : report.assets) {
    append_asset(text, asset, palette);
    if (report.assets.size() > 1 && !text.ends_with("\n\n")) text += '\n';
    ++verdicts[asset.verdict];
  }
  for (const Error& error : report.errors) text += error_text(error, error.file, color) + "\n";
  append_silencing(text, report.silencing, palette);
  if (report.assets.size() < 2) return text;
  std::vector<std::string> counts;
  for (const auto& [verdict, count] : verdicts) {
    counts.push_back(fmt::format("{} {}", count, palette.of(verdict, spoken(verdict))));
  }
  return text + fmt::format("{} assets: {}\n", report.assets.size(), fmt::join(counts, ", "));
}

}  // namespace assay::report
