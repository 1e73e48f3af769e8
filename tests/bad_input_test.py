"""Hostile and broken input: an error that names file and cause, in bounded time and memory, and only for that asset."""

from __future__ import annotations

import os
import shutil
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from asset_builder import FOREIGN_LINE
from conftest import AssetFolder, Judge
from hostile_layers import (
    Build,
    assert_bounded,
    assert_only_error,
    clean_neighbour,
    file_with,
    with_link,
    with_reference,
    with_sublayer,
)
from pxr import Sdf, Vt
from small_layers import HEADER, ONE_PRIM, doubling_references, long_array, many_prims, nested_dictionaries

ALIGNMENT = 64  # of the members of a package


@pytest.fixture(autouse=True)
def remove_large_files(assets: AssetFolder) -> Iterator[None]:
    """Keep nothing of what a test wrote: some files are large."""
    yield
    shutil.rmtree(assets.folder, ignore_errors=True)


# ---- packages ----


@dataclass(frozen=True)
class Member:
    """One member of a zip file, with what its headers claim."""

    name: str
    content: bytes
    method: int = 0  # 8: deflated
    claimed_size: int | None = None  # None: the true size

    @property
    def stored(self) -> bytes:
        """The bytes that the file holds."""
        if self.method == 0:
            return self.content
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        return deflate.compress(self.content) + deflate.flush()

    def sizes(self) -> tuple[int, int, int]:
        """Checksum, stored size and full size of the headers."""
        if self.method == 0 and self.claimed_size is not None:
            return zlib.crc32(self.content), self.claimed_size, self.claimed_size
        full = len(self.content) if self.claimed_size is None else self.claimed_size
        return zlib.crc32(self.content), len(self.stored), full


def zip_bytes(*members: Member) -> bytes:
    """A zip file whose members are aligned as a package wants them."""
    body, directory = b"", b""
    for member in members:
        name = member.name.encode()
        padding = -(len(body) + 30 + len(name) + 4) % ALIGNMENT
        extra = struct.pack("<HH", 0x1986, padding) + bytes(padding)
        place = len(body)
        fields = struct.pack("<HHHHHIIIHH", 20, 0, member.method, 0, 33, *member.sizes(), len(name), len(extra))
        body += b"PK\x03\x04" + fields + name + extra + member.stored
        directory += b"PK\x01\x02" + struct.pack("<H", 20) + fields[:-2] + struct.pack("<HHHHII", 0, 0, 0, 0, 0, place)
        directory += name
    end = struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(directory), len(body), 0)
    return body + directory + b"PK\x05\x06" + end


def package(*members: Member) -> Build:
    """Builds a package of these members."""
    return lambda assets: assets.file("package/bad.usdz", zip_bytes(*members))


def nested_package(levels: int, innermost: bytes = ONE_PRIM.encode()) -> Build:
    """Builds packages inside each other; each one's root is the next."""
    content = zip_bytes(Member("root.usda", innermost))
    for _ in range(levels):
        content = zip_bytes(Member("inner.usdz", content))
    return lambda assets: assets.file("package/bad.usdz", content)


def damaged_directory(assets: AssetFolder) -> Path:
    """A package whose central directory says that it begins elsewhere."""
    content = bytearray(zip_bytes(Member("root.usda", ONE_PRIM.encode())))
    struct.pack_into("<I", content, len(content) - 6, 2**31)
    return assets.file("package/bad.usdz", bytes(content))


ROOT = Member("root.usda", ONE_PRIM.encode())


def leaving(path: str) -> Member:
    """A root layer that refers to a file outside its package."""
    return Member("root.usda", with_reference(path).encode())


# ---- layers ----


def crate_of(text: str, name: str) -> Build:
    """Builds the crate of a text layer, under any name."""

    def build(assets: AssetFolder) -> Path:
        layer = Sdf.Layer.CreateAnonymous(".usda")
        layer.ImportFromString(text)
        crate = assets.file("source.usdc", b"")
        layer.Export(str(crate))
        content = crate.read_bytes()
        crate.unlink()
        return assets.file(f"bad/{name}", content)

    return build


def nested_prims(depth: int) -> str:
    """A prim below a prim, this deep."""
    return HEADER + 'def "Root" {\n' * depth + "}\n" * depth


def sublayer_chain(length: int) -> Build:
    """Builds layers of which each has the next as its sublayer."""

    def build(assets: AssetFolder) -> Path:
        for index in range(length):
            assets.file(f"bad/{index}.usda", with_sublayer(f"./{index + 1}.usda"))
        assets.file(f"bad/{length}.usda", ONE_PRIM)
        return assets.folder / "bad" / "0.usda"

    return build


