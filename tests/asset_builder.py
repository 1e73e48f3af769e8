"""Writes small assets in SimReady's layout: a root with runtime variant sets, a neutral base, runnables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ALL_RUNTIMES = ("PhysX", "Newton", "MuJoCo")
BODY_PATH = "/Root/Body"
HULL_PATH = "/Root/Body/Hull"

# a line for the base's collider: one error under RV.011, under every selection but newton and mujoco
FOREIGN_LINE = "float newton:contactGap = 0.01"
# a line for the base's collider: one warning under RV.011, under newton only
INERT_LINE = 'uniform token physics:approximation = "convexHull"'

_LAYER_METADATA = """\
    defaultPrim = "Root"
    kilogramsPerUnit = 1
    metersPerUnit = 1
    upAxis = "Z"
"""

_RUNNABLE_SCHEMAS = {"PhysX": "PhysxCollisionAPI", "Newton": "NewtonCollisionAPI", "MuJoCo": "MjcCollisionAPI"}
_RUNNABLE_LINES = {
    "PhysX": "float physxCollision:contactOffset = 0.03",
    "Newton": "float newton:contactGap = 0.02",
    "MuJoCo": "uniform int mjc:group = 1",
}


@dataclass(frozen=True)
class AssetParts:
    """What to add to, or leave out of, a clean asset; every text is USDA."""

    runtimes: Sequence[str] = ALL_RUNTIMES
    root_file: str = "asset.usda"
    root_metadata: str = ""  # inside the root layer's metadata
    root_arcs: str = ""  # inside the metadata of /Root
    hull_lines: str = ""  # in the base, inside /Root/Body/Hull
    base_prims: str = ""  # in the base, inside /Root
    runnable_lines: Mapping[str, str] | None = None  # per runtime, inside /Root/Body/Hull
    section_lines: Mapping[str, str] | None = None  # per runtime, inside the option Enabled
    payload_paths: Mapping[str, str] | None = None  # per runtime, instead of ./runnables/physics/<stem>.usda
    missing_runnables: Sequence[str] = ()


def write_asset(folder: Path, parts: AssetParts = AssetParts()) -> Path:
    """Write the asset's layers below `folder` and return the root layer's path."""
    _write(folder / "payloads" / "base.usda", base_text(parts))
    for runtime in parts.runtimes:
        if runtime not in parts.missing_runnables:
            _write(folder / "runnables" / "physics" / f"{runtime.lower()}.usda", runnable_text(runtime, parts))
    return _write(folder / parts.root_file, root_text(parts))


def root_text(parts: AssetParts) -> str:
    """The root layer: variant scaffolding over a reference to the base."""
    sets = "".join(_variant_set(runtime, parts) for runtime in parts.runtimes)
    return f"""\
#usda 1.0
(
{_runtime_metadata(parts.runtimes)}{_LAYER_METADATA}{_line(parts.root_metadata, 4)})

def Xform "Root" (
    prepend references = @./payloads/base.usda@
{_variant_metadata(parts.runtimes)}{_line(parts.root_arcs, 4)})
{{
{sets}}}
"""


def base_text(parts: AssetParts) -> str:
    """The neutral base: one body with one box collider."""
    return f"""\
#usda 1.0
(
{_LAYER_METADATA})

def Xform "Root"
{{
    def Xform "Body" (
        prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]
    )
    {{
        float physics:mass = 2

        def Cube "Hull" (
            prepend apiSchemas = ["PhysicsCollisionAPI"]
        )
        {{
            double size = 0.5
{_line(parts.hull_lines, 12)}        }}
    }}
{_line(parts.base_prims, 4)}}}
"""


def runnable_text(runtime: str, parts: AssetParts = AssetParts()) -> str:
    """The layer that a runtime's option Enabled brings in."""
    more = (parts.runnable_lines or {}).get(runtime, "")
    return f"""\
#usda 1.0
(
{_LAYER_METADATA})

over "Root"
{{
    over "Body"
    {{
        over "Hull" (
            prepend apiSchemas = ["{_RUNNABLE_SCHEMAS[runtime]}"]
        )
        {{
            {_RUNNABLE_LINES[runtime]}
{_line(more, 12)}        }}
    }}
}}
"""


def _variant_set(runtime: str, parts: AssetParts) -> str:
    payload = (parts.payload_paths or {}).get(runtime, f"./runnables/physics/{runtime.lower()}.usda")
    inside = _line((parts.section_lines or {}).get(runtime, ""), 12)
    return f"""\
    variantSet "{runtime}" = {{
        "Disabled" {{
        }}
        "Enabled" (
            prepend payload = @{payload}@
        )
        {{
{inside}        }}
    }}
"""


def _variant_metadata(runtimes: Sequence[str]) -> str:
    if not runtimes:
        return ""
    names = ", ".join(f'"{runtime}"' for runtime in runtimes)
    defaults = "".join(f'        string {runtime} = "Disabled"\n' for runtime in runtimes)
    return f"    prepend variantSets = [{names}]\n    variants = {{\n{defaults}    }}\n"


def _runtime_metadata(runtimes: Sequence[str]) -> str:
    if not runtimes:
        return ""
    entries = "".join(
        f"""\
                    dictionary {runtime} = {{
                        string activateOption = "Enabled"
                        string prim = "/Root"
                        string variantSetName = "{runtime}"
                    }}
"""
        for runtime in runtimes
    )
    return f"""\
    customLayerData = {{
        dictionary SimReady_Metadata = {{
            dictionary Variants = {{
                dictionary Physics = {{
{entries}                }}
            }}
        }}
    }}
"""


def _line(text: str, indent: int) -> str:
    """`text` indented, with an end of line; nothing for no text."""
    return "".join(" " * indent + line + "\n" for line in text.splitlines())


def _write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode("utf-8"))
    return file
