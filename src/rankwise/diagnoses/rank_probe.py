"""A program of its own, started as the ranks of a job in the place of the user's: says what a rank really gets.

`rank_probe.py LIBRARY ABI` writes two lines to standard output, before and after MPI_Init, each a mark and JSON.
Without a library it says what can be said without MPI. It imports nothing of rankwise.
"""

from __future__ import annotations

import contextlib
import ctypes as c
import json
import os
import resource
import socket
import sys
import time
from pathlib import Path
from typing import Any

MARK = "RANKWISE-RANK "
# MPI_COMM_WORLD: an integer in MPICH's ABI, a small address in the standard one, an object in Open MPI's.
_WORLD = {"mpich": c.c_int(0x44000000), "standard": c.c_void_p(0x101)}
_RANK = ("PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "MV2_COMM_WORLD_RANK", "PALS_RANKID", "SLURM_PROCID")


def _openmpi_world(mpi: c.CDLL) -> Any:
    return c.c_void_p(c.addressof(c.c_char.in_dll(mpi, "ompi_mpi_comm_world")))


def _tell(facts: dict[str, Any]) -> None:
    # One write for each line: lines of ranks that share a pipe stay whole.
    os.write(1, (MARK + json.dumps(facts) + "\n").encode())


def _here() -> dict[str, Any]:
    threads = os.environ.get("OMP_NUM_THREADS", "").split(",")[0]
    memlock = resource.getrlimit(resource.RLIMIT_MEMLOCK)[0]
    namespaces = {}
    for name in ("ipc", "user", "net", "pid"):
        with contextlib.suppress(OSError):
            namespaces[name] = str(Path(f"/proc/self/ns/{name}").readlink())
    boot_id = ""
    with contextlib.suppress(OSError):
        boot_id = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    told = next((os.environ[name] for name in _RANK if os.environ.get(name, "").isdigit()), "-1")
    return {
        "number": int(told),
        "world": -1,
        "host": socket.gethostname(),
        "boot_id": boot_id,
        "pid": os.getpid(),
        "cpus": sorted(os.sched_getaffinity(0)),
        "threads": int(threads) if threads.isdigit() else 0,
        "memlock_bytes": None if memlock == resource.RLIM_INFINITY else memlock,
        "namespaces": namespaces,
    }


def main() -> None:
    facts = _here()
    _tell(facts)
    if len(sys.argv) < 3:
        return
    begin = time.monotonic()
    mpi = c.CDLL(sys.argv[1], mode=c.RTLD_GLOBAL)
    mpi.MPI_Init(None, None)
    facts["init_s"] = time.monotonic() - begin
    facts["cpus"] = sorted(os.sched_getaffinity(0))  # some libraries bind in MPI_Init
    world = _openmpi_world(mpi) if sys.argv[2] == "openmpi" else _WORLD[sys.argv[2]]
    number, size, length = c.c_int(), c.c_int(), c.c_int()
    mpi.MPI_Comm_rank(world, c.byref(number))
    mpi.MPI_Comm_size(world, c.byref(size))
    words = c.create_string_buffer(1 << 16)
    mpi.MPI_Get_library_version(words, c.byref(length))
    library = words.value.decode(errors="replace").splitlines()
    facts.update(number=number.value, world=size.value, library=library[0][:120] if library else "")
    _tell(facts)
    mpi.MPI_Finalize()


if __name__ == "__main__":
    main()
