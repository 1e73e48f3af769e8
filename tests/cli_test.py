"""The command line: usage, unreadable input, documents, interruption and terminals."""

from __future__ import annotations

import copy
import json
import os
import pty
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from asset_builder import BODY_PATH, FOREIGN_LINE, INERT_LINE
from conftest import REPOSITORY, TIMEOUT_S, AssetFolder, Check, clean_environment
from pxr import Sdf, Tf
from small_layers import ONE_PRIM, nested_dictionaries
from update_golden import COMMANDS

SCHEMA_FILE = REPOSITORY / "docs" / "schemas" / "assay.check-1.json"
RULES = ("runtime.foreign-data", "runtime.variant-scaffold-wrong", "runtime.variant-section-impure",
         "composition.arc-broken")
ESCAPE = b"\x1b["
NEST_DEPTH = 100_000

Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture
def run_assay(assay_binary: Path) -> Run:
    """Runs any `assay` command."""

    def run(*args: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([assay_binary, *args], env=clean_environment(), cwd=cwd, capture_output=True,
                              timeout=TIMEOUT_S)

    return run


# ---- usage ----

BAD_OPTIONS = {
    "--bogus": "yes", "--isolation": "sometimes", "--require": "physx,martian", "--runtime": "unity", "--role": "hero",
    "--profile": "nothing", "--limits": "absent-limits.toml", "--select": "no.such-rule", "--ignore": "no.such-rule",
    "--fail-on": "note", "--jobs": "many", "--format": "xml", "--color": "maybe",
}
GOOD_OPTIONS = {
    "--isolation": "always", "--require": "physx,newton", "--runtime": "mujoco", "--role": "asset",
    "--profile": "upstream", "--limits": str(REPOSITORY / "data" / "limits.toml"), "--select": "RV.011",
    "--ignore": "runtime.foreign-data", "--fail-on": "warning", "--jobs": "1", "--format": "json",
    "--relative-to": ".", "--color": "never",
}


@pytest.mark.parametrize("option", BAD_OPTIONS)
def test_bad_option_ends_in_2_and_is_named(assets: AssetFolder, run_assay: Run, option: str) -> None:
    """A value that an option does not take is a usage error that names the option."""
    done = run_assay("check", assets.write(), option, BAD_OPTIONS[option])
    assert done.returncode == 2
    assert option.encode() in done.stderr
    assert done.stdout == b""


@pytest.mark.parametrize("option", GOOD_OPTIONS)
def test_good_option_is_taken(assets: AssetFolder, run_assay: Run, option: str) -> None:
    """Negative twin: with a value that it takes, each option leaves the clean asset at 0."""
    done = run_assay("check", assets.write(), option, GOOD_OPTIONS[option], cwd=assets.folder)
    assert done.returncode == 0, done.stderr
    assert option.encode() not in done.stderr


@pytest.mark.parametrize("args", [["check"], [], ["chekc"], ["explain"], ["explain", "no.such-rule"],
                                  ["schema", "assay.nothing/1"]], ids=" ".join)
def test_senseless_command_line_ends_in_2(run_assay: Run, args: list[str]) -> None:
    """Nothing to do, and names that do not exist, are usage errors with a message."""
    done = run_assay(*args)
    assert done.returncode == 2
    assert done.stderr
    assert args[-1:] in ([], ["check"], ["explain"]) or args[-1].encode() in done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command_has_examples(run_assay: Run, command: str) -> None:
    """Help shows how the command is used, with its own name in the examples."""
    done = run_assay(command, "--help")
    assert done.returncode == 0
    _, _, examples = done.stdout.partition(b"Examples")
    assert f"assay {command}".encode() in examples


def test_help_names_every_command(run_assay: Run) -> None:
    """The tool's own help leads to all commands."""
    done = run_assay("--help")
    assert done.returncode == 0
    assert all(command.encode() in done.stdout for command in COMMANDS)


# ---- exit codes and what an asset is called ----


@pytest.mark.parametrize("lines, threshold, code", [
    ("", "warning", 0), (INERT_LINE, "error", 0), (INERT_LINE, "warning", 1), (FOREIGN_LINE, "error", 1),
], ids=["clean", "warning_below", "warning_at", "error"])
def test_exit_code_follows_verdict_and_threshold(assets: AssetFolder, run_check: Check, lines: str, threshold: str,
                                                 code: int) -> None:
    """0 below the threshold, 1 from it on."""
    assert run_check(assets.write(hull_lines=lines), "--fail-on", threshold).exit_code == code


def test_exit_code_over_several_assets_is_the_highest(assets: AssetFolder, run_check: Check) -> None:
    """A failed asset beside a clean one gives 1, an unreadable one beside both 2."""
    clean, failed = assets.write("clean"), assets.write("failed", hull_lines=FOREIGN_LINE)
    assert run_check([clean, failed]).exit_code == 1
    assert run_check([clean, failed, assets.folder / "absent.usda"]).exit_code == 2
    assert run_check([clean]).exit_code == 0


def test_summary_counts_the_assets(assets: AssetFolder, run_check: Check) -> None:
    """The summary adds up what stands in the assets."""
    roots = [assets.write("clean"), assets.write("failed", hull_lines=FOREIGN_LINE),
             assets.write("warned", hull_lines=INERT_LINE)]
    document = run_check(roots).document
    summary = document["summary"]
    assert [summary[key] for key in ("assets", "pass", "conditional", "not_evaluated", "fail")] == [3, 1, 1, 0, 1]
    severities = [finding["severity"] for asset in document["assets"] for finding in asset["findings"]]
    assert [summary[f"{name}s"] for name in ("error", "warning", "note")] == \
        [severities.count(name) for name in ("error", "warning", "note")]


def test_assets_are_named_from_their_common_folder(assets: AssetFolder, run_check: Check) -> None:
    """Names start below the deepest folder that the given paths share, or where --relative-to says."""
    roots = [assets.write("a/one"), assets.write("a/two")]
    names = ["one/asset.usda", "two/asset.usda"]
    assert [asset["asset"] for asset in run_check(roots).document["assets"]] == names
    assert run_check(roots[0]).asset["asset"] == "asset.usda"
    run = run_check(roots, "--relative-to", str(assets.folder))
    assert [asset["asset"] for asset in run.document["assets"]] == [f"a/{name}" for name in names]


def test_folder_argument_finds_the_root_layers(assets: AssetFolder, run_check: Check) -> None:
    """Payloads and runnables of an asset are no assets of their own; a folder called x.usda is no layer."""
    assets.write("one")
    assets.write("two", hull_lines=FOREIGN_LINE)
    (assets.folder / "x.usda").mkdir()
    run = run_check(assets.folder)
    assert [asset["asset"] for asset in run.document["assets"]] == ["one/asset.usda", "two/asset.usda"]
    assert run.exit_code == 1


def test_utf8_names_are_kept(assets: AssetFolder, run_check: Check) -> None:
    """Folder, file and prim names outside ASCII come back as they are."""
    root = assets.write("Größe 模型", root_file="rö bot.usda",
                        base_prims=f'def Xform "körper" {{\n    {FOREIGN_LINE}\n}}')
    run = run_check(root, "--relative-to", str(assets.folder))
    assert run.asset["asset"] == "Größe 模型/rö bot.usda"
    assert "/Root/körper" in {finding["prim"] for finding in run.asset["findings"]}


def test_crlf_changes_no_finding(assets: AssetFolder, run_check: Check) -> None:
    """Lines that end in CR LF count like lines that end in LF, and no CR gets into an excerpt."""
    root = assets.write(hull_lines=FOREIGN_LINE)
    before = run_check(root)
    for file in root.parent.rglob("*.usda"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert before.exit_code == 1 and before.asset["findings"]
    assert run_check(root).stdout == before.stdout
    base = root.parent / "payloads" / "base.usda"
    base.write_bytes(b"#usda 1.0\r\n\r\n" + base.read_bytes().removeprefix(b"#usda 1.0\r\n"))
    assert run_check(root).stdout != before.stdout


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte_order_mark"])
def test_byte_order_mark_is_taken_as_usd_core_takes_it(assets: AssetFolder, run_check: Check, start: bytes) -> None:
    """A file that usd-core opens is judged, one that it refuses is an error."""
    file = assets.file("marked.usda", start + ONE_PRIM.encode())
    assert (run_check(file).errors == []) == opens_in_usd_core(file)


def opens_in_usd_core(file: Path) -> bool:
    """Whether usd-core opens a layer."""
    try:
        return Sdf.Layer.FindOrOpen(str(file)) is not None
    except Tf.ErrorException:
        return False


# ---- forms of a layer ----


def crate_bytes(folder: AssetFolder) -> bytes:
    """A valid small crate layer."""
    layer = Sdf.Layer.CreateAnonymous(".usda")
    layer.ImportFromString(ONE_PRIM)
    file = folder.file("source.usdc", b"")
    layer.Export(str(file))
    content = file.read_bytes()
    file.unlink()
    return content


READABLE: dict[str, Callable[[AssetFolder], Path]] = {
    "text": lambda folder: folder.file("whole.usda", ONE_PRIM),
    "crate": lambda folder: folder.file("whole.usdc", crate_bytes(folder)),
    "crate_called_usd": lambda folder: folder.file("whole.usd", crate_bytes(folder)),
    "package": lambda folder: package_of(folder.file("in/whole.usda", ONE_PRIM)),
}


@pytest.mark.parametrize("kind", READABLE)
def test_readable_input_is_no_error(assets: AssetFolder, run_check: Check, kind: str) -> None:
    """Text, crate and package are judged; bad_files_test.py has their damaged twins."""
    run = run_check(READABLE[kind](assets))
    assert (run.exit_code, run.errors) == (0, [])


def package_of(layer: Path) -> Path:
    """Pack one layer."""
    package = layer.with_suffix(".usdz")
    with Sdf.ZipFileWriter.CreateNew(str(package)) as writer:
        writer.AddFile(str(layer), layer.name)
    return package


def test_syntax_error_has_line_and_column(assets: AssetFolder, run_check: Check) -> None:
    """The place of a parser error is in the error, and follows the text."""
    (error,) = run_check(assets.file("a/broken.usda", "#usda 1.0\n\ndef Xform Root {}\n")).errors
    assert (error["code"], error["file"], error["line"]) == ("unreadable", "broken.usda", 3)
    assert error["column"] >= 1
    (later,) = run_check(assets.file("b/broken.usda", "#usda 1.0\n\n\n\ndef Xform Root {}\n")).errors
    assert (later["line"], later["column"]) == (5, error["column"])


def test_errors_hold_no_absolute_path(assets: AssetFolder, run_check: Check) -> None:
    """The file of an error is named like an asset, also inside OpenUSD's own messages."""
    root = assets.write("lost", root_file="asset.usda")
    (root.parent / "payloads" / "base.usda").write_text("#usda 1.0\ndef Xform Root {}\n", encoding="utf-8")
    run = run_check([root, assets.file("broken.usda", "#usda 1.0\ndef Xform Root {}\n"), assets.folder / "absent.usda"])
    assert run.exit_code == 2
    assert b"broken.usda" in run.stdout and b"absent.usda" in run.stdout
    assert str(assets.folder).encode() not in run.stdout


def test_missing_file_is_not_found(assets: AssetFolder, run_check: Check) -> None:
    """A path that is not there has the code not_found, a file that is no layer another one."""
    (missing,) = run_check(assets.folder / "absent.usda").errors
    (empty,) = run_check(assets.file("empty.usda", b"")).errors
    assert (missing["code"], empty["code"]) == ("not_found", "unreadable")




def test_dead_worker_is_the_error_of_its_asset_alone(assets: AssetFolder, run_check: Check) -> None:
    """A file that breaks OpenUSD's parser costs that asset its verdict and nothing else."""
    hostile = assets.file("deep.usda", nested_dictionaries(NEST_DEPTH))
    run = run_check([assets.write("a"), hostile, assets.write("z")], "--jobs", "1")
    assert run.exit_code == 2
    verdicts = {asset["asset"]: asset["verdict"] for asset in run.document["assets"]}
    assert (verdicts["a/asset.usda"], verdicts["z/asset.usda"]) == ("pass", "pass")
    (error,) = run.errors
    assert error["code"] in ("crashed", "exhausted")
    assert error["file"] == "deep.usda"


def test_shallow_dictionaries_are_no_error(assets: AssetFolder, run_check: Check) -> None:
    """Negative twin: the same text a few levels deep is judged."""
    run = run_check(assets.file("shallow.usda", nested_dictionaries(20)))
    assert (run.exit_code, run.errors) == (0, [])


# ---- arcs ----

ARCS = {
    "reference": 'def "Root" (\n    references = @./{other}.usda@\n)\n{{\n}}\n',
    "payload": 'def "Root" (\n    payload = @./{other}.usda@\n)\n{{\n}}\n',
    "sublayer": 'def "Root"\n{{\n}}\n',
}


def leading_layer(kind: str, other: str) -> str:
    """A layer that an arc of this kind leads on to another one."""
    sublayers = f"    subLayers = [@./{other}.usda@]\n" if kind == "sublayer" else ""
    return f'#usda 1.0\n(\n    defaultPrim = "Root"\n{sublayers})\n\n{ARCS[kind].format(other=other)}'


@pytest.mark.parametrize("kind", ARCS)
def test_cycle_of_arcs_is_a_finding(assets: AssetFolder, run_check: Check, kind: str) -> None:
    """Layers that lead back to each other end in a finding, never in a hang or crash."""
    root = assets.file("cycle/a.usda", leading_layer(kind, "b"))
    assets.file("cycle/b.usda", leading_layer(kind, "a"))
    run = run_check(root)
    assert run.exit_code == 1, run.stdout
    assert {finding["rule"] for finding in run.asset["findings"]} == {"composition.arc-broken"}


@pytest.mark.parametrize("kind", ARCS)
def test_chain_of_arcs_is_no_finding(assets: AssetFolder, run_check: Check, kind: str) -> None:
    """Negative twin: the same two layers without the way back are in order."""
    root = assets.file("chain/a.usda", leading_layer(kind, "b"))
    assets.file("chain/b.usda", ONE_PRIM)
    run = run_check(root)
    assert (run.exit_code, run.asset["findings"]) == (0, [])


# ---- rules, explain, schema, profiles ----


def strings_in(document: Any) -> Iterator[str]:
    """All strings of a JSON document, keys included."""
    if isinstance(document, str):
        yield document
    elif isinstance(document, dict):
        for key, value in document.items():
            yield key
            yield from strings_in(value)
    elif isinstance(document, list):
        for item in document:
            yield from strings_in(item)


def test_rules_lists_every_rule_as_json(run_assay: Run) -> None:
    """The list is JSON and holds each rule once."""
    done = run_assay("rules", "--format", "json")
    assert done.returncode == 0
    listed = [text for text in strings_in(json.loads(done.stdout)) if text in RULES]
    assert sorted(listed) == sorted(RULES)


@pytest.mark.parametrize("rule", RULES)
def test_explain_tells_about_the_rule(run_assay: Run, rule: str) -> None:
    """An explanation is about the rule that was asked for."""
    done = run_assay("explain", rule)
    assert done.returncode == 0
    assert rule.encode() in done.stdout
    assert len(done.stdout.splitlines()) > 5


def test_explain_takes_a_requirement(run_assay: Run) -> None:
    """A requirement id leads to the rule that judges it, and to no other."""
    isolation, section = run_assay("explain", "RV.011"), run_assay("explain", "RV.010")
    assert (isolation.returncode, section.returncode) == (0, 0)
    assert b"runtime.foreign-data" in isolation.stdout and b"RV.011" in isolation.stdout
    assert b"runtime.variant-section-impure" in section.stdout
    assert isolation.stdout != section.stdout


@pytest.mark.parametrize("file", sorted(SCHEMA_FILE.parent.iterdir()), ids=lambda file: file.stem)
def test_schema_prints_the_published_file(run_assay: Run, file: Path) -> None:
    """What the binary prints is the file in docs/, byte for byte, under the name that the file is called by."""
    done = run_assay("schema", file.stem.replace("-", "/"))
    assert done.returncode == 0
    assert done.stdout == file.read_bytes()
    jsonschema.Draft202012Validator.check_schema(json.loads(done.stdout))


def test_every_published_document_has_a_file(run_assay: Run) -> None:
    """The documents that the command knows are those in docs/."""
    (known,) = re.findall(r"documents are ([^,]+),", run_assay("schema", "nothing").stderr.decode())
    assert sorted(known.split()) == sorted(file.stem.replace("-", "/") for file in SCHEMA_FILE.parent.iterdir())


def test_profiles_lists_both_profiles(run_assay: Run) -> None:
    """Both profiles are listed, with more than their names."""
    done = run_assay("profiles")
    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    for profile in ("simready", "upstream"):
        assert any(profile in line and len(line) > len(profile) + 10 for line in lines)


# ---- the published document ----


def read_schema() -> dict[str, Any]:
    """The published JSON Schema of assay.check/1."""
    return json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))


