"""The physics that `assay inspect` states of one selection against usd-core: UsdPhysics' parse utilities,
ComputeMassProperties, and UsdGeom's world transforms. `oracle.physics_selections` goes through the selections of a file.

What differs on purpose, or because of a fault upstream, is left out by name:
- colliders of kind `other`: usd-core warns of a type that is no known Gprim and lists no shape;
- bodies of joints that are static colliders: usd-core names the collider's prim, the model says the world;
- one-sided limits of revolute joints: usd-core takes a limit only when both bounds are finite;
- densities of materials: usd-core 26.8 leaves the density of a material's descriptor at 0;
- inertias that are stated smaller than 1e-5 in stage units: usd-core takes them as not stated;
- what schemas of PhysX, Newton and MuJoCo bring that build UsdPhysics' in or derive from them (colliders, joints, materials,
  articulation roots, and masses that such colliders give): usd-core does not hold these schemas;
- masses that disabled colliders give: counted by ComputeMassProperties before OpenUSD's pull request 4164, which 26.11 has;
- mirrored boxes: usd-core states negative half extents.
"""

from __future__ import annotations

import json
import math
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from conftest import clean_environment
from oracle.selections import Chosen, runtime_sets
from oracle.usd_dump import session_of
from oracle.vendor_schemas import is_missed
from pxr import Ar, Gf, Sdf, Usd, UsdGeom, UsdPhysics

Record = dict[str, Any]
Numbers = Sequence[float]

RELATIVE = 1e-4  # values are single precision on both sides, poses are products of several
ABSOLUTE = 1e-6
FIRST_WITHOUT_DISABLED = (0, 26, 11)
SMALLEST_INERTIA = 1e-5  # of usd-core, in stage units
OBJECT = UsdPhysics.ObjectType
SHAPES = {OBJECT.SphereShape: "sphere", OBJECT.CubeShape: "box", OBJECT.CapsuleShape: "capsule",
          OBJECT.CylinderShape: "cylinder", OBJECT.ConeShape: "cone", OBJECT.Capsule1Shape: "tapered_capsule",
          OBJECT.Cylinder1Shape: "tapered_cylinder", OBJECT.PlaneShape: "plane", OBJECT.MeshShape: "mesh",
          OBJECT.SpherePointsShape: "points", OBJECT.CustomShape: "custom"}
JOINTS = {OBJECT.FixedJoint: "fixed", OBJECT.RevoluteJoint: "revolute", OBJECT.PrismaticJoint: "prismatic",
          OBJECT.SphericalJoint: "spherical", OBJECT.DistanceJoint: "distance", OBJECT.D6Joint: "generic",
          OBJECT.CustomJoint: "other"}


