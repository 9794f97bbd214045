"""What MPICH prints."""

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
            "Fatal error in {}: Message truncated",
            "Message truncated, error stack",
            "message sizes do not match across processes in the collective",
        ),
        "A message is longer than the buffer that receives it",
        "The receive, or a collective call, has a smaller count or another datatype than what was sent. Ranks "
        "may also pass different counts or roots to one collective call ({sent} bytes came, {room} fit).",
        {
            "any": "compare count, datatype and tag of the two ends; in collective calls all ranks must agree",
        },
        "`rankwise doctor --run -- LAUNCH LINE`",
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
            "Invalid root (value given was {status})",
            "Invalid MPI_Request",
            "Invalid MPI_Op",
            "Null MPI_Win",
            "Invalid argument, error stack",
        ),
        "The program passed MPI an argument that is not valid",
        "A rank that is not in the communicator, a negative count, or a handle that was freed. "
        "A count above 2147483647 becomes negative, since an int does not hold it. "
        "Or the mpirun or mpi.h of another MPI: then each process is alone (a rank must be less than 1).",
        {
            "any": "the error stack names call and argument; recompile with the mpicc of the MPI that runs it",
        },
        "`ldd PROGRAM | grep libmpi; which mpicc`",
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
            "OFI addrinfo() failed",
        ),
        "libfabric has no provider that serves this job",
        "FI_PROVIDER names a provider without a device here (without it libfabric may take psm2 or verbs by itself), "
        "the network is down, or the host has no address.",
        {
            "any": "`unset FI_PROVIDER`; or `FI_PROVIDER=tcp`; `fi_info -l` lists the providers that are here",
        },
        "`fi_info -l; env | grep -E '^(FI_|MPIR_CVAR_.*OFI|I_MPI_OFI)'; ip -br addr`",
        "https://github.com/pmodels/mpich/issues/6612",
    ),
    Row(
        "pmi-start",
        "MPICH",
        (
            "PMI_Init failed",
            "PMI2_Init failed",
            "PMI Init failed",
            "PMI2_Job_GetId returned",
            "PMI_Init returned {status}",
            "PMI2_Init returned {status}",
            "PMI2_Init failed to initialize",
            "PMI2 init failed",
            "PMI init failed",
        ),
        "A rank and its launcher did not get together by PMI",
        "Mostly the launcher is of another MPI, or srun offers another PMI than this library speaks; else PMI itself "
        "failed.",
        {
            "Slurm": "`srun --mpi=pmi2 ./program` (MPICH, Intel MPI); `srun --mpi=pmix` (Open MPI)",
            "any": "start with the mpiexec of the MPI that the program is linked to",
        },
        "`srun --mpi=list; ldd PROGRAM | grep libmpi; which mpiexec`",
        "https://github.com/flux-framework/flux-core/issues/6044",
        role="symptom",
        explains=("mpich-fatal",),
    ),
    Row(
        "pmi-version",
        "MPICH",
        (
            "unsupported PMI version",
            "PMI version mismatch",
            "Runtime environment uses unsupported PMI version {name}",
            "Auto-detection of PMI version failed",
            "version of PMI {} not supported",
            "unrecognized PMI cmd",
            "expecting cmd={}, got cmd=",
        ),
        "Library and launcher speak different PMIs",
        "The launcher is of another MPI, or is srun with another PMI than this library speaks.",
        {
            "Slurm": "`srun --mpi=pmi2 ./program` (MPICH, Intel MPI); `srun --mpi=pmix` (Open MPI)",
            "any": "start with the mpiexec of the MPI that the program is linked to",
        },
        "`srun --mpi=list; ldd PROGRAM | grep libmpi; which mpiexec`",
        "https://slurm.schedmd.com/mpi_guide.html",
    ),
    Row(
        "mpich-netmod",
        "MPICH",
        (
            "OFI get address vector map failed",
            "MPIDI_OFI_mpi_init_hook({count}): OFI {} failed",
            "OFI domain creation failed",
            "OFI endpoint open failed",
            "OFI EP enable failed",
            "OFI call domain failed",
            "OFI call ep failed",
            "create_vni_context({count})",
            "create_endpoint({count})",
            "OFI resource bind failed",
            "OFI call {name} failed",
            "OFI fi_{name} failed",
            "OFI fi_open domain failed",
            "MPIDI_OFI_init_local({count}): OFI",
        ),
        "libfabric's provider does not open here",
        "The provider was chosen by FI_PROVIDER or by itself, and its device is missing, busy or not allowed, "
        "or another library of the process took what it has.",
        {
            "any": "`FI_PROVIDER=tcp` (between nodes) or shm (on one node); `FI_LOG_LEVEL=warn` says more",
        },
        "`fi_info -l; env | grep FI_; ls /dev/infiniband /dev/hfi1*; ulimit -l`",
        "https://github.com/pmodels/mpich/issues/6612",
    ),
    Row(
        "mpich-shm",
        "MPICH",
        (
            "){}: unable to allocate shared memory",
            "shm_init: shm_open failed",
            "no space in /dev/shm",
        ),
        "MPICH has no room for shared memory",
        "It makes its segments in /dev/shm, which is small or full here.",
        {
            "Docker": "`docker run --shm-size=2g` (or `--ipc=host`)",
            "any": "make room in /dev/shm: remove segments that dead jobs left",
        },
        "`df -h /dev/shm; ls -l /dev/shm`",
        "https://github.com/pmodels/mpich/issues/4631",
        explains=("bus-error",),
    ),
    Row(
        "gethostbyname",
        "MPICH",
        (
            "Unable to get host entry for {host}",
            "gethostbyname failed, {host} (errno {status})",
            "gethostbyname error on {host}: Unknown host",
            "gethostbyname error on",
            "gethostbyname failed",
        ),
        "The host's own name does not resolve",
        "MPICH asks for the address of its host name, and nothing answers: not in /etc/hosts, no name server.",
        {
            "any": "add the name to /etc/hosts: `echo 127.0.1.1 $(hostname) >> /etc/hosts` (one node); or "
            "HYDRA_HOST_FILE with addresses",
        },
        "`getent hosts $(hostname)`",
        "https://github.com/pmodels/mpich/issues/1595",
        needs="log",
        explains=(
            "pmi-start",
            "pmi-lost",
        ),
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
        "`rankwise trace -- LAUNCH LINE` (counts calls)",
        "https://github.com/pmodels/mpich/issues/2281",
    ),
    Row(
        "mpich-large-tag",
        "MPICH",
        (
            "Fatal error in {call}: integer overflow",
            "Internal MPI error! integer overflow",
            "**intoverflow",
            "Internal MPI error!  integer",
            "Result count {} is greater than INT_MAX",
        ),
        "A count or size is larger than an int holds",
        "Messages of 2 GiB and more need the calls with large counts (MPI_Send_c), or a derived datatype.",
        {
            "any": "use the _c calls of MPI 4, or send in parts",
        },
        "`rankwise trace -- LAUNCH LINE` (largest message)",
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
            "aborting MPI_COMM_WORLD",
            "aborted the job. abort code {status}",
        ),
        "The program ended the job itself with MPI_Abort",
        "The program met an error of its own. Its reason stands before this message, or in the file to which its "
        "output went.",
        {
            "any": "look at what rank {rank} printed before: the program's own error",
        },
        "`LAUNCH LINE 2>&1 | grep -B20 MPI_A`",
        "https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report/node253.htm",
        role="symptom",
        explains=("mpich-fatal",),
    ),
    Row(
        "mpich-fatal",
        "MPICH",
        (
            "Internal Error: invalid error code",
            "Fatal error in {call}: {}, error stack",
            "Fatal error in {call}:",
            "Fatal error in internal_{name}",
            "MPI.Exception: Other MPI error, error stack",
            "MPI.Exception: {}, error stack:",
            "MPI error (rank {rank} in comm",
            "Abort({status}) on node {rank}",
        ),
        "An MPI call failed, and the job ends with it",
        "The lines of the error stack beneath say why; the last is the deepest.",
        {
            "any": "read the error stack from its end",
        },
        "`rankwise doctor --run -- LAUNCH LINE`",
        "https://github.com/pmodels/mpich/blob/main/src/mpi/errhan/errnames.txt",
        role="symptom",
    ),
    Row(
        "mpich-gpu-none",
        "MPICH",
        (
            "CUDA Error (yaksuri_cuda",
            "yaksuri_cuda_init_hook",
            "yaksuri_hip_init_hook",
            "yaksuri_ze_init_hook",
        ),
        "This MPICH was built for GPUs, and its rank sees none",
        "It starts the GPU's library in MPI_Init, also for programs that use none.",
        {
            "any": "without GPUs: `export MPIR_CVAR_ENABLE_GPU=0`; with them: ask the job for GPUs",
        },
        "`nvidia-smi -L; env | grep -E 'MPIR_CVAR_.*GPU|VISIBLE_DEVICES'` (on that node)",
        "https://github.com/pmodels/mpich/issues/6686",
        explains=("no-gpu",),
    ),
    Row(
        "mpich-gpu-ipc",
        "MPICH",
        ("gpu_ipc_handle_map failed",),
        "MPICH cannot open the GPU memory of another rank of the node",
        "Ranks do not see each other's GPUs, or the handle is of memory that was freed without MPICH's notice (the "
        "CUDA runtime linked before MPI).",
        {
            "any": "`export MPIR_CVAR_CH4_IPC_GPU_P2P_THRESHOLD=1000000000` keeps it from doing so; let ranks see "
            "all GPUs of the node; name libmpi before libcudart where the program is linked",
        },
        "`nvidia-smi topo -p2p r; echo $CUDA_VISIBLE_DEVICES`",
        "https://github.com/pmodels/mpich/issues/7304",
        explains=("mpich-fatal",),
    ),
    Row(
        "pmi-lost",
        "MPICH",
        (
            "PMI_Barrier returned",
            "PMI_KVS_Get returned",
            "PMI_KVS_Put returned",
            "Unable to write to PMI_fd",
            "write_line error; fd={count}",
            "PMIU_write error",
            "]: readline failed",
            "Unable to read from PMI",
        ),
        "A rank lost its launcher",
        "The launcher, or its proxy on this node, ended first, or it is of another MPI.",
        {
            "any": "see the launcher's own first error; start with the mpiexec of the library that the program loads",
        },
        "`ldd PROGRAM | grep libmpi; which mpiexec`",
        "https://github.com/pmodels/mpich/blob/main/doc/wiki/design/PMI_v2_Design_Thoughts.md",
        role="symptom",
        explains=("mpich-fatal",),
    ),
    Row(
        "mpich-assert",
        "MPICH",
        ("Assertion failed in file {} at line {count}:",),
        "An assertion inside of MPI failed",
        "A fault of the library, or memory that the program damaged.",
        {
            "any": "try another version of this MPI; `-fsanitize=address` shows damage by the program",
        },
        "`rankwise mpi list`",
        "https://github.com/pmodels/mpich/issues",
        role="symptom",
        explains=("frames",),
    ),
    Row(
        "cxi-undelivered",
        "MPICH",
        ("Input/output error - UNDELIVERABLE",),
        "A Slingshot adapter (cxi) could not deliver a message",
        "A link, a switch or the other node may be down. Or the software of the network is at fault: a site told its "
        "users to copy within a node in another way.",
        {
            "any": "run without the nodes that fail again and again (Slurm: `--exclude=NODES`); else try `export "
            "MPICH_SMP_SINGLE_COPY_MODE=NONE`",
        },
        "`dmesg | grep -i cxi` on the nodes",
        "https://github.com/BLAST-WarpX/warpx/pull/4235",
        role="symptom",
        explains=("ofi-send", "mpich-netmod", "mpich-fatal"),
    ),
    Row(
        "cxi-peer-gone",
        "MPICH",
        ("Input/output error - PTLTE_NOT_FOUND",),
        "The other rank of a message was not at its Slingshot adapter (cxi)",
        "That rank may have ended before: look for what it printed. Else its adapter had no room for messages that "
        "came early.",
        {
            "any": "find the rank that failed first; `export FI_CXI_RX_MATCH_MODE=software` where none did",
        },
        "`sacct -j JOBID --format=JobID,State,ExitCode,NodeList`",
        "https://github.com/ofiwg/libfabric/issues/10072",
        role="symptom",
        explains=("ofi-send", "mpich-netmod", "mpich-fatal"),
    ),
    Row(
        "ofi-send",
        "MPICH",
        (
            "OFI tagged inject failed",
            "OFI tagged send failed",
            "OFI tagged senddata failed",
            "OFI poll failed",
            "OFI read failed",
            "MPIDI_OFI_handle_cq_error({count}):",
            "OFI tagged injectdata failed",
        ),
        "A message could not be sent or received by libfabric",
        "Its provider lost the other end, cannot connect to it (a firewall, a wrong interface), or ran out of "
        "resources.",
        {
            "any": "name the network: `FI_TCP_IFACE=eth0`; try another provider: `FI_PROVIDER=tcp`; "
            "`FI_LOG_LEVEL=warn` says more",
        },
        "`fi_info -l; ip -br addr; rankwise doctor --hosts A,B`",
        "https://ofiwg.github.io/libfabric/main/man/fi_tcp.7.html",
        role="symptom",
        explains=("mpich-fatal",),
    ),
)
