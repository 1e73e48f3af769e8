"""Check that faults in the data about runtimes are named, and that sound data passes."""

import json
import shutil
from pathlib import Path
from typing import Any

import effects_data
import generate_tables
import pytest

root = Path(__file__).resolve().parents[1]
OVERVIEW = """
areas = ["body"]
[[reader]]
name = "one"
runtime = "physx"
title = "One"
[[reader]]
name = "two"
runtime = "newton"
title = "Two"
[[reader]]
name = "three"
runtime = "mujoco"
title = "Three"
"""
SOURCES = """
[[source]]
id = "{id}"
reader = "{reader}"
kind = "{kind}"
product = "tool"
version = "{version}"
text = "somewhere"
"""
FEATURE = """
[[feature]]
id = "alpha"
used_when = "it is used"
owner = "group.rule"
one = {effect = "refused", sources = ["code", "run: a drop"], earlier = {effect = "ignored", sources = ["run: a drop"]}}
two = {effect = "unknown"}
three = {effect = "approximated", how = "nearly", severity = "note", sources = ["other"]}
"""
DEFAULT = """
[[default]]
id = "damping"
reader = "one"
value = 0.05
unit = "1/s"
sources = ["code"]
"""


def sources_text() -> str:
    """The sources of the sound data."""
    return (SOURCES.format(id="code", reader="one", kind="code", version="1")
            + SOURCES.format(id="run", reader="one", kind="measured", version="2")
            + SOURCES.format(id="other", reader="three", kind="code", version="1"))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose data is sound."""
    (tmp_path / "data/effects").mkdir(parents=True)
    shutil.copy(root / "data/runtimes.toml", tmp_path / "data")
    (tmp_path / "data/effects.toml").write_text(OVERVIEW + sources_text(), encoding="utf-8")
    (tmp_path / "data/effects/body.toml").write_text(FEATURE, encoding="utf-8")
    (tmp_path / "data/runtime_defaults.toml").write_text(DEFAULT, encoding="utf-8")
    return tmp_path


def replace(checkout: Path, file: str, old: str, new: str) -> None:
    """Change one file of the data in one place."""
    path = checkout / "data" / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def problems(checkout: Path) -> list[str]:
    """What is wrong with the data."""
    with pytest.raises(effects_data.EffectsError) as caught:
        effects_data.read_effects(checkout)
    return str(caught.value).splitlines()


def test_sound_data_passes(checkout: Path) -> None:
    data = effects_data.read_effects(checkout)
    assert [(feature["id"], feature["area"]) for feature in data.features] == [("alpha", "body")]
    assert effects_data.version_of(data.features[0]["one"], {each["id"]: each for each in data.sources}) == "1"
    assert [effects_data.severity_of(data.features[0][name]) for name in ("one", "two", "three")] == ["error", "", "note"]


def test_committed_data_is_sound() -> None:
    data = effects_data.read_effects(root)
    assert len(data.features) > 80 and len(data.defaults) > 30


FEATURES, READERS, DEFAULTS = "effects/body.toml", "effects.toml", "runtime_defaults.toml"
PLACE = "data/effects/body.toml: feature 'alpha'"


@pytest.mark.parametrize(("file", "old", "new", "problem"), [
    (FEATURES, "used_when = ", "use_when = ", f"{PLACE}: there is no key 'use_when'"),
    (FEATURES, 'used_when = "it is used"', 'used_when = " "', f"{PLACE}: 'used_when' must be a text that is not empty"),
    (FEATURES, "two = {effect = \"unknown\"}\n", "", f"{PLACE}: the key 'two' is missing"),
    (FEATURES, "two = {effect", "four = {effect", f"{PLACE}: there is no key 'four'"),
    (FEATURES, 'id = "alpha"', 'id = "Alpha"', "feature 'Alpha': an id is of small letters"),
    (FEATURES, '"group.rule"', '"rule"', f"{PLACE}: the owner 'rule' is no rule id"),
    (FEATURES, 'owner = "group.rule"', 'owner_when = "always"', f"{PLACE}: 'owner_when' needs an owner"),
    (FEATURES, '"unknown"', '"lost"', f"{PLACE}.two: 'effect' is 'lost', which is none of honoured"),
    (FEATURES, '"unknown"}', '"unknown", sources = ["other"]}', f"{PLACE}.two: what is unknown has no 'sources'"),
    (FEATURES, '"unknown"}', '"unknown", severity = "note"}', f"{PLACE}.two: what is unknown has no 'severity'"),
    (FEATURES, '"unknown"}', '"ignored"}', f"{PLACE}.two: 'sources' must be a list of at least one source"),
    (FEATURES, 'how = "nearly", ', "", f"{PLACE}.three: what is approximated must say how"),
    (FEATURES, 'severity = "note"', 'severity = "fatal"', f"{PLACE}.three: 'severity' is 'fatal'"),
    (FEATURES, '"approximated"', '"honoured"', f"{PLACE}.three: what is honoured has no severity"),
    (FEATURES, 'severity = "note"', 'becomes = "cube"', f"{PLACE}.three: 'becomes' is 'cube', which is none of hull"),
    (FEATURES, '"approximated", how = "nearly", severity = "note"', '"honoured", becomes = "hull"',
     f"{PLACE}.three: what is honoured becomes nothing else"),
    (FEATURES, 'severity = "note"', "unconfirmed = false", f"{PLACE}.three: 'unconfirmed' can only be true"),
    (FEATURES, '["other"]', '["another"]', f"{PLACE}.three: there is no source 'another'"),
    (FEATURES, '["other"]', '["code"]', f"{PLACE}.three: the source 'code' is not about three"),
    (FEATURES, '["other"]', "[]", f"{PLACE}.three: 'sources' must be a list of at least one source"),
    (FEATURES, '"run: a drop"', '"run"', f"{PLACE}.one: the measured source 'run' must say what was run"),
    (FEATURES, '{effect = "ignored", sources = ["run: a drop"]}', '{effect = "ignored", sources = ["code"]}',
     f"{PLACE}.one.earlier: has the version of what it is earlier than"),
    (FEATURES, '{effect = "ignored", sources', '{effect = "refused", sources',
     f"{PLACE}.one.earlier: says the same as the present version"),
    (FEATURES, '"ignored", sources', '"ignored", unconfirmed = true, sources',
     f"{PLACE}.one.earlier: there is no key 'unconfirmed'"),
    (FEATURES, 'two = {effect = "unknown"}', 'two = "unknown"', f"{PLACE}.two: must be a table"),
    (FEATURES, FEATURE, FEATURE + FEATURE, f"{PLACE}: stands twice"),
    (FEATURES, FEATURE, "", "data/effects/body.toml: needs at least one [[feature]]"),
    (FEATURES, "[[feature]]", "[[feature", "data/effects/body.toml: "),
    (READERS, '["body"]', '["body", "joint"]', "data/effects/joint.toml: "),
    (READERS, '["body"]', "[]", "data/effects/body.toml: the area 'body' is not in the areas"),
    (READERS, 'runtime = "newton"', 'runtime = "physx"', "no reader is for the runtime 'newton'"),
    (READERS, 'runtime = "newton"', 'runtime = "physx"', "reader of the runtime 'physx': stands twice"),
    (READERS, 'runtime = "newton"', 'runtime = "bullet"', "'runtime' is 'bullet', which is none of physx"),
    (READERS, 'kind = "measured"', 'kind = "guess"', "source 'run': 'kind' is 'guess', which is none of code"),
    (READERS, 'version = "2"\n', "", "source 'run': 'version' is needed, but for a report"),
    (READERS, 'kind = "measured"', 'kind = "report"', "source 'run': 'version' is needed, but for a report"),
    (READERS, 'id = "run"', 'id = "code"', "source 'code': stands twice"),
    (READERS, 'id = "run"', 'id = "walk"', "source 'walk': is never cited"),
    (DEFAULTS, 'unit = "1/s"', 'rule = "by size"', "default 'damping' of 'one': needs either 'value' or 'rule'"),
    (DEFAULTS, "value = 0.05", "value = true", "'value' must be a number or a word"),
    (DEFAULTS, "value = 0.05", 'value = "word"', "only a number has a unit"),
    (DEFAULTS, 'reader = "one"', 'reader = "four"', "'reader' is 'four', which is none of one"),
    (DEFAULTS, 'sources = ["code"]', "", "the key 'sources' is missing"),
    (DEFAULTS, DEFAULT, DEFAULT + DEFAULT, "default 'damping' of 'one': stands twice"),
])  # fmt: skip
def test_fault_is_named(checkout: Path, file: str, old: str, new: str, problem: str) -> None:
    replace(checkout, file, old, new)
    assert [line for line in problems(checkout) if problem in line] != [], problems(checkout)


def test_all_faults_are_named_at_once(checkout: Path) -> None:
    replace(checkout, FEATURES, '"unknown"', '"lost"')
    replace(checkout, DEFAULTS, "value = 0.05", "value = true")
    found = problems(checkout)
    assert any(".two: 'effect'" in line for line in found) and any("'value' must be" in line for line in found)


def test_generator_prints_the_faults_and_writes_nothing(checkout: Path, monkeypatch: pytest.MonkeyPatch,
                                                        capsys: pytest.CaptureFixture[str]) -> None:
    for folder in ("data/isolation", "data/profiles", "data/schemas", "docs/schemas"):
        (checkout / folder).mkdir(parents=True)
    (checkout / "data/limits.toml").write_text("", encoding="utf-8")
    output = checkout / "tables.cpp"
    monkeypatch.setattr("sys.argv", ["generate_tables.py", "--source", str(checkout), "--output", str(output)])
    assert generate_tables.main() == 0 and "alpha" in output.read_text(encoding="utf-8")
    output.unlink()
    replace(checkout, FEATURES, '"unknown"', '"lost"')
    assert generate_tables.main() == 1
    assert f"{PLACE}.two: 'effect' is 'lost'" in capsys.readouterr().err and not output.exists()


def fallbacks(family: str) -> dict[str, Any]:
    """The fallback of each attribute in the committed catalog of that name."""
    catalog = json.loads((root / "data/schemas" / f"{family}.json").read_text(encoding="utf-8"))
    return {each["name"]: each.get("fallback") for schema in catalog["schemas"] for each in schema["properties"]}


def test_defaults_from_schemas_are_the_schemas_fallbacks() -> None:
    catalogs = {"physx-schema": "physx-25.11.2", "newton-schema": "newton-0.6.0", "mujoco-schema": "mjc-physics-4.0.1"}
    checked = 0
    for default in effects_data.read_effects(root).defaults:
        for cited in map(effects_data.citation, default["sources"]):
            if cited.source not in catalogs:
                continue
            fallback = fallbacks(catalogs[cited.source])[default["property"]]
            if "value" in default:
                assert fallback == default["value"], default["id"]
                checked += 1
    assert checked > 15
