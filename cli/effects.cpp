#include "assay/schema/effects.h"

#include "assay/base/nearest_names.h"
#include "assay/schema/runtime.h"
#include "cli/commands.h"
#include "cli/effects_json.h"
#include "cli/output.h"
#include "cli/shared_options.h"

#include <fmt/format.h>

#include <memory>

namespace assay::cli {
namespace {

struct Arguments {
  std::string feature;
  std::string runtime;
  std::string format = "text";
  bool json = false;
};

/// The reader of that name, or the one by which the runtime of that name is judged.
const schema::Reader* reader_of(const std::string& name) {
  if (const schema::Reader* reader = schema::find_reader(name)) return reader;
  const schema::Runtime* runtime = schema::find_runtime(name);
  return runtime == nullptr ? nullptr : schema::reader_of(runtime->target);
}

int unknown_name(const std::string& what, const std::string& name, const std::vector<std::string>& known) {
  const std::vector<std::string> near = nearest_names(name, known);
  const std::string hint =
      near.empty() ? "`assay effects` lists them" : fmt::format("did you mean {}?", fmt::join(near, ", "));
  return fail(fmt::format("there is no {} '{}'; {}", what, name, hint));
}

std::vector<std::string> feature_ids() {
  std::vector<std::string> ids;
  for (const schema::Feature& feature : schema::features()) ids.emplace_back(feature.id);
  return ids;
}

int unknown_runtime(const std::string& name) {
  std::string known;
  for (const schema::Runtime& runtime : schema::runtimes()) known += fmt::format(" {}", runtime.name);
  for (const schema::Reader& reader : schema::readers()) {
    if (schema::find_runtime(reader.name) == nullptr) known += fmt::format(" {}", reader.name);
  }
  return fail(fmt::format("there is no runtime or reader '{}'; there are{}", name, known));
}

/// A line of the list: the first column, then one for each reader.
std::string line_text(std::string_view first, const std::vector<std::string>& columns) {
  std::string line = fmt::format("{:<28}", first);
  for (const std::string& column : columns) line += fmt::format(" {:<13}", column);
  return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

/// One line for each feature, under its area.
std::string features_text(const EffectsChoice& choice) {
  std::vector<std::string> columns;
  for (const schema::Reader* reader : choice.readers) columns.emplace_back(reader->name);
  std::string text = line_text("feature", columns);
  std::string_view area;
  for (const schema::Feature* feature : choice.features) {
    if (feature->area != area) text += fmt::format("\n{}\n", feature->area);
    area = feature->area;
    columns.clear();
    for (const schema::Reader* reader : choice.readers) {
      const schema::Effect& effect = effect_of(*feature, *reader);
      columns.push_back(fmt::format("{}{}", name_of(effect.kind), effect.is_confirmed ? "" : "?"));
    }
    text += line_text(fmt::format("  {}", feature->id), columns);
  }
  return text + "\n?: not confirmed by running it\n";
}

/// A number in its shortest form with its unit, a word, or the rule.
std::string value_text(const schema::RuntimeDefault& standard) {
  if (!standard.number) return std::string(standard.word.empty() ? standard.rule : standard.word);
  const std::string number = fmt::format("{}", *standard.number);
  return standard.unit.empty() ? number : fmt::format("{} {}", number, standard.unit);
}

std::string defaults_text(const EffectsChoice& choice) {
  std::string text = "\ntaken where an asset says nothing\n";
  for (const schema::RuntimeDefault* standard : choice.defaults) {
    text += fmt::format("  {:<31} {:<11} {}\n", standard->id, standard->reader->name, value_text(*standard));
  }
  return text;
}

/// What is known of one effect, each line behind `indent`.
std::string effect_text(const schema::Effect& effect, const std::string& indent) {
  std::string text(name_of(effect.kind));
  if (!effect.how.empty()) text += fmt::format(": {}", effect.how);
  text += '\n';
  if (effect.kind == schema::EffectKind::Unknown) return text + indent + "no source states it; nothing is reported\n";
  if (effect.severity) text += fmt::format("{}reported as {}\n", indent, name_of(*effect.severity));
  if (!effect.is_confirmed) text += indent + "not confirmed by running it; nothing is reported\n";
  if (const std::string version = version_text(effect); !version.empty()) {
    text += fmt::format("{}holds for {}\n", indent, version);
  }
  for (const schema::Citation& citation : effect.sources) text += indent + citation_text(citation) + "\n";
  if (effect.earlier != nullptr) text += indent + "earlier " + effect_text(*effect.earlier, indent + "  ");
  return text;
}

std::string feature_text(const schema::Feature& feature, const EffectsChoice& choice) {
  std::string text = fmt::format("{} ({})\nused when {}\n", feature.id, feature.area, feature.used_when);
  if (!feature.owner.empty()) {
    const std::string when = feature.owner_when.empty() ? "" : fmt::format(" when {}", feature.owner_when);
    text += fmt::format("reported by {}{}\n", feature.owner, when);
  }
  for (const schema::Reader* reader : choice.readers)
    text += fmt::format("\n{}: {}", reader->title, effect_text(effect_of(feature, *reader), "  "));
  return text;
}

int run(const Arguments& arguments) {
  EffectsChoice choice;
  const schema::Reader* wanted = arguments.runtime.empty() ? nullptr : reader_of(arguments.runtime);
  if (wanted == nullptr && !arguments.runtime.empty()) return unknown_runtime(arguments.runtime);
  for (const schema::Reader& reader : schema::readers()) {
    if (wanted == nullptr || wanted == &reader) choice.readers.push_back(&reader);
  }
  const schema::Feature* feature = schema::find_feature(arguments.feature);
  if (feature == nullptr && !arguments.feature.empty())
    return unknown_name("feature", arguments.feature, feature_ids());
  for (const schema::Feature& each : schema::features()) {
    if (feature == nullptr || feature == &each) choice.features.push_back(&each);
  }
  for (const schema::RuntimeDefault& standard : schema::runtime_defaults()) {
    if (feature == nullptr && (wanted == nullptr || wanted == standard.reader)) choice.defaults.push_back(&standard);
  }
  if (arguments.json || arguments.format == "json") return write_output(effects_json(choice)) ? 0 : exit_usage;
  const std::string text =
      feature == nullptr ? features_text(choice) + defaults_text(choice) : feature_text(*feature, choice);
  return write_output(text) ? 0 : exit_usage;
}

}  // namespace

void add_effects(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "effects", "print what each runtime makes of a feature, and what it takes where nothing is said");
  command->add_option("FEATURE", arguments->feature, "feature, such as nested-body; without one all are listed");
  command->add_option("--runtime", arguments->runtime, "only this runtime: physx, newton or mujoco");
  add_format_options(*command, arguments->format, arguments->json);
  command->footer(
      "Examples:\n  assay effects\n  assay effects collision-group\n  assay effects --runtime newton --json");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace assay::cli