def test_documents_fit_the_published_schema(assets: AssetFolder, run_check: Check) -> None:
    """Clean, faulty, crate and unreadable input give documents that the schema takes."""
    validator = jsonschema.Draft202012Validator(read_schema())
    faulty = assets.write("faulty", hull_lines=f"{FOREIGN_LINE}\n{INERT_LINE}", missing_runnables=["MuJoCo"],
                          section_lines={"PhysX": "float inline = 1"})
    crate = assets.file("crate/whole.usdc", crate_bytes(assets))
    broken = assets.file("broken/broken.usda", "#usda 1.0\ndef Xform Root {}\n")
    neutral = assets.write("neutral", runtimes=())
    runs = [run_check(faulty), run_check(faulty, "--profile", "upstream"), run_check(crate),
            run_check([neutral, broken, assets.folder / "absent.usda"]), run_check(neutral, "--require", "newton"),
            run_check(neutral, "--isolation", "off")]
    assert runs[0].asset["findings"] and runs[3].errors
    for run in runs:
        validator.validate(run.document)


def set_at(document: Any, path: list[str | int], value: Any) -> Any:
    """A copy of a document with one value changed, or removed where `value` is None."""
    changed = copy.deepcopy(document)
    place = changed
    for step in path[:-1]:
        place = place[step]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return changed


