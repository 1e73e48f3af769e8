"""Files, folders and disks that are not as they should be: an error that names file and cause, and the rest judged."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from asset_builder import FOREIGN_LINE
from conftest import AssetFolder, Judge, MeasuredRun, clean_environment
from hostile_layers import (
    Build,
    assert_bounded,
    assert_only_error,
    clean_neighbour,
    file_with,
    with_payload,
    with_reference,
    with_sublayer,
)
from pxr import Sdf
from small_layers import HEADER, ONE_PRIM

# ---- what is given and cannot be read ----


def crate_cut_short(assets: AssetFolder) -> Path:
    """A crate without its last bytes."""
    layer = Sdf.Layer.CreateAnonymous(".usda")
    layer.ImportFromString(ONE_PRIM)
    crate = assets.file("bad/bad.usdc", b"")
    layer.Export(str(crate))
    os.truncate(crate, crate.stat().st_size - 40)
    return crate


def pipe(assets: AssetFolder) -> Path:
    """A pipe that nobody writes to."""
    path = assets.file("bad/bad.usda", "")
    path.unlink()
    os.mkfifo(path)
    return path


def folder_called(name: str) -> Build:
    """Builds an empty folder."""

    def build(assets: AssetFolder) -> Path:
        (assets.folder / name).mkdir(parents=True)
        return assets.folder / name

    return build


GIVEN: dict[str, tuple[Build, str]] = {
    "missing_file": (lambda assets: assets.folder / "absent.usda", "no such file"),
    "folder_called_like_a_layer": (folder_called("x.usda"), "is a directory, not a layer"),
    "empty_file": (file_with(b""), "not a valid usda layer"),
    "syntax_error": (file_with(ONE_PRIM + "def\n"), "def"),
    "other_format": (file_with(b"\x89PNG\r\n\x1a\n"), "not a valid usda layer"),
    "byte_order_mark": (file_with("\ufeff" + ONE_PRIM), "byte order mark"),
    "crate_cut_short": (crate_cut_short, "Crate file"),
    "crate_of_its_first_bytes": (file_with(b"PXR-USDC", "bad.usdc"), "too small"),
    "package_of_its_first_bytes": (file_with(b"PK\x03\x04" + bytes(range(256)) * 4, "bad.usdz"), "no valid package"),
    "pipe": (pipe, "is not a regular file"),
}


@pytest.mark.parametrize("kind", GIVEN)
def test_unreadable_file_is_its_own_error(assets: AssetFolder, judge: Judge, kind: str) -> None:
    """Exit code 2, a message that names file and cause; the clean asset beside it passes."""
    build, words = GIVEN[kind]
    file = build(assets)
    assert_only_error(judge([file, clean_neighbour(assets)]), file, words)


def test_empty_folder_is_an_error(assets: AssetFolder, judge: Judge) -> None:
    """A folder without layers is said to be one, and the asset beside it passes; with a layer in it, it is none."""
    folder = folder_called("empty")(assets)
    run = judge([folder, clean_neighbour(assets)])
    (error,) = run.document["errors"]
    assert run.exit_code == 2 and error["file"].endswith("empty")
    assert "holds no .usd" in error["message"]
    assert run.asset("clean.usda")["verdict"] == "pass"
    (folder / "one.usda").write_text(ONE_PRIM, encoding="utf-8")
    assert judge([folder]).exit_code == 0


# ---- what an arc leads to and is no regular file ----

ARCS = {"sublayer": with_sublayer, "reference": with_reference, "payload": with_payload}


def make_socket(path: Path) -> None:
    """A socket that nobody serves; its path may be longer than an address."""
    with contextlib.chdir(path.parent), socket.socket(socket.AF_UNIX) as server:
        server.bind(path.name)


SPECIAL: dict[str, tuple[Callable[[Path], None], str]] = {
    "pipe": (os.mkfifo, "is a pipe, not a regular file"),
    "socket": (make_socket, "is a socket, not a regular file"),
    "folder": (Path.mkdir, "is a directory, not a regular file"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "is a device, not a regular file"),
}


@pytest.mark.parametrize("arc", ARCS)
@pytest.mark.parametrize("kind", SPECIAL)
def test_what_is_no_regular_file_behind_an_arc_is_named(assets: AssetFolder, judge: Judge, kind: str, arc: str) -> None:
    """The finding says at once what the arc leads to, and nothing waits; both assets are judged."""
    make, words = SPECIAL[kind]
    file = assets.file("bad/bad.usda", ARCS[arc]("./x.usda"))
    make(file.parent / "x.usda")
    run = judge([file, clean_neighbour(assets)], seconds=5)
    assert (run.exit_code, run.asset("bad.usda")["errors"]) == (1, [])
    (message,) = {finding["message"] for finding in run.asset("bad.usda")["findings"]}
    assert f"x.usda {words}" in message and str(assets.folder) not in message
    assert run.asset("clean.usda")["verdict"] == "pass"
    assert run.seconds < 5


@pytest.mark.parametrize("suffix", ["usd", "usdc", "usdz"])
def test_pipe_in_place_of_any_format_is_named(assets: AssetFolder, judge: Judge, suffix: str) -> None:
    """Whichever reader a name asks for, it opens no pipe."""
    file = assets.file("bad/bad.usda", with_reference(f"./x.{suffix}"))
    os.mkfifo(file.parent / f"x.{suffix}")
    run = judge([file], seconds=5)
    (finding,) = run.asset("bad.usda")["findings"]
    assert f"x.{suffix} is a pipe, not a regular file" in finding["message"]
    assert run.seconds < 5


@pytest.mark.parametrize("arc", ARCS)
def test_regular_file_behind_an_arc_is_read(assets: AssetFolder, judge: Judge, arc: str) -> None:
    """Negative twin: the same arcs to a layer, also through a link, break nothing."""
    file = assets.file("bad/bad.usda", ARCS[arc]("./x.usda"))
    (file.parent / "real.usda").write_text(ONE_PRIM, encoding="utf-8")
    (file.parent / "x.usda").symlink_to("real.usda")
    assert (judge([file]).exit_code, judge([file]).asset("bad.usda")["findings"]) == (0, [])


# ---- arcs in a ring ----


def ring_of_references(assets: AssetFolder) -> Path:
    """Two layers that refer to each other."""
    assets.file("bad/x.usda", with_reference("./bad.usda"))
    return assets.file("bad/bad.usda", with_reference("./x.usda"))


def ring_of_sublayers(assets: AssetFolder) -> Path:
    """Two layers that have each other as sublayer."""
    assets.file("bad/x.usda", with_sublayer("./bad.usda"))
    return assets.file("bad/bad.usda", with_sublayer("./x.usda"))


RINGS: dict[str, tuple[Build, str]] = {
    "references": (ring_of_references, "lead back to where they began"),
    "reference_to_itself": (file_with(with_reference("./bad.usda")), "lead back to where they began"),
    "sublayers": (ring_of_sublayers, "are sublayers of each other"),
    "sublayer_of_itself": (file_with(with_sublayer("./bad.usda")), "are sublayers of each other"),
}


@pytest.mark.parametrize("kind", RINGS)
def test_ring_of_arcs_is_a_finding(assets: AssetFolder, judge: Judge, kind: str) -> None:
    """The ring is named by its layers, and nothing goes round in it; the asset beside it passes."""
    build, words = RINGS[kind]
    run = judge([build(assets), clean_neighbour(assets)])
    messages = [finding["message"] for finding in run.asset("bad.usda")["findings"]]
    assert run.exit_code == 1
    assert any(words in message and "bad.usda" in message for message in messages)
    assert run.asset("clean.usda")["verdict"] == "pass"
    assert_bounded(run)


# ---- files that are larger than they look, or change ----

HOLE = 2 * 2**30
HOLLOW = {
    "layer": HEADER,
    "string": HEADER + 'def "Root" {\n    string a = "',
    "comment": ONE_PRIM + "# ",
    "list": HEADER + 'def "Root" {\n    int[] a = [1,',
}


@pytest.mark.parametrize("kind", HOLLOW)
@pytest.mark.parametrize("place", ["root", "sublayer"])
def test_text_with_a_hole_of_2_gib_is_bounded(assets: AssetFolder, judge: Judge, kind: str, place: str) -> None:
    """Such a file is judged or a clear error, within the limits; the asset beside it passes."""
    hollow = assets.file("bad/x.usda", HOLLOW[kind])
    os.truncate(hollow, HOLE)
    root = hollow if place == "root" else assets.file("bad/bad.usda", with_sublayer("./x.usda"))
    run = judge([root, clean_neighbour(assets)], seconds=3)
    asset = run.asset(root.name)
    assert asset["verdict"] != "pass" or kind == "comment"
    assert run.exit_code == (2 if asset["errors"] else 1 if asset["findings"] else 0)
    assert all("x.usda" in error["message"] or "limits" in error["message"] or error["line"]
               for error in asset["errors"])
    assert run.asset("clean.usda")["verdict"] == "pass"
    assert_bounded(run, seconds=3)


@contextlib.contextmanager
def growing(file: Path, addition: bytes) -> Iterator[None]:
    """The file gets longer all the time."""
    is_over = threading.Event()

    def grow() -> None:
        with open(file, "ab", buffering=0) as stream:
            while not is_over.is_set():
                stream.write(addition)

    thread = threading.Thread(target=grow)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


@pytest.mark.parametrize("place", ["root", "sublayer"])
def test_file_that_grows_while_it_is_read_is_judged(assets: AssetFolder, judge: Judge, place: str) -> None:
    """What was there when the file was opened is read; what comes after holds nothing up."""
    long = assets.file("bad/x.usda", ONE_PRIM + "# comment\n" * 100_000)
    root = long if place == "root" else assets.file("bad/bad.usda", with_sublayer("./x.usda"))
    with growing(long, b"# more\n"):
        run = judge([root, clean_neighbour(assets)])
    assert (run.exit_code, run.asset(root.name)["verdict"]) == (0, "pass")
    assert_bounded(run)


# ---- folders and output ----


def drop_power_over_files() -> None:
    """Let root meet closed doors like anyone else; others meet them already."""
    libc = ctypes.CDLL(None)
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        libc.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


@pytest.mark.parametrize("place", ["root", "sublayer"])
def test_file_without_permission_is_named(assets: AssetFolder, judge: Judge, place: str) -> None:
    """A root that may not be read is an error, a layer behind an arc a finding, each with its cause."""
    closed = assets.file("bad/x.usda", ONE_PRIM)
    root = closed if place == "root" else assets.file("bad/bad.usda", with_sublayer("./x.usda"))
    closed.chmod(0)
    run = judge([root, clean_neighbour(assets)], preparation=drop_power_over_files)
    asset = run.asset(root.name)
    told = asset["errors"] if place == "root" else asset["findings"]
    assert run.exit_code == (2 if place == "root" else 1)
    assert len(told) == 1 and "denied" in told[0]["message"].lower()
    assert run.asset("clean.usda")["verdict"] == "pass"
    closed.chmod(0o600)
    assert judge([root], preparation=drop_power_over_files).exit_code == 0


def judged_with_a_closed_folder(assets: AssetFolder, judge: Judge) -> MeasuredRun:
    """Judges a folder that holds a clean asset and a folder that may not be read."""
    clean_neighbour(assets)
    closed = assets.write("closed").parent
    closed.chmod(0)
    try:
        return judge([assets.folder], preparation=drop_power_over_files)
    finally:
        closed.chmod(0o700)


def test_unreadable_folder_below_a_folder_is_an_error(assets: AssetFolder, judge: Judge) -> None:
    """What could not be looked into is said, never passed over in silence."""
    run = judged_with_a_closed_folder(assets, judge)
    assert run.exit_code == 2
    (error,) = run.document["errors"]
    assert error["file"].endswith("closed") and "denied" in error["message"]
    assert run.asset("clean.usda")["verdict"] == "pass"


def test_unreadable_folder_is_not_fatal(assets: AssetFolder, judge: Judge) -> None:
    """The assets beside a closed folder are judged."""
    run = judged_with_a_closed_folder(assets, judge)
    assert [asset["asset"] for asset in run.document["assets"]] == ["clean/clean.usda"]
    assert run.asset("clean.usda")["verdict"] == "pass"


def test_readable_folder_below_a_folder_is_no_error(assets: AssetFolder, judge: Judge) -> None:
    """Negative twin: with the door open both assets are judged."""
    clean_neighbour(assets)
    assets.write("closed")
    run = judge([assets.folder], preparation=drop_power_over_files)
    assert (run.exit_code, run.document["errors"], len(run.document["assets"])) == (0, [], 2)


def test_links_that_lead_back_up_end(assets: AssetFolder, judge: Judge) -> None:
    """A folder that holds a link to itself is walked once."""
    root = clean_neighbour(assets)
    (root.parent / "again").symlink_to(root.parent)
    run = judge([assets.folder])
    assert (run.exit_code, len(run.document["assets"])) == (0, 1)
    assert_bounded(run)


@pytest.mark.parametrize("form", ["text", "json"])
def test_full_disk_is_an_error_of_writing(assets: AssetFolder, assay_binary: Path, form: str) -> None:
    """Output that could not be written ends in 2 with the cause, also where the verdict is a pass."""
    command = [assay_binary, "check", assets.write(), "--format", form]
    codes = {}
    for target in ("/dev/full", "/dev/null"):
        with open(target, "wb") as stdout:
            done = subprocess.run(command, env=clean_environment(), stdout=stdout, stderr=subprocess.PIPE, timeout=60)
        codes[target] = (done.returncode, b"No space left on device" in done.stderr)
    assert codes == {"/dev/full": (2, True), "/dev/null": (0, False)}


def test_full_disk_outranks_a_failed_verdict(assets: AssetFolder, assay_binary: Path) -> None:
    """Without its report the command has not done its work, whatever the verdict."""
    with open("/dev/full", "wb") as stdout:
        done = subprocess.run([assay_binary, "check", assets.write(hull_lines=FOREIGN_LINE)], env=clean_environment(),
                              stdout=stdout, stderr=subprocess.PIPE, timeout=60)
    assert (done.returncode, b"No space left on device" in done.stderr) == (2, True)


FULL_DISK = 'mount -t tmpfs -o size=16k none "$1" && shift && out="$1" && shift && exec "$@" > "$out"'


def test_disk_that_fills_up_is_an_error_of_writing(assets: AssetFolder, assay_binary: Path, tmp_path: Path) -> None:
    """The first part of the output fits, the rest does not: 2 and the cause; a short output is fine."""
    small_disk = tmp_path / "disk"
    small_disk.mkdir()
    unshare = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", FULL_DISK, "sh", small_disk,
               small_disk / "out"]
    if shutil.which("unshare") is None or subprocess.run([*unshare, "true"], capture_output=True).returncode != 0:
        pytest.skip("needs user namespaces")
    roots = [assets.write(f"{index}") for index in range(30)]
    long = subprocess.run([*unshare, assay_binary, "check", *roots, "--json"], capture_output=True, timeout=60)
    assert (long.returncode, b"No space left on device" in long.stderr) == (2, True)
    short = subprocess.run([*unshare, assay_binary, "check", assets.write("one")], capture_output=True, timeout=60)
    assert (short.returncode, short.stderr) == (0, b"")


@pytest.mark.parametrize("option", ["--output=json=", "--output=sarif=", "--write-baseline="])
def test_file_on_a_full_disk_is_an_error_of_writing(assets: AssetFolder, assay_binary: Path, option: str) -> None:
    """A report or baseline that could not be written ends in 2 with file and cause; a writable one does not."""
    codes = {}
    for target in ("/dev/full", "/dev/null"):
        done = subprocess.run([assay_binary, "check", assets.write(), option + target], env=clean_environment(),
                              capture_output=True, timeout=60)
        codes[target] = (done.returncode, b"'/dev/full': No space left on device" in done.stderr)
    assert codes == {"/dev/full": (2, True), "/dev/null": (0, False)}
