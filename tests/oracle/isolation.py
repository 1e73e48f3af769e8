"""What the isolation policy says of an asset, read off UsdStage with the policy's matrix written out once more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from asset_builder import ALL_RUNTIMES, AssetParts, write_asset
from oracle.run import MOST_SHOWN
from oracle.usd_dump import every_prim, session_of
from pxr import Sdf, Usd, UsdUtils

STANDARD = "standard"
TARGETS = (STANDARD, "physx", "newton", "mujoco")

# Names of schemas, types and properties against the targets that may carry them; the first that matches holds.
MATRIX = tuple((re.compile(pattern), allowed) for pattern, allowed in (
    (r"MjcArticulationRoot(API)?$", ()),  # MUJOCO.BA.001
    (r"NewtonJointAPI$", ()),  # NEWTON.DJ.002
    (r"Physx|physx\w*:", ("physx",)),
    (r"NewtonCollisionAPI$|newton:contact", ("newton", "mujoco")),
    (r"Newton|newton:", ("newton",)),
    (r"Mjc|mjc:", ("mujoco",)),
))
VENDORS = {"PhysX": ("Physx", "physx"), "Newton": ("Newton", "newton"), "MuJoCo": ("Mjc", "mjc")}

APPROXIMATION = "physics:approximation"
NEUTRAL_TOKENS = {"none", "convexHull", "convexDecomposition", "boundingSphere", "boundingCube", "meshSimplification"}
PHYSX_TOKENS = NEUTRAL_TOKENS | {"sdf", "sphereFill"}

Fact = tuple[str, str, str]  # a prim, the schema, type or property on it, and the severity


# ---- the policy ----


def is_foreign(name: str, target: str) -> bool:
    """Whether the matrix forbids a schema, type or property under a target."""
    for pattern, allowed in MATRIX:
        if pattern.match(name):
            return target not in allowed
    return False


def has_value(property_: Usd.Property) -> bool:
    """Whether something is authored that a runtime could read: a value, samples, connections or targets."""
    if isinstance(property_, Usd.Relationship):
        return bool(property_.GetTargets())
    return property_.HasAuthoredValue() or bool(property_.GetConnections())


def token_severity(token: str, schemas: Sequence[str], target: str) -> str | None:
    """How the value rules judge a token of physics:approximation; None when it may be there."""
    if target == "newton":
        return "error" if token == "sdf" else "warning"
    if target == "mujoco":
        is_judged = "MjcCollisionAPI" in schemas and "PhysicsMeshCollisionAPI" in schemas
        return "error" if is_judged and token != "convexHull" else None
    if target == STANDARD:
        return None if token in NEUTRAL_TOKENS else "error"
    is_paired = token != "sdf" or "PhysxSDFMeshCollisionAPI" in schemas
    return None if token in PHYSX_TOKENS and is_paired else "error"


def facts_on(prim: Usd.Prim, target: str) -> Iterator[tuple[str, str]]:
    """What a prim must not carry under a target, with the severity."""
    schemas = prim.GetPrimTypeInfo().GetAppliedAPISchemas()
    for name in [str(prim.GetTypeName()), *schemas]:
        if is_foreign(name.split(":")[0], target):
            yield name, "error"
    if target == "newton" and {"NewtonMeshCollisionAPI", "NewtonSDFCollisionAPI"} <= set(schemas):
        yield "NewtonSDFCollisionAPI", "error"
    for property_ in filter(has_value, prim.GetAuthoredProperties()):
        name = property_.GetName()
        if is_foreign(name, target):
            yield name, "error"
        if name == APPROXIMATION:
            values = {property_.Get(), *(property_.Get(time) for time in property_.GetTimeSamples())} - {None}
            for severity in {token_severity(token, schemas, target) for token in values} - {None}:
                yield name, severity


# ---- files ----


def judged_prims(stage: Usd.Stage) -> Iterator[Usd.Prim]:
    """Every active prim; those inside instances once, under the first instance of their prototype."""
    seen = set()
    for prim in every_prim(stage):
        if not prim.IsActive():
            continue
        if prim.IsInstanceProxy():
            inner = prim.GetPrimInPrototype().GetPath()
            if inner in seen:
                continue
            seen.add(inner)
        yield prim


def facts_of(file: Path, target: str = STANDARD) -> set[Fact]:
    """All that a file must not carry when its default prim's runtime sets are composed for a target."""
    delegate = UsdUtils.CoalescingDiagnosticDelegate()  # takes UsdStage's warnings as long as it lives
    root = Sdf.Layer.FindOrOpen(str(file))
    chosen = []
    if root.defaultPrim:
        chosen = [(f"/{root.defaultPrim}", name, "Enabled" if name.lower() == target else "Disabled")
                  for name in ALL_RUNTIMES]
    stage = Usd.Stage.Open(root, session_of(chosen), Usd.Stage.LoadAll)
    facts = {(str(prim.GetPath()), *fact) for prim in judged_prims(stage) for fact in facts_on(prim, target)}
    delegate.TakeUncoalescedDiagnostics()
    return facts


