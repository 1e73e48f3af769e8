#include "assay/stage/text_layer_data.h"

#include "assay/stage/layer_contents.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace assay::stage {
namespace {

using namespace pxr;

// SdfData is what it must equal; both are changed alike, at random.

const std::array<SdfPath, 6> paths = {SdfPath("/A"),     SdfPath("/A.x"), SdfPath("/A/B"),
                                      SdfPath("/A/B.y"), SdfPath("/C"),   SdfPath("/Moved")};
const std::array<TfToken, 6> fields = {TfToken("a"), TfToken("b"), TfToken("c"),
                                       TfToken("d"), TfToken("e"), TfToken("timeSamples")};

struct Change {
  std::size_t kind = 0;
  SdfPath path;
  SdfPath target;
  TfToken field;
  VtValue value;
  double time = 0;
};

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }
  Change change() {
    return {below(14),
            paths[below(paths.size())],
            paths[below(paths.size())],
            fields[below(fields.size() - 1)],
            below(4) == 0 ? VtValue() : VtValue(static_cast<int>(below(100))),
            static_cast<double>(below(6))};
  }

 private:
  std::mt19937 random_;
};

/// What SdfData calls an error is left out.
void apply(const Change& change, SdfAbstractData& data) {
  const bool is_there = data.HasSpec(change.path);
  if (change.kind < 3) data.CreateSpec(change.path, change.kind == 0 ? SdfSpecTypePrim : SdfSpecTypeAttribute);
  if (change.kind == 3 && is_there) data.EraseSpec(change.path);
  if (change.kind == 4 && is_there && !data.HasSpec(change.target)) data.MoveSpec(change.path, change.target);
  if (change.kind == 5) data.Erase(change.path, change.field);
  if (change.kind == 6) data.EraseTimeSample(change.path, change.time);
  if (change.kind == 7 && is_there) {
    data.Set(change.path, change.field, SdfAbstractDataConstTypedValue<double>(&change.time));
  }
  if ((change.kind == 8 || change.kind == 9) && is_there) data.SetTimeSample(change.path, change.time, change.value);
  if (change.kind > 9 && is_there) data.Set(change.path, change.field, change.value);
}

using Bracket = std::tuple<bool, double, double>;

Bracket bracket_of(const SdfAbstractData& data, const SdfPath& path, double time) {
  Bracket bracket{false, -1, -1};
  auto& [is_found, lower, upper] = bracket;
  is_found = data.GetBracketingTimeSamplesForPath(path, time, &lower, &upper);
  return bracket;
}

/// What reading at one path, field and time gives, by each way of reading.
struct Reading {
  bool operator==(const Reading&) const = default;

  SdfSpecType type = SdfSpecTypeUnknown;
  SdfSpecType type_beside_field = SdfSpecTypeUnknown;
  SdfSpecType type_beside_typed = SdfSpecTypeUnknown;
  std::vector<TfToken> names;
  std::vector<bool> found;
  std::vector<VtValue> values;
  std::vector<int> integers;
  std::set<double> times;
  std::set<double> all_times;
  std::size_t time_count = 0;
  Bracket bracket;
  Bracket bracket_of_all;
  double previous = -1;
};

Reading read(const SdfAbstractData& data, const SdfPath& path, const TfToken& field, double time) {
  Reading reading;
  std::array<VtValue, 3> values;
  std::array<int, 3> integers{};
  std::array<SdfAbstractDataTypedValue<int>, 3> typed{&integers[0], &integers[1], &integers[2]};
  reading.type = data.GetSpecType(path);
  reading.names = data.List(path);
  reading.times = data.ListTimeSamplesForPath(path);
  reading.all_times = data.ListAllTimeSamples();
  reading.time_count = data.GetNumTimeSamplesForPath(path);
  reading.bracket = bracket_of(data, path, time);
  auto& [is_found, lower, upper] = reading.bracket_of_all;
  is_found = data.GetBracketingTimeSamples(time, &lower, &upper);
  reading.found = {data.HasSpec(path),
                   data.Has(path, field, &values[0]),
                   data.Has(path, field, static_cast<VtValue*>(nullptr)),
                   data.Has(path, field, &typed[0]),
                   data.HasSpecAndField(path, field, &values[1], &reading.type_beside_field),
                   data.HasSpecAndField(path, field, &typed[1], &reading.type_beside_typed),
                   data.QueryTimeSample(path, time, &values[2]),
                   data.QueryTimeSample(path, time, &typed[2]),
                   data.GetPreviousTimeSampleForPath(path, time, &reading.previous),
                   typed[0].typeMismatch,
                   typed[1].typeMismatch};
  reading.values.assign(values.begin(), values.end());
  reading.values.push_back(data.Get(path, field));
  reading.integers.assign(integers.begin(), integers.end());
  return reading;
}

