"""Gives the wheel its tag: for every Python 3, and for the platform that the native files in it need."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NativeWheel(BuildHookInterface):
    """Refuses to build without the native files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Sets the tag to py3-none-<platform>."""
        platform = os.environ.get("ASSAY_WHEEL_PLATFORM")
        if not platform or not (Path(self.root) / "assay" / "_native" / "bin" / "assay").is_file():
            raise RuntimeError("the wheel needs the native executable: make it with `./dev wheel`")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
