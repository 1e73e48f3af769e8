"""Whole outputs against files that `python3 tests/update_golden.py` writes and nothing else does."""

from __future__ import annotations

from pathlib import Path

import pytest
from update_golden import GOLDEN, cases, output_of


@pytest.mark.parametrize("name", cases())
def test_output_is_golden(assay_binary: Path, name: str) -> None:
    """The output is the file, byte for byte."""
    file = GOLDEN / f"{name}.txt"
    assert file.exists(), "run `python3 tests/update_golden.py`, look at what it wrote, and commit it"
    assert output_of(assay_binary, cases()[name]) == file.read_text(encoding="utf-8")


def test_other_output_is_not_golden(assay_binary: Path) -> None:
    """Negative twin: another run's output is another text."""
    file = GOLDEN / "check_clean_crate.txt"
    assert output_of(assay_binary, ["check", "examples/clean/hinge"]) != file.read_text(encoding="utf-8")


def test_every_golden_file_has_a_case() -> None:
    """No file is left over from a case that is gone."""
    assert {file.stem for file in GOLDEN.iterdir()} == set(cases())


def test_golden_files_name_no_place_on_a_machine() -> None:
    """Outputs are the same wherever the repository lies."""
    for file in GOLDEN.iterdir():
        text = file.read_text(encoding="utf-8")
        assert str(GOLDEN.parents[1]) not in text and "/tmp/" not in text, file.name
        assert "\x1b" not in text, file.name
