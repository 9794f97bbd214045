"""Knobs that change more than time: what a program may no longer rely on when one of them is set.

The tuner never emits one of these, whatever it would gain. Patterns are of names as a side carries them; the first that
matches tells the reason. They are no hints: taking hints away leaves this table in force.
"""

from __future__ import annotations

_CHECKS = "wrong arguments are no longer reported"
_THREADS = "the thread support that a program is given or may use"
_BITS = "how many tags, communicators or ranks there may be"
_NODES = "MPI_Comm_split_type(MPI_COMM_TYPE_SHARED) no longer finds the ranks of a node"
_DEVICE = "messages from the memory of a GPU are no longer recognised"
_FAULTS = "what happens when a process fails"
_ORDER = "when messages are matched or requests complete"
_ENDING = "how a job begins, ends or aborts"
_PRECISION = "with which precision values are reduced"

MPICH = (
    ("env:MPIR_CVAR_NOLOCAL", _NODES),
    ("env:MPIR_CVAR_ODD_EVEN_CLIQUES", _NODES),
    ("env:MPIR_CVAR_NUM_CLIQUES", _NODES),
    ("env:MPIR_CVAR_SINGLE_HOST_ENABLED", _NODES),
    ("env:MPIR_CVAR_ERROR_CHECKING", _CHECKS),
    ("env:MPIR_CVAR_COLL_ALIAS_CHECK", _CHECKS),
    ("env:MPIR_CVAR_REQUEST_ERR_FATAL", _CHECKS),
    ("env:MPIR_CVAR_ENABLE_FT", _FAULTS),
    ("env:MPIR_CVAR_*CKPOINT*", _FAULTS),
    ("env:MPIR_CVAR_DEFAULT_THREAD_LEVEL", _THREADS),
    ("env:MPIR_CVAR_CH4_MT_MODEL", _THREADS),
    ("env:MPIR_CVAR_*_BITS", _BITS),
    ("env:MPIR_CVAR_CH4_GLOBAL_PROGRESS", "communicators that nobody polls make no progress"),
    ("env:MPIR_CVAR_PROGRESS_MAX_COLLS", "nonblocking collectives beyond a number make no progress"),
    ("env:MPIR_CVAR_PROGRESS_TIMEOUT", _ENDING),
    ("env:MPIR_CVAR_ENABLE_GPU*", _DEVICE),
    ("env:MPIR_CVAR_NO_COLLECTIVE_FINALIZE", _ENDING),
    ("env:MPIR_CVAR_FINALIZE_*", _ENDING),
    ("env:MPIR_CVAR_SUPPRESS_ABORT_MESSAGE", _ENDING),
    ("env:MPIR_CVAR_CHOP_ERROR_STACK", "what an error says"),
    ("env:MPIR_CVAR_COLLECTIVE_FALLBACK", "what happens where an algorithm does not serve"),
    ("env:MPIR_CVAR_ABORT_ON_*", _ENDING),
    ("env:MPIR_CVAR_COREDUMP_ON_ABORT", _ENDING),
    ("env:MPIR_CVAR_YAKSA_COMPLEX_SUPPORT", _PRECISION),
    ("env:MPIR_CVAR_CH4_OFI_ENABLE_RMA", "one-sided operations through the fabric"),
    ("env:MPIR_CVAR_CH4_OFI_ENABLE_ATOMICS", "one-sided operations through the fabric"),
    ("env:MPIR_CVAR_CH4_OFI_DISABLE_INJECT_WRITE", "one-sided operations through the fabric"),
)
OPENMPI = (
    ("mca:mpi_param_check", _CHECKS),
    ("mca:pml_base_check_pml", "ranks that chose unlike layers are no longer found out"),
    ("mca:mpi_ft_*", _FAULTS),
    ("mca:*_exclusivity", "which module serves a path alone"),
    ("mca:btl_*_flags", "which operations a module claims to have"),
    ("mca:mpi_compat_mpi3", "which errors end a program"),
    ("mca:mpi_no_free_handles", "what becomes of handles that were freed"),
    ("mca:*mpi_abort_*", _ENDING),
    ("mca:opal_abort_*", _ENDING),
    ("mca:opal_signal", _ENDING),
    ("mca:mpi_dynamics_enabled", "MPI_Comm_spawn and MPI_Comm_connect"),
    ("mca:mtl_ofi_tag_mode", _BITS),
    ("mca:*_cuda_support", _DEVICE),
    ("mca:*disable_hmem", _DEVICE),
    ("mca:accelerator*", _DEVICE),
    ("mca:opal_max_thread_in_progress", _THREADS),
    ("mca:*leave_pinned*", "memory that is freed and allocated again while it is registered"),
    ("mca:*mem_hooks*", "memory that is freed and allocated again while it is registered"),
    ("mca:memory", "memory that is freed and allocated again while it is registered"),
    ("mca:memory_*", "memory that is freed and allocated again while it is registered"),
    ("mca:timer*", "what MPI_Wtime counts"),
    ("mca:*memory_hooks*", "memory that is freed and allocated again while it is registered"),
    ("mca:pml_monitoring_*", "files that appear in the working directory"),
    ("mca:pml_v_*", _FAULTS),
    ("mca:vprotocol*", _FAULTS),
)
IMPI = (
    ("env:I_MPI_THREAD*", _THREADS),
    ("env:I_MPI_*CHECK*", _CHECKS),
    ("env:I_MPI_TYPE_*", _PRECISION),
    ("env:I_MPI_*CBWR*", "whether results are the same from run to run"),
    ("env:I_MPI_ADJUST_FAILURE_*", _ENDING),
    ("env:I_MPI_*NODEMAP*", _NODES),
    ("env:I_MPI_OFI_TAG_DYNAMIC", _BITS),
    ("env:I_MPI_OFI_MATCH_COMPLETE", _ORDER),
    ("env:I_MPI_*SSEND*", _ORDER),
    ("env:I_MPI_*_TAG_*", _BITS),
    ("env:I_MPI_COMPATIBILITY", "which version of the standard is followed"),
    ("env:I_MPI_*ABORT*", _ENDING),
    ("env:I_MPI_FAULT*", _FAULTS),
    ("env:I_MPI_OFFLOAD*", _DEVICE),
    ("env:I_MPI_GTOOL*", _ENDING),
    ("env:I_MPI_SPAWN*", "MPI_Comm_spawn"),
    ("env:I_MPI_STARTUP_MODE", _ENDING),
    ("env:I_MPI_FINALIZE*", _ENDING),
    ("env:I_MPI_MALLOC", "how the program's own memory is allocated"),
    ("env:I_MPI_*USER_MEM*", "how the program's own memory is allocated"),
)
UCX = (
    ("env:UCX_MEM_*", "memory that is freed and allocated again while it is registered"),
    ("env:UCX_RCACHE_*", "memory that is freed and allocated again while it is registered"),
    ("env:UCX_*ERROR_HANDLING", _FAULTS),
    ("env:UCX_USE_MT_MUTEX", _THREADS),
    ("env:UCX_UNIFIED_MODE", "whether nodes may be unlike"),
    ("env:UCX_TM_*", _ORDER),
)
