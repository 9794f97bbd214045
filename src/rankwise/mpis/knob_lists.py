"""Asks a library for its settings: MPI_T where it tells all (MPICH and descendants), ompi_info for Open MPI."""

from __future__ import annotations

import os
import re
from pathlib import Path

from rankwise.core.records import Mpi
from rankwise.mpis.blocks import library_path
from rankwise.mpis.family import ask_library
from rankwise.mpis.records import Knob

# Control variables through ctypes, in a child because a library may crash. MPI-5.0, chapter 15.3.6; no MPI_Init is
# needed. An index may be invalid (a component that was closed): it is skipped. Values are read only where the handle of
# the datatype is one of MPICH's ABI, MPI_INT or MPI_CHAR, and nothing has to be bound.
_ASK = """
import ctypes as c, json, sys
lib = c.CDLL(sys.argv[1], mode=c.RTLD_GLOBAL)
got = c.c_int()
if lib.MPI_T_init_thread(0, c.byref(got)): sys.exit("MPI_T_init_thread failed")
count = c.c_int()
lib.MPI_T_cvar_get_num(c.byref(count))
INT, CHAR, UNBOUND = 0x4c000405, 0x4c000101, 9700
for index in range(count.value):
    name, text = c.create_string_buffer(4096), c.create_string_buffer(65536)
    name_length, text_length = c.c_int(4096), c.c_int(65536)
    level, bind, scope, kind, choices = c.c_int(), c.c_int(), c.c_int(), c.c_longlong(), c.c_longlong()
    if lib.MPI_T_cvar_get_info(index, name, c.byref(name_length), c.byref(level), c.byref(kind), c.byref(choices),
                               text, c.byref(text_length), c.byref(bind), c.byref(scope)): continue
    handle, items, value = c.c_void_p(), c.c_int(), None
    if kind.value in (INT, CHAR) and bind.value == UNBOUND:
        if not lib.MPI_T_cvar_handle_alloc(index, None, c.byref(handle), c.byref(items)):
            room = c.create_string_buffer(max(items.value, 1) * 8 + 8)
            if not lib.MPI_T_cvar_read(handle, room):
                words = room.value.decode(errors="replace")
                value = words if kind.value == CHAR else str(c.c_int.from_buffer(room).value)
            lib.MPI_T_cvar_handle_free(c.byref(handle))
    type_ = {INT: "int", CHAR: "string"}.get(kind.value, "")
    row = [name.value.decode(), type_, value, text.value.decode(errors="replace")]
    print("rankwise:" + json.dumps(row), flush=True)
"""
_ALIAS = re.compile(r"@Alias:#\s*(\w+)")
_AUDIENCE = re.compile(r"@Verbosity:#?\s*\w*")
_DEFAULT = re.compile(r"@Default:#\s*([^@]*)")


def from_mpi_t(mpi: Mpi) -> list[Knob]:
    """Every control variable of the library; Intel's under the names of its manual. Empty when it does not answer."""
    if mpi.library is None:
        return []
    rows = ask_library(_ASK, mpi.library, bare_environment(mpi))
    return [_from_row(*row) for row in rows]


def _from_row(name: str, kind: str, value: str | None, description: str) -> Knob:
    alias, default = _ALIAS.search(description), _DEFAULT.search(description)
    if default and value in (None, ""):
        value = None if default[1].strip() == "not defined" else default[1].strip()
    return Knob(
        name=f"env:{alias[1] if alias else name}",
        type=kind,
        value=value,
        description=_tidy(_DEFAULT.sub("", _ALIAS.sub("", description))),
        listed_by="MPI_T",
    )


def _tidy(description: str) -> str:
    """Intel MPI's words without its marks: `$` begins a line, and who is to see a knob is of no use to others."""
    return "\n".join(filter(None, (line.strip() for line in _AUDIENCE.sub("", description).split("$"))))


def bare_environment(mpi: Mpi) -> dict[str, str]:
    """Without the user's own settings, so that values are those of the library."""
    env = {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(Path.home()), **mpi.env}
    if mpi.library:
        env["LD_LIBRARY_PATH"] = library_path(str(Path(mpi.library).parent), env)
    return env
