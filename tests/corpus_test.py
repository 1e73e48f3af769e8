"""The corpus of real assets: our stage against UsdStage, and `assay check`; runs where --corpus asks for it."""

from __future__ import annotations

from concurrent.futures import Executor
from functools import partial
from pathlib import Path

import pytest
from conftest import PROFILES, Check
from oracle.corpus import Corpus
from oracle.isolation import STANDARD, TARGETS, Fact, carry_as_payload, differences_of, facts_of
from oracle.physics_selections import compare_file
from oracle.run import compare_files, expect_equal, expect_judged

FEWEST_FILES = {"small": 20, "full": 400}  # some conversions fail, which is part of the corpus
FEWEST_FACTS = {"small": 4000, "full": 40000}  # that the neutral bases must not carry
SECONDS_PER_FILE = 10


def test_corpus_agrees(assay_binary: Path, corpus: Corpus, pool: Executor, request: pytest.FixtureRequest) -> None:
    outcome = compare_files(assay_binary, corpus.files.values(), pool)
    expect_equal(outcome, FEWEST_FILES[request.config.getoption("corpus")])
    assert outcome.unreadable == []


def test_physics_agrees(assay_binary: Path, corpus: Corpus, pool: Executor) -> None:
    results = list(pool.map(partial(compare_file, assay_binary), sorted(corpus.files.values())))
    assert [difference for result in results for difference in result.differences] == []
    total = {what: sum(result.counts.get(what, 0) for result in results) for what in ("masses", "selections", "transforms")}
    print(total)
    assert min(total.values()) >= len(corpus.files)


@pytest.mark.parametrize("profile", PROFILES)
def test_every_asset_is_judged(run_check: Check, corpus: Corpus, profile: str) -> None:
    files = sorted(corpus.files.values())
    expect_judged(run_check(files, "--profile", profile, timeout=SECONDS_PER_FILE * len(files)), files)


@pytest.fixture(scope="session")
def forbidden(corpus: Corpus, pool: Executor) -> list[set[Fact]]:
    """What the neutral base of each file must not carry, in the order of their paths."""
    return list(pool.map(facts_of, sorted(corpus.files.values())))


@pytest.mark.parametrize("profile", PROFILES)
def test_neutral_bases_are_judged_as_the_policy_says(run_check: Check, corpus: Corpus, forbidden: list[set[Fact]],
                                                     request: pytest.FixtureRequest, profile: str) -> None:
    files = sorted(corpus.files.values())
    run = run_check(files, "--profile", profile, "--isolation", "always", "--select", "RV.011",
                    timeout=SECONDS_PER_FILE * len(files))
    expect_judged(run, files)
    assert differences_of(run.document, forbidden) == []
    assert sum(map(len, forbidden)) >= FEWEST_FACTS[request.config.getoption("corpus")]


def test_payloads_are_judged_as_the_policy_says(run_check: Check, corpus: Corpus, pool: Executor,
                                                tmp_path: Path) -> None:
    files = sorted(corpus.files.values())
    carriers = list(pool.map(carry_as_payload, files, [tmp_path / str(at) for at in range(len(files))]))
    run = run_check(carriers, "--select", "RV.011", timeout=SECONDS_PER_FILE * len(files))
    expect_judged(run, carriers)
    for target in TARGETS:
        expected = list(pool.map(partial(facts_of, target=target), carriers))
        assert differences_of(run.document, expected, target) == []
        assert (sum(map(len, expected)) > 0) == (target != STANDARD)
