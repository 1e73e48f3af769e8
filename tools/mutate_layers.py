#!/usr/bin/env python3
"""Damage real layers in many small ways and see that `assay check` survives each of them.

A worker that dies is the error of its asset and counts as outcome. Faults are: the tool itself crashing or being
killed, output that is no JSON or does not fit the published schema, absolute paths and endless messages in it, a run
that does not end, too much memory.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import contextlib
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonschema
from pxr import Sdf, Tf

repository = Path(__file__).resolve().parent.parent

# a worker that meets them is that asset's error
limits_text = "[worker]\nseconds = 10\nmemory_mib = 1024\n"
memory_mib = 1024  # of the tool itself
batch_size = 20
largest_seed = 256 * 1024  # bytes; larger files cost time and hold nothing that smaller ones do not
longest_message = 16 * 1024  # bytes
sample_seconds = 0.01  # between two looks at the memory of the tool

file_time = 1_000_000_000  # of the seeds made here
layer_suffixes = (".usd", ".usda", ".usdc")
hostile_numbers = (b"-1", b"1e999", b"nan", b"-inf", b"99999999999999999999", b"0", b"2147483648", b"1e-400")
known_exit_codes = (0, 1, 2)
message_text = re.compile(rb'"message": ?"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True)
class Seed:
    """A healthy asset and the one of its files that is damaged."""

    folder: Path
    files: tuple[str, ...]  # from the folder
    root: str
    target: str


@dataclass(frozen=True)
class Fault:
    """Something that the tool must not do, and the damaged file that made it."""

    kind: str  # crash, hang, memory, output (no valid document) or text (of a document)
    detail: str
    index: int  # of the damaged file; -1 when only the whole batch shows it


@dataclass
class Outcome:
    """What a number of runs came to."""

    exit_codes: collections.Counter[str] = field(default_factory=collections.Counter)
    assets: collections.Counter[str] = field(default_factory=collections.Counter)
    faults: list[Fault] = field(default_factory=list)
    peak_mib: float = 0
    longest_seconds: float = 0

    def add(self, other: Outcome) -> None:
        """Take in another outcome."""
        self.exit_codes += other.exit_codes
        self.assets += other.assets
        self.faults += other.faults
        self.peak_mib = max(self.peak_mib, other.peak_mib)
        self.longest_seconds = max(self.longest_seconds, other.longest_seconds)


@dataclass(frozen=True)
class Settings:
    """What every run shares."""

    binary: Path
    limits: Path
    validator: Any
    seed: int
    keep: Path | None
    batch_seconds: float


# ---- seeds ----


def root_of(folder: Path) -> str | None:
    """The root layer of an asset in a folder: asset.usda, or the folder's only .usda."""
    if (folder / "asset.usda").is_file():
        return "asset.usda"
    layers = sorted(folder.glob("*.usda"))
    return layers[0].name if len(layers) == 1 else None


