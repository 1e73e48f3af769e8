#pragma once

#include "assay/model/field.h"
#include "assay/model/pose.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

// What ties joints to each other or commands them, by the schemas of vendors.

namespace assay::model {

/// A joint that follows another one: its coordinate is offset + ratio · that of the leader.
struct Mimic {
  NameIndex path = 0;    // the joint that follows
  NameIndex schema = 0;  // with its instance name
  std::string axis;      // of the follower, as rotX; empty for the only axis of the joint
  Field<bool> enabled{.value = true};
  std::optional<NameIndex> leader;  // joint that is followed
  std::string leader_axis;
  Field<double> ratio;   // [follower's m or rad for each of the leader's]
  Field<double> offset;  // [m] or [rad]
};

/// Numbers and lists of numbers that schemas define, in the units of those schemas.
struct Settings {
  struct Entry {
    NameIndex property = 0;
    OpinionIndex opinion = 0;
    Origin origin = Origin::Fallback;
    bool sampled = false;
    std::uint32_t first = 0;  // index into `numbers`
    std::uint32_t count = 0;
  };
  std::vector<Entry> entries;
  std::vector<double> numbers;  // of all entries: there are many of both
};

inline void add_setting(Settings& settings, NameIndex property, const Field<std::span<const double>>& values) {
  const auto first = static_cast<std::uint32_t>(settings.numbers.size());
  const auto count = static_cast<std::uint32_t>(values.value.size());
  settings.entries.push_back({property, values.opinion, values.origin, values.sampled, first, count});
  settings.numbers.insert(settings.numbers.end(), values.value.begin(), values.value.end());
}

inline Field<std::span<const double>> values_of(const Settings& settings, const Settings::Entry& entry) {
  const auto values = std::span(settings.numbers).subspan(entry.first, entry.count);
  return {values, entry.origin, entry.opinion, entry.sampled};
}

/// A prim that commands joints, sites or tendons.
struct Actuator {
  NameIndex path = 0;
  NameIndex type = 0;
  std::vector<NameIndex> targets;
  std::vector<NameIndex> schemas;  // that are applied: controls, clamps, delays
  Settings settings;               // gains and bounds, also those that only the schema states
};

/// A cable or a sum of joint coordinates that pulls.
struct Tendon {
  NameIndex path = 0;            // prim that holds its stiffness
  NameIndex schema = 0;          // prim type, or applied schema with its instance name
  std::vector<NameIndex> parts;  // prims that it runs over: joints, attachments, sites, geometry
  Settings settings;             // likewise
};

/// A prim that marks a place on a body.
struct Site {
  NameIndex path = 0;
  NameIndex schema = 0;
  std::optional<BodyIndex> body;  // nearest enabled body from here up; none for the world
  Pose body_from_site;            // in the body's frame; for the world, `world_from_site`
};

/// A wheel that PhysX rolls on rays or sweeps.
struct Wheel {
  NameIndex path = 0;                // prim of the attachment
  std::optional<NameIndex> wheel;    // prim with the sizes
  std::optional<NameIndex> vehicle;  // nearest prim with PhysxVehicleAPI from the attachment up
  std::optional<BodyIndex> body;     // nearest enabled body from the attachment up
  Field<double> index{.value = -1};  // below 0: not stated
  Field<double> radius;              // [m]
  Field<double> width;               // [m]
  Field<double> mass;                // [kg]
  Field<double> moment;              // [kg m^2] about its axle
};

}  // namespace assay::model
