#!/usr/bin/env python3
"""Try the installed package over the examples, alone or beside usd-core; ends with an assertion where it does not work."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import sysconfig
from pathlib import Path

import assay


def load_usd_core(folder: Path) -> int:
    """Open an example with usd-core in this process and return the number of its prims."""
    from pxr import Usd

    stage = Usd.Stage.Open(str(folder / "clean" / "crate" / "asset.usda"))
    return len(list(stage.TraverseAll()))


def findings_of(folder: str) -> tuple[str, ...]:
    """The rules that an example breaks; a process of a pool calls it too."""
    return tuple(finding.rule for finding in assay.check(folder).findings)


def try_package(folder: Path) -> None:
    """Call every function, with what works and with what fails."""
    assert assay.check(folder / "clean" / "crate", fail_on="warning").passed
    leaky = assay.check(folder / "polluted" / "leaky_section", require=["physx", "newton"])
    assert not leaky.passed and leaky.findings[0].rule == "runtime.variant-section-impure"
    assert leaky.findings[0].site.line == 54 and leaky.findings[0].site.layer == "asset.usda"
    assert assay.dump(folder / "clean" / "crate" / "asset.usda")["schema"] == "assay.dump/1"
    assert {rule.id for rule in assay.rules()} >= {finding.rule for finding in leaky.findings}
    assert "runtime.foreign-data" in assay.explain("RV.011")
    try:
        assay.check(folder / "absent.usda")
    except assay.NotFoundError as error:
        assert error.code == "not_found" and error.file == "absent.usda"
    else:
        raise AssertionError("a missing file raised nothing")
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(findings_of, [str(folder / "clean" / "crate")] * 2) == [(), ()]


def main() -> None:
    """Try the package as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", type=Path, help="the folder examples/ of the checkout")
    parser.add_argument("--usd-core", choices=("first", "last"), help="load usd-core too, before or after")
    arguments = parser.parse_args()

    installed = Path(sysconfig.get_path("purelib"))
    assert Path(assay.__file__).is_relative_to(installed), f"{assay.__file__} is not what was installed in {installed}"
    prims = load_usd_core(arguments.examples) if arguments.usd_core == "first" else 0
    try_package(arguments.examples)
    assert (("pxr" in sys.modules) == (arguments.usd_core == "first")), "the package must load no OpenUSD"
    if arguments.usd_core == "last":
        prims = load_usd_core(arguments.examples)
        try_package(arguments.examples)
    assert (prims > 0) == (arguments.usd_core is not None)
    beside = f", beside usd-core loaded {arguments.usd_core}" if arguments.usd_core else ""
    print(f"{assay.version()}: the package works{beside}")


if __name__ == "__main__":
    main()