TEST(text_layer_data, equals_sdf_data) {
  constexpr unsigned seeds = 40;
  constexpr int changes = 400;
  std::size_t samples_seen = 0;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    Draw draw(seed);
    const SdfDataRefPtr plain = TfCreateRefPtr(new SdfData);
    const TfRefPtr<TextLayerData> flat = TfCreateRefPtr(new TextLayerData);
    for (int step = 0; step < changes; ++step) {
      const Change change = draw.change();
      apply(change, *plain);
      apply(change, *flat);
      const SdfPath& path = paths[draw.below(paths.size())];
      const TfToken& field = fields[draw.below(fields.size())];
      const double time = static_cast<double>(draw.below(14)) / 2 - 0.5;
      const Reading reading = read(*plain, path, field, time);
      ASSERT_TRUE(reading == read(*flat, path, field, time)) << seed << ' ' << step;
      samples_seen += reading.time_count;
    }
    EXPECT_TRUE(LayerContents(*plain) == LayerContents(*flat)) << seed;
  }
  EXPECT_GT(samples_seen, 1000U);
}

TEST(text_layer_data, one_change_more_is_seen) {
  Draw draw(1);
  const SdfDataRefPtr plain = TfCreateRefPtr(new SdfData);
  const TfRefPtr<TextLayerData> flat = TfCreateRefPtr(new TextLayerData);
  plain->CreateSpec(paths[0], SdfSpecTypePrim);
  flat->CreateSpec(paths[0], SdfSpecTypePrim);
  EXPECT_TRUE(LayerContents(*plain) == LayerContents(*flat));
  flat->Set(paths[0], fields[0], VtValue(1));
  EXPECT_FALSE(LayerContents(*plain) == LayerContents(*flat));
  EXPECT_FALSE(read(*plain, paths[0], fields[0], 0) == read(*flat, paths[0], fields[0], 0));
}

TEST(text_layer_data, holds_more_than_a_chunk) {
  const TfRefPtr<TextLayerData> flat = TfCreateRefPtr(new TextLayerData);
  constexpr int count = 5000;
  const auto path_of = [](int index) { return SdfPath("/P" + std::to_string(index)); };
  for (int index = 0; index < count; ++index) {
    flat->CreateSpec(path_of(index), SdfSpecTypePrim);
    flat->Set(path_of(index), fields[0], VtValue(index));
  }
  for (int index = 0; index < count; ++index) ASSERT_EQ(flat->Get(path_of(index), fields[0]), VtValue(index));
  EXPECT_FALSE(flat->HasSpec(path_of(count)));
}

TEST(text_layer_data, takes_specs) {
  const TfRefPtr<TextLayerData> whole = TfCreateRefPtr(new TextLayerData);
  const TfRefPtr<TextLayerData> part = TfCreateRefPtr(new TextLayerData);
  whole->CreateSpec(paths[0], SdfSpecTypePrim);
  for (const SdfPath& path : {paths[0], paths[1]}) part->CreateSpec(path, SdfSpecTypeAttribute);
  part->Set(paths[1], fields[0], VtValue(1));
  ASSERT_TRUE(whole->take_specs(*part, {paths[0]}));
  EXPECT_EQ(whole->GetSpecType(paths[0]), SdfSpecTypePrim);
  EXPECT_EQ(whole->Get(paths[1], fields[0]), VtValue(1));
  whole->CreateSpec(paths[2], SdfSpecTypePrim);
  EXPECT_TRUE(whole->HasSpec(paths[2]));
}

TEST(text_layer_data, takes_no_spec_twice) {
  const TfRefPtr<TextLayerData> whole = TfCreateRefPtr(new TextLayerData);
  const TfRefPtr<TextLayerData> part = TfCreateRefPtr(new TextLayerData);
  for (const auto& data : {whole, part}) data->CreateSpec(paths[0], SdfSpecTypePrim);
  EXPECT_FALSE(whole->take_specs(*part, {}));
}

}  // namespace
}  // namespace assay::stage
