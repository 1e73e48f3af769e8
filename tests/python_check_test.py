"""The Python package's `check`, `dump`, `rules` and `explain`, over the built executable."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from pathlib import Path
from typing import Any

import assay
import pytest
from asset_builder import FOREIGN_LINE, INERT_LINE
from assay import _check, _findings
from assay._records import read
from conftest import REPOSITORY, AssetFolder, Check

LEAKY = REPOSITORY / "examples" / "polluted" / "leaky_section"
BROKEN = "#usda 1.0\n\ndef Xform Root {}\n"
SCHEMA = json.loads((REPOSITORY / "docs" / "schemas" / "assay.check-1.json").read_text())
DEFINITIONS = {
    "asset": _check.Asset, "readiness": _check.Readiness, "selection": _check.Selection, "finding": _findings.Finding,
    "fix": _findings.Fix, "edit": _findings.Edit, "site": _findings.Site, "arc": _findings.Arc,
    "error": _check.ErrorRecord,
}


@pytest.fixture(autouse=True)
def use_built_binary(assay_binary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the package run the built executable."""
    monkeypatch.setenv("ASSAY_BINARY", str(assay_binary))


# ---- records ----


def key_of(field: dataclasses.Field[Any]) -> str:
    """The JSON key of a record's field."""
    return field.name.rstrip("_")


def unnamed_keys(record: type, schema: dict[str, Any]) -> set[str]:
    """Keys of the schema that the record does not name."""
    return set(schema["properties"]) - {key_of(field) for field in dataclasses.fields(record)}


def optional_in_one_only(record: type, schema: dict[str, Any]) -> set[str]:
    """Keys that are required in the schema and not in the record, or the other way round."""
    required = {key_of(field) for field in dataclasses.fields(record) if field.default is dataclasses.MISSING}
    return (required - {"raw"}) ^ set(schema["required"])


@pytest.mark.parametrize("name", DEFINITIONS)
def test_records_name_what_the_schema_names(name: str) -> None:
    """Each record has the keys of its definition in the published schema, and the same of them may be absent."""
    record, schema = DEFINITIONS[name], SCHEMA["$defs"][name]
    assert unnamed_keys(record, schema) == set()
    assert optional_in_one_only(record, schema) == set()


def test_inner_records_name_what_the_schema_names() -> None:
    """Likewise the objects that have no name in the schema, and the document."""
    defined, silencing = SCHEMA["$defs"], SCHEMA["properties"]["silencing"]
    for record, schema in (
        (_check.CheckReport, SCHEMA), (_check.Summary, SCHEMA["properties"]["summary"]),
        (_check.Limits, SCHEMA["properties"]["limits"]), (_check.Silencing, silencing),
        (_check.SettingsFile, silencing["properties"]["settings"]),
        (_check.BaselineFile, silencing["properties"]["baseline"]),
        (_check.SilencingNote, silencing["properties"]["notes"]["items"]),
        (_check.NotEvaluated, defined["asset"]["properties"]["not_evaluated"]["items"]),
        (_check.Work, defined["asset"]["properties"]["work"]),
        (_findings.Excerpt, defined["site"]["properties"]["excerpt"]),
        (_findings.SilencedBy, defined["finding"]["properties"]["silenced_by"]),
        (_findings.Statement, defined["edit"]["properties"]["statements"]["items"]),
    ):
        assert unnamed_keys(record, schema) == set(), record


def test_a_new_key_and_a_new_requirement_are_seen() -> None:
    """Negative twin: both comparisons notice a schema that has moved on."""
    schema = copy.deepcopy(SCHEMA["$defs"]["site"])
    schema["properties"]["bytes"] = {}
    schema["required"].append("excerpt")
    assert unnamed_keys(_findings.Site, schema) == {"bytes"}
    assert optional_in_one_only(_findings.Site, schema) == {"excerpt"}


def differences(record: Any, value: Any, place: str = "") -> list[str]:
    """Where a record says something else than the JSON that it was read from."""
    if dataclasses.is_dataclass(record):
        fields = [field for field in dataclasses.fields(record) if key_of(field) in value]
        return [each for field in fields
                for each in differences(getattr(record, field.name), value[key_of(field)], f"{place}.{field.name}")]
    if isinstance(record, tuple):
        same_length = [] if len(record) == len(value) else [place]
        return same_length + [each for index, (one, other) in enumerate(zip(record, value))
                              for each in differences(one, other, f"{place}[{index}]")]
    if isinstance(record, dict) and record.keys() == value.keys():
        return [each for key in record for each in differences(record[key], value[key], f"{place}.{key}")]
    return [] if record == value else [place]


def test_report_says_what_the_document_says(run_check: Check) -> None:
    """Every value of every record is the one of the JSON that the executable prints."""
    document = run_check(LEAKY).document
    report = assay.check(LEAKY)
    assert report.raw == document
    assert any(finding.fixes and finding.site.excerpt for finding in report.findings)
    assert differences(report, document) == []
    document["assets"][0]["findings"][0]["site"]["line"] += 1
    document["assets"][0]["readiness"]["physx"]["errors"] += 1
    assert differences(report, document) == [".assets[0].readiness.physx.errors", ".assets[0].findings[0].site.line"]


