"""What `assay inspect` states against what Newton and MuJoCo's own USD importer read of the same file.

Both run in an environment of their own, made on demand of tests/engines.lock: one process for all files of a reader. A
difference must be named by a feature of the effects table: its case holds for the body or joint, and the table does not
say that the reader honours it. What cannot be named is a difference.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from conftest import clean_environment
from oracle.physics import Compared, Record, number
from pxr import Usd, UsdGeom, UsdShade

HERE = Path(__file__).resolve().parent
LOCK = HERE.parent / "engines.lock"
SCRIPTS = {"newton": HERE / "engine_newton.py", "mujoco-usd": HERE / "engine_mujoco.py"}
MESHES = HERE / "engine_meshes.py"
INSTALL_TIMEOUT_S = 900
TIMEOUT_S = 600  # of all files of a reader; the first run also compiles Newton's kernels

MASS = 1e-5  # of the mass: single precision on both sides
LENGTH = 1e-4  # of the size of the vector, and MILLIMETRE of it at least
SMALLEST_LENGTH = 1e-3  # [m]
INERTIA = 2e-4  # of the greatest component: principal axes are single precision quaternions
AXIS = 1e-5  # of a unit vector
LIMIT = 1e-5  # of the bound, or [m] and [rad] below 1
GAIN = 1e-5  # of the gain
UNLIMITED = 1e9  # Newton says 1e10 for no bound and 1e6 for no greatest force
UNBOUND_FORCE = 1e6
PROXIES = Usd.TraverseInstanceProxies()


def engines_folder() -> Path:
    """Where the environment is kept: below ASSAY_CACHE, else the user's cache."""
    return Path(os.environ.get("ASSAY_CACHE") or Path.home() / ".cache" / "assay") / "engines"


def engines_python() -> Path:
    """The Python of the engines' environment, which is made when it is absent or its lock has changed."""
    folder = engines_folder()
    stamp, made_of = folder / ".stamp", f"{hashlib.sha256(LOCK.read_bytes()).hexdigest()} {folder}"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == made_of:
        return folder / "bin" / "python"
    python = shutil.which("python3.11")
    if python is None:
        pytest.fail("the engines run with Python 3.11, and there is no python3.11 on the PATH: install it")
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([python, "-m", "venv", folder], check=True, timeout=INSTALL_TIMEOUT_S)
    subprocess.run([folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--no-input", "--no-deps",
                    "--disable-pip-version-check", "--require-hashes", "--only-binary=:all:", "-r", LOCK], check=True,
                   stdin=subprocess.DEVNULL, timeout=INSTALL_TIMEOUT_S)
    stamp.write_text(made_of, encoding="utf-8")
    return folder / "bin" / "python"


def run_script(python: Path, script: Path, folder: Path, arguments: Sequence[str | Path]) -> list[Record]:
    """The lines that a script writes; the engines print much of their own, which goes to `folder`."""
    output, printed = folder / f"{script.stem}.jsonl", folder / f"{script.stem}.log"
    with printed.open("wb") as log:
        done = subprocess.run([python, script, output, *arguments], stdin=subprocess.DEVNULL, stdout=log,
                              stderr=subprocess.STDOUT, env=clean_environment(), cwd=folder, timeout=TIMEOUT_S,
                              check=False)
    if done.returncode != 0:
        pytest.fail(f"{script.name} failed: {printed.read_text(encoding='utf-8', errors='replace')[-2000:]}")
    return [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]


# --- the features that name a difference ---


@dataclass(frozen=True)
class Case:
    """One file as both sides have it."""

    file: Path
    document: Record
    reading: Record

    def vendor_values(self, name: str, path: str | None = None) -> list[Any]:
        """The values of a vendor's property, on a prim or anywhere."""
        return [value["value"] for value in self.document["vendor"]["values"]
                if value["property"] == name and path in (None, value["path"])]

    def has_schema(self, name: str, path: str) -> bool:
        return any(schema["schema"] == name and schema["path"] == path for schema in self.document["vendor"]["schemas"])

    def open_stage(self) -> Any:
        """The stage; its prims live as long as it is held."""
        return Usd.Stage.Open(str(self.file))


def is_zero(values: Sequence[float | str]) -> bool:
    return all(number(value) == 0 for value in values)


