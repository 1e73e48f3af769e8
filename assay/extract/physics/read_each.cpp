#include "assay/extract/physics/read_each.h"

#include <pxr/work/loops.h>
#include <pxr/work/threadLimits.h>

namespace assay::extract {
namespace {

using namespace pxr;

constexpr std::size_t few = 64;  // are read by one thread

/// Reads the first prim of each class; returns which were read.
std::vector<bool> read_first_of_classes(const Reading& reading, const std::vector<const PhysicsPrim*>& prims,
                                        const std::function<void(std::size_t)>& read) {
  std::vector<bool> are_read(prims.size(), false);
  std::vector<bool> are_known(reading.classes.size(), false);
  for (std::size_t i = 0; i < prims.size(); ++i) {
    if (are_known[prims[i]->prim_class]) continue;
    are_known[prims[i]->prim_class] = true;
    are_read[i] = true;
    read(i);
  }
  return are_read;
}

/// Puts aside what was odd so far.
void keep_oddities(Reading& reading) {
  for (Notes& notes : reading.notes) {
    reading.oddities.insert(reading.oddities.end(), notes.oddities.begin(), notes.oddities.end());
    notes.oddities.clear();
  }
}

}  // namespace

void read_each(Reading& reading, const std::vector<const PhysicsPrim*>& prims,
               const std::function<void(std::size_t)>& read) {
  std::vector<bool> are_read(prims.size(), false);
  const auto read_others = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (!are_read[i]) read(i);
    }
  };
  if (prims.size() < few || WorkGetConcurrencyLimit() == 1) return read_others(0, prims.size());

  are_read = read_first_of_classes(reading, prims, read);
  keep_oddities(reading);
  reading.recorder.freeze();
  WorkParallelForN(
      prims.size(),
      [&](std::size_t begin, std::size_t end) {
        const ArResolverContextBinder binder(reading.recorder.asset().context);
        read_others(begin, end);
      },
      few / 2);
  if (!reading.recorder.thaw()) return;
  for (Notes& notes : reading.notes) notes.oddities.clear();
  read_others(0, prims.size());
}

}  // namespace assay::extract
