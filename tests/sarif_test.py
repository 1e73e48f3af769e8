"""SARIF: valid against the published schema, with regions that hold what the finding names."""

from __future__ import annotations

import copy
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest
from asset_builder import FOREIGN_LINE, INERT_LINE
from conftest import AssetFolder, Sarif

def only_run(log: dict[str, Any]) -> dict[str, Any]:
    """The only run of a log."""
    (run,) = log["runs"]
    return run


def physical_locations(log: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every physical location of every result."""
    for result in only_run(log)["results"]:
        for location in result["locations"] + result.get("relatedLocations", []):
            yield location["physicalLocation"]


def faulty_asset(assets: AssetFolder) -> Path:
    """An asset with an error, a warning and a broken arc, under names that a URI has to escape."""
    return assets.write("Größe 1#2", root_file="rö bot.usda", hull_lines=f"{FOREIGN_LINE}\n{INERT_LINE}",
                        missing_runnables=["MuJoCo"], section_lines={"PhysX": "float inline = 1"})


def test_logs_fit_the_published_schema(assets: AssetFolder, sarif_of: Sarif, tmp_path: Path,
                                       validator: jsonschema.Draft4Validator) -> None:
    """Findings, silenced ones, notes, unreadable input and nothing at all give valid logs."""
    faulty, clean = faulty_asset(assets), assets.write("clean")
    broken = assets.file("broken/broken.usda", "#usda 1.0\ndef Xform Root {}\n")
    assets.file("assay.toml", '[[silence]]\nrule = "RV"\npaths = ["**"]\nreason = "old"\nexpires = 2020-01-01\n'
                              '[[silence]]\nrule = "composition"\npaths = ["**"]\nreason = "known"\n')
    logs = [sarif_of(clean), sarif_of(faulty, clean, broken, assets.folder / "absent.usda"),
            sarif_of(faulty, "--select", "runtime.foreign-data")]
    assert len(only_run(logs[1])["results"]) > 2
    for log in logs:
        validator.validate(log)


@pytest.mark.parametrize("path, value", [
    (["version"], "2.0.0"), (["runs", 0, "results", 0, "level"], "fatal"),
    (["runs", 0, "results", 0, "locations", 0, "physicalLocation", "region", "startLine"], 0),
    (["runs", 0, "columnKind"], "bytes"), (["runs", 0, "tool", "driver", "name"], None),
], ids=lambda part: str(part[-1]) if isinstance(part, list) else "")
def test_schema_refuses_a_changed_log(assets: AssetFolder, sarif_of: Sarif, validator: jsonschema.Draft4Validator,
                                      path: list[str | int], value: Any) -> None:
    """Negative twin: one wrong value makes a log invalid."""
    log = copy.deepcopy(sarif_of(faulty_asset(assets)))
    node = log
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    assert not validator.is_valid(log)


def test_regions_hold_what_the_finding_names(assets: AssetFolder, sarif_of: Sarif) -> None:
    """URI, line and columns lead to the snippet in the file; the subject of foreign data is what stands there."""
    log = sarif_of(faulty_asset(assets))
    assert only_run(log)["columnKind"] == "unicodeCodePoints"
    seen = 0
    for place in physical_locations(log):
        artifact = place["artifactLocation"]
        assert artifact["uriBaseId"] == "%SRCROOT%" and " " not in artifact["uri"] and artifact["uri"].isascii()
        if "region" not in place:
            continue
        region = place["region"]
        lines = (assets.folder / "Größe 1#2" / unquote(artifact["uri"])).read_text(encoding="utf-8").splitlines()
        line = lines[region["startLine"] - 1]
        assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == region["snippet"]["text"]
        seen += 1
    assert seen > 2
    foreign = [result for result in only_run(log)["results"] if result["properties"].get("subject") ==
               "newton:contactGap"]
    assert [result["locations"][0]["physicalLocation"]["region"]["snippet"]["text"] for result in foreign] == \
        ["newton:contactGap"]


def test_columns_count_code_points(assets: AssetFolder, sarif_of: Sarif) -> None:
    """Characters of several bytes and outside the first plane before the place count once each."""
    comment = "/* ü𝄞 */ "
    root = assets.write(hull_lines=comment + FOREIGN_LINE)
    (result,) = [each for each in only_run(sarif_of(root))["results"] if each["ruleId"] == "runtime.foreign-data"]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region["startColumn"] == 12 + len(comment) + len("float ") + 1
    assert region["snippet"]["text"] == "newton:contactGap"


def test_uris_start_at_the_folder_of_the_assets(assets: AssetFolder, sarif_of: Sarif) -> None:
    """Layers are named from --relative-to, percent-encoded."""
    root = faulty_asset(assets)
    log = sarif_of(root, "--relative-to", assets.folder)
    uris = {place["artifactLocation"]["uri"] for place in physical_locations(log)}
    assert "Gr%C3%B6%C3%9Fe%201%232/payloads/base.usda" in uris
    plain = {place["artifactLocation"]["uri"] for place in physical_locations(sarif_of(root))}
    assert "payloads/base.usda" in plain and plain.isdisjoint(uris)


def test_rules_are_described_and_results_lead_to_them(assets: AssetFolder, sarif_of: Sarif) -> None:
    """Each result's index is that of its rule, whose texts are all there."""
    run = only_run(sarif_of(faulty_asset(assets)))
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules) >= 4
    for rule in rules:
        assert rule["shortDescription"]["text"] and rule["fullDescription"]["text"] and rule["help"]["text"].strip()
        assert rule["help"]["markdown"].startswith(f"# {rule['id']}\n")
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
    assert run["results"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_results_carry_the_finding(assets: AssetFolder, sarif_of: Sarif, run_check: Any) -> None:
    """Level, fingerprint, selections, runtimes, requirements and prim are those of the JSON report."""
    root = faulty_asset(assets)
    results = only_run(sarif_of(root))["results"]
    findings = run_check(root).asset["findings"]
    assert len(results) == len(findings)
    for result, finding in zip(results, findings):
        assert result["ruleId"] == finding["rule"] and result["level"] == finding["severity"]
        assert result["message"]["text"].startswith(finding["message"])
        assert result["partialFingerprints"] == {"assay/1": finding["fingerprint"]}
        for key in ("selections", "runtimes", "requirements", "variants"):
            assert result["properties"][key] == finding[key]
        names = [each["fullyQualifiedName"] for each in result["locations"][0].get("logicalLocations", [])]
        assert finding["prim"] is None or any(finding["prim"] in name for name in names)


def test_package_members_are_named_inside_the_package(assets: AssetFolder, sarif_of: Sarif) -> None:
    """A finding in a member names the package as file and the member as a logical place, without a line."""
    root = assets.write("prop", hull_lines=FOREIGN_LINE)
    package = assets.folder / "pack.usdz"
    with zipfile.ZipFile(package, "w", zipfile.ZIP_STORED) as archive:
        offset = 0
        for file in [root, *sorted(path for path in root.parent.rglob("*.usda") if path != root)]:
            name = file.relative_to(root.parent).as_posix()
            info = zipfile.ZipInfo(name)
            start = offset + 30 + len(name)
            info.extra = b"\x86\x19" + (padding := (-(start + 4)) % 64).to_bytes(2, "little") + bytes(padding)
            archive.writestr(info, file.read_bytes())
            offset = start + 4 + padding + file.stat().st_size
    results = only_run(sarif_of(package))["results"]
    (result,) = [each for each in results if each["properties"].get("subject") == "newton:contactGap"]
    (location,) = result["locations"]
    assert location["physicalLocation"] == {"artifactLocation": {"uri": "pack.usdz", "uriBaseId": "%SRCROOT%"}}
    assert location["logicalLocations"][0]["fullyQualifiedName"] == "pack.usdz[payloads/base.usda]"


def test_silenced_findings_are_suppressed(assets: AssetFolder, sarif_of: Sarif) -> None:
    """A silenced finding stays a result and says why it is suppressed; the others say that they are not."""
    root = faulty_asset(assets)
    before = only_run(sarif_of(root))["results"]
    assert all(result["suppressions"] == [] for result in before)
    assets.file("assay.toml", '[[silence]]\nrule = "runtime.foreign-data"\npaths = ["**"]\nreason = "to be moved"\n')
    after = only_run(sarif_of(root))["results"]
    assert len(after) == len(before)
    for result in after:
        silenced = result["ruleId"] == "runtime.foreign-data"
        assert bool(result["suppressions"]) == silenced
        assert not silenced or "to be moved" in result["suppressions"][0]["justification"]
    assert any(result["suppressions"] for result in after)


def test_what_was_not_judged_is_a_notification(assets: AssetFolder, sarif_of: Sarif) -> None:
    """An unreadable asset makes the run unsuccessful and is named; a clean one does neither."""
    clean = assets.write("clean")
    (invocation,) = only_run(sarif_of(clean))["invocations"]
    assert invocation["executionSuccessful"] is True and invocation["toolExecutionNotifications"] == []
    broken = assets.file("broken/broken.usda", "#usda 1.0\ndef Xform Root {}\n")
    (invocation,) = only_run(sarif_of(clean, broken))["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    place = notification["locations"][0]["physicalLocation"]
    assert notification["level"] == "error" and place["artifactLocation"]["uri"] == "broken/broken.usda"


def test_logs_are_equal_over_runs_and_workers(assets: AssetFolder, sarif_of: Sarif) -> None:
    """The same input gives the same log, whatever --jobs; other input another."""
    roots = [assets.write(f"a{index}", hull_lines=FOREIGN_LINE) for index in range(4)]
    assert sarif_of(*roots, "--jobs", "1") == sarif_of(*roots, "--jobs", "4")
    assert sarif_of(*roots) != sarif_of(*roots[1:])