def is_authored(mass: Record | None, name: str) -> bool:
    return mass is not None and mass["origins"][name]["origin"] == "authored"


def has_no_source(_: Case, body: Record) -> bool:
    return body["mass_source"] == "no_source"


def zero_mass_colliders(case: Case, body: Record) -> set[str]:
    return {collider["path"] for collider in case.document["colliders"]
            if collider["path"] in body["colliders"] and is_authored(collider["authored_mass"], "mass")
            and number(collider["authored_mass"]["mass"]) == 0}


def takes_zero_mass(case: Case, body: Record) -> bool:
    return body["mass_source"] != "body_mass" and bool(zero_mass_colliders(case, body))


def is_off_center(_: Case, body: Record) -> bool:
    mass = body["authored_mass"]
    return (all(is_authored(mass, name) for name in ("mass", "center_of_mass")) and number(mass["mass"]) > 0
            and body["inertia_source"] == "parts")


def takes_hull(_: Case, body: Record) -> bool:
    takes_parts = "parts" in (body["center_of_mass_source"], body["inertia_source"]) or body["mass_source"] == "densities"
    return takes_parts and any(part["volume_method"] == "convex_hull" for part in body["mass_parts"])


def has_zero_newton_inertia(case: Case, body: Record) -> bool:
    return any(is_zero(value) for value in case.vendor_values("newton:inertia", body["path"]))


def scales_total_mass(case: Case, _: Record) -> bool:
    return any(number(value) > 0 for value in case.vendor_values("mjc:compiler:setTotalMass"))


def takes_inertia_from_geom(case: Case, body: Record) -> bool:
    return "true" in case.vendor_values("mjc:compiler:inertiaFromGeom") and body["authored_mass"] is not None


def takes_mass_without_center(_: Case, body: Record) -> bool:
    mass = body["authored_mass"]
    return is_authored(mass, "mass") and not is_authored(mass, "center_of_mass")


def is_twice(case: Case, body: Record) -> bool:
    return bool(case.vendor_values("newton:inertia", body["path"])) and is_authored(body["authored_mass"], "diagonal_inertia")


def hangs_on_weld(case: Case, body: Record) -> bool:
    joints = [joint for joint in case.document["joints"] if body["path"] in (joint["body0"], joint["body1"])]
    return any(case.has_schema("MjcEqualityWeldAPI", joint["path"]) for joint in joints)


def is_apart(_: Case, joint: Record) -> bool:
    return number(joint["residual"]["rad"]) > AXIS


def is_parallel(case: Case, joint: Record) -> bool:
    bodies = {joint["body0"], joint["body1"]}
    return sum({each["body0"], each["body1"]} == bodies for each in case.document["joints"]) > 1


def has_gain(joint: Record) -> bool:
    return any(number(drive[gain]) > 0 for drive in joint["drives"] for gain in ("stiffness", "damping"))


def is_accelerated(_: Case, joint: Record) -> bool:
    return any(drive["type"] == "acceleration" for drive in joint["drives"])


def is_one_sided(_: Case, joint: Record) -> bool:
    return joint["kind"] == "revolute" and any(
        math.isfinite(number(axis["low"])) != math.isfinite(number(axis["high"])) for axis in joint["axes"]
        if axis["axis"] == f"rot{joint['axis']}")


def kinds(*names: str) -> Callable[[Case, Record], bool]:
    return lambda _, joint: joint["kind"] in names


@dataclass(frozen=True)
class Feature:
    """One row of the effects table and when it may name a difference."""

    id: str
    reader: str
    quantities: frozenset[str]
    holds: Callable[[Case, Record], bool]
    is_vendor: bool = False  # of the reader's own schema: inspect states the standard's value, the reader honours its own


def features(*rows: tuple[Any, ...]) -> tuple[Feature, ...]:
    return tuple(Feature(name, reader, frozenset(quantities.split()), *rest) for name, reader, quantities, *rest in rows)


