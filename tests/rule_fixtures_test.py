"""The rules' fixtures: each reports what its comments expect, and nothing else, of any rule."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from conftest import REPOSITORY, Check, clean_environment

Finding = Mapping[str, Any]

RULES_FOLDER = REPOSITORY / "assay" / "rules"
KINDS = ("pass", "fail")
SEVERITIES = ("error", "warning", "note")
MOST_LINES = 100
TEXT_SUFFIXES = (".usd", ".usda")

EXPECTATION = re.compile(r"(?P<rule>[a-z0-9-]+\.[a-z0-9-]+) (?P<severity>error|warning|note) "
                         r"(?:-|<(?P<prim>[^>]+)>)(?:\.(?P<property>\S+))?(?P<rest>.*)")
CLAUSES = ("selections", "subject", "mentions")


# ---- what a fixture says ----


@dataclass(frozen=True)
class Expectation:
    """One finding that a fixture expects; a field that is None matches anything."""

    rule: str
    severity: str
    prim: str  # empty: the finding has no prim
    property: str  # empty: the finding has no property
    selections: frozenset[str] | None = None
    subject: str | None = None
    mentions: str | None = None  # text that the message holds


@dataclass(frozen=True)
class Fixture:
    """One asset beside a rule, with what is expected of it."""

    name: str  # group/rule.kind[.name]
    rule: str
    kind: str
    root: Path
    args: tuple[str, ...]
    all_notes: bool
    expectations: tuple[Expectation, ...]


def comment_after(line: str, word: str) -> str | None:
    """What a comment line says after `# word:`, or None where it does not begin so."""
    start = f"# {word}:"
    return line.strip().removeprefix(start).strip() if line.strip().startswith(start) else None


def comments_of(lines: Iterable[str], word: str) -> list[str]:
    """What the comment lines that begin with `# word:` say."""
    found = (comment_after(line, word) for line in lines)
    return [comment for comment in found if comment is not None]


def header_of(text: str) -> list[str]:
    """The comment lines at the top of a layer, before its first metadata or prim."""
    lines = text.splitlines()
    end = next((index for index, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return lines[:end]


def clauses_of(text: str) -> dict[str, str]:
    """The clauses after an expectation's place, such as `selections a,b`."""
    words = text.split()
    names, values = words[::2], words[1::2]
    if len(names) != len(values) or len(set(names)) != len(names) or not set(names) <= set(CLAUSES):
        raise ValueError(f"not clauses of an expectation: {text}")
    return dict(zip(names, values))


def read_expectation(text: str) -> Expectation:
    """The expectation that stands after `# expect:`."""
    match = EXPECTATION.fullmatch(text)
    if match is None:
        raise ValueError(f"not an expectation: {text}")
    clauses = clauses_of(match["rest"])
    selections = frozenset(clauses["selections"].split(",")) if "selections" in clauses else None
    return Expectation(match["rule"], match["severity"], match["prim"] or "", match["property"] or "", selections,
                       clauses.get("subject"), clauses.get("mentions"))


def expectations_of(text: str) -> list[Expectation]:
    """All expectations of one layer."""
    return [read_expectation(comment) for comment in comments_of(text.splitlines(), "expect")]


def layers_of(path: Path) -> list[Path]:
    """The text layers of a fixture."""
    return sorted(file for file in path.rglob("*") if file.suffix in TEXT_SUFFIXES) if path.is_dir() else [path]


def root_of(path: Path) -> Path:
    """The root layer of a fixture: the file itself, asset.usda, or the folder's only .usda."""
    if path.is_file():
        return path
    if (path / "asset.usda").is_file():
        return path / "asset.usda"
    (only,) = path.glob("*.usda")
    return only


def rule_of(path: Path) -> str:
    """The rule that a fixture stands beside: runtime/foreign_data.fail.x is of runtime.foreign-data."""
    return f"{path.parent.name}.{path.name.split('.')[0].replace('_', '-')}"


def read_fixture(path: Path) -> Fixture:
    """A fixture with its header and its expectations."""
    root = root_of(path)
    header = header_of(root.read_text(encoding="utf-8"))
    args = [arg for comment in comments_of(header, "check") for arg in shlex.split(comment)]
    expectations = [each for layer in layers_of(path) for each in expectations_of(layer.read_text(encoding="utf-8"))]
    name = path.relative_to(RULES_FOLDER).as_posix().removesuffix(".usda")
    return Fixture(name, rule_of(path), path.name.split(".")[1], root, tuple(args),
                   "on" in comments_of(header, "notes"), tuple(expectations))


