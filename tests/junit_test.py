"""JUnit: a suite for each asset, a case for each judged rule, well-formed whatever the names."""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest
from asset_builder import FOREIGN_LINE, INERT_LINE
from conftest import TIMEOUT_S, AssetFolder, clean_environment

JUnit = Callable[..., ElementTree.Element]
RULE = "runtime.foreign-data"


@pytest.fixture
def junit_of(assay_binary: Path) -> JUnit:
    """Runs `assay check --format junit` and returns the root element."""

    def run(*args: str | Path) -> ElementTree.Element:
        done = subprocess.run([assay_binary, "check", *args, "--format", "junit"], env=clean_environment(),
                              capture_output=True, timeout=TIMEOUT_S)
        return ElementTree.fromstring(done.stdout)

    return run


def cases_of(suite: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """The cases of a suite by name."""
    return {case.get("name", ""): case for case in suite.iter("testcase")}


def outcome_of(case: ElementTree.Element) -> str:
    """What became of a case."""
    found = [child.tag for child in case if child.tag in ("failure", "error", "skipped")]
    assert len(found) <= 1
    return found[0] if found else "pass"


def assert_counts_add_up(root: ElementTree.Element) -> None:
    """The counts of every suite, and of all, are those of the cases in it."""
    for node in [root, *root.iter("testsuite")]:
        outcomes = [outcome_of(case) for case in node.iter("testcase")]
        assert int(node.get("tests", "-1")) == len(outcomes)
        for name, outcome in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(node.get(name, "-1")) == outcomes.count(outcome)


def test_each_asset_is_a_suite_and_each_rule_a_case(assets: AssetFolder, junit_of: JUnit) -> None:
    """A clean asset shows passing cases; only the rule that reports fails in a faulty one."""
    root = junit_of(assets.write("clean"), assets.write("faulty", hull_lines=FOREIGN_LINE))
    assert_counts_add_up(root)
    clean, faulty = root.findall("testsuite")
    assert [clean.get("name"), faulty.get("name")] == ["clean/asset.usda", "faulty/asset.usda"]
    assert set(cases_of(clean)) == set(cases_of(faulty)) and len(cases_of(clean)) >= 4
    assert {outcome_of(case) for case in clean.iter("testcase")} == {"pass"}
    assert {name for name, case in cases_of(faulty).items() if outcome_of(case) == "failure"} == {RULE}
    failure = cases_of(faulty)[RULE].find("failure")
    assert failure is not None and "faulty/payloads/base.usda:" in (failure.text or "")


def test_only_judged_rules_are_cases(assets: AssetFolder, junit_of: JUnit) -> None:
    """A rule that was not selected has no case."""
    asset = assets.write()
    (suite,) = junit_of(asset, "--select", RULE)
    assert set(cases_of(suite)) == {RULE}
    (others,) = junit_of(asset, "--ignore", RULE)
    assert others.findall("testcase") and RULE not in cases_of(others)


@pytest.mark.parametrize("threshold, outcome", [("error", "pass"), ("warning", "failure")])
def test_warnings_fail_when_they_are_to(assets: AssetFolder, junit_of: JUnit, threshold: str, outcome: str) -> None:
    """--fail-on decides whether a warning fails its case; it is shown in any event."""
    (suite,) = junit_of(assets.write(hull_lines=INERT_LINE), "--fail-on", threshold)
    case = cases_of(suite)[RULE]
    assert outcome_of(case) == outcome
    assert "warning: " in "".join(case.itertext())


def test_unreadable_assets_and_missing_paths_are_errors(assets: AssetFolder, junit_of: JUnit) -> None:
    """What could not be judged has a case in error; nothing of it passes."""
    broken = assets.file("broken/broken.usda", "#usda 1.0\ndef Xform Root {}\n")
    (assets.folder / "empty").mkdir()
    root = junit_of(assets.write("clean"), broken, assets.folder / "empty")
    assert_counts_add_up(root)
    clean, failed, missing = root.findall("testsuite")
    assert [outcome_of(case) for case in failed.iter("testcase")] == ["error"]
    assert [outcome_of(case) for case in missing.iter("testcase")] == ["error"]
    assert {outcome_of(case) for case in clean.iter("testcase")} == {"pass"}


def test_unevaluated_rules_are_skipped(assets: AssetFolder, junit_of: JUnit) -> None:
    """A rule that could not be judged is skipped with its reason, and passes where it could."""
    broken = assets.write("broken", missing_runnables=["MuJoCo"])
    (suite,) = junit_of(broken, "--select", RULE)
    skipped = cases_of(suite)[RULE].find("skipped")
    assert skipped is not None and "mujoco" in skipped.get("message", "")
    (whole,) = junit_of(assets.write("whole"), "--select", RULE)
    assert outcome_of(cases_of(whole)[RULE]) == "pass"


def test_silenced_findings_pass_and_are_shown(assets: AssetFolder, junit_of: JUnit) -> None:
    """A silenced finding fails nothing, and the case says by what."""
    asset = assets.write(hull_lines=FOREIGN_LINE)
    assert outcome_of(cases_of(junit_of(asset)[0])[RULE]) == "failure"
    assets.file("assay.toml", f'[[silence]]\nrule = "{RULE}"\npaths = ["**"]\nreason = "to be moved"\n')
    case = cases_of(junit_of(asset)[0])[RULE]
    assert outcome_of(case) == "pass" and "to be moved" in "".join(case.itertext())


def test_odd_names_stay_well_formed(assets: AssetFolder, junit_of: JUnit) -> None:
    """Markup in a file's name is escaped."""
    asset = assets.write("odd", root_file='<a>&"b".usda', hull_lines=FOREIGN_LINE)
    (suite,) = junit_of(asset)
    assert suite.get("name") == '<a>&"b".usda'
    assert outcome_of(cases_of(suite)[RULE]) == "failure"


def test_control_characters_in_names_are_left_out(assets: AssetFolder, junit_of: JUnit) -> None:
    """XML cannot hold them; the asset, which OpenUSD cannot compose either, is an error under its readable name."""
    (suite,) = junit_of(assets.write("odd", root_file="a\x01\x1b.usda", hull_lines=FOREIGN_LINE))
    assert suite.get("name") == "a.usda"
    assert RULE not in cases_of(suite)