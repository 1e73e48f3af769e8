"""Write the C source of a library that defines every Python symbol the OpenUSD libraries leave undefined.

The published OpenUSD libraries refer to libpython although composition never calls it. Functions of the stub return
zero, so `Py_IsInitialized()` says no and every Python path in OpenUSD stays asleep; data objects are zeroed.
"""

import argparse
import pathlib
import re
import subprocess
import sys

PYTHON_SYMBOL = re.compile(r"^_?Py")
# types, exceptions and singletons are data; everything else that CPython exports is a function
DATA_SYMBOL = re.compile(r"(_Type|Struct)$|^PyExc_")
DATA_BYTES = 1024  # above sizeof(PyTypeObject), the largest of them


def undefined_symbols(library: pathlib.Path) -> set[str]:
    """Names that a shared library expects another one to define."""
    listing = subprocess.run(["nm", "-D", "--undefined-only", library], check=True, capture_output=True, text=True)
    return {line.split()[-1].split("@")[0] for line in listing.stdout.splitlines()}


def stub_source(symbols: list[str]) -> str:
    """C source that defines each symbol once."""
    lines = ["/* generated: Python symbols that OpenUSD refers to and never uses here */"]
    for symbol in symbols:
        if DATA_SYMBOL.search(symbol):
            lines.append(f"char {symbol}[{DATA_BYTES}] __attribute__((aligned(16)));")
        else:
            lines.append(f"void *{symbol}(void) {{ return 0; }}")
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("libraries", type=pathlib.Path, nargs="+")
    arguments = parser.parse_args()
    symbols: set[str] = set()
    for library in arguments.libraries:
        symbols |= {name for name in undefined_symbols(library) if PYTHON_SYMBOL.match(name)}
    if not symbols:
        print("generate_python_stub: no Python symbol found; are these the OpenUSD libraries?", file=sys.stderr)
        return 1
    arguments.output.write_text(stub_source(sorted(symbols)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
