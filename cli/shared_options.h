#pragma once

#include "assay/base/result.h"
#include "assay/schema/limits.h"
#include "assay/stage/chosen_variant.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace assay::cli {

/// Adds --profile, one of the built-in profiles.
void add_profile_option(CLI::App& command, std::string& profile, const std::string& description);

/// Adds --limits, the name of a limits file.
void add_limits_option(CLI::App& command, std::string& file);

/// Adds --variant, which may be repeated.
void add_variant_option(CLI::App& command, std::vector<std::string>& variants);

/// What such options choose.
Result<std::vector<stage::ChosenVariant>> chosen_variants(const std::vector<std::string>& texts);

/// Adds --format, text or json, and --json, which is returned.
CLI::Option* add_format_options(CLI::App& command, std::string& format, bool& json);

/// Adds --color.
void add_color_option(CLI::App& command, std::string& color);

/// The selections of the runtime variant sets, as --select names them.
const std::vector<std::string>& selection_words();

/// An error of the work on a file, with the file as the user named it.
Error of_file(Error error, const std::string& file);

/// The limits of such a file; the built-in ones where its name is empty.
Result<schema::Limits> limits_of(const std::string& file);

}  // namespace assay::cli
