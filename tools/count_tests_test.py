"""Check that results of several runners add up and that no failure is lost."""

import sys
from pathlib import Path

import count_tests
import pytest

cases = "<testsuite><testcase/><testcase><failure/></testcase><testcase><skipped/></testcase></testsuite>"
mixed = f"<testsuites>{cases}</testsuites>"
Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]


def closing_lines(monkeypatch: Patch, capsys: Capture, *runs: str) -> tuple[int, str]:
    """Return exit code and output for runs given as STATUS, FILE, STATUS, FILE and so on."""
    arguments = [word for at in range(0, len(runs), 2) for word in ("--run", runs[at], runs[at + 1])]
    monkeypatch.setattr(sys, "argv", ["count_tests.py", *arguments])
    return count_tests.main(), capsys.readouterr().out


def test_runs_add_up(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    (tmp_path / "a.xml").write_text(mixed)
    (tmp_path / "b.xml").write_text("<testsuite><testcase/></testsuite>")
    result = closing_lines(monkeypatch, capsys, "1", str(tmp_path / "a.xml"), "0", str(tmp_path / "b.xml"))
    assert result == (1, "tests skipped: 1\n2 passed, 1 failed\n")


def test_passed_runs_exit_zero(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    (tmp_path / "a.xml").write_text("<testsuite><testcase/></testsuite>")
    assert closing_lines(monkeypatch, capsys, "0", str(tmp_path / "a.xml")) == (0, "1 passed, 0 failed\n")


def test_runner_that_died_counts_as_a_failure(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("<testsuite><testcase/>")
    assert count_tests.counts_of_run(2, tmp_path / "a.xml") == (0, 1, 0)
    assert count_tests.counts_of_run(8, tmp_path / "missing.xml") == (0, 1, 0)


def test_nothing_run_is_no_success(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    (tmp_path / "a.xml").write_text("<testsuite/>")
    result = closing_lines(monkeypatch, capsys, "0", str(tmp_path / "a.xml"))
    assert result == (1, "no test ran\n0 passed, 0 failed\n")
