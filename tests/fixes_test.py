"""Fixes: each changes a commented, oddly laid out layer as its fixture's diff says, silences its rule, and no more."""

from __future__ import annotations

import re
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from conftest import REPOSITORY, TIMEOUT_S, AssetFolder, Check, clean_environment

RULES_FOLDER = REPOSITORY / "assay" / "rules"
GOLDEN = "expected.diff"
HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@\n")


@dataclass(frozen=True)
class Fixture:
    """A folder beside a rule with an asset, and the diff that a fix makes of it."""

    name: str
    rule: str
    folder: Path
    args: tuple[str, ...]

    def copy(self, folder: Path) -> Path:
        """Copy the asset without the diff and return its root layer's path."""
        shutil.copytree(self.folder, folder, ignore=shutil.ignore_patterns(GOLDEN))
        return folder / "asset.usda"


def read_fixture(folder: Path) -> Fixture:
    """A fixture; the header of its root layer names the flags after `# fix:`."""
    header = (folder / "asset.usda").read_text(encoding="utf-8")
    match = re.search(r"^# fix: (.+)$", header, re.MULTILINE)
    assert match is not None, f"{folder} names no flags"
    rule = f"{folder.parent.name}.{folder.name.split('.')[0].replace('_', '-')}"
    return Fixture(folder.relative_to(RULES_FOLDER).as_posix(), rule, folder, tuple(match[1].split()))


FIXTURES = [read_fixture(folder) for folder in sorted(RULES_FOLDER.glob("*/*.fix.*"))]
EVERY_FIXTURE = pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)


