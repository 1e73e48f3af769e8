"""Check that generated pages follow the executable, and that a stale, missing or extra page is named."""

import json
import sys
from pathlib import Path

import generate_docs
import pytest

MAIN_HELP = """Does things.
Usage: assay [OPTIONS] SUBCOMMAND

Options:
  -h,--help                   Print this help message and exit

Subcommands:
  check                       judge assets
                              and more of it
  rules                       list the rules

Examples:
  assay check robot.usda
"""
RULES = [
    {"id": "group.first", "aliases": [], "requirements": ["RV.001", "RV.002"], "severity": "error", "summary": "A | B."},
    {"id": "group.second", "aliases": [], "requirements": [], "severity": "note", "summary": "Second."},
]
EFFECTS = {
    "readers": [{"name": "first", "title": "First"}, {"name": "second", "title": "Second"}],
    "features": [
        {"id": "alpha", "area": "body", "used_when": "a | b", "owner": "group.rule", "owner_when": "it must", "effects": {
            "first": {"effect": "approximated", "how": "near", "severity": "note", "sources": [{"source": "run", "detail": "drop"}],
                      "earlier": {"effect": "refused", "severity": "error", "holds_for": "tool 1", "sources": [{"source": "code"}]}},
            "second": {"effect": "unknown", "sources": []}}},
        {"id": "beta", "area": "joint", "used_when": "c", "effects": {
            "first": {"effect": "ignored", "unconfirmed": True, "sources": [{"source": "code"}]},
            "second": {"effect": "honoured", "sources": [{"source": "said"}]}}},
    ],
    "defaults": [{"id": "damping", "reader": "second", "value": 0.05, "unit": "1/s", "property": "a:b", "sources": [{"source": "code"}]},
                 {"id": "offset", "reader": "first", "rule": "by size", "sources": [{"source": "run", "detail": "drop"}]}],
    "sources": [{"id": "run", "kind": "measured", "product": "tool", "version": "2", "text": "here"},
                {"id": "code", "kind": "code", "product": "tool", "version": "1", "text": "there"},
                {"id": "said", "kind": "report", "product": "tool", "text": "users"}],
}  # fmt: skip
FAKE = """#!{python}
import json, sys
args = sys.argv[1:]
answers = json.loads({answers!r})
key = " ".join(args)
if key not in answers:
    sys.exit(2)
sys.stdout.buffer.write(answers[key].encode())
"""
Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]


