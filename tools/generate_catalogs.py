#!/usr/bin/env python3
"""Generate the schema catalogs in data/schemas from the schema files of pinned packages.

Needs Python 3.11 and usd-core, which is used to parse text only; no schema registry or plugin is consulted.
"""

import argparse
import hashlib
import json
import math
import os
import re
import struct
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

schemas_folder = Path(__file__).resolve().parent.parent / "data" / "schemas"
instance_placeholder = "__INSTANCE_NAME__"
root_types = {"UsdTyped": "Typed", "UsdAPISchemaBase": "APISchemaBase"}
kind_names = {
    "concreteTyped": "concrete_typed",
    "abstractTyped": "abstract_typed",
    "singleApplyAPI": "single_apply",
    "multipleApplyAPI": "multiple_apply",
    "nonAppliedAPI": "non_applied",
}

# one fixed target, so that every machine and every Python gets the same wheel and hash
wheel_target = [
    "--only-binary=:all:",
    "--python-version=3.11",
    "--implementation=cp",
    "--platform=manylinux_2_28_x86_64",
]


def sha256_of(content: bytes) -> str:
    """Return the SHA-256 of the bytes as lower-case hex."""
    return hashlib.sha256(content).hexdigest()


def default_cache() -> Path:
    """Return the folder that keeps downloaded wheels when --cache is not given."""
    base = os.environ.get("ASSAY_CACHE") or Path.home() / ".cache" / "assay"
    return Path(base) / "catalog-wheels"


def load_sources(path: Path) -> list[dict[str, Any]]:
    """Read the list of catalogs to generate."""
    return tomllib.loads(path.read_text(encoding="utf-8"))["catalog"]


def catalog_file_name(source: dict[str, Any]) -> str:
    """Return the name of the catalog file of one source."""
    return f"{source['family']}-{source['version']}.json"


def fetch_wheel(source: dict[str, Any], cache: Path) -> Path:
    """Return the verified wheel of a source, downloading it with pip when the cache lacks it."""
    wheel = cache / source["wheel"]

    # download by plain package name
    if not wheel.exists():
        cache.mkdir(parents=True, exist_ok=True)
        requirement = f"{source['package']}=={source['package_version']}"
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *wheel_target]
        subprocess.run([*command, "--dest", str(cache), requirement], check=True)
    if not wheel.exists():
        raise SystemExit(f"{source['wheel']}: pip fetched another file for {source['package']}")

    # refuse anything but the pinned bytes
    found = sha256_of(wheel.read_bytes())
    if found != source["sha256"]:
        raise SystemExit(f"{wheel.name}: SHA-256 is {found}, pinned is {source['sha256']}")
    return wheel


def read_members(source: dict[str, Any], wheel: Path) -> dict[str, bytes]:
    """Read the schema files of a source, each with the plugInfo.json beside it, by path in the wheel."""
    contents = {}
    with zipfile.ZipFile(wheel) as archive:
        for member in source["members"]:
            for path in (member, plug_info_path(member)):
                contents[path] = archive.read(path)
    return contents


def plug_info_path(member: str) -> str:
    """Return the path of the plugInfo.json beside a schema file."""
    return member.rpartition("/")[0] + "/plugInfo.json"


def parse_plug_info(content: bytes) -> dict[str, dict[str, Any]]:
    """Return the declared types of a plugInfo.json by C++ type name, its comment lines removed."""
    text = re.sub(r"^\s*#.*$", "", content.decode("utf-8"), flags=re.MULTILINE)
    types: dict[str, dict[str, Any]] = {}
    for plugin in json.loads(text)["Plugins"]:
        types.update(plugin["Info"].get("Types", {}))
    return types


def schema_identifier(type_name: str, declaration: dict[str, Any]) -> str:
    """Return the name that files use for a type: its schema alias."""
    alias = declaration.get("alias", {}).get("UsdSchemaBase")
    return alias or declaration.get("schemaIdentifier") or type_name


def collect_types(contents: list[dict[str, bytes]]) -> dict[str, dict[str, Any]]:
    """Merge the declared types of all sources, so that bases resolve across packages."""
    types: dict[str, dict[str, Any]] = {}
    for members in contents:
        for path, content in members.items():
            if path.endswith("/plugInfo.json"):
                types.update(parse_plug_info(content))
    return types


def inherits_of(type_name: str, types: dict[str, dict[str, Any]]) -> list[str]:
    """Return the schemas that a type inherits, nearest first."""
    chain = []
    while type_name not in root_types:
        (type_name,) = types[type_name]["bases"]
        chain.append(root_types.get(type_name) or schema_identifier(type_name, types[type_name]))
    return chain


