#include "assay/check/fix_worker.h"

#include "assay/check/confined_process.h"
#include "assay/check/unified_diff.h"
#include "assay/extract/extract.h"
#include "assay/extract/text_changes.h"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace assay::check {
namespace {

using Json = nlohmann::ordered_json;

Result<Json> fix_answer(const std::vector<extract::FixOrder>& orders, const FixOptions& fix_options,
                        const std::string& base) {
  const extract::AppliedFixes applied = extract::apply_fixes(orders, fix_options.rewrite);
  Json answer;
  answer["refusals"] = applied.refusals;
  answer["has_changes"] = !applied.layers.empty();
  std::string diff;
  for (const extract::ChangedLayer& layer : applied.layers) {
    if (!fix_options.dry_run) break;
    const std::string name = std::filesystem::path(layer.path).lexically_relative(base).generic_string();
    diff += unified_diff(layer.before, layer.after, name);
  }
  answer["diff"] = diff;
  if (fix_options.dry_run) return answer;
  const Result<bool> written = extract::write_layers(applied.layers);
  if (!written) return written.error();
  return answer;
}

Json json_of(const LayerChange& layer) {
  Json changes = Json::array();
  for (const TextChange& each : layer.changes) {
    changes.push_back({each.start_line, each.start_column, each.end_line, each.end_column, each.text});
  }
  return {{"layer", layer.layer}, {"changes", changes}};
}

LayerChange layer_change_of(const Json& json) {
  LayerChange layer{json.at("layer"), {}};
  for (const Json& each : json.at("changes")) layer.changes.push_back({each[0], each[1], each[2], each[3], each[4]});
  return layer;
}

Json changes_answer(const std::vector<extract::FixOrder>& orders) {
  Json answer = Json::array();
  for (const std::vector<LayerChange>& layers : extract::text_changes(orders)) {
    Json list = Json::array();
    for (const LayerChange& layer : layers) list.push_back(json_of(layer));
    answer.push_back(list);
  }
  return answer;
}

/// The answer of work with OpenUSD, from a process of its own.
Result<Json> answer_of(const schema::Limits& limits, const std::function<Result<Json>()>& work) {
  const auto confined = [&](const Take& give) -> Result<bool> {
    const Result<bool> started = extract::start(1);
    if (!started) return started.error();
    const Result<Json> answer = work();
    if (!answer) return answer.error();
    return give(answer.value().dump(-1, ' ', false, Json::error_handler_t::replace));
  };
  std::string text;
  const Result<bool> done = run_confined(limits, "editing", confined, [&text](std::string_view piece) {
    text += piece;
    return true;
  });
  if (!done) return done.error();
  const Json answer = Json::parse(text, nullptr, false);
  if (answer.is_discarded()) return Error{ErrorCode::Crashed, "editing gave a damaged answer", "", 0, 0};
  return answer;
}

}  // namespace

FixWork work_on(const std::vector<extract::FixOrder>& orders, const Options& options, const FixOptions& fix_options,
                const std::string& base) {
  const Result<Json> answer = answer_of(options.limits, [&] { return fix_answer(orders, fix_options, base); });
  FixWork work;
  if (!answer) {
    work.error = answer.error();
    return work;
  }
  work.refusals = answer.value().at("refusals");
  work.has_changes = answer.value().at("has_changes");
  work.diff = answer.value().at("diff");
  return work;
}

Result<std::vector<std::vector<LayerChange>>> text_changes_of(const std::vector<extract::FixOrder>& orders,
                                                              const Options& options) {
  const Result<Json> answer = answer_of(options.limits, [&] { return Result<Json>(changes_answer(orders)); });
  if (!answer) return answer.error();
  std::vector<std::vector<LayerChange>> changes;
  for (const Json& layers : answer.value()) {
    std::vector<LayerChange>& list = changes.emplace_back();
    for (const Json& layer : layers) list.push_back(layer_change_of(layer));
  }
  return changes;
}

}  // namespace assay::check
