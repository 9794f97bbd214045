"""Knobs that a tuning or a plan of somebody else may set: those of communication libraries, less those that load code,
change which programs run, or name files.

Everything else is refused where the file is read; of a tuning it is allowed for one run by `--allow NAME`. What a user
types at a command line is the user's own, and is not asked here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from rankwise.core.knob_names import plain, variable


@dataclass(frozen=True)
class _Refused:
    """Knobs that are refused, by patterns of plain names: what each does, and where that is written."""

    does: str
    patterns: tuple[str, ...]
    source: str


def _variables(does: str, names: str, source: str) -> _Refused:
    return _Refused(does, tuple(f"env:{name}" for name in names.split()), source)


def _parameters(does: str, names: str, source: str) -> _Refused:
    """Parameters of Open MPI and of the parts below it, which read them under prefixes of their own."""
    return _Refused(does, tuple(f"{kind}{name}" for name in names.split() for kind in _MCA), source)


_MCA: Final = ("mca:", "env:PRTE_MCA_", "env:PMIX_MCA_")
_LOADS: Final = "loads code"
_PROGRAMS: Final = "changes which programs run"
_FILES: Final = "names files that are read or written"
_HOSTS: Final = "changes how and on which hosts a job starts"

REFUSED: Final = (
    _variables(_LOADS, "LD_* DYLD_* _RLD* LIBPATH SHLIB_PATH", "ld.so(8), dyld(1)"),
    _variables(_LOADS, "GCONV_PATH LOCPATH NLSPATH LANGUAGE", "iconv(3), locale(7): files of the C library"),
    _variables(_FILES, "MALLOC_TRACE RES_OPTIONS HOSTALIASES TZDIR TZ RESOLV_*", "environ(7), mtrace(3), hostname(7)"),
    _variables(
        _LOADS,
        "PYTHON* PERL* RUBY* GEM_* NODE_* NPM_* JAVA_* JDK_* _JAVA_OPTIONS CLASSPATH LUA_* TCL* TK_* R_* JULIA_* "
        "GUILE_* PHP* OCAML* DOTNET_* COMPLUS_* CORECLR_*",
        "manual pages of the interpreters: modules and options that each program reads at its start",
    ),
    _variables(
        _PROGRAMS,
        "PATH BASH_* ENV IFS PS1 PS2 PS4 SHELL SHELLOPTS PROMPT_COMMAND CDPATH FPATH ZDOTDIR KSH_* ZSH_* FUNCNEST",
        "bash(1), dash(1), zsh(1)",
    ),
    _variables(
        _PROGRAMS,
        "EDITOR VISUAL PAGER BROWSER LESS* MAN* GIT_* SSH* RSH* KRB5* SUDO_* DISPLAY XAUTHORITY TERM* TERMINFO*",
        "environ(7), ssh(1), terminfo(5), git(1)",
    ),
    _variables(
        _FILES,
        "HOME USER LOGNAME PWD OLDPWD TMPDIR TMP TEMP TEMPDIR XDG_* HISTFILE MAIL* INPUTRC WGETRC CURL_* *_PROXY",
        "environ(7), XDG base directories",
    ),
    _variables(
        _PROGRAMS,
        "HYDRA_LAUNCHER* HYDRA_BOOTSTRAP* HYDRA_RMK HYDRA_CKPOINT* HYDRA_DEBUG* MPIEXEC_*",
        "MPICH: Using the Hydra Process Manager",
    ),
    _variables(_HOSTS, "HYDRA_HOST_FILE HYDRA_ENV HYDRA_NAMESERVER HYDRA_IFACE HYDRA_PROXY*", "the same"),
    _variables(
        _PROGRAMS,
        "I_MPI_HYDRA_* I_MPI_GTOOL* I_MPI_MPIRUN* I_MPI_MPIEXEC* I_MPI_PROCESS_MANAGER I_MPI_JOB_* I_MPI_AUTH_* "
        "I_MPI_MIC_* I_MPI_YARN*",
        "Intel MPI developer reference: Hydra environment variables, GTOOL; its mpirun, which starts what YARN has",
    ),
    _variables(
        _LOADS,
        "I_MPI_*ROOT* I_MPI_*LIBRARY* I_MPI_LINK I_MPI_PMI I_MPI_EXTRA_FILESYSTEM* I_MPI_COLL_EXTERNAL* I_MPI_*TOPOLIB "
        "I_MPI_*PROFILE* I_MPI_TRACE* I_MPI_CHECK_* ONEAPI_ROOT VT_* ITAC_*",
        "Intel MPI developer reference, impi_info -a",
    ),
    _variables(
        _FILES,
        "I_MPI_TUNING* I_MPI_TMPDIR I_MPI_DEBUG_OUTPUT I_MPI_STATS* I_MPI_*CONFIG_DIR I_MPI_FILESYSTEM_* I_MPI_DBG* "
        "I_MPI_DEBUG_COREDUMP",
        "Intel MPI developer reference; rules of a tuning set I_MPI_TUNING by themselves",
    ),
    _variables(
        _PROGRAMS,
        "*_CC *_CXX *_FC *_F77 *_F90 *_CFLAGS *_CPPFLAGS *_CXXFLAGS *_FFLAGS *_FCFLAGS *_LDFLAGS *_LIBS CC CXX FC",
        "manual pages of mpicc: the compiler that the wrappers start",
    ),
    _variables(
        _FILES,
        "MPIR_CVAR_*JSON_FILE* MPIR_CVAR_NAMESERV* MPIR_CVAR_NETLOC* MPIR_CVAR_COORDINATES_* MPICH_DBG*",
        "MPICH's list of control variables; rules of a tuning set the file of selections by themselves",
    ),
    _variables(_LOADS, "MPIR_CVAR_QMPI* MPIR_CVAR_VT_*", "MPICH's list of control variables: tools that are loaded"),
    _variables(
        _FILES,
        "*_CKPOINT* *_CKPT* *_CHECKPOINT* I_MPI_RESTART* MV2_USE_BLCR",
        "checkpoints of MPICH, MVAPICH and Intel MPI: BLCR is loaded, and the memory of ranks written to files",
    ),
    _variables(_HOSTS, "I_MPI_MPCP*", "strings of Intel MPI's library: a server that ranks connect to"),
    _Refused("sets other variables", ("mca:mca_base_env*",), "ompi_info --all: mca_base_env_list"),
    _parameters(
        _LOADS,
        "mca_* component_path installdirs* dl dl_* plugin* base_component*",
        "Open MPI: ompi_info --all, mca_base_component_path; OpenPMIx and PRRTE: prte_info --all",
    ),
    _parameters(
        _PROGRAMS,
        "plm plm_* orte_* prte_* pmix_* ess* ras* rmaps_*file* filem* schizo* odls* launch* rsh* ssh* iof* "
        "errmgr* crs* snapc* sstore* opal_event* opal_pmix* opal_prefix* rml* oob* pmdl* preg* psec* gds* "
        "ptl* psensor* state* grpcomm* routed* rtc* propagate* hook* compress* pnet* pfexec* pstrg* prm* "
        "personality keep_fqdn* default_hostfile",
        "ompi_info --all, prte_info --all: what starts daemons and ranks, and loads for it",
    ),
    _parameters(
        _FILES,
        "*dynamic_rules_filename *dynamic_file_rules mpi_show_mca_params* *monitoring* *stacktrace* *stack_trace* "
        "*backing_* shmem* sharedfp* io io_* fs fs_* fbtl* fcoll* hwloc_base_topo_file vprotocol* pml_v*",
        "ompi_info --all; rules of a tuning set the files of rules by themselves",
    ),
    _variables(_LOADS, "UCX_MODULE* UCX_PREFIX", "UCX: ucx_info -cfa, UCX_MODULE_DIR"),
    _variables(
        _PROGRAMS,
        "UCX_GDB_* UCX_ERROR_* UCX_HANDLE_ERRORS UCX_DEBUG_SIGNO",
        "UCX: ucx_info -cfa: a debugger that is started, a message that is sent",
    ),
    _variables(
        _FILES,
        "UCX_LOG_FILE* UCX_STATS_* UCX_PROFILE_* UCX_MEMTRACK_* UCX_VFS_* UCX_*_DIR UCX_CONFIG* UCX_*SOCK_PATH",
        "UCX: ucx_info -cfa",
    ),
    _variables(_LOADS, "FI_PROVIDER_PATH FI_HOOK* FI_OFI_HOOK* FI_*LIB*", "libfabric: fi_provider(7), fi_hook(7)"),
    _variables(_FILES, "FI_MLX_CONFIG FI_*TRACE* PSM*CONFIG* PSM*DEBUG* PSM*STATS*", "libfabric: fi_info -e; PSM3"),
    _variables(
        _LOADS,
        "CUDA_* NVIDIA_* NVCC_* NCCL_* RCCL_* ROCP_* ROCR_* ROCM_* HIP_* HSA_* AMD_* GDRCOPY_* GPU_* ZE_* ZET_* ZES_* "
        "SYCL_* ONEAPI_* OCL_* OPENCL_* OMP_TOOL* KMP_* VK_*",
        "CUDA: injection libraries; NCCL_NET_PLUGIN; ROCm: HSA_TOOLS_LIB; OpenMP 5.2: OMP_TOOL_LIBRARIES",
    ),
    _variables(
        _HOSTS,
        "SLURM* SBATCH_* SRUN_* SALLOC_* SPANK_* "
        "PBS_* LSB_* LSF_* SGE_* OAR_* COBALT_* PALS_* PMI_* PMI2_* PMIX_* ALPS_*",
        "srun(1), spank(8): what Slurm and other schedulers read and tell ranks",
    ),
    _variables(_FILES, "MUNGE* SSL_* OPENSSL_* HWLOC_* OMPI_* ORTE_* PRTE_* OPAL_*", "hwloc, Open MPI, openssl(1)"),
    _variables(_PROGRAMS, "RANKWISE_*", "docs/cli.md: agents, launchers, folders and preloads of rankwise itself"),
)
"""The first row that matches says why. Its patterns are of plain names (`mca:X` for `env:OMPI_MCA_X`)."""

_FRAMEWORKS: Final = """
    accelerator allocator bml btl coll memory mpi mpool mtl op osc part patcher pml rcache smsc topo threads
    opal_common_ucx opal_progress opal_max opal_leave opal_warn
