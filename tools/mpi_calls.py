"""The calls of MPI that preloads stand in front of, from the standard's own description (pympistandard)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pympistandard as standard

# What has another prototype in some mpi.h, is called before MPI_Init, after MPI_Finalize or from within callbacks, or
# is so cheap that a stamp would be most of its time.
LEFT_ALONE = re.compile(
    r"MPI_(T_|Wtime|Wtick|Aint_|Pcontrol|Initialized|Finalized|Get_version|Get_library_version|Query_thread|"
    r"Is_thread_main|Abort|Init|Finalize|Session_init|Session_finalize|.*(f2c|c2f|f082c|c2f08|f082f|f2f08)$|"
    r"Status_|Get_count|Get_elements|Error_|Add_error_|Remove_error_|.*errhandler|Abi_|Address$|DUP|NULL|CONVERSION|"
    r"Info_create_env|Pready_list|"
    r"Request_get_status_)"
)
HEAD = "# Written by tools/mpi_calls.py from the MPI standard (`make schema`): call, parameters in C, languages.\n"


def table() -> str:
    """`calls.tsv`: a row for each call in C, in alphabetical order, with large counts after the plain form."""
    return HEAD + "".join(f"{row}\n" for procedure in _procedures() for row in _rows(procedure))


def _procedures() -> list[Any]:
    standard.use_api_version(1, force_bundled=True)
    chosen = [
        procedure
        for procedure in standard.PROCEDURES.values()
        if (c := procedure.express.iso_c) is not None
        and str(c).startswith("int MPI_")
        and not LEFT_ALONE.match(c.name)
        and "ldots" not in str(c)
    ]
    return sorted(chosen, key=lambda procedure: procedure.express.iso_c.name)


def _rows(procedure: Any) -> Iterator[str]:
    express = procedure.express
    large = procedure.has_embiggenment() and express.embiggen.iso_c
    for prototype in (express.iso_c, *([large] if large else [])):
        symbol, parameters = _parsed(str(prototype))
        yield "\t".join([symbol, parameters, "fortran" if _wrapped_in_fortran(express.f90) else "c"])


def _parsed(prototype: str) -> tuple[str, str]:
    match = re.fullmatch(r"int (MPI_\w+)\((.*)\)\s*", prototype)
    assert match, prototype
    symbol, inside = match.groups()
    parts = [part.strip() for part in re.split(r",(?![^(]*\))", inside) if part.strip() != "void"]
    return symbol, ", ".join(parts)


def _wrapped_in_fortran(prototype: object) -> bool:
    """Not where a wrapper would need the hidden lengths of texts, or functions to call back."""
    text = " ".join(str(prototype or "").split()).lower()
    match = re.match(r"mpi_\w+\(([^)]*)\) ", text)
    return bool(match and match[1].endswith("ierror") and not re.search("character|external|c_ptr", text))
