#!/usr/bin/env python3
"""Write the benchmark asset: a hanging chain of bodies with PhysX, Newton and MuJoCo variants."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

runtime_sets = {"PhysX": "physx", "Newton": "newton", "MuJoCo": "mujoco"}
pollutions = ("none", "foreign-schema", "section-opinion")

# Every link is a cube of this half extent [m]; anchors lie in the middle of the gap between two links.
half_extent = 0.04
link_spacing = 0.1
link_mass = 0.5
# Solid cube: m (2 h)^2 / 6.
link_inertia = link_mass * (2.0 * half_extent) ** 2 / 6.0
# USD gains of a revolute drive are per degree, MuJoCo gains per radian.
degrees_per_radian = 57.29577951308232
drive_stiffness_per_degree = 0.5
drive_damping_per_degree = 0.01
drive_max_force = 10.0

layer_metadata = '''#usda 1.0
(
    defaultPrim = "Root"
    kilogramsPerUnit = 1
    metersPerUnit = 1
    upAxis = "Z"
)
'''


def body_name(index: int) -> str:
    """Return the prim name of one body."""
    return f"body_{index:05d}"


def joint_name(index: int) -> str:
    """Return the prim name of the joint between body index and its successor."""
    return f"joint_{index:05d}"


def root_layer_text(extension: str, pollution: str) -> str:
    """Return the root layer: one reference to the base, three runtime variant sets, their metadata."""
    metadata = "".join(
        f'''                    dictionary {name} = {{
                        string prim = "/Root"
                        string variantSetName = "{name}"
                        string activateOption = "Enabled"
                    }}
'''
        for name in runtime_sets
    )
    selections = "".join(f'        string {name} = "Disabled"\n' for name in runtime_sets)
    names = ", ".join(f'"{name}"' for name in runtime_sets)
    sets = "".join(variant_set_text(name, extension, pollution) for name in runtime_sets)
    return f'''#usda 1.0
(
    customLayerData = {{
        dictionary SimReady_Metadata = {{
            dictionary Variants = {{
                dictionary Physics = {{
{metadata}                }}
            }}
        }}
    }}
    defaultPrim = "Root"
    kilogramsPerUnit = 1
    metersPerUnit = 1
    upAxis = "Z"
)

def Xform "Root" (
    kind = "component"
    prepend references = @./payloads/base.{extension}@
    prepend variantSets = [{names}]
    variants = {{
{selections}    }}
)
{{
{sets}}}
'''


def variant_set_text(name: str, extension: str, pollution: str) -> str:
    """Return one runtime variant set; the section pollution puts an inline prim into Newton's Enabled."""
    inline = ""
    if pollution == "section-opinion" and name == "Newton":
        inline = '            over "Geometry" {\n            }\n'
    return f'''    variantSet "{name}" = {{
        "Disabled" {{
        }}
        "Enabled" (
            prepend payload = @./runnables/physics/{runtime_sets[name]}.{extension}@
        )
        {{
{inline}        }}
    }}
'''


def base_text(body_count: int) -> Iterator[str]:
    """Yield the neutral base: material, bodies with a mesh collider each, joints between neighbours."""
    yield layer_metadata
    yield '\ndef Xform "Root" {\n'
    yield '''    def Scope "Materials" {
        def Material "Plastic" (
            prepend apiSchemas = ["PhysicsMaterialAPI"]
        )
        {
            float physics:dynamicFriction = 0.5
            float physics:restitution = 0
            float physics:staticFriction = 0.5
        }
    }
    def Xform "Geometry" {
'''
    for index in range(body_count):
        yield body_text(index, is_articulation_root=index == 0 and body_count > 1)
    yield '    }\n    def Scope "Joints" {\n'
    for index in range(body_count - 1):
        yield joint_text(index)
    yield "    }\n}\n"


def body_text(index: int, is_articulation_root: bool) -> str:
    """Return one rigid body with its full mass properties and one cube mesh as collider."""
    schemas = '"PhysicsRigidBodyAPI", "PhysicsMassAPI"'
    if is_articulation_root:
        schemas += ', "PhysicsArticulationRootAPI"'
    low, high = -half_extent, half_extent
    corners = ", ".join(f"({x}, {y}, {z})" for z in (low, high) for y in (low, high) for x in (low, high))
    height = -link_spacing * index
    return f'''        def Xform "{body_name(index)}" (
            prepend apiSchemas = [{schemas}]
        )
        {{
            point3f physics:centerOfMass = (0, 0, 0)
            float3 physics:diagonalInertia = ({link_inertia:.9g}, {link_inertia:.9g}, {link_inertia:.9g})
            float physics:mass = {link_mass:g}
            quatf physics:principalAxes = (1, 0, 0, 0)
            double3 xformOp:translate = (0, 0, {height:.9g})
            uniform token[] xformOpOrder = ["xformOp:translate"]
            def Mesh "collider" (
                prepend apiSchemas = ["PhysicsCollisionAPI", "PhysicsMeshCollisionAPI", "MaterialBindingAPI"]
            )
            {{
                float3[] extent = [({low}, {low}, {low}), ({high}, {high}, {high})]
                int[] faceVertexCounts = [4, 4, 4, 4, 4, 4]
                int[] faceVertexIndices = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5]
                rel material:binding = </Root/Materials/Plastic>
                point3f[] points = [{corners}]
                uniform token subdivisionScheme = "none"
            }}
        }}
'''


