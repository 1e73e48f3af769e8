"""Runs the executable and turns its failures into exceptions."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assay._binary import binary
from assay.errors import AssayError, InternalError, LimitError, NotFoundError, UsageError, error_of

_ERROR_SCHEMA = "assay.error/1"
_EXIT_BUG = 70
_EXIT_INTERRUPTED = 130
_STDERR_SHOWN = 2000  # characters of what a bug printed


@dataclass(frozen=True)
class Run:
    """One finished run of the executable."""

    exit_code: int
    stdout: bytes
    stderr: str


def run(arguments: Sequence[str], timeout: float | None = None) -> Run:
    """Runs the executable to its end, or kills it and its workers after `timeout` seconds or when interrupted."""
    process = _start(arguments)
    with process:
        try:
            stdout, stderr = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            _kill(process)
            raise LimitError("exhausted", f"assay {arguments[0]} gave no answer within {timeout:g} s") from None
        except BaseException:
            _kill(process)
            raise
    return Run(process.returncode, stdout, stderr.decode("utf-8", "replace"))


def _start(arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    """Starts the executable."""
    program, environment = binary(), {**os.environ, "ASSAY_ERROR_FORMAT": "json"}
    try:
        # a session of its own: workers go with it, and Ctrl-C reaches this process alone, which then ends them all
        return subprocess.Popen([program, *arguments], env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    except OSError as error:
        if error.errno == errno.E2BIG:
            raise UsageError("invalid_argument", "there are too many paths for one command line: give folders, globs or "
                             "@LIST") from None
        raise NotFoundError("not_found", f"{program} cannot be run: {error.strerror}", program) from error


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kills the executable's process group and waits for the executable."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def answer(arguments: Sequence[str], timeout: float | None = None) -> bytes:
    """What a command prints that either answers or fails."""
    done = run(arguments, timeout)
    if done.exit_code != 0:
        raise error_of_run(done)
    return done.stdout


def document(arguments: Sequence[str], name: str, timeout: float | None = None) -> dict[str, Any]:
    """The JSON document that a command prints, of the form `name`; an empty name asks for no form."""
    return parsed(answer(arguments, timeout), name)


def parsed(stdout: bytes, name: str) -> dict[str, Any]:
    """A JSON document of the form `name`."""
    try:
        found = json.loads(stdout)
    except ValueError as error:
        raise InternalError("internal", f"the executable printed no JSON: {error}") from None
    except RecursionError:
        raise LimitError("exhausted", "the document is nested too deeply for Python's JSON reader") from None
    form = found.get("schema") if isinstance(found, dict) else None
    if form != name:
        raise InternalError("internal", f"the executable printed {form!r}, not {name!r}: this package is of another "
                            "version than the executable")
    return dict(found)


def error_of_run(done: Run) -> AssayError:
    """Why a run that did not succeed failed."""
    if done.exit_code == _EXIT_BUG or done.exit_code < 0:
        how = "a bug in Assay" if done.exit_code > 0 else f"the executable was ended by signal {-done.exit_code}"
        return InternalError("internal", f"{how}: {done.stderr[-_STDERR_SHOWN:].strip() or 'it said nothing'}")
    for line in done.stderr.splitlines():
        error = _error_of_line(line)
        if error is not None:
            return error
    if done.exit_code == _EXIT_INTERRUPTED:
        return error_of("cancelled", "the executable was interrupted")
    return InternalError("internal", f"the executable ended with {done.exit_code}: "
                         f"{done.stderr[-_STDERR_SHOWN:].strip() or 'it said nothing'}")


def _error_of_line(line: str) -> AssayError | None:
    """The error that a line of standard error tells, if it tells one."""
    try:
        told = json.loads(line)
    except ValueError:
        return None
    if not isinstance(told, dict) or told.get("schema") != _ERROR_SCHEMA:
        return None
    return error_of(told["code"], told["message"], told["file"], told["line"], told["column"])
