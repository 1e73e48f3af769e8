"""Completions and the man page: made from the command line's own definitions, tried in a real bash."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import TIMEOUT_S, clean_environment

BASH = shutil.which("bash")
TRY = """
source <("$1" completions bash)
complete -p assay >&2
COMP_WORDS=("${@:2}")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_assay
printf '%s\\n' "${COMPREPLY[@]}"
"""


def output_of(binary: Path, *args: str) -> str:
    """What a command prints."""
    return subprocess.run([binary, *args], env=clean_environment(), capture_output=True, check=True,
                          timeout=TIMEOUT_S).stdout.decode()


def completed(binary: Path, *words: str, cwd: Path | None = None) -> list[str]:
    """What bash offers for the last word."""
    assert BASH
    done = subprocess.run([BASH, "--norc", "-c", TRY, "bash", binary, "assay", *words], env=clean_environment(),
                          capture_output=True, check=True, cwd=cwd, timeout=TIMEOUT_S)
    assert b"-F _assay assay" in done.stderr
    return sorted(word for word in done.stdout.decode().splitlines() if word)


@pytest.mark.skipif(BASH is None, reason="there is no bash")
@pytest.mark.parametrize("words, wanted", [
    (("c",), ["check", "completions"]), (("chek",), []), (("check", "--fail"), ["--fail-on"]),
    (("check", "--nothing"), []), (("check", "x.usda", "--fail-on", ""), ["error", "warning"]),
    (("check", "--isolation", "a"), ["always", "auto"]), (("check", "--isolation", "x"), []),
    (("check", "--format", "=", "js"), ["json"]), (("check", "--format", "="), ["github", "json", "junit", "sarif", "text"]),
    (("rules", "--format", ""), ["json", "text"]), (("rules", "--fail"), []), (("completions", ""), ["bash", "fish", "zsh"]),
    (("check", "--to"), []), (("--ver",), ["--version"]), (("check", "--ver"), []), (("explain", ""), []),
    (("m",), []),
], ids=" ".join)
def test_bash_completes(assay_binary: Path, words: tuple[str, ...], wanted: list[str]) -> None:
    """Commands, options and their values, each where it belongs and nowhere else; nothing hidden."""
    assert completed(assay_binary, *words) == wanted


@pytest.mark.skipif(BASH is None, reason="there is no bash")
def test_bash_completes_files(assay_binary: Path, tmp_path: Path) -> None:
    """Paths and options that take a file are completed with the files that are there, spaces and all."""
    for name in ("my robot.usda", "limits.toml"):
        (tmp_path / name).touch()
    assert completed(assay_binary, "check", "my", cwd=tmp_path) == ["my robot.usda"]
    assert completed(assay_binary, "check", "--limits", "", cwd=tmp_path) == ["limits.toml", "my robot.usda"]
    assert completed(assay_binary, "check", "--runtime", "", cwd=tmp_path) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_know_every_command_and_option(assay_binary: Path, shell: str) -> None:
    """Every command and option of the help is in the script; hidden ones are not."""
    script = output_of(assay_binary, "completions", shell)
    for word in ("check", "rules", "explain", "schema", "profiles", "completions", "fail-on", "write-baseline"):
        assert word in script
    assert "today" not in script and "print the man page" not in script


@pytest.mark.parametrize("shell, arguments", [("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])])
def test_scripts_parse(assay_binary: Path, tmp_path: Path, shell: str, arguments: list[str]) -> None:
    """The shell itself takes the script."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell}")
    script = tmp_path / "script"
    script.write_text(output_of(assay_binary, "completions", shell))
    assert subprocess.run([program, *arguments, script], capture_output=True, timeout=TIMEOUT_S).returncode == 0
    script.write_text(script.read_text() + "\nif while (\n")
    assert subprocess.run([program, *arguments, script], capture_output=True, timeout=TIMEOUT_S).returncode != 0


def test_unknown_shell_ends_in_2(assay_binary: Path) -> None:
    """Only the three shells are known."""
    done = subprocess.run([assay_binary, "completions", "tcsh"], capture_output=True, timeout=TIMEOUT_S)
    assert done.returncode == 2 and b"tcsh" in done.stderr and done.stdout == b""


def test_man_page_has_every_command_and_shows_without_complaint(assay_binary: Path) -> None:
    """The page names each command and option as a reader sees them; troff has nothing to warn of."""
    page = output_of(assay_binary, "man")
    assert page.startswith(".TH ASSAY 1")
    for command in ("check", "rules", "explain", "schema", "profiles", "completions"):
        assert f'.SS "assay {command}"' in page
    assert "\\-\\-write\\-baseline" in page and "today" not in page
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("there is no groff to show it with")
    done = subprocess.run([groff, "-man", "-Tutf8", "-ww", "-k"], input=page.encode(), capture_output=True,
                          timeout=TIMEOUT_S)
    assert done.returncode == 0 and done.stderr == b""
    assert "exit code" in done.stdout.decode(errors="replace").lower()
