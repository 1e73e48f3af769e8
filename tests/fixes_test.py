"""Fixes: each changes a commented, oddly laid out layer as its fixture's diff says, silences its rule, and no more."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from asset_builder import FOREIGN_LINE
from conftest import TIMEOUT_S, AssetFolder, Check, clean_environment
from fix_fixtures import EVERY_FIXTURE, FIXTURES, GOLDEN, Fixture, apply_diff, contents_of, diff_of, with_windows_line_ends
from pxr import Sdf

def facts_of(asset: dict[str, Any]) -> set[tuple[str, str, str, str]]:
    """What an asset's findings are about, notes left out."""
    return {(each["rule"], each["prim"], each["property"], each["subject"])
            for each in asset["findings"] if each["severity"] != "note"}


# ---- each fixture ----


@EVERY_FIXTURE
def test_fix_changes_what_its_diff_says(fixture: Fixture, run_check: Check, assay_binary: Path, tmp_path: Path) -> None:
    root = fixture.copy(tmp_path / "asset")
    before = contents_of(root.parent)
    expected = (fixture.folder / GOLDEN).read_text(encoding="utf-8")
    assert diff_of(assay_binary, root, *fixture.args) == expected
    assert contents_of(root.parent) == before, "a dry run writes nothing"

    run_check(root, *fixture.args)
    assert contents_of(root.parent) == apply_diff(before, expected)


@EVERY_FIXTURE
def test_fixed_asset_is_clean_and_stays_as_it_is(fixture: Fixture, run_check: Check, tmp_path: Path) -> None:
    root = fixture.copy(tmp_path / "asset")
    before = run_check(root).asset
    assert any(finding["rule"] == fixture.rule and finding["fixes"] for finding in before["findings"])
    after = run_check(root, *fixture.args)
    assert [each for each in after.asset["findings"] if each["rule"] == fixture.rule] == []
    assert facts_of(after.asset) <= facts_of(before)
    files = contents_of(root.parent)
    again = run_check(root, *fixture.args)
    assert "fixed" not in again.stderr
    assert contents_of(root.parent) == files


@EVERY_FIXTURE
def test_windows_line_ends_stay(fixture: Fixture, run_check: Check, tmp_path: Path) -> None:
    plain = fixture.copy(tmp_path / "plain")
    windows = fixture.copy(tmp_path / "windows")
    with_windows_line_ends(windows)
    run_check(plain, *fixture.args)
    run_check(windows, *fixture.args)
    expected = {name: content.replace(b"\n", b"\r\n") for name, content in contents_of(plain.parent).items()}
    assert contents_of(windows.parent) == expected


@pytest.mark.parametrize("fixture", [each for each in FIXTURES if "--fix" not in each.args], ids=lambda each: each.name)
def test_suggested_fixes_are_left_by_fix(fixture: Fixture, run_check: Check, tmp_path: Path) -> None:
    root = fixture.copy(tmp_path / "asset")
    before = contents_of(root.parent)
    done = run_check(root, "--fix")
    assert contents_of(root.parent) == before
    assert "with a suggested fix (--suggested-fixes)" in done.stderr


# ---- what is refused ----


def test_member_of_a_package_is_never_edited(run_check: Check, assets: AssetFolder) -> None:
    root = assets.write(section_lines={"Newton": "float physics:mass = 1"})
    package = assets.folder / "prop.usdz"
    with zipfile.ZipFile(package, "w", zipfile.ZIP_STORED) as archive:
        for file in [root, *sorted(path for path in root.parent.rglob("*.usda") if path != root)]:
            archive.write(file, file.relative_to(root.parent).as_posix())
    before = package.read_bytes()
    foreign = run_check(package, "--isolation", "always", "--suggested-fixes", "--rewrite")
    assert package.read_bytes() == before
    assert "fixed" not in foreign.stderr


def test_foreign_data_in_a_package_is_refused_with_the_reason(run_check: Check, assets: AssetFolder) -> None:
    base = assets.write("base", hull_lines=FOREIGN_LINE).parent / "payloads" / "base.usda"
    root = assets.write("prop")
    (root.parent / "payloads" / "base.usda").unlink()
    package = root.parent / "payloads" / "base.usdz"
    with zipfile.ZipFile(package, "w", zipfile.ZIP_STORED) as archive:
        archive.write(base, "base.usda")
    root.write_text(root.read_text(encoding="utf-8").replace("payloads/base.usda", "payloads/base.usdz"),
                    encoding="utf-8")
    before = package.read_bytes()
    done = run_check(root, "--suggested-fixes", "--rewrite")
    assert "refused" in done.stderr and "is a member of a package" in done.stderr
    assert done.exit_code == 1
    assert package.read_bytes() == before


