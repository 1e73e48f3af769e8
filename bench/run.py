#!/usr/bin/env python3
"""Measure `assay check` against its peers, whole process, on assets of growing size."""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import targets
from targets import check_name, compose_name, parse_name, peer_name, stage_name

encodings = ("usda", "usdc")
slow_run_seconds = 20.0
peer_rules = ("RuntimeVariantSectionPurityChecker", "RuntimePhysicsIsolationChecker")
# The peer rule that must report each planted fault.
rule_of_pollution = {
    "section-opinion": "RuntimeVariantSectionPurityChecker",
    "foreign-schema": "RuntimePhysicsIsolationChecker",
}
import_code = "from pxr import Sdf, Usd"
open_code = "import sys; from pxr import Usd; assert Usd.Stage.Open(sys.argv[1])"
library_copies = (1, 2, 4, 7)
peer_packages = ("usd-core", "usd-validation-nvidia", "simready-foundation-tier-core")
versions_code = (
    "import importlib.metadata as metadata, json, platform, sys; "
    "print(json.dumps({'python': platform.python_version(), "
    "**{name: metadata.version(name) for name in sys.argv[1:]}}))"
)


class CannotRun(Exception):
    """A command that the benchmark needs could not do its work."""


@dataclass
class Run:
    """One process, from start to exit."""

    wall_s: float
    cpu_s: float
    peak_mb: float
    exit_code: int
    output: str = ""


@dataclass
class Row:
    """All runs of one command on one asset; ratios are this command over assay's."""

    bodies: int
    encoding: str
    measurement: str
    wall_s: float
    wall_min_s: float
    wall_max_s: float
    cpu_s: float
    peak_mb: float
    run_count: int
    is_marked: bool = False
    time_over_check: float | None = None
    time_over_rv: float | None = None
    memory_over_check: float | None = None


@dataclass
class LibraryRow:
    """A check of a whole folder of assets."""

    assets: int
    wall_s: float
    cpu_s: float
    peak_mb: float


@dataclass
class PhaseRow:
    """Milliseconds of the phases of extracting the physics of all selections, each the fastest of its runs."""

    bodies: int
    encoding: str
    selections: int
    open_ms: float
    compose_ms: float
    shared_compose_ms: float
    extract_ms: float

    @property
    def added_ms(self) -> float:
        """What composing and extracting all selections takes above composing each of them."""
        return self.shared_compose_ms + self.extract_ms - self.compose_ms


@dataclass
class Tools:
    """The programs under measurement; without a peer Python only assay and bare OpenUSD are measured."""

    assay: str
    bare_open: str
    physics_phases: str
    peers_python: str | None
    run_count: int
    scratch: Path


@dataclass
class Report:
    """Everything a benchmark prints or saves."""

    machine: str
    memory_floor_mb: float
    versions: dict[str, str]
    rows: list[Row] = field(default_factory=list)
    library: list[LibraryRow] = field(default_factory=list)
    phases: list[PhaseRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def say(text: str) -> None:
    """Print one progress line."""
    print(text, file=sys.stderr, flush=True)


def run_process(command: list[str], output_path: Path | None = None) -> Run:
    """Run one command and return its time, processor time and peak memory; output goes to a file or nowhere."""
    with open(output_path or os.devnull, "wb") as output:
        start = time.perf_counter()
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
            )
        except OSError as error:
            raise CannotRun(f"{command[0]}: {error.strerror}") from error
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    # Linux counts ru_maxrss in KiB, macOS in bytes.
    peak_bytes = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    text = output_path.read_text(errors="replace") if output_path else ""
    return Run(wall, usage.ru_utime + usage.ru_stime, peak_bytes / 1e6, process.returncode, text)


def run_checked(command: list[str], scratch: Path, allowed: tuple[int, ...]) -> Run:
    """Run one command, keep its output, and insist on an exit code that means it did its work."""
    run = run_process(command, scratch / "output.txt")
    if run.exit_code not in allowed:
        tail = "\n".join(run.output.splitlines()[-15:])
        raise CannotRun(f"exit code {run.exit_code} from: {' '.join(command)}\n{tail}")
    return run


def make_asset(tools: Tools, bodies: int, encoding: str, pollution: str) -> list[str]:
    """Write one asset in a process of its own and return its layers, root layer first."""
    folder = tools.scratch / f"{bodies}-{encoding}-{pollution}"
    script = Path(__file__).with_name("make_asset.py")
    python = tools.peers_python or sys.executable
    command = [python, str(script), str(folder), "--bodies", str(bodies)]
    command += ["--encoding", encoding, "--pollution", pollution]
    return run_checked(command, tools.scratch, (0,)).output.splitlines()


