"""Runs in the engines' environment: volume, centroid and inertia at density 1 that MuJoCo gives each mesh of INPUT.

    python engine_meshes.py OUTPUT INPUT

INPUT holds JSON lines {"file", "path", "scale", "method"}: a mesh prim, the scale of its points, and `exact` or `convex`.
"""

from __future__ import annotations

import json
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import mujoco
import numpy
from engine_mujoco import inertia_of
from pxr import Usd, UsdGeom

METHODS = {"exact": mujoco.mjtMeshInertia.mjMESH_INERTIA_EXACT, "convex": mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX}


@lru_cache(maxsize=4)
def open_stage(file: str) -> Any:
    return Usd.Stage.Open(file)


def triangles_of(mesh: Any) -> list[tuple[int, int, int]]:
    """The faces as fans, wound counterclockwise."""
    corners = list(mesh.GetFaceVertexIndicesAttr().Get())
    is_left_handed = mesh.GetOrientationAttr().Get() == UsdGeom.Tokens.leftHanded
    triangles, start = [], 0
    for count in mesh.GetFaceVertexCountsAttr().Get():
        face = corners[start:start + count]
        if is_left_handed:
            face.reverse()
        triangles += [(face[0], face[at], face[at + 1]) for at in range(1, count - 1)]
        start += count
    return triangles


def volume_of(points: Any, triangles: Any) -> float:
    first, second, third = (points[triangles[:, corner]] for corner in range(3))
    return float(numpy.einsum("ij,ij->i", first, numpy.cross(second, third)).sum() / 6)


def measure(request: dict[str, Any]) -> dict[str, Any]:
    """The mesh about its middle and at a size of 1, so that MuJoCo's least masses and its single precision do not count."""
    mesh = UsdGeom.Mesh(open_stage(request["file"]).GetPrimAtPath(request["path"]))
    points = numpy.array(mesh.GetPointsAttr().Get(), dtype=float) * numpy.array(request["scale"])
    triangles = numpy.array(triangles_of(mesh))
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    size = float((points.max(axis=0) - points.min(axis=0)).max())
    points = (points - middle) / size
    if volume_of(points, triangles) < 0:
        triangles = triangles[:, ::-1]
    spec = mujoco.MjSpec()
    spec.add_mesh(name="mesh", uservert=points.flatten().tolist(), userface=triangles.flatten().tolist(),
                  inertia=METHODS[request["method"]])
    spec.worldbody.add_body(name="body").add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname="mesh", density=1)
    model = spec.compile()
    inertia = numpy.array(inertia_of(model.body_inertia[1], model.body_iquat[1])) * size**5
    return {"volume": float(model.body_mass[1]) * size**3, "size": size,
            "centroid": (model.body_ipos[1] * size + middle).tolist(), "inertia": inertia.tolist()}


def answer(line: str) -> dict[str, Any]:
    try:
        return measure(json.loads(line))
    except ValueError as error:
        return {"error": str(error)}


if __name__ == "__main__":
    lines = Path(sys.argv[2]).read_text(encoding="utf-8").splitlines()
    Path(sys.argv[1]).write_text("".join(json.dumps(answer(line)) + "\n" for line in lines), encoding="utf-8")
