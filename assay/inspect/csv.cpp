#include "assay/inspect/csv.h"

#include "assay/base/check.h"

#include <nlohmann/json.hpp>

#include <span>

namespace assay::inspect {
namespace {

using Json = nlohmann::ordered_json;

/// A column: its title and where in a record its value stands.
struct CsvColumn {
  const char* title;
  const char* pointer;  // JSON pointer
};

// every entry of a symmetric inertia once
constexpr CsvColumn body_columns[] = {
    {"path", "/path"},
    {"mass_kg", "/mass"},
    {"mass_source", "/mass_source"},
    {"center_of_mass_x_m", "/center_of_mass/0"},
    {"center_of_mass_y_m", "/center_of_mass/1"},
    {"center_of_mass_z_m", "/center_of_mass/2"},
    {"inertia_xx_kg_m2", "/inertia/0/0"},
    {"inertia_yy_kg_m2", "/inertia/1/1"},
    {"inertia_zz_kg_m2", "/inertia/2/2"},
    {"inertia_xy_kg_m2", "/inertia/0/1"},
    {"inertia_xz_kg_m2", "/inertia/0/2"},
    {"inertia_yz_kg_m2", "/inertia/1/2"},
    {"inertia_source", "/inertia_source"},
    {"enabled", "/enabled"},
    {"kinematic", "/kinematic"},
    {"position_x_m", "/pose/position/0"},
    {"position_y_m", "/pose/position/1"},
    {"position_z_m", "/pose/position/2"},
    {"rotation_w", "/pose/rotation/0"},
    {"rotation_x", "/pose/rotation/1"},
    {"rotation_y", "/pose/rotation/2"},
    {"rotation_z", "/pose/rotation/3"},
    {"parent", "/parent"},
    {"scene", "/scene"},
};

constexpr CsvColumn joint_columns[] = {
    {"path", "/path"},
    {"kind", "/kind"},
    {"body0", "/body0"},
    {"body1", "/body1"},
    {"axis_world_x", "/axis_world/0"},
    {"axis_world_y", "/axis_world/1"},
    {"axis_world_z", "/axis_world/2"},
    {"residual_m", "/residual/m"},
    {"residual_rad", "/residual/rad"},
    {"enabled", "/enabled"},
    {"collision_enabled", "/collision_enabled"},
    {"excluded_from_articulation", "/excluded_from_articulation"},
    {"break_force_n", "/break_force"},
    {"break_torque_n_m", "/break_torque"},
};

constexpr CsvColumn collider_columns[] = {
    {"path", "/path"},
    {"kind", "/shape/kind"},
    {"body", "/body"},
    {"enabled", "/enabled"},
    {"approximation", "/approximation"},
    {"volume_m3", "/volume"},
    {"volume_method", "/volume_method"},
    {"material", "/material"},
    {"scale_x", "/scale/0"},
    {"scale_y", "/scale/1"},
    {"scale_z", "/scale/2"},
    {"purpose", "/purpose"},
    {"drawn", "/drawn"},
};

constexpr CsvColumn material_columns[] = {
    {"path", "/path"},
    {"static_friction", "/static_friction"},
    {"dynamic_friction", "/dynamic_friction"},
    {"restitution", "/restitution"},
    {"density_kg_m3", "/density"},
};

/// The columns of a table; none for a name that is none of csv_tables().
std::span<const CsvColumn> columns_of(std::string_view table) {
  if (table == "bodies") return body_columns;
  if (table == "joints") return joint_columns;
  if (table == "colliders") return collider_columns;
  if (table == "materials") return material_columns;
  return {};
}

/// The columns of a record's main axis and its drive, which joints of one axis have.
void add_main_axis(std::string& line, const Json& joint) {
  Json low;
  Json high;
  for (const Json& axis : joint.at("axes")) {
    const bool is_main = joint.at("kind") == "revolute" || joint.at("kind") == "prismatic";
    if (!is_main || axis.at("state") == "locked") continue;
    low = axis.at("low");
    high = axis.at("high");
  }
  Json drive = joint.at("drives").size() == 1 ? joint["drives"][0] : Json::object();
  for (const Json& value : {low, high, drive.value("type", Json()), drive.value("stiffness", Json()),
                            drive.value("damping", Json()), drive.value("max_force", Json())}) {
    line += "," + csv_field(value.is_null() ? "" : value.is_string() ? value.get<std::string>() : value.dump());
  }
}

constexpr const char* main_axis_titles =
    ",low_m_or_rad,high_m_or_rad,drive_type,stiffness_per_m_or_rad,damping_per_m_or_rad,max_force_n_or_n_m";
constexpr const char* line_end = "\r\n";

}  // namespace

const std::vector<std::string>& csv_tables() {
  static const std::vector<std::string> tables = {"bodies", "joints", "colliders", "materials"};
  return tables;
}

std::string csv_field(std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(field);
  std::string quoted = "\"";
  for (const char letter : field) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  return quoted + "\"";
}

std::string csv_text(const nlohmann::ordered_json& document, const std::string& table) {
  const std::span<const CsvColumn> columns = columns_of(table);
  ASSAY_CHECK(!columns.empty());
  std::string text;
  for (const CsvColumn& column : columns) text += (text.empty() ? "" : ",") + std::string(column.title);
  text += (table == "joints" ? main_axis_titles : "") + std::string(line_end);
  for (const Json& record : document.at(table)) {
    std::string line;
    for (const CsvColumn& column : columns) {
      const Json::json_pointer pointer(column.pointer);
      const Json value = record.contains(pointer) ? record.at(pointer) : Json();
      line += line.empty() ? "" : ",";
      line += csv_field(value.is_null() ? "" : value.is_string() ? value.get<std::string>() : value.dump());
    }
    if (table == "joints") add_main_axis(line, record);
    text += line + line_end;
  }
  return text;
}

}  // namespace assay::inspect
