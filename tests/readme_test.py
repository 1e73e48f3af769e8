"""The README shows what the program really prints."""

import re
import shlex
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SHOWN_RUN = re.compile(r"```text\n\$ \./dev run (?P<arguments>[^\n]*)\n(?P<output>.*?)```", re.DOTALL)


def shown_run(readme: str) -> tuple[list[str], str]:
    """Arguments and output of the run that the README shows."""
    match = SHOWN_RUN.search(readme)
    assert match is not None, "README.md shows no `$ ./dev run …`"
    return shlex.split(match["arguments"]), match["output"]


def printed(binary: Path, arguments: list[str]) -> str:
    """What the program prints for arguments given in the checkout's root."""
    run = subprocess.run([binary, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return run.stdout


def test_shown_output_is_the_real_one(assay_binary: Path) -> None:
    """The block in the README equals a run, but for blank lines at its end."""
    arguments, output = shown_run((ROOT / "README.md").read_text())
    assert printed(assay_binary, arguments).rstrip() == output.rstrip()


def test_another_output_is_noticed(assay_binary: Path) -> None:
    """The comparison fails for a block with another line."""
    arguments, output = shown_run((ROOT / "README.md").read_text())
    assert printed(assay_binary, arguments).rstrip() != output.replace("error[", "warning[").rstrip()
