#pragma once

#include "assay/base/result.h"

#include <string>

namespace assay::cli {

/// Writes to standard output. False when the reader went away or the disk is full; the latter is reported.
bool write_output(const std::string& text);

/// Reports a problem of the command itself on standard error and returns the exit code for it.
int fail(const std::string& message);

/// Reports likewise an operation that failed, with its code and place where errors are told as JSON.
int fail(const Error& error);

/// Whether errors of the command go to standard error as JSON (assay.error/1, a line each): ASSAY_ERROR_FORMAT=json.
bool tells_errors_as_json();

/// An error in words, behind its place where it has a line.
std::string text_of(const Error& error);

/// Whether to colour a stream: `always`, `never`, or `auto` for terminals where NO_COLOR is not set.
bool wants_color(const std::string& choice, int descriptor);

}  // namespace assay::cli
