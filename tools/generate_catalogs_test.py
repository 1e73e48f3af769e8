"""Check the committed schema catalogs against facts read by hand from the published files."""

import json
from pathlib import Path
from typing import Any

import generate_catalogs
import pytest

schemas_folder = generate_catalogs.schemas_folder
catalog_paths = sorted(schemas_folder.glob("*.json"))
schema_keys = {
    "name", "kind", "inherits", "built_in", "can_only_apply_to", "auto_apply_to", "namespace_prefix", "deprecated",
    "properties",
}  # fmt: skip


def load_catalog(name: str) -> dict[str, Any]:
    """Read one committed catalog."""
    return json.loads((schemas_folder / f"{name}.json").read_text(encoding="utf-8"))


def load_schemas(name: str) -> dict[str, dict[str, Any]]:
    """Return the schemas of a catalog by name, their properties by name too."""
    schemas = {entry["name"]: dict(entry) for entry in load_catalog(name)["schemas"]}
    for entry in schemas.values():
        entry["properties"] = {item["name"]: item for item in entry["properties"]}
    return schemas


def names_are_sorted(entries: list[dict[str, Any]]) -> bool:
    """Return whether entries stand in the order of their names, each name once."""
    names = [entry["name"] for entry in entries]
    return names == sorted(set(names))


@pytest.mark.parametrize("path", catalog_paths, ids=lambda path: path.stem)
def test_committed_catalog_parses_and_is_sorted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    catalog = json.loads(text)
    assert text == json.dumps(catalog, indent=1, ensure_ascii=False) + "\n"
    assert path.stem == f"{catalog['family']}-{catalog['version']}"
    assert names_are_sorted(catalog["schemas"])
    for entry in catalog["schemas"]:
        assert entry.keys() == schema_keys
        assert names_are_sorted(entry["properties"])


def test_unsorted_or_repeated_names_are_seen() -> None:
    assert not names_are_sorted([{"name": "b"}, {"name": "a"}])
    assert not names_are_sorted([{"name": "a"}, {"name": "a"}])


def test_every_source_has_its_catalog_and_no_other_exists() -> None:
    sources = generate_catalogs.load_sources(schemas_folder / "sources.toml")
    listed = {generate_catalogs.catalog_file_name(source) for source in sources}
    assert listed == {path.name for path in catalog_paths}
    assert "newton-0.3.0.json" not in listed


@pytest.mark.parametrize(
    ("schema", "built_in"),
    [
        ("MjcCollisionAPI", ["NewtonCollisionAPI"]),
        ("MjcMeshCollisionAPI", ["NewtonMeshCollisionAPI"]),
        ("MjcSceneAPI", ["NewtonSceneAPI"]),
        ("MjcJointAPI", ["NewtonJointAPI"]),
        ("MjcEqualityJointAPI", ["NewtonMimicAPI"]),
        ("MjcImageableAPI", []),
    ],
)
def test_mjc_schema_builds_in_newton(schema: str, built_in: list[str]) -> None:
    assert load_schemas("mjc-physics-4.0.1")[schema]["built_in"] == built_in


def test_newton_mesh_collision_builds_in_two_schemas_in_order() -> None:
    schemas = load_schemas("newton-0.4.0")
    assert schemas["NewtonMeshCollisionAPI"]["built_in"] == ["NewtonCollisionAPI", "PhysicsMeshCollisionAPI"]
    assert schemas["NewtonSceneAPI"]["built_in"] == []


def test_instance_names_of_built_in_schemas_are_kept() -> None:
    assert load_schemas("usd-physics-26.8")["PhysicsCollisionGroup"]["built_in"] == ["CollectionAPI:colliders"]
    root = load_schemas("physx-25.11.2")["PhysxTendonAxisRootAPI"]
    assert root["built_in"] == ["PhysxTendonAxisAPI:__INSTANCE_NAME__"]


