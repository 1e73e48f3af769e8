"""The selections under which a file is compared: as authored, per runtime, and each other option one at a time."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from oracle.assets import REPOSITORY
from oracle.usd_dump import Selection, every_prim
from pxr import Sdf, Usd, UsdUtils

Chosen = tuple[tuple[str, str, str], ...]  # options as (prim, variant set, option)

MOST_OPTIONS = 40  # of one file; those beyond are left out


@cache
def runtime_sets() -> dict[str, str]:
    """The variant sets that choose runtimes, each with the selection that enables it alone."""
    with (REPOSITORY / "data" / "runtimes.toml").open("rb") as file:
        return {runtime["variant_set"]: runtime["name"] for runtime in tomllib.load(file)["runtime"]}


def named_selections(stage: Usd.Stage) -> dict[str, Chosen]:
    """The neutral base and each runtime alone, by name, where the default prim has a runtime set."""
    prim = stage.GetDefaultPrim()
    sets = [name for name in runtime_sets() if name in prim.GetVariantSets().GetNames()] if prim else []
    if not sets:
        return {}
    selections = {}
    for enabled in [None, *sets]:
        name = "standard" if enabled is None else runtime_sets()[enabled]
        selections[name] = tuple((str(prim.GetPath()), each, "Enabled" if each == enabled else "Disabled") for each in sets)
    return selections


def runtime_selections(stage: Usd.Stage) -> Iterator[Selection]:
    """The same as selections of a dump."""
    return map(Selection, named_selections(stage).values())


def option_selections(stage: Usd.Stage) -> Iterator[Selection]:
    """Each option that the authored selection leaves out, one at a time."""
    for prim in every_prim(stage):
        if prim.IsInstanceProxy():
            continue
        variant_sets = prim.GetVariantSets()
        for name in sorted(variant_sets.GetNames()):
            variants = variant_sets.GetVariantSet(name)
            for option in sorted(variants.GetVariantNames()):
                if option != variants.GetVariantSelection():
                    yield Selection(((str(prim.GetPath()), name, option),))


def time_between_samples(dump: dict[str, Any]) -> float | None:
    """A stage time between the first two time samples of some attribute; None without samples."""
    for prim in dump["prims"]:
        for property_ in prim["properties"]:
            times = property_.get("animation", {}).get("times", [])
            if len(times) > 1:
                return times[0] + (times[1] - times[0]) * 0.375
    animations = (property_.get("animation", {}) for prim in dump["prims"] for property_ in prim["properties"])
    return 3.0 if any("spline" in animation for animation in animations) else None


def selections_of(file: Path) -> list[Selection]:
    """All selections of a file, the authored one first."""
    delegate = UsdUtils.CoalescingDiagnosticDelegate()  # takes UsdStage's warnings as long as it lives
    root = Sdf.Layer.FindOrOpen(str(file))
    if root is None:
        return []
    stage = Usd.Stage.Open(root, Usd.Stage.LoadAll)
    selections = [Selection(), *runtime_selections(stage), *list(option_selections(stage))[:MOST_OPTIONS]]
    delegate.TakeUncoalescedDiagnostics()
    return selections
