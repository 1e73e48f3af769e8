"""Silencing: assay.toml, its globs and days, baselines, and the files that reports are written into."""

from __future__ import annotations

import json
import os
import resource
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from asset_builder import FOREIGN_LINE, INERT_LINE
from conftest import REPOSITORY, TIMEOUT_S, AssetFolder, Check, clean_environment

RULE = "runtime.foreign-data"
BASELINE_SCHEMA = REPOSITORY / "docs" / "schemas" / "assay.baseline-1.json"
CHECK_SCHEMA = REPOSITORY / "docs" / "schemas" / "assay.check-1.json"
SECOND_LINE = "bool physxCollision:own = 1"


def entry(rule: str = RULE, paths: str = '["**"]', more: str = "") -> str:
    """One [[silence]]."""
    return f'[[silence]]\nrule = "{rule}"\npaths = {paths}\nreason = "to be moved"\n{more}\n'


def silenced(run: Any) -> list[dict[str, Any]]:
    """The silenced findings of all assets."""
    return [finding for asset in run.document["assets"] for finding in asset["silenced"]]


# ---- settings ----


def test_silenced_findings_count_nowhere_and_are_listed(assets: AssetFolder, run_check: Check) -> None:
    """Verdict, readiness, selections and exit code are those of the asset without them; the reason is there."""
    root = assets.write(hull_lines=FOREIGN_LINE)
    before = run_check(root)
    assert before.exit_code == 1 and before.asset["silenced"] == [] and before.document["silencing"]["settings"] is None
    assets.file("assay.toml", entry())
    run = run_check(root)
    assert run.exit_code == 0 and run.asset["verdict"] == "pass" and run.asset["findings"] == []
    assert {state["verdict"] for state in run.asset["readiness"].values()} == {"pass"}
    assert {selection["verdict"] for selection in run.asset["selections"]} == {"pass"}
    (finding,) = run.asset["silenced"]
    assert finding.pop("silenced_by") == {"reason": "to be moved", "source": "assay.toml:1"}
    assert finding == before.asset["findings"][0]
    assert run.document["summary"]["silenced"] == 1 and run.document["summary"]["errors"] == 0
    jsonschema.Draft202012Validator(json.loads(CHECK_SCHEMA.read_bytes())).validate(run.document)


def test_text_says_what_is_silenced(assets: AssetFolder, run_check: Check) -> None:
    """The text names number, reason and place, and nothing when nothing is silenced."""
    root = assets.write(hull_lines=FOREIGN_LINE)
    assert b"silenced" not in run_check(root, "--format", "text").stdout
    assets.file("assay.toml", entry())
    text = run_check(root, "--format", "text").stdout.decode()
    assert "silenced: 1 finding: to be moved (assay.toml:1)" in text and RULE not in text


@pytest.mark.parametrize("text, hits", [
    (entry(RULE), 1), (entry("runtime"), 1), (entry("RV.011"), 1), (entry("RV"), 1), (entry("composition"), 0),
    (entry("RV.010"), 0), (entry(paths='["prop/**"]'), 1), (entry(paths='["prop/asset.usda"]'), 1),
    (entry(paths='["*/payloads/base.usda"]'), 1), (entry(paths='["asset.usda"]'), 0), (entry(paths='["*.usda"]'), 0),
    (entry(paths='["other/**", "p*/*.usda"]'), 1), (entry(paths='["prop"]'), 0),
    (entry(more='prim = "/Root/Body/Hull"'), 1), (entry(more='prim = "/**/Hull"'), 1), (entry(more='prim = "/Root/*"'), 0),
    (entry(more='prim = "/Root/*/H?ll"'), 1), (entry(more='prim = "/Root"'), 0),
], ids=lambda value: value.replace("\n", " ") if isinstance(value, str) else "")
def test_entry_matches_by_rule_path_and_prim(assets: AssetFolder, run_check: Check, text: str, hits: int) -> None:
    """Rule, one of the paths, and the prim where one is given, must all fit."""
    root = assets.write(hull_lines=FOREIGN_LINE)
    assets.file("assay.toml", text)
    run = run_check(root)
    assert (len(run.asset["silenced"]), len(run.asset["findings"])) == (hits, 1 - hits)


