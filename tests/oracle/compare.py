"""Compares our dump of a stage with the oracle's and names each difference."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pxr import Usd

ABSENT = "(absent)"
LIBRARIES_VERSION = (0, 26, 8)  # of OpenUSD, with which Assay is built: cmake/openusd.lock
TRANSFORM_TOLERANCE = 1e-12  # relative to the largest entry: matrices are multiplied in another order
VENDOR_PREFIXES = ("Physx", "Newton", "Mjc")
MATERIAL_FIELDS = tuple(f"materials.{purpose}.material" for purpose in ("all", "physics", "preview", "full"))


@dataclass(frozen=True)
class Difference:
    """One fact on which the two dumps disagree."""

    prim: str  # empty for facts about the stage
    property: str  # empty for facts about the prim
    field: str  # keys and indices from there, joined with dots
    ours: Any
    theirs: Any

    def __str__(self) -> str:
        place = f"<{self.prim}>{'.' if self.property else ''}{self.property}"
        return f"{place} {self.field}: ours {self.ours!r}, UsdStage {self.theirs!r}"


@dataclass(frozen=True)
class Intended:
    """A kind of difference that is meant, with the reason."""

    name: str
    reason: str
    covers: Callable[[Difference, Mapping[str, Any], Mapping[str, Any]], bool]  # difference, our and their property


def is_close(ours: Any, theirs: Any, tolerance: float) -> bool:
    """Whether two values agree but for rounding, relative to the largest number in them."""
    left, right = list(numbers_of(ours)), list(numbers_of(theirs))
    if len(left) != len(right) or not left:
        return False
    size = max(1.0, *(abs(number) for number in left + right))
    return all(abs(one - other) <= tolerance * size for one, other in zip(left, right))


def numbers_of(value: Any) -> Iterator[float]:
    """The finite numbers in a value, in order."""
    if isinstance(value, list):
        for item in value:
            yield from numbers_of(item)
    elif isinstance(value, (int, float)) and math.isfinite(value):
        yield float(value)


def differences_of(ours: Any, theirs: Any, field: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The narrowest parts of two values that differ, each with the way to it."""
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        for key in [*ours, *(key for key in theirs if key not in ours)]:
            name = f"{field}.{key}" if field else key
            yield from differences_of(ours.get(key, ABSENT), theirs.get(key, ABSENT), name)
    elif field == "animation.values" and ours != ABSENT != theirs and len(ours) == len(theirs):
        for index, (one, other) in enumerate(zip(ours, theirs)):
            yield from differences_of(one, other, f"{field}.{index}")
    elif ours != theirs or isinstance(ours, bool) != isinstance(theirs, bool):
        yield field, ours, theirs


def inverts_one_scale(prim: Mapping[str, Any]) -> bool:
    """Whether the ops of a prim hold the inverse of a scale along one axis."""
    orders = [property_.get("default", {}).get("value", []) for property_ in prim["properties"]
              if property_["name"] == "xformOpOrder"]
    return any(entry.startswith("!invert!xformOp:scale") and entry.split(":")[1] != "scale"
               for order in orders for entry in order)


# ---- what is meant to differ ----

# Namespaces of properties that usd-core has no schema for; ours come from the catalogs of PhysX, Newton and MuJoCo.
VENDOR_NAMESPACES = ("physx", "newton:", "mjc:", "omniphysics:", "state:")
# Those of other names that a vendor's schema or type brings, built in or its own.
VENDOR_NAMES = ("physics:approximation", "physics:collisionEnabled", "physics:density", "particleSystemEnabled",
                "particleContactOffset")
# What shading, lights, cameras, render settings and collections define.
UNCATALOGED_NAMESPACES = ("inputs:", "collection:", "info:")
UNCATALOGED_NAMES = ("resolution", "sourceName")
LIGHT_COLLECTIONS = {"lightLink", "shadowLink"}