FIRST_FINDING = ["assets", 0, "findings", 0]


@pytest.mark.parametrize("path, value", [
    (["schema"], "assay.check/2"), (["summary"], None), (["assets", 0, "verdict"], "good"),
    ([*FIRST_FINDING, "severity"], "fatal"), ([*FIRST_FINDING, "site", "line"], 0), ([*FIRST_FINDING, "site"], None),
    ([*FIRST_FINDING, "fingerprint"], "abc"), ([*FIRST_FINDING, "site", "layer"], "/somewhere/asset.usda"),
    ([*FIRST_FINDING, "site", "arcs", 0, "kind"], "link"), (["assets", 0, "selections", 0, "name"], "all"),
], ids=lambda value: str(value[-1]) if isinstance(value, list) else None)
def test_schema_refuses_a_changed_document(path: list[str | int], value: Any) -> None:
    """Negative twin: one wrong or missing value in a document makes it invalid."""
    validator = jsonschema.Draft202012Validator(read_schema())
    validator.validate(example_document())
    assert not validator.is_valid(set_at(example_document(), path, value))


def test_schema_takes_unknown_keys_and_places_without_text() -> None:
    """Additions keep the number, and null is the line of a crate layer."""
    validator = jsonschema.Draft202012Validator(read_schema())
    validator.validate(set_at(example_document(), [*FIRST_FINDING, "later_addition"], 1))
    crate = example_document()
    crate["assets"][0]["findings"][0]["site"] |= {"line": None, "column": None}
    validator.validate(crate)