def test_silence_ends_after_its_day(assets: AssetFolder, run_check: Check) -> None:
    """On the day it still silences; a day later it does not, and a note says so."""
    root = assets.write(hull_lines=FOREIGN_LINE)
    assets.file("assay.toml", entry(more="expires = 2026-06-30"))
    on_the_day = run_check(root, "--today", "2026-06-30")
    assert len(on_the_day.asset["silenced"]) == 1 and on_the_day.document["silencing"]["notes"] == []
    later = run_check(root, "--today", "2026-07-01")
    assert later.exit_code == 1 and later.asset["silenced"] == []
    (note,) = later.document["silencing"]["notes"]
    assert "2026-06-30" in note["message"] and (note["file"], note["line"], note["column"]) == ("assay.toml", 1, 1)
    assert "note: assay.toml:1:1" in run_check(root, "--today", "2026-07-01", "--format", "text").stdout.decode()


def test_severity_of_settings_goes_before_limits(assets: AssetFolder, run_check: Check) -> None:
    """[severity] ranks a rule anew, over what a limits file says."""
    root = assets.write(hull_lines=FOREIGN_LINE)
    limits = assets.file("limits.toml", f'[severity]\n"{RULE}" = "note"\n')
    assert run_check(root, "--limits", str(limits)).asset["verdict"] == "pass"
    assets.file("assay.toml", f'[severity]\n"{RULE}" = "warning"\n')
    run = run_check(root, "--limits", str(limits))
    assert run.asset["verdict"] == "conditional" and run.exit_code == 0


BAD_SETTINGS = {
    "unknown_section": ("[colour]\n", 1, "colour"),
    "unknown_key": (entry(more="until = 2026-01-01"), 5, "until"),
    "unknown_rule": (entry("no.such-rule"), 2, "no.such-rule"),
    "unknown_severity_rule": ('[severity]\n"no.such-rule" = "note"\n', 2, "no.such-rule"),
    "bad_severity": (f'[severity]\n"{RULE}" = "fatal"\n', 2, RULE),
    "no_reason": ('\n[[silence]]\nrule = "RV"\npaths = ["**"]\n', 2, "reason"),
    "no_paths": ('[[silence]]\nrule = "RV"\nreason = "x"\n', 1, "paths"),
    "no_rule": ('[[silence]]\npaths = ["**"]\nreason = "x"\n', 1, "rule"),
    "empty_reason": (entry().replace("to be moved", ""), 4, "reason"),
    "absolute_path": (entry(paths='["/x"]'), 3, "/x"),
    "no_such_day": (entry(more='expires = "2026-02-30"'), 5, "expires"),
    "syntax": ("[[silence]\n", 1, ""),
}


@pytest.mark.parametrize("kind", BAD_SETTINGS)
def test_bad_settings_are_an_error_with_their_place(assets: AssetFolder, run_check: Check, kind: str) -> None:
    """Exit 2, nothing printed, and a message with file and line."""
    text, line, word = BAD_SETTINGS[kind]
    root = assets.write()
    file = assets.file("assay.toml", text)
    run = run_check(root, cwd=assets.folder)
    assert run.exit_code == 2 and run.stdout == b""
    assert f"{file.name}:{line}:" in run.stderr and word in run.stderr


def test_nearest_settings_hold(assets: AssetFolder, run_check: Check) -> None:
    """The file nearest above the folder of all paths holds, and --config goes before it."""
    root = assets.write("library/prop", hull_lines=FOREIGN_LINE)
    assets.file("assay.toml", entry())
    assert run_check(root).document["silencing"]["settings"]["file"] == "assay.toml"
    assert run_check(root).asset["asset"] == "library/prop/asset.usda"
    assets.file("library/assay.toml", "")
    nearer = run_check(root)
    assert nearer.exit_code == 1 and nearer.asset["asset"] == "prop/asset.usda"
    other = assets.file("other.toml", entry(paths='["library/**"]'))
    chosen = run_check(root, "--config", str(other))
    assert chosen.exit_code == 0 and chosen.asset["asset"] == "library/prop/asset.usda"
    assert run_check(root, "--config", str(assets.folder / "absent.toml")).exit_code == 2
    nothing = run_check(str(assets.folder / "absent*.usda"), "--config", str(other))
    assert nothing.exit_code == 2 and nothing.errors and nothing.document["assets"] == []
    assert run_check(root, "--relative-to", str(root.parent)).asset["asset"] == "asset.usda"