def test_unknown_keys_are_kept_in_raw() -> None:
    """A key that is newer than the package changes nothing else and can be read in `raw`."""
    arc = {"kind": "root", "layer": "a.usda", "path": "/A"}
    newer = read(_findings.Arc, arc | {"offset": 2})
    assert newer == read(_findings.Arc, arc)
    assert newer.raw["offset"] == 2 and "offset" not in read(_findings.Arc, arc).raw


@pytest.mark.parametrize(("change", "said"), [
    ({"layer": None}, "arc.layer is no str but NoneType"), ({"layer": 3}, "arc.layer is no str but int"),
    ({}, ""), ({"path": ...}, "arc has no `path`"),
], ids=["null", "number", "none", "absent"])
def test_wrong_documents_are_internal_errors(change: dict[str, Any], said: str) -> None:
    """A value of another type, and a missing key, are named with their place; the unchanged twin is read."""
    arc = {"kind": "root", "layer": "a.usda", "path": "/A"} | change
    arc = {key: value for key, value in arc.items() if value is not ...}
    if not said:
        assert read(_findings.Arc, arc, "arc").layer == "a.usda"
        return
    with pytest.raises(assay.InternalError, match=said):
        read(_findings.Arc, arc, "arc")


def test_reports_are_frozen_hashable_and_go_through_pickle() -> None:
    """A report can be handed to another process and stand in a set; nobody changes it by accident."""
    report = assay.check(LEAKY)
    assert pickle.loads(pickle.dumps(report)) == report
    assert len({*report.findings, *report.findings}) == len(report.findings)
    with pytest.raises(dataclasses.FrozenInstanceError):
        report.exit_code = 0  # type: ignore[misc]
    assert dataclasses.replace(report, exit_code=0) != report


# ---- options ----


def options_with_effect(folder: Path) -> dict[str, tuple[dict[str, Any], list[str]]]:
    """Arguments that change the report of the asset under test, with the command line that means the same."""
    limits, baseline, config = folder / "limits.toml", folder / "known.json", folder / "other.toml"
    limits.write_text("[worker]\nseconds = 50\n", encoding="utf-8")
    config.write_text('[severity]\n"runtime.foreign-data" = "warning"\n', encoding="utf-8")
    return {
        "select": ({"select": ["RV.010", "composition"]}, ["--select", "RV.010,composition"]),
        "select_one": ({"select": "RV.010"}, ["--select", "RV.010"]),
        "ignore": ({"ignore": "runtime.foreign-data"}, ["--ignore", "runtime.foreign-data"]),
        "runtime": ({"runtime": ["newton"]}, ["--runtime", "newton"]),
        "profile": ({"profile": "upstream"}, ["--profile", "upstream"]),
        "isolation": ({"isolation": "off"}, ["--isolation", "off"]),
        "role": ({"role": "robot"}, ["--role", "robot"]),
        "limits": ({"limits": limits}, ["--limits", str(limits)]),
        "config": ({"config": config}, ["--config", str(config)]),
        "baseline": ({"baseline": baseline}, ["--baseline", str(baseline)]),
        "relative_to": ({"relative_to": folder}, ["--relative-to", str(folder)]),
    }


@pytest.mark.parametrize("name", ["select", "select_one", "ignore", "runtime", "profile", "isolation", "role", "limits",
                                  "config", "baseline", "relative_to"])
def test_options_mean_what_they_mean_on_the_command_line(assets: AssetFolder, run_check: Check, name: str) -> None:
    """Each option gives the document of the command line, which is another than without it."""
    root = assets.write(hull_lines=f"{FOREIGN_LINE}\nfloat mjc:margin = 1\n{INERT_LINE}")
    run_check(root, "--write-baseline", str(assets.folder / "known.json"))
    arguments, command_line = options_with_effect(assets.folder)[name]
    report = assay.check(root, **arguments)
    assert report.raw == run_check(root, *command_line).document
    assert report.raw != assay.check(root).raw


def test_require_asks_for_preparation(assets: AssetFolder) -> None:
    """An asset without Newton's set passes until Newton is required."""
    root = assets.write(runtimes=("PhysX",))
    assert assay.check(root).passed
    assert not assay.check(root, require=["newton"]).passed


def test_fail_on_moves_the_threshold(assets: AssetFolder) -> None:
    """A warning passes unless warnings fail; the findings are the same."""
    root = assets.write(hull_lines=INERT_LINE)
    lenient, strict = assay.check(root), assay.check(root, fail_on="warning")
    assert (lenient.passed, lenient.exit_code, strict.passed, strict.exit_code) == (True, 0, False, 1)
    assert lenient.findings == strict.findings != ()


