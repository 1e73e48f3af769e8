"""The bounds that `assay inspect` states against UsdGeom: BBoxCache and ComputeExtentFromPlugins of usd-core.

BBoxCache fits a box along the axes of each component before it turns that into the world, so its range can be larger than
what is drawn. In a session layer kinds are taken off, which leaves what is drawn as it is and makes its range the smallest;
the range without that must still hold ours. Of components inside instances, whose kind stays, only the latter is asked.

What differs on purpose is left out by name:
- Boundables of other libraries than UsdGeom (lights, SkelRoots, skeletons, volumes): the model does not draw them;
- what lies below a typed prim of another library that is no Imageable, such as a Material: BBoxCache stops there, the model
  does not know such types;
- extents of time samples alone: at the default time usd-core takes the schema's fallback, whatever the sizes are;
- sizes that are blocked: at the default time usd-core has no value for them, the model the schema's fallback;
- resets of the transform stack inside instances: BBoxCache moves such prims with each instance, XformCache does not;
- planes as colliders: they have no end, whatever their width says;
- round colliders under a scale that is not even, and sheared boxes: UsdPhysics takes another shape of the kind than the one
  that is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from oracle.physics import Compared, Record, our_physics
from pxr import Gf, Kind, Usd, UsdGeom

PURPOSES = [UsdGeom.Tokens.default_, UsdGeom.Tokens.render, UsdGeom.Tokens.proxy]
RELATIVE = 1e-6  # extents are single precision
EVEN = 1e-4  # scales that differ by a smaller part are one scale, as shapes differ by no more then
EXACT_SHAPES = ("mesh", "box")
SIZES = ("size", "radius", "height", "radiusTop", "radiusBottom", "width", "length", "axis", "points", "widths")
KNOWN_TYPES = ("PhysicsScene", "PhysicsCollisionGroup")  # typed prims that are no Imageables, of libraries that the model knows
ROUND_SHAPES = ("sphere", "capsule", "cylinder", "cone")
Box = tuple[Sequence[float], Sequence[float]]
INSTANCES_TOO = Usd.TraverseInstanceProxies(Usd.PrimIsActive & Usd.PrimIsDefined & ~Usd.PrimIsAbstract)


def box_of(record: Record | None) -> Box | None:
    """A box of the document."""
    if record is None:
        return None
    return [float(number) for number in record["min"]], [float(number) for number in record["max"]]


def box_in_meters(range_: Gf.Range3d, meters: float) -> Box | None:
    """A range of usd-core, which is in stage units."""
    if range_.IsEmpty():
        return None
    return [number * meters for number in range_.GetMin()], [number * meters for number in range_.GetMax()]


def slack(box: Box) -> float:
    return RELATIVE * max(abs(number) for corner in box for number in corner) + 1e-9


def same_box(one: Box | None, other: Box | None) -> bool:
    """Whether two boxes are one, or neither is there."""
    if one is None or other is None:
        return one is other
    most = max(slack(one), slack(other))
    return all(abs(left - right) <= most for left, right in zip([*one[0], *one[1]], [*other[0], *other[1]], strict=True))


def holds(outer: Box | None, inner: Box | None) -> bool:
    """Whether a box has all of another one in it."""
    if inner is None:
        return True
    if outer is None:
        return False
    most = max(slack(outer), slack(inner))
    return all(out <= low + most for out, low in zip(outer[0], inner[0], strict=True)) and all(
        high <= out + most for out, high in zip(outer[1], inner[1], strict=True))


def is_component(prim: Any) -> bool:
    kind = Usd.ModelAPI(prim).GetKind()
    return any(Kind.Registry.IsA(kind, each) for each in (Kind.Tokens.component, Kind.Tokens.subcomponent))


def plain_stage(file: Path) -> Usd.Stage:
    """The stage without components but in instances."""
    stage = Usd.Stage.Open(str(file))
    stage.SetEditTarget(stage.GetSessionLayer())
    for prim in stage.Traverse():
        if is_component(prim):
            Usd.ModelAPI(prim).SetKind("")
    return stage


def cache() -> UsdGeom.BBoxCache:
    return UsdGeom.BBoxCache(Usd.TimeCode.Default(), PURPOSES)


def has_sampled_extent(prim: Any) -> bool:
    extent = UsdGeom.Boundable(prim).GetExtentAttr()
    return extent.HasAuthoredValue() and extent.GetResolveInfo(Usd.TimeCode.Default()).GetSource() in (
        Usd.ResolveInfoSourceFallback, Usd.ResolveInfoSourceNone)


def has_blocked_size(prim: Any) -> bool:
    return any(attribute.GetResolveInfo().ValueIsBlocked() for attribute in prim.GetAuthoredAttributes()
               if attribute.GetName() in SIZES)


def named_differences(stage: Usd.Stage) -> Iterator[str]:
    """What the stage has of the differences that the head of this file names."""
    for prim in Usd.PrimRange(stage.GetPseudoRoot(), INSTANCES_TOO):
        parent = prim.GetParent()
        if prim.IsInstanceProxy() and is_component(prim):
            yield "components in instances"
        if prim.IsInstanceProxy() and UsdGeom.Xformable(prim) and UsdGeom.Xformable(prim).GetResetXformStack():
            yield "resets in instances"
        if not prim.IsA(UsdGeom.Boundable):
            continue
        if not prim.IsA(UsdGeom.Gprim) and not prim.IsA(UsdGeom.PointInstancer):
            yield prim.GetTypeName()
        elif has_sampled_extent(prim):
            yield "sampled extents"
        elif has_blocked_size(prim):
            yield "blocked sizes"
        elif parent.IsA(Usd.Typed) and not parent.IsA(UsdGeom.Imageable) and parent.GetTypeName() not in KNOWN_TYPES:
            yield f"Gprims below {parent.GetTypeName()}"


def drawn_by_usd(file: Path) -> Box | None:
    """The range of a file as it opens."""
    stage = Usd.Stage.Open(str(file))
    range_ = cache().ComputeWorldBound(stage.GetPseudoRoot()).ComputeAlignedRange()
    return box_in_meters(range_, UsdGeom.GetStageMetersPerUnit(stage))


def compare_extents(compared: Compared, document: Record, file: Path, meters: float) -> None:
    """All that is drawn."""
    ours = box_of(document["extents"]["drawn"])
    plain = plain_stage(file)
    smallest = box_in_meters(cache().ComputeWorldBound(plain.GetPseudoRoot()).ComputeAlignedRange(), meters)
    named = sorted(set(named_differences(plain)))
    for name in named:
        compared.count(f"files with {name}")
    if set(named) - {"components in instances"}:
        return
    compared.count("extents")
    compared.check(bool(named) or same_box(smallest, ours), "extents", smallest, ours)
    largest = drawn_by_usd(file)
    compared.check(holds(largest, ours), "extents of components", largest, ours)


def tight_box(prim: Any, meters: float) -> Box | None:
    """The box of a shape's dimensions in the world, whatever its extent says."""
    world = UsdGeom.Xformable(prim).ComputeLocalToWorldTransform(Usd.TimeCode.Default())
    corners = UsdGeom.Boundable.ComputeExtentFromPlugins(UsdGeom.Boundable(prim), Usd.TimeCode.Default(), world)
    if not corners:
        return None
    return box_in_meters(Gf.Range3d(Gf.Vec3d(corners[0]), Gf.Vec3d(corners[1])), meters)


