"""`assay audit`: manifests written from assets and the differences that it finds in assets that were changed."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from conftest import REPOSITORY, TIMEOUT_S, clean_environment

Audit = Callable[..., "subprocess.CompletedProcess[str]"]
CLEAN = sorted(file.parent.name for file in (REPOSITORY / "examples" / "clean").glob("*/asset.usda"))
SELECTIONS = ("standard", "physx", "newton", "mujoco", "authored")
PHYSICS = "payloads/Physics/physics.usda"
GEOMETRY = "payloads/geometries.usda"


@pytest.fixture(scope="module")
def audit(assay_binary: Path) -> Audit:
    """Runs `assay audit`."""

    def run(*args: Path | str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run([assay_binary, "audit", *args], cwd=cwd, env=clean_environment(), capture_output=True, text=True,
                              timeout=TIMEOUT_S)

    return run


@pytest.fixture(scope="module")
def schema() -> jsonschema.Draft202012Validator:
    """The published schema of the document."""
    return jsonschema.Draft202012Validator(json.loads((REPOSITORY / "docs/schemas/assay.audit-1.json").read_text()))


class Door:
    """A copy of the hinge example with the manifest that describes it."""

    def __init__(self, folder: Path, audit: Audit, schema: jsonschema.Draft202012Validator) -> None:
        self.folder = folder
        self.audit = audit
        self.schema = schema
        shutil.copytree(REPOSITORY / "examples/clean/hinge", folder)
        self.asset = folder / "asset.usda"
        self.manifest = folder / "audit.yaml"
        done = audit(self.asset, "--init", "-o", self.manifest)
        assert done.returncode == 0 and done.stdout == "" and done.stderr == "", done.stderr

    def change(self, file: str, old: str, new: str, count: int = 1) -> None:
        """Replace text that stands in a file at least once."""
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} lacks {old!r}"
        path.write_text(text.replace(old, new, count), encoding="utf-8")

    def differences(self) -> list[dict[str, Any]]:
        """What the audit finds; its document keeps to the schema and to the exit code."""
        done = self.audit(self.asset, "--manifest", self.manifest, "--json")
        assert done.stdout, done.stderr
        document = json.loads(done.stdout)
        self.schema.validate(document)
        found = document["differences"]
        assert done.returncode == (1 if found else 0)
        assert document["verdict"] == ("fail" if found else "pass")
        return found

    def codes(self) -> list[tuple[str, str]]:
        """Code and prim of each difference."""
        return [(each["code"], each["path"]) for each in self.differences()]

    def errors(self) -> str:
        """What is wrong with the manifest; nothing is audited then."""
        done = self.audit(self.asset, "--manifest", self.manifest, "--json")
        assert done.returncode == 2 and done.stdout == ""
        return done.stderr


@pytest.fixture
def door(tmp_path: Path, audit: Audit, schema: jsonschema.Draft202012Validator) -> Door:
    """A door that can be changed."""
    return Door(tmp_path / "door", audit, schema)


@pytest.mark.parametrize("selection", SELECTIONS)
@pytest.mark.parametrize("name", CLEAN)
def test_asset_passes_the_audit_of_its_own_manifest(audit: Audit, schema: jsonschema.Draft202012Validator, tmp_path: Path,
                                                    name: str, selection: str) -> None:
    """The manifest remembers the selection, so that the audit needs none."""
    asset = REPOSITORY / "examples" / "clean" / name / "asset.usda"
    manifest = tmp_path / "audit.yaml"
    assert audit(asset, "--init", "-o", manifest, "--select", selection).returncode == 0
    done = audit(asset, "--manifest", manifest, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    document = json.loads(done.stdout)
    schema.validate(document)
    assert document["selection"] == selection and document["differences"] == []
    assert all(entry["pass"] for entry in document["parts"] + document["joints"])


def test_manifest_is_the_same_each_time(audit: Audit) -> None:
    asset = "examples/clean/hinge/asset.usda"
    runs = [audit(asset, "--init", cwd=REPOSITORY), audit(REPOSITORY / asset, "--init")]
    assert runs[0].stdout == runs[1].stdout and runs[0].stdout.startswith("# What asset.usda is meant to be")


# file, text in it, text instead → code, prim
CHANGES = {
    "mass": (PHYSICS, "physics:mass = 4", "physics:mass = 4.1", ("mass", "/Root/door")),
    "centre of mass": (PHYSICS, "(0.2, 0, 0)", "(0.21, 0, 0)", ("center-of-mass", "/Root/door")),
    "inertia": (PHYSICS, "(0.2029, 0.2561, 0.0535)", "(0.2029, 0.2561, 0.0635)", ("inertia", "/Root/door")),
    "principal axes": (PHYSICS, "(0.2029, 0.2561, 0.0535)\n        float physics:mass = 4\n        quatf physics:principalAxes = (1, 0, 0, 0)",
                       "(0.2029, 0.2561, 0.0535)\n        float physics:mass = 4\n        quatf physics:principalAxes = (0.8, 0.6, 0, 0)",
                       ("inertia", "/Root/door")),
    "kinematic": (PHYSICS, "physics:mass = 4", "physics:mass = 4\n        bool physics:kinematicEnabled = 1",
                  ("part-motion", "/Root/door")),
    "axis": (PHYSICS, 'axis = "Z"', 'axis = "Y"', ("joint-axis", "/Root/hinge")),
    "limit": (PHYSICS, "upperLimit = 110", "upperLimit = 120", ("joint-limit", "/Root/hinge")),
    "frame position": (PHYSICS, "localPos0 = (0.03, 0, 0)", "localPos0 = (0.04, 0, 0)", ("joint-frame", "/Root/hinge")),
    "fixed frame": (PHYSICS, "localPos0 = (0, 0, 0.4)", "localPos0 = (0, 0, 0.5)", ("joint-frame", "/Root/anchor")),
    "joint off": (PHYSICS, 'axis = "Z"', 'axis = "Z"\n        bool physics:jointEnabled = 0', ("joint-enabled", "/Root/hinge")),
    "joint body": (PHYSICS, "body0 = </Root/post>", "body0 = </Root/gone>", ("joint-body", "/Root/hinge")),
    "collider off": (PHYSICS, '"PhysicsCollisionAPI"]\n        )\n        {',
                     '"PhysicsCollisionAPI"]\n        )\n        {\n            bool physics:collisionEnabled = 0',
                     ("collider-enabled", "/Root/post/shape")),
    "collider gone": (PHYSICS, '["PhysicsCollisionAPI"]', "[]", ("collider-missing", "/Root/post/shape")),
    "more drawn": (GEOMETRY, 'def Xform "door"', 'def Cube "lamp"\n    {\n    }\n\n    def Xform "door"',
                   ("prim-uncovered", "/Root/lamp")),
    "more joints": (PHYSICS, 'def PhysicsFixedJoint "anchor"', 'def PhysicsFixedJoint "latch"\n    {\n    }\n\n'
                    '    def PhysicsFixedJoint "anchor"', ("joint-undeclared", "/Root/latch")),
}


@pytest.mark.parametrize("name", CHANGES)
def test_each_change_of_the_asset_is_found(door: Door, name: str) -> None:
    file, old, new, difference = CHANGES[name]
    assert door.codes() == []
    door.change(file, old, new)
    assert difference in door.codes()


@pytest.mark.parametrize("name", ["mass", "centre of mass", "inertia", "limit", "joint body", "more drawn", "more joints"])
def test_nothing_else_is_found(door: Door, name: str) -> None:
    """A change that touches one thing is one difference."""
    file, old, new, difference = CHANGES[name]
    door.change(file, old, new)
    assert door.codes() == [difference]


def test_drive_is_audited(door: Door) -> None:
    """A drive that is added, named by a new manifest, and then made weaker."""
    drive = ('prepend apiSchemas = ["PhysicsDriveAPI:angular"]\n    )\n    {\n        float drive:angular:physics:stiffness = 10\n'
             '        float drive:angular:physics:maxForce = 3')
    door.change(PHYSICS, 'def PhysicsRevoluteJoint "hinge"\n    {', f'def PhysicsRevoluteJoint "hinge" (\n        {drive}')
    (difference,) = door.differences()
    assert (difference["code"], difference["path"], difference["quantity"]) == ("drive-undeclared", "/Root/hinge", "drive angular")
    assert door.audit(door.asset, "--init", "-o", door.manifest, "--force").returncode == 0
    assert door.codes() == []
    door.change(PHYSICS, "stiffness = 10", "stiffness = 5")
    (difference,) = door.differences()
    # 10 and 5 N m for a degree
    assert difference["code"] == "drive-gain" and difference["unit"] == "N m/rad"
    assert difference["expected"] == pytest.approx(10 * 180 / math.pi) and difference["found"] == pytest.approx(5 * 180 / math.pi)
    door.change(PHYSICS, "stiffness = 5", "stiffness = 10.005")
    assert door.codes() == []


def test_another_axis_has_other_limits(door: Door) -> None:
    """A hinge about Y is free about Y and locked about Z."""
    door.change(PHYSICS, 'axis = "Z"', 'axis = "Y"')
    assert [(each["code"], each["quantity"]) for each in door.differences()] == [
        ("joint-axis", "axis"), ("joint-limit", "rotY"), ("joint-limit", "rotZ")]


@pytest.mark.parametrize(("old", "new"), [
    ("physics:mass = 4", "physics:mass = 4.003"),  # 0.075 %
    ("upperLimit = 110", "upperLimit = 110.05"),  # 0.00087 rad
    ("localRot0 = (1, 0, 0, 0)\n        quatf physics:localRot1 = (1, 0, 0, 0)\n        float physics:lower",
     "localRot0 = (-1, 0, 0, 0)\n        quatf physics:localRot1 = (1, 0, 0, 0)\n        float physics:lower"),
    ("localPos0 = (0.03, 0, 0)", "localPos0 = (0.03008, 0, 0)"),  # 0.08 mm of 0.92 m
])
def test_less_than_the_tolerance_is_no_difference(door: Door, old: str, new: str) -> None:
    door.change(PHYSICS, old, new)
    assert door.codes() == []


def test_tolerances_of_the_manifest_count(door: Door) -> None:
    door.change(PHYSICS, "physics:mass = 4", "physics:mass = 4.1")
    (difference,) = door.differences()
    assert difference["expected"] == pytest.approx(4) and difference["found"] == pytest.approx(4.1)
    assert difference["deviation"] == pytest.approx(0.1) and difference["tolerance"] == pytest.approx(0.004)
    assert door.manifest.read_text().splitlines()[difference["line"] - 1].strip() == "- path: /Root/door"
    door.change("audit.yaml", "  mass: 0.001", "  mass: 0.03")
    assert door.codes() == []


def test_asset_without_a_part_and_manifest_without_one(door: Door) -> None:
    """A body that is not named, and a part that is not there."""
    text = door.manifest.read_text()
    start, end = text.index("  - path: /Root/door"), text.index("\n# Frames are")
    door.manifest.write_text(text[:start] + text[end:])
    assert ("body-undeclared", "/Root/door") in door.codes() and ("prim-uncovered", "/Root/door/shape") in door.codes()
    door.manifest.write_text(text.replace("/Root/door/shape", "/Root/window/shape").replace("path: /Root/door\n", "path: /Root/window\n"))
    assert ("part-missing", "/Root/window") in door.codes()


def test_visual_only_part_with_a_collider(door: Door) -> None:
    door.change(GEOMETRY, 'def Xform "door"', 'def Cube "sticker"\n    {\n    }\n\n    def Xform "door"')
    door.change("audit.yaml", "\n# Frames are", "  - path: /Root/sticker\n    role: visual-only\n    reason: paint\n\n# Frames are")
    assert door.codes() == []
    door.change(GEOMETRY, 'def Cube "sticker"', 'def Cube "sticker" (\n        prepend apiSchemas = ["PhysicsCollisionAPI"]\n    )')
    assert door.codes() == [("collider-in-visual-part", "/Root/sticker")]


def test_what_is_not_drawn_needs_no_part(door: Door) -> None:
    """Negative twin of `more drawn`."""
    for token in ('token visibility = "invisible"', 'uniform token purpose = "guide"'):
        name = "hidden" if "visibility" in token else "guide"
        door.change(GEOMETRY, 'def Xform "door"', f'def Cube "{name}"\n    {{\n        {token}\n    }}\n\n    def Xform "door"')
    door.change(GEOMETRY, 'def Xform "door"', 'def Xform "empty"\n    {\n    }\n\n    def Xform "door"')
    assert door.codes() == []
    door.change(GEOMETRY, '"guide"\n    {\n        uniform token purpose = "guide"', '"guide"\n    {\n        uniform token purpose = "proxy"')
    assert door.codes() == [("prim-uncovered", "/Root/guide")]


def test_instancer_is_drawn_and_its_prototypes_are_not(door: Door) -> None:
    door.change(GEOMETRY, 'def Xform "door"', 'def PointInstancer "pebbles"\n    {\n        def Cube "pebble"\n        {\n        }\n'
                                              '    }\n\n    def Xform "door"')
    assert door.codes() == [("prim-uncovered", "/Root/pebbles")]


@pytest.mark.parametrize(("old", "new", "message"), [
    ("role: physical", "role: pysical", "unknown role 'pysical'; it must be physical or visual-only"),
    ("path: /Root/door\n", "path: /Root/post\n", "duplicate path /Root/post: the part stands in line"),
    ("    mass: 4\n", "", "a dynamic part needs 'mass'"),
    ("    mass: 4\n", "    mass: heavy\n", "mass must be a finite number, not 'heavy'"),
    ("    mass: 4\n", "    mass: 4\n    weight: 4\n", "a dynamic part has no key 'weight'"),
    ("parts:\n", "parts: [\n", "no YAML: "),
])
def test_wrong_manifest_is_named_with_its_place(door: Door, old: str, new: str, message: str) -> None:
    door.change("audit.yaml", old, new)
    errors = door.errors()
    assert message in errors
    for line in errors.splitlines():
        assert re.match(rf"assay: {re.escape(str(door.manifest))}:\d+:\d+: ", line), line


def test_init_writes_over_nothing_without_force(door: Door) -> None:
    door.manifest.write_text("corrected")
    done = door.audit(door.asset, "--init", "-o", door.manifest)
    assert done.returncode == 2 and "--force" in done.stderr and door.manifest.read_text() == "corrected"
    assert door.audit(door.asset, "--init", "-o", door.manifest, "--force").returncode == 0
    assert door.codes() == []


def test_init_that_fails_leaves_the_file(door: Door) -> None:
    before = door.manifest.read_text()
    door.change(PHYSICS, "physics:mass = 4", "physics:mass = inf")
    done = door.audit(door.asset, "--init", "-o", door.manifest, "--force")
    assert done.returncode == 2 and "the mass of /Root/door is not finite" in done.stderr
    assert door.manifest.read_text() == before
    assert ("mass", "/Root/door") in door.codes()


@pytest.mark.parametrize(("args", "message"), [
    ([], "--manifest"),
    (["--init", "--manifest", "m.yaml"], "--init"),
    (["--init", "--json"], "--init writes YAML"),
    (["--manifest", "absent.yaml"], "cannot read 'absent.yaml'"),
    (["--manifest", "m.yaml", "-o", "out.yaml"], "--init"),
    (["--init", "--variant", "nonsense"], "is not /Prim:Set=Option"),
    (["--init", "--select", "isaac"], "--select"),
])
def test_wrong_command_line(door: Door, args: list[str], message: str) -> None:
    done = door.audit(door.asset, *args, cwd=door.folder)
    assert done.returncode == 2 and done.stdout == "" and message in done.stderr


def test_asset_that_cannot_be_read(door: Door) -> None:
    door.asset.write_text("no layer")
    for args in (["--init"], ["--manifest", door.manifest]):
        done = door.audit(door.asset, *args)
        assert done.returncode == 2 and done.stdout == "" and str(door.asset) in done.stderr


def test_text_says_what_json_says(door: Door) -> None:
    assert door.audit(door.asset, "--manifest", door.manifest).stdout.count("\n") == 2
    door.change(PHYSICS, "physics:mass = 4", "physics:mass = 4.1")
    (difference,) = door.differences()
    done = door.audit(door.asset, "--manifest", door.manifest, cwd=door.folder)
    assert done.returncode == 1
    assert f"mass: /Root/door\n  {difference['message']}  (audit.yaml:{difference['line']}:{difference['column']})" in done.stdout
    assert "asset.usda against audit.yaml, selection standard: FAIL" in done.stdout


def test_variant_is_audited_as_chosen(door: Door) -> None:
    """PhysX's payload is changed: the standard asset is not."""
    payload = "runnables/physics/physx.usda"
    door.change(payload, 'over "hinge" (', 'over "post" {\n        float physics:mass = 6\n    }\n\n    over "hinge" (')
    assert door.codes() == []
    for args in (["--select", "physx"], ["--variant", "/Root:PhysX=Enabled", "--select", "authored"]):
        done = door.audit(door.asset, "--manifest", door.manifest, "--json", *args)
        assert [each["code"] for each in json.loads(done.stdout)["differences"]] == ["mass"], args


