#pragma once

#include "assay/base/result.h"
#include "assay/check/options.h"

#include <functional>
#include <string>
#include <string_view>

namespace assay::check {

/// Takes a piece of an answer; false when no more is wanted.
using Take = std::function<bool(std::string_view piece)>;

/// Work that gives its answer piece by piece, or fails. It ends early when a piece is no longer wanted.
using Work = std::function<Result<bool>(const Take& give)>;

/// Does work in a process of its own: one that is held to the memory and time of the limits, prints nothing, stands in
/// the root folder, and ends with its parent. Hands on the pieces of the answer as they come; time that `take` needs
/// does not count. Fails with the error of the work, or where the process was stopped or died; `subject` names the work
/// in such errors. False when `take` wanted no more. Only for a process without threads.
Result<bool> run_confined(const schema::Limits& limits, const std::string& subject, const Work& work, const Take& take);

}  // namespace assay::check
