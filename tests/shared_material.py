"""The one place through which tests reach the material beside the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest


def shared_folder() -> Path:
    """Return the folder `shared` beside the checkout, or skip the test where it is absent."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip("needs the folder 'shared' beside the checkout, which is not part of the repository")
    return folder
