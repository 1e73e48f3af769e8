"""The isolation cases: as they are, with every layer as crate, and packed as .usdz."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from conftest import Check, clean_environment
from pxr import Sdf, Usd
from shared_material import shared_folder

Case = dict[str, Any]
Findings = list[dict[str, Any]]
Results = dict[str, dict[str, Any]]

ENCODINGS = ("text", "crate", "package")
TEXT_MAGIC = b"#usda"

# cases that another encoding turns into another question, with the reason
NOT_REENCODED = {
    "crate": {
        "pass_physx_newton_mujoco__usdz": "is one package of crate layers: there is no layer to rewrite",
    },
    "package": {
        "pass_physx_newton_mujoco__usdz": "is a package already",
    },
}


# ---- the cases ----


def cases_folder() -> Path:
    """The folder that holds expected.json and one folder per case."""
    return shared_folder() / "cases" / "isolation"


def read_cases() -> list[Case]:
    """All cases of expected.json."""
    return json.loads((cases_folder() / "expected.json").read_text(encoding="utf-8"))["cases"]


def case_parameters() -> list[Any]:
    """One parameter per case; a single skipped one where the cases are absent."""
    try:
        return [pytest.param(case, id=case["case"]) for case in read_cases()]
    except pytest.skip.Exception as absent:
        return [pytest.param({}, id="no_cases", marks=pytest.mark.skip(reason=str(absent)))]


CASES = case_parameters()


# ---- judging ----


def matches(finding: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a finding is the wanted one; null fields of `wanted` match anything."""
    prims = wanted.get("prim_any") or [wanted.get("prim")]
    subject = finding.get("subject") or ""
    return (
        wanted.get("requirement") in (None, *finding["requirements"])
        and wanted.get("severity") in (None, finding["severity"])
        and wanted.get("selection") in (None, *finding["selections"])
        and (wanted.get("prim") is None or finding["prim"] in prims)
        and wanted.get("subject") in (None, subject, subject.split(":")[0])
    )


def faults_of(asset: Mapping[str, Any], case: Case) -> list[str]:
    """How a judged asset differs from what its case expects; empty when it does not."""
    if case["either"]:
        return []
    findings = asset["findings"]
    counted = [finding for finding in findings if finding["severity"] != "note"]
    faults = [] if asset["verdict"] == case["verdict"] else [f"verdict {asset['verdict']} for {case['verdict']}"]
    faults += [f"missing {wanted}" for wanted in case["must_find"] if not any(matches(f, wanted) for f in findings)]
    faults += [f"false {banned}" for banned in case["must_not_find"] if any(matches(f, banned) for f in counted)]
    return faults


def require_arguments(runtimes: list[str]) -> list[str]:
    """The option that names the runtimes a case means to support."""
    return ["--require", ",".join(runtime.lower() for runtime in runtimes)] if runtimes else []


# ---- other encodings ----


def is_text_layer(file: Path) -> bool:
    """Whether a layer file holds text."""
    with file.open("rb") as content:
        return content.read(len(TEXT_MAGIC)) == TEXT_MAGIC


def crate_name(path: str) -> str:
    """The name of a text layer after its re-encoding."""
    return path.removesuffix(".usda") + ".usdc" if path.endswith(".usda") else path


def write_as_crate(layer_file: Path, target: Path) -> None:
    """Write one layer as crate, its asset paths renamed like the layers."""
    layer = Sdf.Layer.CreateAnonymous(".usdc")
    layer.TransferContent(Sdf.Layer.FindOrOpen(str(layer_file)))
    for path in layer.GetCompositionAssetDependencies():
        if crate_name(path) != path:
            assert layer.UpdateCompositionAssetDependency(path, crate_name(path)), path
    target.parent.mkdir(parents=True, exist_ok=True)
    assert layer.Export(str(target))


def crate_copy(case: Case, folder: Path) -> Path:
    """Copy a case with every layer as crate; the path of its root layer."""
    source = cases_folder()
    for file in sorted((source / case["case"]).rglob("*")):
        if file.suffix in (".usd", ".usda", ".usdc"):
            write_as_crate(file, folder / crate_name(file.relative_to(source).as_posix()))
    return folder / crate_name(case["root"])


def package_copy(case: Case, folder: Path) -> Path:
    """Pack a case, its layers as they are and its root layer first; the path of the package."""
    source = cases_folder() / case["case"]
    root = cases_folder() / case["root"]
    package = folder / case["case"] / "asset.usdz"
    package.parent.mkdir(parents=True, exist_ok=True)
    others = [file for file in sorted(source.rglob("*")) if file.is_file() and file != root]
    with Sdf.ZipFileWriter.CreateNew(str(package)) as writer:
        for file in [root, *others]:
            assert writer.AddFile(str(file), file.relative_to(source).as_posix())
    return package


def text_copy(case: Case, folder: Path) -> Path:
    """Copy a case as it is; the path of its root layer."""
    shutil.copytree(cases_folder() / case["case"], folder / case["case"])
    return folder / case["root"]


