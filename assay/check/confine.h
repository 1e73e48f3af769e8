#pragma once

namespace assay::check {

/// How a confined process exits that asked for more memory than it may have.
inline constexpr int exit_out_of_memory = 71;

/// Bounds the memory of this process, sees to it that it ends with its parent, keeps it silent, and stands it in the
/// root folder. An interrupt is the parent's to handle. To be called once, right after the fork.
void confine(double memory_mib);

}  // namespace assay::check
