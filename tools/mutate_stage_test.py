"""The table of the stage's faults fits the source, and a fault out of place is told."""

from __future__ import annotations

from mutate_stage import Mutant, problems_of, read_table


def test_every_fault_has_its_place_in_the_source() -> None:
    mutants = read_table()
    assert problems_of(mutants) == []
    assert len({mutant.name for mutant in mutants}) == len(mutants) > 30
    assert all(mutant.old != mutant.new for mutant in mutants)


def test_fault_whose_text_is_gone_or_stands_twice_is_a_problem() -> None:
    gone, twice = (Mutant(name, "walk.cpp", old, "") for name, old in (("gone", "no such text"), ("twice", "SdfPath")))
    messages = problems_of([gone, twice])
    assert [message.partition(":")[0] for message in messages] == ["gone", "twice"]
    assert all("walk.cpp" in message for message in messages)
