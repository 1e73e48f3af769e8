"""`assay.check`: judges assets."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from assay._findings import Finding, Verdict
from assay._options import Names, PathArgument, option, options, path_texts
from assay._process import error_of_run, parsed, run
from assay._records import raw_field, read
from assay.errors import AssayError, error_of

_EXITS_WITH_A_REPORT = (0, 1, 2, 130)


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorRecord:
    """Why something could not be judged."""

    code: str
    message: str
    file: str  # named as assets are; empty when no file is concerned
    line: int | None
    column: int | None
    raw: Mapping[str, Any] = raw_field()

    def exception(self) -> AssayError:
        """The exception that says the same."""
        return error_of(self.code, self.message, self.file, self.line, self.column)


@dataclass(frozen=True, slots=True, kw_only=True)
class Readiness:
    """Verdict and counts for one runtime, or for use without a runtime's own data."""

    verdict: Verdict
    errors: int
    warnings: int
    notes: int
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """One composition of the asset that was judged."""

    name: str  # standard, physx, newton, mujoco or authored
    variants: Mapping[str, str] = field(hash=False)  # runtime variant set to the option in force
    verdict: Verdict
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class NotEvaluated:
    """One rule that could not be judged."""

    rule: str
    reason: str
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """How much work an asset cost."""

    layers: int
    compositions: int
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asset:
    """What one asset's check found."""

    asset: str  # root layer's file, relative to the folder that all given paths share
    role: str | None  # asset, robot, scene or viewing
    targets: tuple[str, ...]  # runtimes whose verdict counts
    verdict: Verdict
    readiness: Mapping[str, Readiness] = field(hash=False)  # by runtime, and `standard`
    selections: tuple[Selection, ...]
    findings: tuple[Finding, ...]
    not_evaluated: tuple[NotEvaluated, ...]
    silenced: tuple[Finding, ...]
    errors: tuple[ErrorRecord, ...]  # why it could not be judged; empty when it was
    work: Work
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits that were in force."""

    digest: str
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsFile:
    """The settings file that held."""

    file: str  # named as assets are
    digest: str
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineFile:
    """The baseline that held, with the number of findings that it silenced and of those that are gone."""

    file: str  # named as assets are
    known: int
    gone: int
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class SilencingNote:
    """What there is to know about these files, such as a silence that has expired."""

    message: str
    file: str  # named as assets are
    line: int | None
    column: int | None
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Silencing:
    """The files that silence findings."""

    settings: SettingsFile | None
    baseline: BaselineFile | None
    notes: tuple[SilencingNote, ...]
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Counts over all assets: of assets by verdict, and of findings by severity."""

    assets: int
    pass_: int
    conditional: int
    not_evaluated: int
    fail: int
    errors: int
    warnings: int
    notes: int
    silenced: int = 0
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """What `assay.check` found, in the form `assay.check/1`."""

    schema: str  # name and number of this form
    version: str  # of Assay
    profile: str
    isolation: str
    limits: Limits
    assets: tuple[Asset, ...]
    errors: tuple[ErrorRecord, ...]  # given paths that name no asset
    summary: Summary
    silencing: Silencing | None = None
    exit_code: int = 0  # 0: the verdicts meet `fail_on`, 1: they do not, 2: something could not be judged
    raw: Mapping[str, Any] = raw_field()

    @property
    def passed(self) -> bool:
        """Whether everything was judged and met `fail_on`."""
        return self.exit_code == 0

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of all assets."""
        return tuple(finding for asset in self.assets for finding in asset.findings)

    @property
    def all_errors(self) -> tuple[ErrorRecord, ...]:
        """The errors of the run and of all its assets."""
        return self.errors + tuple(error for asset in self.assets for error in asset.errors)


def check(paths: PathArgument | Sequence[PathArgument], *, select: Names = (), ignore: Names = (),
          fail_on: Literal["error", "warning"] = "error", runtime: Names = (), require: Names = (),
          profile: str | None = None, isolation: Literal["auto", "always", "off"] = "auto", role: str | None = None,
          limits: PathArgument | None = None, config: PathArgument | None = None,
          baseline: PathArgument | None = None, relative_to: PathArgument | None = None, jobs: int = 0,
          on_error: Literal["raise", "report"] = "raise", timeout: float | None = None) -> CheckReport:
    """Judges files, folders, globs and `@LIST` files; every argument means what its option of `assay check` means.

    Everything that can be judged is judged. Where something could not be, `on_error="raise"` raises the first error,
    with the report of all else in its `report`; `on_error="report"` returns the report, whose `all_errors` says why.
    """
    given = path_texts(paths)
    done = run(["check", "--format=json", f"--fail-on={fail_on}", f"--isolation={isolation}", f"--jobs={jobs}",
                *options("select", select), *options("ignore", ignore), *options("runtime", runtime),
                *options("require", require), *option("profile", profile), *option("role", role),
                *option("limits", limits), *option("config", config), *option("baseline", baseline),
                *option("relative-to", relative_to), "--", *given], timeout)
    if done.exit_code not in _EXITS_WITH_A_REPORT or not done.stdout:
        raise error_of_run(done)
    report = dataclasses.replace(read(CheckReport, parsed(done.stdout, "assay.check/1")), exit_code=done.exit_code)
    if on_error == "raise" and report.all_errors:
        error = report.all_errors[0].exception()
        error.report = report
        raise error
    return report