def is_fixture(path: Path) -> bool:
    """Whether a path beside the rules is named like a fixture."""
    return path.name.split(".")[1:2] in [[kind] for kind in KINDS] and (path.is_dir() or path.suffix == ".usda")


def fixture_paths() -> list[Path]:
    """The files and folders beside the rules that are fixtures."""
    return sorted(path for path in RULES_FOLDER.glob("*/*") if is_fixture(path))


FIXTURES = [read_fixture(path) for path in fixture_paths()]
EVERY_FIXTURE = pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)


# ---- judging ----


def is_met_by(expectation: Expectation, finding: Finding) -> bool:
    """Whether a finding is the expected one."""
    return (
        (expectation.rule, expectation.severity) == (finding["rule"], finding["severity"])
        and (expectation.prim, expectation.property) == (finding["prim"] or "", finding["property"] or "")
        and expectation.selections in (None, frozenset(finding["selections"]))
        and expectation.subject in (None, finding["subject"])
        and (expectation.mentions is None or expectation.mentions in finding["message"])
    )


def counts(finding: Finding, fixture: Fixture) -> bool:
    """Whether a finding has to be expected: notes of other rules need not."""
    return finding["severity"] != "note" or fixture.all_notes or finding["rule"] == fixture.rule


def outline(finding: Finding) -> str:
    """A finding written as an expectation, with its message."""
    prim = f"<{finding['prim']}>" if finding["prim"] else "-"
    place = f"{prim}.{finding['property']}" if finding["property"] else prim
    selections = f" selections {','.join(finding['selections'])}" if finding["selections"] else ""
    subject = f" subject {finding['subject']}" if finding["subject"] else ""
    return f"{finding['rule']} {finding['severity']} {place}{selections}{subject}: {finding['message']}"


def differences(fixture: Fixture, findings: Sequence[Finding]) -> list[str]:
    """How findings differ from what a fixture expects: each is one finding, and each finding is one of them."""
    counted = [finding for finding in findings if counts(finding, fixture)]
    faults = []
    for expectation in fixture.expectations:
        met = sum(is_met_by(expectation, finding) for finding in counted)
        if met != 1:
            faults.append(f"{met} findings for {expectation}")
    for finding in counted:
        met = sum(is_met_by(expectation, finding) for expectation in fixture.expectations)
        if met != 1:
            faults.append(f"{met} expectations for {outline(finding)}")
    return faults


def faults_of_kind(fixture: Fixture, worst_of_rule: str) -> list[str]:
    """Whether a fixture expects what its kind promises: something of its own rule, or nothing that counts."""
    serious = [each for each in fixture.expectations if each.severity != "note"]
    if fixture.kind == "pass":
        return [f"a pass fixture expects {each}" for each in serious]
    own = [each for each in fixture.expectations if each.rule == fixture.rule]
    enough = own if worst_of_rule == "note" else [each for each in own if each.severity != "note"]
    return [] if enough else ["a fail fixture expects nothing of its own rule"]


def missing_fixtures(rules: Iterable[str], fixtures: Iterable[Fixture]) -> list[str]:
    """The rules without a fixture of each kind, and the fixtures without a rule."""
    known, given = set(rules), list(fixtures)
    present = {(fixture.rule, fixture.kind) for fixture in given}
    wanted = [(rule, kind) for rule in sorted(known) for kind in KINDS]
    missing = [f"{rule} has no {kind} fixture" for rule, kind in wanted if (rule, kind) not in present]
    return missing + [f"{fixture.name} belongs to no rule" for fixture in given if fixture.rule not in known]


# ---- tests ----


@pytest.fixture(scope="module")
def severity_of_rules(assay_binary: Path) -> dict[str, str]:
    """Every rule with the worst severity that it reports."""
    done = subprocess.run([assay_binary, "rules", "--format", "json"], env=clean_environment(), capture_output=True,
                          check=True, timeout=60)
    listed = json.loads(done.stdout)
    rules = listed["rules"] if isinstance(listed, dict) else listed
    return {rule["id"]: rule["severity"] for rule in rules}


