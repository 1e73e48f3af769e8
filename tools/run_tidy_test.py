"""Check which sources are looked at when files changed."""

import run_tidy

includes = {
    "assay/base/finding.cpp": '#include "assay/base/finding.h"\n',
    "assay/model/model.cpp": '#include "assay/base/finding.h"\n#include "assay/model/names.h"\n',
    "cli/main.cpp": "",
}


def test_changed_source_is_checked() -> None:
    assert run_tidy.sources_to_check(["cli/main.cpp", "README.md"], includes) == ["cli/main.cpp"]


def test_source_that_is_not_compiled_is_left_out() -> None:
    assert run_tidy.sources_to_check(["cli/old.cpp"], includes) == []


def test_changed_header_is_checked_through_its_own_source() -> None:
    assert run_tidy.sources_to_check(["assay/base/finding.h"], includes) == ["assay/base/finding.cpp"]


def test_changed_header_without_a_source_is_checked_through_one_that_includes_it() -> None:
    assert run_tidy.sources_to_check(["assay/model/names.h"], includes) == ["assay/model/model.cpp"]


def test_changed_header_needs_no_second_source() -> None:
    changed = ["assay/base/finding.h", "assay/model/model.cpp"]
    assert run_tidy.sources_to_check(changed, includes) == ["assay/model/model.cpp"]
