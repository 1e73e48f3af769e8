"""C++ source for tables: arrays under names of their own, and string literals."""


class Tables:
    """Collects the arrays that structs point into, each under a name of its own."""

    def __init__(self) -> None:
        self.arrays: list[str] = []

    def array(self, element_type: str, items: list[str]) -> str:
        """Adds an array and returns its name; `{}` for an empty one, which makes an empty span."""
        if not items:
            return "{}"
        name = f"array_{len(self.arrays)}"
        self.arrays.append(f"constexpr {element_type} {name}[] = {{{', '.join(items)}}};")
        return name

    def strings(self, texts: list[str]) -> str:
        """Adds an array of strings and returns its name."""
        return self.array("std::string_view", [quoted(text) for text in texts])


def quoted(text: str) -> str:
    """A C++ string literal."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def raw_pieces(text: str) -> str:
    """A long text as adjacent raw literals, each below the compiler's limit."""
    pieces = [text[start : start + 8000] for start in range(0, len(text), 8000)] or [""]
    return " ".join(f'R"~~~({piece})~~~"' for piece in pieces)