@EVERY_FIXTURE
def test_fixture_reports_what_it_expects(fixture: Fixture, run_check: Check) -> None:
    """The findings of all rules are the expected ones exactly, and everything could be judged."""
    run = run_check(fixture.root, *fixture.args)
    assert run.document is not None, run.stderr
    assert run.errors == []
    assert run.asset["not_evaluated"] == []
    assert differences(fixture, run.asset["findings"]) == []


@EVERY_FIXTURE
def test_fixture_is_of_its_kind(fixture: Fixture, severity_of_rules: dict[str, str]) -> None:
    """A fail fixture expects a finding of its rule, a pass fixture none that counts."""
    assert faults_of_kind(fixture, severity_of_rules[fixture.rule]) == []


@EVERY_FIXTURE
def test_fixture_is_short_and_says_what_it_is_about(fixture: Fixture) -> None:
    """Each layer stays under the limit, and the root layer's header has a plain comment."""
    path = fixture.root if fixture.root.parent.parent == RULES_FOLDER else fixture.root.parent
    lengths = {layer.name: len(layer.read_text(encoding="utf-8").splitlines()) for layer in layers_of(path)}
    assert all(length < MOST_LINES for length in lengths.values()), lengths
    header = header_of(fixture.root.read_text(encoding="utf-8"))
    assert any(re.match(r"# (?!check:|notes:|expect:)\S", line) for line in header)


def test_every_rule_has_fixtures_and_every_fixture_a_rule(severity_of_rules: dict[str, str]) -> None:
    """No rule ships without an asset that fails and a healthy one."""
    assert len(severity_of_rules) >= 4
    assert missing_fixtures(severity_of_rules, FIXTURES) == []


# ---- negative twins: each judgement above can fail ----


def finding_example(**changes: Any) -> dict[str, Any]:
    """A finding as `assay check` reports it."""
    return {"rule": "runtime.foreign-data", "severity": "error", "prim": "/Root/a", "property": "newton:contactGap",
            "selections": ["standard", "physx"], "subject": "newton:contactGap", "message": "it is foreign"} | changes


EXPECTED = read_expectation("runtime.foreign-data error </Root/a>.newton:contactGap selections physx,standard "
                            "subject newton:contactGap mentions foreign")
NOTE = finding_example(severity="note", prim="/Root/b")


def fixture_example(*expectations: Expectation, **changes: Any) -> Fixture:
    """A fail fixture with these expectations."""
    return replace(Fixture("runtime/foreign_data.fail", "runtime.foreign-data", "fail", Path("x.usda"), (), False,
                           expectations), **changes)


def test_comparison_accepts_the_expected_findings() -> None:
    """The right answer has no difference, in any order of selections."""
    assert differences(fixture_example(EXPECTED), [finding_example()]) == []
    assert differences(fixture_example(), []) == []


@pytest.mark.parametrize("changes", [
    {"rule": "runtime.other"}, {"severity": "warning"}, {"prim": "/Root/b"}, {"prim": None}, {"property": None},
    {"selections": ["standard"]}, {"selections": ["standard", "physx", "newton"]}, {"subject": "newton:contactMargin"},
    {"message": "it is native"},
], ids=lambda changes: "_".join(changes))
def test_comparison_rejects_a_finding_with_one_other_field(changes: dict[str, Any]) -> None:
    """Each field counts: the expectation is unmet and the finding unexpected."""
    assert len(differences(fixture_example(EXPECTED), [finding_example(**changes)])) == 2


def test_comparison_leaves_open_what_an_expectation_leaves_out() -> None:
    """Without selections and subject, any will do."""
    short = read_expectation("runtime.foreign-data error </Root/a>.newton:contactGap")
    assert differences(fixture_example(short), [finding_example(selections=["newton"], subject=None)]) == []


def test_comparison_rejects_missing_unexpected_and_repeated_findings() -> None:
    """Each expectation is one finding, and each finding one expectation."""
    assert len(differences(fixture_example(EXPECTED), [])) == 1
    assert len(differences(fixture_example(), [finding_example(rule="composition.other")])) == 1
    assert differences(fixture_example(EXPECTED), [finding_example(), finding_example()]) != []
    assert differences(fixture_example(EXPECTED, EXPECTED), [finding_example()]) != []


