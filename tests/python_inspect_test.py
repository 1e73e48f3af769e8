"""The Python package's `inspect`: what it asks for and how it reads `assay.inspect/1`."""

from __future__ import annotations

import json
import math
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import assay
import pytest
from conftest import AssetFolder

# a door of 2 kg on a frame, by hand: a plate of 1 m × 0.1 m × 2 m has the inertia m/12·(b² + c²) about each axis
DOCUMENT: dict[str, Any] = {
    "schema": "assay.inspect/1",
    "version": "0.1.0",
    "asset": "door.usda",
    "prim": "/",
    "bodies": [
        {"path": "/Root/Door", "mass": 2, "center_of_mass": [0.5, 0, 1.0],
         "inertia": [[0.66833333, 0, 0], [0, 0.83333333, 0], [0, 0, 0.16833333]], "mass_source": "authored",
         "density": 10.0},
        {"path": "/Root/Ghost", "mass": None, "center_of_mass": None, "inertia": None, "mass_source": None},
    ],
    "joints": [
        {"path": "/Root/Hinge", "kind": "revolute", "body0": None, "body1": "/Root/Door", "axis_world": [0, 0, 1],
         "residual": {"m": 0.0, "rad": 1e-09}},
        {"path": "/Root/Weld", "kind": "fixed", "body0": "/Root/Door", "body1": "/Root/Ghost", "axis_world": None,
         "residual": {"m": "inf", "rad": None}},
    ],
    "totals": {"mass": 2.0, "bodies": 2, "joints": 2, "colliders": 1},
    "materials": [{"path": "/Root/Steel"}],
    "role": {"name": "robot", "default_prim_exists": True, "commands": [{"schema": "PhysicsDriveAPI", "prims": 1}]},
    "extents": {"drawn": None, "collision": {"min": [0, 0, 0], "max": [1, 0.1, 2], "size": [1, 0.1, 2]}, "both": None},
    "mimics": [{"path": "/Root/Weld", "schema": "NewtonMimicAPI", "axis": None, "leader": "/Root/Hinge", "leader_axis": None,
                "ratio": -2, "offset": 0.5, "enabled": True, "origins": {}}],
    "actuators": [{"path": "/Root/Motor", "type": "NewtonActuator", "targets": ["/Root/Hinge"], "schemas": [],
                   "settings": {"newton:kp": [100.0]}}],
    "tendons": [{"path": "/Root/Cable", "schema": "MjcTendon", "parts": ["/Root/Hinge"], "settings": {}}],
    "sites": [{"path": "/Root/Tip", "schema": "MjcSiteAPI", "body": None}],
    "wheels": [{"path": "/Root/Left", "wheel": None, "body": "/Root/Door", "radius": 0.35, "width": 0, "mass": 2}],
    "instancers": [{"path": "/Root/Bolts", "instances": 7, "prototypes": [
        {"path": "/Root/Bolts/Bolt", "exists": True, "instances": 5, "bodies": [], "colliders": ["/Root/Bolts/Bolt"]}]}],
}

Answering = Callable[[Any], Path]


@pytest.fixture
def answering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Answering:
    """Makes a script stand in for the executable that answers with a document; the file holds its arguments then."""

    def make(document: Any) -> Path:
        (tmp_path / "document").write_text(json.dumps(document), encoding="utf-8")
        script, arguments = tmp_path / "fake-assay", tmp_path / "arguments"
        script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >{arguments}\ncat {tmp_path}/document\n', encoding="utf-8")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("ASSAY_BINARY", str(script))
        return arguments

    return make


def test_records_of_couplings_and_extents(answering: Answering) -> None:
    """What vendors tie together, the role and the boxes are records too."""
    answering(DOCUMENT)
    found = assay.inspect("door.usda")
    assert found.role is not None and (found.role.name, found.role.default_prim_exists) == ("robot", True)
    assert found.extents is not None and found.extents.drawn is None
    assert found.extents.collision is not None and found.extents.collision.size == (1.0, 0.1, 2.0)
    (mimic,), (actuator,), (tendon,) = found.mimics, found.actuators, found.tendons
    assert (mimic.path, mimic.leader, mimic.ratio, mimic.offset) == ("/Root/Weld", "/Root/Hinge", -2.0, 0.5)
    assert actuator.targets == ("/Root/Hinge",) and actuator.raw["settings"]["newton:kp"] == [100.0]
    assert tendon.parts == ("/Root/Hinge",)
    (site,), (wheel,), (instancer,) = found.sites, found.wheels, found.instancers
    assert (site.path, site.body, wheel.radius, wheel.body) == ("/Root/Tip", None, 0.35, "/Root/Door")
    assert instancer.prototypes[0].colliders == ("/Root/Bolts/Bolt",) and instancer.instances == 7


