"""What Intel MPI prints, beside what it has of MPICH."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "intel-psm3",
        "Intel MPI",
        (
            "psm3_ep_open returns {count}",
            "PSM3 can't open nic unit: {count}",
            "PSM3 can't open nic unit",
            "PSM3 was unable to open",
            "psm3_ep_open failed",
            "PSM3 no hfi units are available",
            "PSM3 {} no active ports",
        ),
        "The provider psm3 was chosen, and has no device here",
        "psm3 needs an Ethernet or Omni-Path adapter with RDMA. Intel MPI takes it where FI_PROVIDER says so, "
        "or by itself.",
        {
            "Intel MPI": "`export FI_PROVIDER=tcp` (between nodes), or `I_MPI_FABRICS=shm` on one node",
            "any": "`unset FI_PROVIDER`; `fi_info -l` lists the providers that are here",
        },
        "`fi_info -p psm3; env | grep -E 'FI_PROVIDER|I_MPI_OFI_PROVIDER|PSM3_'`",
        "https://github.com/oneapi-src/oneDAL/issues/3741",
        explains=(
            "mpich-netmod",
            "mpich-getinfo",
        ),
    ),
    Row(
        "intel-pmi",
        "Intel MPI",
        (
            "PMI server not found. Please set I_MPI_PMI_LIBRARY variable",
            "Please set I_MPI_PMI_LIBRARY",
            "Could not auto detect PMI version. Please set I_MPI_PMI variable",
            "Failed to load {path} (loader error",
            "Unknown PMI version {name}",
        ),
        "srun gave ranks no PMI that Intel MPI finds",
        "Each process then is rank 0 of 1. Intel MPI needs the file of Slurm's PMI library.",
        {
            "Slurm": "`export I_MPI_PMI_LIBRARY=/usr/lib/x86_64-linux-gnu/libpmi2.so` (where it is); `srun --mpi=pmi2 "
            "./program`",
            "any": "or start with mpirun inside of salloc or sbatch",
        },
        "`srun --mpi=list; ls /usr/lib*/libpmi* /usr/lib/*/libpmi* /opt/slurm/lib/libpmi*`",
        "https://slurm.schedmd.com/mpi_guide.html#intel_mpi",
        explains=(
            "mpich-netmod",
            "mpich-getinfo",
        ),
    ),
    Row(
        "intel-fabric-removed",
        "Intel MPI",
        (
            "{name} fabric is unknown or has been removed from the product, please use ofi or shm:ofi instead",
            "fabric is unknown or has been removed from the product",
        ),
        "I_MPI_FABRICS names a fabric that this Intel MPI does not have",
        "dapl, tmi, ofa and tcp are gone since 2019: only shm, ofi and shm:ofi are left.",
        {
            "any": "`unset I_MPI_FABRICS` (or `I_MPI_FABRICS=shm:ofi`), and choose the network by `FI_PROVIDER=tcp`,"
            " verbs, mlx",
        },
        "`env | grep -E 'I_MPI_FABRICS|I_MPI_DEVICE'`",
        "https://www.intel.com/content/www/us/en/docs/mpi-library/developer-reference-linux/2021-15/i-mpi-fabrics.html",
        explains=(
            "mpich-netmod",
            "mpich-getinfo",
        ),
    ),
    Row(
        "intel-variable-removed",
        "Intel MPI",
        (
            "MPI startup(): {name} environment variable is not supported",
            "{name} variable has been removed from the product",
            "environment variable is not supported. MPI startup(): Similar variables",
        ),
        "A variable has no effect in this Intel MPI: {name}",
        "It was removed or renamed; the job goes on without it.",
        {
            "any": "`unset {name}`; `impi_info -all` lists the variables of this version",
        },
        "`env | grep ^I_MPI; impi_info -all | head`",
        ""
        "https://www.intel.com/content/www/us/en/docs/mpi-library/developer-reference-linux/2021-15/environment-variable-reference.html",
        role="warning",
    ),
    Row(
        "intel-fallback-multi",
        "Intel MPI",
        ("but multi node launch is detected. Fallback to shm:ofi fabric",),
        "I_MPI_FABRICS=shm was set for a job of several nodes",
        "Shared memory reaches ranks of one node alone, so Intel MPI took shm:ofi.",
        {
            "any": "`unset I_MPI_FABRICS`",
        },
        "`env | grep I_MPI_FABRICS`",
        "https://www.intel.com/content/www/us/en/docs/mpi-library/developer-reference-linux/2021-15/i-mpi-fabrics.html",
        role="warning",
    ),
    Row(
        "intel-pinning",
        "Intel MPI",
        (
            "Pinning environment could not be initialized correctly",
            "Intel MPI process pinning will not be used",
            "MPI startup(): Warning: I_MPI_PIN",
            "pinning {} will be ignored",
        ),
        "Intel MPI does not bind ranks",
        "A cpuset, a container or SLURM's own binding hides the cores from it. Ranks may move between cores.",
        {
            "any": "bind with the launcher: `srun --cpu-bind=cores`; or `I_MPI_PIN_RESPECT_CPUSET=0` where the node "
            "is yours",
        },
        "`I_MPI_DEBUG=4 LAUNCH LINE` (prints the pinning)",
        ""
        "https://www.intel.com/content/www/us/en/docs/mpi-library/developer-reference-linux/2021-15/process-pinning.html",
        role="warning",
    ),
    Row(
        "intel-lmt",
        "Intel MPI",
        ("Cannot read from remote process", "{} Or, use: I_MPI_SHM_LMT=shm"),
        "A rank may not read another rank's memory, which this Intel MPI needs for long messages",
        "kernel.yama.ptrace_scope, or a container, forbids process_vm_readv. The library itself names both ways out.",
        {
            "any": "`export I_MPI_SHM_LMT=shm`; or `sysctl kernel.yama.ptrace_scope=0` as root",
        },
        "`cat /proc/sys/kernel/yama/ptrace_scope`",
        "https://github.com/firemodels/fds/issues/5853",
        explains=("internal-error", "mpich-fatal", "mpich-abort"),
    ),
    Row(
        "intel-cma",
        "Intel MPI",
        (
            "I_MPI_SHM_CMA=2 CMA is not available",
            "CMA is not available. Please enable ptrace",
        ),
        "A rank may not read another rank's memory",
        "kernel.yama.ptrace_scope, or a container, forbids process_vm_readv.",
        {
            "Docker": "`docker run --cap-add=SYS_PTRACE`",
            "any": "`sysctl kernel.yama.ptrace_scope=0`; or `unset I_MPI_SHM_CMA`",
        },
        "`cat /proc/sys/kernel/yama/ptrace_scope`",
        ""
        "https://www.intel.com/content/www/us/en/docs/mpi-library/developer-reference-linux/2021-15/shared-memory-control.html",
        role="warning",
    ),
    Row(
        "intel-ssh",
        "Intel MPI",
        (
            "Unable to run bstrap_proxy",
            "Make sure that passwordless ssh connection is established across compute hosts",
            "Make sure {} is available on all hosts and it has right permissions",
            "check_exit_codes ({}): unable to run bstrap_proxy on {host}",
            "unable to run bstrap_proxy on {host}",
            "poll_for_event ({}): check exit codes error",
            "HYD_dmx_poll_wait_for_proxy_event",
        ),
        "mpiexec could not start its proxy on {host}",
        "It uses ssh (or srun inside a Slurm job): ssh asked for something, the node is down, or Intel MPI is "
        "not there.",
        {
            "any": "`ssh {host} true` must work without a question; inside Slurm: `export "
            "I_MPI_HYDRA_BOOTSTRAP=slurm`; on one node without sshd (a container): `export I_MPI_HYDRA_BOOTSTRAP=fork`",
        },
        "`ssh {host} 'which hydra_bstrap_proxy'; I_MPI_HYDRA_DEBUG=1 LAUNCH LINE`",
        ""
        "https://www.intel.com/content/www/us/en/docs/mpi-library/developer-reference-linux/2021-15/hydra-environment-variables.html",
    ),
    Row(
        "intel-tuning",
        "Intel MPI",
        (
            "Unable to read tuning file for {} level",
            'Tuning file "{path}" was not loaded',
            "tuning file is empty",
            "Unable to load tuning settings",
        ),
        "Intel MPI does not find its tuning file",
        "I_MPI_TUNING_BIN names a file that is not here, or I_MPI_ROOT is of another version. It takes its defaults.",
        {
            "any": "`unset I_MPI_TUNING_BIN`; source the `vars.sh` of this installation",
        },
        "`env | grep -E 'I_MPI_(ROOT|TUNING)'`",
        ""
        "https://www.intel.com/content/www/us/en/docs/mpi-library/developer-reference-linux/2021-15/tuning-environment-variables.html",
        role="warning",
    ),
    Row(
        "intel-libfabric",
        "Intel MPI",
        (
            "MPI startup(): {} libfabric.so.1: cannot open shared object file",
            "MPI startup(): Error: Failed to load libfabric",
            "OFI: failed to load libfabric",
        ),
        "Intel MPI does not find its libfabric",
        "Its own copy is in I_MPI_ROOT/libfabric (opt/mpi/libfabric in new releases), which vars.sh puts into "
        "the paths.",
        {
            "any": "`source /opt/intel/oneapi/mpi/latest/env/vars.sh`; or `export I_MPI_OFI_LIBRARY_INTERNAL=1`",
        },
        "`env | grep -E 'I_MPI_ROOT|FI_PROVIDER_PATH|LD_LIBRARY_PATH'`",
        ""
        "https://www.intel.com/content/www/us/en/docs/mpi-library/developer-reference-linux/2021-15/ofi-capable-network-fabrics-control.html",
        explains=("missing-library",),
    ),
    Row(
        "intel-dapl",
        "Intel MPI",
        (
            "open_hca: failed to init cr pipe",
            "cannot open dynamic library libdat",
            "{name} fabric is not available and fallback fabric is not enabled",
            "fabric is not available and fallback fabric is not enabled",
            "Driver initialization failure on /dev/ipath",
        ),
        "The fabric of an old Intel MPI cannot be opened ({name})",
        "dapl, ofa and tmi need libraries and drivers (libdat, /dev/ipath) that are not here or broken on this node.",
        {
            "any": "`I_MPI_FABRICS=shm:tcp` and `I_MPI_FALLBACK=1` (until 2018); newer versions have shm:ofi alone; "
            "leave the node out if it is one",
        },
        "`env | grep I_MPI; ls /dev/ipath* /etc/dat.conf`",
        "https://github.com/ALaDyn/ALaDyn/issues/42",
    ),
    Row(
        "intel-shm-assert",
        "Intel MPI",
        (
            "Assertion failed in file {}/intel/ch4_shm_coll.c",
            "Assertion failed in file {}intel_transport_memcpy.h",
            "Assertion failed in file {}intel_transport_recv.h",
            "Assertion failed in file {}intel_transport_init.h",
            "Assertion failed in file {}intel_transport_send.h",
        ),
        "An assertion in the shared memory of Intel MPI failed",
        "Its heap for messages inside a node ran out, /dev/shm has no room, or one rank may not read another's memory. "
        "Large collective calls and many ranks on a node meet it first.",
        {
            "any": "`export I_MPI_SHM_HEAP_VSIZE=8192` (MB for each rank); room in /dev/shm; to try without shared "
            "memory: "
            "`export I_MPI_FABRICS=ofi`",
        },
        "`df -h /dev/shm; cat /proc/sys/kernel/yama/ptrace_scope`",
        "https://github.com/SeisSol/SeisSol/issues/691",
        role="symptom",
        explains=("mpich-assert", "internal-error"),
    ),
)