# ---- baseline ----


def test_baseline_hides_what_is_known_and_shows_what_is_new(assets: AssetFolder, run_check: Check) -> None:
    """Known findings are silenced; one more, elsewhere or of another kind, is not."""
    root = assets.write(hull_lines=FOREIGN_LINE)
    other = assets.write("other", hull_lines=FOREIGN_LINE)
    file = assets.folder / "known.json"
    assert run_check(root, "--write-baseline", str(file)).exit_code == 1
    document = json.loads(file.read_bytes())
    jsonschema.Draft202012Validator(json.loads(BASELINE_SCHEMA.read_bytes())).validate(document)
    (known,) = document["findings"]
    assert (known["asset"], known["rule"], known["count"]) == ("prop/asset.usda", RULE, 1)

    run = run_check(root, "--baseline", str(file))
    assert run.exit_code == 0 and run.asset["findings"] == []
    assert silenced(run)[0]["silenced_by"]["reason"] == "baseline"
    assert run.document["silencing"]["baseline"] | {"file": ""} == {"file": "", "known": 1, "gone": 0}
    assert run_check(other, "--baseline", str(file)).exit_code == 1
    assets.write(hull_lines=f"{FOREIGN_LINE}\n{SECOND_LINE}")
    new = run_check(root, "--baseline", str(file))
    assert new.exit_code == 1 and len(new.asset["silenced"]) == 1
    assert all("physxCollision:own" in finding["message"] for finding in new.asset["findings"])


def test_baseline_holds_from_wherever_the_asset_is_named(assets: AssetFolder, run_check: Check) -> None:
    """Assets are named from the baseline's folder, so that other paths and --relative-to change nothing."""
    root = assets.write("library/prop", hull_lines=FOREIGN_LINE)
    file = assets.folder / "known.json"
    run_check(assets.folder, "--write-baseline", str(file))
    for args in ([root], [root.parent], [assets.folder / "library"]):
        assert run_check(args, "--baseline", str(file), "--relative-to", "/").exit_code == 0
    moved = assets.file("elsewhere/known.json", file.read_bytes())
    assert run_check(root, "--baseline", str(moved)).exit_code == 1


def test_entries_that_no_longer_occur_are_counted(assets: AssetFolder, run_check: Check) -> None:
    """A finding that is gone is counted and shown; writing anew takes it out; other assets' entries stay."""
    root, other = assets.write(hull_lines=FOREIGN_LINE), assets.write("other", hull_lines=FOREIGN_LINE)
    file = assets.folder / "known.json"
    run_check([root, other], "--write-baseline", str(file))
    assets.write()
    run = run_check(root, "--baseline", str(file), "--write-baseline", str(file))
    assert run.document["silencing"]["baseline"]["gone"] == 1
    assert [each["asset"] for each in json.loads(file.read_bytes())["findings"]] == ["other/asset.usda"]
    text = run_check([root, other], "--baseline", str(file), "--format", "text").stdout.decode()
    assert "no longer" not in text
    other.unlink()
    text = run_check(root, "--baseline", str(file), "--format", "text").stdout.decode()
    assert "1 known finding no longer occurs" in text
    part = run_check(root, "--baseline", str(file), "--select", "RV.010")
    assert part.document["silencing"]["baseline"]["gone"] == 0


def test_writing_a_baseline_twice_changes_nothing(assets: AssetFolder, run_check: Check) -> None:
    """The same input gives the same bytes; what settings silence is not in it."""
    roots = [assets.write(f"a{index}", hull_lines=f"{FOREIGN_LINE}\n{INERT_LINE}") for index in range(3)]
    first, second = assets.folder / "1.json", assets.folder / "2.json"
    run_check(roots, "--write-baseline", str(first), "--jobs", "1")
    run_check(roots, "--baseline", str(first), "--write-baseline", str(second), "--jobs", "3")
    assert first.read_bytes() == second.read_bytes()
    assert len(json.loads(first.read_bytes())["findings"]) == 9
    assets.file("assay.toml", entry(paths='["a1/**"]'))
    run_check(roots, "--write-baseline", str(second))
    assert {each["asset"] for each in json.loads(second.read_bytes())["findings"]} == {"a0/asset.usda", "a2/asset.usda"}


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "assay.check/1", "findings": []}',
                                  '{"schema": "assay.baseline/1", "findings": [{}]}'])