def contents_of(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def patched(before: str, hunks: str) -> str:
    """A text with the hunks of a unified diff applied."""
    lines, result, at = before.splitlines(keepends=True), "", 0
    for line in hunks.splitlines(keepends=True):
        if match := HUNK.fullmatch(line):
            begin = int(match[1]) - (0 if match[2] == "0" else 1)
            result += "".join(lines[at:begin])
            at = begin
        elif line[0] == "+":
            result += line[1:]
        else:
            assert lines[at] == line[1:]
            result += lines[at] if line[0] == " " else ""
            at += 1
    return result + "".join(lines[at:])


def apply_diff(files: dict[str, bytes], diff: str) -> dict[str, bytes]:
    """Files with a diff over several of them applied."""
    changed = dict(files)
    for part in re.split(r"^(?=--- a/)", diff, flags=re.MULTILINE)[1:]:
        head, second, hunks = part.split("\n", 2)
        name = head.removeprefix("--- a/")
        assert second == f"+++ b/{name}"
        changed[name] = patched(files[name].decode(), hunks).encode()
    return changed


def facts_of(asset: dict[str, Any]) -> set[tuple[str, str, str, str]]:
    """What an asset's findings are about, notes left out."""
    return {(each["rule"], each["prim"], each["property"], each["subject"])
            for each in asset["findings"] if each["severity"] != "note"}


def dry_run(binary: Path, root: Path, args: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
    """The diff that a fix would make."""
    return subprocess.run([binary, "check", root, *args, "--dry-run"], env=clean_environment(), capture_output=True,
                          timeout=TIMEOUT_S)


# ---- each fixture ----


@EVERY_FIXTURE
def test_fix_changes_what_its_diff_says(fixture: Fixture, run_check: Check, assay_binary: Path, tmp_path: Path) -> None:
    root = fixture.copy(tmp_path / "asset")
    before = contents_of(root.parent)
    expected = (fixture.folder / GOLDEN).read_text(encoding="utf-8")
    assert dry_run(assay_binary, root, fixture.args).stdout.decode() == expected
    assert contents_of(root.parent) == before, "a dry run writes nothing"

    run_check(root, *fixture.args)
    assert contents_of(root.parent) == apply_diff(before, expected)


@EVERY_FIXTURE
def test_fixed_asset_is_clean_and_stays_as_it_is(fixture: Fixture, run_check: Check, tmp_path: Path) -> None:
    root = fixture.copy(tmp_path / "asset")
    before = run_check(root).asset
    assert any(finding["rule"] == fixture.rule and finding["fixes"] for finding in before["findings"])
    after = run_check(root, *fixture.args)
    assert [each for each in after.asset["findings"] if each["rule"] == fixture.rule] == []
    assert facts_of(after.asset) <= facts_of(before)
    files = contents_of(root.parent)
    again = run_check(root, *fixture.args)
    assert "fixed" not in again.stderr
    assert contents_of(root.parent) == files


@EVERY_FIXTURE
def test_windows_line_ends_stay(fixture: Fixture, run_check: Check, tmp_path: Path) -> None:
    plain = fixture.copy(tmp_path / "plain")
    windows = fixture.copy(tmp_path / "windows")
    for file in windows.parent.rglob("*.usda"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    run_check(plain, *fixture.args)
    run_check(windows, *fixture.args)
    expected = {name: content.replace(b"\n", b"\r\n") for name, content in contents_of(plain.parent).items()}
    assert contents_of(windows.parent) == expected


@EVERY_FIXTURE
def test_suggested_fixes_are_left_by_fix(fixture: Fixture, run_check: Check, tmp_path: Path) -> None:
    if "--fix" in fixture.args:
        pytest.skip("its fix is safe")
    root = fixture.copy(tmp_path / "asset")
    before = contents_of(root.parent)
    done = run_check(root, "--fix")
    assert contents_of(root.parent) == before
    assert "with a suggested fix (--suggested-fixes)" in done.stderr


# ---- what is refused ----


def test_member_of_a_package_is_never_edited(run_check: Check, assets: AssetFolder) -> None:
    root = assets.write(section_lines={"Newton": "float physics:mass = 1"})
    package = assets.folder / "prop.usdz"
    with zipfile.ZipFile(package, "w", zipfile.ZIP_STORED) as archive:
        for file in [root, *sorted(path for path in root.parent.rglob("*.usda") if path != root)]:
            archive.write(file, file.relative_to(root.parent).as_posix())
    before = package.read_bytes()
    foreign = run_check(package, "--isolation", "always", "--suggested-fixes", "--rewrite")
    assert package.read_bytes() == before
    assert "fixed" not in foreign.stderr


def test_foreign_data_in_a_package_is_refused_with_the_reason(run_check: Check, assets: AssetFolder) -> None:
    base = assets.write("base", hull_lines="float newton:contactGap = 0.01").parent / "payloads" / "base.usda"
    root = assets.write("prop")
    (root.parent / "payloads" / "base.usda").unlink()
    package = root.parent / "payloads" / "base.usdz"
    with zipfile.ZipFile(package, "w", zipfile.ZIP_STORED) as archive:
        archive.write(base, "base.usda")
    root.write_text(root.read_text(encoding="utf-8").replace("payloads/base.usda", "payloads/base.usdz"),
                    encoding="utf-8")
    before = package.read_bytes()
    done = run_check(root, "--suggested-fixes", "--rewrite")
    assert "refused" in done.stderr and "is a member of a package" in done.stderr
    assert done.exit_code == 1
    assert package.read_bytes() == before


def test_layer_outside_of_the_paths_is_refused(run_check: Check, assets: AssetFolder) -> None:
    root = assets.write(hull_lines="float newton:contactGap = 0.01")
    outside = assets.folder / "shared" / "base.usda"
    outside.parent.mkdir()
    (root.parent / "payloads" / "base.usda").rename(outside)
    root.write_text(root.read_text(encoding="utf-8").replace("./payloads/base.usda", "../shared/base.usda"),
                    encoding="utf-8")
    before = outside.read_bytes()
    done = run_check(root, "--suggested-fixes")
    assert "lies outside of the given paths" in done.stderr
    assert outside.read_bytes() == before
    wider = run_check(assets.folder, "--suggested-fixes")
    assert "fixed" in wider.stderr
    assert outside.read_bytes() != before


def test_text_that_cannot_be_spliced_is_refused_until_rewrite_allows_it(run_check: Check, assets: AssetFolder) -> None:
    root = assets.write(section_lines={"Newton": "float newton:value = 1"})
    payload = root.parent / "runnables" / "physics" / "newton.usda"
    samples = "    float newton:value.timeSamples = { 0: 1 }\n    float newton:value = 2\n"
    text = payload.read_text(encoding="utf-8").replace('over "Root"\n{\n', 'over "Root"\n{\n    # two statements\n' + samples)
    payload.write_text(text, encoding="utf-8")
    before = contents_of(root.parent)
    done = run_check(root, "--suggested-fixes")
    assert "takes several statements; --rewrite writes the layer anew" in done.stderr
    assert contents_of(root.parent) == before, "neither of the two layers changes"
    again = run_check(root, "--suggested-fixes", "--rewrite")
    assert "fixed" in again.stderr
    assert again.exit_code == 0
    assert "# two statements" not in payload.read_text(encoding="utf-8")


# ---- the command ----


def test_mode_of_a_layer_stays(run_check: Check, assets: AssetFolder) -> None:
    root = assets.write(hull_lines="float newton:contactGap = 0.01")
    base = root.parent / "payloads" / "base.usda"
    base.chmod(0o640)
    run_check(root, "--suggested-fixes")
    assert stat.S_IMODE(base.stat().st_mode) == 0o640
    assert sorted(path.name for path in base.parent.iterdir()) == ["base.usda"]


def test_full_disk_leaves_layers_as_they_were(assay_binary: Path, assets: AssetFolder) -> None:
    root = assets.write(hull_lines="float newton:contactGap = 0.01")
    before = contents_of(root.parent)
    limited = ("import os, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64)); "
               "os.execv(sys.argv[1], sys.argv[1:])")
    done = subprocess.run([sys.executable, "-c", limited, assay_binary, "check", root, "--suggested-fixes"],
                          env=clean_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIMEOUT_S)
    assert done.returncode == 2
    assert b"cannot be written" in done.stderr
    assert contents_of(root.parent) == before


@pytest.mark.parametrize("flag", ["--dry-run", "--rewrite"])
def test_flags_of_fixes_need_a_fix(flag: str, run_check: Check, assets: AssetFolder) -> None:
    done = run_check(assets.write(), flag)
    assert done.exit_code == 2
    assert "--fix or --suggested-fixes" in done.stderr


def test_text_report_says_what_was_fixed_and_judges_again(run_check: Check, assets: AssetFolder) -> None:
    done = run_check(assets.write(hull_lines="float newton:contactGap = 0.01"), "--suggested-fixes", "--format", "text")
    text = done.stdout.decode()
    assert "fixed    payloads/base.usda: remove newton:contactGap" in text
    assert "left     0 findings" in text
    assert "\nPASS " in text
    assert done.exit_code == 0
