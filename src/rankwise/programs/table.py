"""The programs that ship with rankwise: a row each, whose C++ file lies beside this one."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rankwise.core.errors import UsageError

_FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True)
class Row:
    """A program: what it computes, how its ranks talk, and what of its answer is the same for any number of ranks."""

    name: str
    computes: str
    talks: str
    promise: str
    least_ranks: int = 1

    @property
    def source(self) -> Path:
        """Its C++ file."""
        return _FOLDER / f"{self.name}.cpp"


_BITS: Final = "the same bits"

PROGRAMS: Final = {
    row.name: row
    for row in (
        Row("asian", "prices of Asian options by Monte Carlo", "a boss and workers, 32 bytes each way", _BITS),
        Row("fft3d", "the Fourier transform of a block, and back", "Alltoallv in rows and columns", "1e-12"),
        Row("lbm", "a fluid by lattice Boltzmann (D3Q19)", "five populations across each face", _BITS),
        Row("ring", "nothing", "one message from rank to rank", _BITS, least_ranks=2),
        Row("stencil3d", "the heat equation by seven points", "faces, in four ways and three forms", _BITS),
        Row("wave3d", "elastic waves on a staggered grid", "two layers of nine fields across each face", _BITS),
    )
}


def find(name: str) -> Row:
    """The program of that name. Raises UsageError."""
    if name in PROGRAMS:
        return PROGRAMS[name]
    near = difflib.get_close_matches(name, PROGRAMS, n=1)
    hint = f"do you mean {near[0]}?" if near else f"there are {', '.join(PROGRAMS)}"
    raise UsageError("unknown-program", f"unknown program '{name}'", hint)
