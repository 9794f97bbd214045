"""The settings of the libfabric under one MPI, as it lists them with its words: asked of itself, in a child process."""

from __future__ import annotations

import json
import sys

from rankwise.core.records import Knob, Mpi
from rankwise.mpis.family import ask
from rankwise.mpis.knob_lists import bare_environment

# What `fi_info -e` prints, which wheels lack: struct fi_param of fabric.h since libfabric 1.0. Providers tell theirs
# when they are loaded, which FI_PROV_ATTR_ONLY does without a look at devices.
_ASK = """
import ctypes as c, json, sys
c.CDLL(sys.argv[1], mode=c.RTLD_GLOBAL)
fi = c.CDLL("libfabric.so.1")
class Setting(c.Structure):
    _fields_ = [("name", c.c_char_p), ("type", c.c_int), ("words", c.c_char_p), ("value", c.c_char_p)]
fi.fi_getinfo.argtypes = [c.c_uint32, c.c_char_p, c.c_char_p, c.c_uint64, c.c_void_p, c.c_void_p]
info, found, count = c.c_void_p(), c.POINTER(Setting)(), c.c_int()
fi.fi_getinfo(fi.fi_version(), None, None, 1 << 54, None, c.byref(info))
if not fi.fi_getparams(c.byref(found), c.byref(count)):
    for one in found[:count.value]:
        row = [one.name.decode(), one.type, (one.words or b"").decode(errors="replace")]
        print("rankwise:" + json.dumps(row), flush=True)
"""
_TYPES = ("string", "int", "bool", "size_t")  # fi_param_type


def from_ofi(mpi: Mpi) -> list[Knob]:
    """Every setting of the libfabric under this MPI; it does not tell defaults but in its words. Empty without it, and
    where it does not answer."""
    if mpi.library is None or "ofi" not in mpi.transports:
        return []
    done = ask([sys.executable, "-I", "-c", _ASK, mpi.library], bare_environment(mpi))
    rows = [json.loads(line[9:]) for line in done.stdout.splitlines() if line.startswith("rankwise:")]
    return [
        Knob(
            name=f"env:{name}",
            type=_TYPES[kind] if kind in range(len(_TYPES)) else "",
            value=None,
            description=words,
            listed_by="libfabric",
        )
        for name, kind, words in rows
    ]
