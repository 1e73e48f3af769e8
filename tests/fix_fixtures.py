"""The fixtures of fixes, folders beside the rules: each an asset with the diff that a fix makes of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import REPOSITORY, TIMEOUT_S, clean_environment

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


def with_windows_line_ends(root: Path) -> Path:
    """Give the layers of an asset lines that end in CR LF; returns the root layer's path."""
    for file in root.parent.rglob("*.usda"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    return root


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


def diff_of(binary: Path, root: Path, *args: str) -> str:
    """The diff that a fix would make."""
    done = subprocess.run([binary, "check", root, *args, "--dry-run"], env=clean_environment(), capture_output=True,
                          timeout=TIMEOUT_S)
    return done.stdout.decode()
