"""The files that the oracle test reads: out of wheels, from the repository, and made of its text layers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from pxr import Sdf

REPOSITORY = Path(__file__).resolve().parents[2]
LOCK = REPOSITORY / "tests" / "wheels.lock"
TRICKY = REPOSITORY / "scenes" / "tricky"
USD_SUFFIXES = (".usd", ".usda", ".usdc", ".usdz")
MEMBER_SUFFIXES = (*USD_SUFFIXES, ".png", ".jpg", ".jpeg", ".hdr", ".exr", ".mdl", ".obj", ".stl")
PLATFORM = ("--only-binary=:all:", "--platform", "manylinux_2_35_x86_64", "--platform", "any")


def cache_folder() -> Path:
    """Where downloaded wheels are kept: ASSAY_CACHE, else the user's cache."""
    return Path(os.environ.get("ASSAY_CACHE") or Path.home() / ".cache" / "assay") / "wheels"


def fetch_wheels(folder: Path) -> dict[str, Path]:
    """The wheels of the lock by their package, downloaded when the folder lacks one."""
    requirements = [line.split()[0] for line in LOCK.read_text().splitlines() if line and not line.startswith("#")]
    found = {}
    for requirement in requirements:
        name, version = requirement.split("==")
        found[name] = next(iter(sorted(folder.glob(f"{name}-{version}-*.whl"))), None)
    if None in found.values():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--no-deps",
                        "--disable-pip-version-check", "--require-hashes", *PLATFORM, "--python-version", "3.11",
                        "--dest", folder, "-r", LOCK], check=True, stdin=subprocess.DEVNULL, timeout=600)
        return fetch_wheels(folder)
    return found


def unpack_wheel(wheel: Path, folder: Path) -> Path:
    """The USD files of a wheel and the images they may name, under `folder`."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder, [name for name in archive.namelist() if name.lower().endswith(MEMBER_SUFFIXES)])
    return folder


def usd_files(folder: Path) -> list[Path]:
    """All USD files below a folder, sorted."""
    return sorted(file for file in folder.rglob("*") if file.suffix in USD_SUFFIXES and file.is_file())


def tricky_roots() -> list[Path]:
    """The hand-written layers that are opened; those in parts/ come in through arcs."""
    return sorted(TRICKY.glob("*.usda"))


def write_crates(folder: Path) -> list[Path]:
    """The hand-written layers as .usdc, arcs too; returns the roots."""
    for text in sorted(TRICKY.rglob("*")):
        target = folder / text.relative_to(TRICKY)
        target.parent.mkdir(parents=True, exist_ok=True)
        if text.suffix != ".usda":
            if text.is_file():
                shutil.copyfile(text, target)
            continue
        layer = Sdf.Layer.CreateAnonymous(".usda")
        layer.ImportFromString(text.read_text(encoding="utf-8").replace(".usda", ".usdc"))
        layer.Export(str(target.with_suffix(".usdc")))
    return sorted(folder.glob("*.usdc"))


def write_packages(crates: Path, folder: Path) -> list[Path]:
    """Each root of `crates` packed with all parts as .usdz; returns the packages."""
    folder.mkdir(parents=True, exist_ok=True)
    packages = []
    for root in sorted(crates.glob("*.usdc")):
        package = folder / f"{root.stem}.usdz"
        members = [root, *sorted(file for file in (crates / "parts").iterdir() if file.is_file())]
        with Sdf.ZipFileWriter.CreateNew(str(package)) as writer:
            for member in members:
                writer.AddFile(str(member), str(member.relative_to(crates)))
        packages.append(package)
    return packages
