#!/usr/bin/env python3
"""Build known faults into the stage, one at a time, and demand that its tests catch each of them.

The tree is copied to build/mutants/tree and built there. A fault is caught when the oracle test over scenes/tricky, or
after it the unit tests, fail. A fault whose text no longer stands in its file, or that does not compile, is an error of
this table.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

repository = Path(__file__).resolve().parent.parent
table_file = Path(__file__).resolve().with_name("stage_mutants.toml")
workplace = repository / "build" / "mutants"
tree = workplace / "tree"
build = tree / "build" / "release"
python = tree / "build" / "environments" / "tests" / "bin" / "python"

oracle_test = "test_tricky_layers_agree and not crates and not packages"
# objects compiled elsewhere serve here, also beside a precompiled header
cache_settings = {
    "CCACHE_BASEDIR": str(tree),
    "CCACHE_SLOPPINESS": "pch_defines,time_macros,include_file_mtime,include_file_ctime",
}
longest_seconds = 3600  # of one command


@dataclass(frozen=True)
class Mutant:
    """A fault: one piece of text of one file, and what takes its place."""

    name: str
    file: str  # in assay/stage
    old: str
    new: str

    def applied_to(self, source: Path) -> str:
        """The file's text with the fault; an error unless its place is plain."""
        text = (source / "assay" / "stage" / self.file).read_text(encoding="utf-8")
        count = text.count(self.old)
        if count != 1:
            raise ValueError(f"{self.name}: {self.file} has this {count} times, not once: {self.old}")
        return text.replace(self.old, self.new)


def read_table(file: Path = table_file) -> list[Mutant]:
    """The faults of the table."""
    with open(file, "rb") as stream:
        return [Mutant(**entry) for entry in tomllib.load(stream)["mutant"]]


def problems_of(mutants: Iterable[Mutant], source: Path = repository) -> list[str]:
    """What is wrong with the table."""
    problems = []
    for mutant in mutants:
        try:
            mutant.applied_to(source)
        except ValueError as error:
            problems.append(str(error))
    return problems


# ---- the copy and its build ----


def copy_tree() -> None:
    """Bring the copy up to date and touch nothing that is equal, so that little is built anew."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=repository,
                            check=True, capture_output=True).stdout.decode().split("\0")
    for name in filter(None, listed):
        source, target = repository / name, tree / name
        if not source.is_file() or (target.is_file() and target.read_bytes() == source.read_bytes()):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    environments = tree / "build" / "environments"
    environments.parent.mkdir(parents=True, exist_ok=True)
    if not environments.is_symlink():
        environments.symlink_to(repository / "build" / "environments")


def run(command: Sequence[str | Path], log: Path, environment: dict[str, str] | None = None) -> bool:
    """Whether a command in the copy ends well; what it prints goes to a log."""
    with open(log, "ab") as stream:
        done = subprocess.run(command, cwd=tree, env=os.environ | cache_settings | (environment or {}),
                              stdin=subprocess.DEVNULL, stdout=stream, stderr=subprocess.STDOUT, timeout=longest_seconds)
    return done.returncode == 0


def builds(target: str, log: Path) -> bool:
    """Whether a target builds."""
    return run(["ninja", "-C", build, target], log)


def fails_oracle(log: Path) -> bool:
    """Whether the oracle test over scenes/tricky fails on what is built."""
    if not builds("bin/assay", log):
        raise ValueError(f"it does not compile: {log}")
    command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/oracle_test.py", "-k", oracle_test]
    return not run(command, log, {"ASSAY_BINARY": str(build / "bin" / "assay")})


def fails_unit_tests(log: Path) -> bool:
    """Whether the unit tests fail on what is built."""
    if not builds("assay_tests", log):
        raise ValueError(f"the unit tests do not compile: {log}")
    return not run([build / "bin" / "assay_tests", "--gtest_brief=1"], log)


def is_caught(mutant: Mutant, fails: Callable[[Path], bool]) -> bool:
    """Build a fault in, say whether these tests fail, and take it out again."""
    file = tree / "assay" / "stage" / mutant.file
    original = file.read_text(encoding="utf-8")
    file.write_text(mutant.applied_to(tree), encoding="utf-8")
    try:
        return fails(workplace / f"{mutant.name}.log")
    except ValueError as error:
        raise ValueError(f"{mutant.name}: {error}") from error
    finally:
        file.write_text(original, encoding="utf-8")


def survivors_of(mutants: Sequence[Mutant], name: str, fails: Callable[[Path], bool]) -> list[Mutant]:
    """The faults that these tests do not see; prints each one that they do. Without any fault they must pass."""
    log = workplace / "healthy.log"
    if mutants and fails(log):
        raise ValueError(f"without any fault, this fails already: {name}: {log}")
    survivors = []
    for mutant in mutants:
        started = time.monotonic()
        if is_caught(mutant, fails):
            print(f"{mutant.name:50} {name:10} {time.monotonic() - started:5.0f} s", flush=True)
        else:
            survivors.append(mutant)
    return survivors


def main() -> int:
    """Judge the wanted faults, print a table, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="judge this fault; may be repeated")
    parser.add_argument("--check", action="store_true", help="only see that every fault can be built in")
    arguments = parser.parse_args()
    mutants = read_table()
    unknown = set(arguments.only) - {mutant.name for mutant in mutants}
    problems = problems_of(mutants) + [f"no fault is named {name}" for name in sorted(unknown)]
    if problems or arguments.check:
        print(*problems, sep="\n", file=sys.stderr)
        return 2 if problems else 0
    wanted = [mutant for mutant in mutants if not arguments.only or mutant.name in arguments.only]
    try:
        copy_tree()
        if not run(["cmake", "--preset", "release"], workplace / "healthy.log"):
            raise ValueError(f"the copy does not configure: {workplace / 'healthy.log'}")
        survivors = survivors_of(survivors_of(wanted, "oracle", fails_oracle), "unit tests", fails_unit_tests)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    for mutant in survivors:
        print(f"{mutant.name:50} SURVIVES")
    print(f"{len(wanted) - len(survivors)} of {len(wanted)} faults caught")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