def test_layer_outside_of_the_paths_is_refused(run_check: Check, assets: AssetFolder) -> None:
    root = assets.write(hull_lines=FOREIGN_LINE)
    outside = assets.folder / "shared" / "base.usda"
    outside.parent.mkdir()
    (root.parent / "payloads" / "base.usda").rename(outside)
    root.write_text(root.read_text(encoding="utf-8").replace("./payloads/base.usda", "../shared/base.usda"),
                    encoding="utf-8")
    before = outside.read_bytes()
    done = run_check(root, "--suggested-fixes")
    assert "lies outside of the given paths" in done.stderr
    assert outside.read_bytes() == before
    wider = run_check(assets.folder, "--suggested-fixes")
    assert "fixed" in wider.stderr
    assert outside.read_bytes() != before


def test_text_that_cannot_be_spliced_is_refused_until_rewrite_allows_it(run_check: Check, assets: AssetFolder) -> None:
    root = assets.write(section_lines={"Newton": "float newton:value = 1"})
    payload = root.parent / "runnables" / "physics" / "newton.usda"
    samples = "    float newton:value.timeSamples = { 0: 1 }\n    float newton:value = 2\n"
    text = payload.read_text(encoding="utf-8").replace('over "Root"\n{\n', 'over "Root"\n{\n    # two statements\n' + samples)
    payload.write_text(text, encoding="utf-8")
    before = contents_of(root.parent)
    done = run_check(root, "--suggested-fixes")
    assert "takes several statements; --rewrite writes the layer anew" in done.stderr
    assert contents_of(root.parent) == before, "neither of the two layers changes"
    again = run_check(root, "--suggested-fixes", "--rewrite")
    assert "fixed" in again.stderr
    assert again.exit_code == 0
    assert "# two statements" not in payload.read_text(encoding="utf-8")


# ---- the command ----


def test_mode_of_a_layer_stays(run_check: Check, assets: AssetFolder) -> None:
    root = assets.write(hull_lines=FOREIGN_LINE)
    base = root.parent / "payloads" / "base.usda"
    base.chmod(0o640)
    run_check(root, "--suggested-fixes")
    assert stat.S_IMODE(base.stat().st_mode) == 0o640
    assert sorted(path.name for path in base.parent.iterdir()) == ["base.usda"]


def test_full_disk_leaves_layers_as_they_were(assay_binary: Path, assets: AssetFolder) -> None:
    root = assets.write(hull_lines=FOREIGN_LINE)
    before = contents_of(root.parent)
    limited = ("import os, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64)); "
               "os.execv(sys.argv[1], sys.argv[1:])")
    done = subprocess.run([sys.executable, "-c", limited, assay_binary, "check", root, "--suggested-fixes"],
                          env=clean_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIMEOUT_S)
    assert done.returncode == 2
    assert b"cannot be written" in done.stderr
    assert contents_of(root.parent) == before


# arguments: an empty folder, the asset's folder, the executable; says what became of the layers behind its output
ON_A_DISK = """
mount -t tmpfs -o size=64k none "$1" && cp -r "$2/." "$1" || exit 99
[ "$4" = full ] && dd if=/dev/zero of="$1/filling" bs=4k 2>/dev/null
"$3" check "$1/asset.usda" --suggested-fixes
code=$?
rm -f "$1/filling"
diff -r "$1" "$2" >/dev/null && echo "layers: same" || echo "layers: changed"
exit $code
"""


@pytest.mark.parametrize("room, code, layers", [("full", 2, "same"), ("free", 0, "changed")])
def test_full_disk_leaves_layers_as_they_were_for_real(assay_binary: Path, assets: AssetFolder, tmp_path: Path,
                                                       room: str, code: int, layers: str) -> None:
    """On a disk without a free block no layer changes and nothing is left behind; with room the fix is made."""
    disk = tmp_path / "disk"
    disk.mkdir()
    unshare = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
    if subprocess.run([*unshare, 'mount -t tmpfs none "$0"', disk], capture_output=True).returncode != 0:
        pytest.skip("needs user namespaces")
    root = assets.write(hull_lines=FOREIGN_LINE)
    done = subprocess.run([*unshare, ON_A_DISK, "sh", disk, root.parent, assay_binary, room], env=clean_environment(),
                          capture_output=True, timeout=TIMEOUT_S)
    assert (done.returncode, done.stdout.decode().splitlines()[-1]) == (code, f"layers: {layers}"), done.stderr
    assert (b"cannot be written" in done.stderr) == (room == "full")