FEATURES = features(
    ("body-without-mass", "newton", "mass center inertia", has_no_source),
    ("body-without-mass", "mujoco-usd", "mass center inertia", has_no_source),
    ("collider-mass-zero", "mujoco-usd", "mass center inertia", takes_zero_mass),
    ("inertia-zero-newton", "newton", "inertia", has_zero_newton_inertia),
    ("inertia-off-center", "newton", "inertia", is_off_center),
    ("mesh-mass-from-hull", "newton", "mass center inertia", takes_hull),
    ("mesh-mass-from-hull", "mujoco-usd", "mass center inertia", takes_hull),
    ("total-mass-mjc", "mujoco-usd", "mass inertia", scales_total_mass, True),
    ("inertia-from-geom-mjc", "mujoco-usd", "mass center inertia", takes_inertia_from_geom, True),
    ("mass-without-center", "mujoco-usd", "mass center inertia", takes_mass_without_center),
    ("equality-weld-alone", "newton", "body", hangs_on_weld),
    ("joints-parallel", "newton", "joint", is_parallel),
    ("joint-frame-body0", "mujoco-usd", "joint axis", is_apart),
    ("one-sided-revolute", "newton", "joint limit", is_one_sided),
    ("drive-acceleration", "newton", "joint gain", is_accelerated),
    ("drive", "mujoco-usd", "gain", lambda _, joint: has_gain(joint)),
    ("joint-spherical", "mujoco-usd", "joint", kinds("spherical")),
    ("joint-generic", "mujoco-usd", "joint", kinds("generic")),
)


def has_inertia_twice(case: Case) -> bool:
    return any(is_twice(case, body) for body in case.document["bodies"])


def has_root_off_body(case: Case) -> bool:
    bodies = {body["path"] for body in case.document["bodies"]}
    return any(root["path"] not in bodies for root in case.document["graph"]["articulation_roots"])


def has_massless_body(case: Case) -> bool:
    """Whether the body that the message names has no mass of its own."""
    return any(has_no_source(case, body) and f"'{body['path']}'" in case.reading["error"]
               for body in case.document["bodies"])


def has_zero_mass_body(case: Case) -> bool:
    """Whether the masses of all colliders of the body that the message names are stated as zero."""
    return any(set(body["colliders"]) == zero_mass_colliders(case, body) != set()
               and f"'{body['path']}'" in case.reading["error"] for body in case.document["bodies"])


def has_named_mesh(case: Case) -> bool:
    """Whether the message names a mesh, collider or not; inspect does not state what is only drawn."""
    stage = case.open_stage()
    return any(prim.IsA(UsdGeom.Mesh) and f"'{prim.GetPath()}'" in case.reading["error"] for prim in stage.Traverse(PROXIES))


def has_empty_scale(case: Case) -> bool:
    stage, cache = case.open_stage(), UsdGeom.XformCache()
    return any(prim.IsA(UsdGeom.Gprim) and cache.GetLocalToWorldTransform(prim).GetDeterminant() == 0
               for prim in stage.Traverse(PROXIES))


def has_empty_texture(case: Case) -> bool:
    stage = case.open_stage()
    return any(prim.GetAttribute("info:id").Get() == "UsdUVTexture" and not prim.GetAttribute("inputs:file").Get()
               for prim in stage.Traverse(PROXIES) if prim.IsA(UsdShade.Shader))


TOO_LIGHT = "mass and inertia of moving bodies must be larger than mjMINVAL"
# (feature, reader, part of the message) → whether the file is such a case
REFUSALS = {
    ("inertia-twice", "mujoco-usd", "fullinertia and diagonal inertia cannot both be specified"): has_inertia_twice,
    ("root-on-xform", "mujoco-usd", TOO_LIGHT): has_root_off_body,
    ("body-without-mass", "mujoco-usd", TOO_LIGHT): has_massless_body,
    ("collider-mass-zero", "mujoco-usd", TOO_LIGHT): has_zero_mass_body,
    ("mesh-without-volume", "mujoco-usd", "mesh volume is too small"): has_named_mesh,
    ("scale-zero", "mujoco-usd", "Could not factorise matrix"): has_empty_scale,
    ("texture-without-file", "mujoco-usd", "unsupported content type: ''"): has_empty_texture,
}


# --- the comparison ---


@dataclass
class Outcome(Compared):
    """What was compared, what differs by a feature of the table, and what differs by none."""

    reader: str = ""
    named: Counter[tuple[str, str]] = field(default_factory=Counter)  # (feature, quantity)

    def differ(self, case: Case, quantity: str, record: Record, *what: object) -> None:
        """A difference, which the first feature that may and does hold names."""
        for feature in FEATURES:
            if feature.reader == self.reader and quantity in feature.quantities and feature.holds(case, record):
                self.named[feature.id, quantity] += 1
                return
        self.check(False, record["path"], quantity, *what)


