"""The knobs that matter, by family. The library says which exist; this table says what is known of a few.

`tried` names the release on which the effect was seen by changing it and measuring; `manual` is the family's own
documentation.
"""

from __future__ import annotations

from rankwise.core.records import KnobHint
from rankwise.core.records.knob import KnobScope


def _hint(scope: KnobScope, changes: str, source: str, *, needs: str = "") -> KnobHint:
    return KnobHint(changes=changes, scope=scope, source=source, needs=needs)


_MPICH_TRIED = "tried on MPICH 5.0.2"
_OPENMPI_TRIED = "tried on Open MPI 5.0.11"
_IMPI_TRIED = "tried on Intel MPI 2021.18"

MPICH = {
    "env:MPIR_CVAR_CH4_NETMOD": _hint("transport", "which network module carries messages: ucx or ofi", _MPICH_TRIED),
    "env:MPIR_CVAR_CH4_CMA_ENABLE": _hint(
        "intra-node", "large messages are read from the other process (CMA), one copy in place of two", _MPICH_TRIED
    ),
    "env:MPIR_CVAR_CH4_IPC_CMA_P2P_THRESHOLD": _hint(
        "intra-node", "from this message size in bytes CMA is used", _MPICH_TRIED, needs="env:MPIR_CVAR_CH4_CMA_ENABLE"
    ),
    "env:MPIR_CVAR_CH4_SHM_POSIX_IQUEUE_CELL_SIZE": _hint(
        "intra-node",
        "bytes of one cell of the shared-memory queue: how much is copied at once",
        _MPICH_TRIED,
        needs="above 16 KiB env:MPIR_CVAR_CH4_PACK_BUFFER_SIZE at least as large, else MPI_Init aborts",
    ),
    "env:MPIR_CVAR_CH4_OFI_EAGER_THRESHOLD": _hint("inter-node", "up to this size messages are sent eagerly", "manual"),
    "env:MPIR_CVAR_ASYNC_PROGRESS": _hint(
        "progress", "a thread of each rank drives communication while the program computes", "manual", needs="a core"
    ),
    "env:MPIR_CVAR_NOLOCAL": _hint(
        "intra-node",
        "ranks of one node talk through the network module",
        _MPICH_TRIED,
    ),
    "env:MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE": _hint(
        "collective",
        "which algorithm each collective takes by size and communicator",
        _MPICH_TRIED,
        needs="a complete file of the same release: it replaces the whole selection, an unknown leaf aborts MPI_Init",
    ),
    "env:MPIR_CVAR_DEVICE_COLLECTIVES": _hint(
        "collective",
        "whether the device's own collectives are used: all, none, percoll",
        "manual",
    ),
}
OPENMPI = {
    "mca:pml": _hint("transport", "the point-to-point layer: ob1, ucx or cm", _OPENMPI_TRIED),
    "mca:pml_ucx_tls": _hint("transport", "`any` lets ucx serve all transports", _OPENMPI_TRIED, needs="mca:pml=ucx"),
    "mca:pml_ucx_devices": _hint("transport", "`any` lets ucx serve any device", _OPENMPI_TRIED, needs="mca:pml=ucx"),
    "mca:btl": _hint("transport", "which modules move bytes under ob1: self, sm, tcp, uct, ofi", _OPENMPI_TRIED),
    "mca:btl_sm_eager_limit": _hint(
        "intra-node",
        "messages up to this size, header included, are sent at once; beyond, sender and receiver meet first",
        _OPENMPI_TRIED,
        needs="mca:btl_sm_max_send_size at least as large",
    ),
    "mca:btl_sm_max_send_size": _hint("intra-node", "largest piece copied at once", _OPENMPI_TRIED),
    "mca:smsc": _hint("intra-node", "how large messages are copied once: cma, xpmem, knem", _OPENMPI_TRIED),
    "mca:btl_tcp_if_include": _hint("inter-node", "networks (10.0.0.0/8) or interfaces of TCP", _OPENMPI_TRIED),
    "mca:btl_tcp_links": _hint("inter-node", "TCP connections for each pair and network", "manual"),
    "mca:mpi_yield_when_idle": _hint("progress", "waiting ranks give up the processor", "manual"),
    "mca:coll_tuned_use_dynamic_rules": _hint("collective", "makes rules and forced algorithms count", _OPENMPI_TRIED),
    "mca:coll_tuned_dynamic_rules_filename": _hint(
        "collective",
        "file of rules: which algorithm by communicator and message size",
        _OPENMPI_TRIED,
        needs="mca:coll_tuned_use_dynamic_rules=1; a missing or malformed file is ignored without a word",
    ),
    "mca:coll_tuned_allreduce_algorithm": _hint(
        "collective", "the algorithm of every allreduce", _OPENMPI_TRIED, needs="mca:coll_tuned_use_dynamic_rules=1"
    ),
}
IMPI = {
    "env:I_MPI_FABRICS": _hint("transport", "shm, ofi, or shm:ofi (one inside nodes, one between them)", _IMPI_TRIED),
    "env:I_MPI_OFI_PROVIDER": _hint("transport", "which libfabric provider is used", "manual"),
    "env:I_MPI_SHM": _hint("intra-node", "the shared-memory transport's variant for a processor family", _IMPI_TRIED),
    "env:I_MPI_TUNING": _hint(
        "collective", "file of presets by communicator and message size; a bad file is ignored silently", _IMPI_TRIED
    ),
    "env:I_MPI_ADJUST_ALLREDUCE": _hint("collective", "the preset of every allreduce, by size and ranks", _IMPI_TRIED),
    "env:I_MPI_ADJUST_BCAST": _hint("collective", "the preset of every bcast, by size and ranks", _IMPI_TRIED),
    "env:I_MPI_ADJUST_ALLTOALL": _hint("collective", "the preset of every alltoall, by size and ranks", _IMPI_TRIED),
    "env:I_MPI_PIN": _hint("placement", "whether the launcher binds ranks", _IMPI_TRIED),
    "env:I_MPI_ASYNC_PROGRESS": _hint(
        "progress", "a thread of each rank drives communication while the program computes", "manual", needs="a core"
    ),
}