def test_newton_versions_add_schemas() -> None:
    old, middle, new = (load_schemas(f"newton-{version}") for version in ("0.4.0", "0.5.0", "0.6.0"))
    assert "NewtonJointAPI" in old
    assert "NewtonMPMSceneAPI" in middle and "NewtonMPMSceneAPI" not in old
    assert "NewtonVbdSceneAPI" in new and "NewtonVbdSceneAPI" not in middle


def test_newton_joint_applies_to_joints_only() -> None:
    schemas = load_schemas("newton-0.4.0")
    assert schemas["NewtonJointAPI"]["can_only_apply_to"] == ["PhysicsJoint"]
    assert schemas["NewtonArticulationRootAPI"]["can_only_apply_to"] == []


def test_newton_limits_are_published() -> None:
    scene = load_schemas("newton-0.4.0")["NewtonSceneAPI"]["properties"]
    assert scene["newton:maxSolverIterations"]["minimum"] == -1
    assert scene["newton:maxSolverIterations"]["maximum"] is None
    assert scene["newton:gravityEnabled"]["minimum"] is None


def test_single_precision_fallback_is_shortest() -> None:
    xpbd = load_schemas("newton-0.4.0")["NewtonXpbdSceneAPI"]["properties"]
    assert xpbd["newton:xpbd:softContactRelaxation"]["fallback"] == 0.9
    assert xpbd["newton:xpbd:softContactRelaxation"]["maximum"] == 1


def test_physx_contact_offset_falls_back_to_minus_infinity() -> None:
    collision = load_schemas("physx-25.11.2")["PhysxCollisionAPI"]["properties"]
    assert collision["physxCollision:contactOffset"]["fallback"] == "-inf"
    assert collision["physxCollision:contactOffset"]["type"] == "float"
    assert collision["physxCollision:torsionalPatchRadius"]["fallback"] == 0


def test_core_approximation_has_six_tokens() -> None:
    mesh = load_schemas("usd-physics-26.8")["PhysicsMeshCollisionAPI"]["properties"]
    assert set(mesh["physics:approximation"]["tokens"]) == {
        "none", "convexDecomposition", "convexHull", "boundingSphere", "boundingCube", "meshSimplification",
    }  # fmt: skip
    assert mesh["physics:approximation"]["variability"] == "uniform"
    assert "sdf" not in mesh["physics:approximation"]["tokens"]


def test_drive_is_multiple_apply() -> None:
    schemas = load_schemas("usd-physics-26.8")
    drive = schemas["PhysicsDriveAPI"]
    assert (drive["kind"], drive["namespace_prefix"]) == ("multiple_apply", "drive")
    assert drive["properties"]["drive:__INSTANCE_NAME__:physics:maxForce"]["fallback"] == "inf"
    mass = schemas["PhysicsMassAPI"]
    assert (mass["kind"], mass["namespace_prefix"]) == ("single_apply", None)


def test_quaternion_and_tuple_fallbacks_are_arrays() -> None:
    physics = load_schemas("usd-physics-26.8")
    assert physics["PhysicsJoint"]["properties"]["physics:localRot0"]["fallback"] == [1, 0, 0, 0]
    assert physics["PhysicsJoint"]["properties"]["physics:localPos0"]["fallback"] == [0, 0, 0]
    assert "fallback" not in physics["PhysicsJoint"]["properties"]["physics:body0"]


def test_bases_resolve_across_packages() -> None:
    gear = load_schemas("physx-25.11.2")["PhysxPhysicsGearJoint"]
    assert gear["inherits"] == ["PhysicsJoint", "Imageable", "Typed"]
    assert load_schemas("usd-geom-26.8")["Mesh"]["inherits"][0] == "PointBased"
    assert load_schemas("usd-physics-26.8")["PhysicsScene"]["inherits"] == ["Typed"]


