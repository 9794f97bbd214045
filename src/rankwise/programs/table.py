"""The programs that ship with rankwise: a row each, whose C++ file lies beside this one."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.programs.hypre import hypre_for

_FOLDER: Final = Path(__file__).parent
_ROW: Final = re.compile(r'\{"(\w+)", "([^"]*)",\s*"([^"]*)"\}')
_OPTIONS: Final = re.compile(r"Option options\[\] = \{(.*?)\n\};", re.DOTALL)
_COMMON: Final = re.compile(r"Option common\[\] = \{(.*?)\n\};", re.DOTALL)
_SECONDS: Final = re.compile(r'Option seconds_option(\{"\w+", "[^"]*",\s*"[^"]*"\});')


@dataclass(frozen=True)
class Row:
    """A program: what it computes, how its ranks talk, what of its answer is the same for any number of ranks, what its
    check compares, and where it was published, with what differs here. `links` gives the words to the compiler for the
    library that it needs, `pattern` what bounds its time: see `bounds.py`."""

    name: str
    computes: str
    talks: str
    promise: str
    checked: str
    published: str
    pattern: str
    least_ranks: int = 1
    links: Callable[[Mpi], tuple[str, ...]] = lambda _mpi: ()

    @property
    def source(self) -> Path:
        """Its C++ file."""
        return _FOLDER / f"{self.name}.cpp"

    def options(self) -> list[tuple[str, str, str]]:
        """Name, default and meaning of each option, as the source lists them: its own first."""
        header = (_FOLDER / "options.hpp").read_text()
        own, common, seconds = (
            "".join(pattern.findall(text))
            for pattern, text in ((_OPTIONS, self.source.read_text()), (_COMMON, header), (_SECONDS, header))
        )
        return [*_ROW.findall(own.replace("program::seconds_option", seconds)), *_ROW.findall(common)]


_BITS: Final = "the same bits"

PROGRAMS: Final = {
    row.name: row
    for row in (
        Row(
            "asian",
            "prices of Asian options by Monte Carlo",
            "a boss and workers, 32 bytes each way",
            _BITS,
            "the geometric average has a closed form for discrete dates (Kemna and Vorst, 1990): within 4.5 errors",
            "option pricing on 1 to 8 coprocessor cards, 7 workers a card; here a worker is a rank, and --pace stands "
            "for the card",
            "workers",
        ),
        Row(
            "fft3d",
            "the Fourier transform of a block, and back",
            "Alltoallv in rows and columns",
            "within 1e-12",
            "there and back, Parseval's equation, and one coefficient by its definition",
            "P3DFFT's test, of real values; here they are complex",
            "blocks",
        ),
        Row(
            "lbm",
            "a fluid by lattice Boltzmann (D3Q19)",
            "five populations across each face",
            _BITS,
            "mass and momentum stay, and shear waves decay by the viscosity (tau - 1/2) / 3",
            "512^3 cells on 1 to 64 ranks; give --size 512",
            "halo",
        ),
        Row(
            "ring",
            "nothing",
            "one message from rank to rank",
            _BITS,
            "every value went round",
            "order 0 1 2 3 against 0 2 3 1; the order of ranks is the launcher's",
            "ring",
            least_ranks=2,
        ),
        Row(
            "smg",
            "a Laplace equation by hypre's struct multigrid",
            "many small messages to neighbours, on every level",
            "a residual of 1e-5",
            "|b - A x| / |b| of the solution, computed anew",
            "SMG2000 on 4,096 ranks: -n 120 120 120 -c 2.0 3.0 40 -P 16 16 16; here the solver is hypre as it is found",
            "halo",
            links=lambda mpi: hypre_for(mpi).words,
        ),
        Row(
            "stencil3d",
            "the heat equation by seven points",
            "faces, in four ways and three forms",
            _BITS,
            "a sine mode decays by the factor of the discrete equation",
            "faces of 64 KiB on 16 GPUs; here the device computes nothing, messages lie there",
            "halo",
        ),
        Row(
            "vectors",
            "sums of vectors on the device of another process",
            "two vectors to the next rank, their sum back",
            _BITS,
            "every sum is exact",
            "a hands-on exercise; here the host adds, and only the copies are the device's",
            "halo",
        ),
        Row(
            "wave3d",
            "elastic waves on a staggered grid",
            "two layers of nine fields across each face",
            _BITS,
            "plane waves of the discrete equations, of both kinds and in all directions",
            "AWP-ODC, 128 x 256 x 512 and 64 x 32 x 32 cells a rank; here nothing is absorbed at the sides, which are "
            "periodic",
            "halo",
        ),
    )
}


def find(name: str) -> Row:
    """The program of that name. Raises UsageError."""
    if name in PROGRAMS:
        return PROGRAMS[name]
    near = difflib.get_close_matches(name, PROGRAMS, n=1)
    hint = f"do you mean {near[0]}?" if near else f"there are {', '.join(PROGRAMS)}"
    raise UsageError("unknown-program", f"unknown program '{name}'", hint)