def test_notes_count_for_the_rule_under_test_or_when_switched_on() -> None:
    """A note of the rule itself has to be expected; one of another rule only with `# notes: on`."""
    assert len(differences(fixture_example(), [NOTE])) == 1
    assert differences(fixture_example(), [NOTE | {"rule": "runtime.other"}]) == []
    assert len(differences(fixture_example(all_notes=True), [NOTE | {"rule": "runtime.other"}])) == 1


def test_expectation_without_prim_meets_only_findings_without_one() -> None:
    """`-` stands for no prim."""
    expectation = read_expectation("runtime.foreign-data error -")
    assert differences(fixture_example(expectation), [finding_example(prim=None, property=None)]) == []
    assert differences(fixture_example(expectation), [finding_example(property=None)]) != []


@pytest.mark.parametrize("text", [
    "", "runtime.foreign-data </Root>", "runtime.foreign-data fatal </Root>", "foreign-data error </Root>",
    "runtime.foreign-data error /Root", "runtime.foreign-data error </Root> selections",
    "runtime.foreign-data error </Root> subject a subject b", "runtime.foreign-data error </Root> sometimes",
])
def test_malformed_expectation_is_refused(text: str) -> None:
    """A typing error in a fixture never turns into an expectation that is skipped."""
    with pytest.raises(ValueError):
        read_expectation(text)


def test_expectations_are_read_wherever_they_stand() -> None:
    """Indented comments count; text that is no comment of its own does not."""
    lines = ("#usda 1.0", "# expect: a.b error -", "    # expect: a.c note </Root>.x",
             'def "x" {} # expect: a.d error -')
    assert [each.rule for each in expectations_of("\n".join(lines))] == ["a.b", "a.c"]


def test_header_ends_at_the_first_line_that_is_no_comment() -> None:
    """A `# check:` below the metadata is no header."""
    header = header_of("#usda 1.0\n# check: --runtime newton\n(\n)\n# notes: on\n")
    assert comments_of(header, "check") == ["--runtime newton"]
    assert comments_of(header, "notes") == []


@pytest.mark.parametrize("kind, severity, worst, right", [
    ("fail", "error", "error", True), ("fail", "warning", "error", True), ("fail", "note", "error", False),
    ("fail", "note", "note", True), ("pass", "note", "error", True), ("pass", "warning", "error", False),
    ("pass", "error", "error", False),
])
def test_kind_of_a_fixture_decides_what_it_may_expect(kind: str, severity: str, worst: str, right: bool) -> None:
    """A pass fixture expects notes at most; a fail fixture more, unless its rule only has notes."""
    fixture = fixture_example(replace(EXPECTED, severity=severity), kind=kind)
    assert (faults_of_kind(fixture, worst) == []) == right


def test_fail_fixture_needs_a_finding_of_its_own_rule() -> None:
    """Another rule's error does not make a fixture fail for this one."""
    assert faults_of_kind(fixture_example(replace(EXPECTED, rule="runtime.other")), "error") != []
    assert faults_of_kind(fixture_example(), "error") != []


def test_missing_fixtures_and_rules_are_named() -> None:
    """A rule without its healthy asset and a fixture without its rule are both found."""
    fixtures = [fixture_example(), fixture_example(kind="pass"), fixture_example(rule="runtime.gone")]
    assert missing_fixtures(["runtime.foreign-data"], fixtures[:2]) == []
    assert missing_fixtures(["runtime.foreign-data"], fixtures[:1]) == ["runtime.foreign-data has no pass fixture"]
    assert missing_fixtures(["runtime.foreign-data"], fixtures) == ["runtime/foreign_data.fail belongs to no rule"]


@pytest.mark.parametrize("name, is_one", [
    ("rule.fail.usda", True), ("rule.pass.name.usda", True), ("rule.usda", False), ("rule.cpp", False),
    ("rule.fails.usda", False), ("rule.fail.cpp", False),
])
def test_fixtures_are_told_from_other_files_by_name(tmp_path: Path, name: str, is_one: bool) -> None:
    """Only the agreed names are fixtures."""
    assert is_fixture(tmp_path / name) == is_one
