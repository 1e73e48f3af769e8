"""Our stage against UsdStage: both dump every file under every selection, and only what is meant differs."""

from __future__ import annotations

import copy
import json
import subprocess
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from conftest import REPOSITORY, clean_environment
from oracle import assets
from oracle.compare import INTENDED, INTENDED_BETWEEN_VERSIONS, compare
from oracle.run import Outcome, compare_files, expect_equal, our_dump
from oracle.usd_dump import Selection, usd_dump

SCHEMA_FILE = REPOSITORY / "docs" / "schemas" / "assay.dump-1.json"
TRICKY_NAMES = [file.stem for file in assets.tricky_roots()]

Dump = dict[str, Any]


@pytest.fixture(scope="module")
def compare_all(assay_binary: Path, pool: Executor) -> Callable[[Iterable[Path]], Outcome]:
    """Compares files under all their selections."""
    return lambda files: compare_files(assay_binary, files, pool)


@pytest.fixture(scope="module")
def wheels() -> dict[str, Path]:
    """The downloaded wheels by package."""
    return assets.fetch_wheels(assets.cache_folder())


@pytest.fixture(scope="module")
def crates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The hand-written layers as .usdc."""
    folder = tmp_path_factory.mktemp("crates")
    assets.write_crates(folder)
    return folder


# ---- the comparison over the corpora ----


@pytest.mark.parametrize(("package", "fewest_files"), [("newton", 80), ("ovphysx", 60)])
def test_files_of_wheel_agree(compare_all: Callable[..., Outcome], wheels: dict[str, Path], tmp_path: Path,
                              package: str, fewest_files: int) -> None:
    folder = assets.unpack_wheel(wheels[package], tmp_path)
    expect_equal(compare_all(assets.usd_files(folder)), fewest_files)


def test_examples_agree(compare_all: Callable[..., Outcome]) -> None:
    expect_equal(compare_all(assets.usd_files(REPOSITORY / "examples")), 5)


def test_rule_fixtures_agree(compare_all: Callable[..., Outcome]) -> None:
    expect_equal(compare_all(assets.usd_files(REPOSITORY / "assay" / "rules")), 100)


def test_tricky_layers_agree(compare_all: Callable[..., Outcome]) -> None:
    expect_equal(compare_all(assets.tricky_roots()), len(TRICKY_NAMES))


def test_tricky_layers_agree_as_crates(compare_all: Callable[..., Outcome], crates: Path) -> None:
    expect_equal(compare_all(crates.glob("*.usdc")), len(TRICKY_NAMES))


def test_tricky_layers_agree_in_packages(compare_all: Callable[..., Outcome], crates: Path, tmp_path: Path) -> None:
    expect_equal(compare_all(assets.write_packages(crates, tmp_path)), len(TRICKY_NAMES))


# ---- the comparison itself ----


def tricky(name: str) -> Path:
    """A hand-written root layer."""
    return assets.TRICKY / f"{name}.usda"


@pytest.fixture(scope="module")
def both(assay_binary: Path) -> Callable[..., tuple[Dump, Dump]]:
    """Our dump of a hand-written layer and the oracle's; they agree."""

    def run(name: str, time: float | None = None) -> tuple[Dump, Dump]:
        selection = Selection((), time)
        ours, theirs = our_dump(assay_binary, tricky(name), selection), usd_dump(tricky(name), selection)
        assert ours is not None
        assert compare(ours, theirs) == []
        return ours, theirs

    return run


def prim_of(dump: Dump, path: str) -> Dump:
    """A prim of a dump."""
    (prim,) = (each for each in dump["prims"] if each["path"] == path)
    return prim


def property_of(dump: Dump, path: str) -> Dump:
    """A property of a dump."""
    prim, _, name = path.rpartition(".")
    (property_,) = (each for each in prim_of(dump, prim)["properties"] if each["name"] == name)
    return property_


def ignore_offsets(dump: Dump) -> None:
    """Sample times as the layer has them."""
    samples = property_of(dump, "/Clip.moving")["animation"]
    samples["times"] = [(time - 8) / 2 for time in samples["times"]]


def take_block_as_value(dump: Dump) -> None:
    """A blocked default that shows the weaker value."""
    property_of(dump, "/P.default_over_default")["default"]["value"] = 1.0


def forget_block(dump: Dump) -> None:
    """A blocked default that is not there."""
    del property_of(dump, "/P.default_over_default")["default"]


def keep_inert_opinion(dump: Dump) -> None:
    """A property that comes from the inert copy of an implied inherit."""
    prim = prim_of(dump, "/Root")
    prim["properties"].append({"name": "zzz", "kind": "attribute", "type": "int", "uniform": False, "custom": False,
                               "metadata": {}})


def take_inert_source(dump: Dump) -> None:
    """A value whose opinion is named by the inert node instead of the one that contributes."""
    property_of(dump, "/Root.physics:mass")["default"]["spec"] = "/_shared.physics:mass"


def swap_schemas(dump: Dump) -> None:
    """Applied schemas in another order."""
    prim_of(dump, "/P")["schemas"].reverse()


def lose_target(dump: Dump) -> None:
    """A relationship with a target less."""
    property_of(dump, "/P.r")["targets"].pop()


def lose_key(dump: Dump) -> None:
    """A dictionary taken from the strongest opinion alone."""
    del prim_of(dump, "/Root")["metadata"]["customData"]["shared"]["weak"]