def test_older_documents_have_none_of_them(answering: Answering) -> None:
    """An executable from before these keys is still understood."""
    added = ("role", "extents", "mimics", "actuators", "tendons", "sites", "wheels", "instancers")
    answering({key: value for key, value in DOCUMENT.items() if key not in added})
    found = assay.inspect("door.usda")
    assert (found.role, found.extents, found.mimics, found.instancers) == (None, None, (), ())


def test_records_hold_the_numbers(answering: Answering) -> None:
    """Bodies, joints and totals are what the document says; numbers without a fraction are numbers."""
    answering(DOCUMENT)
    found = assay.inspect("door.usda")
    door, ghost = found.bodies
    assert (door.path, door.mass, door.center_of_mass, door.mass_source) == ("/Root/Door", 2.0, (0.5, 0.0, 1.0), "authored")
    assert door.inertia is not None and [row[index] for index, row in enumerate(door.inertia)] == [
        pytest.approx(2 / 12 * (0.1**2 + 2**2), abs=1e-8), pytest.approx(2 / 12 * (1 + 2**2), abs=1e-8),
        pytest.approx(2 / 12 * (1 + 0.1**2), abs=1e-8)]
    assert (ghost.mass, ghost.center_of_mass, ghost.inertia, ghost.mass_source) == (None, None, None, None)
    hinge, weld = found.joints
    assert (hinge.kind, hinge.body0, hinge.body1, hinge.axis_world) == ("revolute", None, "/Root/Door", (0.0, 0.0, 1.0))
    assert hinge.residual is not None and (hinge.residual.m, hinge.residual.rad) == (0.0, 1e-9)
    assert weld.axis_world is None and weld.residual is not None
    assert (weld.residual.m, weld.residual.rad) == (math.inf, None)
    assert (found.version, found.asset, found.prim) == ("0.1.0", "door.usda", "/")
    assert (found.totals.mass, found.totals.bodies, found.totals.joints, found.totals.colliders) == (2.0, 2, 2, 1)


def test_the_rest_is_in_raw(answering: Answering) -> None:
    """What no record names can be read all the same, and changes no record."""
    answering(DOCUMENT)
    found = assay.inspect("door.usda")
    assert found.raw["materials"] == [{"path": "/Root/Steel"}] and found.bodies[0].raw["density"] == 10.0
    answering({key: value for key, value in DOCUMENT.items() if key != "materials"})
    assert assay.inspect("door.usda") == found and "materials" not in assay.inspect("door.usda").raw


@pytest.mark.parametrize(("change", "said"), [
    ({"totals": {"mass": 1, "bodies": 1, "joints": 0}}, "the document.totals has no `colliders`"),
    ({"bodies": [{**DOCUMENT["bodies"][0], "center_of_mass": [0, 0]}]}, r"bodies\[0\].center_of_mass is no list of 3"),
    ({"bodies": [{**DOCUMENT["bodies"][0], "mass": "much"}]}, r"bodies\[0\].mass is no number but str"),
    ({"joints": {}}, "the document.joints is no list"), ({"schema": "assay.inspect/2"}, "not 'assay.inspect/1'"),
], ids=["absent", "short", "word", "object", "other_form"])
def test_other_forms_are_refused(answering: Answering, change: dict[str, Any], said: str) -> None:
    """A document of another form is named with the place; nothing is guessed."""
    answering({**DOCUMENT, **change})
    with pytest.raises(assay.InternalError, match=said):
        assay.inspect("door.usda")


def test_arguments_reach_the_command_line(answering: Answering) -> None:
    """Each argument has its option, and none stands there without being asked for."""
    arguments = answering(DOCUMENT)
    assay.inspect("door.usda")
    assert arguments.read_text().split("\n") == ["inspect", "--json", "--", "door.usda", ""]
    assay.inspect(Path("-door.usda"), select="physx", prim="/Root", lens="newton",
                  variants=["/Root:A=B", "/Root:C=D"], profile="upstream", limits=Path("limits.toml"))
    assert arguments.read_text().split("\n") == [
        "inspect", "--json", "--select=physx", "--lens=newton", "--variant=/Root:A=B", "--variant=/Root:C=D",
        "--profile=upstream", "--limits=limits.toml", "--", "-door.usda", "/Root", ""]


def test_failures_of_the_executable_are_exceptions(assets: AssetFolder, assay_binary: Path,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    """The built executable refuses a file that is not there; its words are in the exception."""
    monkeypatch.setenv("ASSAY_BINARY", str(assay_binary))
    with pytest.raises((assay.NotFoundError, assay.UsageError)) as raised:
        assay.inspect(assets.folder / "absent.usda")
    assert raised.value.message
