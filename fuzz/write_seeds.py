#!/usr/bin/env python3
"""Write the first inputs of each fuzz target: the text layers of the repository, and choices in front of them."""

from __future__ import annotations

import argparse
import random
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
FOLDERS = ("assay", "examples", "fuzz", "scenes")
HEADER_SIZE = 19  # of splice_editor.cpp
LONGEST = 4096


def texts() -> list[bytes]:
    """The repository's short text layers, each also with the line ends of Windows."""
    files = sorted(file for folder in FOLDERS for file in (REPOSITORY / folder).rglob("*.usda"))
    found = [text for file in files if len(text := file.read_bytes()) <= LONGEST]
    return found + [text.replace(b"\n", b"\r\n") for text in found]


def write(folder: Path, inputs: list[bytes]) -> None:
    """Write inputs under their numbers."""
    folder.mkdir(parents=True, exist_ok=True)
    for index, each in enumerate(inputs):
        (folder / f"seed-{index:04}").write_bytes(each)


def main() -> None:
    """Write all folders."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="gets one folder for each target")
    folder = parser.parse_args().folder
    chance = random.Random(1)
    write(folder / "text_scanner", texts())
    write(folder / "splice_editor", [chance.randbytes(HEADER_SIZE) + text for text in texts()])
    write(folder / "text_parts", [chance.randbytes(1) + text for text in texts()])


if __name__ == "__main__":
    main()
