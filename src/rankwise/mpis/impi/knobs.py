"""Intel MPI: which settings matter, which change more than time, and which make it use one transport."""

from __future__ import annotations

import re
from pathlib import Path

from rankwise.core.records import Mpi
from rankwise.mpis import knob_semantics as lost
from rankwise.mpis.fabric_rows import SOCKETS_OF_PROVIDER, Row
from rankwise.mpis.family import ask, hint
from rankwise.mpis.knob_lists import bare_environment, from_mpi_t
from rankwise.mpis.records import Knob

_IMPI_NAME = re.compile(r"[A-Z]\w+")
_IMPI_CELLS = 5  # with the empty ones outside the first and the last bar
_IMPI_TYPES = {"MPI_INT": "int", "MPI_CHAR": "string"}
_TRIED = "tried on Intel MPI 2021.18"
HINTS = {
    "env:I_MPI_FABRICS": hint("transport", "shm, ofi, or shm:ofi (one inside nodes, one between them)", _TRIED),
    "env:I_MPI_OFI_PROVIDER": hint("transport", "which libfabric provider is used", "manual"),
    "env:I_MPI_SHM": hint("intra-node", "the shared-memory transport's variant for a processor family", _TRIED),
    "env:I_MPI_TUNING": hint(
        "collective", "file of presets by communicator and message size; a bad file is ignored silently", _TRIED
    ),
    "env:I_MPI_ADJUST_ALLREDUCE": hint("collective", "the preset of every allreduce, by size and ranks", _TRIED),
    "env:I_MPI_ADJUST_BCAST": hint("collective", "the preset of every bcast, by size and ranks", _TRIED),
    "env:I_MPI_ADJUST_ALLTOALL": hint("collective", "the preset of every alltoall, by size and ranks", _TRIED),
    "env:I_MPI_PIN": hint("placement", "whether the launcher binds ranks", _TRIED),
    "env:I_MPI_ASYNC_PROGRESS": hint(
        "progress", "a thread of each rank drives communication while the program computes", "manual", needs="a core"
    ),
}
SEMANTICS = (
    ("env:I_MPI_THREAD*", lost.THREADS),
    ("env:I_MPI_*CHECK*", lost.CHECKS),
    ("env:I_MPI_TYPE_*", lost.PRECISION),
    ("env:I_MPI_*CBWR*", "whether results are the same from run to run"),
    ("env:I_MPI_ADJUST_FAILURE_*", lost.ENDING),
    ("env:I_MPI_*NODEMAP*", lost.NODES),
    ("env:I_MPI_OFI_TAG_DYNAMIC", lost.BITS),
    ("env:I_MPI_OFI_MATCH_COMPLETE", lost.ORDER),
    ("env:I_MPI_*SSEND*", lost.ORDER),
    ("env:I_MPI_*_TAG_*", lost.BITS),
    ("env:I_MPI_COMPATIBILITY", "which version of the standard is followed"),
    ("env:I_MPI_*ABORT*", lost.ENDING),
    ("env:I_MPI_FAULT*", lost.FAULTS),
    ("env:I_MPI_OFFLOAD*", lost.DEVICE),
    ("env:I_MPI_GTOOL*", lost.ENDING),
    ("env:I_MPI_SPAWN*", "MPI_Comm_spawn"),
    ("env:I_MPI_STARTUP_MODE", lost.ENDING),
    ("env:I_MPI_FINALIZE*", lost.ENDING),
    ("env:I_MPI_MALLOC", "how the program's own memory is allocated"),
    ("env:I_MPI_*USER_MEM*", "how the program's own memory is allocated"),
)
FABRICS = (
    Row(
        "shm",
        "shared memory, copied in and out",
        knobs={"env:I_MPI_FABRICS": "shm", "env:I_MPI_SHM_CMA": "0"},
        reach="node",
        expect=("memory",),
    ),
    Row(
        "shm+cma",
        "shared memory; large messages are read from the other process (CMA), one copy",
        knobs={"env:I_MPI_FABRICS": "shm", "env:I_MPI_SHM_CMA": "1"},
        reach="node",
        expect=("cma",),
    ),
    Row(
        "ofi/{provider}",
        "libfabric's {provider}",
        each="provider",
        knobs={"env:FI_PROVIDER": "{provider}", "env:I_MPI_OFI_PROVIDER": "{provider}"},
        inside={"env:I_MPI_FABRICS": "ofi"},
        across={"env:I_MPI_FABRICS": "shm:ofi"},
        interfaces=SOCKETS_OF_PROVIDER,
        rails={"env:I_MPI_MULTIRAIL": "1"},
    ),
)


def knobs(mpi: Mpi) -> list[Knob]:
    """What the library lists, and what its own lister knows besides: variables of the launcher."""
    listed = from_mpi_t(mpi)
    names = {entry.name for entry in listed}
    return listed + [knob for knob in from_impi_info(mpi) if knob.name not in names]


def from_impi_info(mpi: Mpi) -> list[Knob]:
    """What Intel's own lister prints; it knows launcher variables that the library does not."""
    program = Path(mpi.prefix, "bin/impi_info")
    if not program.is_file():
        return []
    return parse_impi_info(ask([program], bare_environment(mpi)).stdout)


def parse_impi_info(listing: str) -> list[Knob]:
    """The variables in the table that `impi_info` prints: `| NAME | value | type |`."""
    rows = [[cell.strip() for cell in line.strip().split("|")] for line in listing.splitlines()]
    return [
        Knob(
            name=f"env:{name}",
            type=_IMPI_TYPES.get(kind, kind),
            value=None if value == "not defined" else value,
            description="",
            listed_by="impi_info",
        )
        for name, value, kind in (row[1:4] for row in rows if len(row) == _IMPI_CELLS and not row[0] + row[-1])
        if _IMPI_NAME.fullmatch(name)
    ]