def are_near(ours: Sequence[float | str], theirs: Sequence[float], relative: float, smallest: float = 0) -> bool:
    """Whether vectors are equal to a part of their greatest component."""
    size = max(smallest, *(abs(number(value)) for value in ours))
    return all(abs(number(one) - other) <= relative * size for one, other in zip(ours, theirs, strict=True))


def flat(matrix: Sequence[Sequence[float | str]]) -> list[float]:
    return [number(component) for row in matrix for component in row]


def compare_bodies(outcome: Outcome, case: Case) -> None:
    theirs = {body["path"]: body for body in case.reading["bodies"]}
    ours = {body["path"]: body for body in case.document["bodies"]}
    outcome.check(theirs.keys() <= ours.keys(), "bodies that inspect does not state:", theirs.keys() - ours.keys())
    equal_ours, equal_theirs = 0.0, 0.0
    for path, body in ours.items():
        if path not in theirs:
            outcome.differ(case, "body", body, "was not read")
            continue
        read = theirs[path]
        outcome.count("bodies")
        if are_near([body["mass"]], [read["mass"]], MASS):
            equal_ours, equal_theirs = equal_ours + number(body["mass"]), equal_theirs + read["mass"]
        else:
            outcome.differ(case, "mass", body, body["mass"], read["mass"])
        if not are_near(body["center_of_mass"], read["center_of_mass"], LENGTH, SMALLEST_LENGTH):
            outcome.differ(case, "center", body, body["center_of_mass"], read["center_of_mass"])
        if not are_near(flat(body["inertia"]), flat(read["inertia"]), INERTIA):
            outcome.differ(case, "inertia", body, body["inertia"], read["inertia"])
    outcome.check(are_near([equal_ours], [equal_theirs], MASS), "total mass", equal_ours, equal_theirs)
    if not any(quantity in ("mass", "body") for _, quantity in outcome.named):
        total = number(case.document["totals"]["mass"])
        outcome.count("totals")
        outcome.check(are_near([total], [sum(read["mass"] for read in theirs.values())], MASS), "total mass", total)


def turned(wxyz: Sequence[float | str], axis: int) -> list[float]:
    """A unit axis turned by a rotation."""
    w, *imaginary = map(number, wxyz)
    one, other = (axis + 1) % 3, (axis + 2) % 3
    vector = [0.0, 0.0, 0.0]
    vector[axis] = 1 - 2 * (imaginary[one] ** 2 + imaginary[other] ** 2)
    vector[one] = 2 * (imaginary[axis] * imaginary[one] + w * imaginary[other])
    vector[other] = 2 * (imaginary[axis] * imaginary[other] - w * imaginary[one])
    return vector


def degrees_of(joint: Record) -> Iterator[Record]:
    """The free axes of a joint: direction in the world, bounds, gains."""
    for axis in joint["axes"]:
        is_main = joint["kind"] in ("revolute", "prismatic") and axis["axis"].endswith(joint["axis"])
        if axis["state"] == "locked" or not (joint["kind"] == "generic" or is_main):
            continue
        drive = next((drive for drive in joint["drives"] if drive["axis"] == axis["axis"]), None)
        direction = joint["axis_world"] if is_main else turned(joint["side0"]["world_from_joint"]["rotation"],
                                                                 "XYZ".index(axis["axis"][-1]))
        yield {"axis_world": list(map(number, direction)), "low": number(axis["low"]), "high": number(axis["high"]),
               "stiffness": number(drive["stiffness"]) if drive else 0.0,
               "damping": number(drive["damping"]) if drive else 0.0,
               "max_force": number(drive["max_force"]) if drive else math.inf}


def is_bound_near(ours: float, theirs: float) -> bool:
    if math.isinf(ours):
        return abs(theirs) >= UNLIMITED and (ours > 0) == (theirs > 0)
    return abs(ours - theirs) <= LIMIT * max(1, abs(ours))


def is_gain_near(ours: float, theirs: float) -> bool:
    return abs(ours - theirs) <= GAIN * abs(ours)