def lose_prim(dump: Dump) -> None:
    """Prims inside instances left out."""
    dump["prims"] = [prim for prim in dump["prims"] if not prim["instance_proxy"]]


def lose_flag(dump: Dump) -> None:
    """Flags that go on below an instance."""
    prim_of(dump, "/World/Two/Rim")["defined"] = False


def lose_error(dump: Dump) -> None:
    """Composition errors left out."""
    dump["errors"] = []


def hold_value(dump: Dump) -> None:
    """A value held where it is interpolated."""
    property_of(dump, "/P.a_double")["at_time"]["value"] = 0.1


def ignore_reset(dump: Dump) -> None:
    """A transform that is multiplied with its parent's in spite of a reset."""
    prim_of(dump, "/Root/Reset")["world_from_prim"][3][0] += 10


def take_first_instance(dump: Dump) -> None:
    """A prim in an instance with the transform that it has in another instance."""
    left, right = (prim_of(dump, f"/World/{name}/Elbow/Parts/Hand") for name in ("Left", "Right"))
    right["world_from_prim"] = left["world_from_prim"]


def reset_below_instance(dump: Dump) -> None:
    """A reset in an instance that stops at the instance instead of the world."""
    prim_of(dump, "/World/Left/Anchor/Bolt")["world_from_prim"][3][0] += 1


def leave_unresolved(dump: Dump) -> None:
    """A variable expression that is not evaluated."""
    del property_of(dump, "/Root.image")["default"]["value"]["evaluated"]


def take_weaker_binding(dump: Dump) -> None:
    """A strong binding that does not hide the one below."""
    prim_of(dump, "/Root/Strong/Below")["materials"]["all"]["material"] = "/Materials/Rubber"


def lose_exclude(dump: Dump) -> None:
    """A collection without its excludes."""
    prim_of(dump, "/Root")["collections"]["prims"]["prims"].append("/Root/A/Deep")


def forget_uniform(dump: Dump) -> None:
    """A built-in property that varies though its layer says uniform."""
    property_of(dump, "/Root/Guide.purpose")["uniform"] = False


def lose_fallback(dump: Dump) -> None:
    """A built-in property without the fallback of its schema."""
    del property_of(dump, "/Root/Guide.purpose")["fallback"]


def evaluate_clips(dump: Dump) -> None:
    """Value clips that pass for evaluated."""
    prim_of(dump, "/Root")["not_evaluated"] = []


FAULTS = [
    ("time_offsets", ignore_offsets), ("blocks", take_block_as_value), ("blocks", forget_block),
    ("inert_nodes", keep_inert_opinion), ("inert_nodes", take_inert_source), ("list_ops", swap_schemas),
    ("list_ops", lose_target), ("metadata", lose_key), ("instances", lose_prim), ("instances", lose_flag),
    ("errors", lose_error), ("interpolation", hold_value), ("transforms", ignore_reset),
    ("instanced_resets", take_first_instance), ("instanced_resets", reset_below_instance),
    ("variable_expressions", leave_unresolved), ("bindings", take_weaker_binding), ("collections", lose_exclude),
    ("purpose", forget_uniform), ("purpose", lose_fallback), ("value_clips", evaluate_clips),
]


@pytest.mark.parametrize(("name", "fault"), FAULTS, ids=[fault.__name__ for _, fault in FAULTS])
def test_comparison_reports_fault(both: Callable[..., tuple[Dump, Dump]], name: str,
                                  fault: Callable[[Dump], None]) -> None:
    ours, theirs = both(name, 3.0 if fault is hold_value else None)
    faulty = copy.deepcopy(ours)
    fault(faulty)
    assert faulty != ours
    assert compare(faulty, theirs) != []


def test_intended_differences_have_a_name_and_a_reason() -> None:
    listed = INTENDED + INTENDED_BETWEEN_VERSIONS
    assert len({intended.name for intended in listed}) == len(listed)
    assert all(intended.reason.endswith(".") for intended in listed)


# ---- the command ----


@pytest.mark.parametrize("name", TRICKY_NAMES)
def test_dump_matches_its_schema(assay_binary: Path, name: str) -> None:
    schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(our_dump(assay_binary, tricky(name), Selection((), 3.0)))


def run_dump(binary: Path, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """One run of `assay dump`."""
    return subprocess.run([binary, "dump", *arguments], env=clean_environment(), capture_output=True, timeout=60)


def test_same_bytes_each_time(assay_binary: Path) -> None:
    first, second = (run_dump(assay_binary, tricky("instances")).stdout for _ in range(2))
    assert first == second
    assert str(REPOSITORY).encode() not in first


@pytest.mark.parametrize("variant", ["Root:set=a", "/Root", "/Root:=a", "/Root:set"])
def test_bad_variant_ends_in_2_and_is_named(assay_binary: Path, variant: str) -> None:
    done = run_dump(assay_binary, tricky("blocks"), "--variant", variant)
    assert done.returncode == 2
    assert variant.encode() in done.stderr
    assert done.stdout == b""


def test_file_that_does_not_open_ends_in_2_with_its_place(assay_binary: Path, tmp_path: Path) -> None:
    assert run_dump(assay_binary, tmp_path / "absent.usda").returncode == 2
    broken = tmp_path / "broken.usda"
    broken.write_text("#usda 1.0\ndef {\n", encoding="utf-8")
    done = run_dump(assay_binary, broken)
    assert done.returncode == 2
    assert b"broken.usda:2:" in done.stderr