def peer_validate_command(peers_python: str, file: str) -> list[str]:
    """Return the command that runs the two isolation rules alone."""
    # Not resolved: a virtual environment's Python is a link that must be run by its own name.
    validate = Path(peers_python).absolute().with_name("nvidia_usd_validate")
    command = [str(validate), "--no-init-rules"]
    for rule in peer_rules:
        command += ["--rule", rule]
    return [*command, file]


def measured_commands(tools: Tools, layers: list[str]) -> dict[str, list[str]]:
    """Return what is measured on one asset, by name, assay first."""
    file = layers[0]
    commands = {
        check_name: [tools.assay, "check", "--format", "json", file],
        f"{check_name} --select RV": [tools.assay, "check", "--select", "RV", "--format", "json", file],
        compose_name: [tools.bare_open, "compose", file],
        parse_name: [tools.bare_open, "parse", *layers],
    }
    if tools.peers_python:
        python = tools.peers_python
        commands[peer_name] = peer_validate_command(python, file)
        commands[stage_name] = [python, "-c", open_code, file]
        commands["import pxr only"] = [python, "-c", import_code]
    return commands


def is_judge(name: str) -> bool:
    """Tell whether a measurement gives a verdict, so that exit code 1 means findings."""
    return name.startswith(("assay", "nvidia"))


def measure(commands: dict[str, list[str]], warm_ups: dict[str, Run], run_count: int) -> dict[str, list[Run]]:
    """Run every command often enough for a median, in turns so that drift hits all alike; slow ones run once.

    What the process before left behind is paid by the next: so the same command runs unmeasured before each measured run,
    and every other turn goes through the commands backwards.
    """
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    for turn in range(run_count):
        in_order = list(commands.items())
        for name, command in reversed(in_order) if turn % 2 else in_order:
            if turn > 0 and warm_ups[name].wall_s > slow_run_seconds:
                continue
            run_process(command)
            run = run_process(command)
            if run.exit_code != warm_ups[name].exit_code:
                raise CannotRun(f"exit codes {warm_ups[name].exit_code} and {run.exit_code} from one command: {name}")
            runs[name].append(run)
    return runs


def make_row(bodies: int, encoding: str, name: str, runs: list[Run]) -> Row:
    """Summarise runs by their medians."""
    walls = [run.wall_s for run in runs]
    return Row(
        bodies=bodies,
        encoding=encoding,
        measurement=name,
        wall_s=statistics.median(walls),
        wall_min_s=min(walls),
        wall_max_s=max(walls),
        cpu_s=statistics.median(run.cpu_s for run in runs),
        peak_mb=statistics.median(run.peak_mb for run in runs),
        run_count=len(runs),
    )


def fault_found(name: str, run: Run, pollution: str) -> bool:
    """Tell whether a judge reported the planted fault."""
    if name.startswith("nvidia"):
        return run.exit_code == 1 and f"[{rule_of_pollution[pollution]}]" in run.output
    return run.exit_code == 1


def check_faults(tools: Tools, bodies: int, encoding: str, pollution: str) -> dict[str, str]:
    """Run every judge on a polluted twin and return a complaint for each that missed the fault."""
    layers = make_asset(tools, bodies, encoding, pollution)
    complaints = {}
    for name, command in measured_commands(tools, layers).items():
        if not is_judge(name):
            continue
        run = run_checked(command, tools.scratch, (0, 1))
        if not fault_found(name, run, pollution):
            complaints[name] = f"{bodies} bodies, {encoding}: {name} missed the planted {pollution}"
    return complaints