def with_expression(path: str, **variables: str) -> str:
    """A layer whose sublayer is found by an expression over variables."""
    lines = "".join(f'        string {name} = "{value}"\n' for name, value in variables.items())
    return with_sublayer(f"`{path}`", f"    expressionVariables = {{\n{lines}    }}\n")


def link_loop(assets: AssetFolder) -> Path:
    """Two links to each other."""
    other = assets.file("bad/other.usda", "")
    other.unlink()
    other.symlink_to("bad.usda")
    (other.parent / "bad.usda").symlink_to("other.usda")
    return other.parent / "bad.usda"


def variant_cycle(assets: AssetFolder) -> Path:
    """Two layers whose selected variants refer to each other."""
    for name, other in (("other", "bad"), ("bad", "other")):
        assets.file(f"bad/{name}.usda", HEADER + f"""\
def "Root" (
    variants = {{
        string v = "on"
    }}
    prepend variantSets = "v"
)
{{
    variantSet "v" = {{
        "on" (
            references = @./{other}.usda@
        ) {{
        }}
        "off" {{
        }}
    }}
}}
""")
    return assets.folder / "bad" / "bad.usda"


def claimed_array(type_name: Sdf.ValueTypeName, claim: int, sparse_size: int = 0) -> Build:
    """Builds a crate with one array whose count claims `claim` elements; made longer by a hole where asked for."""
    true_count = 1_000_003

    def build(assets: AssetFolder) -> Path:
        layer = Sdf.Layer.CreateAnonymous(".usda")
        layer.ImportFromString(ONE_PRIM)
        values = Vt.IntArray(true_count) if type_name == Sdf.ValueTypeNames.IntArray else Vt.Vec3fArray(true_count)
        Sdf.AttributeSpec(layer.GetPrimAtPath("/Root"), "big", type_name).default = values
        crate = assets.file("bad/bad.usdc", b"")
        layer.Export(str(crate))
        content = crate.read_bytes()
        assert content.count(struct.pack("<Q", true_count)) == 1
        crate.write_bytes(content.replace(struct.pack("<Q", true_count), struct.pack("<Q", claim)))
        os.truncate(crate, max(crate.stat().st_size, sparse_size))
        return crate

    return build


# ---- what cannot be read ----

NO_LAYER = "not a"
NO_PACKAGE = "no valid package"
CRASHED = "may be damaged or nested too deeply"
LONG = 50_000_000

