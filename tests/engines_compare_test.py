"""The comparison of `assay inspect` with the engines' readings: what is wrong is found, what the table names is named."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import REPOSITORY
from oracle import meshes
from oracle.engines import FEATURES, REFUSALS, Outcome, compare_reading, degrees_of, misnamed, turned
from oracle.physics import our_physics

Record = dict[str, Any]
Change = Callable[[Record], None]
FILE = REPOSITORY / "examples" / "clean" / "hinge" / "asset.usda"
READERS = ("newton", "mujoco-usd")


@pytest.fixture(scope="module")
def document(assay_binary: Path) -> Record:
    """Two bodies, two joints; the one that turns gets a drive."""
    found = our_physics(assay_binary, FILE)
    assert found is not None
    hinge(found)["drives"] = [{"axis": f"rot{hinge(found)['axis']}", "type": "force", "stiffness": 4.0, "damping": 0.5,
                               "max_force": 20.0}]
    return found


def hinge(document: Record) -> Record:
    return next(joint for joint in document["joints"] if joint["kind"] == "revolute")


def stated_mass() -> Record:
    """What a body states of its mass; a change says which of it is authored."""
    names = ("mass", "center_of_mass", "diagonal_inertia")
    return {"mass": 2.0, "origins": {name: {"origin": "fallback"} for name in names}}


def reading_of(document: Record, reader: str) -> Record:
    """What a reader that honours everything would read."""
    joints = [{"path": joint["path"], "type": joint["kind"], "child": joint["body1"] or joint["body0"],
               "degrees": list(degrees_of(joint))} for joint in document["joints"]]
    if reader == "mujoco-usd":
        for joint in joints:
            joint["degrees"] = [{key: degree[key] for key in ("axis_world", "low", "high")} for degree in joint["degrees"]]
    return {"bodies": copy.deepcopy(document["bodies"]), "joints": joints}


def compare(reader: str, document: Record, change_document: Change | None = None,
            change_reading: Change | None = None) -> Outcome:
    """Compares a changed document with the changed reading of the unchanged one."""
    stated, read = copy.deepcopy(document), reading_of(document, reader)
    for changed, change in ((stated, change_document), (read, change_reading)):
        if change is not None:
            change(changed)
    return compare_reading(reader, FILE, stated, read)


@pytest.mark.parametrize("reader", READERS)
def test_what_is_read_alike_agrees(document: Record, reader: str) -> None:
    outcome = compare(reader, document)
    assert outcome.differences == []
    assert outcome.counts["bodies"] == outcome.counts["joints"] + 1 == len(document["bodies"])
    assert outcome.named == ({} if reader == "newton" else {("drive", "gain"): 1})
    assert outcome.counts.get("gains", 0) == (1 if reader == "newton" else 0)


def scale_mass(document: Record) -> None:
    document["bodies"][0]["mass"] *= 1.001


def move_center(document: Record) -> None:
    document["bodies"][0]["center_of_mass"][1] += 0.01


def turn_inertia(document: Record) -> None:
    document["bodies"][0]["inertia"][0][1] += 0.01 * document["bodies"][0]["inertia"][0][0]


def lose_body(document: Record) -> None:
    del document["bodies"][0]


def turn_axis(document: Record) -> None:
    hinge(document)["axis_world"] = [component * -1 for component in hinge(document)["axis_world"]]


def widen_limit(document: Record) -> None:
    axis = next(axis for axis in hinge(document)["axes"] if axis["axis"] == f"rot{hinge(document)['axis']}")
    axis["high"] += 0.01


def lose_joint(document: Record) -> None:
    document["joints"].remove(hinge(document))


CHANGES = [(scale_mass, "mass"), (move_center, "center"), (turn_inertia, "inertia"), (lose_body, "does not state"),
           (turn_axis, "axis"), (widen_limit, "limit"), (lose_joint, "does not state")]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(("change", "word"), CHANGES)
def test_changed_document_is_found(document: Record, reader: str, change: Change, word: str) -> None:
    outcome = compare(reader, document, change)
    assert any(word in difference for difference in outcome.differences)


@pytest.mark.parametrize("gain", ["stiffness", "damping", "max_force"])
def test_changed_gain_is_found(document: Record, gain: str) -> None:
    """By Newton; MuJoCo's importer reads no drives."""
    def weaken(changed: Record) -> None:
        hinge(changed)["drives"][0][gain] *= 1.001

    assert any("gain" in difference for difference in compare("newton", document, weaken).differences)
    assert compare("mujoco-usd", document, weaken).differences == []


def lose_mass(reading: Record) -> None:
    reading["bodies"][0]["mass"] = 0.0


