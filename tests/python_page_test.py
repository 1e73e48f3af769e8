"""The page on the Python package shows what its examples really print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import REPOSITORY, TIMEOUT_S

EXAMPLE = re.compile(r"```python\n(?P<program>.*?)```\n\n```text\n(?P<output>.*?)```", re.DOTALL)
EXAMPLES = EXAMPLE.findall((REPOSITORY / "docs" / "python.md").read_text(encoding="utf-8"))


def printed(binary: Path, program: str) -> str:
    """What a program prints that runs in the root of the checkout."""
    environment = {**os.environ, "ASSAY_BINARY": str(binary), "PYTHONPATH": str(REPOSITORY / "python")}
    done = subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, env=environment, capture_output=True,
                          text=True, timeout=TIMEOUT_S)
    return done.stdout + done.stderr


@pytest.mark.parametrize("index", range(3))
def test_shown_output_is_the_real_one(assay_binary: Path, index: int) -> None:
    """Each example's output is that of a run; with one word changed it is not."""
    program, output = EXAMPLES[index]
    assert printed(assay_binary, program) == output
    assert printed(assay_binary, program.replace("examples/", "example/").replace("rules()", "rules()[1:]")) != output
