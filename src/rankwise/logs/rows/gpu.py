"""What CUDA, HIP and the drivers of GPUs print."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

_ENDS: Final = ("abort-signal", "python-exception", "cuda-call")
ROWS: Final = (
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
            ": invalid device function",
            "cudaErrorInvalidDeviceFunction",
            "hipErrorInvalidDeviceFunction",
            "cudaErrorNoKernelImageForDevice",
            "CUDA_ERROR_NO_BINARY_FOR_GPU",
            "no kernel image is available",
        ),
        "A program or library has no code for this kind of GPU",
        "It was built for other architectures: RCCL, NCCL and programs hold only those that were named at their build.",
        {
            "any": "build it for this GPU (HIP: `cmake -DGPU_TARGETS=gfx90a`, CUDA: `nvcc -arch=native`), or take a "
            "release that has it",
        },
        "`rocminfo | grep gfx; nvidia-smi --query-gpu=compute_cap --format=csv`",
        "https://github.com/ROCm/rocm-systems/issues/2805",
        explains=_ENDS,
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
        explains=_ENDS,
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
        role="symptom",
        needs="log",
        explains=_ENDS,
    ),
    Row(
        "cuda-xid",
        "kernel",
        (
            "uncorrectable NVLink error",
            "CUDA_ERROR_CONTAINED",
            "NVSwitch fatal error",
            "has fallen off the bus",
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
        explains=(
            "cuda-call",
            "python-exception",
            "nccl-timeout",
            "abort-signal",
        ),
    ),
    Row(
        "no-gpu",
        "CUDA",
        (
            "No CUDA GPUs are available",
            "Found no NVIDIA driver on your system",
            "you might not have a CUDA gpu",
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
        explains=_ENDS,
    ),
    Row(
        "gpu-driver-missing",
        "CUDA",
        (
            "CUDA driver version is insufficient",
            "cudaErrorInsufficientDriver",
            "The NVIDIA driver on your system is too old",
            "Found no NVIDIA driver on your system",
        ),
        "There is no GPU driver where the program runs",
        "CUDA says the same of no driver and of an old one, and here no GPU or no nvidia-smi is found either: the "
        "container was started without GPUs, or the node has none.",
        {
            "Docker": "`docker run --gpus all`",
            "Apptainer": "`apptainer exec --nv`",
            "Slurm": "`#SBATCH --gpus-per-node=4`, on a partition with GPUs",
            "any": "start the container with its option for GPUs (`--gpus all`, `--nv`), on a node that has some",
        },
        "`nvidia-smi -L; ls /dev/nvidia*` (in the container)",
        "https://docs.nvidia.com/datacenter/cloud-native/container-toolkit/latest/docker-specialized.html",
        given="no GPU driver",
        explains=("nccl-driver", "no-gpu", "cuda-call", "python-exception", "command-missing"),
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
        role="symptom",
        explains=(
            "cma-denied",
            "segfault",
        ),
    ),
    Row(
        "cuda-busy",
        "CUDA",
        (
            "CUDA-capable devices are busy or unavailable",
            "CUDA-capable device(s) is/are busy or unavailable",
            "cudaErrorDevicesUnavailable",
            "exclusive (thread or process) mode",
        ),
        "A GPU is taken by another process",
        "It is in exclusive mode, which lets one process in, and another rank or job has it; several ranks need MPS.",
        {
            "any": "one rank for each GPU; `nvidia-cuda-mps-control -d` before several ranks share one; "
            "administrators: "
            "`nvidia-smi -c DEFAULT`",
        },
        "`nvidia-smi -q -d COMPUTE | grep Mode; nvidia-smi`",
        "https://github.com/jade-hpc-gpu/jade-hpc-gpu.github.io/issues/39",
        explains=("cuda-call",),
    ),
    Row(
        "cuda-call",
        "CUDA",
        (
            "HSA_STATUS_ERROR",
            "cudaErrorInitializationError",
            "CUDA error: {}",
            "HIP error: {}",
            "CUBLAS_STATUS_",
            "CUDNN_STATUS_",
            "CUDA driver error",
            "NCCL WARN Cuda failure '{}'",
            "NCCL WARN Cuda failure {count} '{}'",
            "device-side assert triggered",
            "Unexpected error from cudaGetDeviceCount",
            "Unexpected error from hipGetDeviceCount",
        ),
        "A call of CUDA or HIP failed",
        "Its words name the reason. Kernels run beside the program, so that the call that reports it is often a later "
        "one.",
        {
            "any": "`CUDA_LAUNCH_BLOCKING=1` (HIP: `AMD_SERIALIZE_KERNEL=3`) reports it where it happens; "
            "`compute-sanitizer PROGRAM`",
        },
        "`nvidia-smi; dmesg -T | grep -i xid`",
        "https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html",
        role="symptom",
        needs="log",
        explains=("abort-signal", "python-exception", "nccl-error"),
    ),
    Row(
        "cuda-fabric-manager",
        "CUDA",
        (
            "system not yet initialized",
            "cudaErrorSystemNotReady",
            "CUDA_ERROR_SYSTEM_NOT_READY",
        ),
        "The GPUs wait for NVIDIA's fabric manager, which does not run",
        "Machines with NVSwitch (HGX, DGX) need its service, of the same version as the driver, before CUDA works.",
        {
            "any": "administrators: `systemctl restart nvidia-fabricmanager`, with the version of the driver",
        },
        "`systemctl status nvidia-fabricmanager; nvidia-smi -q | grep -A3 Fabric`",
        "https://docs.nvidia.com/datacenter/tesla/fabric-manager-user-guide/",
        needs="log",
        explains=("abort-signal", "cuda-call", "python-exception", "nccl-error"),
    ),
)
