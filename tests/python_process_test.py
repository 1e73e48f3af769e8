"""How the Python package runs the executable: time limits, interrupts, large outputs, threads, forks, odd endings."""

from __future__ import annotations

import multiprocessing
import os
import signal
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import assay
import pytest
from asset_builder import FOREIGN_LINE
from assay._process import run
from conftest import REPOSITORY, TIMEOUT_S, AssetFolder

FORK_ONLY = multiprocessing.get_context("fork")
EMPTY_DUMP = '{"schema": "assay.dump/1"}'
MEBIBYTE = 1 << 20

Fake = Callable[[str], Path]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Makes a shell script stand in for the executable."""

    def make(script: str) -> Path:
        file = tmp_path / "fake-assay"
        file.write_text(f"#!/bin/sh\n{textwrap.dedent(script)}\n", encoding="utf-8")
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("ASSAY_BINARY", str(file))
        return file

    return make


@pytest.fixture
def real(assay_binary: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Has the package run the built executable."""
    monkeypatch.setenv("ASSAY_BINARY", str(assay_binary))
    return assay_binary


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def eventually(condition: Callable[[], bool], seconds: float = 20) -> bool:
    """Whether a condition holds within some time."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


# leaves its own pid and that of a worker in files that arrive whole, and goes on for a minute
SLOW = """
    sleep 60 &
    echo "$$ $!" >"$(dirname "$0")/pids.partial" && mv "$(dirname "$0")/pids.partial" "$(dirname "$0")/pids"
    wait
"""


def pids_of(file: Path) -> list[int]:
    """The pids that the slow executable left."""
    assert eventually((file.parent / "pids").exists)
    return [int(text) for text in (file.parent / "pids").read_text().split()]


# ---- time and interrupts ----


def test_timeout_kills_the_executable_and_its_workers(fake: Fake) -> None:
    """After the time is over nothing of the run is left, no zombie either."""
    file = fake(SLOW)
    with pytest.raises(assay.LimitError, match=r"no answer within 1 s") as raised:
        run(["check"], timeout=1)
    pids = pids_of(file)
    assert raised.value.code == "exhausted"
    assert eventually(lambda: not any(is_running(pid) for pid in pids))
    assert not Path(f"/proc/{pids[0]}").exists()


def test_what_is_in_time_is_not_killed(real: Path, assets: AssetFolder) -> None:
    """Negative twin: a run within its time gives its report; the same run without time does not."""
    root = assets.write()
    assert assay.check(root, timeout=TIMEOUT_S).passed
    with pytest.raises(assay.LimitError):
        assay.check(root, timeout=0.0001)


def test_interrupt_ends_the_run(fake: Fake) -> None:
    """Ctrl-C raises KeyboardInterrupt in the caller and takes the executable and its workers along."""
    file = fake(SLOW)
    program = "import assay\ntry:\n    assay.dump('x')\nexcept KeyboardInterrupt:\n    print('interrupted')"
    caller = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True,
                              env={**os.environ, "PYTHONPATH": str(REPOSITORY / "python")})
    pids = pids_of(file)
    assert all(is_running(pid) for pid in pids)
    caller.send_signal(signal.SIGINT)
    stdout, _ = caller.communicate(timeout=TIMEOUT_S)
    assert (stdout, caller.returncode) == ("interrupted\n", 0)
    assert eventually(lambda: not any(is_running(pid) for pid in pids))


def test_no_run_leaves_a_child(real: Path, assets: AssetFolder) -> None:
    """Good and bad runs leave this process the children that it had; one that nobody waits for is seen."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    before = children.read_text().split()
    assay.check(assets.write())
    with pytest.raises(assay.NotFoundError):
        assay.check(assets.folder / "absent.usda")
    assert children.read_text().split() == before
    left = subprocess.Popen(["true"])
    assert children.read_text().split() == [*before, str(left.pid)]
    left.wait()


# ---- output ----


def test_large_outputs_do_not_block(fake: Fake) -> None:
    """Both streams may be far larger than a pipe holds, in any order."""
    fake(f"""
        head -c {8 * MEBIBYTE} /dev/zero | tr '\\0' e >&2
        printf '{{"schema": "assay.dump/1", "text": "'
        head -c {32 * MEBIBYTE} /dev/zero | tr '\\0' o
        printf '"}}'
        head -c {8 * MEBIBYTE} /dev/zero | tr '\\0' e >&2
    """)
    assert len(assay.dump("x", timeout=TIMEOUT_S)["text"]) == 32 * MEBIBYTE