def deprecation_of(*texts: str | None) -> dict[str, list[str]] | None:
    """Return the names to use instead when a text opens with "deprecated", and None when none does.

    Property names are kept where the sentence has any, else schema names.
    """
    for text in texts:
        if not re.match(r"\W*deprecated\b", text or "", flags=re.IGNORECASE):
            continue
        sentence = re.search(r"\buse\s+(.*?)(?:\binstead\b|\.\s|\.$|$)", text, re.IGNORECASE | re.DOTALL)
        advice = sentence.group(1) if sentence else ""
        properties = re.findall(r"\b[a-z]\w*(?::\w+)+", advice)
        return {"use": properties or re.findall(r"\b[A-Z]\w*API\b", advice)}
    return None


def spec_deprecation(spec: Any) -> dict[str, list[str]] | None:
    """Return the deprecation that the texts of a prim or property spec state."""
    display_name = spec.GetInfo("displayName") if spec.HasInfo("displayName") else None
    return deprecation_of(spec.documentation, spec.customData.get("userDocBrief"), display_name)


def is_double(type_name: str) -> bool:
    """Return whether a value type holds double precision numbers."""
    scalar = type_name.removesuffix("[]")
    return scalar == "timecode" or scalar.startswith("double") or bool(re.search(r"\dd$|quatd$", scalar))


def number_to_json(value: float, double: bool) -> float | str:
    """Return a number with the fewest digits that keep its value, and infinities and NaN as strings."""
    if not math.isfinite(value):
        return str(value)
    if double:
        return value
    packed = struct.pack("f", value)
    shortest = (float(f"{value:.{digits}g}") for digits in range(1, 10))
    return next(short for short in shortest if struct.pack("f", short) == packed)


def value_to_json(value: Any, double: bool) -> Any:
    """Return a fallback as JSON: tuples and arrays as arrays, quaternions real part first."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return number_to_json(value, double)
    if hasattr(value, "GetImaginary"):
        value = [value.GetReal(), *value.GetImaginary()]
    if hasattr(value, "resolvedPath"):
        return value.path
    return [value_to_json(item, double) for item in value]


def limit_of(spec: Any, strength: str, bound: str, double: bool) -> Any:
    """Return one published limit of an attribute, or None."""
    limits = spec.GetInfo("limits") if spec.HasInfo("limits") else {}
    return value_to_json(limits.get(strength, {}).get(bound), double)


def attribute_facts(spec: Any) -> dict[str, Any]:
    """Return what only attributes have: type, fallback, tokens and limits."""
    type_name = str(spec.typeName)
    double = is_double(type_name)
    return {
        "type": type_name,
        "fallback": value_to_json(spec.default, double),
        "tokens": list(spec.allowedTokens or []),
        "minimum": limit_of(spec, "hard", "minimum", double),
        "maximum": limit_of(spec, "hard", "maximum", double),
        "soft_minimum": limit_of(spec, "soft", "minimum", double),
        "soft_maximum": limit_of(spec, "soft", "maximum", double),
        "array_size": (spec.GetInfo("arraySizeConstraint") or None) if "[]" in type_name else None,
    }


def property_entry(spec: Any) -> dict[str, Any]:
    """Return the catalog entry of one property."""
    is_attribute = hasattr(spec, "typeName")
    entry = {
        "name": spec.name,
        "kind": "attribute" if is_attribute else "relationship",
        "variability": spec.variability.displayName.lower(),
    }
    if is_attribute:
        entry |= attribute_facts(spec)
    entry["deprecated"] = spec_deprecation(spec)
    return entry


def namespace_prefix(properties: list[dict[str, Any]]) -> str | None:
    """Return the one prefix that the property templates of a multiple apply schema share."""
    prefixes = {entry["name"].partition(f":{instance_placeholder}")[0] for entry in properties}
    if len(prefixes) > 1:
        raise SystemExit(f"property templates disagree on their prefix: {sorted(prefixes)}")
    return prefixes.pop() if prefixes else None


def schema_entry(spec: Any, type_name: str, types: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the catalog entry of one schema."""
    declaration = types[type_name]
    kind = kind_names[declaration["schemaKind"]]
    built_in = spec.GetInfo("apiSchemas").GetAppliedItems() if spec.HasInfo("apiSchemas") else []
    properties = sorted(map(property_entry, spec.properties), key=lambda entry: entry["name"])
    return {
        "name": spec.name,
        "kind": kind,
        "inherits": inherits_of(type_name, types),
        "built_in": list(built_in),
        "can_only_apply_to": declaration.get("apiSchemaCanOnlyApplyTo", []),
        "auto_apply_to": declaration.get("apiSchemaAutoApplyTo", []),
        "namespace_prefix": namespace_prefix(properties) if kind == "multiple_apply" else None,
        "deprecated": spec_deprecation(spec),
        "properties": properties,
    }


