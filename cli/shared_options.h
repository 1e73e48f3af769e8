#pragma once

#include "assay/base/result.h"
#include "assay/schema/limits.h"

#include <CLI/CLI.hpp>

#include <string>

namespace assay::cli {

/// Adds --profile, one of the built-in profiles.
void add_profile_option(CLI::App& command, std::string& profile, const std::string& description);

/// Adds --limits, the name of a limits file.
void add_limits_option(CLI::App& command, std::string& file);

/// The limits of such a file; the built-in ones where its name is empty.
Result<schema::Limits> limits_of(const std::string& file);

}  // namespace assay::cli
