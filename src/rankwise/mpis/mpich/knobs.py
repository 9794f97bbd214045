"""MPICH: which settings matter, which change more than time, and which make it use one transport."""

from __future__ import annotations

from rankwise.mpis import knob_semantics as lost
from rankwise.mpis.fabric_rows import SOCKETS_OF_PROVIDER, UCX_RAILS, Row
from rankwise.mpis.family import hint

_TRIED = "tried on MPICH 5.0.2"
HINTS = {
    "env:MPIR_CVAR_CH4_NETMOD": hint("transport", "which network module carries messages: ucx or ofi", _TRIED),
    "env:MPIR_CVAR_CH4_CMA_ENABLE": hint(
        "intra-node", "large messages are read from the other process (CMA), one copy in place of two", _TRIED
    ),
    "env:MPIR_CVAR_CH4_IPC_CMA_P2P_THRESHOLD": hint(
        "intra-node", "from this message size in bytes CMA is used", _TRIED, needs="env:MPIR_CVAR_CH4_CMA_ENABLE"
    ),
    "env:MPIR_CVAR_CH4_SHM_POSIX_IQUEUE_CELL_SIZE": hint(
        "intra-node",
        "bytes of one cell of the shared-memory queue: how much is copied at once",
        _TRIED,
        needs="above 16 KiB env:MPIR_CVAR_CH4_PACK_BUFFER_SIZE at least as large, else MPI_Init aborts",
    ),
    "env:MPIR_CVAR_CH4_OFI_EAGER_THRESHOLD": hint("inter-node", "up to this size messages are sent eagerly", "manual"),
    "env:MPIR_CVAR_ASYNC_PROGRESS": hint(
        "progress", "a thread of each rank drives communication while the program computes", "manual", needs="a core"
    ),
    "env:MPIR_CVAR_NOLOCAL": hint(
        "intra-node",
        "ranks of one node talk through the network module",
        _TRIED,
    ),
    "env:MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE": hint(
        "collective",
        "which algorithm each collective takes by size and communicator",
        _TRIED,
        needs="a complete file of the same release: it replaces the whole selection, an unknown leaf aborts MPI_Init",
    ),
    "env:MPIR_CVAR_DEVICE_COLLECTIVES": hint(
        "collective",
        "whether the device's own collectives are used: all, none, percoll",
        "manual",
    ),
}
SEMANTICS = (
    ("env:MPIR_CVAR_NOLOCAL", lost.NODES),
    ("env:MPIR_CVAR_ODD_EVEN_CLIQUES", lost.NODES),
    ("env:MPIR_CVAR_NUM_CLIQUES", lost.NODES),
    ("env:MPIR_CVAR_SINGLE_HOST_ENABLED", lost.NODES),
    ("env:MPIR_CVAR_ERROR_CHECKING", lost.CHECKS),
    ("env:MPIR_CVAR_COLL_ALIAS_CHECK", lost.CHECKS),
    ("env:MPIR_CVAR_REQUEST_ERR_FATAL", lost.CHECKS),
    ("env:MPIR_CVAR_ENABLE_FT", lost.FAULTS),
    ("env:MPIR_CVAR_*CKPOINT*", lost.FAULTS),
    ("env:MPIR_CVAR_DEFAULT_THREAD_LEVEL", lost.THREADS),
    ("env:MPIR_CVAR_CH4_MT_MODEL", lost.THREADS),
    ("env:MPIR_CVAR_*_BITS", lost.BITS),
    ("env:MPIR_CVAR_CH4_GLOBAL_PROGRESS", "communicators that nobody polls make no progress"),
    ("env:MPIR_CVAR_PROGRESS_MAX_COLLS", "nonblocking collectives beyond a number make no progress"),
    ("env:MPIR_CVAR_PROGRESS_TIMEOUT", lost.ENDING),
    ("env:MPIR_CVAR_ENABLE_GPU*", lost.DEVICE),
    ("env:MPIR_CVAR_NO_COLLECTIVE_FINALIZE", lost.ENDING),
    ("env:MPIR_CVAR_FINALIZE_*", lost.ENDING),
    ("env:MPIR_CVAR_SUPPRESS_ABORT_MESSAGE", lost.ENDING),
    ("env:MPIR_CVAR_CHOP_ERROR_STACK", "what an error says"),
    ("env:MPIR_CVAR_COLLECTIVE_FALLBACK", "what happens where an algorithm does not serve"),
    ("env:MPIR_CVAR_ABORT_ON_*", lost.ENDING),
    ("env:MPIR_CVAR_COREDUMP_ON_ABORT", lost.ENDING),
    ("env:MPIR_CVAR_YAKSA_COMPLEX_SUPPORT", lost.PRECISION),
    ("env:MPIR_CVAR_CH4_OFI_ENABLE_RMA", "one-sided operations through the fabric"),
    ("env:MPIR_CVAR_CH4_OFI_ENABLE_ATOMICS", "one-sided operations through the fabric"),
    ("env:MPIR_CVAR_CH4_OFI_DISABLE_INJECT_WRITE", "one-sided operations through the fabric"),
)
FABRICS = (
    Row(
        "shm",
        "shared memory, copied in and out",
        knobs={"env:MPIR_CVAR_CH4_CMA_ENABLE": "0", "env:MPIR_CVAR_CH4_XPMEM_ENABLE": "0"},
        reach="node",
        expect=("memory",),
    ),
    Row(
        "shm+cma",
        "shared memory; large messages are read from the other process (CMA), one copy",
        knobs={"env:MPIR_CVAR_CH4_CMA_ENABLE": "1", "env:MPIR_CVAR_CH4_XPMEM_ENABLE": "0"},
        reach="node",
        expect=("cma",),
    ),
    Row(
        "shm+xpmem",
        "shared memory; large messages are read through memory attached with XPMEM, one copy",
        knobs={"env:MPIR_CVAR_CH4_CMA_ENABLE": "0", "env:MPIR_CVAR_CH4_XPMEM_ENABLE": "1"},
        reach="node",
        expect=("xpmem",),
    ),
    Row(
        "ucx/{transport}",
        "UCX's {transport}",
        each="ucx",
        knobs={"env:MPIR_CVAR_CH4_NETMOD": "ucx", "env:UCX_TLS": "{transports}"},
        inside={"env:MPIR_CVAR_NOLOCAL": "1"},
        interfaces=("UCX_NET_DEVICES",),
        rails=UCX_RAILS,
        needs="ucx",
        semantics=lost.NODES,
    ),
    Row(
        "ofi/{provider}",
        "libfabric's {provider}",
        each="provider",
        knobs={"env:MPIR_CVAR_CH4_NETMOD": "ofi", "env:FI_PROVIDER": "{provider}"},
        inside={"env:MPIR_CVAR_NOLOCAL": "1"},
        interfaces=SOCKETS_OF_PROVIDER,
        rails={
            "env:MPIR_CVAR_CH4_OFI_MAX_NICS": "{rails}",
            "env:MPIR_CVAR_CH4_OFI_ENABLE_MULTI_NIC_STRIPING": "1",
        },
        needs="ofi",
        semantics=lost.NODES,
    ),
    Row(
        "{netmod}",
        "the network module {netmod}",
        each="netmod",
        known=("shm", "ucx", "ofi", "cma", "xpmem", "knem"),
        knobs={"env:MPIR_CVAR_CH4_NETMOD": "{netmod}"},
        inside={"env:MPIR_CVAR_NOLOCAL": "1"},
        interfaces=("MPIR_CVAR_NEMESIS_TCP_NETWORK_IFACE",),
        semantics=lost.NODES,
    ),
)