def parse_layer(content: bytes, path: str) -> Any:
    """Parse the text of a schema file."""
    # imported here so that the rest of this file works without usd-core
    from pxr import Sdf

    layer = Sdf.Layer.CreateAnonymous(".usda")
    if not layer.ImportFromString(content.decode("utf-8")):
        raise SystemExit(f"{path}: does not parse")
    return layer


def member_schemas(members: dict[str, bytes], path: str, types: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the entries of one schema file, which must hold exactly the schemas its plugInfo.json declares."""
    declared = parse_plug_info(members[plug_info_path(path)])
    type_names = {schema_identifier(name, declaration): name for name, declaration in declared.items()}
    layer = parse_layer(members[path], path)
    found = {spec.name: spec for spec in layer.rootPrims}
    if found.keys() != type_names.keys():
        raise SystemExit(f"{path}: differs from its plugInfo.json in {sorted(found.keys() ^ type_names.keys())}")
    return [schema_entry(spec, type_names[name], types) for name, spec in found.items()]


def build_catalog(source: dict[str, Any], members: dict[str, bytes], types: dict[str, dict[str, Any]]) -> str:
    """Return the text of one catalog file."""
    schemas = [entry for path in source["members"] for entry in member_schemas(members, path, types)]
    catalog = {
        "family": source["family"],
        "version": source["version"],
        "package": source["package"],
        "package_version": source["package_version"],
        "members": [{"path": path, "sha256": sha256_of(members[path])} for path in sorted(members)],
        "schemas": sorted(schemas, key=lambda entry: entry["name"]),
    }
    return json.dumps(catalog, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def build_all(sources: list[dict[str, Any]], cache: Path) -> dict[str, str]:
    """Return the text of every catalog by file name."""
    contents = [read_members(source, fetch_wheel(source, cache)) for source in sources]
    types = collect_types(contents)
    return {
        catalog_file_name(source): build_catalog(source, members, types)
        for source, members in zip(sources, contents, strict=True)
    }


def changed_schemas(committed: str, generated: str) -> str:
    """Describe how two catalogs differ, by schema name."""
    try:
        old, new = ({entry["name"]: entry for entry in json.loads(text)["schemas"]} for text in (committed, generated))
    except (ValueError, KeyError, TypeError):
        return "committed file is not a catalog"
    changed = {name for name in old.keys() & new.keys() if old[name] != new[name]}
    groups = {"missing": new.keys() - old.keys(), "extra": old.keys() - new.keys(), "changed": changed}
    parts = [f"{label}: {', '.join(sorted(names))}" for label, names in groups.items() if names]
    return "; ".join(parts) or "same schemas, other text differs"


def find_differences(catalogs: dict[str, str], folder: Path) -> list[str]:
    """Return one line for each committed catalog that is missing, extra or different."""
    differences = []
    present = {path.name for path in folder.glob("*.json")}
    for name in sorted(catalogs.keys() | present):
        if name not in present:
            differences.append(f"{name}: not committed")
        elif name not in catalogs:
            differences.append(f"{name}: not in sources.toml")
        else:
            # bytes, so that a changed line ending is seen too
            committed = (folder / name).read_bytes()
            if committed != catalogs[name].encode("utf-8"):
                summary = changed_schemas(committed.decode("utf-8", "replace"), catalogs[name])
                differences.append(f"{name}: {summary}")
    return differences


def write_catalogs(catalogs: dict[str, str], folder: Path) -> None:
    """Write every catalog with the same bytes on every platform."""
    for name, text in catalogs.items():
        (folder / name).write_bytes(text.encode("utf-8"))
        print(f"wrote {name}")


def main() -> int:
    """Write the catalogs, or compare them with the committed files under --check."""
    parser = argparse.ArgumentParser(description="Generate the schema catalogs in data/schemas.")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="folder of downloaded wheels")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a committed file differs")
    arguments = parser.parse_args()

    catalogs = build_all(load_sources(schemas_folder / "sources.toml"), arguments.cache)
    if not arguments.check:
        write_catalogs(catalogs, schemas_folder)
        return 0

    differences = find_differences(catalogs, schemas_folder)
    for line in differences:
        print(line)
    print(f"{len(differences)} of {len(catalogs)} catalogs differ" if differences else "catalogs are up to date")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
