"""What NCCL and RCCL print."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "nccl-socket",
        "NCCL",
        (
            "NCCL WARN Bootstrap : no socket interface found",
            "no socket interface found",
            "Call to bind failed : Cannot assign requested address",
            "NCCL WARN Socket creation failed",
            "WARN Socket creation failed : Address family not supported",
            "NCCL WARN No interface found in the same subnet",
            "Could not find: {name} any local IP",
        ),
        "NCCL finds no network interface that it may use",
        "NCCL_SOCKET_IFNAME names an interface that this node does not have, or only the loopback is up here (in a "
        "container with a network of its own).",
        {
            "Docker": "`docker run --network=host`",
            "any": "`unset NCCL_SOCKET_IFNAME`; or `NCCL_SOCKET_IFNAME==eth0` with the name that `ip -br addr` shows",
        },
        "`ip -br addr; env | grep NCCL`",
        "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-socket-ifname",
    ),
    Row(
        "nccl-port",
        "NCCL",
        (
            "Call to bind failed : Address already in use",
            "Call to bind failed : Permission denied",
            "Call to listen failed",
            "bind on {} failed : Address already in use",
        ),
        "NCCL cannot listen at a port: it is in use already",
        "NCCL_COMM_ID or the system's choice led to a port that another process, mostly of an earlier job, has.",
        {
            "any": "end what is left of earlier jobs on the node; another port where NCCL_COMM_ID or MASTER_PORT is "
            "set",
        },
        "`ss -ltnp; nvidia-smi` (on that node)",
        "https://github.com/NVIDIA/nccl/issues/293",
        role="suspect",
        explains=("nccl-system", "nccl-error", "python-exception", "cuda-call"),
    ),
    Row(
        "nccl-connect",
        "NCCL",
        (
            "NCCL WARN socketStartConnect: Connect to {} failed",
            "NCCL WARN Net : Connect to {} failed : {name}",
            "NCCL WARN Call to connect returned",
            "Call to connect returned Connection refused",
            "Call to connect returned No route to host",
            "Call to connect returned Connection timed out",
            "socketStartConnect: Connect to",
            "NCCL WARN socketPollConnect: Connect to",
            "socketPollConnect: Connect to {} returned",
        ),
        "NCCL cannot connect to another rank over the interface it chose",
        "A firewall closes ports, or a bridge (docker0, virbr0) that has the same address on each node was taken. "
        "Where another rank ended first, this follows from it.",
        {
            "any": "`export NCCL_SOCKET_IFNAME=eth0` (or ^docker0,lo); open ports between the nodes",
        },
        "`ip -br addr; rankwise doctor --hosts A,B`",
        "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html",
    ),
    Row(
        "nccl-ib",
        "NCCL",
        (
            "NCCL WARN NET/IB : Got completion {} with error {status}",
            "NCCL WARN NET/IB : Got completion",
            "NET/IB: Got completion",
            "NCCL WARN Call to ibv_modify_qp failed",
            "Call to ibv_modify_qp failed",
            "Call to ibv_reg_mr failed",
            "Call to ibv_create_qp failed",
            "Call to ibv_open_device failed",
            "Call to ibv_create_cq failed",
            "NET/IB : {} async event",
            "NET/IB : Unable to open device",
        ),
        "NCCL cannot use InfiniBand or RoCE between two nodes",
        "A wrong GID (RoCE), another MTU, a port that is down (error 12: no answer), or too little locked "
        "memory (ibv_reg_mr). Where another rank ended first, error 12 follows from it.",
        {
            "any": "RoCE: `NCCL_IB_GID_INDEX=3`; name the ports: `NCCL_IB_HCA=mlx5_0`; `ulimit -l unlimited`; "
            "`NCCL_IB_DISABLE=1` to try without",
        },
        "`ibstat; show_gids; ulimit -l`",
        "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html",
    ),
    Row(
        "nccl-shm",
        "NCCL",
        (
            "NCCL WARN Error: failed to extend /dev/shm/",
            "Error while creating shared memory segment {~}, error: No space left on device",
            "Error while creating shared memory segment {path} {~}, error: No space left on device",
            "Call to posix_fallocate failed",
            "NCCL WARN Call to ftruncate failed",
            "NCCL WARN Call to shm_open failed : No space left on device",
        ),
        "NCCL has no room in /dev/shm",
        "Each rank makes segments there; containers give 64 MB.",
        {
            "Docker": "`docker run --shm-size=2g --ulimit memlock=-1` (or `--ipc=host`)",
            "any": "make room in /dev/shm; Kubernetes: an emptyDir with medium: Memory at /dev/shm",
        },
        "`df -h /dev/shm`",
        "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html#shared-memory",
        explains=("bus-error", "nccl-shm-call", "nccl-system", "nccl-error"),
    ),
    Row(
        "nccl-duplicate",
        "NCCL",
        (
            "Duplicate GPU detected : rank {rank} and rank {rank} both on CUDA device",
            "Duplicate GPU detected :",
        ),
        "Two ranks use one GPU",
        "Each rank must choose its own: by its local rank, or by what the launcher makes visible.",
        {
            "any": "call cudaSetDevice with the local rank: SLURM_LOCALID, OMPI_COMM_WORLD_LOCAL_RANK or "
            "MPI_LOCALRANKID; as many ranks on a node as GPUs",
        },
        "`srun sh -c 'echo $SLURM_PROCID $CUDA_VISIBLE_DEVICES'`",
        "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/usage/communicators.html",
    ),
    Row(
        "nccl-driver",
        "NCCL",
        (
            "The NVIDIA driver on your system is too old",
            "cudaErrorInsufficientDriver",
            "NCCL WARN Cuda failure 'CUDA driver version is insufficient",
            "CUDA driver version is insufficient for CUDA runtime version",
            "CUDA driver version is insufficient",
            "forward compatibility was attempted on non supported HW",
            "Driver/library version mismatch",
        ),
        "The program sees no GPU driver, or one too old for its CUDA",
        "The driver of the node must be at least of the release that the CUDA version asks for.",
        {
            "any": "a newer driver, or a program (image) with an older CUDA; a mismatch after an update needs a reboot",
        },
        "`nvidia-smi | head -4`",
        "https://docs.nvidia.com/deploy/cuda-compatibility/",
        explains=(
            "python-exception",
            "cuda-call",
        ),
    ),
    Row(
        "nccl-p2p",
        "NCCL",
        (
            "peer access is not supported between these two devices",
            "failed to open CUDA IPC handle",
            "ncclP2pImportShareableBuffer",
            "could not enable peer access",
        ),
        "One GPU cannot read another directly",
        "Ranks see each other's GPU not at all (Slurm, containers), or IOMMU and ACS forbid peer-to-peer.",
        {
            "any": "`NCCL_P2P_DISABLE=1` to try without; `srun --gpu-bind=none`; one container for all GPUs of a node",
        },
        "`nvidia-smi topo -p2p r; cat /proc/cmdline`",
        "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html#gpu-direct",
    ),
    Row(
        "nccl-version",
        "NCCL",
        (
            "NCCL WARN Mismatched NCCL version detected",
            "Mismatched NCCL version detected",
            "undefined symbol: nccl",
            "NCCL version mismatch",
        ),
        "Ranks, or program and library, have different versions of NCCL",
        "Images or LD_LIBRARY_PATH differ between nodes.",
        {
            "any": "one image, or one NCCL first in LD_LIBRARY_PATH, on all nodes",
        },
        "`mpirun --map-by ppr:1:node sh -c 'ldconfig -p | grep nccl; echo $LD_LIBRARY_PATH'`",
        "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html",
    ),
    Row(
        "nccl-timeout",
        "NCCL",
        (
            "Watchdog caught collective operation timeout: WorkNCCL(SeqNum={count}, OpType={name}",
            "Watchdog caught collective operation timeout",
            "collective operation timeout",
            "[E ProcessGroupNCCL",
            "ran for {count} milliseconds before timing out",
        ),
        "A collective call of NCCL did not end in time: some rank did not come to it, or the network lost it",
        "The ranks that print this waited. The one that is late prints nothing or something else: it computes, "
        "reads files, died, or called another collective.",
        {
            "any": "find the rank that does not print it; `TORCH_NCCL_TRACE_BUFFER_SIZE=2000 "
            "TORCH_NCCL_DUMP_ON_TIMEOUT=1` name its last call; `NCCL_DEBUG=INFO`",
        },
        "`py-spy dump --pid PID` of each rank while it waits",
        "https://github.com/NVIDIA/nccl/issues/1730",
        role="symptom",
    ),
    Row(
        "nccl-remote",
        "NCCL",
        (
            "Failed to execute operation {} from rank {rank}",
            "ncclRemoteError",
            "remote process exited or there was a network error",
            "NCCL WARN {} Connection closed by remote peer",
            "Connection closed by remote peer",
            "NCCL communicator was aborted on rank {rank}",
            "NCCL communicator was aborted",
            "Some NCCL operations have failed or timed out",
        ),
        "Another rank went away, or its connection did",
        "The rank that prints this did nothing wrong; look for the first error of the others.",
        {
            "any": "see which rank printed another error first",
        },
        "`NCCL_DEBUG=INFO LAUNCH LINE`",
        "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html",
        role="consequence",
    ),
    Row(
        "nccl-system",
        "NCCL",
        (
            "ncclSystemError",
            "unhandled system error",
            "unhanled system error",
        ),
        "A call of the system failed inside of NCCL: mostly a connection to another rank",
        "The NCCL WARN lines name the call. Between nodes it is often a container's own network, a firewall, or an "
        "interface (docker0, br-, veth) that the other node does not reach.",
        {
            "Docker": "`docker run --network=host --shm-size=2g`",
            "any": "`export NCCL_DEBUG=INFO` and run again: see the first WARN line, and the networks behind "
            "NET/Socket; `NCCL_SOCKET_IFNAME=eth0` names the one to take",
        },
        "`NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET LAUNCH LINE`",
        "https://github.com/pytorch/pytorch/issues/23363",
        role="symptom",
        explains=("nccl-error", "python-exception"),
    ),
    Row(
        "nccl-error",
        "NCCL",
        (
            "internal error - please report this issue to the NCCL developers",
            "NCCL WARN Could not find NET with id",
            "ncclInternalError",
            "ncclUnhandledCudaError",
            "unhandled cuda error",
            "ncclInvalidUsage",
            "NCCL failure",
        ),
        "A call of NCCL failed",
        "The word after it is only a class; the reason is in the NCCL WARN lines.",
        {
            "any": "`export NCCL_DEBUG=WARN` (or INFO) and run again: the first WARN line names the call",
        },
        "`NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET LAUNCH LINE`",
        "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html",
        role="symptom",
        explains=("python-exception",),
    ),
    Row(
        "rccl",
        "RCCL",
        (
            "RCCL WARN",
            "NCCL WARN HIP failure",
            "HIP failure: {name}",
            "rccl: {} failed",
        ),
        "A call of RCCL or HIP failed",
        "RCCL is AMD's NCCL. Its WARN line names the call.",
        {
            "any": "`export NCCL_DEBUG=INFO`; add iommu=pt to the kernel's options; `NCCL_P2P_DISABLE=1` to try "
            "without",
        },
        "`rocm-smi --showtopo; cat /proc/cmdline`",
        "https://rocm.docs.amd.com/projects/rccl/en/latest/how-to/troubleshooting-rccl.html",
        role="symptom",
    ),
    Row(
        "rccl-iommu",
        "RCCL",
        ('Missing "iommu=pt" from kernel command line',),
        "The kernel was started without iommu=pt, and GPUs may not reach each other",
        "RCCL warns of it: peer-to-peer between GPUs can hang or give wrong data where the IOMMU translates.",
        {
            "any": "add iommu=pt to the kernel's options and restart; `NCCL_P2P_DISABLE=1` to try without peer-to-peer",
        },
        "`cat /proc/cmdline; rocm-smi --showtopo`",
        "https://github.com/ROCm/vllm/issues/390",
        role="suspect",
        explains=("nccl-remote", "nccl-timeout"),
    ),
    Row(
        "nccl-ofi",
        "NCCL",
        (
            "NCCL WARN NET/OFI Could not find any optimal provider",
            "NET/OFI Could not find any optimal provider",
            "NET/OFI Failed to find any provider",
        ),
        "NCCL's plug-in for libfabric (aws-ofi-nccl) finds no provider, and NCCL takes another network",
        "The instance or container has no EFA device, or libfabric here is not the one that knows it. That verbs are "
        "not found either only follows.",
        {
            "any": "`fi_info -p efa` must list a device: start the instance with EFA, give containers "
            "`--device=/dev/infiniband/uverbs0`, and put EFA's libfabric first in LD_LIBRARY_PATH",
        },
        "`fi_info -p efa; ls /dev/infiniband; echo $LD_LIBRARY_PATH`",
        "https://github.com/NVIDIA/nccl/issues/229",
        role="warning",
        explains=("nccl-no-verbs",),
    ),
    Row(
        "nccl-no-verbs",
        "NCCL",
        ("NCCL WARN Failed to open libibverbs.so",),
        "NCCL finds no InfiniBand library, and sends by TCP",
        "The node or image has no libibverbs (rdma-core): between nodes this is many times slower than "
        "InfiniBand or RoCE.",
        {
            "any": "install rdma-core (libibverbs1), and give containers `--device=/dev/infiniband`; without such a "
            "network it means nothing",
        },
        "`ldconfig -p | grep ibverbs; ls /dev/infiniband`",
        "https://github.com/NVIDIA/nccl/issues/766",
        role="warning",
    ),
    Row(
        "nccl-rank-twice",
        "NCCL",
        (
            "mismatch in rank count from procs",
            "ranks has already checked in",
        ),
        "Two processes say that they are the same rank",
        "The number of processes started, or the ranks that they read from the environment, are wrong: each node may "
        "count from 0.",
        {
            "Slurm": "one task for each GPU (`--ntasks-per-node=N --gpus-per-node=N`), or one task and torchrun: not "
            "both",
            "any": "take rank and number of ranks from the launcher: SLURM_PROCID, OMPI_COMM_WORLD_RANK",
        },
        "`srun sh -c 'echo $SLURM_PROCID $RANK $LOCAL_RANK'`",
        "https://github.com/Lightning-AI/pytorch-lightning/issues/14986",
    ),
    Row(
        "nccl-shm-call",
        "NCCL",
        (
            "Error while creating shared memory segment",
            "Error while attaching to shared memory segment",
            "NCCL WARN Call to shm_open failed",
            "include/shm.h:{count} NCCL WARN",
            "shmutils.cc:{count} NCCL WARN",
        ),
        "NCCL could not make shared memory, or open that of another rank",
        "Mostly /dev/shm is full (64 MB in containers); with an error of CUDA the memory could not be given to the "
        "GPU.",
        {
            "Docker": "`docker run --shm-size=2g --ulimit memlock=-1` (or `--ipc=host`)",
            "any": "make room in /dev/shm; `NCCL_SHM_DISABLE=1` to try without",
        },
        "`df -h /dev/shm; ulimit -l`",
        "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html#shared-memory",
        role="symptom",
        explains=("cuda-call", "nccl-error", "nccl-system"),
    ),
)
