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
    return are_missed((str(information.GetTypeName()), *map(str, information.GetAppliedAPISchemas())), wanted)


@cache
def are_missed(names: tuple[str, ...], wanted: str) -> bool:
    """The same of a prim with that type and those applied schemas."""
    bases = {name.partition(":")[0] for name in names}
    bringing = {name for name in bases if brings(name, wanted)}
    return bool(bringing) and not any(Usd.SchemaRegistry().FindSchemaInfo(name) for name in bringing)