def test_jobs_change_nothing_and_must_make_sense(assets: AssetFolder) -> None:
    """Any number of workers gives the same report; a senseless one is refused."""
    roots = [assets.write(name, hull_lines=FOREIGN_LINE) for name in ("a", "b", "c")]
    assert assay.check(roots, jobs=1).raw == assay.check(roots, jobs=3).raw
    with pytest.raises(assay.UsageError, match="--jobs"):
        assay.check(roots, jobs=-1)


def test_paths_are_taken_as_they_are(assets: AssetFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that look like options or lists are files; `@LIST` as a string is a list."""
    for name in ("-dash.usda", "@at.usda"):
        assets.write(".", root_file=name)
    assets.file("list.txt", "./-dash.usda\n")
    monkeypatch.chdir(assets.folder)
    assert [asset.asset for asset in assay.check(["-dash.usda", Path("@at.usda")]).assets] == ["-dash.usda", "@at.usda"]
    assert [asset.asset for asset in assay.check("@list.txt").assets] == ["-dash.usda"]
    with pytest.raises(assay.NotFoundError):
        assay.check("@at-all.txt")
    with pytest.raises(assay.UsageError, match="no paths"):
        assay.check([])


# ---- errors ----


def test_what_cannot_be_judged_raises_with_code_and_place(assets: AssetFolder) -> None:
    """A missing file and a syntax error are exceptions of their kind; a good file raises nothing."""
    with pytest.raises(assay.NotFoundError) as missing:
        assay.check(assets.folder / "absent.usda")
    assert (missing.value.code, missing.value.file, missing.value.line) == ("not_found", "absent.usda", None)
    with pytest.raises(assay.UnreadableError) as broken:
        assay.check(assets.file("broken.usda", BROKEN))
    assert (broken.value.code, broken.value.file, broken.value.line) == ("unreadable", "broken.usda", 3)
    assert str(broken.value).startswith("broken.usda:3:")
    assert assay.check(assets.write()).all_errors == ()


def test_everything_else_is_judged_all_the_same(assets: AssetFolder) -> None:
    """The report of the good asset is in the exception, or returned where that is asked for."""
    paths = [assets.write("good", hull_lines=FOREIGN_LINE), assets.file("broken.usda", BROKEN)]
    with pytest.raises(assay.UnreadableError) as raised:
        assay.check(paths)
    report = assay.check(paths, on_error="report")
    assert raised.value.report == report
    assert [error.code for error in report.all_errors] == ["unreadable"] and report.findings and not report.passed
    assert pickle.loads(pickle.dumps(raised.value)).code == "unreadable"


@pytest.mark.parametrize(("arguments", "kind", "said"), [
    ({"select": "no.such-rule"}, assay.UsageError, "--select"), ({"profile": "nothing"}, assay.UsageError, "--profile"),
    ({"fail_on": "note"}, assay.UsageError, "--fail-on"), ({"runtime": "unity"}, assay.UsageError, "--runtime"),
    ({"limits": "absent.toml"}, assay.NotFoundError, "--limits"),
    ({"baseline": "absent.json"}, assay.NotFoundError, "--baseline"),
], ids=lambda value: "-".join(value) if isinstance(value, dict) else "")
def test_senseless_calls_raise(assets: AssetFolder, arguments: dict[str, Any], kind: type, said: str) -> None:
    """What the command line refuses is an exception that names the option; without it the call works."""
    root = assets.write()
    with pytest.raises(kind, match=said):
        assay.check(root, **arguments)
    assert assay.check(root).passed


def test_errors_of_limits_files_have_their_place(assets: AssetFolder) -> None:
    """A syntax error in the limits file is told with line and column."""
    limits = assets.file("limits.toml", "[worker]\nseconds = = 1\n")
    with pytest.raises(assay.AssayError) as raised:
        assay.check(assets.write(), limits=limits)
    assert (raised.value.file, raised.value.line) == (str(limits), 2)


# ---- the other functions ----


def test_dump_gives_the_document(assets: AssetFolder) -> None:
    """A dump follows its options; a file that is no layer raises."""
    root = assets.write()
    plain, enabled = assay.dump(root), assay.dump(root, variants=["/Root:PhysX=Enabled"], time=1)
    assert plain["schema"] == "assay.dump/1" and plain != enabled
    with pytest.raises(assay.UnreadableError) as raised:
        assay.dump(assets.file("broken.usda", BROKEN))
    assert raised.value.line == 3
    with pytest.raises(assay.UsageError, match="--variant"):
        assay.dump(root, variants="PhysX")


def test_rules_and_their_pages() -> None:
    """Every rule has a page; what is no rule has none."""
    rules = assay.rules()
    assert "runtime.foreign-data" in {rule.id for rule in rules}
    for rule in rules:
        assert rule.id in assay.explain(rule.id) and rule.severity in ("error", "warning", "note")
    with pytest.raises(assay.UsageError, match="no.such-rule"):
        assay.explain("no.such-rule")
