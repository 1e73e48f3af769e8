#!/usr/bin/env python3
"""Write tests/golden/ anew from what the executable prints; CI compares and never writes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
GOLDEN = REPOSITORY / "tests" / "golden"
TIMEOUT_S = 120
COMMANDS = ("check", "inspect", "audit", "dump", "rules", "explain", "schema", "profiles", "effects", "completions")
HIDDEN_COMMANDS = ("man",)  # not in the list of commands

# file name → arguments of any other command
OTHERS = {
    "rules": ["rules"],
    "profiles": ["profiles"],
    "explain_requirement": ["explain", "RV.011"],
    "effects": ["effects"],
    "effects_feature": ["effects", "nested-body"],
    "effects_runtime": ["effects", "visual-mass", "--runtime", "mujoco"],
    "effects_unknown": ["effects", "nested-bodies"],
    "audit_init": ["audit", "examples/clean/hinge/asset.usda", "--init"],
    "schema_usd": ["schema", "NewtonCollisionAPI"],
    "inspect_why": ["inspect", "examples/clean/hinge/asset.usda", "--why", "/Root/door.physics:mass"],
    "inspect_why_fallback": ["inspect", "examples/clean/hinge/asset.usda", "--why", "/Root/door.physics:density"],
    "inspect_unknown_prim": ["inspect", "examples/clean/hinge/asset.usda", "--why", "/Root/doors/hinge.physics:axis"],
    "fix_dry_run": ["check", "assay/rules/runtime/foreign_data.fix.foreign", "--suggested-fixes", "--dry-run"],
}

# file name → arguments of `assay check`, run in the root of the repository
CHECKS = {
    "check_clean_crate": ["examples/clean/crate"],
    "check_clean_hinge_required": ["examples/clean/hinge", "--require", "physx,newton,mujoco"],
    "check_foreign_base": ["examples/polluted/foreign_base"],
    "check_foreign_base_upstream": ["examples/polluted/foreign_base", "--profile", "upstream"],
    "check_leaky_section": ["examples/polluted/leaky_section"],
    "check_missing_layer": ["examples/polluted/missing_layer"],
    "check_wrong_scaffold": ["examples/polluted/wrong_scaffold"],
    "check_all_examples": ["examples"],
    "check_syntax_error": ["assay/rules/composition/arc_broken.fail.syntax_error"],
    "check_missing_file": ["examples/absent.usda", "examples/clean/crate"],
}


def cases() -> dict[str, list[str]]:
    """Every golden file's name with the arguments whose output it holds."""
    found = {name: ["check", *arguments, "--color", "never"] for name, arguments in CHECKS.items()}
    found |= OTHERS
    found["help"] = ["--help"]
    found |= {f"help_{command}": [command, "--help"] for command in (*COMMANDS, *HIDDEN_COMMANDS)}
    return found


def output_of(binary: Path, arguments: list[str]) -> str:
    """Exit code, standard output and standard error of a run in the root of the repository."""
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    done = subprocess.run([binary, *arguments], cwd=REPOSITORY, env=environment, capture_output=True,
                          stdin=subprocess.DEVNULL, timeout=TIMEOUT_S)
    errors = f"--- standard error\n{done.stderr.decode()}" if done.stderr else ""
    return f"$ assay {' '.join(arguments)}\n{done.stdout.decode()}{errors}--- exit code {done.returncode}\n"


def main() -> int:
    """Write the files that differ, remove those of no case, and name both."""
    binary = Path(os.environ.get("ASSAY_BINARY") or REPOSITORY / "build" / "release" / "bin" / "assay").absolute()
    GOLDEN.mkdir(exist_ok=True)
    wanted = {f"{name}.txt": output_of(binary, arguments) for name, arguments in cases().items()}
    for file in sorted(GOLDEN.glob("*.txt")):
        if file.name not in wanted:
            file.unlink()
            print(f"{file.name}: removed")
    for name, text in wanted.items():
        file = GOLDEN / name
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            print(f"{name}: updated")
    return 0


if __name__ == "__main__":
    sys.exit(main())
