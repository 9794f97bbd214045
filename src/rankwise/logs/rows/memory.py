"""What is printed where ranks are refused memory that they share, or that an adapter must know."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "shm-denied",
        "kernel",
        (
            "Call to shm_open failed : Permission denied",
            "Call to shm_open failed: Permission denied",
            "Error while creating shared memory segment {~}, error: Permission denied",
            "Error while creating shared memory segment {path} {~}, error: Permission denied",
            "shm_open({}) failed: Permission denied",
            "shm_open: Permission denied",
            "shared memory object <{}> in read-write mode: Permission denied",
            "/dev/shm/{name}: Permission denied",
            "Permission denied: '/dev/shm/",
        ),
        "This user may not make or open shared memory in /dev/shm",
        "The system refuses access. Either /dev/shm is not writable for every user (mode 1777), or a container mounts "
        "it read-only or as another user. Or a segment of the same name belongs to somebody else.",
        {
            "Docker": "`docker run --ipc=host` with the same user in all containers of the job",
            "Apptainer": "`apptainer exec --bind /dev/shm`",
            "any": "administrators: `chmod 1777 /dev/shm`; remove segments that other users left; "
            "`NCCL_SHM_DISABLE=1` to try NCCL without",
        },
        "`ls -ld /dev/shm; ls -l /dev/shm; touch /dev/shm/x` (on that node, in the container)",
        "https://man7.org/linux/man-pages/man3/shm_open.3.html",
        needs="log",
        alone=("NCCL WARN Call to shm_open failed : Permission denied",),
        explains=("nccl-shm", "nccl-shm-call", "nccl-system", "nccl-error", "torch-shm", "file-denied", "ucx-shm"),
    ),
    Row(
        "shm-space",
        "kernel",
        (
            "/dev/shm{~}: No space left on device",
            "/dev/shm/{~}.{~}: No space left on device",
            "No space left on device: '/dev/shm",
        ),
        "/dev/shm is full",
        "Shared memory of all ranks of a node lies there. Containers give 64 MB; segments of dead jobs stay.",
        {
            "Docker": "`docker run --shm-size=2g` (or `--ipc=host`)",
            "any": "remove the segments that dead jobs left; Kubernetes: an emptyDir with medium: Memory at /dev/shm",
        },
        "`df -h /dev/shm; ls -l /dev/shm`",
        "https://man7.org/linux/man-pages/man7/shm_overview.7.html",
        needs="log",
        explains=("no-space", "bus-error"),
    ),
    Row(
        "efa-register",
        "libfabric",
        (
            "Unable to register MR buf ({}): {} len: {size}",
            "Unable to register MR buf ({})",
            "<warn> Unable to register MR",
            "efa_cmd_reg_mr: Invalid argument",
            "efa_cmd_reg_mr:",
        ),
        "The EFA adapter refused to register a buffer (of {size} bytes)",
        "`Invalid argument` is mostly a buffer of length 0, as of a window with no memory on some rank, which some "
        "releases of the provider do not accept. `Cannot allocate memory` is a limit of locked memory.",
        {
            "Intel MPI": "a newer libfabric: `export I_MPI_OFI_LIBRARY_INTERNAL=0` with the EFA installer's in "
            "LD_LIBRARY_PATH; `export FI_PROVIDER=tcp` to try without EFA",
            "any": "a newer libfabric (EFA installer); give each rank at least one byte in MPI_Win_create; "
            "`export FI_PROVIDER=tcp` to try without EFA",
        },
        "`fi_info --version; ulimit -l; FI_LOG_LEVEL=warn LAUNCH LINE`",
        "https://github.com/aws/aws-parallelcluster/issues/1988",
        explains=("efa", "mpich-netmod", "mpich-fatal", "mpich-argument", "ofi-call", "no-memory"),
    ),
)