@pytest.mark.parametrize("flag", ["--dry-run", "--rewrite"])
def test_flags_of_fixes_need_a_fix(flag: str, run_check: Check, assets: AssetFolder) -> None:
    done = run_check(assets.write(), flag)
    assert done.exit_code == 2
    assert "--fix or --suggested-fixes" in done.stderr


def test_text_report_says_what_was_fixed_and_judges_again(run_check: Check, assets: AssetFolder) -> None:
    done = run_check(assets.write(hull_lines=FOREIGN_LINE), "--suggested-fixes", "--format", "text")
    text = done.stdout.decode()
    assert "fixed    payloads/base.usda: remove newton:contactGap" in text
    assert "left     0 findings" in text
    assert "\nPASS " in text
    assert done.exit_code == 0


# ---- what the composed stage says ----

RUNTIME_SETS = ("PhysX", "Newton", "MuJoCo")
SOURCES = ("layer", "spec")  # where a value comes from may change; what it is may not

Facts = dict[tuple[str, str], Any]


def without_sources(node: Any) -> Any:
    """A part of a dump without the places that opinions come from."""
    if isinstance(node, dict):
        return {key: without_sources(value) for key, value in node.items() if key not in SOURCES}
    return [without_sources(item) for item in node] if isinstance(node, list) else node


def facts_of_dump(dump: dict[str, Any]) -> Facts:
    """What a composed stage says, by prim and name of the schema, property or metadata."""
    facts: Facts = {("/", name): value for name, value in dump["metadata"].items()}
    for prim in dump["prims"]:
        path = prim["path"]
        facts |= {(path, schema): True for schema in prim["schemas"]}
        facts |= {(path, each["name"]): without_sources(each) for each in prim["properties"]}
        facts |= {(path, name): value for name, value in prim["metadata"].items()}
        facts[path, ""] = {key: prim[key] for key in ("specifier", "type", "active", "defined", "instance")}
    return facts


def composed_facts(binary: Path, root: Path) -> list[Facts]:
    """What the stage of an asset says in the neutral base and under each runtime alone."""
    prim = Sdf.Layer.FindOrOpen(str(root)).defaultPrim
    sets = [name for name in RUNTIME_SETS if f'variantSet "{name}"' in root.read_text(encoding="utf-8")]
    all_facts = []
    for enabled in [None, *sets]:
        options = [f"--variant=/{prim}:{name}={'Enabled' if name == enabled else 'Disabled'}" for name in sets]
        done = subprocess.run([binary, "dump", root, *options], env=clean_environment(), capture_output=True, check=True,
                              timeout=TIMEOUT_S)
        all_facts.append(facts_of_dump(json.loads(done.stdout)))
    return all_facts


def changes_between(before: list[Facts], after: list[Facts]) -> set[tuple[str, str]]:
    """The facts that differ under some selection."""
    return {key for one, other in zip(before, after) for key in one.keys() | other.keys()
            if one.get(key) != other.get(key)}