def example_document() -> dict[str, Any]:
    """A document with one finding, written by hand."""
    counts = {"errors": 1, "warnings": 0, "notes": 0}
    site = {"layer": "base.usda", "prim": BODY_PATH, "property": "newton:contactGap", "line": 3, "column": 7,
            "arcs": [{"kind": "root", "layer": "asset.usda", "path": "/Root"}],
            "excerpt": {"text": "float newton:contactGap = 1", "caret": 6, "length": 17}}
    finding = {"rule": RULES[0], "severity": "error", "requirements": ["RV.011"], "selections": ["standard"],
               "variants": [], "runtimes": [], "prim": BODY_PATH, "property": "newton:contactGap",
               "subject": "newton:contactGap", "message": "It is foreign.", "remedy": None,
               "values": {"count": 1, "names": ["a"]}, "site": site, "related": [], "caused_by": None, "fixes": [],
               "fingerprint": "0" * 64}
    asset = {"asset": "asset.usda", "role": None, "targets": ["newton"], "verdict": "fail",
             "readiness": {"standard": {"verdict": "fail", **counts}},
             "selections": [{"name": "standard", "variants": {"Newton": "Disabled"}, "verdict": "fail"}],
             "findings": [finding], "not_evaluated": [], "silenced": [], "errors": [],
             "work": {"layers": 2, "compositions": 1}}
    summary = {"assets": 1, "pass": 0, "conditional": 0, "not_evaluated": 0, "fail": 1, **counts}
    return {"schema": "assay.check/1", "version": "1", "profile": "simready", "isolation": "auto",
            "limits": {"digest": "0" * 64}, "assets": [asset], "errors": [], "summary": summary}


