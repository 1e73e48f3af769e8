"""Where output cannot be written: every command ends in 2 and says why, and no verdict hides it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from asset_builder import FOREIGN_LINE
from conftest import TIMEOUT_S, AssetFolder, clean_environment

NO_SPACE = b"No space left on device"

COMMANDS: dict[str, list[str]] = {
    "check": ["check", "FAULTY"], "check_json": ["check", "FAULTY", "--json"], "check_sarif": ["check", "FAULTY", "--format", "sarif"],
    "dry_run": ["check", "FAULTY", "--suggested-fixes", "--dry-run"], "fix": ["check", "FAULTY", "--suggested-fixes"],
    "dump": ["dump", "FAULTY"], "rules": ["rules"], "rules_json": ["rules", "--format", "json"],
    "explain": ["explain", "RV.011"], "schema": ["schema", "assay.check/1"], "usd_schema": ["schema", "MjcCollisionAPI"],
    "profiles": ["profiles"], "completions": ["completions", "bash"], "man": ["man"], "help": ["--help"],
    "help_check": ["check", "--help"], "version": ["--version"],
}

Finished = subprocess.CompletedProcess[bytes]


@pytest.fixture
def faulty(assets: AssetFolder) -> Path:
    """An asset with one error."""
    return assets.write(hull_lines=FOREIGN_LINE)


def run(binary: Path, args: Sequence[str], faulty: Path, stdout: int,
        preparation: Callable[[], None] | None = None) -> Finished:
    """Runs a command with its output somewhere."""
    words = [str(faulty) if arg == "FAULTY" else arg for arg in args]
    return subprocess.run([binary, *words], env=clean_environment(), stdin=subprocess.DEVNULL, stdout=stdout,
                          stderr=subprocess.PIPE, timeout=TIMEOUT_S, preexec_fn=preparation)


@pytest.mark.parametrize("name", COMMANDS)
def test_full_disk_ends_in_2_with_the_cause(assay_binary: Path, faulty: Path, name: str) -> None:
    """Whatever the verdict; with room on the disk the command ends in 0, or in 1 for the faulty asset."""
    with open("/dev/full", "wb") as full:
        done = run(assay_binary, COMMANDS[name], faulty, full.fileno())
    assert (done.returncode, NO_SPACE in done.stderr) == (2, True)
    written = run(assay_binary, COMMANDS[name], faulty, subprocess.DEVNULL)
    assert written.returncode in (0, 1) and NO_SPACE not in written.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_closed_output_ends_in_2_with_the_cause(assay_binary: Path, faulty: Path, name: str) -> None:
    """No file that the command opens is taken for its output."""
    done = run(assay_binary, COMMANDS[name], faulty, subprocess.DEVNULL, lambda: os.close(1))
    assert (done.returncode, b"cannot write the output" in done.stderr) == (2, True)


@pytest.mark.parametrize("stream", [0, 2], ids=["input", "errors"])
def test_other_streams_may_be_closed(assay_binary: Path, faulty: Path, stream: int) -> None:
    """Without standard input or standard error the report is written as ever."""
    args = ["check", "FAULTY", "--json"]
    whole = subprocess.run([assay_binary, "check", faulty, "--json"], env=clean_environment(), capture_output=True,
                           timeout=TIMEOUT_S)
    done = subprocess.run([assay_binary, *args[:1], faulty, *args[2:]], env=clean_environment(), stdout=subprocess.PIPE,
                          timeout=TIMEOUT_S, preexec_fn=lambda: os.close(stream))
    assert (done.returncode, done.stdout) == (1, whole.stdout)


@pytest.mark.parametrize("name", ["check", "check_json", "dump", "help"])
def test_reader_that_went_away_ends_in_2_in_silence(assay_binary: Path, faulty: Path, name: str) -> None:
    """Nobody is left to be told, as with `| head -1`."""
    reading, writing = os.pipe()
    os.close(reading)
    done = run(assay_binary, COMMANDS[name], faulty, writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (2, b"")


@pytest.mark.parametrize("option", [["--output", "json=/dev/full"], ["--output", "sarif=/dev/full"],
                                    ["--write-baseline", "/dev/full"]], ids="_".join)
def test_file_that_cannot_be_written_outranks_a_failed_verdict(assay_binary: Path, faulty: Path,
                                                               option: list[str]) -> None:
    """The report on standard output is there, the file is not: 2 and the cause. To a file that takes it: 1."""
    done = run(assay_binary, ["check", "FAULTY", *option], faulty, subprocess.DEVNULL)
    assert (done.returncode, option[0].encode() in done.stderr, NO_SPACE in done.stderr) == (2, True, True)
    fine = [each.replace("/dev/full", "/dev/null") for each in option]
    assert run(assay_binary, ["check", "FAULTY", *fine], faulty, subprocess.DEVNULL).returncode == 1
