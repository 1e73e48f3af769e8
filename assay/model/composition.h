#pragma once

#include "assay/base/target.h"
#include "assay/model/provenance.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::model {

/// What an entry of a prim is.
enum class EntryKind : std::uint8_t { AppliedSchema, PrimType, Attribute, Relationship };

/// A physics schema, prim type or vendor property that a composed prim carries with an opinion of its own.
struct Entry {
  NameIndex name = 0;
  EntryKind kind = EntryKind::AppliedSchema;
  OpinionIndex opinion = 0;  // the strongest opinion that brings it
};

/// The value of a token attribute that value rules look at.
struct TokenValue {
  NameIndex property = 0;
  NameIndex token = 0;
  OpinionIndex opinion = 0;
  bool sampled = false;  // from time samples, there being no default
};

/// A composed prim with physics or vendor data. Inactive prims are not recorded.
struct Prim {
  NameIndex path = 0;  // the proxy path of the first instance for prims inside instances
  NameIndex type = 0;
  std::uint32_t instance_count = 0;  // instances that share the prim; 0 outside instances
  std::uint32_t first_entry = 0;
  std::uint32_t entry_count = 0;
  std::uint32_t first_token = 0;
  std::uint32_t token_count = 0;
};

/// The asset composed for one selection.
struct Composition {
  std::string name;                             // standard, physx, newton, mujoco or authored
  std::map<std::string, std::string> variants;  // runtime set → option
  std::vector<std::string> nested;              // further options chosen, as spec paths
  bool is_nested_in_base = false;               // the further option stands in the neutral base, not in a payload
  std::vector<Target> enabled;                  // targets whose set is Enabled; empty means Standard
  bool as_opened = false;                       // the asset opens with exactly this selection
  bool complete = true;                         // no arc that holds content is broken
  std::vector<Prim> prims;                      // in stage order
  std::vector<Entry> entries;
  std::vector<TokenValue> tokens;

  std::span<const Entry> entries_of(const Prim& prim) const {
    return std::span(entries).subspan(prim.first_entry, prim.entry_count);
  }
  std::span<const TokenValue> tokens_of(const Prim& prim) const {
    return std::span(tokens).subspan(prim.first_token, prim.token_count);
  }
};

}  // namespace assay::model
