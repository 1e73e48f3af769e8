"""`assay effects`: what it prints, what it refuses, and the data against the tables that it was made from."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from conftest import REPOSITORY, TIMEOUT_S, clean_environment
from shared_material import shared_folder

Effects = Callable[..., "subprocess.CompletedProcess[str]"]
LETTERS = {"honoured": "H", "approximated": "A", "ignored": "I", "refused": "R", "unknown": "?"}
READERS = ("physx", "newton", "mujoco-usd")

# (feature, reader) → letter here and why it is not the catalogue's; what was run outweighs what was read
CORRECTED = {
    ("nested-body", "physx"): ("H", "ovphysx 0.7.0, as run, creates both bodies; 0.4.13 refused the inner one"),
    ("gravity-sentinel-written", "physx"): ("R", "ovphysx 0.7.0, as run, is not finite at the first step"),
    ("kinematic-body", "newton"): ("H", "newton 1.8.0, as run, holds the body; the catalogue did not know"),
    ("collision-group", "newton"): ("H", "newton 1.8.0, as run, honours filteredGroups; 1.6 let equal groups collide"),
    ("one-sided-revolute", "physx"): ("H", "the documentation of ovphysx 0.7.0 says so, unconfirmed; 0.4.13 ignored it"),
}
# features that the catalogue does not have, each from a run or asked for below its table
ADDED = {
    "gravity-direction-length": "as run: PhysX and MuJoCo multiply by the direction's length",
    "mass-without-inertia": "as run: MuJoCo does not compile mass and centre without inertia",
    "mass-without-collider": "as run: PhysX and Newton take a sphere of 0.1 m, MuJoCo does not compile",
    "mass-invalid": "as run: all three drop the value",
    "body-density": "as run: MuJoCo takes 1000 kg/m³",
    "inertia-triangle": "as run: MuJoCo does not compile, Newton corrects",
    "inertia-twice": "as run over converted robots: MuJoCo refuses newton:inertia beside diagonalInertia",
    "disabled-collider-mass": "named below the catalogue's table as a row to confirm",
    "plane-on-dynamic": "as run: all three refuse it",
    "approximation-unknown": "as run: silent in all three",
    "joint-target-missing": "as run: PhysX and Newton join to the world, MuJoCo drops the joint",
    "joint-same-body-twice": "as run: all three refuse it",
    "joint-outside-articulation": "as run: Newton's finalize raises",
    "articulation-rest-pose": "as run: PhysX starts at coordinate 0",
    "articulation-world-joint": "as run: PhysX makes the link a fixed base",
    "kinematic-below-moving": "as run over converted robots: Newton refuses the file",
    "mimic-chain": "as run over converted robots: Newton refuses the file",
    "mimic-on-fixed": "as run over converted robots: Newton refuses the file",
    "joints-parallel": "as run over converted robots: PhysX skips one, Newton merges",
    "body-without-mass": "as run over converted robots: Newton takes 0, MuJoCo does not compile what moves",
    "collider-mass-zero": "as run over converted robots: MuJoCo takes the zero as it stands",
    "mesh-mass-from-hull": "as run over converted robots: Newton and MuJoCo take the mesh itself",
    "inertia-off-center": "as run over a native arm: Newton leaves the inertia about the colliders' centre",
    "inertia-zero-newton": "as run over converted robots: Newton takes a sphere",
    "total-mass-mjc": "as run over converted robots: MuJoCo scales all masses",
    "inertia-from-geom-mjc": "as run over a converted robot: MuJoCo drops the stated mass",
    "mesh-without-volume": "as run over converted robots: MuJoCo refuses the file",
    "scale-zero": "as run over a converted robot: MuJoCo refuses the file",
    "texture-without-file": "as run over converted robots: MuJoCo refuses the file",
    "equality-weld-alone": "as run over a converted robot: Newton leaves the body out",
}


@pytest.fixture(scope="module")
def effects(assay_binary: Path) -> Effects:
    """Runs `assay effects`."""

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([assay_binary, "effects", *args], env=clean_environment(), capture_output=True, text=True,
                              timeout=TIMEOUT_S)

    return run


@pytest.fixture(scope="module")
def document(effects: Effects) -> Any:
    """All that is known."""
    return json.loads(effects("--json").stdout)


@pytest.fixture(scope="module")
def schema() -> jsonschema.Draft202012Validator:
    """The published schema of the document."""
    return jsonschema.Draft202012Validator(json.loads((REPOSITORY / "docs/schemas/assay.effects-1.json").read_text()))


@pytest.mark.parametrize("args", [[], ["nested-body"], ["--runtime", "mujoco"], ["visual-mass", "--runtime", "NEWTON"]])
def test_document_keeps_to_its_schema(effects: Effects, schema: jsonschema.Draft202012Validator, args: list[str]) -> None:
    schema.validate(json.loads(effects(*args, "--json").stdout))


def test_schema_refuses_what_is_no_such_document(document: Any, schema: jsonschema.Draft202012Validator) -> None:
    for feature, key, value in ((0, "effects", {}), (0, "id", "Not An Id"), (1, "area", "")):
        broken = json.loads(json.dumps(document))
        broken["features"][feature][key] = value
        assert not schema.is_valid(broken)
    broken = json.loads(json.dumps(document))
    broken["defaults"][0] |= {"value": 1, "rule": "both"}
    assert not schema.is_valid(broken)


def test_schema_is_printed_by_its_name(assay_binary: Path) -> None:
    done = subprocess.run([assay_binary, "schema", "assay.effects/1"], capture_output=True, timeout=TIMEOUT_S)
    assert done.stdout == (REPOSITORY / "docs/schemas/assay.effects-1.json").read_bytes()


def test_one_feature_and_one_runtime(effects: Effects) -> None:
    """A runtime's name and its reader's name are the same question."""
    one = json.loads(effects("drive", "--runtime", "mujoco", "--json").stdout)
    assert [feature["id"] for feature in one["features"]] == ["drive"]
    assert list(one["features"][0]["effects"]) == ["mujoco-usd"] and one["defaults"] == []
    assert effects("drive", "--runtime", "mujoco-usd", "--json").stdout == effects("drive", "--runtime", "mujoco", "--json").stdout
    assert effects("drive", "--runtime", "physx", "--json").stdout != effects("drive", "--runtime", "mujoco", "--json").stdout
    defaults = json.loads(effects("--runtime", "newton", "--json").stdout)["defaults"]
    assert {default["reader"] for default in defaults} == {"newton"}


@pytest.mark.parametrize("name", ["nested-bodys", "nested", "nestd-body"])
def test_unknown_feature_names_the_near_ones(effects: Effects, name: str) -> None:
    done = effects(name)
    assert done.returncode == 2 and done.stdout == ""
    assert f"there is no feature '{name}'; did you mean nested-body" in done.stderr


def test_unknown_feature_with_nothing_near(effects: Effects) -> None:
    done = effects("xylophone")
    assert done.returncode == 2 and "`assay effects` lists them" in done.stderr and "did you mean" not in done.stderr


def test_known_names_are_no_errors(effects: Effects) -> None:
    for args in ([], ["nested-body"], ["--runtime", "PhysX"]):
        done = effects(*args)
        assert done.returncode == 0 and done.stderr == "" and done.stdout


def test_unknown_runtime_names_the_known_ones(effects: Effects) -> None:
    done = effects("--runtime", "bullet")
    assert done.returncode == 2 and done.stdout == ""
    assert "there is no runtime or reader 'bullet'; there are physx newton mujoco mujoco-usd" in done.stderr


def test_data_names_no_place_beside_the_checkout() -> None:
    """Sources are named so that everybody can find them."""
    files = [*(REPOSITORY / "data").rglob("*.toml"), REPOSITORY / "docs/generated/support-matrix.md"]
    for file in files:
        assert "../shared" not in file.read_text(encoding="utf-8"), file.name


# --- against the catalogue ---


def table_rows(catalogue: str) -> list[list[str]]:
    """The cells of the catalogue's effect table, row by row."""
    _, _, section = catalogue.partition("## Effect table")
    section = section.partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("| ")]
    return [row for row in rows if row[0] != "feature"]


