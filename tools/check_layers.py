#!/usr/bin/env python3
"""Fail on any include that the table of rooms does not allow, and on folders whose name says nothing."""

import argparse
import os
import re
import sys
from pathlib import Path

# what each room of assay/ may include, besides itself and `base`; the table of the architecture, word for word
rooms = {
    "base": [],
    "geometry": [],
    "schema": [],
    "stage": ["schema"],
    "model": ["geometry"],
    "extract": ["geometry", "stage", "model", "schema"],
    "inspect": ["geometry", "model", "schema", "stage", "extract"],
    "rules": ["geometry", "model", "schema"],
    "audit": ["geometry", "schema", "model"],
    "check": ["extract", "rules"],
    "plan": ["geometry", "model", "schema"],
    "engines": ["geometry", "model", "schema"],
    "trial": ["geometry", "model", "engines"],
    "tune": ["trial"],
    "workflow": [
        "geometry", "schema", "stage", "model", "extract", "rules", "check", "plan", "engines", "trial", "tune",
    ],
    "render": ["geometry", "model"],
    "report": [],
}  # fmt: skip
rooms_with_openusd = ["stage", "extract"]
# folders outside assay/ that may include every room, and which of these they may include
outer_folders = {"cli": ["cli"], "tests": ["cli", "tests"], "bench": ["bench"], "examples": [], "fuzz": ["fuzz"]}
forbidden_folder_names = ["utils", "common", "helpers", "misc", "core"]

skipped_folder_names = ["build", "node_modules", "__pycache__"]
source_suffixes = [".h", ".hpp", ".c", ".cc", ".cpp", ".inc"]
include_line = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def includes_of(text: str) -> list[tuple[int, str, str]]:
    """Return line, opening mark and path of every include."""
    return [(text.count("\n", 0, hit.start(1)) + 1, hit[1], hit[2]) for hit in include_line.finditer(text)]


def problem_of_include(file: str, mark: str, included: str) -> str | None:
    """Say why a file, named from the root of the tree, may not have this include; None if it may."""
    folder, room = (file.split("/") + [""])[:2]
    target, target_room = (included.split("/") + [""])[:2]
    in_assay = folder == "assay"
    owner = f"assay/{room}" if in_assay else folder
    if target == "pxr":
        return None if in_assay and room in rooms_with_openusd else f"{owner} may not include OpenUSD"
    if target == "assay":
        if target_room not in rooms:
            return f"assay/{target_room} is no room"
        is_allowed = not in_assay or target_room in ["base", room, *rooms[room]]
        return None if is_allowed else f"{owner} may not include assay/{target_room}"
    if target in outer_folders:
        is_allowed = not in_assay and target in outer_folders[folder]
        return None if is_allowed else f"{owner} may not include {target}"
    if mark == '"':
        return "quotes are for our own headers, written from the root of the tree"
    return None


def problems_of_source(file: str, text: str) -> list[str]:
    """Return the problems of one source file as printable lines."""
    folder, room = (file.split("/") + [""])[:2]
    if folder == "assay" and room not in rooms:
        return [f"{file}:1: stands in no room of the table"]
    problems = []
    for line, mark, included in includes_of(text):
        if problem := problem_of_include(file, mark, included):
            problems.append(f"{file}:{line}: {problem} ({included})")
    return problems


def walk(root: Path) -> list[tuple[str, list[str]]]:
    """Return every folder below the root, named from it, with its files; hidden and built ones are left out."""
    found = []
    for folder, names, files in os.walk(root):
        names[:] = sorted(name for name in names if name[0] != "." and name not in skipped_folder_names)
        found.append((Path(folder).relative_to(root).as_posix(), sorted(files)))
    return found


def problems_of_tree(root: Path) -> list[str]:
    """Return the problems of a whole tree as printable lines."""
    problems = []
    for folder, files in walk(root):
        if folder.split("/")[-1] in forbidden_folder_names:
            problems.append(f"{folder}: name the folder after what it holds")
        if folder.split("/")[0] not in ["assay", *outer_folders]:
            continue
        for name in files:
            if Path(name).suffix in source_suffixes:
                text = (root / folder / name).read_text(encoding="utf-8")
                problems += problems_of_source(f"{folder}/{name}", text)
    return problems


def main() -> int:
    """Check the tree, print what is wrong, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent, help="tree to check")
    problems = problems_of_tree(parser.parse_args().root)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
