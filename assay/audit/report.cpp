#include "assay/audit/report.h"

#include "assay/audit/names.h"
#include "assay/base/version.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace assay::audit {
namespace {

using Json = nlohmann::ordered_json;

/// A number; as a word where JSON has none.
Json number_json(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return number;
}

struct JsonOfQuantity {
  Json operator()(std::monostate) const { return nullptr; }
  Json operator()(const std::string& text) const { return text; }
  Json operator()(double number) const { return number_json(number); }
  Json operator()(const std::vector<double>& numbers) const {
    Json list = Json::array();
    for (const double number : numbers) list.push_back(number_json(number));
    return list;
  }
};

Json difference_json(const Difference& difference) {
  Json object = {{"code", name_of(difference.code)}, {"path", difference.path}, {"message", difference.message}};
  if (!difference.quantity.empty()) {
    object["quantity"] = difference.quantity;
    object["expected"] = std::visit(JsonOfQuantity{}, difference.expected);
    object["found"] = std::visit(JsonOfQuantity{}, difference.found);
  }
  if (difference.deviation) {
    object["deviation"] = number_json(*difference.deviation);
    object["tolerance"] = number_json(*difference.tolerance);
  }
  if (!difference.unit.empty()) object["unit"] = difference.unit;
  if (difference.entry.empty()) return object;
  object["entry"] = difference.entry;
  object["line"] = difference.mark.line;
  object["column"] = difference.mark.column;
  return object;
}

bool is_met(const Audit& audit, const std::string& entry) {
  return std::ranges::find(audit.differences, entry, &Difference::entry) == audit.differences.end();
}

Json entries_json(const Audit& audit, const Manifest& manifest) {
  Json parts = Json::array();
  for (const Part& part : manifest.parts)
    parts.push_back({{"path", part.path}, {"role", name_of(part.role)}, {"pass", is_met(audit, part.path)}});
  Json joints = Json::array();
  for (const ExpectedJoint& joint : manifest.joints)
    joints.push_back({{"path", joint.path}, {"pass", is_met(audit, joint.path)}});
  return {{"parts", std::move(parts)}, {"joints", std::move(joints)}};
}

}  // namespace

std::string audit_json(const Audit& audit, const Manifest& manifest, const model::Physics& physics) {
  Json document = {{"schema", "assay.audit/1"},
                   {"version", version},
                   {"asset", audit.asset},
                   {"manifest", audit.manifest_file},
                   {"selection", physics.selection},
                   {"verdict", audit.differences.empty() ? "pass" : "fail"},
                   {"size", audit.size}};
  for (const ToleranceFacts& facts : tolerance_facts())
    document["tolerances"][std::string(facts.name)] = manifest.tolerances.*facts.value;
  document["asset_has"] = {{"bodies", physics.bodies.size()},
                           {"colliders", physics.colliders.size()},
                           {"joints", physics.joints.size()},
                           {"drawn", physics.drawn.size()}};
  document.update(entries_json(audit, manifest));
  document["differences"] = Json::array();
  for (const Difference& difference : audit.differences) document["differences"].push_back(difference_json(difference));
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace assay::audit