def test_bad_baseline_ends_in_2(assets: AssetFolder, run_check: Check, text: str) -> None:
    """What is no baseline is an error that names the option."""
    run = run_check(assets.write(), "--baseline", str(assets.file("known.json", text)))
    assert run.exit_code == 2 and "--baseline" in run.stderr and run.stdout == b""
    good = assets.file("known.json", '{"schema": "assay.baseline/1", "version": "1", "findings": []}')
    assert run_check(assets.write(), "--baseline", str(good)).exit_code == 0


# ---- files to write ----


def test_several_formats_are_written_at_once(assets: AssetFolder, run_check: Check) -> None:
    """Each file holds what --format prints; what is printed stays as it is."""
    root = assets.write(hull_lines=FOREIGN_LINE)
    formats = ("text", "json", "sarif", "junit", "github")
    args = [f"--output={name}={assets.folder / name}" for name in formats]
    run = run_check(root, *args, "--format", "text")
    assert run.exit_code == 1
    assert run.stdout == run_check(root, "--format", "text").stdout
    for name in formats:
        assert (assets.folder / name).read_bytes() == run_check(root, "--format", name).stdout, name
        assert (assets.folder / name).read_bytes()


@pytest.mark.parametrize("output", ["json", "xml=report.xml", "json=", "json=absent/report.json", "json=."])
def test_senseless_output_ends_in_2_before_anything_is_judged(assets: AssetFolder, run_check: Check,
                                                              output: str) -> None:
    """No format, an unknown one, no file, no folder, and a folder are usage errors."""
    root = assets.write()
    run = run_check(root, "--output", output, cwd=assets.folder)
    assert run.exit_code == 2 and "--output" in run.stderr and run.stdout == b""
    assert run_check(root, "--output", "json=report.json", cwd=assets.folder).exit_code == 0


def test_file_that_cannot_be_written_whole_is_left_as_it_was(assets: AssetFolder, assay_binary: Path) -> None:
    """At the limit of a file's size the old file stays, nothing partial is left, and the exit code is 2."""
    root = assets.write(hull_lines=FOREIGN_LINE)
    report = assets.file("report.json", "old")
    command = [assay_binary, "check", root, "--output", f"json={report}"]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    before = sorted(os.listdir(assets.folder))
    done = subprocess.run(command, env=clean_environment(), capture_output=True, timeout=TIMEOUT_S, preexec_fn=limit)
    assert done.returncode == 2 and b"--output" in done.stderr
    assert report.read_text() == "old" and sorted(os.listdir(assets.folder)) == before
    assert subprocess.run(command, env=clean_environment(), capture_output=True, timeout=TIMEOUT_S).returncode == 1
    assert json.loads(report.read_bytes())["assets"] and sorted(os.listdir(assets.folder)) == before


def test_full_device_ends_in_2(assets: AssetFolder, run_check: Check) -> None:
    """No space left is an error that names the file; a device is written to and never replaced."""
    root = assets.write()
    run = run_check(root, "--output", "json=/dev/full")
    assert run.exit_code == 2 and "/dev/full" in run.stderr
    assert run_check(root, "--output", "json=/dev/null").exit_code == 0
    assert Path("/dev/null").is_char_device() and Path("/dev/full").is_char_device()


def test_links_are_followed_and_permissions_kept(assets: AssetFolder, run_check: Check) -> None:
    """A link stays a link; the file behind it keeps its permissions."""
    target = assets.file("real.json", "")
    target.chmod(0o640)
    (assets.folder / "link.json").symlink_to("real.json")
    run_check(assets.write(), "--output", f"json={assets.folder / 'link.json'}")
    assert (assets.folder / "link.json").is_symlink() and json.loads(target.read_bytes())
    assert target.stat().st_mode & 0o777 == 0o640