def letter_of(text: str) -> tuple[str, bool]:
    """The letter that a cell begins with, and whether it is a note."""
    found = re.match(r"([HAIR?])(\(n\))?(?![A-Za-z])", text)
    assert found, text
    return found[1], found[2] is not None


def catalogue_facts(catalogue: str) -> dict[str, dict[str, tuple[str, bool]]]:
    """Feature → reader → letter and whether it is a note; a row of two features has two parts in a cell, or one for both."""
    facts: dict[str, dict[str, tuple[str, bool]]] = {}
    for row in table_rows(catalogue):
        names = re.split(r", | / ", row[0])
        for index, name in enumerate(names):
            parts = [re.split(r"; | / ", cell) if len(names) > 1 else [cell] for cell in row[2:5]]
            facts[name] = {reader: letter_of(part[min(index, len(part) - 1)])
                           for reader, part in zip(READERS, parts, strict=True)}
    return facts


def differences(document: Any, facts: dict[str, dict[str, tuple[str, bool]]]) -> list[str]:
    """What the data says otherwise than the catalogue, without a reason in CORRECTED or ADDED."""
    here = {feature["id"]: feature["effects"] for feature in document["features"]}
    found = [f"{name} is missing" for name in facts if name not in here]
    found += [f"{name} is added without a reason" for name in here if name not in facts and name not in ADDED]
    found += [f"{name} is no addition" for name in ADDED if name not in here or name in facts]
    for name in facts.keys() & here.keys():
        for reader, (letter, is_note) in facts[name].items():
            cell = here[name][reader]
            wanted = CORRECTED.get((name, reader), (letter, ""))[0]
            if LETTERS[cell["effect"]] != wanted:
                found.append(f"{name} of {reader} is {LETTERS[cell['effect']]}, not {wanted}")
            if wanted == letter and not cell.get("unconfirmed") and (cell.get("severity") == "note") != is_note:
                found.append(f"{name} of {reader} is a note in one of both")
            if (name, reader) in CORRECTED and wanted == letter:
                found.append(f"{name} of {reader} is no correction")
    return sorted(found)


