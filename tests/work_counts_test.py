"""How much work a check does: one composition where it can serve all selections, and no layer read twice."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from asset_builder import FOREIGN_LINE
from conftest import AssetFolder, Check, clean_environment
from pxr import Sdf

OPEN_FOR_READING = re.compile(r'open(?:at)?\((?:AT_FDCWD, )?"(?P<file>[^"]+)", (?P<flags>[^)]*)\) += (?P<result>-?\d+)')
FIND_OR_OPEN = "import sys\nfrom pxr import Sdf\nassert Sdf.Layer.FindOrOpen(sys.argv[1])"


# ---- the counts in the report ----


def test_three_runtimes_cost_one_composition_and_five_layers(assets: AssetFolder, run_check: Check) -> None:
    """Standard and three runtimes are read out of one composition, over five layers that are parsed once."""
    asset = run_check(assets.write()).asset
    assert asset["verdict"] == "pass"
    assert asset["work"] == {"layers": 5, "compositions": 1}


def test_section_that_deactivates_costs_a_composition_for_each_selection(assets: AssetFolder, run_check: Check) -> None:
    """Negative twin: where one composition cannot serve, each selection has its own, and none is tried in vain."""
    deactivation = {"PhysX": 'over "Body" (\nactive = false\n) {\n}'}
    work = run_check(assets.write(section_lines=deactivation)).asset["work"]
    assert work == {"layers": 5, "compositions": 4}


def test_neutral_asset_costs_one_composition_and_two_layers(assets: AssetFolder, run_check: Check) -> None:
    """Without runtime variants every selection is the same composition."""
    assert run_check(assets.write(runtimes=())).asset["work"] == {"layers": 2, "compositions": 1}


@pytest.mark.parametrize("runtimes", [["PhysX"], ["PhysX", "Newton"]], ids=["one", "two"])
def test_each_runtime_costs_one_layer(assets: AssetFolder, run_check: Check, runtimes: list[str]) -> None:
    """The layers follow the asset; so do the compositions, when each selection is to have its own."""
    asset = assets.write(runtimes=runtimes)
    assert run_check(asset).asset["work"] == {"layers": 2 + len(runtimes), "compositions": 1}
    work = run_check(asset, "--compose-each").asset["work"]
    assert work == {"layers": 2 + len(runtimes), "compositions": 1 + len(runtimes)}


def test_findings_cost_no_further_layer_and_no_composition(assets: AssetFolder, run_check: Check) -> None:
    """A finding's place is looked up in the text, never by opening or composing again."""
    asset = run_check(assets.write(hull_lines=FOREIGN_LINE)).asset
    assert asset["findings"]
    assert asset["work"] == {"layers": 5, "compositions": 1}


def test_layer_reached_over_two_arcs_counts_once(assets: AssetFolder, run_check: Check) -> None:
    """A layer that two prims reference is one layer."""
    arcs = 'prepend references = [@./part.usda@]'
    root = assets.write(runtimes=(), base_prims=f'def "A" (\n{arcs}\n) {{\n}}\ndef "B" (\n{arcs}\n) {{\n}}')
    assets.file("prop/payloads/part.usda", '#usda 1.0\n(\n    defaultPrim = "Part"\n)\ndef Xform "Part" {\n}\n')
    assert run_check(root).asset["work"] == {"layers": 3, "compositions": 1}


# ---- the same seen from outside ----


def opens_in(trace: str) -> Counter[str]:
    """How often each file was opened for reading, by its path, in a trace of the open calls."""
    return Counter(match["file"] for match in OPEN_FOR_READING.finditer(trace)
                   if int(match["result"]) >= 0 and "O_DIRECTORY" not in match["flags"])


def traced_opens(command: Sequence[str | Path], folder: Path) -> Counter[str]:
    """How often a command and its children open each file."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("needs strace to see from outside which files are opened")
    traces = Path(tempfile.mkdtemp(prefix="trace", dir=folder))  # one file per process, so that lines stay whole
    tracer = [strace, "-ff", "-qq", "-s", "4096", "-e", "trace=open,openat", "-o", traces / "of"]
    done = subprocess.run([*tracer, *command], env=clean_environment(), capture_output=True, text=True, timeout=120)
    trace = "".join(file.read_text(errors="replace") for file in traces.iterdir())
    if not trace:
        pytest.skip(f"strace cannot trace here: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    return opens_in(trace)


def layer_files(root: Path) -> list[Path]:
    """All layer files of an asset."""
    return sorted(file for file in root.parent.rglob("*.usd*") if file.is_file())


def as_crate(root: Path) -> Path:
    """Rewrite every layer of an asset as crate under its own name with the suffix .usdc; the new root layer."""
    for file in layer_files(root):
        layer = Sdf.Layer.CreateAnonymous(".usdc")
        layer.TransferContent(Sdf.Layer.FindOrOpen(str(file)))
        for path in layer.GetCompositionAssetDependencies():
            assert layer.UpdateCompositionAssetDependency(path, path.replace(".usda", ".usdc"))
        assert layer.Export(str(file.with_suffix(".usdc")))
        file.unlink()
    return root.with_suffix(".usdc")


@pytest.mark.parametrize("encoding", ["text", "crate"])
def test_no_layer_file_is_opened_more_often_than_by_usd_core(assets: AssetFolder, assay_binary: Path, tmp_path: Path,
                                                             encoding: str) -> None:
    """Whatever OpenUSD does to read a layer once is done once, in all selections together."""
    root = assets.write("clean")
    root = as_crate(root) if encoding == "crate" else root
    ours = traced_opens([assay_binary, "check", root, "--jobs", "1"], tmp_path)
    files = layer_files(root)
    assert len(files) == 5
    for file in files:
        theirs = traced_opens([sys.executable, "-c", FIND_OR_OPEN, file], tmp_path)
        assert 1 <= ours[str(file)] <= theirs[str(file)], file.name


def test_trace_shows_a_file_that_is_opened_twice(assets: AssetFolder, tmp_path: Path) -> None:
    """Negative twin: a program that reads a layer twice, once in a child, is seen doing it."""
    root = assets.write("clean")
    twice = ("import os, sys\nopen(sys.argv[1]).read()\n"
             "if os.fork() == 0:\n    open(sys.argv[1]).read()\n    os._exit(0)\nos.wait()")
    assert traced_opens([sys.executable, "-c", twice, root], tmp_path)[str(root)] == 2
    assert traced_opens([sys.executable, "-c", FIND_OR_OPEN, root], tmp_path)[str(root)] == 1


def test_trace_reader_counts_only_opens_that_succeed() -> None:
    """Failed opens and folders are no reading."""
    trace = ('7 openat(AT_FDCWD, "/a.usda", O_RDONLY) = 3\n7 openat(AT_FDCWD, "/a.usda", O_RDONLY) = -1 ENOENT\n'
             '8 openat(AT_FDCWD, "/f", O_RDONLY|O_DIRECTORY) = 4\n8 open("/a.usda", O_RDONLY) = 5\n')
    assert opens_in(trace) == {"/a.usda": 2}
