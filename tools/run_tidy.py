#!/usr/bin/env python3
"""Run clang-tidy on the C++ files that changed, or on all."""

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

root = Path(__file__).resolve().parent.parent
our_folders = ("assay/", "cli/", "tests/")
# the compile commands are g++'s: its precompiled headers and some flags mean nothing to clang, -Wconversion means more;
# g++ tells of our own use of what is deprecated, clang of that inside its library's stable_sort too
silent_warnings = ("ignored-gch", "unknown-warning-option", "unused-command-line-argument", "string-conversion",
                   "deprecated-declarations")
clang_arguments = [f"--extra-arg=-Wno-{name}" for name in silent_warnings]


def git_lines(*arguments: str) -> list[str]:
    """Return the lines that a git command prints, none if it fails."""
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True)
    return done.stdout.splitlines() if done.returncode == 0 else []


def base_commit() -> str | None:
    """Return the commit to compare with: where the branch left origin/main, or else the one before HEAD."""
    head = git_lines("rev-parse", "--verify", "HEAD")
    branched = git_lines("merge-base", "origin/main", "HEAD")
    before = git_lines("rev-parse", "--verify", "HEAD~1")
    base = branched if branched and branched != head else before
    return base[0] if base else None


def changed_files(base: str) -> list[str]:
    """Return the files that differ from a commit, those not yet added to git included."""
    return git_lines("diff", "--name-only", "--diff-filter=d", base) + git_lines(
        "ls-files", "--others", "--exclude-standard"
    )


def sources_to_check(changed: list[str], includes: dict[str, str]) -> list[str]:
    """Return the sources that cover the changed files; of those that include a changed header, one is enough.

    `includes` holds the text of every source that is compiled, by its name from the root.
    """
    chosen = {file for file in changed if file in includes}
    for header in (file for file in changed if file.endswith(".h")):
        includers = sorted(source for source, text in includes.items() if f'#include "{header}"' in text)
        twin = header.removesuffix(".h") + ".cpp"
        if includers and not chosen.intersection(includers):
            chosen.add(twin if twin in includers else includers[0])
    return sorted(chosen)


def compiled_sources(build: Path) -> dict[str, str]:
    """Return the text of each of our sources in the compile commands, by its name from the root."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    paths = [Path(command["file"]) for command in commands]
    names = [path.relative_to(root).as_posix() for path in paths if path.is_relative_to(root) and path.exists()]
    return {name: (root / name).read_text(encoding="utf-8") for name in names if name.startswith(our_folders)}


def tidy(program: str, build: Path, source: str) -> tuple[bool, str]:
    """Check one source; return whether it passed and what to print."""
    command = [program, "--quiet", "-p", str(build), *clang_arguments, source]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    return done.returncode == 0, done.stdout + (done.stderr if done.returncode != 0 and not done.stdout else "")


def main() -> int:
    """Check the sources, print what clang-tidy finds, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clang-tidy", required=True, help="the program")
    parser.add_argument("--build", type=Path, required=True, help="folder of compile_commands.json")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="every source, changed or not")
    arguments = parser.parse_args()

    if not (arguments.build / "compile_commands.json").exists():
        print("no compile commands: the build is not configured")
        return 1
    includes = compiled_sources(arguments.build)
    base = None if arguments.all else base_commit()
    sources = sources_to_check(changed_files(base), includes) if base else sorted(includes)
    is_clean = True
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for passed, output in pool.map(lambda source: tidy(arguments.clang_tidy, arguments.build, source), sources):
            is_clean = is_clean and passed
            print(output, end="")
    print(f"{len(sources)} of {len(includes)} sources checked")
    return 0 if is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
