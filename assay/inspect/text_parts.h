#pragma once

#include "assay/inspect/table.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace assay::inspect {

using Json = nlohmann::ordered_json;

/// A number of the document, also one that is not finite, in its shortest form of six digits.
std::string number_text(const Json& number);

/// The same as a C++ number.
double number_of(const Json& number);

/// A list of numbers as `(1, 2, 3)`.
std::string vector_text(const Json& vector);

/// Lengths as `1 × 2 × 3 m`.
std::string sizes_text(const Json& sizes);

/// The corners of a box; `none` for null.
std::string box_text(const Json& box);

/// A text, or what stands for null.
std::string text_or(const Json& text, const std::string& none);

/// Where a mass comes from, in words.
std::string mass_origin_text(const Json& body);

/// Layer and spec path of an authored or blocked value, as `robot.usda </Robot>`.
std::string place_text(const Json& place);

// the tables of a document
Table scenes_table(const Json& document);
Table bodies_table(const Json& document);
Table joints_table(const Json& document);
Table drives_table(const Json& document);
Table mimics_table(const Json& document);
Table actuators_table(const Json& document);
Table tendons_table(const Json& document);
Table sites_table(const Json& document);
Table wheels_table(const Json& document);
Table colliders_table(const Json& document);
Table materials_table(const Json& document);
Table instancers_table(const Json& document);
Table groups_table(const Json& document);
Table pairs_table(const Json& document);
Table oddities_table(const Json& document);
Table extents_table(const Json& document);
Table shapes_table(const Json& document);

/// Every field of the records of a document that are its prim or lie below it.
std::string detail_text(const Json& document, const Paint& paint);

/// What the lens's runtime makes of the features that are used; empty without a lens.
std::string losses_text(const Json& document, const Paint& paint);

}  // namespace assay::inspect
