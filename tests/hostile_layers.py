"""Layers that a test of bad input is made of, and what every run over them keeps to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from conftest import WORKER_MIB, WORKER_SECONDS, AssetFolder, MeasuredRun
from small_layers import HEADER

SPARE_SECONDS = 10  # for start, reading of folders and printing
SPARE_MIB = 256

Build = Callable[[AssetFolder], Path]


# ---- runs ----


def assert_bounded(run: MeasuredRun, seconds: float = WORKER_SECONDS, mib: float = WORKER_MIB) -> None:
    """The run stayed within the limits of one worker."""
    assert run.seconds < seconds + SPARE_SECONDS
    assert run.peak_mib < mib + SPARE_MIB


def assert_only_error(run: MeasuredRun, file: Path, words: str) -> None:
    """This file has an error with these words, and the clean asset beside it passes."""
    assert run.exit_code == 2, run.stderr
    (error,) = run.asset(file.name)["errors"]
    assert error["file"].endswith(file.name)
    assert words in error["message"]
    assert run.asset("clean.usda")["verdict"] == "pass"
    assert_bounded(run)


def clean_neighbour(assets: AssetFolder) -> Path:
    """A healthy asset for the same run."""
    return assets.write("clean", root_file="clean.usda")


# ---- layers ----


def file_with(content: str | bytes, name: str = "bad.usda") -> Build:
    """Builds one file with this content."""
    return lambda assets: assets.file(f"bad/{name}", content)


def with_sublayer(path: str, more: str = "") -> str:
    """A layer with one sublayer."""
    return f'#usda 1.0\n(\n    defaultPrim = "Root"\n    subLayers = [@{path}@]\n{more})\n\ndef Xform "Root"\n{{\n}}\n'


def with_reference(path: str) -> str:
    """A layer whose root prim refers to another layer."""
    return f'{HEADER}def "Root" (\n    references = @{path}@\n)\n{{\n}}\n'


def with_payload(path: str) -> str:
    """A layer whose root prim has another layer as payload."""
    return with_reference(path).replace("references", "payload")


def with_link(content: str, target: str) -> Build:
    """Builds a layer beside `x.usda`, which is a link to somewhere else."""

    def build(assets: AssetFolder) -> Path:
        root = assets.file("bad/bad.usda", content)
        (root.parent / "x.usda").symlink_to(target)
        return root

    return build
