"""Write the C++ tables that `assay/schema` compiles in, from the files under data/ and docs/schemas/."""

import argparse
import json
import pathlib
import sys

from cpp_tables import Tables, quoted, raw_pieces
from effects_data import EffectsError, read_effects
from effects_tables import effects_accessors

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib

TARGETS = ("standard", "physx", "newton", "mujoco")
TARGET_NAMES = {"standard": "Standard", "physx": "PhysX", "newton": "Newton", "mujoco": "MuJoCo"}
CELLS = {"OK": "Allowed", "REQ/OK": "Required", "REQ": "Required", "NA": "NotConsumed", "FORBID": "Forbidden"}


def target(name: str) -> str:
    return f"Target::{TARGET_NAMES[name]}"


def cell(name: str) -> str:
    return f"Cell::{CELLS[name]}"


def runtime_rows(source: pathlib.Path) -> list[str]:
    """Initialisers of the Runtime structs."""
    rows = tomllib.loads((source / "data/runtimes.toml").read_text())["runtime"]
    keys = ("name", "title", "variant_set", "payload_stem", "feature", "set_requirement", "payload_requirement",
            "metadata_requirement")
    return [f"{{{target(row['name'])}, {', '.join(quoted(row[key]) for key in keys)}}}" for row in rows]


def words_source(tables: Tables, source: pathlib.Path) -> list[str]:
    """The accessors of the words that runtime variant sets share."""
    words = tomllib.loads((source / "data/runtimes.toml").read_text())
    texts = ", ".join(quoted(words[key]) for key in ("enabled_option", "disabled_option", "importers_set"))
    commands = tables.strings(words["joint_commands"])
    return [f"const VariantWords& variant_words() {{ static constexpr VariantWords words{{{texts}}}; return words; }}",
            f"std::span<const std::string_view> joint_commands() {{ return {commands}; }}"]


def policy_row(tables: Tables, row: dict) -> str:
    cells = ", ".join(cell(row["cells"][name]) for name in TARGETS)
    return (f"{{{quoted(row['id'])}, {quoted(row['title'])}, {quoted(row['vendor'])}, "
            f"{tables.strings(row['schemas'])}, {tables.strings(row['properties'])}, {{{cells}}}, "
            f"{tables.strings(row['requirements'])}, {quoted(row['source'])}}}")


def value_rule(tables: Tables, rule: dict) -> str:
    return (f"{{{quoted(rule['property'])}, {target(rule['target'])}, {tables.strings(rule['when_schemas'])}, "
            f"{tables.strings(rule['tokens'])}, {cell(rule['listed'])}, {cell(rule['otherwise'])}, "
            f"{quoted(rule.get('paired_token', ''))}, {quoted(rule.get('paired_schema', ''))}, "
            f"{'true' if rule.get('preferably_absent') else 'false'}, {tables.strings(rule['requirements'])}, "
            f"{quoted(rule['source'])}}}")


def exclusive_rule(tables: Tables, rule: dict) -> str:
    return (f"{{{target(rule['target'])}, {tables.strings(rule['schemas'])}, "
            f"{tables.strings(rule['requirements'])}, {quoted(rule['source'])}}}")


def expected_rule(tables: Tables, rule: dict) -> str:
    return (f"{{{target(rule['target'])}, {quoted(rule.get('when_type', ''))}, "
            f"{tables.strings(rule['when_schemas'])}, {tables.strings(rule['any_of'])}, "
            f"{tables.strings(rule['requirements'])}, {quoted(rule['source'])}}}")


def redundant_rule(tables: Tables, rule: dict) -> str:
    return (f"{{{target(rule['target'])}, {quoted(rule['schema'])}, {tables.strings(rule['included_by'])}, "
            f"{tables.strings(rule['requirements'])}, {quoted(rule['source'])}}}")


def merged_policy(policies: dict[str, dict], name: str) -> dict:
    """A policy with the rows of the one it is based on behind its own."""
    policy = policies[name]
    if "based_on" not in policy:
        return policy
    base = merged_policy(policies, policy["based_on"])
    replaced = {(rule["property"], rule["target"]) for rule in policy.get("value", [])}
    kept = [rule for rule in base["value"] if (rule["property"], rule["target"]) not in replaced]
    merged = {**base, **policy}
    merged["row"] = policy.get("row", []) + base["row"]
    merged["value"] = policy.get("value", []) + kept
    return merged


