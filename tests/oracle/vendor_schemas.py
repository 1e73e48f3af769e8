"""What schemas of PhysX, Newton and MuJoCo bring that usd-core, which does not hold them, misses."""

from __future__ import annotations

import json
from functools import cache

from oracle.assets import REPOSITORY
from pxr import Usd


@cache
def parents_by_schema() -> dict[str, set[str]]:
    """What each schema of the catalogs inherits or builds in, over all versions."""
    parents: dict[str, set[str]] = {}
    for file in sorted((REPOSITORY / "data" / "schemas").glob("*.json")):
        for schema in json.loads(file.read_text(encoding="utf-8"))["schemas"]:
            parents.setdefault(schema["name"], set()).update(schema["inherits"], schema["built_in"])
    return parents


@cache
def brings(schema: str, wanted: str) -> bool:
    """Whether a schema is, inherits or builds in the wanted one."""
    return schema == wanted or any(brings(parent, wanted) for parent in parents_by_schema().get(schema, ()))


def is_missed(prim: Usd.Prim, wanted: str) -> bool:
    """Whether the prim has the wanted schema only by one that usd-core does not hold."""
    information = prim.GetPrimTypeInfo()
    registry = Usd.SchemaRegistry()
    names = [str(information.GetTypeName()), *map(str, information.GetAppliedAPISchemas())]
    held = [name for name in names if registry.FindSchemaInfo(name.partition(":")[0])]
    return not any(brings(name, wanted) for name in held) and any(brings(name.partition(":")[0], wanted) for name in names)