def undescribed(node: Any, name: str = "") -> Iterator[str]:
    """The keys of a JSON Schema that no sentence describes."""
    for key, value in (node.get("properties", {}) | node.get("$defs", {})).items():
        if not value.get("description", "").endswith("."):
            yield f"{name}/{key}"
        yield from undescribed(value, f"{name}/{key}")
    for holder in ("items", "additionalProperties"):
        if isinstance(node.get(holder), dict):
            yield from undescribed(node[holder], f"{name}/{holder}")


def test_schema_is_valid_and_describes_every_key() -> None:
    """The published file is a JSON Schema, and no key is without a sentence."""
    jsonschema.Draft202012Validator.check_schema(read_schema())
    assert list(undescribed(read_schema())) == []
    assert list(undescribed({"properties": {"a": {"type": "object", "properties": {"b": {}}}}})) == ["/a", "/a/b"]


# ---- interruption, closed output, terminals ----


@pytest.fixture
def many_assets(assets: AssetFolder) -> list[Path]:
    """Enough assets that a run takes a while."""
    prims = "\n".join(f'def Cube "c{index}" {{\n}}' for index in range(2000))
    return [assets.write(f"prop_{index:03}", base_prims=prims) for index in range(150)]


def living_in_group(group: int) -> list[int]:
    """Processes of a group that still run."""
    living = []
    for entry in Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if entry.name.isdigit() and int(fields[2]) == group and fields[0] not in "ZX":
            living.append(int(entry.name))
    return living