BROKEN: dict[str, tuple[Build, str]] = {
    "package_without_members": (package(), NO_PACKAGE),
    "package_that_begins_with_a_picture": (package(Member("a.png", b"x"), ROOT), NO_PACKAGE),
    "package_with_an_empty_layer": (package(Member("root.usda", b"")), "bad.usdz[root.usda]"),
    "package_whose_first_root_is_broken": (package(Member("root.usda", b"#usda 1.0\ndef"), ROOT), "root.usda"),
    "package_cut_in_a_header": (file_with(zip_bytes(ROOT)[:60], "bad.usdz"), NO_PACKAGE),
    "package_that_claims_4_gib": (package(Member("root.usda", ONE_PRIM.encode(), claimed_size=2**32 - 2)), NO_PACKAGE),
    "deflated_member": (package(Member("root.usda", ONE_PRIM.encode(), 8)), "compressed files are not supported"),
    "deflated_bomb": (package(Member("root.usda", bytes(1 << 24), 8, 2**32 - 2)), "compressed files are not supported"),
    "broken_layer_five_packages_down": (nested_package(5, b"#usda 1.0\ndef"), "root.usda"),
    "prims_100000_deep": (file_with(nested_prims(100_000)), CRASHED),
    "zeros_as_text": (file_with(bytes(1 << 20)), NO_LAYER),
    "zeros_as_crate": (file_with(bytes(1 << 20), "bad.usdc"), "corrupt"),
    "zeros_as_either": (file_with(bytes(1 << 20), "bad.usd"), NO_LAYER),
    "zeros_as_package": (file_with(bytes(1 << 20), "bad.usdz"), NO_PACKAGE),
    "text_called_usdc": (file_with(ONE_PRIM, "bad.usdc"), "too small"),
    "text_called_usdz": (file_with(ONE_PRIM, "bad.usdz"), NO_PACKAGE),
    "crate_called_usda": (crate_of(ONE_PRIM, "bad.usda"), NO_LAYER),
    "crate_called_usdz": (crate_of(ONE_PRIM, "bad.usdz"), NO_PACKAGE),
    "package_called_usd": (file_with(zip_bytes(ROOT), "bad.usd"), NO_LAYER),
    "package_called_usda": (file_with(zip_bytes(ROOT), "bad.usda"), NO_LAYER),
    "long_line_that_is_broken": (file_with(HEADER + "def " + "x" * LONG), "def xxx"),
    "link_loop": (link_loop, "symbolic links"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_file_is_its_own_error(assets: AssetFolder, judge: Judge, kind: str) -> None:
    """Exit code 2, a message that names file and cause; the clean asset beside it passes."""
    build, words = BROKEN[kind]
    file = build(assets)
    assert_only_error(judge([file, clean_neighbour(assets)]), file, words)


LONGEST_MESSAGE = 4096


def test_message_about_a_long_line_is_short(assets: AssetFolder, judge: Judge) -> None:
    """A message shows where it is, not all of a line of 50 MB."""
    build, _ = BROKEN["long_line_that_is_broken"]
    (error,) = judge([build(assets)]).asset("bad.usda")["errors"]
    assert len(error["message"]) < LONGEST_MESSAGE


@pytest.mark.parametrize("content", [f"{ONE_PRIM}def".encode(), HEADER.encode() + b'def "A" { string s = "\xe4" }\n'],
                         ids=["unfinished", "no_utf8"])
def test_message_about_syntax_names_nothing_of_openusd(assets: AssetFolder, judge: Judge, content: bytes) -> None:
    """No name of a C++ class of OpenUSD stands in an error."""
    (error,) = judge([assets.file("bad.usda", content)]).asset("bad.usda")["errors"]
    assert "pxr" not in error["message"] and "cannot be parsed from" in error["message"]


def test_link_that_leads_to_itself_is_called_so(assets: AssetFolder, judge: Judge) -> None:
    """The file is there, and a reader who lists the folder sees it."""
    (error,) = judge([link_loop(assets)]).asset("bad.usda")["errors"]
    assert "symbolic links" in error["message"]


# ---- what is odd and can be judged ----

LEGAL: dict[str, Build] = {
    "package": package(ROOT),
    "package_with_a_second_root": package(ROOT, Member("root.usda", b"#usda 1.0\ndef")),
    "package_whose_directory_is_elsewhere": damaged_directory,
    "package_cut_in_its_directory": file_with(zip_bytes(ROOT)[:-30], "bad.usdz"),
    "member_that_would_leave": package(Member("../../etc/passwd.usda", ONE_PRIM.encode())),
    "member_with_an_absolute_name": package(Member("/etc/passwd.usda", ONE_PRIM.encode())),
    "package_in_a_package": nested_package(1),
    "five_packages": nested_package(5),
    "thousand_packages": nested_package(1000),
    "prims_100_deep": file_with(nested_prims(100)),
    "prims_10000_deep": file_with(nested_prims(10_000)),
    "dictionaries_10000_deep": file_with(nested_dictionaries(10_000)),
    "chain_of_5000_sublayers": sublayer_chain(5000),
    "doubling_six_times": file_with(doubling_references(6)),
    "doubling_instances_six_times": file_with(doubling_references(6, "instanceable = true")),
    "text_called_usd": file_with(ONE_PRIM, "bad.usd"),
    "crate_called_usd": crate_of(ONE_PRIM, "bad.usd"),
    "crate_called_usdc": crate_of(ONE_PRIM, "bad.usdc"),
    "long_comment": file_with(f"{ONE_PRIM}# {'x' * LONG}\n"),
    "long_string": file_with(f'{HEADER}def "Root" {{\n    string a = "{"x" * LONG}"\n}}\n'),
    "array_of_2_gib": claimed_array(Sdf.ValueTypeNames.Point3fArray, 2**31 // 12, 3 * 2**30),
    "array_that_claims_2_gib": claimed_array(Sdf.ValueTypeNames.Point3fArray, 2**31 // 12),
    "packed_array_that_claims_2_gib": claimed_array(Sdf.ValueTypeNames.IntArray, 2**31 // 4),
    "link_to_a_layer": with_link(with_reference("./x.usda"), "../clean/payloads/base.usda"),
    "expression": file_with(with_expression("${A}", A="../clean/payloads/base.usda")),
}


@pytest.mark.parametrize("kind", LEGAL)
def test_odd_file_is_judged(assets: AssetFolder, judge: Judge, kind: str) -> None:
    """What OpenUSD reads is judged like any other file, in bounded time and memory."""
    neighbour = clean_neighbour(assets)
    file = LEGAL[kind](assets)
    run = judge([file, neighbour])
    asset = run.asset(file.name)
    assert (run.exit_code, asset["errors"], asset["verdict"]) == (0, [], "pass")
    assert_bounded(run)


# ---- arcs that lead nowhere good ----

LOST: dict[str, tuple[Build, str]] = {
    "out_of_the_package": (package(leaving("../clean/clean.usda")), "no file is found for @../clean/clean.usda@"),
    "missing_in_a_package": (package(leaving("./absent.usda")), "no file is found for @./absent.usda@"),
    "absolute_from_a_package": (package(leaving("/etc/passwd")), "Cannot determine file format"),
    "zeros": (file_with(with_reference("/dev/zero")), "dev/zero does not open"),
    "standard_input": (file_with(with_reference("/dev/stdin")), "dev/stdin does not open"),
    "memory": (file_with(with_reference("/proc/self/mem")), "proc/self/mem does not open"),
    "format_for_zeros": (file_with(with_reference("/dev/zero:SDF_FORMAT_ARGS:format=usda")), "/dev/zero"),
    "link_to_zeros": (with_link(with_sublayer("./x.usda"), "/dev/zero"), "x.usda is a device, not a regular file"),
    "link_to_standard_input": (with_link(with_sublayer("./x.usda"), "/dev/stdin"), "x.usda does not open"),
    "link_to_memory": (with_link(with_sublayer("./x.usda"), "/proc/self/mem"), "x.usda does not open"),
    "link_to_a_folder": (with_link(with_sublayer("./x.usda"), "/usr"), "is a directory, not a regular file"),
    "link_to_itself": (with_link(with_reference("./x.usda"), "x.usda"), "x.usda"),
    "cycle_through_variants": (variant_cycle, "lead back to where they began"),
    "circular_variables": (file_with(with_expression("${A}", A="`${B}`", B="`${A}`")), "circular variable"),
}


@pytest.mark.parametrize("kind", LOST)
def test_arc_to_nowhere_is_a_finding(assets: AssetFolder, judge: Judge, kind: str) -> None:
    """The asset is judged: one broken arc, with its cause; devices and loops hang nothing."""
    neighbour = clean_neighbour(assets)
    build, words = LOST[kind]
    file = build(assets)
    run = judge([file, neighbour])
    findings = run.asset(file.name)["findings"]
    assert run.exit_code == 1, run.stderr
    assert {finding["rule"] for finding in findings} == {"composition.arc-broken"}
    assert any(words in finding["message"] for finding in findings)
    assert run.asset("clean.usda")["verdict"] == "pass"
    assert_bounded(run)


def test_finding_about_an_expression_holds_no_absolute_path(assets: AssetFolder, judge: Judge) -> None:
    """Equal input gives equal bytes, wherever it lies."""
    build, _ = LOST["circular_variables"]
    file = build(assets)
    findings = judge([file]).asset(file.name)["findings"]
    assert findings and not any(str(assets.folder) in finding["message"] for finding in findings)


# ---- what would not end ----

GROWING = {f"A{index}": f"`'${{A{index - 1}}}${{A{index - 1}}}'`" for index in range(1, 31)} | {"A0": "xx"}
ENDLESS: dict[str, Build] = {
    "doubling_20_times": file_with(doubling_references(20)),
    "doubling_instances_20_times": file_with(doubling_references(20, "instanceable = true")),
    "doubling_variables_30_times": file_with(with_expression("${A30}", **GROWING)),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_endless_work_ends_at_the_limit(assets: AssetFolder, judge: Judge, kind: str) -> None:
    """The limits end the work on that file, and the clean asset after it still passes."""
    file = ENDLESS[kind](assets)
    run = judge([file, clean_neighbour(assets)], seconds=2, mib=1024)
    assert_only_error(run, file, "limits file")
    assert_bounded(run, seconds=2, mib=1024)


def test_memory_limit_is_named(assets: AssetFolder, judge: Judge) -> None:
    """A file that needs more memory than it may is an error that says so; with enough it passes."""
    file = assets.file("bad/bad.usda", long_array(2_000_000))
    run = judge([file, clean_neighbour(assets)], mib=64)
    assert_only_error(run, file, "more than 64 MiB")
    assert judge([file]).exit_code == 0


def test_million_prims_are_judged_or_refused_in_bounds(assets: AssetFolder, judge: Judge) -> None:
    """A million prims take less than a minute and 4 GiB, or are a clear error."""
    file = assets.file("bad/bad.usda", many_prims(1_000_000))
    run = judge([file, clean_neighbour(assets)], seconds=60, mib=4096)
    errors = run.asset(file.name)["errors"]
    assert run.exit_code == (2 if errors else 0)
    assert all("limits file" in error["message"] for error in errors)
    assert run.asset("clean.usda")["verdict"] == "pass"
    assert_bounded(run, seconds=60, mib=4096)
    few = assets.file("few/few.usda", many_prims(1000))
    assert judge([few]).exit_code == 0


# ---- names ----

ODD_NAMES = {
    "space": "a b", "quote": "a'b", "double_quote": 'a"b', "percent": "100%",
    "percent_code": "a%20b", "at": "a@b", "at_first": "@ab", "hash": "a#b", "brackets": "a[b]", "open_bracket": "a[b",
    "close_bracket": "a]b", "star": "a*b", "question": "a?b", "dollar": "${A}", "dash": "--help",
    "braces": "{a}", "tilde": "~", "colon": "a:b", "backtick": "`a`", "semicolon": "a;b", "angle": "<a>",
}


@pytest.mark.parametrize("kind", ODD_NAMES)
def test_odd_folder_name_changes_nothing(assets: AssetFolder, judge: Judge, kind: str) -> None:
    """An asset in a folder with such a name, named in full, is judged like anywhere else."""
    name = ODD_NAMES[kind]
    clean, foul = assets.write(f"x/{name}"), assets.write(f"y/{name}", hull_lines=FOREIGN_LINE)
    run = judge([clean, foul], "--relative-to", str(assets.folder))
    assert [(asset["asset"], asset["verdict"]) for asset in run.document["assets"]] == [
        (f"x/{name}/asset.usda", "pass"), (f"y/{name}/asset.usda", "fail")]
    assert run.exit_code == 1


@pytest.mark.parametrize("kind", ODD_NAMES)
def test_odd_file_name_changes_nothing(assets: AssetFolder, judge: Judge, kind: str) -> None:
    """A root layer with such a name is found in its folder and judged like any other."""
    root = f"{ODD_NAMES[kind]}.usda"
    clean, foul = assets.write("x", root_file=root), assets.write("y", root_file=root, hull_lines=FOREIGN_LINE)
    run = judge([clean.parent, foul.parent], "--relative-to", str(assets.folder))
    assert [(asset["asset"], asset["verdict"]) for asset in run.document["assets"]] == [
        (f"x/{root}", "pass"), (f"y/{root}", "fail")]


FORBIDDEN_NAMES = {"newline": "a\nb", "tab": "a\tb", "backslash": "a\\b"}


@pytest.mark.parametrize("kind", FORBIDDEN_NAMES)
def test_name_that_openusd_cannot_hold_is_an_error(assets: AssetFolder, judge: Judge, kind: str) -> None:
    """An asset below such a folder is not judged by arcs that OpenUSD cannot follow."""
    root = assets.write(FORBIDDEN_NAMES[kind], root_file="bad.usda")
    assert_only_error(judge([root, clean_neighbour(assets)]), root, "OpenUSD")


@pytest.mark.parametrize("kind", FORBIDDEN_NAMES)
def test_name_that_openusd_cannot_hold_harms_no_other(assets: AssetFolder, judge: Judge, kind: str) -> None:
    """Negative twin: the run goes on, and its document names the asset as it is called."""
    root = assets.write(FORBIDDEN_NAMES[kind], root_file="bad.usda")
    run = judge([root, clean_neighbour(assets)])
    verdicts = {asset["asset"]: asset["verdict"] for asset in run.document["assets"]}
    assert set(verdicts) == {f"{FORBIDDEN_NAMES[kind]}/bad.usda", "clean/clean.usda"}
    assert verdicts["clean/clean.usda"] == "pass"


def test_name_that_is_no_utf8_gives_a_valid_document(assets: AssetFolder, judge: Judge) -> None:
    """Bytes outside UTF-8 in a name cost neither the document nor the verdict."""
    clean = assets.write("clean")
    odd = os.fsencode(clean.parent) + b"/\xff\xfe.usda"
    os.rename(clean, odd)
    run = judge([odd, clean_neighbour(AssetFolder(assets.folder / "other"))])
    assert run.exit_code == 0, run.stderr
    assert len(run.document["assets"]) == 2