COPIERS: dict[str, Callable[[Case, Path], Path]] = {
    "text": text_copy, "crate": crate_copy, "package": package_copy,
}


@dataclass(frozen=True)
class Copies:
    """The cases in one encoding."""

    folder: Path
    roots: dict[str, Path]  # per case, its root layer or package


@pytest.fixture(scope="session")
def copies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Copies]:
    """Per encoding, copies of the cases in it."""
    made: dict[str, Copies] = {}
    for encoding in ENCODINGS:
        folder = tmp_path_factory.mktemp(f"cases_{encoding}")
        made[encoding] = Copies(folder, {case["case"]: COPIERS[encoding](case, folder) for case in read_cases()
                                         if case["case"] not in NOT_REENCODED.get(encoding, {})})
    return made


@pytest.fixture(scope="session")
def results(copies: dict[str, Copies], run_check: Check) -> dict[str, Results]:
    """Per encoding and case, what `assay check` says; one run for all cases of the same --require."""
    judged: dict[str, Results] = {encoding: {} for encoding in ENCODINGS}
    for encoding, copied in copies.items():
        groups: dict[tuple[str, ...], list[Path]] = defaultdict(list)
        for case in read_cases():
            if case["case"] in copied.roots:
                groups[tuple(case["runtimes"])].append(copied.roots[case["case"]])
        for runtimes, roots in groups.items():
            judged[encoding] |= check_group(run_check, copied.folder, roots, list(runtimes))
    return judged


def check_group(run_check: Check, folder: Path, roots: list[Path], runtimes: list[str]) -> Results:
    """Judge copies that share --require in one run; per case its asset."""
    run = run_check(roots, "--isolation", "always", "--select", "RV", *require_arguments(runtimes), "--relative-to",
                    str(folder))
    assert run.exit_code in (0, 1, 2), run.stderr
    assert run.document is not None, run.stderr
    assert len(run.document["assets"]) == len(roots)
    return {Path(asset["asset"]).parts[0]: asset for asset in run.document["assets"]}


def result_of(results: dict[str, Results], encoding: str, case: Case) -> dict[str, Any]:
    """The judged copy of a case, or a skip where that encoding makes it another question."""
    reason = NOT_REENCODED.get(encoding, {}).get(case["case"])
    if reason:
        pytest.skip(f"{case['case']} {reason}")
    return results[encoding][case["case"]]


# ---- tests ----


def test_score_of_the_cases_is_full(assay_binary: Path) -> None:
    """The scorer that comes with the cases finds every one right."""
    scorer = cases_folder().parent / "score.py"
    scored = subprocess.run([sys.executable, scorer, assay_binary, cases_folder()], env=clean_environment(),
                            capture_output=True, text=True, timeout=300)
    right, total = scored.stdout.splitlines()[-1].split("/")
    assert scored.returncode == 0, scored.stdout
    assert right == total and int(total) > 0, scored.stdout


def test_score_of_a_tool_that_finds_nothing_is_not_full(tmp_path: Path) -> None:
    """The scorer does fail a tool that passes everything."""
    tool = tmp_path / "blind"
    tool.write_text("#!/bin/sh\necho '{\"assets\": [{\"verdict\": \"pass\", \"findings\": []}]}'\n", encoding="utf-8")
    tool.chmod(0o755)
    scorer = cases_folder().parent / "score.py"
    scored = subprocess.run([sys.executable, scorer, tool, cases_folder()], capture_output=True, text=True, timeout=60)
    assert scored.returncode == 1


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("case", CASES)
def test_case_is_judged_right_in_each_encoding(case: Case, encoding: str, results: dict[str, Results]) -> None:
    """Verdict and findings are the case's, whatever its layers are written as."""
    assert faults_of(result_of(results, encoding, case), case) == []


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("case", CASES)
def test_sites_have_lines_in_text_and_none_in_crate(case: Case, encoding: str, results: dict[str, Results],
                                                    copies: dict[str, Copies]) -> None:
    """Line and column are present exactly where the layer is text."""
    asset = result_of(results, encoding, case)
    text_layers = text_layers_of(copies[encoding].roots[case["case"]])
    for finding in asset["findings"]:
        for site in [finding["site"], *finding["related"]]:
            assert has_right_position(site, text_layers), site


def text_layers_of(root: Path) -> set[str]:
    """The text layers of an asset as findings name them."""
    if root.suffix == ".usdz":
        package = Sdf.ZipFile.Open(str(root))
        return {f"{root.name}[{name}]" for name in package.GetFileNames()
                if bytes(package.GetFile(name)[:len(TEXT_MAGIC)]) == TEXT_MAGIC}
    folder = root.parent.parent if root.parent.name == "usd" else root.parent
    files = [file for file in folder.rglob("*.usd*") if file.suffix != ".usdz" and is_text_layer(file)]
    return {Path(os.path.relpath(file, root.parent)).as_posix() for file in files}


def has_right_position(site: Mapping[str, Any], text_layers: set[str]) -> bool:
    """Whether a site has line and column if its layer is text, and neither if it is not."""
    if site["layer"] in text_layers:
        return (site["line"] or 0) >= 1 and (site["column"] or 0) >= 1
    return site["line"] is None and site["column"] is None


