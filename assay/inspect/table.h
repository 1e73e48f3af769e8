#pragma once

#include "assay/base/paint.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::inspect {

/// A column of a table; numbers stand at its right.
struct Column {
  std::string title;
  bool is_number = false;
};

/// Rows under a title. A row has a cell for each column; `left_out` rows more exist.
struct Table {
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
  std::uint64_t left_out = 0;
};

/// The table in aligned columns, cut after `rows` rows where that is set; empty when it has no rows.
std::string table_text(const Table& table, const Paint& paint, std::optional<std::size_t> rows);

/// A text with nothing in it that moves a terminal's cursor or changes its colours.
std::string printable(std::string_view text);

/// How many characters a text in UTF-8 has.
std::size_t width_of(std::string_view text);

}  // namespace assay::inspect
