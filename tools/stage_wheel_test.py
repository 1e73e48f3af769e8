"""Check the platform tag, and what the wheel must not need or name."""

import subprocess
from pathlib import Path

import pytest
from stage_wheel import files_naming, missing_libraries, platform_tag


def undefined(*versions: str) -> str:
    """Return the lines of `objdump -T` for symbols that are looked for elsewhere."""
    return "".join(f"0000000000000000      DF *UND*  0000000000000000 ({version}) name\n" for version in versions)


@pytest.mark.parametrize(("tables", "platform"), [
    ([undefined("GLIBC_2.2.5")], "manylinux_2_17_x86_64"),
    ([undefined("GLIBC_2.14", "GLIBC_2.34")], "manylinux_2_34_x86_64"),
    ([undefined("GLIBC_2.34", "GLIBCXX_3.4.30")], "manylinux_2_35_x86_64"),
    ([undefined("GLIBCXX_3.4.9", "GLIBCXX_3.4.29")], "manylinux_2_34_x86_64"),
    ([undefined("GLIBC_2.36"), undefined("GLIBCXX_3.4.21")], "manylinux_2_36_x86_64"),
    (["000000000062aee8 g    DO .bss  0000000000000001 (GLIBC_2.38) defined_here\n"], "manylinux_2_17_x86_64"),
])
def test_the_newest_symbol_decides(tables: list[str], platform: str) -> None:
    """The tag follows from the newest symbol of either library; what a file defines itself counts for nothing."""
    assert platform_tag(tables) == platform


def test_symbols_that_no_platform_has_are_refused() -> None:
    """A libstdc++ that no known platform promises ends the build."""
    with pytest.raises(SystemExit, match=r"3, 4, 99"):
        platform_tag([undefined("GLIBCXX_3.4.99")])


def test_libraries_that_the_platform_lacks_must_be_in_the_wheel(tmp_path: Path) -> None:
    """A library that is neither the platform's nor in the wheel is named; with it in the wheel nothing is missing."""
    (tmp_path / "one.c").write_text("int one(void) { return 1; }\n")
    (tmp_path / "main.c").write_text("int one(void);\nint main(void) { return one(); }\n")
    for command in ("gcc -shared -fPIC -o libone.so one.c", "gcc -o main main.c -L. -lone"):
        subprocess.run(command.split(), cwd=tmp_path, check=True)
    assert missing_libraries([tmp_path / "main"]) == {"libone.so"}
    assert missing_libraries([tmp_path / "main", tmp_path / "libone.so"]) == set()


def test_paths_of_this_machine_are_found(tmp_path: Path) -> None:
    """A file that holds the path is named, one that does not is not."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "bad").write_bytes(b"\0/home/somebody/assay\0")
    (tmp_path / "good").write_bytes(b"\0/home\0")
    assert files_naming(tmp_path, Path("/home/somebody")) == [tmp_path / "sub" / "bad"]