# ---- negative twins: each judgement above can fail ----


def finding_example(**changes: Any) -> dict[str, Any]:
    """A finding as `assay check` reports it."""
    return {"requirements": ["RV.011"], "severity": "error", "selections": ["standard", "physx"], "prim": "/Root/a",
            "subject": "NewtonCollisionAPI"} | changes


def case_example(**changes: Any) -> Case:
    """A case that expects exactly finding_example()."""
    wanted = {"requirement": "RV.011", "severity": "error", "selection": "physx", "prim": "/Root/a",
              "subject": "NewtonCollisionAPI"}
    return {"verdict": "fail", "either": False, "must_find": [wanted], "must_not_find": []} | changes


def test_judge_accepts_the_expected_finding() -> None:
    """The right answer has no fault."""
    assert faults_of({"verdict": "fail", "findings": [finding_example()]}, case_example()) == []


@pytest.mark.parametrize("changes", [
    {"requirements": ["RV.010"]}, {"severity": "warning"}, {"selections": ["newton"]}, {"prim": "/Root/b"},
    {"subject": "NewtonMeshCollisionAPI"}, {"subject": None},
], ids=lambda changes: next(iter(changes)))
def test_judge_rejects_a_finding_with_one_other_field(changes: dict[str, Any]) -> None:
    """Each field of a wanted finding counts."""
    assert faults_of({"verdict": "fail", "findings": [finding_example(**changes)]}, case_example()) != []


def test_judge_rejects_another_verdict_and_a_banned_finding() -> None:
    """Verdict and must_not_find count."""
    judged = {"verdict": "fail", "findings": [finding_example()]}
    anything = {"requirement": None, "severity": "error", "selection": None, "prim": None, "subject": None}
    assert faults_of(judged, case_example(verdict="pass")) == ["verdict fail for pass"]
    assert len(faults_of(judged, case_example(must_not_find=[anything]))) == 1


def test_judge_ignores_notes_and_open_cases_and_accepts_instances() -> None:
    """A note is never a false finding, an open case has no fault, prim_any and multi-apply names match."""
    note = finding_example(severity="note", subject="PhysxLimitAPI:linear", prim="/Root/b")
    wanted = {"requirement": "RV.011", "severity": None, "selection": None, "prim": "/Root/a",
              "prim_any": ["/Root/a", "/Root/b"], "subject": "PhysxLimitAPI"}
    assert matches(note, wanted)
    assert faults_of({"verdict": "pass", "findings": [note]},
                     case_example(verdict="pass", must_find=[], must_not_find=[wanted])) == []
    assert faults_of({"verdict": "pass", "findings": []}, case_example(either=True)) == []


@pytest.mark.parametrize("layer, line, right", [
    ("a.usda", 3, True), ("a.usda", None, False), ("a.usdc", None, True), ("a.usdc", 3, False),
])
def test_position_check_tells_text_from_crate(layer: str, line: int | None, right: bool) -> None:
    """A text site without a line and a crate site with one are both wrong."""
    assert has_right_position({"layer": layer, "line": line, "column": line}, {"a.usda"}) == right


def composed_outline(root: Path) -> tuple[list[str], int]:
    """Composed prim paths with their applied schemas, and the number of broken arcs, with every runtime enabled."""
    stage = Usd.Stage.Open(str(root))
    prim = stage.GetDefaultPrim()
    if prim:
        stage.SetEditTarget(stage.GetSessionLayer())
        for name in prim.GetVariantSets().GetNames():
            prim.GetVariantSet(name).SetVariantSelection("Enabled")
    outline = [f"{each.GetPath()} {each.GetPrimTypeInfo().GetAppliedAPISchemas()}" for each in stage.TraverseAll()]
    return outline, len(stage.GetCompositionErrors())


@pytest.mark.parametrize("encoding", ["crate", "package"])
def test_copies_compose_like_the_originals(encoding: str, copies: dict[str, Copies]) -> None:
    """Re-encoding keeps what composes, missing payloads included; so a wrong verdict is not the copy's fault."""
    outlines = {name: composed_outline(root) for name, root in copies[encoding].roots.items()}
    assert outlines == {name: composed_outline(copies["text"].roots[name]) for name in outlines}
    assert len({str(outline) for outline in outlines.values()}) > 10
    assert outlines["payload_file_missing"][1] > 0


def test_copies_have_the_encoding_they_claim(copies: dict[str, Copies]) -> None:
    """No text is left among the crate copies, and the packages keep theirs."""
    layers = [file for file in copies["crate"].folder.rglob("*") if file.is_file()]
    assert layers and not any(is_text_layer(file) for file in layers)
    assert text_layers_of(copies["package"].roots["pass_physx"])


def test_table_of_exceptions_names_cases() -> None:
    """Every exception belongs to a case and gives a reason."""
    names = {case["case"] for case in read_cases()}
    for exceptions in NOT_REENCODED.values():
        assert set(exceptions) <= names
        assert all(exceptions.values())
