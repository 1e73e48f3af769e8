"""Options that take a list leave the path behind them alone."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CLEAN_ASSET = ROOT / "examples" / "clean" / "crate" / "asset.usda"
LIST_OPTIONS = [("--select", "RV,composition"), ("--ignore", "RV.001"), ("--runtime", "newton"), ("--require", "newton")]


def exit_code(assay_binary: Path, *arguments: str | Path) -> int:
    """Exit code of `assay check` with these arguments."""
    run = subprocess.run([assay_binary, "check", *arguments], capture_output=True, check=False)
    return run.returncode


@pytest.mark.parametrize(("option", "value"), LIST_OPTIONS)
def test_path_behind_a_list_option_is_a_path(assay_binary: Path, option: str, value: str) -> None:
    """The asset is judged although it stands behind the option's value."""
    assert exit_code(assay_binary, option, value, CLEAN_ASSET) == 0


@pytest.mark.parametrize(("option", "value"), LIST_OPTIONS)
def test_list_option_without_a_path_is_refused(assay_binary: Path, option: str, value: str) -> None:
    """The option's value is no path."""
    assert exit_code(assay_binary, option, value) == 2
