"""What MPICH, Cray MPICH and MVAPICH print."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "mpich-truncated",
        "MPICH",
        (
            "Message from rank {source} and tag {tag} truncated; {sent} bytes received but buffer size is {room}",
            "truncated; {sent} bytes received but buffer size is {room}",
            "Message truncated",
            "message sizes do not match across processes in the collective",
        ),
        "A message is longer than the buffer that receives it",
        "The receive, or a collective call, has a smaller count or another datatype than what was sent. Ranks "
        "may also pass different counts or roots to one collective call ({sent} bytes came, {room} fit).",
        {
            "any": "compare count, datatype and tag of the two ends; in collective calls all ranks must agree",
        },
        "rankwise doctor --run -- LAUNCH LINE",
        "https://github.com/pmodels/mpich/blob/main/src/mpi/errhan/errnames.txt",
    ),
    Row(
        "mpich-argument",
        "MPICH",
        (
            "Invalid rank has value {status} but must be nonnegative and less than {count}",
            "Invalid communicator",
            "Null communicator",
            "Negative count, value is {status}",
            "Invalid count, value is {status}",
            "Invalid datatype",
            "Null datatype",
            "Null buffer pointer",
            "Invalid buffer pointer",
            "Invalid tag, value is {status}",
            "Invalid root (value given was {status})",
            "Invalid MPI_Request",
            "Invalid MPI_Op",
            "Null MPI_Win",
            "Invalid argument, error stack",
            "Buffers must not be aliased",
        ),
        "The program passed MPI an argument that is not valid",
        "A rank that is not in the communicator, a negative count, the same buffer twice, a handle that was "
        "freed, or an mpi.h of another MPI at compile time.",
        {
            "any": "the error stack names call and argument; recompile with the mpicc of the MPI that runs it",
        },
        "ldd PROGRAM | grep libmpi; which mpicc",
        "https://github.com/pmodels/mpich/blob/main/src/mpi/errhan/errnames.txt",
        needs="log",
    ),
    Row(
        "mpich-getinfo",
        "MPICH",
        (
            "OFI fi_getinfo() failure",
            "OFI fi_getinfo() failed",
            "**ofid_getinfo",
            "No OFI provider found",
            "OFI fi_getinfo",
        ),
        "libfabric has no provider that serves this job",
        "FI_PROVIDER names a provider without a device here, the network is down, or the host has no address.",
        {
            "any": "unset FI_PROVIDER; or FI_PROVIDER=tcp; fi_info -l lists the providers that are here",
        },
        "fi_info -l; env | grep -E '^(FI_|MPIR_CVAR_.*OFI|I_MPI_OFI)'; ip -br addr",
        "https://github.com/pmodels/mpich/issues/6612",
    ),
    Row(
        "cray-gtl",
        "Cray MPICH",
        ("GPU_SUPPORT_ENABLED is requested, but GTL library is not linked",),
        "MPICH_GPU_SUPPORT_ENABLED is set, and the program is not linked with the GTL library",
        "Cray MPICH needs its GPU transport layer (libmpi_gtl_cuda or libmpi_gtl_hsa) in the program.",
        {
            "Cray MPICH": "module load craype-accel-amd-gfx90a (or craype-accel-nvidia80) and link again with "
            "cc; or export MPICH_GPU_SUPPORT_ENABLED=0",
            "any": "mpi4py: build it with the accelerator module loaded, or LD_PRELOAD the library of "
            "$CRAY_MPICH_ROOTDIR/gtl/lib",
        },
        "ldd PROGRAM | grep gtl; env | grep MPICH_GPU",
        "https://docs.olcf.ornl.gov/systems/frontier_user_guide.html#gpu-aware-mpi",
    ),
    Row(
        "cray-nic-policy",
        "Cray MPICH",
        (
            "unable to set NIC_POLICY to {name}",
            "MPIDI_OFI_mpi_init_hook: MPICH_OFI_NIC_POLICY",
        ),
        "A rank spans NUMA domains, and the NIC policy needs it inside one",
        "MPICH_OFI_NIC_POLICY=NUMA picks the NIC by the domain of the rank's cores.",
        {
            "any": "bind each rank inside a NUMA domain (srun -c 7 --cpu-bind=cores), or export "
            "MPICH_OFI_NIC_POLICY=BLOCK",
        },
        "srun -n1 grep Cpus_allowed_list /proc/self/status",
        "https://docs.olcf.ornl.gov/systems/frontier_user_guide.html",
    ),
    Row(
        "cxi-av",
        "Cray MPICH",
        (
            "OFI Address vector open failed ({} cxi: Function not implemented",
            "cxi: Function not implemented",
            "OFI Address vector open failed",
        ),
        "The provider cxi does not do what this MPI asks of it",
        "libfabric and MPI do not fit each other: a container's own libfabric, or a cxi library of another release.",
        {
            "any": "use the host's libfabric and libcxi (bind them into the container), or another provider: "
            "FI_PROVIDER=tcp",
        },
        "fi_info -p cxi; ldd PROGRAM | grep -E 'fabric|cxi'",
        "https://ofiwg.github.io/libfabric/main/man/fi_cxi.7.html",
    ),
    Row(
        "cray-rank-mismatch",
        "Cray MPICH",
        (
            "aprun: Unexpected close",
            "PE_{} pmi_inet_setup",
            "_pmi_inet_listen_socket_setup",
            "_pmi_init:_pmi_alps_init returned",
        ),
        "Cray's PMI does not find its launcher",
        "The program was started without srun, aprun or PALS' mpiexec, or Slurm has another PMI as its default.",
        {
            "Slurm": "srun --mpi=cray_shasta ./program",
            "any": "start inside a job, with srun or mpiexec of PALS",
        },
        "srun --mpi=list; env | grep PMI",
        "https://cpe.ext.hpe.com/docs/latest/mpt/mpich/index.html",
    ),
    Row(
        "pmi-version",
        "MPICH",
        (
            "unsupported PMI version",
            "PMI version mismatch",
            "Runtime environment uses unsupported PMI version {name}",
            "Auto-detection of PMI version failed",
            "PMI_Init failed",
            "PMI2_Init failed",
            "PMI Init failed",
            "version of PMI {} not supported",
            "PMI2_Job_GetId returned",
            "PMI2_Init failed to initialize",
        ),
        "Library and launcher speak different PMIs",
        "The launcher is of another MPI, or is srun with another PMI than this library speaks.",
        {
            "Slurm": "srun --mpi=pmi2 ./program (MPICH, Intel MPI); srun --mpi=pmix (Open MPI)",
            "any": "start with the mpiexec of the MPI that the program is linked to",
        },
        "srun --mpi=list; ldd PROGRAM | grep libmpi; which mpiexec",
        "https://slurm.schedmd.com/mpi_guide.html",
    ),
    Row(
        "mpich-netmod",
        "MPICH",
        (
            "OFI domain creation failed",
            "OFI endpoint open failed",
            "OFI EP enable failed",
            "OFI call domain failed",
            "OFI call ep failed",
            "create_vni_context({count})",
            "create_endpoint({count})",
            "OFI resource bind failed",
            "OFI call {name} failed",
        ),
        "libfabric's provider does not open here",
        "The provider was chosen by FI_PROVIDER or by itself, and its device is missing, busy or not allowed.",
        {
            "any": "FI_PROVIDER=tcp (between nodes) or shm (on one node); FI_LOG_LEVEL=warn says more",
        },
        "fi_info -l; env | grep FI_; ls /dev/infiniband /dev/hfi1*; ulimit -l",
        "https://github.com/pmodels/mpich/issues/6612",
    ),
    Row(
        "mpich-shm",
        "MPICH",
        (
            "unable to allocate shared memory",
            "MPIDI_POSIX_mpi_init_hook",
            "MPIDU_Init_shm_init",
            "MPIDU_shm_seg_alloc",
            "MPL_shm_seg_create_and_attach",
            "shm_init: shm_open failed",
            "MPIDI_SHMI_{} failed",
            "no space in /dev/shm",
            "MPL_shm_hnd_",
        ),
        "MPICH has no room for shared memory",
        "It makes its segments in /dev/shm, which is small or full here.",
        {
            "Docker": "docker run --shm-size=2g (or --ipc=host)",
            "any": "make room in /dev/shm: remove segments that dead jobs left",
        },
        "df -h /dev/shm; ls -l /dev/shm",
        "https://github.com/pmodels/mpich/issues/4631",
        explains=("bus-error",),
    ),
    Row(
        "gethostbyname",
        "MPICH",
        (
            "gethostbyname failed, {host} (errno {status})",
            "gethostbyname failed",
            "MPIDI_CH3U_Init_sock",
            "MPID_nem_tcp_init",
        ),
        "The host's own name does not resolve",
        "MPICH asks for the address of its host name, and nothing answers: not in /etc/hosts, no name server.",
        {
            "any": "add the name to /etc/hosts: echo 127.0.1.1 $(hostname) >> /etc/hosts (one node); or "
            "HYDRA_HOST_FILE with addresses",
        },
        "getent hosts $(hostname)",
        "https://github.com/pmodels/mpich/issues/1595",
    ),
    Row(
        "mpich-comm-ids",
        "MPICH",
        (
            "Too many communicators ({count}/{count} free on this process",
            "Too many communicators",
            "Cannot allocate context ID because of fragmentation",
        ),
        "The program has too many communicators",
        "Each MPI_Comm_dup or MPI_Comm_split takes one of 2048, and nobody frees them.",
        {
            "any": "MPI_Comm_free what is not used any more",
        },
        "rankwise trace -- LAUNCH LINE (counts calls)",
        "https://github.com/pmodels/mpich/issues/2281",
    ),
    Row(
        "mpich-large-tag",
        "MPICH",
        (
            "integer overflow",
            "**intoverflow",
            "Internal MPI error!  integer",
            "Result count {} is greater than INT_MAX",
        ),
        "A count or size is larger than an int holds",
        "Messages of 2 GiB and more need the calls with large counts (MPI_Send_c), or a derived datatype.",
        {
            "any": "use the _c calls of MPI 4, or send in parts",
        },
        "rankwise trace -- LAUNCH LINE (largest message)",
        "https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report/node42.htm",
        needs="log",
    ),
    Row(
        "mpich-abort",
        "MPICH",
        (
            "application called MPI_Abort({}, {status})",
            "MPI_ABORT was invoked on rank {rank}",
            "application called MPI_Abort",
        ),
        "The program ended the job itself with MPI_Abort",
        "The program met an error of its own. Its reason stands before this message.",
        {
            "any": "look at what rank {rank} printed before: the program's own error",
        },
        "LAUNCH LINE 2>&1 | grep -B20 MPI_A",
        "https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report/node253.htm",
        role="symptom",
    ),
    Row(
        "mpich-fatal",
        "MPICH",
        (
            "Fatal error in {call}: {}, error stack",
            "Fatal error in {call}:",
            "Fatal error in internal_{name}",
            "MPI error (rank {rank} in comm",
            "Abort({status}) on node {rank}",
        ),
        "An MPI call failed, and the job ends with it",
        "The lines of the error stack beneath say why; the last is the deepest.",
        {
            "any": "read the error stack from its end",
        },
        "rankwise doctor --run -- LAUNCH LINE",
        "https://github.com/pmodels/mpich/blob/main/src/mpi/errhan/errnames.txt",
        role="symptom",
    ),
    Row(
        "mvapich-affinity",
        "MVAPICH",
        (
            "MVAPICH2 was not able to set affinity",
            "Warning! : Core id {} does not exist on this architecture",
            "WARNING: Running with MV2_ENABLE_AFFINITY",
        ),
        "MVAPICH binds ranks to cores that threads or other jobs need",
        "Its binding puts all threads of a rank on one core.",
        {
            "any": "export MV2_ENABLE_AFFINITY=0 for programs with threads, or MV2_THREADS_PER_PROCESS=n",
        },
        "env | grep MV2; rankwise doctor -- LAUNCH LINE",
        "https://mvapich.cse.ohio-state.edu/userguide/",
        role="warning",
    ),
    Row(
        "mvapich-ib",
        "MVAPICH",
        (
            "Error getting HCA",
            "rdma_open_hca",
            "No active HCAs found on the system",
            "rdma_get_hca_type",
            "Unable to find any active HCA",
            "rdma_find_active_port",
            "MPIDI_CH3I_MRAIL",
        ),
        "MVAPICH finds no InfiniBand port that is active",
        "There is no adapter, its port is down, or the container has no /dev/infiniband.",
        {
            "any": "on a node without InfiniBand use another MPI (or MVAPICH built with "
            "--with-device=ch3:sock); in a container bind /dev/infiniband",
        },
        "ibv_devinfo | grep -E 'hca_id|state'; ls /dev/infiniband",
        "https://mvapich.cse.ohio-state.edu/userguide/",
    ),
)
