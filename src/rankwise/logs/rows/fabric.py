"""What libfabric and libibverbs print."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

_COMPLETIONS: Final = (
    *("Local length", "Local QP operation", "Bad response", "Invalid request", "Remote OP", "Remote QP", "Generic"),
)
"""What UCX calls errors of an adapter, beside those of `ucx-retry` and `ucx-protection`."""

_NO_PML: Final = ("pml-missing", "openmpi-no-pml", "mpi-init-failed", "before-init", "errors-fatal")
"""What Open MPI says where its transport did not open."""

ROWS: Final = (
    Row(
        "memlock",
        "libibverbs",
        (
            "RLIMIT_MEMLOCK is {size} bytes",
            "This will severely limit memory registrations",
        ),
        "Ranks may lock too little memory for RDMA",
        "The limit of locked memory in the job (ulimit -l) is too low ({size} bytes): adapters need it unlimited. "
        "Services such as slurmd ignore limits.conf.",
        {
            "Slurm": "`systemctl edit slurmd`: [Service] LimitMEMLOCK=infinity, then restart it",
            "Docker": "`docker run --ulimit memlock=-1 --cap-add=IPC_LOCK`",
            "any": "* soft memlock unlimited and * hard memlock unlimited in /etc/security/limits.conf, then log in "
            "again",
        },
        "`mpirun --map-by ppr:1:node sh -c 'ulimit -l'` (in the job, on each node)",
        "https://www.open-mpi.org/faq/?category=openfabrics#ib-locked-pages",
        role="suspect",
        explains=(
            "no-memory",
            "mpich-netmod",
            "qp-failed",
            "ucx-worker",
            "errors-fatal",
            "before-init",
            "mpi-init-failed",
            "pml-missing",
            "mpich-fatal",
        ),
    ),
    Row(
        "memlock-failed",
        "libibverbs",
        (
            "failed to initialize while trying to allocate some locked memory",
            "ibv_create_cq({}) failed: Cannot allocate memory",
            "ibv_create_srq() failed: Cannot allocate memory",
            "ibv_reg_mr({}) failed: Cannot allocate memory",
            "mlx5dv_{name}({}) failed: Cannot allocate memory",
            "failed: Cannot allocate memory : Please set max locked memory",
            "failed to register memory {} Cannot allocate memory ulimit",
            "Failed to create a completion queue (CQ)",
            "Please set max locked memory (ulimit -l) to 'unlimited'",
            "max locked memory (ulimit -l)",
            "userinit: mmap of {} failed: Resource temporarily unavailable",
            "userinit_internal: mmap of {} failed: Resource temporarily unavailable",
        ),
        "An adapter was refused memory that is locked for it",
        "Mostly the limit of locked memory in the job (ulimit -l) is too low: adapters need it unlimited. Services "
        "such as "
        "slurmd ignore limits.conf.",
        {
            "Slurm": "`systemctl edit slurmd`: [Service] LimitMEMLOCK=infinity, then restart it",
            "Docker": "`docker run --ulimit memlock=-1 --cap-add=IPC_LOCK`",
            "any": "* soft memlock unlimited and * hard memlock unlimited in /etc/security/limits.conf, then log in "
            "again",
        },
        "`mpirun --map-by ppr:1:node sh -c 'ulimit -l'` (in the job, on each node)",
        "https://github.com/open-mpi/ompi/issues/6468",
        explains=("memlock", "mpich-netmod", "qp-failed", "ucx-worker", "no-memory", "ucx-said", "opx-psm2"),
    ),
    Row(
        "uverbs",
        "libibverbs",
        (
            "CMA: no RDMA devices found",
            "couldn't read uverbs ABI version",
            "unable to get RDMA device list",
            "ibv_get_device_list() failed",
            "unable to open /dev/infiniband/rdma_cm",
            "no userspace device-specific driver found for",
            "couldn't open config directory '{path}'",
            "couldn't load driver",
            "couldn't open config directory",
            "Warning: couldn't stat",
        ),
        "libibverbs has no driver for the adapter here",
        "The image or node has no rdma-core, or the container has no /dev/infiniband: messages then go by TCP.",
        {
            "Docker": "`docker run --device=/dev/infiniband --cap-add=IPC_LOCK`, with rdma-core in the image",
            "Apptainer": "`apptainer exec --bind /dev/infiniband,/etc/libibverbs.d ...`",
            "any": "install rdma-core (libibverbs-dev, ibverbs-providers)",
        },
        "`ls /dev/infiniband /etc/libibverbs.d; ibv_devices`",
        "https://github.com/linux-rdma/rdma-core/issues/1008",
        role="warning",
    ),
    Row(
        "qp-failed",
        "libibverbs",
        (
            "Failed to modify QP to RTR",
            "Failed to modify UD QP to",
            "ibv_create_qp({}) failed",
            "ibv_create_cq({}) failed",
            "ibv_cmd_create_qp with {count}",
            "failed to create QP",
            "failed to create qp:",
            "ibv_open_device({}) failed",
            "ibv_modify_qp failed",
            "ibv_modify_qp({}) failed",
            "mlx5dv_devx_obj_create({}) failed",
            "mlx5dv_devx_qp_modify({}) failed",
            "failed to create UD QP",
            "failed to create RC QP",
            "ibv_alloc_pd",
            "Failed to create DCT",
        ),
        "The network adapter made no connection (queue pair)",
        "Too many ranks or connections for the adapter, too little locked memory, or a container without IPC_LOCK. "
        "`Invalid argument`: its driver or firmware does not do what the library asks for (dc, devx, a service level).",
        {
            "any": "`UCX_TLS=dc,sm,self` or ud,sm,self use fewer connections than rc; `ulimit -l unlimited`; where an "
            "argument is invalid: `UCX_TLS=rc,sm,self`, `export UCX_IB_MLX5_DEVX_OBJECTS=`, a newer driver and "
            "firmware, else `UCX_TLS=tcp,sm,self`",
        },
        "`ulimit -l; ibv_devinfo -v | grep -E 'max_qp|fw_ver'`",
        "https://github.com/openucx/ucx/issues/3097",
        role="symptom",
        explains=("mpich-fatal", "no-memory", "ucx-worker", "ucx-endpoint", "mpich-ucx-init", *_NO_PML),
    ),
    Row(
        "ib-completion",
        "libibverbs",
        (
            "The OpenFabrics stack has reported a network error event",
            "got completion with error",
            "local QP operation error",
            *(f"{kind} on {{device}}:{{count}}/{{name}} (synd 0x" for kind in _COMPLETIONS),
            "WR flushed because QP in error state",
            "wc->status == IBV_WC_SUCCESS.",
            "wc status {count}",
        ),
        "The network adapter reports that a message failed",
        "Which way says its syndrome: the port or the other end does not answer, memory was not registered or was "
        "freed, "
        "or the firmware failed.",
        {
            "any": "look at port and cable: `ibstat`; on RoCE at the GID index: `show_gids`; see whether another rank "
            "died first; try another way: `UCX_TLS=ud,sm,self`, `--mca btl tcp,self`",
        },
        "`ibstat; dmesg -T | grep -i mlx5`",
        "https://github.com/openucx/ucx/issues/5199",
        role="symptom",
        explains=("mpich-fatal", "abort-signal"),
    ),
    Row(
        "libfabric-no-provider",
        "libfabric",
        (
            "OFI: Unable to find provider",
            "fi_getinfo: -61 (No data available)",
            "fi_getinfo: -{count} (No data available)",
            "No data available (fi_getinfo)",
            "fi_getinfo returned {status}",
            "fi_getinfo({}): No data available",
            "OFI: Couldn't find provider",
        ),
        "libfabric has no provider that serves this job",
        "FI_PROVIDER names a provider that this build does not have, or whose device is not here.",
        {
            "any": "`unset FI_PROVIDER`; or `FI_PROVIDER=tcp`; `fi_info -l` lists the providers that are here",
        },
        "`fi_info -l; env | grep FI_`",
        "https://ofiwg.github.io/libfabric/main/man/fi_getinfo.3.html",
        explains=(
            "mpich-netmod",
            "qp-failed",
        ),
    ),
    Row(
        "efa",
        "libfabric",
        (
            "prov/efa/src",
            "EFA provider internal",
            "EFA internal error",
            "Unable to {} EFA device",
            "efa_{} Unresponsive remote",
            "Unresponsive receiver",
            "efa:cq:{name}():{count}",
            "rxr_cq_write_tx_error",
            "NET/OFI Unable to insert remote address into address vector",
        ),
        "EFA, the network of AWS, does not work between these instances",
        "The security group must allow all traffic from itself, in and out; instances must be in one subnet and "
        "have EFA.",
        {
            "any": "allow all traffic of the security group to itself, both directions; `fi_info -p efa` must list a"
            " device; `FI_PROVIDER=tcp` to try without",
        },
        "`fi_info -p efa; ls /dev/infiniband`",
        "https://github.com/open-mpi/ompi/issues/6795",
        role="symptom",
        explains=(
            "mpich-netmod",
            "qp-failed",
            "mpich-fatal",
        ),
    ),
    Row(
        "cxi",
        "libfabric",
        (
            "cxi_{} Unable to open CXI device",
            "cxi: no CXI service",
            "cxil_alloc_lni failed",
            "Failed to get CXI service",
            "cxip_{}: {} failed",
            "Cassini {} event overrun",
            "LE resources not recovered",
            "FI_CXI_{} exhausted",
            "cxil_open_device",
        ),
        "The Slingshot adapter (cxi) gives a rank what it needs no more",
        "The job has no CXI service (started outside of srun, or in a container), or resources of the adapter ran out.",
        {
            "any": "start with `srun --network=single_node_vni` (one node) or in the job; `export "
            "FI_CXI_RX_MATCH_MODE=software` where match entries run out",
        },
        "`fi_info -p cxi; cxi_service list`",
        "https://ofiwg.github.io/libfabric/main/man/fi_cxi.7.html",
        role="symptom",
        explains=(
            "mpich-netmod",
            "qp-failed",
            "mpich-fatal",
        ),
    ),
    Row(
        "cxi-queue",
        "libfabric",
        (
            "Cassini Event Queue overflow detected",
            "MPICH suspects a hang due to completion queue exhaustion",
            "OFI is failing to make progress on posting a",
        ),
        "The event queue of a Slingshot adapter (cxi) is full",
        "More messages are under way to a rank than its completion queue holds events for: it receives too late, or "
        "it, or others to it, have posted too many at once.",
        {"any": "`export FI_CXI_DEFAULT_CQ_SIZE=131072`; receive earlier, or let fewer ranks send to one at a time"},
        "`rankwise trace -- LAUNCH LINE` counts who sends to whom",
        "https://github.com/argonne-lcf/user-guides/pull/315",
        explains=("mpich-netmod", "slurm-time", "pbs-walltime"),
    ),
    Row(
        "port-down",
        "libibverbs",
        (
            "port state: PORT_DOWN",
            "{device} port {count} is not active",
            "There are no active ports",
            "but there are no active ports detected",
            "no active IB ports",
            "port is down",
            "IBV_EVENT_PORT_ERR",
            "got async event: port error",
        ),
        "A port of the network adapter is down",
        "The cable, the switch or the subnet manager is missing.",
        {
            "any": "check cable and switch of the port, and that a subnet manager runs (opensm, or of the switch)",
        },
        "`ibstat; ibv_devinfo | grep -E 'hca_id|state'`",
        "https://github.com/linux-rdma/rdma-core/blob/master/Documentation/libibverbs.md",
        needs="log",
        explains=(
            "mpich-netmod",
            "qp-failed",
        ),
    ),
    Row(
        "ib-pkey",
        "libibverbs",
        (
            "multiple full-membership pkey found",
            "pkey 0x{} not found",
            "could not find pkey",
            "no matching pkey",
            "failed to find pkey",
        ),
        "The partition key of InfiniBand is not clear, or not there",
        "The fabric has partitions (cloud machines often do), and the library must be told which to use.",
        {
            "Intel MPI": "`export UCX_IB_PKEY=0x8001` (mlx provider)",
            "Open MPI": "`export UCX_IB_PKEY=0x8001`",
            "any": "`export UCX_IB_PKEY=0x8001`, or MPI_IB_PKEY for Platform MPI: the value that the port's pkeys show",
        },
        "`cat /sys/class/infiniband/*/ports/1/pkeys/*`",
        "https://openucx.readthedocs.io/en/master/faq.html",
    ),
    Row(
        "ofed-mismatch",
        "libibverbs",
        (
            "ibv_{name}({}) returned 38: Function not implemented",
            "ibv_{name}({}) failed: Function not implemented",
            "ibv_{name} failed: Function not implemented",
            "ibv_{name}({}) returned 38",
        ),
        "The libraries of InfiniBand do not fit the driver of this node",
        "libibverbs (rdma-core, MLNX_OFED) in the container or module asks the kernel for something that its driver "
        "does "
        "not have.",
        {
            "any": "in a container: the same release of rdma-core or MLNX_OFED as the host; to try without: "
            "`export UCX_TLS=tcp,sm,self`",
        },
        "`ofed_info -s; modinfo mlx5_core | grep -E '^version|^vermagic'` on the host, and in the container",
        "https://github.com/linux-rdma/rdma-core/blob/master/Documentation/libibverbs.md",
        role="symptom",
        explains=("ucx-said", "qp-failed"),
    ),
)
