"""Workflow commands of GitHub Actions: one a finding, escaped as its documentation says."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from asset_builder import FOREIGN_LINE, INERT_LINE
from conftest import TIMEOUT_S, AssetFolder, clean_environment

Commands = Callable[..., list[tuple[str, dict[str, str], str]]]
COMMAND = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")


def unescaped(text: str) -> str:
    """What a runner makes of an escaped text."""
    for code, letter in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, letter)
    return text


@pytest.fixture
def commands_of(assay_binary: Path) -> Commands:
    """Runs `assay check --format github` and returns name, properties and message of each command."""

    def run(*args: str | Path, cwd: Path | None = None) -> list[tuple[str, dict[str, str], str]]:
        done = subprocess.run([assay_binary, "check", *args, "--format", "github"], env=clean_environment(), cwd=cwd,
                              capture_output=True, timeout=TIMEOUT_S)
        commands = []
        for line in done.stdout.decode().splitlines():
            hit = COMMAND.fullmatch(line)
            assert hit, line
            properties = dict(part.split("=", 1) for part in hit[2].split(","))
            commands.append((hit[1], {key: unescaped(value) for key, value in properties.items()}, unescaped(hit[3])))
        return commands

    return run


def test_findings_are_annotations_at_their_place(assets: AssetFolder, commands_of: Commands) -> None:
    """File as the user named it, line and columns of the place, rule as title; nothing for a clean asset."""
    assert commands_of(assets.write("clean")) == []
    assets.write("faulty", hull_lines=f"{FOREIGN_LINE}\n{INERT_LINE}")
    commands = commands_of("faulty/asset.usda", cwd=assets.folder)
    assert [name for name, _, _ in commands] == ["error", "warning", "notice"]
    _, properties, message = commands[0]
    assert properties["file"] == "faulty/payloads/base.usda" and properties["title"] == "runtime.foreign-data"
    line = (assets.folder / properties["file"]).read_text().splitlines()[int(properties["line"]) - 1]
    assert line[int(properties["col"]) - 1 : int(properties["endColumn"]) - 1] == "newton:contactGap"
    assert "newton:contactGap" in message and "\n" in message


def test_special_characters_are_escaped(assets: AssetFolder, commands_of: Commands) -> None:
    """Commas, colons and percent signs of a file's name come back as they were."""
    assets.write("a,b%2C:c", hull_lines=FOREIGN_LINE)
    ((_, properties, _),) = commands_of("a,b%2C:c/asset.usda", cwd=assets.folder)
    assert properties["file"] == "a,b%2C:c/payloads/base.usda"


def test_what_was_not_judged_is_an_error(assets: AssetFolder, commands_of: Commands) -> None:
    """An unreadable asset and a missing one give an error each; a clean one beside them nothing."""
    assets.write("clean")
    assets.file("broken.usda", "#usda 1.0\ndef Xform Root {}\n")
    commands = commands_of("clean/asset.usda", "broken.usda", "absent.usda", cwd=assets.folder)
    assert [(name, properties["file"]) for name, properties, _ in commands] == \
        [("error", "broken.usda"), ("error", "absent.usda")]
    assert all(message for _, _, message in commands)


def test_silenced_findings_are_no_annotations(assets: AssetFolder, commands_of: Commands) -> None:
    """What is silenced is not shown; an expired silence is a notice beside what it no longer silences."""
    assets.write("faulty", hull_lines=FOREIGN_LINE)
    entry = '[[silence]]\nrule = "RV"\npaths = ["**"]\nreason = "old"\nexpires = 2026-06-30\n'
    assets.file("assay.toml", entry)
    assert commands_of("faulty", "--today", "2026-06-30", cwd=assets.folder) == []
    names = [name for name, _, _ in commands_of("faulty", "--today", "2026-07-01", cwd=assets.folder)]
    assert names == ["error", "notice"]