@dataclass
class Compared:
    """What was compared, and what differs."""

    counts: dict[str, int] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)

    def count(self, what: str, number: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + number

    def add(self, other: Compared) -> None:
        """Count another comparison in."""
        self.differences += other.differences
        for what, number in other.counts.items():
            self.count(what, number)

    def check(self, holds: bool, *what: object) -> None:
        if not holds:
            self.differences.append(" ".join(map(str, what)))


def sum_of(results: Iterable[Compared]) -> Compared:
    """All comparisons as one."""
    total = Compared()
    for result in results:
        total.add(result)
    return total


def number(value: float | str) -> float:
    """A number of the document."""
    return float(value)


def is_close(left: float | str, right: float | str, scale: float = 0) -> bool:
    """Whether two numbers are equal to what single precision allows beside values of that scale."""
    one, other = number(left), number(right)
    if math.isinf(one) or math.isinf(other):
        return one == other
    return abs(one - other) <= RELATIVE * max(abs(one), abs(other), scale) + ABSOLUTE


def are_close(left: Numbers, right: Numbers) -> bool:
    """Whether vectors are equal, each beside its largest component."""
    scale = max(map(abs, [*map(number, left), *map(number, right)]))
    return all(is_close(one, other, scale) for one, other in zip(left, right, strict=True))


def same_rotation(quaternion: Any, wxyz: Numbers) -> bool:
    """Whether two quaternions turn the same way."""
    upstream = [quaternion.GetReal(), *quaternion.GetImaginary()]
    dot = sum(one * number(other) for one, other in zip(upstream, wxyz, strict=True))
    return abs(abs(dot) - 1) < 1e-5  # noqa: PLR2004


def our_physics(binary: Path, file: Path, select: str = "authored", chosen: Chosen = ()) -> Record | None:
    """The document of a file under a selection and further variants, or None when it does not open."""
    variants = [f"--variant={prim}:{variant_set}={option}" for prim, variant_set, option in chosen]
    process = subprocess.run([binary, "inspect", file, "--json", "--select", select, *variants, "--profile", "upstream"],
                             capture_output=True, env=clean_environment(), timeout=120, check=False)
    return json.loads(process.stdout) if process.returncode == 0 else None


class Upstream:
    """What usd-core says of a stage, with options that a session layer chooses."""

    def __init__(self, file: Path, chosen: Chosen = ()) -> None:
        root = Sdf.Layer.FindOrOpen(str(file))
        context = Ar.GetResolver().CreateDefaultContextForAsset(str(file))
        self.stage = Usd.Stage.Open(root, session_of(chosen), context, Usd.Stage.LoadAll)
        self.transforms = UsdGeom.XformCache()
        self.meters = UsdGeom.GetStageMetersPerUnit(self.stage)
        self.kilograms = UsdPhysics.GetStageKilogramsPerUnit(self.stage)

    @cached_property
    def found(self) -> Any:
        """What the parse utilities find, by type."""
        return UsdPhysics.LoadUsdPhysicsFromRange(self.stage, ["/"])

    def of(self, *types: Any) -> Iterator[tuple[str, Any, Any]]:
        for kind in types:
            for path, description in zip(*self.found.get(kind, ((), ())), strict=True):
                yield str(path), kind, description

    def runtime_options(self) -> dict[str, str]:
        """The option of each runtime set that the default prim has."""
        prim = self.stage.GetDefaultPrim()
        options = {name: prim.GetPrimIndex().GetSelectionAppliedForVariantSet(name) for name in runtime_sets()} if prim else {}
        return {name: option for name, option in options.items() if option}

    def world_from_prim(self, path: str) -> Gf.Transform:
        """The local-to-world transform of a prim, taken apart."""
        return Gf.Transform(self.transforms.GetLocalToWorldTransform(self.stage.GetPrimAtPath(path)))

    def is_missed(self, path: str, schema: str) -> bool:
        """Whether usd-core misses a schema that the prim has."""
        return is_missed(self.stage.GetPrimAtPath(path), schema)

    def lengths(self, vector: Any) -> list[float]:
        return [component * self.meters for component in vector]


def matched(compared: Compared, what: str, ours: list[Record],
            theirs: list[tuple[str, Any, Any]]) -> Iterator[tuple[Record, Any, Any]]:
    """The records that both sides have of a kind."""
    records = {record["path"]: record for record in ours}
    paths = {path for path, _, _ in theirs}
    compared.check(set(records) == paths, what, "differ:", sorted(set(records) ^ paths)[:4])
    compared.count(what, len(records))
    for path, kind, description in theirs:
        if path in records:
            yield records[path], kind, description


def compare_scenes(compared: Compared, document: Record, upstream: Upstream) -> None:
    for ours, _, theirs in matched(compared, "scenes", document["scenes"], list(upstream.of(OBJECT.Scene))):
        strength = theirs.gravityMagnitude * upstream.meters
        if ours["gravity_source"] == "earth_by_negative":
            continue  # the parse utilities reverse gravity there, against the schema's text
        gravity = [strength * component for component in theirs.gravityDirection]
        compared.check(are_close(gravity, ours["gravity"]), ours["path"], "gravity", gravity, ours["gravity"])


def is_compared(collider: Record, upstream: Upstream) -> bool:
    """Whether usd-core knows the collider and its shape."""
    return collider["shape"]["kind"] != "other" and not upstream.is_missed(collider["path"], "PhysicsCollisionAPI")


def compare_bodies(compared: Compared, document: Record, upstream: Upstream) -> None:
    other = {collider["path"] for collider in document["colliders"] if not is_compared(collider, upstream)}
    for ours, _, theirs in matched(compared, "bodies", document["bodies"], list(upstream.of(OBJECT.RigidBody))):
        path = ours["path"]
        flags = (theirs.rigidBodyEnabled, theirs.kinematicBody, theirs.startsAsleep)
        compared.check(flags == (ours["enabled"], ours["kinematic"], ours["starts_asleep"]), path, "flags", flags)
        position = upstream.lengths(theirs.position)
        compared.check(are_close(position, ours["pose"]["position"]), path, "position", position, ours["pose"])
        compared.check(same_rotation(theirs.rotation, ours["pose"]["rotation"]), path, "rotation", theirs.rotation)
        compared.check(are_close(list(theirs.scale), ours["scale"]), path, "scale", theirs.scale, ours["scale"])
        velocity = upstream.lengths(theirs.linearVelocity)
        compared.check(are_close(velocity, ours["velocity"]), path, "velocity", velocity, ours["velocity"])
        angular = [math.radians(component) for component in theirs.angularVelocity]
        compared.check(are_close(angular, ours["angular_velocity"]), path, "angular velocity", angular)
        owned = {str(collider) for collider in theirs.collisions}
        compared.check(owned == set(ours["colliders"]) - other, path, "colliders", owned ^ set(ours["colliders"]))


def dimensions(kind: str, theirs: Any, upstream: Upstream) -> Record:
    """The dimensions that usd-core gives a shape, world scale worked in."""
    if kind == "sphere":
        return {"radius": theirs.radius * upstream.meters}
    if kind == "box":
        return {"half_extents": [abs(length) for length in upstream.lengths(theirs.halfExtents)]}
    if kind in ("capsule", "cylinder", "cone"):
        return {"radius": theirs.radius * upstream.meters, "half_height": theirs.halfHeight * upstream.meters}
    return {}


def compare_colliders(compared: Compared, document: Record, upstream: Upstream) -> None:
    known = [collider for collider in document["colliders"] if is_compared(collider, upstream)]
    materials = {str(path) for path, _, _ in upstream.of(OBJECT.RigidBodyMaterial)}
    for ours, kind, theirs in matched(compared, "colliders", known, list(upstream.of(*SHAPES))):
        path = ours["path"]
        compared.check(ours["shape"]["kind"] == SHAPES[kind], path, "kind", SHAPES[kind], ours["shape"]["kind"])
        compared.check(theirs.collisionEnabled == ours["enabled"], path, "enabled", theirs.collisionEnabled)
        body = str(theirs.rigidBody) or None
        compared.check(body == ours["body"], path, "body", body, ours["body"])
        for name, value in dimensions(SHAPES[kind], theirs, upstream).items():
            effective = ours["shape"]["effective"][name]
            same = are_close(value, effective) if isinstance(value, list) else is_close(value, effective)
            compared.check(same, path, name, value, effective)
        if ours["material"] is None or ours["material"] in materials:
            bound = [str(material) for material in theirs.materials]
            compared.check(bool(bound) == bool(ours["material"]), path, "material", bound, ours["material"])
            compared.check(not bound or ours["material"] in bound, path, "material", bound, ours["material"])
            of_subsets = {subset["material"] for subset in ours["subsets"]} & materials
            compared.count("subsets", len(of_subsets))
            compared.check(of_subsets <= set(bound), path, "materials of subsets", bound, ours["subsets"])


def compare_transforms(compared: Compared, document: Record, upstream: Upstream) -> None:
    """The poses and scales of all colliders, in instances and below resets too."""
    for collider in document["colliders"]:
        path, pose = collider["path"], collider["pose"]
        theirs = upstream.world_from_prim(path)
        position = upstream.lengths(theirs.GetTranslation())
        compared.count("transforms")
        compared.check(are_close(position, pose["position"]), path, "world position", position, pose["position"])
        compared.check(are_close(theirs.GetScale(), collider["scale"]), path, "world scale", theirs.GetScale(),
                       collider["scale"])
        if theirs.GetMatrix().GetDeterminant() != 0:  # what is scaled to nothing has no rotation
            rotation = theirs.GetRotation().GetQuat()
            compared.check(same_rotation(rotation, pose["rotation"]), path, "world rotation", rotation, pose["rotation"])


def compare_materials(compared: Compared, document: Record, upstream: Upstream) -> None:
    theirs_all = list(upstream.of(OBJECT.RigidBodyMaterial))
    known = [material for material in document["materials"]
             if not upstream.is_missed(material["path"], "PhysicsMaterialAPI")]
    for ours, _, theirs in matched(compared, "materials", known, theirs_all):
        stated = (theirs.staticFriction, theirs.dynamicFriction, theirs.restitution)
        read = (ours["static_friction"], ours["dynamic_friction"], ours["restitution"])
        compared.check(are_close(stated, read), ours["path"], "values", stated, read)


def compare_side(compared: Compared, ours: Record, side: Record, bodies: set[str], theirs: Any) -> None:
    """One side of a joint against a body, a position [m] and a rotation of usd-core."""
    body, position, rotation = theirs
    path = ours["path"]
    named = str(body) if str(body) in bodies else None
    compared.check(named == side["body"], path, "body", body, side["body"])
    if not side["target_exists"] or named != side["body"] or (side["targets"] and named is None):
        return
    frame = side["body_from_joint"]
    compared.check(are_close(position, frame["position"]), path, "frame", position, frame["position"])
    compared.check(same_rotation(rotation, frame["rotation"]), path, "frame turns", rotation, frame["rotation"])


def compare_axis(compared: Compared, ours: Record, theirs: Any, upstream: Upstream) -> None:
    """The axis, limit and drive of a revolute or prismatic joint."""
    path, is_revolute = ours["path"], ours["kind"] == "revolute"
    unit = math.pi / 180 if is_revolute else upstream.meters
    compared.check(theirs.axis.name == ours["axis"], path, "axis", theirs.axis, ours["axis"])
    axis = next(each for each in ours["axes"] if each["axis"] == ("rot" if is_revolute else "trans") + ours["axis"])
    bounds = (number(axis["low"]), number(axis["high"]))
    are_finite = [math.isfinite(bound) for bound in bounds]
    is_limited = all(are_finite) if is_revolute else any(are_finite)
    compared.check(theirs.limit.enabled == is_limited, path, "limited", theirs.limit.enabled, bounds)
    if theirs.limit.enabled and all(are_finite):
        stated = (theirs.limit.lower * unit, theirs.limit.upper * unit)
        compared.check(are_close(stated, bounds), path, "limit", stated, bounds)
    drive = next((each for each in ours["drives"] if each["axis"] is not None), None)
    compared.check(theirs.drive.enabled == (drive is not None), path, "driven", theirs.drive.enabled)
    if drive is None or not theirs.drive.enabled:
        return
    effort = upstream.kilograms * (upstream.meters**2 if is_revolute else upstream.meters)
    force = effort if is_revolute else upstream.kilograms
    gain = (1 if theirs.drive.acceleration else force) / (unit if is_revolute else 1)
    expected = {"type": "acceleration" if theirs.drive.acceleration else "force",
                "stiffness": theirs.drive.stiffness * gain, "damping": theirs.drive.damping * gain,
                "target_position": theirs.drive.targetPosition * unit,
                "target_velocity": theirs.drive.targetVelocity * unit}
    for name, value in expected.items():
        same = value == drive[name] if isinstance(value, str) else is_close(value, drive[name])
        compared.check(same, path, name, value, drive[name])


def compare_joints(compared: Compared, document: Record, upstream: Upstream) -> None:
    bodies = {body["path"] for body in document["bodies"]}
    known = [joint for joint in document["joints"] if not upstream.is_missed(joint["path"], "PhysicsJoint")]
    for ours, kind, theirs in matched(compared, "joints", known, list(upstream.of(*JOINTS))):
        compared.check(JOINTS[kind] == ours["kind"], ours["path"], "kind", JOINTS[kind], ours["kind"])
        flags = (theirs.jointEnabled, theirs.excludeFromArticulation, theirs.collisionEnabled)
        stated = (ours["enabled"], ours["excluded_from_articulation"], ours["collision_enabled"])
        compared.check(flags == stated, ours["path"], "flags", flags, stated)
        sides = ((theirs.body0, theirs.localPose0Position, theirs.localPose0Orientation),
                 (theirs.body1, theirs.localPose1Position, theirs.localPose1Orientation))
        for name, (body, position, rotation) in zip(("side0", "side1"), sides, strict=True):
            compare_side(compared, ours, ours[name], bodies, (body, upstream.lengths(position), rotation))
        if ours["kind"] in ("revolute", "prismatic"):
            compare_axis(compared, ours, theirs, upstream)


def compare_articulations(compared: Compared, document: Record, upstream: Upstream) -> None:
    roots = [root for root in document["graph"]["articulation_roots"]
             if not upstream.is_missed(root["path"], "PhysicsArticulationRootAPI")]
    for ours, _, theirs in matched(compared, "articulations", roots, list(upstream.of(OBJECT.Articulation))):
        found = sorted(str(root) for root in theirs.rootPrims)
        compared.check(found == sorted(ours["roots"]), ours["path"], "roots", found, ours["roots"])


def shape_information(document: Record, upstream: Upstream) -> Callable[[Any], Any]:
    """What ComputeMassProperties asks of each collider: our volume, centroid and inertia at density 1, stage units."""
    colliders = {collider["path"]: collider for collider in document["colliders"]}

    def information(prim: Any) -> Any:
        answer = UsdPhysics.RigidBodyAPI.MassInformation()
        collider = colliders.get(str(prim.GetPath()))
        if collider is None:
            answer.volume = -1
            return answer
        answer.volume = collider["volume"] / upstream.meters**3
        inertia = [component / upstream.meters**5 for row in collider["unit_density_inertia"] for component in row]
        answer.inertia = Gf.Matrix3f(*inertia)
        answer.centerOfMass = Gf.Vec3f(*[length / upstream.meters for length in collider["centroid"]])
        answer.localPos, answer.localRot = Gf.Vec3f(0), Gf.Quatf(1)
        return answer

    return information


def inertia_of(moments: Any, axes: Any) -> list[list[float]]:
    """The matrix of an inertia that is given by its principal moments and axes."""
    rotation = Gf.Matrix3d(Gf.Rotation(Gf.Quatd(axes)))
    return [[sum(rotation[k][i] * moments[k] * rotation[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def compare_mass(compared: Compared, ours: Record, prim: Any, upstream: Upstream,
                 information: Callable[[Any], Any]) -> None:
    mass, moments, center, axes = UsdPhysics.RigidBodyAPI(prim).ComputeMassProperties(information)
    path = ours["path"]
    if mass < 0:
        compared.check(ours["mass_source"] == "no_source", path, "no mass", ours["mass"])
        return
    compared.count("masses")
    compared.check(is_close(mass * upstream.kilograms, ours["mass"]), path, "mass", mass, ours["mass"])
    position = upstream.lengths(center)
    compared.check(are_close(position, ours["center_of_mass"]), path, "center", position, ours["center_of_mass"])
    stated = UsdPhysics.MassAPI(prim).GetDiagonalInertiaAttr().Get() if prim.HasAPI(UsdPhysics.MassAPI) else None
    if stated is not None and 0 < Gf.Vec3f(stated).GetLength() <= SMALLEST_INERTIA:
        compared.count("inertias too small for usd-core")
        return
    unit = upstream.kilograms * upstream.meters**2
    theirs = [component * unit for row in inertia_of(moments, axes) for component in row]
    read = [number(component) for row in ours["inertia"] for component in row]
    size = max(map(abs, read))
    same = all(abs(one - other) <= 2e-3 * size + 1e-12 for one, other in zip(theirs, read, strict=True))  # noqa: PLR2004
    compared.check(same, path, "inertia", theirs, read)


def compare_masses(compared: Compared, document: Record, upstream: Upstream) -> None:
    information = shape_information(document, upstream)
    colliders = {collider["path"]: collider for collider in document["colliders"]}
    counts_disabled = Usd.GetVersion() < FIRST_WITHOUT_DISABLED
    for body in document["bodies"]:
        owned = [colliders[path] for path in body["colliders"]]
        stated = [body["mass_source"], body["center_of_mass_source"], body["inertia_source"]] == ["body_mass", "body", "body"]
        if not stated and not all(is_compared(collider, upstream) for collider in owned):
            compared.count("masses by colliders that usd-core misses")
        elif not stated and counts_disabled and not all(collider["enabled"] for collider in owned):
            compared.count("masses by disabled colliders")
        elif body["enabled"]:
            compare_mass(compared, body, upstream.stage.GetPrimAtPath(body["path"]), upstream, information)


def compare_document(document: Record, upstream: Upstream, name: str) -> Compared:
    """Compares a document with what usd-core says of the stage; `name` stands before each difference."""
    compared = Compared()
    options = upstream.runtime_options()
    compared.check(options == document["selection"]["variants"], "options", options, document["selection"]["variants"])
    units = document["units"]
    compared.check(is_close(upstream.meters, units["meters_per_unit"]), "meters", upstream.meters, units)
    compared.check(is_close(upstream.kilograms, units["kilograms_per_unit"]), "kilograms", upstream.kilograms, units)
    for compare in (compare_scenes, compare_bodies, compare_colliders, compare_transforms, compare_materials,
                    compare_joints, compare_articulations, compare_masses):
        compare(compared, document, upstream)
    compared.differences = [f"{name}: {difference}" for difference in compared.differences]
    return compared
