"""Runs in the engines' environment: what Newton's ModelBuilder reads of each file, one JSON line each into OUTPUT.

    python engine_newton.py OUTPUT FILE...
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import newton
import warp


def numbers(values: Any) -> list[float]:
    return [float(value) for value in values]


def read_bodies(builder: Any) -> list[dict[str, Any]]:
    return [{"path": path, "mass": float(builder.body_mass[at]), "center_of_mass": numbers(builder.body_com[at]),
             "inertia": [numbers(builder.body_inertia[at][row, column] for column in range(3)) for row in range(3)]}
            for at, path in enumerate(builder.body_label)]


def parent_frame_rotation(builder: Any, joint: int) -> Any:
    """The rotation of the joint's frame on its parent's side, in the world."""
    frame = warp.transform(*builder.joint_X_p[joint])
    parent = builder.joint_parent[joint]
    if parent >= 0:
        frame = warp.transform(*builder.body_q[parent]) * frame
    return warp.transform_get_rotation(frame)


def read_joints(builder: Any) -> list[dict[str, Any]]:
    starts = [*builder.joint_qd_start, len(builder.joint_axis)]
    joints = []
    for at, path in enumerate(builder.joint_label):
        rotation = parent_frame_rotation(builder, at)
        degrees = [{"axis_world": numbers(warp.quat_rotate(rotation, warp.vec3(*builder.joint_axis[degree]))),
                    "low": float(builder.joint_limit_lower[degree]), "high": float(builder.joint_limit_upper[degree]),
                    "stiffness": float(builder.joint_target_ke[degree]),
                    "damping": float(builder.joint_target_kd[degree]),
                    "max_force": float(builder.joint_effort_limit[degree])}
                   for degree in range(starts[at], starts[at + 1])]
        joints.append({"path": path, "type": newton.JointType(builder.joint_type[at]).name.lower(),
                       "child": builder.body_label[builder.joint_child[at]], "degrees": degrees})
    return joints


def read_file(file: str) -> dict[str, Any]:
    try:
        builder = newton.ModelBuilder()
        builder.add_usd(file)
        return {"file": file, "bodies": read_bodies(builder), "joints": read_joints(builder)}
    except Exception as error:  # whatever it refuses a file with
        return {"file": file, "error": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text("".join(json.dumps(read_file(file)) + "\n" for file in sys.argv[2:]), encoding="utf-8")
