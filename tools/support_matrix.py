"""The page that shows what each runtime makes of a feature, from the document assay.effects/1."""

from typing import Any

LEGEND = """What each runtime makes of what an asset may use, and what it takes where an asset says nothing. **Honoured**: as UsdPhysics says.
**Approximated**: by something near to it. **Ignored**: without effect. **Refused**: the part, or the whole file, is not built.
**Unknown**: no source states it, so nothing is reported. *Unconfirmed*: no run has shown it, so nothing is reported either. In brackets
the severity of a finding, `runtime.<feature>-lost`, for assets that use the feature and target the runtime; where a rule is named, it
reports the case instead. A footnote says which version a cell holds for and how that is known. MuJoCo is judged by its own USD decoder."""


class Footnotes:
    """Numbers citations in the order of their first use."""

    def __init__(self, sources: list[dict[str, Any]]) -> None:
        self.sources = {source["id"]: source for source in sources}
        self.numbers: dict[str, int] = {}

    def marks(self, citations: list[dict[str, str]]) -> str:
        """Return the marks of these citations."""
        texts = [self.text(citation) for citation in citations]
        return "".join(f"[^{self.numbers.setdefault(text, len(self.numbers) + 1)}]" for text in texts)

    def text(self, citation: dict[str, str]) -> str:
        """Return one citation in words."""
        source = self.sources[citation["source"]]
        product = " ".join(filter(None, [source["product"], source.get("version")]))
        detail = f", {citation['detail']}" if "detail" in citation else ""
        return f"{source['kind']}: {product}{detail}"

    def lines(self) -> list[str]:
        """Return all footnotes."""
        return [f"[^{number}]: {text}" for text, number in self.numbers.items()]


def source_row(source: dict[str, Any]) -> str:
    """Return one source as a row: how its facts came to be known."""
    product = " ".join(filter(None, [source["product"], source.get("version")]))
    return f"| {product} | {source['kind']} | {cell(source['text'])} |"


def cell(text: str) -> str:
    """Return a text as the content of a table cell."""
    return text.replace("|", "\\|").replace("\n", " ")


def effect_words(effect: dict[str, Any]) -> str:
    """Return what happens, without what says so."""
    words = f"**{effect['effect']}**" if effect["effect"] != "unknown" else "unknown"
    if "how" in effect:
        words += f": {effect['how']}"
    if "severity" in effect:
        words += f" ({effect['severity']})"
    if effect.get("unconfirmed"):
        words += ", *unconfirmed*"
    return words


def effect_cell(effect: dict[str, Any], notes: Footnotes) -> str:
    """Return the content of the cell of one feature and one reader."""
    words = effect_words(effect) + notes.marks(effect["sources"])
    if "earlier" in effect:
        earlier = effect["earlier"]
        words += f"; {earlier['holds_for']}: {effect_words(earlier)}{notes.marks(earlier['sources'])}"
    return cell(words)


def feature_row(feature: dict[str, Any], readers: list[dict[str, str]], notes: Footnotes) -> str:
    """Return one feature as a row of its area's table."""
    effects = [effect_cell(feature["effects"][reader["name"]], notes) for reader in readers]
    owner = f"`{feature['owner']}`" if "owner" in feature else "–"
    when = f" when {feature['owner_when']}" if "owner_when" in feature else ""
    return f"| `{feature['id']}` | {cell(feature['used_when'])} | {' | '.join(effects)} | {cell(owner + when)} |"


def value_words(default: dict[str, Any]) -> str:
    """Return a default's value with its unit, or its rule."""
    if "rule" in default:
        return default["rule"]
    value = default["value"]
    text = value if isinstance(value, str) else f"{value:.15g}"
    return " ".join(filter(None, [text, default.get("unit")]))


def default_rows(defaults: list[dict[str, Any]], readers: list[dict[str, str]], notes: Footnotes) -> list[str]:
    """Return one row for each quantity, a cell for each reader."""
    rows = []
    for quantity in dict.fromkeys(default["id"] for default in defaults):
        by_reader = {default["reader"]: default for default in defaults if default["id"] == quantity}
        cells = []
        for reader in readers:
            default = by_reader.get(reader["name"])
            replaced = f", `{default['property']}`" if default and "property" in default else ""
            cells.append(cell(value_words(default) + replaced + notes.marks(default["sources"])) if default else "–")
        rows.append(f"| `{quantity}` | {' | '.join(cells)} |")
    return rows


def support_matrix(document: dict[str, Any], intro: str) -> str:
    """Return the whole page."""
    readers = document["readers"]
    titles = [reader["title"] for reader in readers]
    notes = Footnotes(document["sources"])
    lines = ["# What each runtime makes of it", "", intro, "", LEGEND]
    for area in dict.fromkeys(feature["area"] for feature in document["features"]):
        rows = [feature_row(each, readers, notes) for each in document["features"] if each["area"] == area]
        lines += ["", f"## {area.capitalize()}", "", f"| feature | used when | {' | '.join(titles)} | rule |",
                  f"|{'---|' * (len(titles) + 3)}", *rows]
    lines += ["", "## Taken where an asset says nothing", "", "The attribute named replaces the value.", "",
              f"| quantity | {' | '.join(titles)} |", f"|{'---|' * (len(titles) + 1)}",
              *default_rows(document["defaults"], readers, notes), "", "## Sources", "",
              "| product | kind | what was read, or how it was run |", "|---|---|---|",
              *map(source_row, document["sources"]), "", *notes.lines()]
    return "\n".join(lines) + "\n"
