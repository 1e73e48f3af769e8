#include "assay/base/angles.h"
#include "assay/inspect/text_notes.h"
#include "assay/inspect/text_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace assay::inspect {
namespace {

/// What the density of colliders without a mass of their own comes to.
std::string densities_text(const std::vector<const Json*>& parts) {
  double volume = 0;
  std::set<std::pair<double, std::string>> densities;
  for (const Json* part : parts) {
    volume += number_of((*part)["volume"]);
    densities.emplace(number_of((*part)["density"]), (*part)["density_source"].get<std::string>());
  }
  const std::string of = parts.size() > 1 ? fmt::format(" of {} colliders", parts.size()) : "";
  if (densities.size() != 1) {
    return fmt::format("volume {:.6g} m³{} × densities of {:.6g} to {:.6g} kg/m³", volume, of, densities.begin()->first,
                       densities.rbegin()->first);
  }
  const auto& [density, source] = *densities.begin();
  if (source == "default")
    return fmt::format("volume {:.6g} m³{} × default density {:.6g} kg/m³ (no mass, no density stated)", volume, of,
                       density);
  return fmt::format("volume {:.6g} m³{} × density {:.6g} kg/m³ of the {}", volume, of, density, source);
}

/// The bounds of the axes that are limited, in degrees and radians, or in metres.
std::string limits_text(const Json& joint) {
  std::vector<std::string> texts;
  for (const Json& axis : joint.at("axes")) {
    if (axis.at("state") == "locked") continue;
    const std::string name = axis.at("axis");
    const bool is_main = joint.at("kind") == "revolute" || joint.at("kind") == "prismatic";
    const std::string label = is_main ? "" : name + " ";
    if (axis.at("state") == "free") {
      texts.push_back(label + "free");
    } else if (axis.contains("low_deg")) {
      texts.push_back(fmt::format("{}{} to {}° ({} to {} rad)", label, number_text(axis["low_deg"]),
                                  number_text(axis["high_deg"]), number_text(axis["low"]), number_text(axis["high"])));
    } else {
      texts.push_back(fmt::format("{}{} to {} m", label, number_text(axis.at("low")), number_text(axis.at("high"))));
    }
  }
  if (joint.contains("min_distance")) {
    const double low = number_of(joint["min_distance"]);
    const double high = number_of(joint["max_distance"]);
    texts = {fmt::format("{} to {} m apart", low < 0 ? "0" : fmt::format("{:.6g}", low),
                         high < 0 ? "inf" : fmt::format("{:.6g}", high))};
  }
  if (joint.contains("cone_angle_0_deg") || joint.contains("cone_angle_1_deg")) {
    const auto angle = [&joint](const char* key) {
      return joint.contains(key) ? number_text(joint[key]) + "°" : "none";
    };
    texts = {fmt::format("cone {}, {}", angle("cone_angle_0_deg"), angle("cone_angle_1_deg"))};
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::string residual_text(const Json& residual) {
  const double position = number_of(residual.at("m"));
  const double rotation = number_of(residual.at("rad"));
  return fmt::format("{:.3g} m, {:.3g}°", position, rotation * degrees_per_radian);
}

/// A gain for radians with the same for degrees, which is how angular gains are authored.
std::string gain_text(const Json& drive, const std::string& key, std::string_view force_unit,
                      std::string_view acceleration_unit) {
  const bool is_angular = drive.at("angular");
  const std::string number = number_text(drive.at(key));
  const std::string metre = is_angular ? "·m" : "";
  const std::string unit = drive.at("type") == "force"
                               ? fmt::format(fmt::runtime(force_unit), metre, is_angular ? "rad" : "m")
                               : std::string(acceleration_unit);
  if (!is_angular) return fmt::format("{} {}", number, unit);
  return fmt::format("{} {} ({} for a degree)", number, unit, number_text(drive.at(key + "_per_deg")));
}

std::string target_text(const Json& drive) {
  const bool is_angular = drive.at("angular");
  const std::string end = is_angular ? "_deg" : "";
  return fmt::format("{}{}, {}{}/s", number_text(drive.at("target_position" + end)), is_angular ? "°" : " m",
                     number_text(drive.at("target_velocity" + end)), is_angular ? "°" : " m");
}

/// Dimensions of a shape in a few words.
std::string dimensions_text(const Json& dimensions) {
  std::vector<std::string> texts;
  if (dimensions.contains("half_extents")) {
    Json sides = Json::array();
    for (const Json& half : dimensions["half_extents"]) sides.push_back(2 * number_of(half));
    texts.push_back(sizes_text(sides));
  }
  if (dimensions.contains("bottom_radius")) {
    texts.push_back(fmt::format("radius {} m at the bottom, {} m at the top", number_text(dimensions["bottom_radius"]),
                                number_text(dimensions["radius"])));
  } else if (dimensions.contains("radius")) {
    texts.push_back(fmt::format("radius {} m", number_text(dimensions["radius"])));
  }
  if (dimensions.contains("semi_axes")) texts.push_back("semi-axes " + vector_text(dimensions["semi_axes"]) + " m");
  if (dimensions.contains("half_height"))
    texts.push_back(fmt::format("height {:.6g} m", 2 * number_of(dimensions["half_height"])));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string shape_text(const Json& shape, const char* dimensions) {
  std::string text = shape.at("kind");
  std::ranges::replace(text, '_', ' ');
  if (shape.contains("axis")) text += " along " + shape["axis"].get<std::string>();
  if (shape.contains("mesh")) text += fmt::format(" of {} faces", shape["mesh"].at("faces").get<std::size_t>());
  const std::string sizes = dimensions_text(shape.at(dimensions));
  return sizes.empty() ? text : text + ", " + sizes;
}

std::string volume_text(const Json& collider) {
  const std::string method = collider.at("volume_method");
  if (method == "none") return "none";
  return quantity(collider.at("volume"), "m³") + (method == "open_mesh" ? " (open mesh: not exact)" : "");
}

/// The material of a collider, and those of its subsets.
std::string material_text(const Json& collider, const ShortNames& materials) {
  std::string text = materials.of(collider.at("material"), "none");
  for (const Json& subset : collider.at("subsets")) {
    text +=
        fmt::format(", {} on {} faces", materials.of(subset.at("material"), ""), subset.at("faces").get<std::size_t>());
  }
  return text;
}

std::string rule_text(const Json& pair) {
  const std::string rule = pair.at("rule");
  const std::string by = text_or(pair.at("by"), "");
  if (rule == "allowed") return "nothing forbids it";
  if (rule == "same_body") return "one body has both";
  if (rule == "both_static") return "both are static";
  if (rule == "disabled") return "one of them is disabled";
  if (rule == "filtered_pair") return "filtered pair of " + by;
  if (rule == "collision_group") return "collision group " + by;
  return "joint " + by + " without collision";
}

}  // namespace

std::string mass_origin_text(const Json& body) {
  const std::string source = body.at("mass_source");
  if (source == "no_source") return "no mass and no volume: 1 kg, as UsdPhysics says";
  if (source == "body_mass") return "stated in " + place_text(body.at("authored_mass").at("origins").at("mass"));
  std::vector<const Json*> by_density;
  std::size_t stated = 0;
  std::size_t open = 0;
  for (const Json& part : body.at("mass_parts")) {
    part.at("own_mass").get<bool>() ? void(++stated) : by_density.push_back(&part);
    if (!part.at("own_mass") && part.at("volume_method") == "open_mesh") ++open;
  }
  std::string text = by_density.empty() ? "" : densities_text(by_density);
  if (stated > 0) {
    text += fmt::format("{}masses stated on {} collider{}", text.empty() ? "" : " + ", stated, stated == 1 ? "" : "s");
  }
  if (open > 0) text += fmt::format("; {} open mesh{}: volume not exact", open, open == 1 ? "" : "es");
  return text;
}

Table scenes_table(const Json& document) {
  Table table{"scenes", {{"path"}, {"gravity [m/s²]"}, {"why"}}, {}};
  for (const Json& scene : document.at("scenes")) {
    const std::string source = scene.at("gravity_source");
    const std::string why = source == "authored"           ? "authored"
                            : source == "earth_by_default" ? "Earth's, since no magnitude is stated"
                                                           : "Earth's, since the stated magnitude " +
                                                                 number_text(scene.at("magnitude")) + " is below 0";
    table.rows.push_back({scene.at("path"), vector_text(scene.at("gravity")), why});
  }
  return table;
}

Table bodies_table(const Json& document) {
  Table table{
      "bodies",
      {{"path"}, {"mass", true}, {"where it comes from"}, {"moments [kg m²]"}, {"center of mass [m]"}, {"notes"}},
      {}};
  const ShortNames names(document, "bodies");
  for (const Json& body : document.at("bodies")) {
    const Json& moments = body.at("principal_moments");
    table.rows.push_back({body.at("path"), quantity(body.at("mass"), "kg", "not finite"), mass_origin_text(body),
                          moments.is_null() ? "not finite" : vector_text(moments),
                          vector_text(body.at("center_of_mass")), body_notes(body, names)});
  }
  return table;
}

Table joints_table(const Json& document) {
  Table table{"joints",
              {{"path"}, {"kind"}, {"body0 → body1"}, {"axis in the world"}, {"limits"}, {"apart at rest"}, {"notes"}},
              {}};
  const ShortNames names(document, "bodies");
  const JointPairs pairs(document);
  for (const Json& joint : document.at("joints")) {
    const Json& axis = joint.at("axis_world");
    table.rows.push_back({joint.at("path"), joint.at("kind"),
                          names.of(joint.at("body0"), "world") + " → " + names.of(joint.at("body1"), "world"),
                          axis.is_null() ? "" : vector_text(axis), limits_text(joint),
                          residual_text(joint.at("residual")), joint_notes(joint, pairs)});
  }
  return table;
}

Table drives_table(const Json& document) {
  Table table{"drives", {{"joint"}, {"drive"}, {"type"}, {"stiffness"}, {"damping"}, {"effort"}, {"target"}}, {}};
  for (const Json& joint : document.at("joints")) {
    for (const Json& drive : joint.at("drives")) {
      table.rows.push_back(
          {joint.at("path"), drive.at("instance"), drive.at("type"), gain_text(drive, "stiffness", "N{}/{}", "1/s²"),
           gain_text(drive, "damping", "N{}·s/{}", "1/s"),
           quantity(drive.at("max_force"), drive.at("angular") ? "N·m" : "N", "no limit"), target_text(drive)});
    }
  }
  return table;
}

Table colliders_table(const Json& document) {
  Table table{"colliders", {{"path"}, {"shape"}, {"body"}, {"volume"}, {"material"}, {"notes"}}, {}};
  const ShortNames bodies(document, "bodies");
  const ShortNames materials(document, "materials");
  for (const Json& collider : document.at("colliders")) {
    table.rows.push_back({collider.at("path"), shape_text(collider.at("shape"), "effective"),
                          bodies.of(collider.at("body"), "static"), volume_text(collider),
                          material_text(collider, materials), collider_notes(collider)});
  }
  return table;
}

Table materials_table(const Json& document) {
  Table table{"materials",
              {{"path"}, {"static friction", true}, {"dynamic friction", true}, {"restitution", true}, {"density"}},
              {}};
  for (const Json& material : document.at("materials")) {
    const bool has_density = number_of(material.at("density")) != 0;
    table.rows.push_back({material.at("path"), number_text(material.at("static_friction")),
                          number_text(material.at("dynamic_friction")), number_text(material.at("restitution")),
                          has_density ? quantity(material["density"], "kg/m³", "not finite") : "not stated"});
  }
  return table;
}

Table instancers_table(const Json& document) {
  Table table{"point instancers",
              {{"path"}, {"instances", true}, {"not shown", true}, {"prototype"}, {"shown", true}, {"physics in it"}},
              {}};
  for (const Json& instancer : document.at("instancers")) {
    const auto count = [&instancer](const char* key) { return instancer.at(key).get<std::size_t>(); };
    const std::size_t hidden = count("inactive") + count("invisible") + count("unknown");
    for (const Json& prototype : instancer.at("prototypes")) {
      const std::string physics =
          fmt::format("{} bodies, {} colliders", prototype.at("bodies").size(), prototype.at("colliders").size());
      table.rows.push_back({instancer.at("path"), std::to_string(count("instances")), std::to_string(hidden),
                            prototype.at("path"), std::to_string(prototype.at("instances").get<std::size_t>()),
                            prototype.at("exists") ? physics : "no such prim"});
    }
  }
  return table;
}

Table groups_table(const Json& document) {
  Table table{"collision groups", {{"path"}, {"colliders", true}, {"collides"}, {"acts as one with"}}, {}};
  for (const Json& group : document.at("groups")) {
    const std::vector<std::string> listed = group.at("filtered_groups");
    const bool inverts = group.at("inverts");
    const std::string listed_text =
        listed.empty() ? (inverts ? "nothing" : "") : fmt::format("{}", fmt::join(listed, ", "));
    const std::string collides = inverts          ? "with " + listed_text + " alone"
                                 : listed.empty() ? "with all"
                                                  : "with all but " + listed_text;
    table.rows.push_back(
        {group.at("path"), std::to_string(group.at("members").size()), collides, group.at("merge_group")});
  }
  return table;
}

Table pairs_table(const Json& document) {
  const Json& pairs = document.at("pairs");
  Table table{"pairs of colliders",
              {{"collider"}, {"collider"}, {"may collide"}, {"because"}},
              {},
              pairs.at("left_out").get<std::uint64_t>()};
  const ShortNames names(document, "colliders");
  for (const Json& pair : pairs.at("list")) {
    table.rows.push_back({names.of(pair.at("first"), ""), names.of(pair.at("second"), ""),
                          pair.at("rule") == "allowed" ? "yes" : "no", rule_text(pair)});
  }
  return table;
}

Table oddities_table(const Json& document) {
  Table table{"odd", {{"path"}, {"what"}}, {}};
  for (const Json& oddity : document.at("oddities")) {
    const std::string property = oddity.at("property");
    table.rows.push_back(
        {oddity.at("path").get<std::string>() + (property.empty() ? "" : "." + property), oddity.at("text")});
  }
  return table;
}

/// A shape as the runtime of the lens has it, and the features that make it so.
std::string realised_text(const Json& shape) {
  const std::string because = fmt::format("{}", fmt::join(shape.at("because").get<std::vector<std::string>>(), ", "));
  if (shape.at("kind").is_null()) return because.empty() ? "not known" : "not known: " + because;
  const std::string of = shape.at("of");
  std::string text = shape.at("kind");
  const bool is_same = text == of;
  if (!is_same && text == "convex_hull") text += " of a " + of;
  std::ranges::replace(text, '_', ' ');
  if (shape.contains("axis") && shape["kind"] != "nothing") text += " along " + shape["axis"].get<std::string>();
  const std::string sizes = dimensions_text(shape.at("dimensions"));
  if (!sizes.empty()) text += ", " + sizes;
  return because.empty() ? text : fmt::format("{} ({})", text, because);
}

/// A column for what the runtime of the lens makes of shapes.
void add_realised(Table& table, const Json& losses) {
  std::map<std::string, std::string> texts;
  for (const Json& shape : losses.at("shapes")) texts.emplace(shape.at("path"), realised_text(shape));
  table.columns.insert(table.columns.begin() + 4, {fmt::format("as {} has it", losses.at("title").get<std::string>())});
  for (std::vector<std::string>& row : table.rows) row.insert(row.begin() + 4, texts[row.front()]);
}

Table extents_table(const Json& document) {
  Table table{"bounds along the axes of the world [m]", {{"of"}, {"from and to"}, {"size"}}, {}};
  for (const auto& [name, box] : document.at("extents").items()) {
    const std::string what = name == "both" ? "both together" : name == "drawn" ? "what is drawn" : "what collides";
    table.rows.push_back({what, box_text(box), box.is_null() ? "" : sizes_text(box.at("size"))});
  }
  return table;
}

Table shapes_table(const Json& document) {
  Table table{"collision geometry",
              {{"path"},
               {"as drawn"},
               {"world scale"},
               {"as UsdPhysics' reader takes it"},
               {"volume"},
               {"bounds of the collider [m]"},
               {"bounds drawn [m]"},
               {"notes"}},
              {}};
  for (const Json& collider : document.at("colliders")) {
    const Json& bounds = collider.at("bounds");
    table.rows.push_back({collider.at("path"), shape_text(collider.at("shape"), "drawn"),
                          vector_text(collider.at("scale")), shape_text(collider.at("shape"), "effective"),
                          volume_text(collider), box_text(bounds.at("collision")), box_text(bounds.at("drawn")),
                          collider_notes(collider)});
  }
  if (!document.at("losses").is_null()) add_realised(table, document["losses"]);
  return table;
}

}  // namespace assay::inspect
