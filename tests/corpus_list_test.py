"""What is listed of a corpus, and what happens where its script is absent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import shared_material
from oracle.corpus import build_corpus, read_corpus

MANIFEST = {
    "assets": [{"name": "robots/arm", "path": "usd/arm.usda", "origin": {"package": "robots", "version": "1.2"}},
               {"name": "props/mug", "path": "usd/mug.usd", "origin": {"package": "props", "version": "3"}}],
    "failed": [{"name": "props/bowl", "error": "no mesh"}],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A corpus of two files; of a third asset no file came."""
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST), encoding="utf-8")
    return tmp_path


def test_all_that_was_built_is_listed(folder: Path) -> None:
    corpus = read_corpus(folder, None)
    assert corpus.files == {"robots/arm": folder / "usd" / "arm.usda", "props/mug": folder / "usd" / "mug.usd"}
    assert corpus.packages == {"robots": "1.2", "props": "3"}


def test_only_wanted_names_are_listed(folder: Path) -> None:
    corpus = read_corpus(folder, {"robots/arm"})
    assert list(corpus.files) == ["robots/arm"]
    assert corpus.packages == {"robots": "1.2"}


def test_absent_script_skips_and_says_why(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_material, "__file__", str(folder / "checkout" / "tests" / "shared_material.py"))
    with pytest.raises(pytest.skip.Exception, match="'shared' beside the checkout"):
        build_corpus("small", folder)
