"""docs/findings.md shows what the program really finds in the wheels' files."""

from pathlib import Path

from count_findings import PAGE, block_of, tables_of


def test_tables_of_the_wheels_are_those_of_a_run(assay_binary: Path) -> None:
    """The tables equal a run, and tables with another count do not."""
    shown = block_of(PAGE.read_text(encoding="utf-8"), "wheels")[0]
    made = tables_of(assay_binary, "wheels")
    assert shown == made, "docs/findings.md is out of date: run tests/count_findings.py wheels --write"
    assert shown.replace("8", "9") != made
