"""Runs both sides on a file and compares them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from conftest import CheckRun, clean_environment
from oracle.compare import compare
from oracle.selections import selections_of, time_between_samples
from oracle.usd_dump import Selection, usd_dump

TIMEOUT_S = 60
MOST_SHOWN = 5  # differences of one dump that are written out


@dataclass
class Outcome:
    """What comparing one or more files gave."""

    files: int = 0
    dumps: int = 0
    prims: int = 0
    properties: int = 0
    unreadable: list[str] = field(default_factory=list)  # files that neither side opens
    differences: list[str] = field(default_factory=list)

    def add(self, other: Outcome) -> None:
        """Count another outcome in."""
        self.files += other.files
        self.dumps += other.dumps
        self.prims += other.prims
        self.properties += other.properties
        self.unreadable += other.unreadable
        self.differences += other.differences

    def __str__(self) -> str:
        return (f"{self.files} files, {self.dumps} dumps, {self.prims} prims, {self.properties} properties, "
                f"{len(self.unreadable)} that neither opens, {len(self.differences)} differences")


def our_dump(binary: Path, file: Path, selection: Selection = Selection()) -> dict[str, Any] | None:
    """What `assay dump` prints; None when it cannot open the file."""
    options = [f"--variant={prim}:{variant_set}={option}" for prim, variant_set, option in selection.chosen]
    if selection.time is not None:
        options.append(f"--time={selection.time!r}")
    done = subprocess.run([binary, "dump", file, *options], env=clean_environment(), capture_output=True,
                          timeout=TIMEOUT_S)
    if done.returncode == 2:
        return None
    if done.returncode != 0:
        raise ValueError(f"assay dump {file} {' '.join(options)} ended in {done.returncode}: {done.stderr[-500:]!r}")
    return json.loads(done.stdout)


def compare_dump(binary: Path, file: Path, selection: Selection, outcome: Outcome) -> dict[str, Any] | None:
    """Compare one dump, count it in and return ours."""
    ours = our_dump(binary, file, selection)
    if ours is None:
        outcome.differences.append(f"{file}: assay dump does not open it, UsdStage does")
        return None
    differences = compare(ours, usd_dump(file, selection))
    outcome.dumps += 1
    outcome.prims += len(ours["prims"])
    outcome.properties += sum(len(prim["properties"]) for prim in ours["prims"])
    at = "" if selection.time is None else f" at {selection.time}"
    place = f"{file.name} {selection.chosen or 'as authored'}{at}"
    outcome.differences += [f"{place}: {difference}" for difference in differences[:MOST_SHOWN]]
    if len(differences) > MOST_SHOWN:
        outcome.differences.append(f"{place}: and {len(differences) - MOST_SHOWN} more")
    return ours


def compare_file(binary: Path, file: Path) -> Outcome:
    """Compare a file under all its selections, and once at a time between samples."""
    outcome = Outcome(files=1)
    try:
        selections = selections_of(file)
    except Exception:  # a layer that does not parse raises Tf.ErrorException
        selections = []
    if not selections:
        if our_dump(binary, file) is None:
            outcome.unreadable.append(file.name)
        else:
            outcome.differences.append(f"{file}: UsdStage does not open it, assay dump does")
        return outcome
    authored = compare_dump(binary, file, selections[0], outcome)
    for selection in selections[1:]:
        compare_dump(binary, file, selection, outcome)
    time = None if authored is None else time_between_samples(authored)
    if time is not None:
        compare_dump(binary, file, Selection((), time), outcome)
    return outcome


def compare_files(binary: Path, files: Iterable[Path], executor: Executor) -> Outcome:
    """Compare files side by side."""
    total = Outcome()
    for outcome in executor.map(partial(compare_file, binary), sorted(files)):
        total.add(outcome)
    return total


def expect_equal(outcome: Outcome, fewest_files: int) -> None:
    """Fail on any difference, and on a corpus that came out smaller than it is."""
    print(outcome)
    assert not outcome.differences, "\n".join(outcome.differences)
    assert outcome.files >= fewest_files
    assert outcome.prims > 0


def expect_judged(run: CheckRun, files: Sequence[Path]) -> None:
    """Fail unless every file was judged, whatever was found in it."""
    assert run.errors == []
    assert run.exit_code in (0, 1), run.stderr
    assert len(run.document["assets"]) == len(files)
    assert all(asset["verdict"] in ("pass", "conditional", "fail") for asset in run.document["assets"])
