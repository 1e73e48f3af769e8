#!/usr/bin/env python3
"""Write docs/generated/ from what the built executable prints: pages of rules, effects, the command line, the man page."""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from support_matrix import cell, support_matrix

root = Path(__file__).resolve().parents[1]
timeout_s = 60
exit_failed = 2
intro = "Written by `tools/generate_docs.py`; do not edit."


class Difference(NamedTuple):
    """One generated file that is not as it should be."""

    path: str  # from the output folder, with forward slashes
    problem: str  # missing, differs or is not generated


def binary_path() -> Path:
    """Return the executable to ask: ASSAY_BINARY, else the release build's."""
    return Path(os.environ.get("ASSAY_BINARY") or root / "build" / "release" / "bin" / "assay").absolute()


def ask(binary: Path, *args: str) -> str:
    """Return what the executable prints for these arguments; raises OSError or subprocess.SubprocessError."""
    done = subprocess.run([binary, *args], capture_output=True, check=True, stdin=subprocess.DEVNULL, timeout=timeout_s)
    return done.stdout.decode("utf-8")


def subcommands_of(help_text: str) -> list[str]:
    """Return the subcommands that the main help lists, in its order."""
    _, found, section = help_text.partition("\nSubcommands:\n")
    if not found:
        raise ValueError("the main help has no section 'Subcommands:'")
    names = []
    for line in section.splitlines():
        if not line.startswith("  "):
            break
        # continuation lines of a long description are indented further
        if line[2] != " ":
            names.append(line.split()[0])
    return names


def rules_index(rules: list[dict[str, Any]]) -> str:
    """Return the page that lists every rule."""
    lines = ["# Rules", "", intro, "", "| rule | severity | summary | judges |", "|---|---|---|---|"]
    for rule in rules:
        link = f"[{rule['id']}](rules/{rule['id']}.md)"
        judged = ", ".join(rule["requirements"]) or "–"
        lines.append(f"| {link} | {rule['severity']} | {cell(rule['summary'])} | {cell(judged)} |")
    return "\n".join(lines) + "\n"


def command_line_page(binary: Path) -> str:
    """Return the page with the help of the executable and of each subcommand."""
    main_help = ask(binary, "--help")
    page = f"# Command line\n\n{intro}\n\n## assay\n\n```text\n{main_help.strip()}\n```\n"
    for name in subcommands_of(main_help):
        page += f"\n## assay {name}\n\n```text\n{ask(binary, name, '--help').strip()}\n```\n"
    return page


def generate(binary: Path) -> dict[str, str]:
    """Return every generated file: path from the output folder to text."""
    rules = json.loads(ask(binary, "rules", "--format", "json"))
    files = {f"rules/{rule['id']}.md": ask(binary, "explain", rule["id"]) for rule in rules}
    files["rules.md"] = rules_index(rules)
    files["support-matrix.md"] = support_matrix(json.loads(ask(binary, "effects", "--format", "json")), intro)
    files["cli.md"] = command_line_page(binary)
    files["assay.1"] = ask(binary, "man")
    return files


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the files that lie in a folder and below: path from the folder to content."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def differences(wanted: dict[str, str], folder: Path) -> list[Difference]:
    """Return what a folder has to change to hold exactly the wanted files, sorted by path."""
    present = files_in(folder)
    found = [Difference(path, "is not generated") for path in present if path not in wanted]
    for path, text in wanted.items():
        if path not in present:
            found.append(Difference(path, "missing"))
        elif present[path] != text.encode("utf-8"):
            found.append(Difference(path, "differs"))
    return sorted(found)


def bring_up_to_date(wanted: dict[str, str], folder: Path, changes: list[Difference]) -> None:
    """Write the files that are missing or differ, and remove those that are not generated."""
    for path, _ in changes:
        target = folder / path
        if path not in wanted:
            target.unlink()
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(wanted[path].encode("utf-8"))


def main() -> int:
    """Generate or compare, say what changed or differs, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare; exit 1 when a file is not up to date")
    parser.add_argument("--output", type=Path, default=root / "docs" / "generated", help="folder of the generated files")
    arguments = parser.parse_args()
    binary = binary_path()
    try:
        wanted = generate(binary)
    except (OSError, ValueError, KeyError, subprocess.SubprocessError) as error:
        print(f"cannot generate from {binary}: {error}", file=sys.stderr)
        return exit_failed
    changes = differences(wanted, arguments.output)
    if not arguments.check:
        bring_up_to_date(wanted, arguments.output, changes)
    for path, problem in changes:
        print(f"{arguments.output / path}: {problem}" if arguments.check else f"{arguments.output / path}: updated")
    if arguments.check and changes:
        print("run tools/generate_docs.py with the present build and commit what it writes")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
