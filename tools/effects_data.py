"""Read what each runtime makes of a feature (data/effects*) and its defaults, and say everything that is wrong with them."""

import re
from pathlib import Path
from typing import Any, NamedTuple

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib

EFFECTS = ("honoured", "approximated", "ignored", "refused", "unknown")
KINDS = ("code", "schema", "documentation", "measured", "report")
SEVERITIES = ("note", "warning", "error")
REALISATIONS = ("hull", "mesh", "pieces", "nothing", "ellipsoid", "along-z", "raw-numbers")
USUAL_SEVERITY = {"approximated": "warning", "ignored": "warning", "refused": "error"}
ID_FORM = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
OWNER_FORM = re.compile(r"[a-z]+(-[a-z]+)*\.([a-z0-9]+(-[a-z0-9]+)*|\*)")
OVERVIEW = "data/effects.toml"
DEFAULTS = "data/runtime_defaults.toml"
Table = dict[str, Any]


class EffectsError(ValueError):
    """All that is wrong with the data, one problem a line."""


class EffectsData(NamedTuple):
    """The checked data; `area` of a feature is the stem of its file."""

    areas: list[str]
    readers: list[Table]
    sources: list[Table]
    features: list[Table]
    defaults: list[Table]


class Citation(NamedTuple):
    """What a fact rests on."""

    source: str  # id
    detail: str  # what was read or run; may be empty


def citation(text: str) -> Citation:
    """Split "id" or "id: detail"."""
    source, _, detail = text.partition(": ")
    return Citation(source, detail)


def severity_of(cell: Table) -> str:
    """Return the severity of a finding about this cell, empty where there is nothing to report or it needs a run first."""
    if cell.get("unconfirmed"):
        return ""
    return cell.get("severity") or USUAL_SEVERITY.get(cell["effect"], "")


class Checker:
    """Collects what is wrong, each problem with its file and subject."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.cited: set[str] = set()

    def report(self, place: str, problem: str) -> None:
        """Add one problem."""
        self.problems.append(f"{place}: {problem}")

    def keys(self, place: str, table: Any, required: set[str], optional: set[str]) -> bool:
        """Check that a table has all required keys and no others than these; values are checked by `texts` and others."""
        if not isinstance(table, dict):
            self.report(place, "must be a table")
            return False
        for key in sorted(set(table) - required - optional):
            self.report(place, f"there is no key '{key}'")
        for key in sorted(required - set(table)):
            self.report(place, f"the key '{key}' is missing")
        return required <= set(table)

    def texts(self, place: str, table: Table, keys: tuple[str, ...]) -> None:
        """Check that the keys which are there hold texts that say something."""
        for key in keys:
            if key in table and not (isinstance(table[key], str) and table[key].strip()):
                self.report(place, f"'{key}' must be a text that is not empty")

    def word(self, place: str, table: Table, key: str, words: tuple[str, ...]) -> None:
        """Check that a key, where it is there, holds one of these words."""
        if key in table and table[key] not in words:
            self.report(place, f"'{key}' is {table[key]!r}, which is none of {', '.join(words)}")

    def unique(self, place: str, seen: set[Any], name: Any) -> None:
        """Check that a name was not seen before."""
        if name in seen:
            self.report(place, "stands twice")
        seen.add(name)

    def citations(self, place: str, table: Table, reader: str, sources: dict[str, Table]) -> None:
        """Check that a fact cites at least one source, each known and about its reader."""
        cited = table.get("sources")
        if not isinstance(cited, list) or not cited or not all(isinstance(each, str) for each in cited):
            self.report(place, "'sources' must be a list of at least one source")
            return
        for each in cited:
            name, detail = citation(each)
            self.cited.add(name)
            if name not in sources:
                self.report(place, f"there is no source '{name}' in {OVERVIEW}")
            elif sources[name].get("reader") != reader:
                self.report(place, f"the source '{name}' is not about {reader}")
            elif sources[name].get("kind") == "measured" and not detail:
                self.report(place, f"the measured source '{name}' must say what was run")


def version_of(cell: Table, sources: dict[str, Table]) -> str:
    """Return the version that a checked cell holds for: that of its first source."""
    return sources[citation(cell["sources"][0]).source].get("version", "")


def load(path: Path, checker: Checker, place: str) -> Table:
    """Return the content of a TOML file, empty with a problem where it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        checker.report(place, str(error))
        return {}


