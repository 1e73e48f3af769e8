"""What can go wrong, one exception class for each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assay._check import CheckReport


class AssayError(Exception):
    """An operation that failed: its code, one sentence, and the place where there is one."""

    def __init__(self, code: str, message: str, file: str = "", line: int | None = None,
                 column: int | None = None) -> None:
        super().__init__(code, message, file, line, column)
        self.code = code
        self.message = message
        self.file = file  # as the caller named it; empty when no file is concerned
        self.line = line  # counted from 1; None when unknown
        self.column = column  # likewise
        self.report: CheckReport | None = None  # of the check that met the error, with what else it found

    def __str__(self) -> str:
        if self.line is not None:
            return f"{self.file}:{self.line}:{self.column or 1}: {self.message}"
        return self.message if self.file in self.message else f"{self.file}: {self.message}"


class UsageError(AssayError):
    """The call asks for something that does not exist or makes no sense (code `invalid_argument`)."""


class NotFoundError(AssayError):
    """A file is not there, or the executable is not (code `not_found`)."""


class UnreadableError(AssayError):
    """A file is there and cannot be read as what it claims to be (code `unreadable`)."""


class LimitError(AssayError):
    """Memory, time or disk ran out, by the limits file or by `timeout` (code `exhausted`)."""


class CrashedError(AssayError):
    """A worker process died over an asset (code `crashed`)."""


class CancelledError(AssayError):
    """Something interrupted the executable (code `cancelled`)."""


class InternalError(AssayError):
    """A bug in Assay: please report it (code `internal`)."""


_CLASSES: dict[str, type[AssayError]] = {
    "invalid_argument": UsageError, "not_found": NotFoundError, "unreadable": UnreadableError, "exhausted": LimitError,
    "crashed": CrashedError, "cancelled": CancelledError, "internal": InternalError,
}


def error_of(code: str, message: str, file: str = "", line: int | None = None,
             column: int | None = None) -> AssayError:
    """The exception of a code; of a code that is newer than this package, the base class."""
    return _CLASSES.get(code, AssayError)(code, message, file, line, column)
