#!/usr/bin/env python3
"""Add up the results of test runners into one closing line: N passed, N failed."""

import argparse
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import NamedTuple


class Counts(NamedTuple):
    """Numbers of tests by how they ended."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0


def counts_of_file(path: Path) -> Counts:
    """Count the tests of a JUnit file; a missing or broken file holds none."""
    try:
        cases = list(ElementTree.parse(path).iter("testcase"))
    except (OSError, ElementTree.ParseError):
        return Counts()
    failed = sum(1 for case in cases if case.find("failure") is not None or case.find("error") is not None)
    skipped = sum(1 for case in cases if case.find("skipped") is not None)
    return Counts(len(cases) - failed - skipped, failed, skipped)


def counts_of_run(status: int, path: Path) -> Counts:
    """Count the tests of a run; a runner that failed without a failed test counts as one failure."""
    counts = counts_of_file(path)
    return counts._replace(failed=1) if status != 0 and counts.failed == 0 else counts


def main() -> int:
    """Print the sum and return 1 if anything failed or nothing ran."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", nargs=2, action="append", metavar=("STATUS", "FILE"), required=True,
                        help="exit status of a runner and the JUnit file it wrote")  # fmt: skip
    runs = [counts_of_run(int(status), Path(file)) for status, file in parser.parse_args().run]
    passed, failed, skipped = (sum(column) for column in zip(*runs))
    if skipped:
        print(f"tests skipped: {skipped}")
    if passed + failed == 0:
        print("no test ran")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
