"""Finds the native executable."""

from __future__ import annotations

import os
from pathlib import Path

from assay.errors import NotFoundError

OVERRIDE = "ASSAY_BINARY"
_PACKAGED = Path(__file__).resolve().parent / "_native" / "bin" / "assay"


def binary() -> str:
    """Path of the executable: the one that ASSAY_BINARY names, else the one in this package."""
    override = os.environ.get(OVERRIDE)
    found = override or str(_PACKAGED)
    if os.path.isfile(found) and os.access(found, os.X_OK):
        return os.path.abspath(found)
    remedy = f"{OVERRIDE} names it" if override else f"install the wheel of usd-assay, or name a build in {OVERRIDE}"
    raise NotFoundError("not_found", f"there is no executable at {found}: {remedy}", found)