def heed_interrupts() -> None:
    """Undo what a shell does to background jobs, whose children would ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_interrupt_ends_in_130_and_leaves_no_process(many_assets: list[Path], assay_binary: Path) -> None:
    """Ctrl-C during a run ends the tool and its workers."""
    process = subprocess.Popen([assay_binary, "check", *many_assets, "--jobs", "2"], env=clean_environment(),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                               preexec_fn=heed_interrupts)
    time.sleep(0.4)
    assert process.poll() is None, "the run was over before the interrupt"
    assert len(living_in_group(process.pid)) > 1
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode == 130
    deadline = time.monotonic() + 5
    while living_in_group(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert living_in_group(process.pid) == []


def test_run_without_interrupt_ends_in_0(many_assets: list[Path], run_check: Check) -> None:
    """Negative twin: the same assets are in order."""
    assert run_check(many_assets[:5], "--jobs", "2").exit_code == 0


def ended_in_order(code: int, stderr: bytes) -> bool:
    """Whether a process ended without a crash: its own exit code or SIGPIPE, and no crash report."""
    words = (b"terminate called", b"Assertion", b"ASSAY_CHECK", b"Segmentation", b"Traceback", b"core dumped")
    return code in (0, 1, 2, -signal.SIGPIPE, 128 + signal.SIGPIPE) and not any(word in stderr for word in words)


@pytest.mark.parametrize("form", ["text", "json"])
def test_closed_output_is_no_crash(assets: AssetFolder, assay_binary: Path, form: str) -> None:
    """A reader that goes away early, like `| head -1`, does not upset the tool."""
    roots = [assets.write(f"prop_{index}", hull_lines=FOREIGN_LINE) for index in range(5)]
    reading, writing = os.pipe()
    process = subprocess.Popen([assay_binary, "check", *roots, "--format", form], env=clean_environment(),
                               stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    os.close(reading)
    _, stderr = process.communicate(timeout=TIMEOUT_S)
    assert ended_in_order(process.returncode, stderr), (process.returncode, stderr)


def test_crash_is_not_taken_for_order() -> None:
    """Negative twin: an abort, a bug's exit code and a traceback are seen."""
    assert ended_in_order(1, b"")
    assert not ended_in_order(-signal.SIGABRT, b"")
    assert not ended_in_order(70, b"")
    assert not ended_in_order(1, b"terminate called after throwing")


