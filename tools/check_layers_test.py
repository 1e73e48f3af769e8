"""Check that the layering check passes what the table allows and names what it does not."""

from pathlib import Path

import check_layers
import pytest


def write(root: Path, file: str, text: str) -> None:
    """Write a file of the tree under test."""
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    (root / file).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "include"),
    [
        ("assay/base/a.h", "<string>"),
        ("assay/base/a.cpp", '"assay/base/a.h"'),
        ("assay/schema/a.h", '"assay/base/result.h"'),
        ("assay/tune/a.h", '"assay/base/result.h"'),
        ("assay/stage/a.cpp", "<pxr/sdf/layer.h>"),
        ("assay/extract/a_test.cpp", "<pxr/pcp/cache.h>"),
        ("assay/extract/a.cpp", '"assay/stage/asset.h"'),
        ("assay/rules/joint/limits.cpp", '"assay/model/model.h"'),
        ("assay/workflow/a.cpp", '"assay/tune/search.h"'),
        ("assay/rules/a.cpp", "<fmt/format.h>"),
        ("cli/check.cpp", '"assay/check/job.h"'),
        ("cli/check.cpp", '"cli/flags.h"'),
        ("tests/runner.cpp", '"cli/flags.h"'),
    ],
)
def test_allowed_include_passes(tmp_path: Path, file: str, include: str) -> None:
    write(tmp_path, file, f"#pragma once\n#include {include}\n")
    assert check_layers.problems_of_tree(tmp_path) == []


@pytest.mark.parametrize(
    ("file", "include", "problem"),
    [
        ("assay/base/a.h", '"assay/model/model.h"', "assay/base may not include assay/model"),
        ("assay/rules/joint/a.cpp", '"assay/stage/asset.h"', "assay/rules may not include assay/stage"),
        ("assay/rules/a_test.cpp", '"assay/check/job.h"', "assay/rules may not include assay/check"),
        ("assay/report/json.cpp", '"assay/model/model.h"', "assay/report may not include assay/model"),
        ("assay/tune/a.cpp", '"assay/engines/engine.h"', "assay/tune may not include assay/engines"),
        ("assay/model/a.h", "<pxr/sdf/layer.h>", "assay/model may not include OpenUSD"),
        ("assay/model/a.h", '"pxr/sdf/layer.h"', "assay/model may not include OpenUSD"),
        ("cli/check.cpp", "<pxr/sdf/layer.h>", "cli may not include OpenUSD"),
        ("assay/check/a.cpp", '"cli/flags.h"', "assay/check may not include cli"),
        ("cli/check.cpp", '"tests/runner.h"', "cli may not include tests"),
        ("cli/check.cpp", '"assay/report.h"', "assay/report.h is no room"),
        ("assay/base/a.cpp", '"a.h"', "quotes are for our own headers, written from the root of the tree"),
        ("assay/base/a.cpp", '"../base/a.h"', "quotes are for our own headers, written from the root of the tree"),
    ],
)
def test_forbidden_include_is_named(tmp_path: Path, file: str, include: str, problem: str) -> None:
    write(tmp_path, file, f"#pragma once\n\n  #  include {include}\n")
    assert check_layers.problems_of_tree(tmp_path) == [f"{file}:3: {problem} ({include[1:-1]})"]


@pytest.mark.parametrize("file", ["assay/physics/a.h", "assay/a.h"])
def test_source_outside_every_room_is_named(tmp_path: Path, file: str) -> None:
    write(tmp_path, file, "#include <string>\n")
    assert check_layers.problems_of_tree(tmp_path) == [f"{file}:1: stands in no room of the table"]


def test_commented_include_is_no_include() -> None:
    assert check_layers.includes_of('// #include "assay/stage/asset.h"\n') == []


def test_folder_name_that_says_nothing_is_named(tmp_path: Path) -> None:
    write(tmp_path, "assay/rules/helpers/a.h", "")
    write(tmp_path, "python/utils/a.py", "")
    write(tmp_path, "build/common/a.h", '#include "assay/stage/asset.h"\n')
    assert check_layers.problems_of_tree(tmp_path) == [
        "assay/rules/helpers: name the folder after what it holds",
        "python/utils: name the folder after what it holds",
    ]


def test_every_allowed_room_is_a_room() -> None:
    for allowed in check_layers.rooms.values():
        assert set(allowed) <= check_layers.rooms.keys()