def measure_asset(tools: Tools, bodies: int, encoding: str, report: Report) -> None:
    """Check that the judges are right about one asset and its polluted twin, then measure on it."""
    say(f"{bodies} bodies, {encoding}: polluted twin")
    complaints = check_faults(tools, bodies, encoding, "foreign-schema")
    layers = make_asset(tools, bodies, encoding, "none")
    commands = measured_commands(tools, layers)
    warm_ups = {}
    for name, command in commands.items():
        warm_ups[name] = run_checked(command, tools.scratch, (0, 1) if is_judge(name) else (0,))
        say(f"{bodies} bodies, {encoding}: {name}: warm-up {warm_ups[name].wall_s:.3f} s")
        if warm_ups[name].exit_code != 0:
            complaints.setdefault(name, f"{bodies} bodies, {encoding}: {name} found faults in the clean asset")
    rows = []
    for name, runs in measure(commands, warm_ups, tools.run_count).items():
        row = make_row(bodies, encoding, name, runs)
        row.is_marked = name in complaints
        say(f"{bodies} bodies, {encoding}: {name}: {row.wall_s:.3f} s, {row.peak_mb:.0f} MB")
        rows.append(row)
    add_ratios(rows)
    report.rows.extend(rows)
    report.notes.extend(complaints.values())
    measure_phases(tools, bodies, encoding, layers[0], report)


def add_ratios(rows: list[Row]) -> None:
    """Set the ratios of one asset's rows, whose first two are assay's."""
    check, selected = rows[0], rows[1]
    for row in rows:
        row.time_over_check = row.wall_s / check.wall_s
        row.time_over_rv = row.wall_s / selected.wall_s
        row.memory_over_check = row.peak_mb / check.peak_mb


def measure_phases(tools: Tools, bodies: int, encoding: str, file: str, report: Report) -> None:
    """Add the phases of extracting the physics of all selections of one asset."""
    command = [tools.physics_phases, file, str(core_count())]
    runs = [json.loads(run_checked(command, tools.scratch, (0,)).output) for _ in range(tools.run_count)]
    fastest = {phase: min(run[phase] for run in runs) for phase in ("open", "compose", "shared_compose", "extract")}
    selections = runs[0]["selections"]
    report.phases.append(PhaseRow(bodies, encoding, selections, *fastest.values()))


def measure_library(tools: Tools, report: Report) -> None:
    """Check libraries of growing size: the files of two wheels, copied under new names."""
    python, script = tools.peers_python or sys.executable, str(Path(__file__).with_name("library.py"))
    for copies in library_copies:
        folder = tools.scratch / f"library-{copies}"
        run_checked([python, script, str(folder), "--copies", str(copies)], tools.scratch, (0,))
        command = [tools.assay, "check", "--format", "json", str(folder)]
        assets = len(json.loads(run_checked(command, tools.scratch, (0, 1)).output)["assets"])
        runs = [run_process(command) for _ in range(tools.run_count)]
        row = make_row(assets, "", "", runs)
        report.library.append(LibraryRow(assets, row.wall_s, row.cpu_s, row.peak_mb))
        say(f"library of {assets} assets: {row.wall_s:.3f} s")


def processor_model() -> str:
    """Return the processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def core_count() -> int:
    """Return how many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def peer_versions(tools: Tools) -> dict[str, str]:
    """Return the versions of the peer packages."""
    if not tools.peers_python:
        return {}
    command = [tools.peers_python, "-c", versions_code, *peer_packages]
    return json.loads(run_checked(command, tools.scratch, (0,)).output)


def can_write_usdc(tools: Tools) -> bool:
    """Tell whether the Python that writes the assets has usd-core."""
    return run_process([tools.peers_python or sys.executable, "-c", import_code]).exit_code == 0


def markdown_row(row: Row) -> str:
    """Return one line of the table."""
    spread = 100.0 * (row.wall_max_s - row.wall_min_s) / row.wall_s
    cells = [
        str(row.bodies),
        row.encoding,
        row.measurement + (" (!)" if row.is_marked else ""),
        f"{row.wall_s:.3f}",
        f"{row.wall_min_s:.3f}",
        f"{spread:.0f} %" if row.run_count > 1 else "1 run",
        f"{row.cpu_s:.3f}",
        f"{row.peak_mb:.0f}",
        f"{row.time_over_check:.2f}",
        f"{row.time_over_rv:.2f}",
        f"{row.memory_over_check:.2f}",
    ]
    return f"| {' | '.join(cells)} |"


def library_lines(report: Report) -> list[str]:
    """Return the table of libraries."""
    if not report.library:
        return []
    lines = ["", "| assets in a library | wall [s] | CPU [s] | peak [MB] | assets/s |", "|---:|---:|---:|---:|---:|"]
    for row in report.library:
        rate = row.assets / row.wall_s
        lines.append(f"| {row.assets} | {row.wall_s:.3f} | {row.cpu_s:.3f} | {row.peak_mb:.0f} | {rate:.0f} |")
    return lines


