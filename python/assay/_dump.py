"""`assay.dump`: the composed stage of a file."""

from __future__ import annotations

from typing import Any

from assay._options import Names, PathArgument, option, options, path_text
from assay._process import document


def dump(path: PathArgument, *, variants: Names = (), time: float | None = None, profile: str | None = None,
         limits: PathArgument | None = None, timeout: float | None = None) -> dict[str, Any]:
    """The document `assay.dump/1`, as JSON gives it: prims, values and where they come from."""
    return document(["dump", *options("variant", variants), *option("time", time), *option("profile", profile),
                     *option("limits", limits), "--", path_text(path)], "assay.dump/1", timeout)
