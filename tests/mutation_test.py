"""A sample of the damaged layers of tools/mutate_layers.py, and twins in which that tool finds a fault."""

from __future__ import annotations

import importlib.util
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from conftest import REPOSITORY, clean_environment

SAMPLE = 500
SAMPLE_SECONDS = 90
TOOL = REPOSITORY / "tools" / "mutate_layers.py"

Damage = Callable[[bytes, random.Random], bytes]


def load_tool() -> ModuleType:
    """The tool as a module; the folder `tools` is on no search path."""
    spec = importlib.util.spec_from_file_location("mutate_layers", TOOL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


mutate_layers = load_tool()

# what a false executable does for `check`, and the kind of fault that this is
MISBEHAVIOURS = {
    "exit_70": ("sys.exit(70)", "crash"),
    "abort": ("os.abort()", "crash"),
    "no_json": ("print('{')", "output"),
    "no_output": ("sys.exit(0)", "output"),
    "other_schema": ("answer(schema='assay.check/0')", "output"),
    "no_assets": ("answer(assets=[])", "output"),
    "hang": ("time.sleep(60)", "hang"),
    "memory": ("block = b'x' * (1100 << 20); time.sleep(0.2); answer()", "memory"),
    "absolute_path": ("answer(folder=os.path.dirname(limits))", "text"),
    "long_message": ("answer(message='x' * 20_000)", "text"),
}

FALSE_EXECUTABLE = """\
#!{python}
import json, os, subprocess, sys, time

if sys.argv[1] == "schema":
    os.execv("{binary}", ["{binary}", *sys.argv[1:]])
limits = sys.argv[sys.argv.index("--limits") + 1]


def answer(**more):
    done = subprocess.run(["{binary}", *sys.argv[1:]], stdout=subprocess.PIPE)
    print(json.dumps(json.loads(done.stdout) | more))
    sys.exit(done.returncode)


{action}
"""


def write_false_executable(file: Path, binary: Path, action: str) -> Path:
    """Write a script that prints the true schema and does something else for `check`."""
    file.write_text(FALSE_EXECUTABLE.format(python=sys.executable, binary=binary, action=action), encoding="utf-8")
    file.chmod(0o755)
    return file


def mutate(binary: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run the tool on a binary."""
    return subprocess.run([sys.executable, TOOL, "--assay", binary, *args], env=clean_environment(),
                          capture_output=True, text=True, timeout=2 * SAMPLE_SECONDS)


@pytest.fixture(scope="module")
def sample(assay_binary: Path) -> subprocess.CompletedProcess[str]:
    """The sample, run once."""
    return mutate(assay_binary, "--count", str(SAMPLE), "--jobs", "2")


def counts_in(text: str) -> dict[str, int]:
    """The numbers of a line such as `crash: 1, hang: 2`."""
    return {kind: int(number) for kind, number in re.findall(r"(\w+): (\d+)", text)}


def faults_of(done: subprocess.CompletedProcess[str]) -> dict[str, int]:
    """The numbers of faults by kind that the last line tells."""
    last = done.stdout.splitlines()[-1]
    assert last.startswith("faults of the tool: "), done.stderr
    return counts_in(last.removeprefix("faults of the tool: "))


def test_damaged_layers_do_not_upset_the_tool(sample: subprocess.CompletedProcess[str]) -> None:
    """No crash, no hang, no invalid document, no excess of memory over the sample."""
    faults = faults_of(sample)
    faults.pop("text", None)
    assert faults == {}, sample.stderr


def test_damage_reaches_every_way_out(sample: subprocess.CompletedProcess[str]) -> None:
    """The sample holds files that are still judged and files that no longer open."""
    (line,) = [line for line in sample.stdout.splitlines() if line.startswith("assets: ")]
    counts = counts_in(line.removeprefix("assets: "))
    assert sum(counts.values()) == SAMPLE
    assert min(counts["judged"], counts["unreadable"]) > SAMPLE / 10


def test_messages_about_damaged_layers_are_short(sample: subprocess.CompletedProcess[str]) -> None:
    """No absolute path and no endless message in any document."""
    assert "text" not in faults_of(sample), sample.stderr


def damaged_layers(folder: Path, start: str) -> list[bytes]:
    """Sixty damaged layers of the examples."""
    seeds = mutate_layers.seeds_of_folder(REPOSITORY / "examples")
    layers = []
    for index in range(60):
        chance = random.Random(f"{start}:{index}")
        root = mutate_layers.write_damaged(chance.choice(seeds), chance, folder / str(index))
        layers.append(root.read_bytes())
    return layers


def test_damage_follows_from_the_seed_alone(tmp_path: Path) -> None:
    """The same start of the chance gives the same files, another one others."""
    first, again, other = (damaged_layers(tmp_path / name, start)
                           for name, start in (("a", "5"), ("b", "5"), ("c", "6")))
    assert first == again
    assert len(set(first) - set(other)) > 50


@pytest.mark.parametrize("damage", mutate_layers.damages, ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("content", [b"x", b"size = 12\n" * 40, b"PXR-USDC" + bytes(200)],
                         ids=["byte", "text", "crate"])
def test_each_damage_changes_most_files(damage: Damage, content: bytes) -> None:
    """Whatever the content, a damage ends, and mostly leaves another content."""
    results = [damage(content, random.Random(index)) for index in range(50)]
    assert len(content) == 1 or sum(result != content for result in results) > 25


@pytest.mark.parametrize("kind", MISBEHAVIOURS)
def test_misbehaviour_is_found_and_kept(assay_binary: Path, tmp_path: Path, kind: str) -> None:
    """Negative twin: an executable that misbehaves is a fault of that kind, and its files are kept."""
    action, fault = MISBEHAVIOURS[kind]
    false_executable = write_false_executable(tmp_path / "assay", assay_binary, action)
    done = mutate(false_executable, "--count", "2", "--batch-seconds", "5", "--keep", str(tmp_path / "kept"))
    assert (done.returncode, set(faults_of(done))) == (1, {fault}), done.stderr
    assert {folder.name for folder in (tmp_path / "kept").iterdir()} == {"1-0", "1-1"}


def test_executable_that_behaves_has_no_fault(assay_binary: Path, tmp_path: Path) -> None:
    """The same way around with nothing changed finds and keeps nothing."""
    false_executable = write_false_executable(tmp_path / "assay", assay_binary, "answer()")
    done = mutate(false_executable, "--count", "2", "--keep", str(tmp_path / "kept"))
    assert (done.returncode, faults_of(done)) == (0, {}), done.stderr
    assert not (tmp_path / "kept").exists()
