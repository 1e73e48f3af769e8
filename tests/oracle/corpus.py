"""The corpus of real assets beside the checkout: built on demand, listed by its manifest."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from shared_material import shared_folder

SIZES = ("small", "full")
TIMEOUT_S = {"small": 1800, "full": 4 * 3600}  # of the build; what exists is kept for the next one


@dataclass(frozen=True)
class Corpus:
    """The corpus as it was built."""

    files: dict[str, Path]  # root layers by the asset's name
    packages: dict[str, str]  # versions of those whose assets are among the files


def corpus_folder() -> Path:
    """Where the corpus is kept: ASSAY_CORPUS, else the user's cache."""
    return Path(os.environ.get("ASSAY_CORPUS") or Path.home() / ".cache" / "assay-corpus")


def corpus_script() -> Path:
    """What makes the corpus; skips where its folder is absent."""
    return shared_folder() / "corpus" / "make_corpus.py"


def small_names(script: Path) -> set[str]:
    """The assets that the small corpus holds."""
    made = runpy.run_path(str(script))
    return {name for name, _, _, _, is_small in made["catalogue"]() if is_small} | set(made["SMALL_NATIVE"])


def build_corpus(size: str, folder: Path) -> Corpus:
    """Build what is missing and list it; skips where the script's folder is absent."""
    script = corpus_script()
    python = shutil.which("python3.11")
    if python is None:
        pytest.fail("the corpus is built with Python 3.11, and there is no python3.11 on the PATH: install it")
    subprocess.run([python, script, "--dest", folder, *(["--small"] if size == "small" else [])], check=True,
                   stdin=subprocess.DEVNULL, timeout=TIMEOUT_S[size])
    return read_corpus(folder, small_names(script) if size == "small" else None)


def read_corpus(folder: Path, names: set[str] | None) -> Corpus:
    """What the manifest of a built corpus lists under these names; under all for None."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assets = [asset for asset in manifest["assets"] if names is None or asset["name"] in names]
    return Corpus({asset["name"]: folder / asset["path"] for asset in assets},
                  {asset["origin"]["package"]: asset["origin"]["version"] for asset in assets})
