"""`assay.inspect`: what the physics of an asset is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assay._options import Names, PathArgument, option, options, path_text
from assay._process import document
from assay._records import raw_field, read

Vector3 = tuple[float, float, float]
Matrix3 = tuple[Vector3, Vector3, Vector3]


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A rigid body with its mass properties; what could not be worked out is None."""

    path: str
    mass: float | None  # [kg]
    center_of_mass: Vector3 | None  # in the body's frame [m]
    inertia: Matrix3 | None  # about the center of mass, in the body's axes [kg m²]
    mass_source: str | None  # what the mass was worked out from
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Residual:
    """How far a joint's two frames are apart in the rest pose."""

    m: float | None
    rad: float | None
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint:
    """A joint; None stands for the world as a body, and for an axis that the kind of joint does not have."""

    path: str
    kind: str
    body0: str | None
    body1: str | None
    axis_world: Vector3 | None  # unit vector
    residual: Residual | None
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Sums over the asset."""

    mass: float | None  # [kg]
    bodies: int
    joints: int
    colliders: int
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mimic:
    """A joint that follows another one: its coordinate is offset + ratio · that of the leader."""

    path: str  # of the follower
    schema: str
    leader: str | None
    ratio: float  # in metres and radians
    offset: float  # [m] or [rad]
    enabled: bool
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Actuator:
    """A prim that commands joints, sites or tendons; its settings stand in `raw`."""

    path: str
    type: str
    targets: tuple[str, ...]
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tendon:
    """What pulls over joints, links or sites; its settings stand in `raw`."""

    path: str
    schema: str
    parts: tuple[str, ...]
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceSite:
    """A prim that marks a place on a body; None stands for the world."""

    path: str
    body: str | None
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wheel:
    """A wheel of a vehicle of PhysX; sizes of 0 are not stated."""

    path: str  # of the attachment
    wheel: str | None
    body: str | None
    radius: float  # [m]
    width: float  # [m]
    mass: float  # [kg]
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prototype:
    """What an instancer repeats."""

    path: str
    instances: int  # that are shown
    bodies: tuple[str, ...]
    colliders: tuple[str, ...]
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Instancer:
    """A PointInstancer."""

    path: str
    instances: int  # also those that are not shown
    prototypes: tuple[Prototype, ...]
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A box along the axes of the world [m]."""

    min: Vector3
    max: Vector3
    size: Vector3
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extents:
    """Boxes around the asset, or what lies under one prim; None where there is nothing."""

    drawn: Box | None
    collision: Box | None
    both: Box | None
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """What the file is for, as far as it shows: scene, robot or asset."""

    name: str
    default_prim_exists: bool
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """What `assay inspect` reports, in the form `assay.inspect/1`; what no record holds stands in `raw`."""

    version: str = ""  # of Assay
    asset: str = ""
    prim: str = ""  # that was asked for; / for the whole asset
    bodies: tuple[Body, ...]
    joints: tuple[Joint, ...]
    totals: Totals
    role: Role | None = None
    extents: Extents | None = None
    mimics: tuple[Mimic, ...] = ()
    actuators: tuple[Actuator, ...] = ()
    tendons: tuple[Tendon, ...] = ()
    sites: tuple[ReferenceSite, ...] = ()
    wheels: tuple[Wheel, ...] = ()
    instancers: tuple[Instancer, ...] = ()
    raw: Mapping[str, Any] = raw_field()


def inspect(path: PathArgument, *, select: str | None = None, prim: str | None = None, lens: str | None = None,
            variants: Names = (), profile: str | None = None, limits: PathArgument | None = None,
            timeout: float | None = None) -> Inspection:
    """Reports the bodies, joints and totals of an asset, or of what lies under one prim."""
    positionals = [path_text(path), *([] if prim is None else [prim])]
    found = document(["inspect", "--json", *option("select", select), *option("lens", lens),
                      *options("variant", variants), *option("profile", profile), *option("limits", limits), "--",
                      *positionals], "assay.inspect/1", timeout)
    return read(Inspection, found)