def default_answers() -> dict[str, str]:
    """What the fake executable prints, by its arguments."""
    return {
        "--help": MAIN_HELP,
        "check --help": "judge assets → verdicts\n",
        "rules --help": "list the rules\n",
        "rules --format json": json.dumps(RULES),
        "effects --format json": json.dumps(EFFECTS),
        "man": ".TH ASSAY 1\n",
        "explain group.first": "# group.first\n\nFirst.\n",
        "explain group.second": "# group.second\n\nSecond.\n",
    }


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A fake executable that ASSAY_BINARY names."""
    binary = tmp_path / "assay"
    write_fake(binary, default_answers())
    monkeypatch.setenv("ASSAY_BINARY", str(binary))
    return binary


def write_fake(binary: Path, answers: dict[str, str]) -> None:
    """Write a script that prints these answers and exits 2 for anything else."""
    binary.write_text(FAKE.format(python=sys.executable, answers=json.dumps(answers)))
    binary.chmod(0o755)


def run_tool(monkeypatch: Patch, output: Path, *args: str) -> int:
    """Run the tool on an output folder and return its exit code."""
    monkeypatch.setattr(sys, "argv", ["generate_docs.py", "--output", str(output), *args])
    return generate_docs.main()


@pytest.mark.usefixtures("fake")
def test_every_page_is_written(tmp_path: Path, monkeypatch: Patch) -> None:
    output = tmp_path / "generated"
    assert run_tool(monkeypatch, output) == 0
    assert sorted(generate_docs.files_in(output)) == [
        "assay.1", "cli.md", "rules.md", "rules/group.first.md", "rules/group.second.md",
        "support-matrix.md",
    ]  # fmt: skip
    assert (output / "rules/group.first.md").read_text() == "# group.first\n\nFirst.\n"
    assert (output / "assay.1").read_text() == ".TH ASSAY 1\n"
    index = (output / "rules.md").read_text()
    assert "| [group.first](rules/group.first.md) | error | A \\| B. | RV.001, RV.002 |" in index
    assert "| [group.second](rules/group.second.md) | note | Second. | – |" in index
    page = (output / "cli.md").read_text(encoding="utf-8")
    assert page.index("## assay\n") < page.index("## assay check\n") < page.index("## assay rules\n")
    assert "judge assets → verdicts" in page


@pytest.mark.usefixtures("fake")
def test_support_matrix_shows_every_fact_with_its_source(tmp_path: Path, monkeypatch: Patch) -> None:
    run_tool(monkeypatch, tmp_path)
    lines = (tmp_path / "support-matrix.md").read_text(encoding="utf-8").splitlines()
    assert lines.index("## Body") < lines.index("## Joint") < lines.index("## Taken where an asset says nothing")
    assert "| feature | used when | First | Second | rule |" in lines
    assert ("| `alpha` | a \\| b | **approximated**: near (note)[^1]; tool 1: **refused** (error)[^2] | unknown | "
            "`group.rule` when it must |") in lines
    assert "| `beta` | c | **ignored**, *unconfirmed*[^2] | **honoured**[^3] | – |" in lines
    assert "| `damping` | – | 0.05 1/s, `a:b`[^2] |" in lines
    assert "| `offset` | by size[^1] | – |" in lines
    assert lines[-3:] == ["[^1]: measured: tool 2, drop", "[^2]: code: tool 1", "[^3]: report: tool"]
    assert "| tool 2 | measured | here |" in lines and "| tool | report | users |" in lines


@pytest.mark.usefixtures("fake")
def test_fresh_pages_pass_the_check(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    output = tmp_path / "generated"
    run_tool(monkeypatch, output)
    capsys.readouterr()
    assert run_tool(monkeypatch, output, "--check") == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("path", "problem"),
    [("rules/group.first.md", "differs"), ("cli.md", "missing"), ("rules/group.old.md", "is not generated")],
)
@pytest.mark.usefixtures("fake")
def test_page_out_of_date_is_named_and_left(tmp_path: Path, monkeypatch: Patch, capsys: Capture, path: str,
                                            problem: str) -> None:
    output = tmp_path / "generated"
    run_tool(monkeypatch, output)
    if problem == "missing":
        (output / path).unlink()
    else:
        (output / path).write_text("something else\n")
    before = generate_docs.files_in(output)
    capsys.readouterr()
    assert run_tool(monkeypatch, output, "--check") == 1
    assert capsys.readouterr().out.splitlines()[0] == f"{output / path}: {problem}"
    assert generate_docs.files_in(output) == before

    assert run_tool(monkeypatch, output) == 0
    assert run_tool(monkeypatch, output, "--check") == 0


def test_line_end_alone_is_a_difference(fake: Path, tmp_path: Path, monkeypatch: Patch) -> None:
    output = tmp_path / "generated"
    run_tool(monkeypatch, output)
    write_fake(fake, default_answers() | {"explain group.second": "# group.second\n\nSecond."})
    assert run_tool(monkeypatch, output, "--check") == 1


@pytest.mark.parametrize(
    "change",
    [{"effects --format json": '{"readers": []}'}, {"rules --format json": "no JSON"}, {"--help": "Usage: assay\n"}, {"rules --format json": '[{"name": "x"}]'}],
)
def test_odd_answer_exits_two_and_writes_nothing(fake: Path, tmp_path: Path, monkeypatch: Patch,
                                                 change: dict[str, str]) -> None:
    write_fake(fake, default_answers() | change)
    assert run_tool(monkeypatch, tmp_path / "generated") == 2
    assert not (tmp_path / "generated").exists()


def test_failed_command_exits_two(fake: Path, tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    answers = default_answers()
    del answers["explain group.second"]
    write_fake(fake, answers)
    assert run_tool(monkeypatch, tmp_path / "generated", "--check") == 2
    assert "explain" in capsys.readouterr().err


def test_missing_executable_exits_two(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setenv("ASSAY_BINARY", str(tmp_path / "nothing"))
    assert run_tool(monkeypatch, tmp_path / "generated") == 2
    assert str(tmp_path / "nothing") in capsys.readouterr().err


def test_subcommands_stop_at_the_next_section() -> None:
    assert generate_docs.subcommands_of(MAIN_HELP) == ["check", "rules"]