def output_on_terminal(command: list[str | Path]) -> bytes:
    """What a command writes to its standard output when that is a terminal."""
    primary, secondary = pty.openpty()
    process = subprocess.Popen(command, env=clean_environment({"TERM": "xterm-256color"}), stdin=subprocess.DEVNULL,
                               stdout=secondary, stderr=subprocess.DEVNULL)
    os.close(secondary)
    written = b""
    try:
        while piece := os.read(primary, 65536):
            written += piece
    except OSError:  # Linux reports the end of a terminal as an error
        pass
    os.close(primary)
    process.wait(timeout=TIMEOUT_S)
    return written


@pytest.mark.parametrize("color, on_terminal, in_pipe", [("auto", True, False), ("always", True, True),
                                                         ("never", False, False)])
def test_color_is_for_terminals(assets: AssetFolder, assay_binary: Path, color: str, on_terminal: bool,
                                in_pipe: bool) -> None:
    """By itself the tool colours a terminal only; --color says otherwise."""
    command = [assay_binary, "check", assets.write(hull_lines=FOREIGN_LINE), "--color", color]
    piped = subprocess.run(command, env=clean_environment(), capture_output=True, timeout=TIMEOUT_S)
    assert piped.stdout
    assert (ESCAPE in output_on_terminal(command), ESCAPE in piped.stdout) == (on_terminal, in_pipe)


def test_json_is_never_colored(assets: AssetFolder, assay_binary: Path) -> None:
    """Colour codes would break the document."""
    root = assets.write(hull_lines=FOREIGN_LINE)
    written = output_on_terminal([assay_binary, "check", root, "--format", "json"])
    assert ESCAPE not in written
    assert json.loads(written)["assets"]
