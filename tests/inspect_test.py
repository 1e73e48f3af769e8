"""`assay inspect` as a command: its errors, its documents against their schemas, and hostile files."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from conftest import REPOSITORY, TIMEOUT_S, AssetFolder, clean_environment
from small_layers import nested_dictionaries

Inspect = Callable[..., "subprocess.CompletedProcess[str]"]
ROBOT = """#usda 1.0
(
    defaultPrim = "Robot"
    metersPerUnit = 1
)
def Xform "Robot"
{
    def Cube "arm" (
        prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsCollisionAPI"]
    )
    {
        float physics:mass = 3
    }
}
"""


@pytest.fixture
def inspect(assay_binary: Path) -> Inspect:
    """Runs `assay inspect`."""

    def run(*args: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run([assay_binary, "inspect", *args], env=clean_environment(), cwd=cwd, capture_output=True,
                              text=True, timeout=TIMEOUT_S)

    return run


@pytest.fixture
def robot(assets: AssetFolder) -> Path:
    """A robot of one link."""
    return assets.file("robot.usda", ROBOT)


def validator(name: str) -> jsonschema.Draft202012Validator:
    """The published schema of a document."""
    schema = json.loads((REPOSITORY / "docs/schemas" / f"{name}-1.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


# ---- documents ----


@pytest.mark.parametrize("args", [[], ["--lens", "newton"], ["--lens", "physx", "--select", "standard"]])
def test_document_keeps_to_its_schema(inspect: Inspect, robot: Path, args: list[str]) -> None:
    done = inspect(robot, "--json", *args)
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    validator("assay.inspect").validate(document)
    assert document["asset"] == "robot.usda" and (document["losses"] is None) == ("--lens" not in args)
    assert inspect(robot, "--format", "json", *args).stdout == done.stdout


@pytest.mark.parametrize("selection", ["authored", "standard", "physx", "newton", "mujoco"])
@pytest.mark.parametrize("example", ["clean/crate", "clean/hinge", "polluted/foreign_base"])
def test_documents_of_examples_keep_to_the_schema(inspect: Inspect, example: str, selection: str) -> None:
    done = inspect(REPOSITORY / "examples" / example / "asset.usda", "--json", "--select", selection, "--lens", "mujoco")
    document = json.loads(done.stdout)
    validator("assay.inspect").validate(document)
    assert document["selection"]["name"] == selection


def test_schema_refuses_what_is_no_such_document(inspect: Inspect, robot: Path) -> None:
    document = json.loads(inspect(robot, "--json").stdout)
    schema = validator("assay.inspect")
    changes: list[tuple[str, Any]] = [("totals", {}), ("prim", "arm"), ("bodies", [{}]), ("units", None), ("losses", [])]
    for key, value in changes:
        assert not schema.is_valid(document | {key: value}), key


@pytest.mark.parametrize("name", ["assay.inspect", "assay.why"])
def test_schema_is_printed_by_its_name(assay_binary: Path, name: str) -> None:
    done = subprocess.run([assay_binary, "schema", f"{name}/1"], capture_output=True, timeout=TIMEOUT_S)
    assert done.stdout == (REPOSITORY / "docs/schemas" / f"{name}-1.json").read_bytes()


# ---- why ----


def test_why_is_a_document_too(inspect: Inspect, robot: Path) -> None:
    done = inspect(robot, "--why", "/Robot/arm.physics:mass", "--json")
    document = json.loads(done.stdout)
    validator("assay.why").validate(document)
    assert [opinion["value"] for opinion in document["opinions"]] == [3.0] and document["value"] == 3.0
    assert document["opinions"][0]["line"] == 12
    assert not validator("assay.why").is_valid(document | {"opinions": None})


def test_why_names_the_place(inspect: Inspect, robot: Path) -> None:
    done = inspect(robot, "--why", "/Robot/arm.physics:mass")
    assert done.returncode == 0 and "</Robot/arm>.physics:mass = 3.0" in done.stdout
    assert "robot.usda:12:" in done.stdout
    fallback = inspect(robot, "--why", "/Robot/arm.physics:density").stdout
    assert "the schema's fallback, since nothing is authored" in fallback and "robot.usda:" not in fallback


def test_why_of_another_selection(inspect: Inspect, assets: AssetFolder) -> None:
    """The selection and single options decide which opinions there are."""
    file = assets.file("sets.usda", ROBOT.replace('def Xform "Robot"\n{', """def Xform "Robot" (
    variants = {
        string PhysX = "Disabled"
    }
    prepend variantSets = "PhysX"
)
{
    variantSet "PhysX" = {
        "Disabled" {
        }
        "Enabled" {
            over "arm" {
                float physics:mass = 5
            }
        }
    }"""))
    question = ["--why", "/Robot/arm.physics:mass", "--json"]
    counts = {tuple(args): len(json.loads(inspect(file, *question, *args).stdout)["opinions"])
              for args in ([], ["--select", "standard"], ["--select", "physx"], ["--variant", "/Robot:PhysX=Enabled"],
                           ["--select", "physx", "--variant", "/Robot:PhysX=Disabled"])}
    assert list(counts.values()) == [1, 1, 2, 2, 1]


# ---- what cannot be inspected ----


def assert_refused(done: subprocess.CompletedProcess[str], words: str) -> None:
    """Exit code 2, nothing on standard output, and one line on standard error with these words."""
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr


def test_absent_file(inspect: Inspect, assets: AssetFolder) -> None:
    assert_refused(inspect(assets.folder / "absent.usda"), "absent.usda: no such file")


def test_file_that_is_no_layer(inspect: Inspect, assets: AssetFolder) -> None:
    file = assets.file("bad.usda", "#usda 1.0\ndef Xform Root {}\n")
    done = inspect("bad.usda", cwd=file.parent)
    assert_refused(done, "bad.usda:2:1: ")


def test_file_that_crashes_is_an_error(inspect: Inspect, assets: AssetFolder) -> None:
    assert_refused(inspect(assets.file("deep.usda", nested_dictionaries(100_000))), "crashed")
    assert inspect(assets.file("flat.usda", nested_dictionaries(20))).returncode == 0


def test_prim_that_is_no_path(inspect: Inspect, robot: Path) -> None:
    assert_refused(inspect(robot, "Robot/arm"), "'Robot/arm' is no path of a prim")


def test_prim_without_physics(inspect: Inspect, robot: Path) -> None:
    assert_refused(inspect(robot, "/World"), "nothing at or below </World> has physics in this selection")


@pytest.mark.parametrize("lens", ["bullet", "PHYSX "])
def test_unknown_lens(inspect: Inspect, robot: Path, lens: str) -> None:
    done = inspect(robot, "--lens", lens)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--lens" in done.stderr and all(name in done.stderr for name in ("physx", "newton", "mujoco"))


def test_unknown_prim_of_why_names_the_near_ones(inspect: Inspect, robot: Path) -> None:
    assert_refused(inspect(robot, "--why", "/Robot/amr.physics:mass"), "no prim </Robot/amr> in this selection; did you mean /Robot/arm")
    assert inspect(robot, "--why", "/Robot/arm.physics:mass").returncode == 0


def test_unknown_property_of_why_names_the_near_ones(inspect: Inspect, robot: Path) -> None:
    assert_refused(inspect(robot, "--why", "/Robot/arm.physics:mas"), "has no property 'physics:mas', and no schema of it defines one; did you mean physics:mass?")


@pytest.mark.parametrize("args, words", [
    (["--why", "/Robot/arm"], "is not /Prim.attribute"), (["--why", "Robot.a"], "is not /Prim.attribute"),
    (["--why", "/Robot."], "is not /Prim.attribute"), (["--rows", "few"], "--rows: 'few' is neither a number nor all"),
    (["--rows", "-1"], "neither a number nor all"), (["--variant", "PhysX"], "--variant: 'PhysX' is not /Prim:Set=Option"),
])
def test_wrong_arguments(inspect: Inspect, robot: Path, args: list[str], words: str) -> None:
    assert_refused(inspect(robot, *args), words)


@pytest.mark.parametrize("args", [["--csv", "wheels"], ["--select", "bullet"], ["--csv", "bodies", "--json"],
                                  ["--csv", "bodies", "--why", "/Robot/arm.physics:mass"], ["--format", "xml"]])
def test_arguments_that_no_run_can_have(inspect: Inspect, robot: Path, args: list[str]) -> None:
    done = inspect(robot, *args)
    assert (done.returncode, done.stdout) == (2, "") and args[0] in done.stderr


def test_right_arguments_are_no_errors(inspect: Inspect, robot: Path) -> None:
    for args in (["--rows", "all"], ["--rows", "0"], ["--csv", "bodies"], ["--select", "newton"], ["--lens", "mujoco"],
                 ["--variant", "/Robot:PhysX=Enabled"]):
        done = inspect(robot, *args)
        assert (done.returncode, done.stderr) == (0, "") and done.stdout, args


def test_output_has_no_colours_where_nobody_looks(inspect: Inspect, robot: Path) -> None:
    assert "\x1b" not in inspect(robot).stdout
    assert "\x1b[1m" in inspect(robot, "--color", "always").stdout