def is_even(scale: Sequence[float | str]) -> bool:
    sizes = [abs(float(factor)) for factor in scale]
    return max(sizes) - min(sizes) <= EVEN * max(sizes)


def is_sheared(prim: Any) -> bool:
    """Whether the axes of a prim do not stand at right angles in the world."""
    world = UsdGeom.Xformable(prim).ComputeLocalToWorldTransform(Usd.TimeCode.Default())
    axes = [Gf.Vec3d(*world.GetRow3(row)).GetNormalized() for row in range(3)]
    return any(abs(Gf.Dot(axes[row], axes[(row + 1) % 3])) > EVEN for row in range(3))


def compare_collider(compared: Compared, ours: Record, prim: Any, meters: float) -> None:
    kind, bounds = ours["shape"]["kind"], box_of(ours["bounds"]["collision"])
    if kind not in (*EXACT_SHAPES, *ROUND_SHAPES):
        return
    theirs = tight_box(prim, meters)
    if kind == "box" and is_sheared(prim):
        compared.count("sheared boxes")
    elif kind in EXACT_SHAPES:
        compared.count("colliders with corners")
        compared.check(same_box(theirs, bounds), ours["path"], "collision bounds", theirs, bounds)
    elif is_even(ours["scale"]):
        compared.count("round colliders")
        compared.check(holds(theirs, bounds), ours["path"], "collision bounds", theirs, bounds)


def compare_colliders(compared: Compared, document: Record, stage: Usd.Stage, meters: float) -> None:
    """Each collider, as it is drawn and as it collides."""
    boxes = cache()
    for ours in document["colliders"]:
        prim = stage.GetPrimAtPath(ours["path"])
        drawn = box_of(ours["bounds"]["drawn"])
        if drawn is not None:
            compared.count("drawn colliders")
            theirs = box_in_meters(boxes.ComputeWorldBound(prim).ComputeAlignedRange(), meters)
            compared.check(same_box(theirs, drawn), ours["path"], "drawn bounds", theirs, drawn)
        compared.check(ours["drawn"] or drawn is None, ours["path"], "is not drawn but has drawn bounds")
        compare_collider(compared, ours, prim, meters)


def compare_document(document: Record, file: Path) -> Compared:
    """Compares the bounds of a document with those that usd-core finds in the file."""
    compared = Compared()
    stage = Usd.Stage.Open(str(file))
    meters = UsdGeom.GetStageMetersPerUnit(stage)
    compared.count("files")
    compare_extents(compared, document, file, meters)
    compare_colliders(compared, document, stage, meters)
    compared.differences = [f"{file.name}: {difference}" for difference in compared.differences]
    return compared


def compare_file(binary: Path, file: Path) -> Compared:
    """Compares what both say of a file; one that does not open is counted."""
    document = our_physics(binary, file)
    if document is None:
        return Compared({"unreadable": 1})
    return compare_document(document, file)