def carry_as_payload(file: Path, folder: Path) -> Path:
    """Write an asset with all runtime sets, each of whose payloads brings the default prim of a file, or its first."""
    layer = Sdf.Layer.FindOrOpen(str(file))
    prim = layer.defaultPrim if layer.defaultPrim in layer.rootPrims else layer.rootPrims[0].name
    for runtime in ALL_RUNTIMES:
        runnable = Sdf.Layer.CreateNew(str(folder / "runnables" / "physics" / f"{runtime.lower()}.usda"))
        carried = Sdf.CreatePrimInLayer(runnable, "/Root/Carried")
        carried.specifier = Sdf.SpecifierDef
        carried.referenceList.Prepend(Sdf.Reference(str(file), f"/{prim}"))
        runnable.defaultPrim = "Root"
        runnable.Save()
    return write_asset(folder, AssetParts(missing_runnables=ALL_RUNTIMES))


# ---- reports ----


def reported_facts(asset: Mapping[str, Any], target: str = STANDARD) -> set[Fact]:
    """The errors and warnings of the isolation rule under a target; other variant sets have their own."""
    return {(finding["prim"], finding["subject"], finding["severity"]) for finding in asset["findings"]
            if finding["rule"] == "runtime.foreign-data" and finding["severity"] != "note"
            and target in finding["selections"] and not finding["variants"]}


def noted_vendors(asset: Mapping[str, Any]) -> dict[str, str]:
    """The vendors that a report mentions without judging, each with its prims."""
    return {finding["values"]["vendor"]: finding["values"]["prims"] for finding in asset["findings"]
            if finding["rule"] == "runtime.foreign-data" and finding["severity"] == "note"}


def vendors_of(facts: Iterable[Fact]) -> dict[str, str]:
    """The vendors of facts, each with the prims that carry its data, worded as the report does."""
    prims: dict[str, set[str]] = {}
    for prim, subject, _ in facts:
        for vendor, prefixes in VENDORS.items():
            if subject.startswith(prefixes):
                prims.setdefault(vendor, set()).add(prim)
    return {vendor: "one prim" if len(on) == 1 else f"{len(on)} prims" for vendor, on in prims.items()}


def differences_of(document: Mapping[str, Any], expected: Sequence[set[Fact]], target: str = STANDARD) -> list[str]:
    """Where a report and what its files must not carry disagree; both in the order in which the files were given."""
    lines = []
    for asset, facts in zip(document["assets"], expected, strict=True):
        reported = reported_facts(asset, target)
        for side, wrong in (("not reported", facts - reported), ("should not be reported", reported - facts)):
            lines += [f"{asset['asset']} under {target}: {side}: {severity} on {subject} of <{prim}>"
                      for prim, subject, severity in sorted(wrong)[:MOST_SHOWN]]
    return lines
