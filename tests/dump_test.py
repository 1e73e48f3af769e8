"""`assay dump` as a command: hostile files, limits of time and memory, and documents larger than memory."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import REPOSITORY, TIMEOUT_S, AssetFolder, clean_environment
from small_layers import ONE_PRIM, doubling_references, long_array, many_prims, nested_dictionaries

VALUES = "double size = 2\nfloat3[] points = [(1, 2, 3)]\n"

Dump = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture
def dump(assay_binary: Path) -> Dump:
    """Runs `assay dump`."""

    def run(*args: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([assay_binary, "dump", *args], env=clean_environment(), cwd=cwd, capture_output=True,
                              timeout=TIMEOUT_S)

    return run


def limits_file(assets: AssetFolder, seconds: float, mib: float) -> Path:
    """A limits file for the worker."""
    return assets.file("limits.toml", f"[worker]\nseconds = {seconds}\nmemory_mib = {mib}\n")


# ---- what cannot be dumped ----


@pytest.mark.parametrize("content, words", [
    (nested_dictionaries(100_000), "crashed"), ("#usda 1.0\ndef Xform Root {}\n", ":2:1: "),
    ("no layer", "not a valid usda layer"), (b"\xef\xbb\xbf" + ONE_PRIM.encode(), "byte order mark"),
], ids=["deep", "syntax", "no_layer", "byte_order_mark"])
def test_bad_file_is_an_error_with_its_name(assets: AssetFolder, dump: Dump, content: str | bytes, words: str) -> None:
    """Exit code 2, the file as it was named, the cause, and nothing on standard output."""
    file = assets.file("bad.usda", content)
    done = dump("bad.usda", cwd=file.parent)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"assay: bad.usda:") and words in done.stderr.decode()
    assert len(done.stderr.splitlines()) == 1
    good = assets.file("good.usda", nested_dictionaries(20))
    assert dump(good).returncode == 0


def test_absent_file_is_an_error(assets: AssetFolder, dump: Dump) -> None:
    """As above, for a file that is not there."""
    done = dump(assets.folder / "absent.usda")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"absent.usda: no such file" in done.stderr


def test_endless_work_ends_at_the_limit(assets: AssetFolder, dump: Dump) -> None:
    """A layer that composes to a million prims is composed no longer than worker.seconds."""
    file = assets.file("root.usda", doubling_references(20))
    started = time.monotonic()
    done = dump(file, "--limits", limits_file(assets, 1, 4096))
    assert time.monotonic() - started < 20
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"the dump took more than 1 s" in done.stderr and b"worker.seconds" in done.stderr


def test_memory_limit_is_named(assets: AssetFolder, dump: Dump) -> None:
    """A file that needs more than worker.memory_mib is refused; with more it is dumped."""
    file = assets.file("long.usda", long_array(2_000_000))
    done = dump(file, "--limits", limits_file(assets, 100, 64))
    assert done.returncode == 2
    assert b"asked for more than 64 MiB of memory" in done.stderr and b"worker.memory_mib" in done.stderr
    assert dump(file, "--limits", limits_file(assets, 100, 2048)).returncode == 0


def test_missing_limits_file_is_an_error(assets: AssetFolder, dump: Dump) -> None:
    """The option is named."""
    done = dump(assets.file("one.usda", ONE_PRIM), "--limits", assets.folder / "absent.toml")
    assert done.returncode == 2 and b"--limits" in done.stderr


def test_senseless_variant_is_an_error(assets: AssetFolder, dump: Dump) -> None:
    """The option and its form are named."""
    done = dump(assets.file("one.usda", ONE_PRIM), "--variant", "Root:Set=Option")
    assert done.returncode == 2 and b"--variant" in done.stderr and b"/Prim:Set=Option" in done.stderr


# ---- large documents ----


def peak_mib(binary: Path, file: Path) -> tuple[float, dict[str, Any]]:
    """The memory of the largest process of a dump, and the document."""
    process = subprocess.Popen([binary, "dump", file], env=clean_environment(), stdout=subprocess.PIPE)
    assert process.stdout is not None
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_maxrss / 1024, json.loads(text)


def test_document_is_written_as_it_is_made(assay_binary: Path, assets: AssetFolder) -> None:
    """The start can be read while the rest is still to come; the whole is laid out like any JSON."""
    file = assets.file("many.usda", many_prims(3000, VALUES))
    process = subprocess.Popen([assay_binary, "dump", file, "--limits", limits_file(assets, 100, 2048)],
                               env=clean_environment(), stdout=subprocess.PIPE)
    assert process.stdout is not None
    start = process.stdout.read(1000)
    assert b'"schema": "assay.dump/1"' in start
    assert process.poll() is None, "the rest waits for its reader"
    text = start + process.stdout.read()
    assert process.wait(timeout=TIMEOUT_S) == 0
    document = json.loads(text)
    assert text.decode() == json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    assert [prim["path"] for prim in document["prims"]] == ["/Root", *(f"/Root/p{index}" for index in range(3000))]


def test_memory_does_not_grow_with_the_document(assay_binary: Path, assets: AssetFolder) -> None:
    """Ten times the document takes the memory of its layer, far from that of a document held whole."""
    (small, few), (large, many) = (peak_mib(assay_binary, assets.file(f"{count}.usda", many_prims(count, VALUES)))
                                   for count in (2_000, 20_000))
    assert len(many["prims"]) == 10 * (len(few["prims"]) - 1) + 1
    size_mib = len(json.dumps(many, indent=1)) / 2**20
    assert large - small < 5 * size_mib


def test_example_is_dumped_as_ever(dump: Dump) -> None:
    """The document holds the prims of a clean example, and none of another."""
    document = json.loads(dump(REPOSITORY / "examples" / "clean" / "crate" / "asset.usda").stdout)
    assert document["schema"] == "assay.dump/1" and document["prims"][0]["path"] == "/Root"
