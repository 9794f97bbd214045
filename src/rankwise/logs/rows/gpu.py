"""What libraries for GPUs print: NCCL, RCCL, CUDA, HIP."""

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
            "Call to bind failed : ",
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
        "A firewall closes ports, or a bridge (docker0, virbr0) that has the same address on each node was taken.",
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
        "memory (ibv_reg_mr).",
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
            "include/shm.h:{count} NCCL WARN",
            "NCCL WARN Error while creating shared memory segment",
            "Error while creating shared memory segment {path}",
            "Call to posix_fallocate failed",
            "NCCL WARN Call to ftruncate failed",
            "NCCL WARN Call to shm_open failed",
            "Error while attaching to shared memory segment",
        ),
        "NCCL has no room in /dev/shm",
        "Each rank makes segments there; containers give 64 MB.",
        {
            "Docker": "`docker run --shm-size=2g --ulimit memlock=-1` (or `--ipc=host`)",
            "any": "make room in /dev/shm; Kubernetes: an emptyDir with medium: Memory at /dev/shm",
        },
        "`df -h /dev/shm`",
        "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html#shared-memory",
        explains=("bus-error",),
    ),
    Row(
        "nccl-duplicate",
        "NCCL",
        (
            "Duplicate GPU detected : rank {rank} and rank {rank} both on CUDA device",
            "Duplicate GPU detected",
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
    ),
    Row(
        "nccl-p2p",
        "NCCL",
        (
            "transport/p2p.cc:{count} NCCL WARN Cuda failure",
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
        "no-gpu-code",
        "CUDA",
        (
            "hipErrorNoBinaryForGpu",
            "Cannot retrieve Static function, error: {status}",
            "no kernel image is available for execution on the device",
            "HIP error: invalid device function",
            "CUDA error: invalid device function",
            "Cuda failure 'invalid device function'",
        ),
        "A program or library has no code for this kind of GPU",
        "It was built for other architectures: RCCL, NCCL and programs hold only those that were named at their build.",
        {
            "any": "build it for this GPU (HIP: `cmake -DGPU_TARGETS=gfx90a`, CUDA: `nvcc -arch=native`), or take a "
            "release that has it",
        },
        "`rocminfo | grep gfx; nvidia-smi --query-gpu=compute_cap --format=csv`",
        "https://github.com/ROCm/rocm-systems/issues/2805",
    ),
    Row(
        "cuda-oom",
        "CUDA",
        (
            "CUDA out of memory. Tried to allocate",
            "CUDA error: out of memory",
            "CUDA_ERROR_OUT_OF_MEMORY",
            "cudaErrorMemoryAllocation",
            "hipErrorOutOfMemory",
            "HIP out of memory",
            "Cuda failure 'out of memory'",
        ),
        "A GPU has no memory left",
        "The rank's data are too large for it, or several ranks use one GPU.",
        {
            "any": "smaller batches or parts; one rank for each GPU (check the choice by local rank)",
        },
        "`nvidia-smi` (`rocm-smi`) while the job runs",
        "https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html",
        needs="log",
    ),
    Row(
        "cuda-fault",
        "CUDA",
        (
            "an illegal memory access was encountered",
            "cudaErrorIllegalAddress",
            "CUDA_ERROR_ILLEGAL_ADDRESS",
            "Memory access fault by GPU node-{count}",
            "unspecified launch failure",
            "hipErrorIllegalAddress",
        ),
        "A kernel on a GPU read or wrote where it may not",
        "A fault of the program, or a host pointer given to the GPU, or GPU memory given to an MPI without GPU "
        "support.",
        {
            "any": "`CUDA_LAUNCH_BLOCKING=1` and `compute-sanitizer PROGRAM` show the kernel",
        },
        "`compute-sanitizer PROGRAM; dmesg -T | grep Xid`",
        "https://docs.nvidia.com/compute-sanitizer/",
        needs="log",
    ),
    Row(
        "cuda-xid",
        "kernel",
        (
            "NVRM: Xid (PCI:{}): {count}",
            "NVRM: Xid",
            "GPU has fallen off the bus",
            "uncorrectable ECC error encountered",
            "cudaErrorECCUncorrectable",
            "CUDA_ERROR_ECC_UNCORRECTABLE",
        ),
        "A GPU reported a fault of its hardware or driver (Xid)",
        "48, 63, 64, 79, 94 and 95 are of the hardware; 13 and 31 mostly of the program.",
        {
            "any": "start without this node; tell the administrators; `nvidia-smi -r` resets a GPU",
        },
        "`dmesg -T | grep Xid; nvidia-smi -q -d ECC`",
        "https://docs.nvidia.com/deploy/xid-errors/",
    ),
    Row(
        "no-gpu",
        "CUDA",
        (
            "no CUDA-capable device is detected",
            "CUDA_ERROR_NO_DEVICE",
            "no ROCm-capable device is detected",
            "cudaErrorNoDevice",
            "hipErrorNoDevice",
            "invalid device ordinal",
            "Failed to initialize NVML",
        ),
        "A rank sees no GPU, or not the one it asked for",
        "The job did not ask for GPUs, the container does not have them, or CUDA_VISIBLE_DEVICES hides them.",
        {
            "Slurm": "`#SBATCH --gpus-per-node=4`; `srun` with the same",
            "Docker": "`docker run --gpus all`",
            "Apptainer": "`apptainer exec --nv` (AMD: `--rocm`)",
            "any": "count devices before choosing one: local rank modulo cudaGetDeviceCount; LSF: `jsrun -g 1`",
        },
        "`srun nvidia-smi -L; echo $CUDA_VISIBLE_DEVICES`",
        "https://docs.nvidia.com/cuda/cuda-c-programming-guide/#cuda-environment-variables",
        needs="log",
    ),
    Row(
        "gpu-pointer",
        "MPI",
        (
            "invalid permissions for mapped object",
            "Invalid permissions ({count}) {} Failing at address",
            "Signal code: Invalid permissions (2)",
            "cudaMemcpy {} errno = 14",
            "Read -1, expected {size}, errno = 14",
        ),
        "A GPU's memory was given to an MPI without GPU support",
        "The CPU cannot read it: MPI then dies by a segmentation fault with the code 'invalid permissions', or its "
        "copy from another rank fails with errno 14.",
        {
            "Open MPI": "`ompi_info --parsable --all | grep mpi_built_with_cuda_support` must say true",
            "Cray MPICH": "`export MPICH_GPU_SUPPORT_ENABLED=1`, and link with the accelerator module loaded",
            "MPICH": "`configure --with-cuda` or `--with-hip`; `MPIR_CVAR_ENABLE_GPU=1`",
            "Intel MPI": "`export I_MPI_OFFLOAD=1`",
            "any": "copy to host memory first, or use an MPI with GPU support",
        },
        "`rankwise doctor -- LAUNCH LINE`",
        "https://github.com/mpi4py/mpi4py/issues/115",
        explains=("cma-denied",),
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
        "torch-port",
        "PyTorch",
        (
            "The server socket has failed to listen on any local network address",
            "TCPStore({}RuntimeError: Address already in use",
        ),
        "The port of the rendezvous is taken",
        "An earlier run that did not end holds it, another job has the same number, or two processes say that they are "
        "rank 0.",
        {
            "any": "another port (`torchrun --master_port 29511`), or `--rdzv-endpoint localhost:0` on one node; end "
            "what is left of earlier runs",
        },
        "`ss -ltnp | grep 29500; env | grep -E 'MASTER_|RANK'`",
        "https://github.com/pytorch/pytorch/issues/17041",
        explains=("python-exception",),
    ),
    Row(
        "torch-shm",
        "PyTorch",
        (
            "Unexpected bus error encountered in worker. This might be caused by insufficient shared memory",
            "unable to write to file </torch_",
            "DataLoader worker (pid {count}) is killed by signal: Bus error",
        ),
        "/dev/shm is too small for the workers of a DataLoader",
        "They pass batches through shared memory; containers give 64 MB.",
        {
            "Docker": "`docker run --shm-size=8g` (or `--ipc=host`)",
            "any": "Kubernetes: an emptyDir with medium: Memory at /dev/shm; or num_workers=0",
        },
        "`df -h /dev/shm`",
        "https://github.com/pangeo-data/pangeo-docker-images/issues/258",
        explains=("bus-error", "python-exception"),
    ),
    Row(
        "horovod-no-mpi",
        "Horovod",
        (
            "horovodrun convenience script does not find an installed OpenMPI",
            "Open MPI not found in output of mpirun --version",
        ),
        "horovodrun does not recognise the mpirun that it finds",
        "It reads the output of mpirun's --version: there is no mpirun, or a wrapper or another MPI answers.",
        {
            "any": "start with mpirun itself: `mpirun -np 4 python train.py`; or `horovodrun --gloo -np 4 python "
            "train.py`",
        },
        "`which -a mpirun; mpirun --version; horovodrun --check-build`",
        "https://github.com/tlkh/ai-lab/issues/26",
        explains=("python-exception",),
    ),
    Row(
        "deepspeed-ssh",
        "DeepSpeed",
        (
            "Command 'ssh -o PasswordAuthentication=no {host} hostname' returned non-zero",
            "ssh -o PasswordAuthentication=no {host} hostname",
        ),
        "DeepSpeed cannot reach a node of its hostfile by ssh without a password",
        "It tries each of them before it starts: {host} asked for something, or did not answer.",
        {
            "any": "`ssh-copy-id {host}`; then `ssh -o BatchMode=yes {host} true` must print nothing; or launch with "
            "`deepspeed --no_ssh` on each node",
        },
        "`ssh -o BatchMode=yes {host} true`",
        "https://github.com/deepspeedai/DeepSpeed/issues/4907",
        explains=("python-exception",),
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
        ("ranks has already checked in",),
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
)