def assets_of_repository() -> Iterator[tuple[Path, tuple[str, ...], str]]:
    """Folder, files and root of the examples and of the fixtures beside the rules."""
    folders = {file.parent for file in (repository / "examples").rglob("asset.usda")}
    for path in (repository / "assay" / "rules").glob("*/*"):
        if path.is_dir():
            folders.add(path)
        elif path.suffix == ".usda":
            yield path.parent, (path.name,), path.name
    for folder in sorted(folders):
        if (root := root_of(folder)) is not None:
            yield folder, tuple(sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*.usd*"))), root


def as_crates(folder: Path, files: Sequence[str], root: str, into: Path) -> tuple[tuple[str, ...], str]:
    """Write an asset's text layers as crates called .usd and return its files and its root."""
    for file in files:
        text = (folder / file).read_text(encoding="utf-8").replace(".usda@", ".usd@")
        layer = Sdf.Layer.CreateAnonymous(".usda")
        target = into / Path(file).with_suffix(".usd")
        target.parent.mkdir(parents=True, exist_ok=True)
        layer.ImportFromString(text)
        layer.Export(str(target), args={"format": "usdc"})
        os.utime(target, (file_time, file_time))  # a package holds the times of its members
    return tuple(Path(file).with_suffix(".usd").as_posix() for file in files), Path(root).with_suffix(".usd").as_posix()


def as_package(folder: Path, files: Sequence[str], root: str, package: Path) -> None:
    """Pack an asset, its root first."""
    package.parent.mkdir(parents=True, exist_ok=True)
    with Sdf.ZipFileWriter.CreateNew(str(package)) as writer:
        for file in [root, *(file for file in files if file != root)]:
            writer.AddFile(str(folder / file), file)


def seeds_of_asset(folder: Path, files: tuple[str, ...], root: str, into: Path) -> list[Seed]:
    """An asset as text, as crates and packed in both forms; each of its layers is a target."""
    crate_folder, package_folder = into / "crates", into / "packages"
    crates, crate_root = as_crates(folder, files, root, crate_folder)
    as_package(folder, files, root, package_folder / "text.usdz")
    as_package(crate_folder, crates, crate_root, package_folder / "crates.usdz")
    return [
        *(Seed(folder, files, root, file) for file in files),
        *(Seed(crate_folder, crates, crate_root, file) for file in crates),
        *(Seed(package_folder, (name,), name, name) for name in ("text.usdz", "crates.usdz")),
    ]


def seeds_of_repository(work: Path) -> list[Seed]:
    """All seeds that the repository itself holds."""
    seeds: list[Seed] = []
    for number, (folder, files, root) in enumerate(sorted(assets_of_repository())):
        try:
            seeds += seeds_of_asset(folder, files, root, work / "seeds" / str(number))
        except (Tf.ErrorException, RuntimeError):  # a fixture that is no valid layer
            seeds += [Seed(folder, files, root, root)]
    return seeds


def seeds_of_folder(folder: Path) -> list[Seed]:
    """Each USD file of moderate size below a folder, by itself."""
    files = sorted(file for file in folder.rglob("*") if file.suffix in (*layer_suffixes, ".usdz"))
    return [Seed(file.parent, (file.name,), file.name, file.name) for file in files
            if file.is_file() and file.stat().st_size <= largest_seed]


# ---- damage ----


def span(content: bytes, chance: random.Random, longest: int = 4096) -> tuple[int, int]:
    """A random part of the content, often short."""
    start = chance.randrange(len(content))
    return start, min(len(content), start + 1 + int(longest ** chance.random()))


def flip(content: bytes, chance: random.Random) -> bytes:
    """Change a few bytes, by one bit or altogether."""
    changed = bytearray(content)
    for _ in range(int(32 ** chance.random())):
        place = chance.randrange(len(changed))
        changed[place] = changed[place] ^ 1 << chance.randrange(8) if chance.random() < 0.5 else chance.randrange(256)
    return bytes(changed)


def cut(content: bytes, chance: random.Random) -> bytes:
    """Take a part out, or everything from a place on."""
    start, end = span(content, chance)
    return content[:start] if chance.random() < 0.3 else content[:start] + content[end:]


def repeat(content: bytes, chance: random.Random) -> bytes:
    """Write a part several times over, or once more somewhere else."""
    start, end = span(content, chance, 1024)
    if chance.random() < 0.5:
        return content[:end] + content[start:end] * int(200 ** chance.random()) + content[end:]
    place = chance.randrange(len(content))
    return content[:place] + content[start:end] + content[place:]


def swap(content: bytes, chance: random.Random) -> bytes:
    """Exchange two parts."""
    first, second = sorted((span(content, chance), span(content, chance)))
    middle = max(first[1], second[0])
    return (content[:first[0]] + content[second[0]:second[1]] + content[first[1]:middle] + content[first[0]:first[1]]
            + content[max(second[1], middle):])


def change_length(content: bytes, chance: random.Random) -> bytes:
    """Put a hostile number where a binary file may hold a size, an offset or a count, or a text a number."""
    numbers = [match.span() for match in re.finditer(rb"(?<![\w.])-?\d[\d.]*", content)]
    if numbers and not content.startswith((b"PXR-USDC", b"PK")):
        start, end = chance.choice(numbers)
        return content[:start] + chance.choice(hostile_numbers) + content[end:]
    width = chance.choice((2, 4, 8))
    place = chance.randrange(max(1, len(content) - width))
    place -= place % width if chance.random() < 0.7 else 0
    value = chance.choice([0, 1, 255, len(content), 2**15, 2**16 - 1, 2**31 - 1, 2**31, 2**32 - 1, 2**40, 2**63 - 1,
                           2**63, 2**64 - 1, chance.getrandbits(64)])
    return content[:place] + (value % 256**width).to_bytes(width, "little") + content[place + width:]


damages: tuple[Callable[[bytes, random.Random], bytes], ...] = (flip, cut, repeat, swap, change_length)


def damaged(content: bytes, chance: random.Random) -> bytes:
    """The content with one to three damages."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        if content:
            content = chance.choice(damages)(content, chance)
    return content


def write_damaged(seed: Seed, chance: random.Random, into: Path) -> Path:
    """Write an asset with its target damaged and return its root layer."""
    for file in seed.files:
        (into / file).parent.mkdir(parents=True, exist_ok=True)
        if file != seed.target:
            shutil.copyfile(seed.folder / file, into / file)
    (into / seed.target).write_bytes(damaged((seed.folder / seed.target).read_bytes(), chance))
    return into / seed.root


# ---- runs ----


@dataclass(frozen=True)
class Ended:
    """How one run of the tool ended."""

    exit_code: int | None  # None: it did not end in time
    stdout: bytes
    stderr: str
    peak_mib: float
    seconds: float


def peak_mib_of(process: int) -> float:
    """The most memory that a living process has held so far; 0 when it is gone."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return 0
    match = re.search(r"VmHWM:\s*(\d+) kB", status)
    return int(match[1]) / 1024 if match else 0


def limit_memory(process: int) -> None:
    """Let the tool itself die where it takes far more than it may."""
    size = 2 * memory_mib * 1024 * 1024
    with contextlib.suppress(ProcessLookupError):
        resource.prlimit(process, resource.RLIMIT_DATA, (size, size))


def run_tool(settings: Settings, roots: Sequence[Path]) -> Ended:
    """Judge these files in one run."""
    command = [settings.binary, "check", *roots, "--json", "--jobs", "1", "--limits", settings.limits]
    started = time.monotonic()
    peak = 0.0
    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr)
        limit_memory(process.pid)
        while process.poll() is None and time.monotonic() - started < settings.batch_seconds:
            peak = max(peak, peak_mib_of(process.pid))
            time.sleep(sample_seconds)
        exit_code = process.poll()
        if exit_code is None:
            process.kill()
            process.wait()
        stdout.seek(0)
        stderr.seek(0)
        words = stderr.read().decode(errors="replace")
        return Ended(exit_code, stdout.read(), words, peak, time.monotonic() - started)


