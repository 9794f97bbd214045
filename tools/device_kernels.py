"""Compiles the kernel of the library for device buffers to PTX: `python tools/device_kernels.py CLANG`.

CLANG is a clang++ with the NVPTX target, as Debian's clang-14 is; nothing of CUDA is needed. The text is committed, for
the driver of a GPU compiles it when a program runs. A test fails where the source is newer.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from rankwise.core import process

FOLDER = Path(__file__).parents[1] / "src/rankwise/preloads/device_buffers"
SOURCES = (FOLDER / "rows.cu", FOLDER / "rows.h")
TARGET = FOLDER / "rows_ptx.h"
FLAGS = ("-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "--cuda-gpu-arch=sm_70", "-O2", "-S", "-o-")


def fingerprint() -> str:
    """Tells one source from another."""
    return hashlib.sha256(b"\0".join(source.read_bytes() for source in SOURCES)).hexdigest()[:16]


def header(ptx: str) -> str:
    """The text as a constant of C."""
    lines = (line.split("//")[0].rstrip() for line in ptx.splitlines())
    text = "\n".join(f'    "{line.strip()}\\n"' for line in lines if line.strip())
    return (
        f"/* Written by tools/device_kernels.py from the source with the fingerprint {fingerprint()}. */\n"
        f"#pragma once\n\n/* clang-format off */\nstatic const char rows_ptx[] =\n{text};\n/* clang-format on */\n"
    )


def main() -> None:
    """Writes the header."""
    if len(sys.argv) != 2:
        sys.exit("give the clang++ that compiles: python tools/device_kernels.py clang++-14")
    argv = [sys.argv[1], *FLAGS, str(SOURCES[0])]
    done = process.run(argv, timeout_s=60)
    if not done.ok:
        sys.exit(done.describe())
    TARGET.write_text(header(done.stdout))


if __name__ == "__main__":
    main()
