"""Whether libraries can be preloaded into a program, and its calls of MPI come by them."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rankwise.core import elf
from rankwise.core.errors import UsageError
from rankwise.core.launchers import is_launcher


def check_dynamic(argv: Sequence[str]) -> None:
    """Raises UsageError for a program into which its MPI is linked: nothing can be preloaded there."""
    for word in argv[1:] if is_launcher(argv[0]) else argv:
        path = shutil.which(word)
        facts = elf.read(path) if path else None
        if facts is not None and not facts.needed:
            raise UsageError(
                "static-program",
                f"{word} is linked statically, so no library can be preloaded into it",
                "link it to the shared MPI library (without -static)",
            )


def passed_by(argv: Sequence[str]) -> str:
    """Why calls of the first program of a line do not come by a preloaded library, and what to do; empty where its file
    does not tell. The preloads themselves say the same (`mpi/library.h`)."""
    for word in argv[1:] if is_launcher(argv[0]) else argv:
        path = shutil.which(word)
        facts = elf.read(path) if path else None
        if path is None or facts is None:
            continue
        with suppress(ValueError):
            if "MPI_Init" in (own := elf.defined(Path(path).read_bytes())) or "MPI_Init_thread" in own:
                return (
                    f"{word} has MPI_Init itself, which is called in place of a preloaded one: put its MPI functions "
                    "into a shared library that it is linked to"
                )
        if not any(name.startswith("libmpi") for name in facts.needed):
            return (
                f"{word} is not linked to MPI: where it takes MPI's functions from a library that it opens (dlopen, "
                "ctypes.CDLL(FILE)), preloaded ones are not called; link it to MPI, use mpi4py, or take them from the "
                "whole process (ctypes.CDLL(None))"
            )
        return ""
    return ""
