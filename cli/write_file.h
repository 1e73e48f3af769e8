#pragma once

#include "assay/base/result.h"

#include <optional>
#include <string>

namespace assay::cli {

/// Writes a whole file or leaves what was there: the text goes to a temporary file in the same folder, which then takes
/// the name. Links are followed; what is no regular file (/dev/stdout, a pipe) is written to as it is.
std::optional<Error> write_file(const std::string& path, const std::string& text);

/// Why a file of that name could not be written, as far as that shows before its text is there.
std::optional<Error> check_writable(const std::string& path);

/// The text of a file.
Result<std::string> read_file(const std::string& path);

}  // namespace assay::cli