def faults_of_output(settings: Settings, ended: Ended, count: int) -> list[Fault]:
    """What is wrong with a document: no JSON, not of the schema, or an asset missing."""
    try:
        document = json.loads(ended.stdout.decode("utf-8"))
    except ValueError as error:
        return [Fault("output", f"no JSON: {error}", -1)]
    wrong = next(settings.validator.iter_errors(document), None)
    if wrong is not None:
        return [Fault("output", f"not of the schema: {wrong.json_path}: {wrong.message[:200]}", -1)]
    judged = len(document["assets"])
    if judged != count:
        return [Fault("output", f"{judged} assets for {count} files", -1)]
    return faults_of_texts(settings, ended.stdout)


def faults_of_texts(settings: Settings, stdout: bytes) -> list[Fault]:
    """What is wrong with the texts of a document: a path of this machine, or a message without end."""
    faults = []
    if os.fsencode(settings.limits.parent) in stdout:
        faults.append(Fault("text", "the document holds an absolute path", -1))
    longest = max(map(len, message_text.findall(stdout)), default=0)
    if longest > longest_message:
        faults.append(Fault("text", f"the document holds a message of {longest} bytes", -1))
    return faults


def faults_of(settings: Settings, ended: Ended, count: int) -> list[Fault]:
    """Everything that the tool must not do and did in one run."""
    if ended.exit_code is None:
        return [Fault("hang", f"still running after {settings.batch_seconds:g} s", -1)]
    if ended.exit_code not in known_exit_codes:
        return [Fault("crash", f"exit code {ended.exit_code}: {ended.stderr.strip()[:300]}", -1)]
    faults = faults_of_output(settings, ended, count)
    if ended.peak_mib > memory_mib:
        faults.append(Fault("memory", f"the tool itself held {ended.peak_mib:.0f} MiB", -1))
    return faults


def error_kinds(stdout: bytes) -> collections.Counter[str]:
    """How many assets had no error, and how many had an error of each code."""
    try:
        assets = json.loads(stdout)["assets"]
    except (ValueError, KeyError, TypeError):
        return collections.Counter()
    return collections.Counter(asset["errors"][0]["code"] if asset["errors"] else "judged" for asset in assets)


def outcome_of(settings: Settings, roots: Sequence[Path]) -> Outcome:
    """Judge these files in one run and say what came of it."""
    ended = run_tool(settings, roots)
    return Outcome(collections.Counter([str(ended.exit_code)]), error_kinds(ended.stdout),
                   faults_of(settings, ended, len(roots)), ended.peak_mib, ended.seconds)


