#include "assay/stage/fallbacks.h"

#include "assay/schema/profile.h"
#include "assay/stage/value_json.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::stage {
namespace {

using namespace pxr;

const schema::Profile& profile() { return *schema::find_profile("simready"); }

VtValue fallback(const char* type, const std::vector<std::string>& schemas, const char* property) {
  std::vector<AppliedSchema> applied;
  for (const std::string& name : schemas) applied.push_back({TfToken(name), nullptr});
  return fallback_value(find_definition(profile(), TfToken(type), applied, TfToken(property)));
}

TEST(fallbacks, come_from_the_type_and_from_applied_schemas) {
  EXPECT_EQ(fallback("Sphere", {}, "radius"), VtValue(1.0));
  EXPECT_EQ(fallback("Cube", {"PhysicsMassAPI"}, "physics:mass"), VtValue(0.0F));
  EXPECT_TRUE(fallback("Cube", {}, "physics:mass").IsEmpty());
  EXPECT_TRUE(fallback("", {}, "radius").IsEmpty());
  EXPECT_TRUE(fallback("Unheard_of", {"UnheardAPI"}, "radius").IsEmpty());
}

TEST(fallbacks, instance_name_filled_in) {
  EXPECT_EQ(fallback("PhysicsRevoluteJoint", {"PhysicsDriveAPI:angular"}, "drive:angular:physics:damping"),
            VtValue(0.0F));
  EXPECT_TRUE(fallback("PhysicsRevoluteJoint", {"PhysicsDriveAPI:angular"}, "drive:linear:physics:damping").IsEmpty());
}

TEST(fallbacks, infinities_read) {
  const VtValue limit = fallback("PhysicsRevoluteJoint", {}, "physics:lowerLimit");
  ASSERT_TRUE(limit.IsHolding<float>());
  EXPECT_EQ(limit.UncheckedGet<float>(), -INFINITY);
}

TEST(fallbacks, types_know_what_they_derive_from) {
  EXPECT_TRUE(is_derived_from(profile(), TfToken("Cube"), "Xformable"));
  EXPECT_TRUE(is_derived_from(profile(), TfToken("SphereLight"), "Imageable"));
  EXPECT_TRUE(is_derived_from(profile(), TfToken("Scope"), "Imageable"));
  EXPECT_FALSE(is_derived_from(profile(), TfToken("Scope"), "Xformable"));
  EXPECT_FALSE(is_derived_from(profile(), TfToken(""), "Imageable"));
}

TEST(value_json, values_of_every_form) {
  const Asset asset;
  const auto text = [&asset](const VtValue& value) { return value_json(asset, value).dump(); };
  EXPECT_EQ(text(VtValue()), "null");
  EXPECT_EQ(text(VtValue(SdfValueBlock())), R"({"blocked":true})");
  EXPECT_EQ(text(VtValue(std::nan(""))), R"("nan")");
  EXPECT_EQ(text(VtValue(-HUGE_VAL)), R"("-inf")");
  EXPECT_EQ(text(VtValue(0.5F)), "0.5");
  EXPECT_EQ(text(VtValue(GfQuatf(1, 2, 3, 4))), "[1.0,2.0,3.0,4.0]");
  EXPECT_EQ(text(VtValue(GfMatrix2d(1, 2, 3, 4))), "[[1.0,2.0],[3.0,4.0]]");
  EXPECT_EQ(text(VtValue(VtArray<GfVec2i>{GfVec2i(1, 2)})), "[[1,2]]");
  EXPECT_EQ(text(VtValue(SdfTokenListOp::CreateExplicit())), R"({"explicit":[]})");
  EXPECT_EQ(text(VtValue(SdfAssetPath("./x.png"))), R"({"asset":"./x.png"})");
}

TEST(value_json, value_of_a_type_is_the_inverse) {
  const Asset asset;
  for (const VtValue& value :
       {VtValue(true), VtValue(-3), VtValue(0.25F), VtValue(TfToken("a")), VtValue(GfVec3f(1, 2, 3)),
        VtValue(GfQuatf(1, 2, 3, 4)), VtValue(VtArray<int>{1, 2}), VtValue(std::string("b"))}) {
    const std::string type = SdfSchema::GetInstance().FindType(value).GetAsToken().GetString();
    EXPECT_EQ(value_of_type(type, value_json(asset, value)), value) << type;
  }
  EXPECT_TRUE(value_of_type("no_type", 1).IsEmpty());
}

}  // namespace
}  // namespace assay::stage