INTENDED: tuple[Intended, ...] = (
    Intended("fallback without a definition in usd-core",
             "The schemas of PhysX, Newton and MuJoCo come from our catalogs; usd-core does not hold them.",
             lambda difference, ours, theirs: difference.field == "fallback" and difference.theirs == ABSENT
             and not theirs["defined_by_schema"] and (difference.property.startswith(VENDOR_NAMESPACES)
                                                      or difference.property in VENDOR_NAMES)),
    Intended("fallback without a catalog of ours",
             "Schemas outside physics and geometry (shading, lights, render settings) are in no catalog of ours.",
             lambda difference, ours, theirs: difference.field == "fallback" and difference.ours == ABSENT
             and theirs["defined_by_schema"] and (difference.property.startswith(UNCATALOGED_NAMESPACES)
                                                  or difference.property in UNCATALOGED_NAMES)),
    Intended("edit of an array over a block",
             "Without a time UsdStage gives no value, with one it edits an empty array; we do so both times.",
             lambda difference, ours, theirs: difference.field == "default.value" and difference.theirs is None
             and difference.property == "over_block"),
    Intended("edit of an array of asset paths",
             "UsdStage 26.8 drops such an edit, since no composition is registered for it; we apply it.",
             lambda difference, ours, theirs: difference.field in ("default.value", "at_time.value")
             and ours.get("type") == "asset[]" and difference.property == "images_edited"),
    Intended("binding of something that is no material",
             "UsdStage knows such a binding but gives no material; we give the path that is bound.",
             lambda difference, ours, theirs: difference.field in MATERIAL_FIELDS and difference.theirs is None
             and difference.ours is not None),
    Intended("type that usd-core does not hold",
             "Our catalogs know which types of PhysX, Newton and MuJoCo are Imageable or Xformable; usd-core not.",
             lambda difference, ours, theirs: difference.theirs == ABSENT
             and difference.field in ("purpose", "visible", "materials", "world_from_prim")
             and ours["type"].startswith(VENDOR_PREFIXES)),
    Intended("value clips",
             "They are not evaluated: the prim that declares them says so, and its values are what is authored without.",
             lambda difference, ours, theirs: difference.ours == ["clips"] and difference.field == "not_evaluated"
             or difference.property == "moved_by_clip" and difference.field == "at_time.value"),
    Intended("inverse of a scale along one axis",
             "UsdGeom 26.8 negates the factor of !invert!xformOp:scaleX (Y, Z); the inverse is its reciprocal.",
             lambda difference, ours, theirs: difference.field == "world_from_prim" and inverts_one_scale(ours)),
    Intended("collection built into a schema without a catalog",
             "Lights build in the collections lightLink and shadowLink; their schemas are in no catalog of ours.",
             lambda difference, ours, theirs: difference.field == "collections" and difference.ours == ABSENT
             and set(difference.theirs) == LIGHT_COLLECTIONS and ours["type"].endswith("Light")),
    Intended("rounding of transforms",
             "We multiply the matrices of ops and parents in another order; the last bits may differ.",
             lambda difference, ours, theirs: difference.field == "world_from_prim"
             and is_close(difference.ours, difference.theirs, TRANSFORM_TOLERANCE)),
)

# With an oracle of another version than the libraries that we read with.
INTENDED_BETWEEN_VERSIONS: tuple[Intended, ...] = (
    Intended("expression with a variable that nobody sets",
             "UsdStage 26.11 leaves ${NAME} of such a variable as it stands, 26.8 its name alone.",
             lambda difference, ours, theirs: difference.property == "broken" and difference.field.endswith(".evaluated")
             and difference.theirs == "./parts/${MISSING}"),
)


def is_intended(difference: Difference, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    """Whether a difference in a prim or a property is meant, with the oracle at hand."""
    listed = INTENDED if Usd.GetVersion() == LIBRARIES_VERSION else INTENDED + INTENDED_BETWEEN_VERSIONS
    return any(intended.covers(difference, ours, theirs) for intended in listed)


# ---- comparison ----


def by_name(items: Sequence[Mapping[str, Any]], key: str) -> dict[str, Mapping[str, Any]]:
    """The items by one of their facts."""
    return {item[key]: item for item in items}


def compare_properties(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[Difference]:
    """The differences in the properties of one prim."""
    our_properties, their_properties = (by_name(prim["properties"], "name") for prim in (ours, theirs))
    if list(our_properties) != list(their_properties):
        yield Difference(ours["path"], "", "property names", list(our_properties), list(their_properties))
    for name in [name for name in our_properties if name in their_properties]:
        one, other = our_properties[name], their_properties[name]
        comparable = {key: value for key, value in other.items() if key != "defined_by_schema"}
        for field, left, right in differences_of(with_value_at_time(one) if "at_time" in other else one, comparable):
            difference = Difference(ours["path"], name, field, left, right)
            if not is_intended(difference, one, other):
                yield difference


def with_value_at_time(property_: Mapping[str, Any]) -> dict[str, Any]:
    """A property of ours whose value at a time shows what a query returns: the oracle has no source for it."""
    shown = dict(property_)
    value = shown.get("at_time", {"value": {"blocked": True}})["value"]
    shown["at_time"] = {"value": shown.get("fallback") if value == {"blocked": True} else value}
    return shown


def compare_prims(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[Difference]:
    """The differences in one prim."""
    facts = [{key: value for key, value in prim.items() if key != "properties"} for prim in (ours, theirs)]
    if "collections" in facts[0]:
        facts[0]["collections"] = {name: held["prims"] for name, held in facts[0]["collections"].items()}
    for field, left, right in differences_of(*facts):
        difference = Difference(ours["path"], "", field, left, right)
        if not is_intended(difference, ours, theirs):
            yield difference
    yield from compare_properties(ours, theirs)


def compare(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[Difference]:
    """The differences of two dumps that are not intended."""
    found = []
    for field in ("layers", "metadata"):
        for name, left, right in differences_of(ours[field], theirs[field], field):
            found.append(Difference("", "", name, left, right))
    # errors of targets stand at properties; UsdStage::GetCompositionErrors has those of prims and layers alone
    our_errors = sorted({error["type"] for error in ours["errors"] if "." not in error["path"]})
    if our_errors != theirs["errors"]:
        found.append(Difference("", "", "errors", our_errors, theirs["errors"]))
    our_prims, their_prims = (by_name(dump["prims"], "path") for dump in (ours, theirs))
    if list(our_prims) != list(their_prims):
        found.append(Difference("", "", "prims", [path for path in our_prims if path not in their_prims],
                                [path for path in their_prims if path not in our_prims]))
    for path in [path for path in our_prims if path in their_prims]:
        found.extend(compare_prims(our_prims[path], their_prims[path]))
    return found