def policy_structs(tables: Tables, source: pathlib.Path) -> list[str]:
    """Initialisers of the IsolationPolicy structs."""
    files = sorted((source / "data/isolation").glob("*.toml"))
    policies = {file.stem: tomllib.loads(file.read_text()) for file in files}
    structs = []
    for name in policies:
        policy = merged_policy(policies, name)
        rows = tables.array("PolicyRow", [policy_row(tables, row) for row in policy["row"]])
        values = tables.array("ValueRule", [value_rule(tables, rule) for rule in policy["value"]])
        exclusives = tables.array("ExclusiveRule", [exclusive_rule(tables, rule) for rule in policy["exclusive"]])
        expected = tables.array("ExpectedRule", [expected_rule(tables, rule) for rule in policy["expected"]])
        redundant = tables.array("RedundantRule", [redundant_rule(tables, rule) for rule in policy["redundant"]])
        neutral = tables.strings(policy["neutral_schemas"])
        structs.append(f"{{{quoted(name)}, {quoted(policy['source'])}, {neutral}, {rows}, {values}, {exclusives}, {expected}, "
                       f"{redundant}}}")
    return structs


def profile_structs(tables: Tables, source: pathlib.Path) -> list[str]:
    """Initialisers of the Profile structs."""
    structs = []
    for file in sorted((source / "data/profiles").glob("*.toml")):
        profile = tomllib.loads(file.read_text())
        pins = [f"{{{quoted(family)}, {quoted(version)}}}" for family, version in sorted(profile["catalogs"].items())]
        severities = [f"{{{quoted(rule)}, {quoted(severity)}}}" for rule, severity in
                      sorted(profile.get("severity", {}).items())]
        structs.append(f"{{{quoted(profile['name'])}, {quoted(profile['summary'])}, "
                       f"{quoted(profile['isolation_policy'])}, {tables.array('CatalogPin', pins)}, "
                       f"{tables.array('ProfileSeverity', severities)}}}")
    return structs


def property_struct(tables: Tables, definition: dict) -> str:
    fallback = definition.get("fallback")
    text = "" if fallback is None else json.dumps(fallback)
    return (f"{{{quoted(definition['name'])}, {quoted(definition['kind'])}, {quoted(definition.get('type', ''))}, "
            f"{quoted(text)}, {tables.strings(definition.get('tokens') or [])}}}")


def schema_struct(tables: Tables, schema: dict) -> str:
    properties = tables.array("PropertyDefinition", [property_struct(tables, each) for each in schema["properties"]])
    return (f"{{{quoted(schema['name'])}, {quoted(schema['kind'])}, {tables.strings(schema['inherits'])}, "
            f"{tables.strings(schema['built_in'])}, {tables.strings(schema['can_only_apply_to'])}, {properties}}}")


def catalog_structs(tables: Tables, source: pathlib.Path) -> list[str]:
    """Initialisers of the Catalog structs."""
    structs = []
    for file in sorted((source / "data/schemas").glob("*.json")):
        catalog = json.loads(file.read_text())
        schemas = [schema_struct(tables, schema) for schema in sorted(catalog["schemas"], key=lambda each: each["name"])]
        structs.append(f"{{{quoted(catalog['family'])}, {quoted(catalog['version'])}, "
                       f"{quoted(catalog['package'] + ' ' + catalog['package_version'])}, "
                       f"{tables.array('SchemaDefinition', schemas)}}}")
    return structs


def document_structs(source: pathlib.Path) -> list[str]:
    """Initialisers of the published JSON Schemas: name as in the documents, text."""
    structs = []
    for file in sorted((source / "docs/schemas").glob("*.json")):
        text = file.read_text()
        structs.append(f"{{{quoted(json.loads(text)['title'])}, {raw_pieces(text)}}}")
    return structs


def tables_source(source: pathlib.Path) -> str:
    """The whole C++ file."""
    tables = Tables()
    accessors = []
    for element, function, items in (
        ("Runtime", "runtimes", runtime_rows(source)),
        ("IsolationPolicy", "isolation_policies", policy_structs(tables, source)),
        ("Profile", "profiles", profile_structs(tables, source)),
        ("Catalog", "catalogs", catalog_structs(tables, source)),
        ("JsonSchema", "json_schemas", document_structs(source)),
    ):
        accessors.append(f"std::span<const {element}> {function}() {{ return {tables.array(element, items)}; }}")
    accessors += words_source(tables, source)
    accessors += effects_accessors(tables, read_effects(source))
    limits = raw_pieces((source / "data/limits.toml").read_text())
    return "\n".join([
        "// generated from data/ by tools/generate_tables.py",
        '#include "assay/schema/effects.h"', '#include "assay/schema/json_schema.h"', '#include "assay/schema/limits_text.h"',
        '#include "assay/schema/profile.h"', "",
        "namespace assay::schema {", "namespace {", *tables.arrays, "}  // namespace", "", *accessors,
        f"std::string_view built_in_limits_text() {{ return {limits}; }}", "}  // namespace assay::schema", ""])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=pathlib.Path, required=True, help="root of the checkout")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    try:
        text = tables_source(arguments.source)
    except EffectsError as error:
        print(error, file=sys.stderr)
        return 1
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
