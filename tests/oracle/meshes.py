"""The volume, centroid and inertia that `assay inspect` gives mesh colliders against those that MuJoCo computes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from oracle.engines import MESHES, flat, run_script
from oracle.physics import Record, number
from pxr import Gf, Sdf, Usd, UsdPhysics

METHODS = {"closed_mesh": "exact", "convex_hull": "convex"}  # how inspect says it did → how MuJoCo is told to
STAGE_KEYS = ("defaultPrim", "metersPerUnit", "kilogramsPerUnit", "upAxis")


@dataclass
class Worst:
    """How many meshes were compared and the greatest relative difference of each quantity."""

    meshes: int = 0
    volume: float = 0
    centroid: float = 0  # over the greatest extent
    inertia: float = 0  # over its greatest component
    refused: list[str] = field(default_factory=list)


def write_without_approximations(file: Path, output: Path) -> Path:
    """A layer over `file` in which every mesh collider is its own mesh."""
    layer, below = Sdf.Layer.CreateNew(str(output)), Sdf.Layer.FindOrOpen(str(file))
    layer.subLayerPaths = [str(file)]
    for key in STAGE_KEYS:
        if below.pseudoRoot.HasInfo(key):
            layer.pseudoRoot.SetInfo(key, below.pseudoRoot.GetInfo(key))
    stage = Usd.Stage.Open(layer)
    for prim in stage.Traverse():
        if prim.HasAPI(UsdPhysics.MeshCollisionAPI):
            UsdPhysics.MeshCollisionAPI(prim).CreateApproximationAttr("none")
    layer.Save()
    return output


def mesh_colliders(document: Record, volume_method: str) -> list[Record]:
    """The closed meshes whose values come about that way."""
    return [collider for collider in document["colliders"]
            if collider["shape"]["kind"] == "mesh" and collider["volume_method"] == volume_method
            and collider["shape"]["mesh"]["bounds_volume"] and not collider["shape"]["distorted"]]


def request_of(file: Path, document: Record, collider: Record) -> Record:
    meters = number(document["units"]["meters_per_unit"])
    return {"file": str(file), "path": collider["path"], "method": METHODS[collider["volume_method"]],
            "scale": [number(scale) * meters for scale in collider["scale"]]}


def measure_all(python: Path, folder: Path, requests: list[Record]) -> list[Record]:
    """What MuJoCo says of each mesh, in one process."""
    lines = folder / "meshes.jsonl"
    lines.write_text("".join(json.dumps(request) + "\n" for request in requests), encoding="utf-8")
    return run_script(python, MESHES, folder, [lines])


def rotation_of(pose: Record) -> Any:
    w, *imaginary = map(number, pose["rotation"])
    return Gf.Matrix3d(Gf.Quatd(w, Gf.Vec3d(*imaginary))).GetTranspose()  # Gf multiplies rows


def in_body(document: Record, collider: Record, measured: Record) -> tuple[list[float], list[float]]:
    """A centroid and inertia of the collider's frame in that of its body, or of the world."""
    bodies = {body["path"]: body["pose"] for body in document["bodies"]}
    body = bodies.get(collider["body"], {"position": (0, 0, 0), "rotation": (1, 0, 0, 0)})
    to_body = rotation_of(body).GetTranspose()
    turn = to_body * rotation_of(collider["pose"])
    offset = Gf.Vec3d(*map(number, collider["pose"]["position"])) - Gf.Vec3d(*map(number, body["position"]))
    inertia = turn * Gf.Matrix3d(*flat(measured["inertia"])) * turn.GetTranspose()
    return list(to_body * offset + turn * Gf.Vec3d(*measured["centroid"])), flat(inertia)


def compare_meshes(documents: list[Record], colliders: list[Record], measured: list[Record]) -> Worst:
    worst = Worst()
    for document, ours, theirs in zip(documents, colliders, measured, strict=True):
        if "error" in theirs:
            worst.refused.append(f"{ours['path']}: {theirs['error']}")
            continue
        worst.meshes += 1
        worst.volume = max(worst.volume, abs(number(ours["volume"]) / theirs["volume"] - 1))
        centroid, read = in_body(document, ours, theirs)
        apart = max(abs(number(one) - other) for one, other in zip(ours["centroid"], centroid, strict=True))
        worst.centroid = max(worst.centroid, apart / theirs["size"])
        apart = max(abs(one - other) for one, other in zip(flat(ours["unit_density_inertia"]), read, strict=True))
        worst.inertia = max(worst.inertia, apart / max(map(abs, read)))
    return worst
