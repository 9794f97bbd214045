"""The calls of MPI, from the standard's own description (pympistandard), for the wrappers of preloads."""

from __future__ import annotations

import re

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


def calls() -> list[tuple[str, object]]:
    """The calls that are wrapped: name without prefix and description, in alphabetical order."""
    standard.use_api_version(1, force_bundled=True)
    chosen = []
    for procedure in standard.PROCEDURES.values():
        c = procedure.express.iso_c
        if c is None or not str(c).startswith("int MPI_") or LEFT_ALONE.match(c.name) or "ldots" in str(c):
            continue
        chosen.append((c.name.removeprefix("MPI_"), procedure))
    return sorted(chosen, key=lambda pair: pair[0])


def c_prototypes(procedure: object) -> list[str]:
    """A call in C, and with large counts where the standard has it."""
    express = procedure.express  # type: ignore[attr-defined]
    large = procedure.has_embiggenment() and express.embiggen.iso_c  # type: ignore[attr-defined]
    return [str(express.iso_c), *([str(large)] if large else [])]


def parsed(prototype: str) -> tuple[str, list[str], list[str]]:
    """The symbol of a C prototype, its parameters, and their names alone."""
    match = re.fullmatch(r"int (MPI_\w+)\((.*)\)\s*", prototype)
    assert match, prototype
    symbol, inside = match.groups()
    inside = "" if inside.strip() == "void" else inside
    parameters = [part.strip() for part in re.split(r",(?![^(]*\))", inside) if part.strip()]
    arguments = [re.sub(r"(\[[^\]]*\])+$", "", part).split()[-1].lstrip("*") for part in parameters]
    return symbol, parameters, arguments
