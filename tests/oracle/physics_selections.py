"""The physics of a file under each of its selections: as it opens, neutral, per runtime, and each other option one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from oracle.physics import Compared, Record, Upstream, compare_document, our_physics
from oracle.selections import MOST_OPTIONS, Chosen, named_selections, option_selections
from oracle.usd_dump import every_prim
from pxr import Tf, Usd, UsdUtils

Asked = tuple[str, Chosen]  # what `assay inspect` is given: --select, and --variant for each


def candidates(stage: Usd.Stage) -> Iterator[tuple[Asked, Chosen]]:
    """What is asked of `assay inspect`, with the options that a session layer then has to choose."""
    yield ("authored", ()), ()
    for name, chosen in named_selections(stage).items():
        yield (name, ()), chosen
    for selection in list(option_selections(stage))[:MOST_OPTIONS]:
        yield ("authored", selection.chosen), selection.chosen


def opened(file: Path) -> Upstream | None:
    """A file as it opens; None for one that usd-core cannot read."""
    try:
        return Upstream(file)
    except Tf.ErrorException:
        return None


def options_of(stage: Usd.Stage) -> frozenset[tuple[str, str, str]]:
    """All options that a stage is composed with."""
    return frozenset((str(prim.GetPath()), name, prim.GetPrimIndex().GetSelectionAppliedForVariantSet(name))
                     for prim in every_prim(stage) if not prim.IsInstanceProxy()
                     for name in prim.GetVariantSets().GetNames())


def distinct_selections(file: Path, authored: Upstream) -> Iterator[tuple[Asked, Upstream]]:
    """The selections of a file that have options of their own, each with what usd-core composes."""
    known = set()
    for asked, chosen in candidates(authored.stage):
        upstream = Upstream(file, chosen) if chosen else authored
        options = options_of(upstream.stage)
        if options not in known:
            known.add(options)
            yield asked, upstream


def name_of(file: Path, asked: Asked) -> str:
    """How differences of a selection are headed."""
    return " ".join([file.name, asked[0], *(f"{prim}:{each}={option}" for prim, each, option in asked[1])])


def compare_selection(binary: Path, file: Path, asked: Asked, upstream: Upstream) -> Compared:
    """Compares what both say of one selection of a file."""
    document = our_physics(binary, file, *asked)
    if document is None:
        return Compared({}, [f"{name_of(file, asked)}: usd-core opens it, assay inspect does not"])
    compared = compare_document(document, upstream, name_of(file, asked))
    compared.count("selections")
    return compared


def compare_file(binary: Path, file: Path) -> Compared:
    """Compares what both say of a file under its selections; one that does not open is counted."""
    delegate = UsdUtils.CoalescingDiagnosticDelegate()  # takes UsdStage's warnings as long as it lives
    total = Compared()
    authored = opened(file)
    if authored is None:
        total.count("unreadable")
        total.check(our_physics(binary, file) is None, file.name, "assay inspect opens it, usd-core does not")
        return total
    total.count("files")
    for asked, upstream in distinct_selections(file, authored):
        total.add(compare_selection(binary, file, asked, upstream))
    delegate.TakeUncoalescedDiagnostics()
    return total


def documents_of(binary: Path, file: Path) -> dict[Asked, tuple[Record, Upstream]]:
    """Our document and usd-core's stage of each selection of a file."""
    found = {}
    for asked, upstream in distinct_selections(file, Upstream(file)):
        document = our_physics(binary, file, *asked)
        assert document is not None
        found[asked] = document, upstream
    return found
