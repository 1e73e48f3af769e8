#include "assay/schema/json_schema.h"

#include "assay/schema/profile.h"
#include "cli/commands.h"
#include "cli/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace assay::cli {
namespace {

std::string list_text(std::string_view label, std::span<const std::string_view> items) {
  return items.empty() ? "" : fmt::format("  {}: {}\n", label, fmt::join(items, ", "));
}

/// Everything of a definition but the version that holds it.
std::string definition_text(const schema::SchemaDefinition& definition) {
  std::string text = fmt::format("  kind: {}\n", definition.kind);
  text += list_text("inherits", definition.inherits);
  text += list_text("built in", definition.built_in);
  text += list_text("applies only to", definition.can_only_apply_to);
  for (const schema::PropertyDefinition& property : definition.properties) {
    text += fmt::format("  {} {}{}{}\n", property.kind == "relationship" ? "rel" : property.type, property.name,
                        property.fallback.empty() ? "" : " = ", property.fallback);
  }
  return text;
}

/// The cells of the schema's row in each profile's policy.
std::string policy_text(std::string_view name) {
  constexpr std::string_view cells[] = {"OK", "REQ/OK", "NA", "FORBID"};
  std::string text;
  for (const schema::Profile& profile : schema::profiles()) {
    const schema::PolicyRow* row = schema::row_of_schema(schema::policy_of(profile), name);
    if (row == nullptr) continue;
    text += fmt::format("isolation under profile {}: {}\n ", profile.name, row->title);
    for (const Target target : all_targets) {
      const auto column = static_cast<std::size_t>(target);
      text += fmt::format(" {} {}", schema::name_of(target), cells[static_cast<std::size_t>(row->cells.at(column))]);
    }
    text += fmt::format("\n  source: {}\n", row->source);
  }
  return text;
}

/// The definition in each catalog; versions that define it alike share one text.
std::string usd_schema_text(std::string_view name) {
  std::vector<std::pair<std::string, std::string>> texts;  // versions, definition
  for (const schema::Catalog& catalog : schema::catalogs()) {
    const auto found = std::ranges::find(catalog.schemas, name, &schema::SchemaDefinition::name);
    if (found == catalog.schemas.end()) continue;
    const std::string version = fmt::format("{} {} ({})", catalog.family, catalog.version, catalog.package);
    const std::string definition = definition_text(*found);
    if (!texts.empty() && texts.back().second == definition) {
      texts.back().first += ", " + version;
    } else {
      texts.emplace_back(version, definition);
    }
  }
  std::string text;
  for (const auto& [versions, definition] : texts) text += fmt::format("{} in {}\n{}", name, versions, definition);
  return text + policy_text(name);
}

int run(const std::string& name) {
  for (const schema::JsonSchema& document : schema::json_schemas()) {
    if (document.name == name) return write_output(std::string(document.text)) ? 0 : exit_usage;
  }
  const std::string text = usd_schema_text(name);
  if (!text.empty()) return write_output(text) ? 0 : exit_usage;
  std::string known;
  for (const schema::JsonSchema& document : schema::json_schemas()) known += " " + std::string(document.name);
  return fail("there is no schema '" + name + "'; documents are" + known +
              ", or name a USD schema such as NewtonCollisionAPI");
}

}  // namespace

void add_schema(CLI::App& app, int& exit_code) {
  const auto name = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("schema", "print the JSON Schema of a published document, or what is known of a USD schema");
  command->add_option("NAME", *name, "document name, applied schema or prim type")->required();
  command->footer("Examples:\n  assay schema assay.check/1\n  assay schema MjcCollisionAPI");
  command->callback([name, &exit_code] { exit_code = run(*name); });
}

}  // namespace assay::cli