def is_force_near(ours: float, theirs: float) -> bool:
    return theirs >= UNBOUND_FORCE if ours >= UNBOUND_FORCE else abs(ours - theirs) <= GAIN * ours


def unequal(ours: Record, theirs: Record) -> list[str]:
    """The quantities that two free axes do not share; a reader that has no gains is not asked for them."""
    found = [] if are_near(ours["axis_world"], theirs["axis_world"], AXIS) else ["axis"]
    found += [] if all(is_bound_near(ours[bound], theirs[bound]) for bound in ("low", "high")) else ["limit"]
    if "stiffness" in theirs:
        same = all(is_gain_near(ours[gain], theirs[gain]) for gain in ("stiffness", "damping"))
        found += [] if same and is_force_near(ours["max_force"], theirs["max_force"]) else ["gain"]
    return found


def nearest(ours: Record, pool: list[Record]) -> tuple[list[str], Record]:
    """The free axis of a pool that shares most with ours, and what it does not share."""
    return min(((unequal(ours, theirs), theirs) for theirs in pool), key=lambda found: len(found[0]))


def compare_joint(outcome: Outcome, case: Case, joint: Record, pool: list[Record]) -> None:
    """The free axes of one joint against what is left of those that its child was read with."""
    for ours in degrees_of(joint):
        if not pool:
            outcome.differ(case, "joint", joint, "has a free axis that was not read", ours)
            continue
        found, theirs = nearest(ours, pool)
        pool.remove(theirs)
        outcome.count("axes")
        outcome.count("limits", sum(map(math.isfinite, (ours["low"], ours["high"]))))
        for quantity in found:
            outcome.differ(case, quantity, joint, ours, theirs)
        if ours["stiffness"] or ours["damping"]:
            outcome.count("gains") if "stiffness" in theirs else outcome.differ(case, "gain", joint, ours)


def compare_joints(outcome: Outcome, case: Case) -> None:
    """Joints by their child: a reader may merge those that join the same two bodies."""
    pools: dict[str, list[Record]] = {}
    paths = {joint["path"] for joint in case.reading["joints"]}
    for joint in case.reading["joints"]:
        if joint["type"] not in ("free", "ball"):  # what a floating body gets, and what has no axes
            pools.setdefault(joint["child"], []).extend(joint["degrees"])
    for joint in case.document["joints"]:
        if joint["kind"] not in ("revolute", "prismatic", "generic"):
            continue
        outcome.count("joints")
        if joint["path"] not in paths:
            outcome.differ(case, "joint", joint, "was not read under its path")
        compare_joint(outcome, case, joint, pools.get(joint["body1"] or joint["body0"], []))
    left = {child: pool for child, pool in pools.items() if pool}
    outcome.check(not left, "free axes that inspect does not state:", left)


def compare_reading(reader: str, file: Path, document: Record, reading: Record) -> Outcome:
    """Compares a document of `assay inspect` with what a reader read of the file."""
    case, outcome = Case(file, document, reading), Outcome(reader=reader)
    if "error" in reading:
        named = [name for (name, of, message), holds in REFUSALS.items()
                 if of == reader and message in reading["error"] and holds(case)]
        outcome.named.update({(name, "file"): 1 for name in named[:1]})
        outcome.check(bool(named), "refused:", reading["error"])
    else:
        compare_bodies(outcome, case)
        compare_joints(outcome, case)
    outcome.differences = [f"{reader} {document['asset']}: {difference}" for difference in outcome.differences]
    return outcome


def misnamed(table: Record, outcomes: Sequence[Outcome]) -> list[str]:
    """The names given to differences that the effects table does not bear out."""
    effects = {feature["id"]: feature["effects"] for feature in table["features"]}
    vendor = {(feature.id, feature.reader) for feature in FEATURES if feature.is_vendor}
    found = []
    for outcome in outcomes:
        for name, quantity in outcome.named:
            effect = effects.get(name, {}).get(outcome.reader, {}).get("effect", "no row")
            borne = {"approximated", "ignored", "refused"} | ({"honoured"} if (name, outcome.reader) in vendor else set())
            if effect not in borne:
                found.append(f"{name} names a difference of {quantity} in {outcome.reader}; the table: {effect}")
    return sorted(set(found))
