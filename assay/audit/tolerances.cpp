#include "assay/audit/tolerances.h"

namespace assay::audit {

std::span<const ToleranceFacts> tolerance_facts() {
  static constexpr ToleranceFacts facts[] = {
      {"length", &Tolerances::length, "part of the asset's size",
       "0.1 mm on a metre: above single precision and coordinates written with five digits, below any gap that "
       "matters"},
      {"angle", &Tolerances::angle, "rad", "0.06 degrees: above angles written with one decimal of a degree"},
      {"mass", &Tolerances::mass, "part of the expected mass", "above masses written with four digits"},
      {"inertia", &Tolerances::inertia, "part of the norm of the expected tensor",
       "above tensors written with four digits; axes need no rule of their own, since whole tensors are compared"},
      {"volume", &Tolerances::volume, "part of the expected volume", "ten parts of length: a volume has three factors"},
      {"drive", &Tolerances::drive, "part of the expected gain, force or target velocity",
       "above gains written with four digits"},
  };
  return facts;
}

}  // namespace assay::audit
