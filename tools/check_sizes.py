#!/usr/bin/env python3
"""Fail on files and functions above their budget of lines, and on open points without a topic."""

import argparse
import ast
import os
import re
import sys
from pathlib import Path
from typing import Iterator

# lines
source_budget = 500
header_budget = 250
python_budget = 500
test_budget = 800
fixture_budget = 100
function_budget = 60

skipped_folder_names = ["build", "generated", "node_modules", "__pycache__"]
header_suffixes = [".h", ".hpp"]
source_suffixes = [".c", ".cc", ".cpp", ".js", ".ts"]
cpp_suffixes = [".h", ".hpp", ".c", ".cc", ".cpp"]
scanned_suffixes = [*header_suffixes, *source_suffixes, ".py", ".cmake", ".sh", ".toml", ".usda"]

open_point = "TO" + "DO"
open_point_in_comment = re.compile(rf"(?://|/\*|#|^\s*\*).*?\b{open_point}\b(.*)")
open_point_form = re.compile(r"\([a-z0-9][a-z0-9_ -]*\): \S")

# order matters: the first alternative that starts at a place wins
opaque_text = re.compile(
    r"""R"(?P<mark>[^()\\\s"]*)\(.*?\)(?P=mark)"      # raw string
      | //[^\n]* | /\*.*?\*/                          # comments
      | "(?:\\.|[^"\\\n])*"                           # string
      | (?<![0-9A-Za-z_])(?:u8|[uUL])?'(?:\\.|[^'\\\n])+'  # character; not the mark within 1'000
      | ^[ \t]*\#(?:[^\n\\]|\\\n|\\.)*                # preprocessor line, with its continuations
    """,
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
template_parameters = re.compile(r"^\s*template\s*<")
access_label = re.compile(r"^\s*(?:public|protected|private)\s*:(?!:)")
alignment = re.compile(r"alignas\s*\([^()]*\)|__attribute__\s*\(\([^()]*\)\)|\[\[.*?\]\]")
type_head = re.compile(r"^\s*(?:typedef\s+)?(?:class|struct|union|enum)\b[^(]*$")
scope_head = re.compile(r'^\s*(?:inline\s+)?(?:namespace\b|extern\s*"?)')
member_initializer = re.compile(r"\)[^(){}]*[^:]:(?!:)(?:.*,)?\s*[\w:<>, ]+$", re.DOTALL)
lambda_head = re.compile(r"=\s*\[[^\[\]]*\]\s*(?:\(.*\))?[^(){}=]*$", re.DOTALL)
function_name = re.compile(r"(operator\s*\(\)|operator\s*[^\s\w(]+|operator\s+[\w:]+|[\w~]+)\s*\(")


def blank(text: str) -> str:
    """Return as many line ends as the text has."""
    return "\n" * text.count("\n")


def code_only(text: str) -> str:
    """Return C++ without comments, strings and preprocessor lines; every line keeps its number."""

    def replacement(hit: re.Match[str]) -> str:
        keeps_place = hit[0].lstrip()[0] not in "/#"
        return ("0" if keeps_place else " ") + blank(hit[0])

    return opaque_text.sub(replacement, text)


def without_template(head: str) -> str:
    """Return a declaration without the template parameters in front of it."""
    while template_parameters.match(head):
        depth, at = 0, head.index("<")
        for at in range(at, len(head)):
            depth += {"<": 1, ">": -1}.get(head[at], 0)
            if depth == 0:
                break
        head = head[at + 1 :]
    return head


def kind_of(head: str) -> str:
    """Say what a brace opens, judged by what stands before it: scope, function, initializer or data."""
    head = without_template(alignment.sub("", head))
    if scope_head.match(head) or type_head.match(head):
        return "scope"
    if lambda_head.search(head):
        return "function"
    before_parameters = re.sub(r"operator\s*[=<>!+*/-]+", "operator", head.split("(")[0])
    if "(" not in head or "=" in before_parameters:
        return "data"
    return "initializer" if member_initializer.search(head) else "function"


def name_of(head: str) -> str:
    """Return the name of the function that a declaration declares."""
    head = without_template(head)
    hit = function_name.search(head)
    return re.sub(r"\s", "", hit[1]) if hit and "=" not in head.split("(")[0] else "lambda"


def matching_brace(code: str, start: int) -> int:
    """Return where the brace that opens at `start` closes, or the end of the text."""
    depth = 0
    for hit in re.compile(r"[{}]").finditer(code, start):
        depth += 1 if hit[0] == "{" else -1
        if depth == 0:
            return hit.start()
    return len(code)


def cpp_functions(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield line, name and lines of every function of a C++ file, from its declaration to its closing brace."""
    code = code_only(text)
    head_start, depth, at = 0, 0, 0
    while at < len(code):
        char = code[at]
        if char in "()":
            depth += 1 if char == "(" else -1
        elif char == "{":
            head = code[head_start:at]
            kind = kind_of(head) if depth == 0 else "data"
            if kind == "scope":
                head_start = at + 1
            else:
                close = matching_brace(code, at)
                if kind == "function":
                    first = head_start + len(head) - len(head.lstrip())
                    yield code.count("\n", 0, first) + 1, name_of(head), code.count("\n", first, close) + 1
                    head_start = close + 1
                at = close
        elif depth == 0 and char in ";}":
            head_start = at + 1
        elif depth == 0 and char == ":" and access_label.match(code[head_start : at + 2]):
            head_start = at + 1
        at += 1


def python_functions(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield line, name and lines of every function of a Python file, decorators left out."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def file_budget(file: str) -> int | None:
    """Return how many lines a file, named from the root of the tree, may have; None if any number."""
    path = Path(file)
    if path.suffix == ".usda":
        return fixture_budget if file.startswith("assay/rules/") else None
    if path.suffix in [".py", *source_suffixes] and path.stem.endswith(("_test", ".test")):
        return test_budget
    if path.suffix in header_suffixes:
        return header_budget
    if path.suffix in source_suffixes:
        return source_budget
    return python_budget if path.suffix == ".py" else None


def problems_of_file(file: str, text: str) -> list[str]:
    """Return the problems of one file as printable lines."""
    problems = []
    lines = text.splitlines()
    budget = file_budget(file)
    if budget is not None and len(lines) > budget:
        problems.append(f"{file}:1: {len(lines)} lines, budget {budget}")
    suffix = Path(file).suffix
    functions = cpp_functions if suffix in cpp_suffixes else python_functions if suffix == ".py" else None
    for line, name, length in sorted(functions(text)) if functions else []:
        if length > function_budget:
            problems.append(f"{file}:{line}: {name} has {length} lines, budget {function_budget}")
    for number, line in enumerate(lines, 1):
        hit = open_point_in_comment.search(line)
        if hit and not open_point_form.match(hit[1]):
            problems.append(f"{file}:{number}: write {open_point}(topic): what is missing")
    return problems


def open_point_count(text: str) -> int:
    """Return how many open points a file has."""
    return sum(1 for line in text.splitlines() if open_point_in_comment.search(line))


def files_of(root: Path) -> Iterator[str]:
    """Yield the files to look at, named from the root; hidden, built and generated ones are left out."""
    for folder, names, files in os.walk(root):
        names[:] = sorted(name for name in names if name[0] != "." and name not in skipped_folder_names)
        for name in sorted(files):
            if Path(name).suffix in scanned_suffixes or name == "CMakeLists.txt":
                yield (Path(folder) / name).relative_to(root).as_posix()


def main() -> int:
    """Check the tree, print what is wrong and how many open points there are, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent, help="tree to check")
    root = parser.parse_args().root
    problems, open_points = [], 0
    for file in files_of(root):
        text = (root / file).read_text(encoding="utf-8")
        problems += problems_of_file(file, text)
        open_points += open_point_count(text)
    for problem in problems:
        print(problem)
    if open_points:
        print(f"{open_points} {open_point}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
