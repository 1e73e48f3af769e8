"""Fixes in SARIF: their replacements, made by hand, give byte for byte what `--fix` and `--suggested-fixes` write."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest
from asset_builder import FOREIGN_LINE
from conftest import AssetFolder, Check, Sarif
from fix_fixtures import EVERY_FIXTURE, Fixture, apply_diff, contents_of, diff_of, with_windows_line_ends

BYTE_ORDER_MARK = "\ufeff"

Log = dict[str, Any]


def results_of(log: Log) -> list[Log]:
    """The results of the only run of a log."""
    (run,) = log["runs"]
    return run["results"]


def fixes_of(log: Log) -> list[Log]:
    """All fixes of a log."""
    return [fix for result in results_of(log) for fix in result.get("fixes", [])]


# ---- what a consumer of SARIF does ----


def offset_of(text: str, line: int, column: int) -> int:
    """The offset of a place in a text; a line ends with LF, whatever stands in front of that."""
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    assert column >= 1 and "\n" not in text[start : start + column - 1], "a column lies in its line"
    return start + column - 1


def with_replacements(content: bytes, replacements: list[Log]) -> bytes:
    """A file with replacements made; all regions are those of the file as it is."""
    text = content.decode("utf-8")
    mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
    text = text.removeprefix(mark)
    spans = []
    for each in replacements:
        region = each["deletedRegion"]
        spans.append((offset_of(text, region["startLine"], region["startColumn"]),
                      offset_of(text, region["endLine"], region["endColumn"]),
                      each.get("insertedContent", {"text": ""})["text"]))
    spans.sort()
    assert all(begin <= end for begin, end, _ in spans)
    assert all(left[1] < right[0] for left, right in zip(spans, spans[1:])), "replacements do not meet"
    for begin, end, inserted in reversed(spans):
        text = text[:begin] + inserted + text[end:]
    return (mark + text).encode("utf-8")


def apply_fix(folder: Path, fix: Log) -> None:
    """Make a fix in the files below the folder that URIs start at."""
    for change in fix["artifactChanges"]:
        location = change["artifactLocation"]
        assert location["uriBaseId"] == "%SRCROOT%"
        file = folder / unquote(location["uri"])
        file.write_bytes(with_replacements(file.read_bytes(), change["replacements"]))


# ---- against what the command writes ----


def silence_all_but(root: Path, kept: Log, file: Path, run_check: Check) -> None:
    """Write a baseline of all findings of an asset but one."""
    run_check(root, "--write-baseline", str(file))
    document = json.loads(file.read_bytes())
    fingerprint = kept["partialFingerprints"]["assay/1"]
    known = [each for each in document["findings"] if each["fingerprint"] != fingerprint]
    assert len(known) < len(document["findings"])
    file.write_text(json.dumps(document | {"findings": known}), encoding="utf-8")


def flag_of(fix: Log) -> str:
    """The flag that makes a fix, by its description."""
    kind, _, title = fix["description"]["text"].partition(" fix: ")
    assert title
    return {"Safe": "--fix", "Suggested": "--suggested-fixes"}[kind]


def fixed_alone(root: Path, result: Log, baseline: Path, run_check: Check, binary: Path) -> dict[str, bytes]:
    """What the command makes of an asset when it sees one finding only; test_fix_changes_what_its_diff_says proves that
    it writes what its diff says."""
    silence_all_but(root, result, baseline, run_check)
    (fix,) = result["fixes"]
    return apply_diff(contents_of(root.parent), diff_of(binary, root, flag_of(fix), "--baseline", str(baseline)))


@pytest.mark.parametrize("line_ends", ["unix", "windows"])
@EVERY_FIXTURE
def test_each_fix_alone_writes_what_the_command_writes(fixture: Fixture, line_ends: str, sarif_of: Sarif,
                                                       run_check: Check, assay_binary: Path,
                                                       tmp_path: Path) -> None:
    """Of a finding that is the only one, the fix of the report and that of the command give the same bytes."""
    root = fixture.copy(tmp_path / "asset")
    if line_ends == "windows":
        with_windows_line_ends(root)
    with_fixes = [result for result in results_of(sarif_of(root)) if "fixes" in result]
    assert with_fixes
    for index, result in enumerate(with_fixes):
        expected = fixed_alone(root, result, tmp_path / "baseline.json", run_check, assay_binary)
        by_hand = shutil.copytree(root.parent, tmp_path / f"by_hand_{index}")
        apply_fix(by_hand, result["fixes"][0])
        assert contents_of(by_hand) == expected, result["fixes"][0]["description"]
        assert expected != contents_of(root.parent), "the fix changes something"


@EVERY_FIXTURE
def test_one_fix_after_the_other_ends_where_the_command_ends(fixture: Fixture, sarif_of: Sarif, run_check: Check,
                                                             tmp_path: Path) -> None:
    """Taking the first fix of each new report leads to the same layers as fixing all at once."""
    by_hand, at_once = fixture.copy(tmp_path / "by_hand"), fixture.copy(tmp_path / "at_once")
    for _ in range(40):
        wanted = [fix for fix in fixes_of(sarif_of(by_hand)) if flag_of(fix) in (*fixture.args, "--fix")]
        if not wanted:
            break
        apply_fix(by_hand.parent, wanted[0])
    run_check(at_once, *fixture.args)
    assert contents_of(by_hand.parent) == contents_of(at_once.parent)
    assert contents_of(by_hand.parent) != contents_of(fixture.copy(tmp_path / "untouched").parent)


def test_columns_of_fixes_count_code_points(assets: AssetFolder, sarif_of: Sarif, run_check: Check) -> None:
    """Characters of several bytes in front of a place and odd names of files change nothing."""
    lines = f"/* ü𝄞 */ {FOREIGN_LINE} # 模型"
    root, twin = (assets.write(name, root_file="rö bot.usda", hull_lines=lines) for name in ("Größe 1#2", "twin"))
    (fix,) = fixes_of(sarif_of(root))
    apply_fix(root.parent, fix)
    run_check(twin, "--suggested-fixes")
    assert contents_of(root.parent) == contents_of(twin.parent)
    text = (root.parent / "payloads" / "base.usda").read_text(encoding="utf-8")
    assert "newton:" not in text and "/* ü𝄞 */" in text and "# 模型" in text


@EVERY_FIXTURE
def test_logs_with_fixes_fit_the_published_schema(fixture: Fixture, sarif_of: Sarif, tmp_path: Path,
                                                  validator: jsonschema.Draft4Validator) -> None:
    """Each fixture's log is valid; without the regions of its replacements it is not."""
    log = sarif_of(fixture.copy(tmp_path / "asset"))
    validator.validate(log)
    for fix in fixes_of(log):
        for change in fix["artifactChanges"]:
            del change["replacements"][0]["deletedRegion"]
    assert not validator.is_valid(log)


