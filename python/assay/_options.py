"""Turns Python arguments into those of the executable."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Union

from assay.errors import UsageError

PathArgument = Union[str, "os.PathLike[str]"]
Names = Union[str, Sequence[str]]


def path_text(path: PathArgument) -> str:
    """A path as the executable takes it; only a plain string may be a list of paths (`@LIST`)."""
    text = os.fspath(path)
    return f"./{text}" if text.startswith("@") and not isinstance(path, str) else text


def path_texts(paths: PathArgument | Sequence[PathArgument]) -> list[str]:
    """One path or several, of which there must be one at least."""
    given = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not given:
        raise UsageError("invalid_argument", "no paths are given")
    return [path_text(path) for path in given]


def option(name: str, value: object) -> list[str]:
    """`--name=value`, or nothing where the value is None."""
    return [] if value is None else [f"--{name}={os.fspath(value) if isinstance(value, os.PathLike) else value}"]


def options(name: str, values: Names) -> list[str]:
    """`--name=value` for each value; a string is one value."""
    given = [values] if isinstance(values, str) else values
    return [f"--{name}={value}" for value in given]
