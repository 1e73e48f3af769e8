"""C++ tables of what each runtime makes of a feature, for tools/generate_tables.py."""

from typing import Any

from cpp_tables import Tables, quoted
from effects_data import EffectsData, citation, severity_of

RUNTIMES = {"physx": "PhysX", "newton": "Newton", "mujoco": "MuJoCo"}


class EffectsTables:
    """Writes the structs of assay/schema/effects.h; facts point at the arrays of readers and sources."""

    def __init__(self, tables: Tables, data: EffectsData) -> None:
        self.tables = tables
        self.data = data
        self.readers = tables.array("Reader", [self.reader(each) for each in data.readers])
        self.sources = tables.array("FactSource", [self.source(each) for each in data.sources])
        self.source_index = {each["id"]: index for index, each in enumerate(data.sources)}
        self.reader_index = {each["name"]: index for index, each in enumerate(data.readers)}

    def reader(self, reader: dict[str, Any]) -> str:
        """Initialiser of a Reader."""
        return f"{{{quoted(reader['name'])}, Target::{RUNTIMES[reader['runtime']]}, {quoted(reader['title'])}}}"

    def source(self, source: dict[str, Any]) -> str:
        """Initialiser of a FactSource."""
        texts = ", ".join(quoted(source.get(key, "")) for key in ("product", "version", "text"))
        return f"{{{quoted(source['id'])}, SourceKind::{source['kind'].capitalize()}, {texts}}}"

    def citations(self, cited: list[str]) -> str:
        """Name of an array of Citations."""
        items = [citation(each) for each in cited]
        return self.tables.array(
            "Citation", [f"{{&{self.sources}[{self.source_index[each.source]}], {quoted(each.detail)}}}" for each in items])

    def effect(self, cell: dict[str, Any]) -> str:
        """Initialiser of an Effect."""
        severity = severity_of(cell)
        severity_text = f"Severity::{severity.capitalize()}" if severity else "std::nullopt"
        earlier = f"&{self.tables.array('Effect', [self.effect(cell['earlier'])])}[0]" if "earlier" in cell else "nullptr"
        words = cell.get("becomes", "").split("-")
        becomes = f"Realisation::{''.join(word.capitalize() for word in words)}" if "becomes" in cell else "std::nullopt"
        return (f"{{EffectKind::{cell['effect'].capitalize()}, {quoted(cell.get('how', ''))}, {becomes}, {severity_text}, "
                f"{'false' if cell.get('unconfirmed') else 'true'}, {self.citations(cell.get('sources', []))}, {earlier}}}")

    def feature(self, feature: dict[str, Any]) -> str:
        """Initialiser of a Feature."""
        texts = ", ".join(quoted(feature.get(key, "")) for key in ("id", "area", "used_when", "owner", "owner_when"))
        effects = self.tables.array("Effect", [self.effect(feature[reader["name"]]) for reader in self.data.readers])
        return f"{{{texts}, {effects}}}"

    def default(self, default: dict[str, Any]) -> str:
        """Initialiser of a RuntimeDefault."""
        value = default.get("value", "")
        is_number = isinstance(value, (int, float))
        texts = ", ".join([quoted("" if is_number else value),
                           *(quoted(default.get(key, "")) for key in ("unit", "rule", "property"))])
        return (f"{{{quoted(default['id'])}, &{self.readers}[{self.reader_index[default['reader']]}], "
                f"{repr(float(value)) if is_number else 'std::nullopt'}, {texts}, {self.citations(default['sources'])}}}")


def effects_accessors(tables: Tables, data: EffectsData) -> list[str]:
    """The accessors of assay/schema/effects.h."""
    writer = EffectsTables(tables, data)
    features = tables.array("Feature", [writer.feature(each) for each in data.features])
    defaults = tables.array("RuntimeDefault", [writer.default(each) for each in data.defaults])
    return [f"std::span<const Reader> readers() {{ return {writer.readers}; }}",
            f"std::span<const FactSource> fact_sources() {{ return {writer.sources}; }}",
            f"std::span<const Feature> features() {{ return {features}; }}",
            f"std::span<const RuntimeDefault> runtime_defaults() {{ return {defaults}; }}"]