def tables_of(checker: Checker, place: str, document: Table, key: str) -> list[Table]:
    """Return a list of tables from a document, empty with a problem where it is something else."""
    found = document.get(key)
    if not isinstance(found, list) or not found or not all(isinstance(each, dict) for each in found):
        checker.report(place, f"needs at least one [[{key}]]")
        return []
    return found


def check_readers(checker: Checker, readers: list[Table], runtimes: tuple[str, ...]) -> None:
    """Check the readers: each runtime is judged by exactly one."""
    names: set[str] = set()
    judged: set[str] = set()
    for reader in readers:
        place = f"{OVERVIEW}: reader {reader.get('name')!r}"
        if checker.keys(place, reader, {"name", "runtime", "title"}, set()):
            checker.texts(place, reader, ("name", "runtime", "title"))
            checker.word(place, reader, "runtime", runtimes)
            checker.unique(place, names, reader["name"])
            checker.unique(f"{OVERVIEW}: reader of the runtime {reader['runtime']!r}", judged, reader["runtime"])
    for runtime in runtimes:
        if runtime not in judged:
            checker.report(OVERVIEW, f"no reader is for the runtime '{runtime}'")


def check_sources(checker: Checker, sources: list[Table], readers: tuple[str, ...]) -> None:
    """Check the sources themselves."""
    seen: set[str] = set()
    for source in sources:
        place = f"{OVERVIEW}: source {source.get('id')!r}"
        if not checker.keys(place, source, {"id", "reader", "kind", "product", "text"}, {"version"}):
            continue
        checker.texts(place, source, ("id", "product", "version", "text"))
        checker.word(place, source, "kind", KINDS)
        checker.word(place, source, "reader", readers)
        checker.unique(place, seen, source["id"])
        if (source["kind"] == "report") == ("version" in source):
            checker.report(place, "'version' is needed, but for a report, which has none")


def check_effect(checker: Checker, place: str, cell: Table, reader: str, sources: dict[str, Table]) -> None:
    """Check what both a cell and its `earlier` must keep to."""
    checker.texts(place, cell, ("how",))
    checker.word(place, cell, "effect", EFFECTS)
    if cell["effect"] == "unknown":
        for key in sorted(set(cell) - {"effect"}):
            checker.report(place, f"what is unknown has no '{key}'")
        return
    checker.citations(place, cell, reader, sources)
    if cell["effect"] == "approximated" and "how" not in cell:
        checker.report(place, "what is approximated must say how")


def check_earlier(checker: Checker, place: str, cell: Table, reader: str, sources: dict[str, Table]) -> None:
    """Check what an earlier version did, which has to be another thing at another version."""
    earlier = cell["earlier"]
    before = len(checker.problems)
    if checker.keys(f"{place}.earlier", earlier, {"effect", "sources"}, {"how"}):
        check_effect(checker, f"{place}.earlier", earlier, reader, sources)
    if len(checker.problems) > before or cell["effect"] == "unknown":
        return
    if version_of(earlier, sources) == version_of(cell, sources):
        checker.report(f"{place}.earlier", "has the version of what it is earlier than")
    if (earlier["effect"], earlier.get("how")) == (cell["effect"], cell.get("how")):
        checker.report(f"{place}.earlier", "says the same as the present version")


def check_cell(checker: Checker, place: str, cell: Any, reader: str, sources: dict[str, Table]) -> None:
    """Check what one reader makes of a feature."""
    if not checker.keys(place, cell, {"effect"}, {"how", "becomes", "severity", "unconfirmed", "sources", "earlier"}):
        return
    before = len(checker.problems)
    check_effect(checker, place, cell, reader, sources)
    checker.word(place, cell, "severity", SEVERITIES)
    checker.word(place, cell, "becomes", REALISATIONS)
    if "becomes" in cell and cell["effect"] == "honoured":
        checker.report(place, "what is honoured becomes nothing else")
    if cell.get("unconfirmed", True) is not True:
        checker.report(place, "'unconfirmed' can only be true")
    if "severity" in cell and cell["effect"] not in USUAL_SEVERITY:
        checker.report(place, f"what is {cell['effect']} has no severity")
    if "earlier" in cell and len(checker.problems) == before:
        check_earlier(checker, place, cell, reader, sources)


