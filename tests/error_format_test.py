"""Failures of a command as JSON on standard error, where ASSAY_ERROR_FORMAT asks for it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from conftest import REPOSITORY, TIMEOUT_S, AssetFolder, clean_environment

SCHEMA_FILE = REPOSITORY / "docs" / "schemas" / "assay.error-1.json"

# what is asked for → code and start of the message
FAILURES: dict[str, tuple[Callable[[AssetFolder], list[Any]], str, str]] = {
    "no_command": (lambda folder: ["chekc"], "invalid_argument", "there is no command 'chekc'"),
    "no_path": (lambda folder: ["check"], "invalid_argument", "PATH"),
    "no_option": (lambda folder: ["check", "--bogus", "x"], "invalid_argument", "The following"),
    "no_value": (lambda folder: ["check", folder.write(), "--fail-on", "note"], "invalid_argument", "--fail-on"),
    "no_rule": (lambda folder: ["explain", "no.such-rule"], "invalid_argument", "there is no rule"),
    "no_limits": (lambda folder: ["check", folder.write(), "--limits", "absent.toml"], "not_found", "--limits"),
    "no_layer": (lambda folder: ["dump", folder.folder / "absent.usda"], "not_found", ""),
    "bad_layer": (lambda folder: ["dump", folder.file("bad.usda", "#usda 1.0\ndef Xform Root {}\n")], "unreadable", ""),
}


def failed_run(binary: Path, arguments: list[Any], **environment: str) -> tuple[int, str]:
    """Exit code and standard error of a command."""
    done = subprocess.run([binary, *arguments], env=clean_environment(environment), capture_output=True, text=True,
                          timeout=TIMEOUT_S)
    return done.returncode, done.stderr


@pytest.mark.parametrize("name", FAILURES)
def test_failures_are_told_as_json_where_asked_for(assets: AssetFolder, assay_binary: Path, name: str) -> None:
    """One line that follows the schema and says what the text says; without the variable it is the text."""
    arguments_of, code, start = FAILURES[name]
    arguments = arguments_of(assets)
    exit_code, stderr = failed_run(assay_binary, arguments, ASSAY_ERROR_FORMAT="json")
    told = json.loads(stderr)
    jsonschema.validate(told, json.loads(SCHEMA_FILE.read_text()))
    assert (exit_code, told["code"]) == (2, code) and told["message"].startswith(start)
    for other in ({}, {"ASSAY_ERROR_FORMAT": "text"}):
        text_exit_code, text = failed_run(assay_binary, arguments, **other)
        assert text_exit_code == 2 and told["message"] in text and '"assay.error/1"' not in text


def test_the_place_is_told(assets: AssetFolder, assay_binary: Path) -> None:
    """A parser's error has the file, the line and the column; a missing file has no line."""
    file = assets.file("bad.usda", "#usda 1.0\n\ndef Xform Root {}\n")
    told = json.loads(failed_run(assay_binary, ["dump", file], ASSAY_ERROR_FORMAT="json")[1])
    assert (told["file"], told["line"]) == (str(file), 3) and told["column"] >= 1
    lost = json.loads(failed_run(assay_binary, ["dump", "absent.usda"], ASSAY_ERROR_FORMAT="json")[1])
    assert (lost["file"], lost["line"], lost["column"]) == ("absent.usda", None, None)


def test_help_is_no_failure(assay_binary: Path) -> None:
    """Help and version are the same with and without the variable."""
    for arguments in (["--help"], ["check", "--help"], ["--version"]):
        assert failed_run(assay_binary, arguments, ASSAY_ERROR_FORMAT="json") == (0, "")


def test_schema_command_prints_the_published_file(assay_binary: Path) -> None:
    """`assay schema assay.error/1` is the file; another name is another text."""
    printed = [subprocess.run([assay_binary, "schema", name], capture_output=True, timeout=TIMEOUT_S).stdout
               for name in ("assay.error/1", "assay.check/1")]
    assert printed[0] == SCHEMA_FILE.read_bytes() != printed[1]