ENDINGS = {
    "bug": ("echo 'assay: check failed: a.cpp:3' >&2; exit 70", assay.InternalError, "a bug in Assay: .*a.cpp:3"),
    "signal": ("kill -SEGV $$", assay.InternalError, "ended by signal 11"),
    "interrupted": ("exit 130", assay.CancelledError, "interrupted"),
    "silent": ("exit 2", assay.InternalError, "ended with 2: it said nothing"),
    "unknown_exit": ("echo odd >&2; exit 9", assay.InternalError, "ended with 9: odd"),
    "no_json": ("echo '{'", assay.InternalError, "no JSON"),
    "other_form": ("""echo '{"schema": "assay.dump/2"}'""", assay.InternalError, "'assay.dump/2', not 'assay.dump/1'"),
    "deep": ("printf '{\"a\": '; head -c 300000 /dev/zero | tr '\\0' '['", assay.LimitError, "nested too deeply"),
    "no_object": ("echo '[]'", assay.InternalError, "None, not 'assay.dump/1'"),
    "told": ("""echo '{"schema": "assay.error/1", "code": "exhausted", "message": "no disk", "file": "", "line": null, """
             """"column": null}' >&2; exit 2""", assay.LimitError, "^no disk$"),
    "newer_code": ("""echo '{"schema": "assay.error/1", "code": "moonstruck", "message": "m", "file": "f", "line": 2, """
                   """"column": null}' >&2; exit 2""", assay.AssayError, "^f:2:1: m$"),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_ending_is_an_exception_of_its_kind(fake: Fake, ending: str) -> None:
    """Whatever the executable does instead of answering is told as what it is."""
    script, kind, said = ENDINGS[ending]
    fake(script)
    with pytest.raises(assay.AssayError, match=said) as raised:
        assay.dump("x")
    assert type(raised.value) is kind


def test_an_answer_is_no_exception(fake: Fake) -> None:
    """Negative twin: with warnings on standard error a good ending is one."""
    fake(f"echo warning >&2; echo '{EMPTY_DUMP}'")
    assert assay.dump("x") == {"schema": "assay.dump/1"}


# ---- which executable ----


def test_the_variable_names_the_executable(real: Path, fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    """ASSAY_BINARY is taken where it is set, and a path that is no executable is said."""
    assert assay.version().startswith("assay ")
    fake("echo other")
    assert assay.version() == "other"
    monkeypatch.setenv("ASSAY_BINARY", str(REPOSITORY / "README.md"))
    with pytest.raises(assay.NotFoundError, match="README.md: ASSAY_BINARY names it"):
        assay.version()


def test_what_cannot_be_started_is_said(fake: Fake, assets: AssetFolder) -> None:
    """A file that is no program, and more paths than a command line holds, are told as such; fewer paths are taken."""
    many = fake("exit 0")
    with pytest.raises(assay.UsageError, match="too many paths"):
        assay.check(["a" * 1000] * 4000)
    with pytest.raises(assay.InternalError, match="ended with 0"):
        assay.check(["a" * 1000] * 100)
    many.write_bytes(b"\0no program")
    with pytest.raises(assay.NotFoundError, match="cannot be run"):
        assay.version()


def test_without_the_variable_the_packaged_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checkout's package holds no executable and says what to do; the wheel's is tried by `./dev wheel`."""
    monkeypatch.delenv("ASSAY_BINARY", raising=False)
    with pytest.raises(assay.NotFoundError, match=r"_native/bin/assay: install the wheel of usd-assay"):
        assay.version()
    monkeypatch.setenv("PATH", "")
    with pytest.raises(assay.NotFoundError):
        assay.check("x.usda")


def test_the_command_is_the_executable(real: Path) -> None:
    """`python -m assay` prints what the executable prints and ends as it ends; without one it ends in 2."""
    def both(*arguments: str, **environment: str) -> tuple[tuple[int, bytes], tuple[int, bytes]]:
        settings = {**os.environ, "PYTHONPATH": str(REPOSITORY / "python"), **environment}
        runs = [subprocess.run([*program, *arguments], capture_output=True, env=settings, timeout=TIMEOUT_S)
                for program in ([str(real)], [sys.executable, "-m", "assay"])]
        return tuple((done.returncode, done.stdout) for done in runs)  # type: ignore[return-value]

    for arguments in (["--version"], ["rules", "--json"], ["explain", "nothing"]):
        native, python = both(*arguments)
        assert native == python
    native, python = both("--version", ASSAY_BINARY="/absent")
    assert (native[0], python) == (0, (2, b""))


def test_the_smoke_test_is_for_what_is_installed(real: Path) -> None:
    """`./dev wheel` cannot take the checkout's package for the wheel's."""
    done = subprocess.run([sys.executable, REPOSITORY / "python" / "smoke.py", REPOSITORY / "examples"], text=True,
                          capture_output=True, env={**os.environ, "PYTHONPATH": str(REPOSITORY / "python")},
                          timeout=TIMEOUT_S)
    assert done.returncode == 1 and "is not what was installed" in done.stderr and done.stdout == ""


# ---- threads and forks ----


def judged(root: str) -> assay.CheckReport:
    """The report of one asset, in whatever process this runs."""
    return assay.check(root)


def test_threads_and_forks_get_the_same_report(real: Path, assets: AssetFolder) -> None:
    """Any thread and any forked process may judge, also at the same time; another asset has another report."""
    root, other = str(assets.write("a", hull_lines=FOREIGN_LINE)), str(assets.write("b"))
    expected = judged(root)
    with ThreadPoolExecutor(4) as threads, FORK_ONLY.Pool(2) as processes:
        by_process = processes.map_async(judged, [root] * 4)
        by_thread = list(threads.map(judged, [root] * 4))
        assert {len(report.findings) for report in by_thread} == {len(expected.findings)} != {0}
        assert by_thread == [expected] * 4 == by_process.get(TIMEOUT_S)
    assert judged(other) != expected