def joint_text(index: int) -> str:
    """Return one driven revolute joint; the chain hangs straight down, so gravity loads no drive."""
    anchor = link_spacing / 2.0
    return f'''        def PhysicsRevoluteJoint "{joint_name(index)}" (
            prepend apiSchemas = ["PhysicsDriveAPI:angular"]
        )
        {{
            float drive:angular:physics:damping = {drive_damping_per_degree:g}
            float drive:angular:physics:maxForce = {drive_max_force:g}
            float drive:angular:physics:stiffness = {drive_stiffness_per_degree:g}
            float drive:angular:physics:targetPosition = 0
            uniform token drive:angular:physics:type = "force"
            uniform token physics:axis = "X"
            rel physics:body0 = </Root/Geometry/{body_name(index)}>
            rel physics:body1 = </Root/Geometry/{body_name(index + 1)}>
            point3f physics:localPos0 = (0, 0, {-anchor:g})
            point3f physics:localPos1 = (0, 0, {anchor:g})
            quatf physics:localRot0 = (1, 0, 0, 0)
            quatf physics:localRot1 = (1, 0, 0, 0)
            float physics:lowerLimit = -45
            float physics:upperLimit = 45
        }}
'''


def runnable_text(stem: str, body_count: int, pollution: str) -> Iterator[str]:
    """Yield one runtime payload: overrides on every collider and, for MuJoCo, an actuator per joint."""
    yield layer_metadata
    yield '\nover "Root" {\n    over "Geometry" {\n'
    for index in range(body_count):
        is_polluted = pollution == "foreign-schema" and stem == "newton" and index == body_count - 1
        yield collider_override_text(stem, index, is_polluted)
    yield "    }\n"
    if stem == "mujoco" and body_count > 1:
        yield '    def Scope "Actuators" {\n'
        for index in range(body_count - 1):
            yield actuator_text(index)
        yield "    }\n"
    yield "}\n"


runtime_schemas = {
    "physx": '"PhysxCollisionAPI"',
    "newton": '"NewtonMeshCollisionAPI"',
    "mujoco": '"MjcCollisionAPI", "MjcMeshCollisionAPI"',
}
runtime_properties = {
    "physx": (
        'uniform token physics:approximation = "convexHull"',
        "float physxCollision:contactOffset = 0.002",
        "float physxCollision:restOffset = 0",
    ),
    "newton": ("float newton:contactGap = 0.002",),
    "mujoco": ("uniform int mjc:group = 3", 'uniform token physics:approximation = "convexHull"'),
}


def collider_override_text(stem: str, index: int, is_polluted: bool) -> str:
    """Return one body's runtime data; a polluted collider also carries a MuJoCo schema."""
    schemas = runtime_schemas[stem] + (', "MjcCollisionAPI"' if is_polluted else "")
    properties = "".join(f"                {line}\n" for line in runtime_properties[stem])
    return f'''        over "{body_name(index)}" {{
            over "collider" (
                prepend apiSchemas = [{schemas}]
            )
            {{
{properties}            }}
        }}
'''


def actuator_text(index: int) -> str:
    """Return the MuJoCo actuator that mirrors one joint's drive, in SI and radians."""
    stiffness = drive_stiffness_per_degree * degrees_per_radian
    damping = drive_damping_per_degree * degrees_per_radian
    return f'''        def MjcActuator "actuator_{index:05d}" {{
            uniform double[] mjc:biasPrm = [0, {-stiffness:.9g}, {-damping:.9g}, 0, 0, 0, 0, 0, 0, 0]
            uniform token mjc:biasType = "affine"
            uniform token mjc:forceLimited = "true"
            uniform double mjc:forceRange:max = {drive_max_force:g}
            uniform double mjc:forceRange:min = {-drive_max_force:g}
            uniform double[] mjc:gainPrm = [{stiffness:.9g}, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            uniform token mjc:gainType = "fixed"
            rel mjc:target = </Root/Joints/{joint_name(index)}>
        }}
'''


def layer_texts(body_count: int, extension: str, pollution: str) -> Iterator[tuple[str, str]]:
    """Yield every layer of the asset as a path relative to its folder, and its text."""
    yield f"asset.{extension}", root_layer_text(extension, pollution)
    yield f"payloads/base.{extension}", "".join(base_text(body_count))
    for stem in runtime_sets.values():
        yield f"runnables/physics/{stem}.{extension}", "".join(runnable_text(stem, body_count, pollution))


def write_crate(path: Path, text: str) -> None:
    """Write layer text as a binary crate file."""
    from pxr import Sdf

    layer = Sdf.Layer.CreateAnonymous(".usda")
    if not layer.ImportFromString(text) or not layer.Export(str(path)):
        raise RuntimeError(f"cannot convert {path.name} to usdc")


def write_asset(folder: Path, body_count: int, encoding: str, pollution: str) -> list[Path]:
    """Write the asset and return its layers, root layer first."""
    paths = []
    for relative, text in layer_texts(body_count, encoding, pollution):
        path = folder / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        if encoding == "usdc":
            write_crate(path, text)
        else:
            path.write_text(text, encoding="ascii")
        paths.append(path)
    return paths


def positive_count(text: str) -> int:
    """Read a command-line count of at least one."""
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return count


def main() -> int:
    """Write the asset that the command line describes and print its layers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder to write into")
    parser.add_argument("--bodies", type=positive_count, default=50, help="rigid bodies (default: %(default)s)")
    parser.add_argument("--encoding", choices=("usda", "usdc"), default="usda", help="usdc needs usd-core")
    parser.add_argument("--pollution", choices=pollutions, default="none", help="one fault to plant")
    arguments = parser.parse_args()
    try:
        paths = write_asset(arguments.folder, arguments.bodies, arguments.encoding, arguments.pollution)
    except ImportError:
        print("make_asset: --encoding usdc needs the Python package usd-core", file=sys.stderr)
        return 2
    print("\n".join(str(path) for path in paths))
    return 0


if __name__ == "__main__":
    sys.exit(main())
