"""Regions in SARIF: in every finding of every fixture the text at the region is the thing that the finding names."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from conftest import TIMEOUT_S, clean_environment
from pxr import Sdf
from rule_fixtures_test import RULES_FOLDER

Log = dict[str, Any]

# fields that stand for themselves where a finding is about the list and not about one of its items
FIELDS = ("references", "payload", "subLayers", "inherits", "specializes", "apiSchemas", "timeSamples", "variants")
VALUES = ("timeSamples", "connect", "spline")  # behind the dot of a property's statement
PROBE = "assayProbe"

COMMENT = "/*ü𝄞*/ "  # six code points, eleven bytes; takes the place of an indentation


def as_it_is(text: str) -> str:
    """A layer's text, unchanged."""
    return text


def with_carriage_returns(text: str) -> str:
    """Lines that end in CR LF."""
    return text.replace("\n", "\r\n")


def with_wide_comments(text: str) -> str:
    """A comment outside of ASCII in front of each indented line; strings over several lines keep their text."""
    pieces = text.split('"""')
    for index in range(0, len(pieces), 2):
        lines = pieces[index].split("\n")
        lines[1:] = [COMMENT + line.lstrip(" ") if line.startswith("    ") and line.strip() else line
                     for line in lines[1:]]
        pieces[index] = "\n".join(lines)
    return '"""'.join(pieces)


FORMS: list[Callable[[str], str]] = [as_it_is, with_carriage_returns, with_wide_comments]


@pytest.fixture(scope="module", params=FORMS, ids=lambda form: form.__name__)
def fixtures(request: pytest.FixtureRequest, assay_binary: Path,
             tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Log]]:
    """A copy of all rules' fixtures in one form, and the results of checking them."""
    folder = tmp_path_factory.mktemp(request.param.__name__) / "rules"
    shutil.copytree(RULES_FOLDER, folder)
    for layer in folder.rglob("*.usda"):
        text = layer.read_bytes().decode("utf-8")
        layer.write_bytes(request.param(text).encode("utf-8"))
    done = subprocess.run([assay_binary, "check", folder, "--format", "sarif", "--isolation", "always"],
                          env=clean_environment(), capture_output=True, timeout=TIMEOUT_S)
    (run,) = json.loads(done.stdout)["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    return folder, run["results"]


def text_at(folder: Path, place: Log) -> str:
    """The text at a place's region, read as SARIF says: lines end with LF or CR LF, columns are code points."""
    region = place["region"]
    content = (folder / unquote(place["artifactLocation"]["uri"])).read_bytes().decode("utf-8")
    line = content.replace("\r\n", "\n").split("\n")[region["startLine"] - 1]
    return line[region["startColumn"] - 1 : region["endColumn"] - 1]


def places_of(result: Log) -> Iterator[tuple[Log, str]]:
    """The places of a result that have a region, with the path of the object there."""
    for location in result["locations"] + result.get("relatedLocations", []):
        place = location["physicalLocation"]
        if "region" in place:
            names = [each["fullyQualifiedName"] for each in location.get("logicalLocations", [])]
            yield place, names[0] if names else ""


def names_of(result: Log, path: str) -> set[str]:
    """What the text at a place may be: the subject, the object's own name, a value or file of the message."""
    prim, _, property_ = path.partition(".")
    last = prim.rstrip("}").rpartition("/")[2].rpartition("}")[2]
    names = {last, property_, *last.replace("{", "=").split("="), *FIELDS}
    names |= {"#usda"} if path == "/" else set()  # the layer itself, by its first word
    names |= {f"{property_}.{value}" for value in VALUES}
    subject = result["properties"].get("subject", "")
    names |= {subject, *subject.split("=")}
    message = result["message"]["text"]
    names |= {word for quote in "@\"" for word in message.split(quote)[1::2]}
    return names | {word.strip(";,:<>") for word in message.split()}


def test_text_at_each_region_is_what_the_finding_names(fixtures: tuple[Path, list[Log]]) -> None:
    """The snippet is the text of the file at the region, and it is a name of the finding."""
    folder, results = fixtures
    seen = 0
    for result in results:
        for place, path in places_of(result):
            text = text_at(folder, place)
            assert text == place["region"]["snippet"]["text"]
            assert text.strip("\"'@<>") in names_of(result, path), (text, path, result["message"]["text"])
            seen += 1
    assert seen > 200


def renamed(folder: Path, place: Log) -> Sdf.Layer:
    """The layer of a place with another name in its region."""
    region = place["region"]
    file = folder / unquote(place["artifactLocation"]["uri"])
    lines = file.read_bytes().decode("utf-8").split("\n")
    line = lines[region["startLine"] - 1]
    begin, end = region["startColumn"] - 1, region["endColumn"] - 1
    bare = line[begin:end].strip("\"'")
    lines[region["startLine"] - 1] = line[:begin] + line[begin:end].replace(bare, PROBE) + line[end:]
    layer = Sdf.Layer.CreateAnonymous(".usda")
    assert layer.ImportFromString("\n".join(lines))
    return layer


def holds_probe(layer: Sdf.Layer, result: Log, path: str) -> bool:
    """Whether the object that a finding names has got the other name."""
    prim_path, _, property_ = path.partition(".")
    prim = layer.GetPrimAtPath(prim_path)
    if property_:
        return prim is not None and PROBE in prim.properties
    schemas = prim.GetInfo("apiSchemas") if prim is not None else Sdf.TokenListOp()
    if PROBE in schemas.GetAppliedItems():
        return True
    return layer.GetPrimAtPath(Sdf.Path(prim_path).ReplaceName(PROBE)) is not None


def test_another_name_in_the_region_renames_the_object(fixtures: tuple[Path, list[Log]]) -> None:
    """Of foreign data: the property, schema or prim at the region is the one at the finding's path, in usd-core's eyes."""
    folder, results = fixtures
    seen = 0
    for result in results:
        if result["ruleId"] != "runtime.foreign-data":
            continue
        (location,) = result["locations"]
        place = location["physicalLocation"]
        text = text_at(folder, place) if "region" in place else ""
        if not text or text.rpartition(".")[2] in VALUES:
            continue
        path = location["logicalLocations"][0]["fullyQualifiedName"]
        assert holds_probe(renamed(folder, place), result, path), (text, path, result["message"]["text"])
        seen += 1
    assert seen > 100


def test_region_beside_the_thing_is_seen(fixtures: tuple[Path, list[Log]]) -> None:
    """Negative twin: one column further the text is no name of the finding, and renames nothing."""
    folder, results = fixtures
    (result, *_) = (each for each in results if each["properties"].get("subject") == "newton:contactGap"
                    and each["locations"][0]["logicalLocations"][0]["kind"] == "property")
    (place, path), *_ = places_of(result)
    assert text_at(folder, place) in names_of(result, path)
    place["region"] |= {key: place["region"][key] + 1 for key in ("startColumn", "endColumn")}
    assert text_at(folder, place) not in names_of(result, path)