# ---- where the report offers none ----


def test_only_findings_that_can_be_fixed_in_text_have_fixes(assets: AssetFolder, sarif_of: Sarif) -> None:
    """A clean asset has no fix, a silenced finding none, and an asset by hand as many as it has fixable findings."""
    assert fixes_of(sarif_of(assets.write("clean"))) == []
    root = assets.write(hull_lines=FOREIGN_LINE)
    assert len(fixes_of(sarif_of(root))) == 1
    assets.file("prop/assay.toml", '[[silence]]\nrule = "runtime.foreign-data"\npaths = ["**"]\nreason = "later"\n')
    assert fixes_of(sarif_of(root)) == []


def test_layers_that_fixing_leaves_alone_have_no_fixes(assets: AssetFolder, sarif_of: Sarif, tmp_path: Path) -> None:
    """Crate layers, members of packages and layers outside of the given paths."""
    outside = assets.write("outside", hull_lines=FOREIGN_LINE)
    base = outside.parent / "payloads" / "base.usda"
    shared = assets.file("shared/base.usda", base.read_bytes())
    outside.write_bytes(outside.read_bytes().replace(b"./payloads/", b"../shared/"))
    assert results_of(sarif_of(outside)) and fixes_of(sarif_of(outside)) == []
    assert len(fixes_of(sarif_of(assets.folder, "--relative-to", tmp_path))) == 1, "now its folder is given"

    package = outside.parent / "payloads" / "base.usdz"
    with zipfile.ZipFile(package, "w", zipfile.ZIP_STORED) as archive:
        archive.write(shared, "base.usda")
    outside.write_bytes(outside.read_bytes().replace(b"../shared/base.usda", b"./payloads/base.usdz"))
    assert results_of(sarif_of(outside)) and fixes_of(sarif_of(outside)) == []


def test_fixes_are_in_files_and_after_fixing_too(assets: AssetFolder, run_check: Check, tmp_path: Path) -> None:
    """`--output sarif=FILE` holds them beside another format; after fixing none is left."""
    root = assets.write(hull_lines=FOREIGN_LINE)
    file = tmp_path / "log.sarif"
    run_check(root, "--output", f"sarif={file}", "--suggested-fixes", "--dry-run")
    assert len(fixes_of(json.loads(file.read_bytes()))) == 1
    run_check(root, "--output", f"sarif={file}")
    assert len(fixes_of(json.loads(file.read_bytes()))) == 1
    run_check(root, "--output", f"sarif={file}", "--suggested-fixes")
    assert fixes_of(json.loads(file.read_bytes())) == []


def iterated(fix: Log) -> Iterator[Log]:
    """The replacements of a fix."""
    for change in fix["artifactChanges"]:
        yield from change["replacements"]


def test_fixes_are_equal_over_runs_and_workers(assets: AssetFolder, sarif_of: Sarif) -> None:
    """The same input gives the same fixes, whatever --jobs, each for its own asset."""
    roots = [assets.write(f"a{index}", hull_lines=FOREIGN_LINE) for index in range(3)]
    fixes = fixes_of(sarif_of(*roots, "--jobs", "1"))
    assert fixes == fixes_of(sarif_of(*roots, "--jobs", "3"))
    assert [fix["artifactChanges"][0]["artifactLocation"]["uri"] for fix in fixes] == \
        [f"a{index}/payloads/base.usda" for index in range(3)]
    assert [len(list(iterated(fix))) for fix in fixes] == [1, 1, 1]