def test_named_difference_needs_its_case(document: Record) -> None:
    """A mass of 0 is named where nothing gives one, and is a difference where something does."""
    def take_source(changed: Record) -> None:
        changed["bodies"][0]["mass_source"] = "no_source"

    for reader in READERS:
        assert compare(reader, document, take_source, lose_mass).differences == []
        assert compare(reader, document, take_source, lose_mass).named["body-without-mass", "mass"] == 1
        assert any("mass" in each for each in compare(reader, document, None, lose_mass).differences)


def test_named_difference_needs_its_quantity(document: Record) -> None:
    """What excuses a mass excuses no axis."""
    def take_source(changed: Record) -> None:
        changed["bodies"][0]["mass_source"] = "no_source"
        turn_axis(changed)

    assert any("axis" in each for each in compare("newton", document, take_source, lose_mass).differences)


def test_refused_file_needs_its_case(document: Record) -> None:
    message = "ValueError: Error: fullinertia and diagonal inertia cannot both be specified"

    def state_twice(changed: Record) -> None:
        body = changed["bodies"][0]
        body["authored_mass"] = stated_mass()
        body["authored_mass"]["origins"]["diagonal_inertia"] = {"origin": "authored"}
        changed["vendor"]["values"].append({"path": body["path"], "property": "newton:inertia", "value": [1] * 6})

    twice = copy.deepcopy(document)
    state_twice(twice)
    assert compare_reading("mujoco-usd", FILE, twice, {"error": message}).named == {("inertia-twice", "file"): 1}
    assert compare_reading("mujoco-usd", FILE, twice, {"error": "another"}).differences != []
    assert compare_reading("mujoco-usd", FILE, document, {"error": message}).differences != []
    assert compare_reading("newton", FILE, twice, {"error": message}).differences != []


def test_names_are_held_to_the_table() -> None:
    outcome = Outcome(reader="newton")
    outcome.named["collider-mass-zero", "mass"] += 1

    def table(effect: str) -> Record:
        return {"features": [{"id": "collider-mass-zero", "effects": {"newton": {"effect": effect}}}]}

    assert misnamed(table("approximated"), [outcome]) == []
    assert misnamed(table("honoured"), [outcome]) != []
    assert misnamed(table("unknown"), [outcome]) != []
    assert misnamed({"features": []}, [outcome]) != []


def test_every_name_is_a_row_that_may_differ(effects_table: Record) -> None:
    """Also those that no robot of the corpus needs."""
    outcomes = []
    for reader in READERS:
        outcome = Outcome(reader=reader)
        outcome.named.update((feature.id, "any") for feature in FEATURES if feature.reader == reader)
        outcome.named.update((name, "file") for name, of, _ in REFUSALS if of == reader)
        outcomes.append(outcome)
    assert misnamed(effects_table, outcomes) == []


def test_turned_axes_are_orthonormal() -> None:
    wxyz = (0.5, 0.5, -0.5, 0.5)  # -120 degrees about (-1, 1, -1): X to Z, Z to -Y, Y to -X
    assert [turned(wxyz, axis) for axis in range(3)] == [[0, 0, 1], [-1, 0, 0], [0, -1, 0]]


# --- meshes ---


@pytest.mark.parametrize(("key", "at"), [("volume", None), ("centroid", 1), ("unit_density_inertia", 1)])
def test_changed_mesh_is_found(key: str, at: int | None) -> None:
    """A box of 1 by 2 by 3 about (4, 0, 0), in a body that is turned by 90 degrees about Z."""
    turn = {"position": (0, 0, 0), "rotation": (2**-0.5, 0, 0, 2**-0.5)}
    document = {"bodies": [{"path": "/body", "pose": {"position": (0, 0, 0), "rotation": (1, 0, 0, 0)}}]}
    moments = [6 * (4 + 9) / 12, 6 * (1 + 9) / 12, 6 * (1 + 4) / 12]
    measured = {"volume": 6.0, "size": 3.0, "centroid": [4, 0, 0],
                "inertia": [[moments[0], 0, 0], [0, moments[1], 0], [0, 0, moments[2]]]}
    collider = {"path": "/body/mesh", "body": "/body", "pose": turn, "volume": 6.0, "centroid": [0, 4, 0],
                "unit_density_inertia": [[moments[1], 0, 0], [0, moments[0], 0], [0, 0, moments[2]]]}
    same = meshes.compare_meshes([document], [collider], [measured])
    assert (same.meshes, max(same.volume, same.centroid, same.inertia) < 1e-12) == (1, True)  # noqa: PLR2004
    if at is None:
        collider[key] *= 1.01
    else:
        collider[key][at] = collider[key][2]
    changed = meshes.compare_meshes([document], [collider], [measured])
    assert max(changed.volume, changed.centroid, changed.inertia) > 0.005  # noqa: PLR2004
    assert meshes.compare_meshes([document], [collider], [{"error": "flat"}]).refused == ["/body/mesh: flat"]
