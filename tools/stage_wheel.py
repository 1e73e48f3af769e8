#!/usr/bin/env python3
"""Lay out what the wheel is made from: the package, the native files stripped, and the licences of all that they hold.

Prints the wheel's version and platform, as ASSAY_WHEEL_VERSION and ASSAY_WHEEL_PLATFORM.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

root = Path(__file__).resolve().parents[1]

# Debian packages whose code is compiled into the executable
compiled_in = ("libcli11-dev", "libeigen3-dev", "libfmt-dev", "libjemalloc-dev", "libmd-dev", "libqhull-dev",
               "libtomlplusplus-dev", "nlohmann-json3-dev")

# the newest libstdc++ symbols that a glibc's platform tag promises, oldest first; PEP 600, and the policy file of auditwheel
libstdcxx_of_glibc = (((2, 17), (3, 4, 19)), ((2, 24), (3, 4, 22)), ((2, 27), (3, 4, 24)), ((2, 31), (3, 4, 28)),
                      ((2, 34), (3, 4, 29)), ((2, 35), (3, 4, 30)), ((2, 39), (3, 4, 33)))

# libraries that the platform tag promises
platform_libraries = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libgcc_s.so.1",
                      "libstdc++.so.6", "ld-linux-x86-64.so.2"}

undefined_symbol = re.compile(r"\*UND\*.*\((?P<library>GLIBC|GLIBCXX)_(?P<version>[0-9.]+)\)")


def platform_tag(symbol_tables: Iterable[str]) -> str:
    """Return the oldest manylinux platform that has every symbol that `objdump -T` names as undefined."""
    needed = {"GLIBC": (2, 17), "GLIBCXX": (3, 4, 19)}
    for table in symbol_tables:
        for found in undefined_symbol.finditer(table):
            version = tuple(int(part) for part in found["version"].split("."))
            needed[found["library"]] = max(needed[found["library"]], version)
    for glibc, libstdcxx in libstdcxx_of_glibc:
        if libstdcxx >= needed["GLIBCXX"]:
            major, minor = max(glibc, needed["GLIBC"])[:2]
            return f"manylinux_{major}_{minor}_x86_64"
    raise SystemExit(f"no platform tag is known to have libstdc++'s {needed['GLIBCXX']}: add it from auditwheel's policies")


def output_of(*command: str | Path) -> str:
    """Return what a command prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def missing_libraries(files: list[Path]) -> set[str]:
    """Return the libraries that files need and neither the wheel nor the platform has."""
    needed = {name for file in files for name in re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-d", file))}
    return needed - {file.name for file in files} - platform_libraries


def files_naming(folder: Path, path: Path) -> list[Path]:
    """Return the files that hold a path of this machine."""
    return [file for file in sorted(folder.rglob("*")) if file.is_file() and bytes(path) in file.read_bytes()]


def stage_native(build: Path, native: Path) -> list[Path]:
    """Copy the executable and the OpenUSD beside it, stripped; return the files of machine code."""
    shutil.copytree(build / "openusd", native / "openusd")
    (native / "bin").mkdir()
    shutil.copy2(build / "bin" / "assay", native / "bin" / "assay")
    code = [native / "bin" / "assay", *sorted((native / "openusd").rglob("*.so"))]
    for file in code:
        output_of("strip", "--strip-unneeded", file)
    return code


def stage_licenses(wheels: Path, folder: Path) -> None:
    """Copy the licences of Assay, of the unpacked OpenUSD and TBB wheels, and of the Debian packages compiled in."""
    folder.mkdir()
    shutil.copy2(root / "LICENSE", folder / "assay-LICENSE.txt")
    distributions = sorted(wheels.glob("*.dist-info"))
    for file in [file for each in distributions for file in sorted((each / "licenses").iterdir())]:
        shutil.copy2(file, folder / f"{file.parents[1].name.removesuffix('.dist-info')}-{file.name}")
    for package in compiled_in:
        copyright_file = Path("/usr/share/doc") / package / "copyright"
        if copyright_file.is_file():
            shutil.copy2(copyright_file, folder / f"{package}-copyright.txt")
        else:
            print(f"stage_wheel: no licence of {package} at {copyright_file}", file=sys.stderr)


def main() -> None:
    """Lay out the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True, help="build folder that holds bin/ and openusd/")
    parser.add_argument("--wheels", type=Path, required=True, help="folder of the unpacked OpenUSD wheels")
    parser.add_argument("--output", type=Path, required=True, help="folder to make anew")
    arguments = parser.parse_args()

    shutil.rmtree(arguments.output, ignore_errors=True)
    shutil.copytree(root / "python", arguments.output, ignore=shutil.ignore_patterns(".*", "__pycache__", "_native", "smoke.py"))
    code = stage_native(arguments.build, arguments.output / "assay" / "_native")
    stage_licenses(arguments.wheels, arguments.output / "LICENSES")
    missing = missing_libraries(code)
    if missing:
        raise SystemExit(f"the native files need {', '.join(sorted(missing))}, which the wheel does not have")
    for file in files_naming(arguments.output, root):
        raise SystemExit(f"{file.relative_to(arguments.output)} names {root}, where nobody else has anything")
    version = re.search(r"^project\(assay VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.MULTILINE)
    assert version is not None
    print(f"ASSAY_WHEEL_VERSION={version[1]}")
    print(f"ASSAY_WHEEL_PLATFORM={platform_tag(output_of('objdump', '-T', file) for file in code)}")


if __name__ == "__main__":
    main()
