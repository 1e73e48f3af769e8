"""Runs in the engines' environment: what MuJoCo's own USD importer reads of each file, one JSON line each into OUTPUT.

    python engine_mujoco.py OUTPUT FILE...
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import mujoco
import mujoco._usd  # registers the importer  # noqa: PLC2701
import numpy

KINDS = {mujoco.mjtJoint.mjJNT_FREE: "free", mujoco.mjtJoint.mjJNT_BALL: "ball", mujoco.mjtJoint.mjJNT_SLIDE: "prismatic",
         mujoco.mjtJoint.mjJNT_HINGE: "revolute"}


def inertia_of(moments: Any, wxyz: Any) -> list[list[float]]:
    """The inertia in the frame that `wxyz` turns the principal axes from."""
    rotation = numpy.zeros(9)
    mujoco.mju_quat2Mat(rotation, wxyz)
    rotation = rotation.reshape(3, 3)
    return (rotation @ numpy.diag(moments) @ rotation.T).tolist()


def read_bodies(model: Any) -> list[dict[str, Any]]:
    return [{"path": model.body(at).name, "mass": float(model.body_mass[at]),
             "center_of_mass": model.body_ipos[at].tolist(),
             "inertia": inertia_of(model.body_inertia[at], model.body_iquat[at])} for at in range(1, model.nbody)]


def read_joints(model: Any) -> list[dict[str, Any]]:
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    joints = []
    for at in range(model.njnt):
        low, high = model.jnt_range[at].tolist() if model.jnt_limited[at] else (-math.inf, math.inf)
        joints.append({"path": model.jnt(at).name, "type": KINDS[mujoco.mjtJoint(model.jnt_type[at])],
                       "child": model.body(model.jnt_bodyid[at]).name,
                       "degrees": [{"axis_world": data.xaxis[at].tolist(), "low": low, "high": high}]})
    return joints


def read_file(file: str) -> dict[str, Any]:
    try:
        model = mujoco.MjSpec.from_file(file).compile()
        return {"file": file, "bodies": read_bodies(model), "joints": read_joints(model)}
    except Exception as error:  # whatever it refuses a file with
        return {"file": file, "error": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    mujoco.set_mju_user_warning(lambda _: None)  # would also write MUJOCO_LOG.TXT
    Path(sys.argv[1]).write_text("".join(json.dumps(read_file(file)) + "\n" for file in sys.argv[2:]), encoding="utf-8")