"""
"""Of Open MPI, those that move bytes."""

TAKEN: Final = (
    ("MPICH", ("env:MPIR_CVAR_*", "env:MPICH_*")),
    ("MVAPICH", ("env:MVP_*", "env:MV2_*")),
    ("Intel MPI", ("env:I_MPI_*",)),
    ("UCX", ("env:UCX_*",)),
    ("libfabric", ("env:FI_*", "env:PSM2_*", "env:PSM3_*")),
    (
        "Open MPI",
        tuple(f"mca:{name}" for part in _FRAMEWORKS.split() for name in (part, f"{part}_*")),
    ),
)
"""Whose knobs are taken where no row above matches."""

_PLACE: Final = r"(?:none|slot|hwthread|core|l[123]cache|numa|package|socket|board|node|user|rr)(?::[A-Za-z0-9]+)*"
EXACT: Final = {
    "env:GLIBC_TUNABLES": r"glibc\.malloc\.[a-z_]+=[0-9]+(?::glibc\.malloc\.[a-z_]+=[0-9]+)*",
    "env:HYDRA_BINDING": _PLACE,
    "env:HYDRA_MAPPING": _PLACE,
    "env:PRTE_MCA_hwloc_default_binding_policy": _PLACE,
    "env:PRTE_MCA_rmaps_default_mapping_policy": _PLACE,
    "mca:hwloc_base_binding_policy": _PLACE,
    "mca:rmaps_base_mapping_policy": _PLACE,
    "env:OMP_NUM_THREADS": r"[0-9]{1,5}",
    **{f"env:RANKWISE_DEVICE_{what}": r"[0-9]{1,15}" for what in ("THRESHOLD", "PIECE", "POOL")},
}
"""Single knobs of others that our own candidates set, and the values that are taken. Of GLIBC_TUNABLES those of the
allocator (huge pages); of launchers where ranks run, and no file that says so; threads; sizes of device buffers."""

_WORDS: Final = """
    FILE FILES FILENAME PATH PATHS BASEPATH DIR DIRS PUBDIR DIRECTORY DIRECTORIES PREFIX POSTFIX SUFFIX LIB LIBS
    LIBRARY LIBRARIES EXEC EXE EXECUTABLE CMD COMMAND COMMANDS AGENT SCRIPT PLUGIN PLUGINS PROGRAM DEST OUTPUT DUMP
    MAIL ROOT TOOL TOOLS TMPDIR LOGDIR WORKDIR PRELOAD LAUNCHER SHELL DEBUGGER GDB URI URL CONF CONFIG JSON XML SERVER
