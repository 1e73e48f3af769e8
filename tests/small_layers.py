"""Texts of small layers, and of layers that are too deep or too long."""

from __future__ import annotations

HEADER = '#usda 1.0\n(\n    defaultPrim = "Root"\n)\n\n'
ONE_PRIM = HEADER + 'def Xform "Root"\n{\n}\n'


def nested_dictionaries(depth: int) -> str:
    """A layer whose customLayerData nests this deep."""
    return f"#usda 1.0\n(\n    customLayerData = {{\n{'dictionary d = {' * depth}{'}' * depth}\n    }}\n)\n"


def many_prims(count: int, inside: str = "") -> str:
    """A root with this many children, each with the same lines in it."""
    return f'{HEADER}def "Root" {{\n' + "".join(f'def "p{index}" {{\n{inside}}}\n' for index in range(count)) + "}\n"


def long_array(count: int) -> str:
    """A prim with an array of this many ones."""
    return f'{HEADER}def "Root" {{\n    int[] a = [{"1," * (count - 1)}1]\n}}\n'


def doubling_references(levels: int, metadata: str = "") -> str:
    """Prims of which each refers twice to the one before: 2^levels prims in the end."""
    text = f'{HEADER}def "L0" {{\n    def "x" {{\n    }}\n}}\n'
    for level in range(1, levels + 1):
        arcs = f"    references = </L{level - 1}>\n    {metadata}\n"
        children = "".join(f'    def "{name}" (\n{arcs}    ) {{\n    }}\n' for name in "ab")
        text += f'def "L{level}" {{\n{children}}}\n'
    return text + f'def "Root" (\n    references = </L{levels}>\n)\n{{\n}}\n'