def check_feature(checker: Checker, file: str, feature: Table, readers: tuple[str, ...], sources: dict[str, Table]) -> None:
    """Check one feature with the cells of all readers."""
    place = f"{file}: feature {feature.get('id')!r}"
    if not checker.keys(place, feature, {"id", "used_when", *readers}, {"owner", "owner_when"}):
        return
    checker.texts(place, feature, ("used_when", "owner_when"))
    if not ID_FORM.fullmatch(str(feature["id"])):
        checker.report(place, "an id is of small letters, digits and single hyphens")
    if "owner" in feature and not OWNER_FORM.fullmatch(str(feature["owner"])):
        checker.report(place, f"the owner {feature['owner']!r} is no rule id")
    if "owner_when" in feature and "owner" not in feature:
        checker.report(place, "'owner_when' needs an owner")
    for reader in readers:
        check_cell(checker, f"{place}.{reader}", feature[reader], reader, sources)


def check_default(checker: Checker, default: Table, readers: tuple[str, ...], sources: dict[str, Table]) -> None:
    """Check one default: a value or a rule, never both."""
    place = f"{DEFAULTS}: default {default.get('id')!r} of {default.get('reader')!r}"
    if not checker.keys(place, default, {"id", "reader", "sources"}, {"value", "unit", "rule", "property"}):
        return
    checker.word(place, default, "reader", readers)
    checker.texts(place, default, ("id", "unit", "rule", "property"))
    checker.citations(place, default, default["reader"], sources)
    if ("value" in default) == ("rule" in default):
        checker.report(place, "needs either 'value' or 'rule'")
    value = default.get("value")
    if "value" in default and (isinstance(value, bool) or not isinstance(value, (int, float, str)) or value == ""):
        checker.report(place, "'value' must be a number or a word")
    if "unit" in default and not isinstance(value, (int, float)):
        checker.report(place, "only a number has a unit")


def area_features(checker: Checker, source: Path, areas: list[str]) -> list[tuple[str, Table]]:
    """Return the features of all areas in order, each with its file."""
    folder = source / "data" / "effects"
    for path in sorted(folder.glob("*.toml")):
        if path.stem not in areas:
            checker.report(f"data/effects/{path.name}", f"the area '{path.stem}' is not in the areas of {OVERVIEW}")
    found = []
    for area in areas:
        file = f"data/effects/{area}.toml"
        document = load(folder / f"{area}.toml", checker, file)
        checker.keys(file, document, set(), {"feature"})
        found += [(file, {**feature, "area": area}) for feature in tables_of(checker, file, document, "feature")]
    return found


def read_effects(source: Path) -> EffectsData:
    """Return the data below a checkout; raises EffectsError when anything is wrong with it."""
    checker = Checker()
    overview = load(source / OVERVIEW, checker, OVERVIEW)
    checker.keys(OVERVIEW, overview, {"areas", "reader", "source"}, set())
    runtimes = tuple(row["name"] for row in tomllib.loads((source / "data/runtimes.toml").read_text())["runtime"])
    readers = tables_of(checker, OVERVIEW, overview, "reader")
    sources = tables_of(checker, OVERVIEW, overview, "source")
    names = tuple(str(reader.get("name")) for reader in readers)
    by_id = {str(each.get("id")): each for each in sources}
    check_readers(checker, readers, runtimes)
    check_sources(checker, sources, names)
    areas = [str(area) for area in overview.get("areas", [])]
    features = area_features(checker, source, areas)
    seen: set[Any] = set()
    for file, feature in features:
        check_feature(checker, file, {key: feature[key] for key in feature if key != "area"}, names, by_id)
        checker.unique(f"{file}: feature {feature.get('id')!r}", seen, feature.get("id"))
    document = load(source / DEFAULTS, checker, DEFAULTS)
    checker.keys(DEFAULTS, document, set(), {"default"})
    defaults = tables_of(checker, DEFAULTS, document, "default")
    seen_defaults: set[Any] = set()
    for default in defaults:
        check_default(checker, default, names, by_id)
        pair = (default.get("id"), default.get("reader"))
        checker.unique(f"{DEFAULTS}: default {pair[0]!r} of {pair[1]!r}", seen_defaults, pair)
    for name in by_id:
        if name not in checker.cited:
            checker.report(f"{OVERVIEW}: source {name!r}", "is never cited")
    if checker.problems:
        raise EffectsError("\n".join(checker.problems))
    return EffectsData(areas, readers, sources, [feature for _, feature in features], defaults)