"""
"""Of names that are refused wherever they stand: parts of the names of knobs that name files or programs."""

_ENDS: Final = ("FILE", "FILES", "FILENAME", "PATH", "LIB", "LIBS", "CONF")
"""Of such parts: LOGFILE, RANKFILE, CKPOINTLIB."""

HARMLESS: Final = (
    "env:FI_EFA_USE_DATA_PATH_DIRECT",
    "env:UCX_MULTI_PATH_RATIO",
    "env:UCX_MEM_DLOPEN_PROCESS_RPATH",
    "env:UCX_WARN_INVALID_CONFIG",
    "env:MPI*_CH4_RUNTIME_CONF_DEBUG",
    "env:I_MPI_OFFLOAD_FAST_MEMCPY_IPC_PATH*",
    "env:I_MPI_OFFLOAD_ONESIDED_CMD_CHANNEL_SIZE",
    "env:MPIR_CVAR_GPU_*_COMMAND_*",
)
"""Knobs with a word that elsewhere names a file or a program, and a number here (seen in the libraries' own lists)."""

# A slash, but that of a network (10.34.0.0/15); a home; a file by its kind.
_NAMES_A_FILE: Final = re.compile(r"(?<![0-9])/|/(?![0-9])|^~|[:=,;]~|\.(?:so|conf|toml|json|sh|py|txt|dat)\b|\bfile\b")


def does(name: str) -> str:
    """What a knob does beside a setting of a library, and where that is written; empty for one that does no harm."""
    asked = plain(name)
    rows = (row for row in REFUSED if any(fnmatchcase(asked, pattern) for pattern in row.patterns))
    return next((f"{row.does} ({row.source})" for row in rows), "")


def refused(name: str, value: str) -> str:
    """Why a tuning may not set a knob to a value, in words that follow its name; empty where it may."""
    asked = plain(name)
    if asked in EXACT:
        return "" if re.fullmatch(EXACT[asked], value) else "is taken with few values alone, and not with this one"
    if harm := does(name):
        return harm
    whose = next((who for who, patterns in TAKEN if any(fnmatchcase(asked, pattern) for pattern in patterns)), "")
    if not whose:
        return "is no setting of a known communication library"
    harmless = any(fnmatchcase(asked, pattern) for pattern in HARMLESS)
    parts = asked.partition(":")[2].upper().split("_")
    if not harmless and any(part in _WORDS.split() or part.endswith(_ENDS) for part in parts):
        return f"seems, by its name, to name files or programs ({whose})"
    return "has a value that names a file" if _NAMES_A_FILE.search(value) else ""


def check_variables(environment: Mapping[str, str]) -> None:
    """Raises ValueError for a variable that a file of somebody else may not set for every user."""
    for name, value in environment.items():
        if why := refused(f"env:{name}", value):
            raise ValueError(f"environment: {name} {why}")


def allowed(name: str, names: Collection[str]) -> bool:
    """Whether a user has allowed a knob, as it is written, by its variable, or without `env:` and `mca:`."""
    return not {name, plain(name), variable(name), name.partition(":")[2]}.isdisjoint(names)