def test_page_names_every_code_and_tolerance(schema: jsonschema.Draft202012Validator, audit: Audit) -> None:
    page = (REPOSITORY / "docs/audit.md").read_text(encoding="utf-8")
    codes = schema.schema["properties"]["differences"]["items"]["properties"]["code"]["enum"]
    assert len(codes) == 32
    for code in codes:
        assert f"`{code}`" in page.partition("## Differences")[2], code
    source = (REPOSITORY / "assay/audit/difference.cpp").read_text(encoding="utf-8")
    names = re.findall(r'"([a-z-]+)"', source.partition("names[] = {")[2].partition("};")[0])
    assert sorted(names) == sorted(codes)
    manifest = audit("examples/clean/hinge/asset.usda", "--init", cwd=REPOSITORY).stdout
    defaults = dict(re.findall(r"^  (\w+): (\S+)  # (?:part|rad)", manifest, re.MULTILINE))
    table = dict(re.findall(r"^\| `(\w+)` \| ([\d.]+) \|", page, re.MULTILINE))
    assert len(defaults) == 6 and table == defaults


def test_manifest_of_the_page_reads(door: Door) -> None:
    """The example on the page is a manifest, if not one of this door."""
    page = (REPOSITORY / "docs/audit.md").read_text(encoding="utf-8")
    door.manifest.write_text(page.partition("```yaml\n")[2].partition("```")[0])
    assert ("part-missing", "/Root/sticker") in door.codes()