def keep(settings: Settings, folder: Path, index: int) -> None:
    """Copy a file that made a fault, with its asset, to where it is asked for."""
    if settings.keep is not None:
        shutil.copytree(folder, settings.keep / f"{settings.seed}-{index}", dirs_exist_ok=True)


def find_culprits(settings: Settings, roots: dict[int, Path], folder: Path, batch: Outcome) -> Outcome:
    """Run each file of a bad batch by itself: slow batches turn out well, faults get their file."""
    total = Outcome()
    for index, root in roots.items():
        alone = outcome_of(settings, [root])
        alone.faults = [Fault(fault.kind, fault.detail, index) for fault in alone.faults]
        if alone.faults:
            keep(settings, folder / str(index), index)
        total.add(alone)
    if not total.faults and any(fault.kind != "hang" for fault in batch.faults):
        total.faults += batch.faults  # no single file shows it
        for index in roots:
            keep(settings, folder / str(index), index)
    return total


def run_batch(settings: Settings, seeds: Sequence[Seed], indices: Sequence[int], work: Path) -> Outcome:
    """Damage and judge the files with these numbers."""
    folder = work / f"batch-{indices[0]}"
    roots = {}
    for index in indices:
        chance = random.Random(f"{settings.seed}:{index}")
        roots[index] = write_damaged(chance.choice(seeds), chance, folder / str(index))
    outcome = outcome_of(settings, list(roots.values()))
    if outcome.faults:
        outcome = find_culprits(settings, roots, folder, outcome)
    shutil.rmtree(folder)
    return outcome


def run_all(settings: Settings, seeds: Sequence[Seed], count: int, jobs: int, work: Path) -> Outcome:
    """Damage and judge `count` files."""
    batches = [range(start, min(count, start + batch_size)) for start in range(0, count, batch_size)]
    total = Outcome()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for outcome in pool.map(lambda batch: run_batch(settings, seeds, batch, work), batches):
            total.add(outcome)
            for fault in outcome.faults:
                print(f"{fault.kind}: file {fault.index}: {fault.detail}", file=sys.stderr, flush=True)
    return total


def published_schema(binary: Path) -> Any:
    """The schema of the document, as the tool itself prints it."""
    printed = subprocess.run([binary, "schema", "assay.check/1"], check=True, capture_output=True, timeout=60).stdout
    return jsonschema.Draft202012Validator(json.loads(printed))


def listed(counts: collections.Counter[str]) -> str:
    """Counts in one line."""
    return ", ".join(f"{name}: {number}" for name, number in sorted(counts.items()))


def summary_of(outcome: Outcome, seeds: int, count: int) -> str:
    """The result in a few lines."""
    return (f"{count} damaged files from {seeds} seeds\n"
            f"assets: {listed(outcome.assets)}\n"
            f"runs by exit code: {listed(outcome.exit_codes)}\n"
            f"longest run {outcome.longest_seconds:.1f} s; the tool itself held {outcome.peak_mib:.0f} MiB at most\n"
            f"faults of the tool: {listed(collections.Counter(fault.kind for fault in outcome.faults)) or 'none'}")


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", type=Path, default=repository / "build" / "release" / "bin" / "assay",
                        help="executable to try (default: the release build)")
    parser.add_argument("--count", type=int, default=10000, help="damaged files (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="start of the chance; the same gives the same files")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time (default: %(default)s)")
    parser.add_argument("--batch-seconds", type=float, default=60, metavar="N",
                        help=f"time for {batch_size} files, and for one that is slow (default: %(default)s)")
    parser.add_argument("--wheels", type=Path, metavar="DIR", help="folder of further USD files to damage")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="where to put the files that made a fault")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Damage, judge, print the result; 1 when the tool did anything it must not."""
    given = parse_arguments(arguments)
    with tempfile.TemporaryDirectory(prefix="mutate-layers-") as folder:
        work = Path(folder)
        (work / "limits.toml").write_text(limits_text, encoding="utf-8")
        seeds = seeds_of_repository(work) + (seeds_of_folder(given.wheels) if given.wheels else [])
        binary = Path(os.path.abspath(given.assay))
        settings = Settings(binary, work / "limits.toml", published_schema(binary), given.seed, given.keep,
                            given.batch_seconds)
        outcome = run_all(settings, seeds, given.count, given.jobs, work)
    print(summary_of(outcome, len(seeds), given.count))
    return 1 if outcome.faults else 0


if __name__ == "__main__":
    sys.exit(main())