@pytest.fixture(scope="module")
def catalogue() -> str:
    """The text with the effect table."""
    return (shared_folder() / "rules-catalogue.md").read_text(encoding="utf-8")


def test_data_is_the_catalogue_but_for_named_corrections(document: Any, catalogue: str) -> None:
    facts = catalogue_facts(catalogue)
    assert len(facts) > 70
    assert differences(document, facts) == []


def test_owners_are_those_of_the_catalogue(document: Any, catalogue: str) -> None:
    owners = {feature["id"]: feature.get("owner", "") for feature in document["features"]}
    checked = 0
    for row in table_rows(catalogue):
        if row[5] == "confirm by running":
            continue
        for name in re.split(r", | / ", row[0]):
            assert owners[name] == row[5].partition(" ")[0], name
            checked += 1
    assert checked > 70


def test_other_letters_are_differences(document: Any, catalogue: str) -> None:
    """Negative twin: one changed letter, one row more and one row less are each found."""
    facts = catalogue_facts(catalogue)
    facts["drive"]["mujoco-usd"] = ("H", False)
    assert differences(document, facts) == ["drive of mujoco-usd is I, not H"]
    facts = catalogue_facts(catalogue) | {"new-row": facts["drive"]}
    del facts["mimic-newton"]
    assert differences(document, facts) == ["mimic-newton is added without a reason", "new-row is missing"]
    facts = catalogue_facts(catalogue)
    facts["hard-limit"]["newton"] = ("A", False)
    assert differences(document, facts) == ["hard-limit of newton is a note in one of both"]
    facts = catalogue_facts(catalogue)
    facts["nested-body"]["physx"] = ("H", False)
    assert differences(document, facts) == ["nested-body of physx is no correction"]
