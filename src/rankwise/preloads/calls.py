"""The calls of MPI that preloads stand in front of: `calls.tsv`, which `tools/mpi_calls.py` writes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("calls.tsv")
Offers = Callable[[str], bool]
"""Whether an MPI has a call: `MPI_Send` for C, `mpi_send_` for Fortran."""


@dataclass(frozen=True)
class Call:
    """A call in C. `fortran`: its Fortran forms have the same arguments and one for the error. Others would need hidden
    lengths of texts, or functions to call back."""

    symbol: str
    parameters: tuple[str, ...]
    fortran: bool

    @property
    def name(self) -> str:
        """The name that both forms of a call share: `Send` of MPI_Send and MPI_Send_c."""
        return self.symbol.removeprefix("MPI_").removesuffix("_c")

    @property
    def large(self) -> bool:
        """Whether this is the form with large counts, MPI_X_c."""
        return self.symbol.endswith("_c")

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return tuple(re.sub(r"(\[[^\]]*\])+$", "", part).split()[-1].lstrip("*") for part in self.parameters)

    @property
    def typed(self) -> str:
        """The parameters as a declaration has them."""
        return ", ".join(self.parameters) or "void"

    @property
    def passed(self) -> str:
        """The arguments as a call has them."""
        return ", ".join(self.arguments)


@cache
def calls() -> tuple[Call, ...]:
    """Every row of the table, in its order: both forms of a call follow each other."""
    rows = (line.split("\t") for line in TABLE.read_text().splitlines() if not line.startswith("#"))
    return tuple(
        Call(symbol, tuple(re.split(r", (?![^(]*\))", parameters)) if parameters else (), kind == "fortran")
        for symbol, parameters, kind in rows
    )
