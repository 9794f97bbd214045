"""What UCX prints."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "ucx-retry",
        "UCX",
        (
            "The InfiniBand retry count between two MPI processes has been exceeded",
            'The "receiver not ready" retry count on a per-peer connection',
            "Transport retry count exceeded on {device}",
            "Transport retry count exceeded",
            "RNR retry count exceeded",
            "transport retry counter exceeded",
            "Remote operation error on {device}",
            "UD endpoint {} unhandled timeout error",
        ),
        "Packets over {device} are not answered",
        "Ports, cables or switches lose them (a port down, a wrong GID or MTU on RoCE), or the other end died.",
        {
            "any": "look at port and cable of {device}: `ibstat`, and error counters; on RoCE: UCX_IB_GID_INDEX, one"
            " MTU; UCX_NET_DEVICES names another port",
        },
        "`ibstat {device}; ibv_devinfo -d {device} | grep -E 'state|active_mtu'; perfquery -x`",
        "https://github.com/openucx/ucx/issues/5199",
        explains=(
            "mpich-netmod",
            "qp-failed",
        ),
    ),
    Row(
        "ucx-unreachable",
        "UCX",
        (
            "no active messages transport to",
            "no remote registered memory access transport to",
            "no auxiliary transport to",
            "no am bcopy transport",
            "Destination is unreachable",
            "no put short transport to",
            "no rma transport",
            "no usable transports",
        ),
        "UCX finds no transport between two ranks",
        "UCX_TLS or UCX_NET_DEVICES leaves out what they need, or their ports are on different networks.",
        {
            "any": "`unset UCX_TLS UCX_NET_DEVICES`; or `UCX_TLS=sm,tcp,self` to try; every rank needs self and a "
            "way between nodes",
        },
        "`ucx_info -d | grep -E 'Transport|Device'; env | grep UCX_`",
        "https://openucx.readthedocs.io/en/master/faq.html",
        explains=(
            "mpich-netmod",
            "qp-failed",
        ),
    ),
    Row(
        "ucx-device",
        "UCX",
        (
            "network device '{name}' is not available, please use one or more of",
            "is not available, please use one or more of",
            "network devices '{name}' are not available",
            "transport '{name}' is not available",
            "transports '{name}' are not available",
        ),
        "A variable of UCX names something that is not here: {name}",
        "UCX_NET_DEVICES or UCX_TLS names a device or transport that this node or this build of UCX does not have.",
        {
            "any": "the message lists what is here; `unset UCX_NET_DEVICES UCX_TLS` to let UCX choose",
        },
        "`ucx_info -d | grep -E 'Transport|Device'; env | grep UCX_`",
        "https://openucx.readthedocs.io/en/master/faq.html",
        role="suspect",
        explains=(
            "mpich-netmod",
            "qp-failed",
            "ucx-worker",
            "ucx-unreachable",
            "pml-missing",
            "mpich-fatal",
            "errors-fatal",
            "mpi-init-failed",
            "before-init",
        ),
    ),
    Row(
        "ucx-unused",
        "UCX",
        (
            "unused env variable: {name}",
            "unused environment variable: {name}",
            "unused environment variables:",
        ),
        "UCX does not know a variable: {name}",
        "It is misspelt, or of another version of UCX.",
        {
            "any": "`ucx_info -c | grep NAME` lists the variables of this version",
        },
        "`ucx_info -v; env | grep ^UCX_`",
        "https://openucx.readthedocs.io/en/master/faq.html",
        role="warning",
    ),
    Row(
        "ucx-cma",
        "UCX",
        (
            "process_vm_writev(pid={count} {}) returned -1: Operation not permitted",
            "process_vm_readv failed: Operation not permitted",
            "process_vm_readv failed (errno 1)",
            "process_vm_writev failed (errno 1)",
            "process_vm_writev failed: Operation not permitted",
            "process_vm_readv(pid={count} {}) returned -1: Operation not permitted",
            "open({path}) failed: No such file or directory /proc/",
        ),
        "A rank may not read another rank's memory",
        "process_vm_readv is forbidden: by a container, by kernel.yama.ptrace_scope, or since ranks are in "
        "namespaces of their own.",
        {
            "Docker": "`docker run --cap-add=SYS_PTRACE`",
            "MPICH": "`export MPIR_CVAR_CH4_CMA_ENABLE=0`",
            "any": "`export UCX_TLS=^cma` (slower inside a node); `sysctl kernel.yama.ptrace_scope=0`",
        },
        "`cat /proc/sys/kernel/yama/ptrace_scope; rankwise doctor -- LAUNCH LINE`",
        "https://github.com/openucx/ucx/issues/4224",
        explains=(
            "mpich-netmod",
            "qp-failed",
        ),
    ),
    Row(
        "ucx-posix-proc",
        "UCX",
        ("open(file_name=/proc/{}) failed: No such file",),
        "Ranks of a node do not see each other's shared memory",
        "UCX opens it through /proc/PID/fd, which is another one in another container or PID namespace.",
        {
            "any": "one container for all ranks of a node; or `export UCX_POSIX_USE_PROC_LINK=n`; `docker run "
            "--pid=host --ipc=host`",
        },
        "`readlink /proc/self/ns/pid` (the same in all ranks of a node?)",
        "https://github.com/openucx/ucx/issues/8958",
        explains=(
            "mpich-netmod",
            "qp-failed",
        ),
    ),
    Row(
        "ucx-shm",
        "UCX",
        (
            "shared memory is not enough",
            "Not enough memory to write total of",
            "Please check that /dev/shm or the directory",
            "failed to allocate {} bytes {} shared memory",
            "shmget({}) failed",
            "shmget({}) for {} failed",
            "shmat({}) failed",
            "mm_sysv.c",
            "uct_iface_open(posix/memory) failed",
            "uct_iface_open(sysv/memory) failed",
        ),
        "UCX has no room for shared memory",
        "/dev/shm, or the limits of System V memory, are too small.",
        {
            "Docker": "`docker run --shm-size=2g` (or `--ipc=host`)",
            "any": "make room in /dev/shm; `UCX_TLS=^sysv`",
        },
        "`df -h /dev/shm; sysctl kernel.shmmax kernel.shmmni`",
        "https://github.com/openucx/ucx/issues/3577",
        explains=(
            "mpich-netmod",
            "qp-failed",
        ),
    ),
    Row(
        "ucx-endpoint",
        "UCX",
        (
            "process_vm_readv({}) returned -1: No such process",
            "process_vm_writev({}) returned -1: No such process",
            "Endpoint timeout",
            "Endpoint is not connected",
            "UCX ERROR {} failed: Connection reset by remote peer",
            "Connection reset by remote peer",
            "recv(fd={count}) failed: Connection reset by peer",
            "send(fd={count}) failed: Broken pipe",
        ),
        "Another rank went away",
        "The rank that prints this did nothing wrong: the other end of its connection ended or is not reachable.",
        {
            "any": "look for the first error of the other rank",
        },
        "`dmesg -T | tail -50` on its node",
        "https://openucx.readthedocs.io/en/master/faq.html",
        role="consequence",
        needs="log",
    ),
    Row(
        "ucx-worker",
        "UCX",
        (
            "Failed to create UCP worker",
            "ucp_worker_create() failed",
        ),
        "UCX did not start in a rank",
        "A network adapter or shared memory could not be opened; the UCX lines before it say which.",
        {
            "any": "see the first UCX ERROR; `UCX_TLS=tcp,sm,self` to try without the adapter; `ulimit -l unlimited`",
        },
        "`ucx_info -d; ulimit -l`",
        "https://github.com/openucx/ucx/issues/8229",
        role="symptom",
    ),
    Row(
        "ucx-gpu",
        "UCX",
        (
            "cuIpcOpenMemHandle({}) failed",
            "cuIpcOpenMemHandle",
            "cuMemGetAddressRange({}) error: invalid argument",
            "hsaKmtRegisterMemory",
            "cuda_ipc_cache.c",
            "rocm_ipc",
            "cuda_ipc_md.c",
        ),
        "One rank cannot open another rank's GPU memory",
        "Each rank sees another GPU alone (Slurm's --gpus-per-task), or containers hide them from each other.",
        {
            "Slurm": "`srun --gpu-bind=none --gpus-per-node=N`: ranks of a node see all GPUs, and choose by "
            "SLURM_LOCALID",
            "any": "`export UCX_TLS=^cuda_ipc` to try without",
        },
        "`mpirun sh -c 'echo $CUDA_VISIBLE_DEVICES; nvidia-smi -L'`",
        "https://github.com/open-mpi/ompi/issues/11949",
        explains=(
            "mpich-netmod",
            "qp-failed",
        ),
    ),
    Row(
        "ucx-version",
        "UCX",
        (
            "UCP version is incompatible, required: {version}, actual: {version}",
            "UCP version is incompatible",
            "UCX version mismatch",
            "undefined symbol: ucp_",
            "undefined symbol: ucs_",
            "undefined symbol: uct_",
        ),
        "The UCX that is loaded is another one than Open MPI was built with",
        "LD_LIBRARY_PATH finds an older UCX first, often of the system or of HPC-X.",
        {
            "any": "put the lib folder of the right UCX first in LD_LIBRARY_PATH; `--mca pml ob1` leaves UCX out",
        },
        "`ucx_info -v; ldd $(dirname $(which mpirun))/../lib/openmpi/mca_pml_ucx.so | grep uc`",
        "https://github.com/openucx/ucx/issues/4707",
        role="suspect",
        explains=(
            "mpich-netmod",
            "qp-failed",
            "segfault",
            "ucx-worker",
            "mpi-init-failed",
            "pml-missing",
            "errors-fatal",
            "before-init",
        ),
    ),
    Row(
        "cannot-assign-gid",
        "UCX",
        (
            "ibv_create_ah({}) on {device} failed",
            "ibv_create_ah({}) failed",
            "failed to query GID",
            "invalid GID index",
            "ibv_query_gid({}) failed",
            "gid index {count} is not valid",
            "failed to modify qp to rtr {} Network is unreachable",
            "to INIT failed, GID",
        ),
        "The GID of a RoCE port is not valid",
        "On Ethernet the adapter needs an address of version RoCE v2; the index in use has none.",
        {
            "any": "`UCX_IB_GID_INDEX=3` (`NCCL_IB_GID_INDEX=3`): the index that show_gids gives for RoCE v2",
        },
        "`show_gids; ibv_devinfo -v | grep GID`",
        "https://github.com/openucx/ucx/issues/5297",
        explains=(
            "mpich-netmod",
            "qp-failed",
        ),
    ),
    Row(
        "ucx-unfinished",
        "UCX",
        (
            "was not returned to mpool ucp_requests",
            "unexpected tag-receive descriptor {} was not matched",
        ),
        "Messages were still open at the end of the job",
        "A nonblocking call was never waited for, or a message never received. Results are right unless they need it.",
        {
            "any": "a wait for the request of each MPI_Isend and MPI_Irecv, and a receive for each message, before "
            "MPI_Finalize",
        },
        "`grep -nE 'MPI_I(send|recv)|MPI_Wait' SOURCE`",
        "https://github.com/open-mpi/ompi/issues/6376",
        role="warning",
    ),
    Row(
        "ucx-protection",
        "UCX",
        (
            "Local protection on {device}",
            "Remote access on {device}",
        ),
        "The adapter may not read the memory of a message (on {device})",
        "Mostly GPU memory: without a module for peer memory, or where PCIe's access control (ACS) is on between GPU "
        "and adapter. A buffer that is freed while its message is under way does the same.",
        {
            "any": "`export UCX_IB_GPU_DIRECT_RDMA=no` to try; `modprobe nvidia_peermem`; switch ACS off in the BIOS",
        },
        "`lsmod | grep peer; lspci -vvv | grep ACSCtl`",
        "https://github.com/openucx/ucx/issues/3564",
        explains=(
            "mpich-netmod",
            "qp-failed",
        ),
    ),
    Row(
        "ucx-connect",
        "UCX",
        (
            "connect(fd={count}, dest_addr={}) failed",
            "tcp_ep.c:{count} UCX ERROR",
            "ucp_ep_create(proc={count}) failed: Destination is unreachable connect",
            "tcp connection {} failed",
            "connect({}) failed: Connection refused ucx",
        ),
        "UCX cannot connect by TCP to another rank",
        "A firewall closes ports, or the interface that UCX chose (docker0, virbr0) does not lead there. Where another "
        "rank ended first, this follows from it.",
        {
            "any": "`export UCX_NET_DEVICES=eth0` (the network between the nodes); open ports between them",
        },
        "`ip -br addr; rankwise doctor --hosts A,B`",
        "https://openucx.readthedocs.io/en/master/faq.html",
        explains=("ucx-unreachable",),
    ),
    Row(
        "ucx-said",
        "UCX",
        (
            "UCX FATAL {}",
            "UCX ERROR {}",
        ),
        "UCX reports an error that is not known here",
        "Its line names the call and the device or variable.",
        {
            "any": "`UCX_TLS=sm,tcp,self` to try without the adapter; `UCX_LOG_LEVEL=info` says more",
        },
        "`ucx_info -d | grep -E 'Transport|Device'; env | grep UCX_`",
        "https://openucx.readthedocs.io/en/master/faq.html",
        role="consequence",
        vague=True,
    ),
)