def intended_changes(asset: dict[str, Any], rule: str, args: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What the fixes of an asset's findings are about."""
    wanted = ("safe", "suggested") if "--suggested-fixes" in args else ("safe",)
    for finding in asset["findings"]:
        if finding["rule"] != rule or not any(fix["safety"] in wanted for fix in finding["fixes"]):
            continue
        if rule == "runtime.foreign-data":
            yield finding["prim"], finding["subject"]
        elif rule == "runtime.variant-scaffold-wrong" and not finding["prim"]:
            yield "/", "customLayerData"  # another default changes no selection that is made


@EVERY_FIXTURE
def test_composed_stage_changes_only_where_it_is_meant(fixture: Fixture, run_check: Check, assay_binary: Path,
                                                       tmp_path: Path) -> None:
    """In the base and under each runtime the stage differs in what the findings are about, and in nothing else."""
    root = fixture.copy(tmp_path / "asset")
    before = composed_facts(assay_binary, root)
    intended = set(intended_changes(run_check(root).asset, fixture.rule, fixture.args))
    run_check(root, *fixture.args)
    assert changes_between(before, composed_facts(assay_binary, root)) == intended


def test_comparison_of_stages_sees_a_change(assay_binary: Path, assets: AssetFolder) -> None:
    """Negative twin: another value under one runtime is seen, the same value in another layer is not."""
    line = "float newton:contactMargin = 1"
    plain = composed_facts(assay_binary, assets.write("plain", runnable_lines={"Newton": line}))
    moved = composed_facts(assay_binary, assets.write("moved", section_lines={
        "Newton": f'over "Body" {{\n over "Hull" {{\n {line}\n }}\n }}'}))
    other = composed_facts(assay_binary, assets.write("other", runnable_lines={"Newton": line.replace("1", "2")}))
    assert changes_between(plain, moved) == set()
    assert changes_between(plain, other) == {("/Root/Body/Hull", "newton:contactMargin")}


# ---- layers that are no plain text ----


def crate_of(layer: Path) -> Path:
    """Replace a text layer by a crate layer with the same content under the extension .usdc."""
    crate = layer.with_suffix(".usdc")
    Sdf.Layer.FindOrOpen(str(layer)).Export(str(crate))
    layer.unlink()
    return crate


def crate_asset(assets: AssetFolder, name: str) -> tuple[Path, Path]:
    """An asset with foreign data in a base that is a crate layer; returns both layers."""
    root = assets.write(name, hull_lines=f"{FOREIGN_LINE}\nfloat physics:kept = 3")
    base = crate_of(root.parent / "payloads" / "base.usda")
    root.write_bytes(root.read_bytes().replace(b"base.usda", b"base.usdc"))
    return root, base


def test_crate_layer_is_edited_when_rewrite_allows_it(run_check: Check, assay_binary: Path, assets: AssetFolder) -> None:
    """The stage then lacks the foreign data and says the same otherwise; the layer is still a crate."""
    root, base = crate_asset(assets, "prop")
    stage, content = composed_facts(assay_binary, root), base.read_bytes()
    refused = run_check(root, "--suggested-fixes")
    assert "refused  payloads/base.usdc" in refused.stderr and "--rewrite writes it anew" in refused.stderr
    assert (refused.exit_code, base.read_bytes()) == (1, content)

    done = run_check(root, "--suggested-fixes", "--rewrite")
    assert "fixed    payloads/base.usdc: remove newton:contactGap" in done.stderr
    assert (done.exit_code, done.asset["findings"]) == (0, [])
    assert base.read_bytes().startswith(b"PXR-USDC")
    changed = changes_between(stage, composed_facts(assay_binary, root))
    assert changed == {("/Root/Body/Hull", "newton:contactGap")}
    assert [path.name for path in base.parent.iterdir()] == ["base.usdc"]


def test_dry_run_says_that_a_crate_layer_would_change(run_check: Check, assay_binary: Path, assets: AssetFolder) -> None:
    """Bytes have no lines: the diff says that the file differs, and nothing is written."""
    root, base = crate_asset(assets, "prop")
    content = base.read_bytes()
    done = subprocess.run([assay_binary, "check", root, "--suggested-fixes", "--rewrite", "--dry-run"],
                          env=clean_environment(), capture_output=True, timeout=TIMEOUT_S)
    assert done.stdout.decode() == "Binary files a/payloads/base.usdc and b/payloads/base.usdc differ\n"
    assert b"would fix  payloads/base.usdc: remove newton:contactGap" in done.stderr
    assert base.read_bytes() == content


def test_byte_order_mark_is_named_and_left(run_check: Check, assets: AssetFolder) -> None:
    """OpenUSD reads no text layer with one: as root layer it is an error that says so, behind an arc a finding."""
    mark = b"\xef\xbb\xbf"
    root = assets.write(hull_lines=FOREIGN_LINE)
    base = root.parent / "payloads" / "base.usda"
    base.write_bytes(mark + base.read_bytes())
    before = contents_of(root.parent)
    behind = run_check(root, "--suggested-fixes")
    (finding,) = (each for each in behind.asset["findings"] if each["rule"] == "composition.arc-broken")
    assert "payloads/base.usda does not open: begins with a byte order mark" in finding["message"]
    assert (behind.exit_code, contents_of(root.parent)) == (1, before)
    root.write_bytes(mark + root.read_bytes())
    run = run_check(root, "--suggested-fixes")
    assert run.exit_code == 2
    (error,) = run.errors
    assert "save it as UTF-8 without one" in error["message"] and error["file"] == "asset.usda"
