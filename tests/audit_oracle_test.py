"""What `assay audit` takes for drawn or colliding, and where it finds bodies and joints, against UsdGeom and UsdPhysics."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import REPOSITORY, TIMEOUT_S, clean_environment
from pxr import Usd, UsdGeom, UsdPhysics

ASSETS = sorted(str(file.relative_to(REPOSITORY)) for pattern in ("examples/*/*/asset.usda", "scenes/tricky/*.usda")
                for file in REPOSITORY.glob(pattern))
NOWHERE = """schema: assay.audit-manifest/1
parts: [{path: /Nowhere, role: visual-only, reason: covers nothing}]
joints: []
"""
MIXED = """#usda 1.0
(
    defaultPrim = "Root"
)
def Xform "Root"
{
    def Cube "seen" {}
    def Cube "hidden"
    {
        token visibility = "invisible"
        def Sphere "below_hidden"
        {
            token visibility = "inherited"
        }
    }
    def Scope "guides"
    {
        uniform token purpose = "guide"
        def Mesh "guide" {}
        def Cone "render"
        {
            uniform token purpose = "render"
        }
        def Cube "guide_collider" (
            prepend apiSchemas = ["PhysicsCollisionAPI"]
        )
        {
        }
    }
    def Xform "proxies"
    {
        uniform token purpose = "proxy"
        def BasisCurves "proxy" {}
    }
    def PointInstancer "many"
    {
        def Cube "prototype" {}
    }
    over "only"
    {
        def Cube "below_over" {}
    }
    class Xform "pattern"
    {
        def Cube "abstract" {}
    }
    def Cube "inactive" (
        active = false
    ) {}
    def Xform "first" (
        instanceable = true
        inherits = </Shared>
    ) {}
    def Xform "second" (
        instanceable = true
        inherits = </Shared>
    ) {}
    def Xform "nothing" {}
    def Camera "camera" {}
}
class Xform "Shared"
{
    def Capsule "shared" {}
}
"""


def is_below_instancer(prim: Usd.Prim) -> bool:
    """Whether a PointInstancer is above the prim."""
    above = prim.GetParent()
    return bool(above) and (above.IsA(UsdGeom.PointInstancer) or is_below_instancer(above))


def expected_uncovered(file: Path) -> set[str]:
    """Visible Gprims and instancers of the purposes that images show, and colliders, as OpenUSD has them."""
    stage = Usd.Stage.Open(str(file))
    found = set()
    for prim in stage.Traverse(Usd.TraverseInstanceProxies()):
        if is_below_instancer(prim):
            continue
        imageable = UsdGeom.Imageable(prim)
        is_drawn = (prim.IsA(UsdGeom.Gprim) or prim.IsA(UsdGeom.PointInstancer)) and (
            imageable.ComputeVisibility() == UsdGeom.Tokens.inherited and imageable.ComputePurpose() != UsdGeom.Tokens.guide)
        if is_drawn or prim.HasAPI(UsdPhysics.CollisionAPI):
            found.add(str(prim.GetPath()))
    return found


def document_of(binary: Path, file: Path, folder: Path) -> Any:
    """The audit of a file, as it opens, against a manifest that covers nothing."""
    manifest = folder / "nowhere.yaml"
    manifest.write_text(NOWHERE, encoding="utf-8")
    done = subprocess.run([binary, "audit", file, "--manifest", manifest, "--select", "authored", "--json"],
                          env=clean_environment(), capture_output=True, timeout=TIMEOUT_S)
    assert done.returncode == 1, done.stderr
    return json.loads(done.stdout)


def paths_of(document: Any, code: str) -> list[str]:
    """The prims with a difference of that code."""
    return [each["path"] for each in document["differences"] if each["code"] == code]


@pytest.mark.parametrize("name", ASSETS)
def test_uncovered_prims_are_those_of_openusd(assay_binary: Path, tmp_path: Path, name: str) -> None:
    document = document_of(assay_binary, REPOSITORY / name, tmp_path)
    found = paths_of(document, "prim-uncovered")
    assert len(found) == len(set(found)) and set(found) == expected_uncovered(REPOSITORY / name)


@pytest.mark.parametrize("name", ASSETS)
def test_undeclared_bodies_and_joints_are_those_of_openusd(assay_binary: Path, tmp_path: Path, name: str) -> None:
    document = document_of(assay_binary, REPOSITORY / name, tmp_path)
    stage = Usd.Stage.Open(str(REPOSITORY / name))
    prims = [prim for prim in stage.Traverse(Usd.TraverseInstanceProxies()) if not is_below_instancer(prim)]
    assert set(paths_of(document, "body-undeclared")) == {str(prim.GetPath()) for prim in prims
                                                           if prim.HasAPI(UsdPhysics.RigidBodyAPI)}
    assert set(paths_of(document, "joint-undeclared")) == {str(prim.GetPath()) for prim in prims
                                                            if prim.IsA(UsdPhysics.Joint)}


def test_each_way_of_being_drawn_or_not(assay_binary: Path, tmp_path: Path) -> None:
    """One prim of each kind, and the oracle says the same."""
    file = tmp_path / "mixed.usda"
    file.write_text(MIXED, encoding="utf-8")
    found = paths_of(document_of(assay_binary, file, tmp_path), "prim-uncovered")
    assert set(found) == expected_uncovered(file)
    assert found == ["/Root/guides/guide_collider", "/Root/seen", "/Root/guides/render", "/Root/proxies/proxy", "/Root/many",
                     "/Root/first/shared", "/Root/second/shared"]