def test_deprecated_properties_name_their_replacement() -> None:
    mjc = load_schemas("mjc-physics-4.0.1")
    collision = mjc["MjcCollisionAPI"]["properties"]
    assert collision["mjc:gap"]["deprecated"] == {"use": ["newton:contactGap"]}
    assert collision["mjc:margin"]["deprecated"] == {"use": ["newton:contactMargin", "newton:contactGap"]}
    assert collision["mjc:condim"]["deprecated"] is None
    assert mjc["MjcMaterialAPI"]["deprecated"] == {"use": ["NewtonMaterialAPI"]}
    assert mjc["MjcJointAPI"]["deprecated"] is None


def test_physx_deprecations_are_seen() -> None:
    physx = load_schemas("physx-25.11.2")
    rest_offset = physx["PhysxCollisionAPI"]["properties"]["physxCollision:restOffset"]
    assert rest_offset["deprecated"] == {"use": ["newton:contactMargin"]}
    assert physx["PhysxMimicJointAPI"]["deprecated"] == {"use": ["NewtonMimicAPI"]}
    assert physx["PhysxRigidBodyAPI"]["deprecated"] is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DEPRECATED: Use a:b instead.\n\nUse c:d for more.", {"use": ["a:b"]}),
        ("Deprecated: use a:b (SomeAPI) instead.", {"use": ["a:b"]}),
        ("Deprecated.", {"use": []}),
        ("\\deprecated\n\nOld.", {"use": []}),
        ("Replaces the deprecated a:b; use it instead.", None),
        (None, None),
    ],
)
def test_deprecation_needs_an_opening_word(text: str | None, expected: dict[str, list[str]] | None) -> None:
    assert generate_catalogs.deprecation_of(text) == expected


@pytest.mark.parametrize(
    ("value", "double", "expected"),
    [
        (0.8999999761581421, False, 0.9),
        (0.8999999761581421, True, 0.8999999761581421),
        (float("-inf"), False, "-inf"),
        (float("nan"), True, "nan"),
        (3.4028234663852886e38, False, 3.4028235e38),
    ],
)
def test_number_keeps_its_value_in_fewest_digits(value: float, double: bool, expected: float | str) -> None:
    assert generate_catalogs.number_to_json(value, double) == expected


@pytest.mark.parametrize("type_name", ["double", "double[]", "double3", "color3d", "matrix4d", "quatd[]", "timecode"])
def test_double_types_are_known(type_name: str) -> None:
    assert generate_catalogs.is_double(type_name)


@pytest.mark.parametrize("type_name", ["float", "half", "quatf", "point3f[]", "color4h", "int3", "uchar[]"])
def test_other_types_are_not_double(type_name: str) -> None:
    assert not generate_catalogs.is_double(type_name)


def test_check_finds_changed_missing_and_extra_files(tmp_path: Path) -> None:
    text = '{"schemas": [{"name": "A"}]}\n'
    (tmp_path / "same.json").write_text(text)
    assert generate_catalogs.find_differences({"same.json": text}, tmp_path) == []

    (tmp_path / "extra.json").write_text(text)
    (tmp_path / "same.json").write_text('{"schemas": [{"name": "B"}]}\n')
    assert generate_catalogs.find_differences({"same.json": text, "new.json": text}, tmp_path) == [
        "extra.json: not in sources.toml",
        "new.json: not committed",
        "same.json: missing: A; extra: B",
    ]


def test_wheel_with_another_hash_is_refused(tmp_path: Path) -> None:
    content = b"not the published bytes"
    source = {"package": "p", "package_version": "1", "wheel": "p.whl", "sha256": generate_catalogs.sha256_of(content)}
    (tmp_path / "p.whl").write_bytes(content)
    assert generate_catalogs.fetch_wheel(source, tmp_path) == tmp_path / "p.whl"
    with pytest.raises(SystemExit, match="SHA-256"):
        generate_catalogs.fetch_wheel(source | {"sha256": "0" * 64}, tmp_path)
