#include "assay/inspect/csv.h"

#include "assay/inspect/document.h"
#include "assay/inspect/sample_asset.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace assay::inspect {
namespace {

std::string csv(const SampleAsset& asset, const std::string& table) {
  return csv_text(document_of(asset.model, asset.physics, {}), table);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0, end = 0; (end = text.find("\r\n", start)) != std::string::npos; start = end + 2)
    lines.push_back(text.substr(start, end - start));
  return lines;
}

std::ptrdiff_t comma_count(const std::string& line) { return std::ranges::count(line, ','); }

TEST(csv, field_is_quoted_where_it_must_be) {
  EXPECT_EQ(csv_field("plain text"), "plain text");
  EXPECT_EQ(csv_field(""), "");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"a\""), "\"say \"\"a\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_field("return\r"), "\"return\r\"");
}

TEST(csv, every_table_has_titles_and_a_line_for_each_record) {
  SampleAsset asset;
  asset.body("/Robot/base").mass.mass = 2.5;
  asset.body("/Robot/arm");
  asset.collider("/Robot/base/box", 0);
  asset.material("/Robot/steel");
  asset.joint("/Robot/joint", model::JointKind::Revolute, 0, std::nullopt);
  const std::vector<std::pair<std::string, std::size_t>> counts = {
      {"bodies", 2}, {"joints", 1}, {"colliders", 1}, {"materials", 1}};
  ASSERT_EQ(counts.size(), csv_tables().size());
  for (const auto& [table, count] : counts) {
    const std::vector<std::string> lines = lines_of(csv(asset, table));
    ASSERT_EQ(lines.size(), count + 1) << table;
    for (const std::string& line : lines) EXPECT_EQ(comma_count(line), comma_count(lines[0])) << table;
  }
  const std::vector<std::string> bodies = lines_of(csv(asset, "bodies"));
  EXPECT_TRUE(bodies[0].starts_with("path,mass_kg,mass_source,center_of_mass_x_m,"));
  EXPECT_TRUE(bodies[1].starts_with("/Robot/base,2.5,no_source,0.0,"));
  EXPECT_TRUE(bodies[2].starts_with("/Robot/arm,"));
}

TEST(csv, world_and_missing_numbers_are_empty) {
  SampleAsset asset;
  asset.joint("/joint", model::JointKind::Fixed, std::nullopt, std::nullopt);
  const std::vector<std::string> lines = lines_of(csv(asset, "joints"));
  EXPECT_TRUE(lines[1].starts_with("/joint,fixed,,,,,,0.0,0.0,true,")) << lines[1];
  EXPECT_TRUE(lines[1].ends_with(",inf,inf,,,,,,")) << lines[1];
}

TEST(csv, joint_of_one_axis_has_its_bounds_and_its_drive) {
  SampleAsset asset;
  model::Joint& joint = asset.joint("/joint", model::JointKind::Prismatic, std::nullopt, std::nullopt);
  joint.limits[0].state = model::AxisState::Limited;
  joint.limits[0].low.value = -0.5;
  joint.limits[0].high.value = 1.5;
  joint.drives.emplace_back().stiffness.value = 100;
  const std::vector<std::string> lines = lines_of(csv(asset, "joints"));
  EXPECT_TRUE(lines[1].ends_with(",-0.5,1.5,force,100.0,0.0,inf")) << lines[1];
  asset.physics.joints[0].kind = model::JointKind::Generic;
  EXPECT_TRUE(lines_of(csv(asset, "joints"))[1].ends_with(",,,force,100.0,0.0,inf"));
}

TEST(csv, of_nothing_is_the_titles) {
  EXPECT_EQ(lines_of(csv({}, "materials")).size(), 1);
  EXPECT_EQ(csv({}, "materials"), "path,static_friction,dynamic_friction,restitution,density_kg_m3\r\n");
}

}  // namespace
}  // namespace assay::inspect