def phase_lines(report: Report) -> list[str]:
    """Return the table of the phases of extraction."""
    if not report.phases:
        return []
    lines = [
        "",
        "| bodies | encoding | selections | open [ms] | compose each [ms] | compose shared [ms] | extract [ms] "
        "| extract / compose each | added [ms] | added / compose each |",
        "|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for row in report.phases:
        extracted = row.extract_ms / row.compose_ms
        added = row.added_ms / row.compose_ms
        times = (row.open_ms, row.compose_ms, row.shared_compose_ms, row.extract_ms)
        cells = " | ".join(f"{each:.1f}" for each in times)
        lines.append(
            f"| {row.bodies} | {row.encoding} | {row.selections} | {cells} | {extracted:.2f} | {row.added_ms:.1f} "
            f"| {added:.2f} |"
        )
    return lines


def markdown(report: Report) -> str:
    """Return the whole report as markdown."""
    header = (
        "| bodies | encoding | process | wall [s] | fastest [s] | spread | CPU [s] | peak [MB] "
        "| time / check | time / RV | memory / check |\n"
        "|---:|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    )
    lines = [header, *(markdown_row(row) for row in report.rows), *phase_lines(report), *library_lines(report), *targets.lines(report)]
    lines += ["", f"Machine: {report.machine}."]
    if report.versions:
        versions = ", ".join(f"{name} {version}" for name, version in report.versions.items())
        lines.append(f"Peers: {versions}.")
    lines.append(f"Smallest peak memory that can be seen: {report.memory_floor_mb:.0f} MB.")
    lines += [f"- (!) {note}" for note in report.notes]
    return "\n".join(lines) + "\n"


def save(report: Report, json_path: Path | None, markdown_path: Path | None) -> None:
    """Print the report and write the files that were asked for."""
    text = markdown(report)
    print(text, end="")
    if markdown_path:
        markdown_path.write_text(text, encoding="utf-8")
    if json_path:
        json_path.write_text(json.dumps(asdict(report), indent=2) + "\n", encoding="utf-8")


def measure_all(tools: Tools, body_counts: list[int]) -> Report:
    """Prove that every judge sees both kinds of fault, then measure every asset."""
    # A child inherits its parent's high-water mark across exec, so a trivial process shows the floor.
    floor = run_checked(["true"], tools.scratch, (0,)).peak_mb
    machine = f"{processor_model()}, {core_count()} cores, {platform.system()} {platform.machine()}"
    report = Report(machine, floor, peer_versions(tools))
    say("one body: polluted section")
    report.notes.extend(check_faults(tools, 1, "usda", "section-opinion").values())
    with_usdc = can_write_usdc(tools)
    if not with_usdc:
        report.notes.append("usdc and libraries left out: no usd-core; give --peers-python")
    for bodies in body_counts:
        for encoding in encodings if with_usdc else encodings[:1]:
            measure_asset(tools, bodies, encoding, report)
    if with_usdc:
        measure_library(tools, report)
    return report


def body_count_list(text: str) -> list[int]:
    """Read a comma-separated list of body counts."""
    counts = [int(part) for part in text.split(",")]
    if min(counts) < 1:
        raise argparse.ArgumentTypeError("body counts must be at least 1")
    return counts


def positive_count(text: str) -> int:
    """Read a count of at least one."""
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return count


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", required=True, help="the assay binary")
    parser.add_argument("--bodies", type=body_count_list, default="1,50,1000,5000", help="default: %(default)s")
    parser.add_argument("--runs", type=positive_count, default=5, help="measured runs (default: %(default)s)")
    parser.add_argument("--peers-python", help="Python with bench/requirements.txt installed")
    parser.add_argument("--json", type=Path, help="write the results as JSON")
    parser.add_argument("--markdown", type=Path, help="write the table as markdown")
    return parser.parse_args()


def main() -> int:
    """Run the benchmark; a slow result never fails, a command that cannot run does."""
    arguments = read_arguments()
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as scratch:
        bare_open, phases = (str(Path(arguments.assay).with_name(name)) for name in ("bare_open", "physics_phases"))
        tools = Tools(arguments.assay, bare_open, phases, arguments.peers_python, arguments.runs, Path(scratch))
        try:
            report = measure_all(tools, arguments.bodies)
        except CannotRun as error:
            print(f"bench: {error}", file=sys.stderr)
            return 2
    save(report, arguments.json, arguments.markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
