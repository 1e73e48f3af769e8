"""The command `assay`: becomes the executable."""

from __future__ import annotations

import os
import sys

from assay._binary import binary
from assay.errors import NotFoundError


def main() -> None:
    """Runs the executable in place of this process."""
    try:
        program = binary()
    except NotFoundError as error:
        print(f"assay: {error}", file=sys.stderr)
        sys.exit(2)
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
