"""What Cray MPICH and MVAPICH print."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "cray-gtl",
        "Cray MPICH",
        ("GPU_SUPPORT_ENABLED is requested, but GTL library is not linked",),
        "MPICH_GPU_SUPPORT_ENABLED is set, and the program is not linked with the GTL library",
        "Cray MPICH needs its GPU transport layer (libmpi_gtl_cuda or libmpi_gtl_hsa) in the program.",
        {
            "Cray MPICH": "`module load craype-accel-amd-gfx90a` (or craype-accel-nvidia80) and link again with cc; or "
            "`export MPICH_GPU_SUPPORT_ENABLED=0`",
            "any": "mpi4py: build it with the accelerator module loaded, or LD_PRELOAD the library of "
            "$CRAY_MPICH_ROOTDIR/gtl/lib",
        },
        "`ldd PROGRAM | grep gtl; env | grep MPICH_GPU`",
        "https://docs.olcf.ornl.gov/systems/frontier_user_guide.html#gpu-aware-mpi",
    ),
    Row(
        "cray-nic-policy",
        "Cray MPICH",
        (
            "Unable to use a NIC_POLICY of",
            "unable to set NIC_POLICY to {name}",
            "MPIDI_OFI_mpi_init_hook: MPICH_OFI_NIC_POLICY",
        ),
        "A rank spans NUMA domains, and the NIC policy needs it inside one",
        "MPICH_OFI_NIC_POLICY=NUMA picks the NIC by the domain of the rank's cores.",
        {
            "any": "bind each rank inside a NUMA domain (`srun -c 7 --cpu-bind=cores`), or `export "
            "MPICH_OFI_NIC_POLICY=BLOCK`",
        },
        "`srun -n1 grep Cpus_allowed_list /proc/self/status`",
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
            "`FI_PROVIDER=tcp`",
        },
        "`fi_info -p cxi; ldd PROGRAM | grep -E 'fabric|cxi'`",
        "https://ofiwg.github.io/libfabric/main/man/fi_cxi.7.html",
        explains=("mpich-netmod",),
    ),
    Row(
        "cray-rank-mismatch",
        "Cray MPICH",
        (
            "_pmi_alps_init:",
            "aprun: Unexpected close",
            "PE_{} pmi_inet_setup",
            "_pmi_inet_listen_socket_setup",
            "_pmi_init:_pmi_alps_init returned",
            "_mpidi_cray_pmi_receive: Assertion",
            "cray_pmi_utils.c:{count}: {name}: Assertion",
        ),
        "Cray's PMI does not find its launcher",
        "The program was started without srun, aprun or PALS' mpiexec, Slurm has another PMI as its default, or the "
        "launcher does not serve all that Cray's library asks.",
        {
            "Flux": "`flux run -o pmi=cray-pals ./program` (flux-coral2)",
            "Slurm": "`srun --mpi=cray_shasta ./program`",
            "any": "start inside a job, with srun or mpiexec of PALS",
        },
        "`srun --mpi=list; env | grep PMI`",
        "https://cpe.ext.hpe.com/docs/latest/mpt/mpich/index.html",
    ),
    Row(
        "cray-not-launched",
        "Cray MPICH",
        ("did not recognize this as an MPI process", "failed to recognized this as an MPI process"),
        "A program of the Cray network runs outside of its launcher",
        "The library of the network (libibgni) was not started by aprun or srun: a mode for other programs (CCM) was "
        "not "
        "asked for, or mpirun is of another MPI.",
        {
            "any": "start with aprun or srun and the MPI of the machine; `ccmrun mpirun ...` for others",
        },
        "`which mpirun aprun srun`",
        "https://github.com/radical-cybertools/radical.pilot/issues/580",
        role="suspect",
        explains=("daemons", "mpi-init-failed", "before-init"),
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
            "any": "`export MV2_ENABLE_AFFINITY=0` for programs with threads, or `MV2_THREADS_PER_PROCESS=n`",
        },
        "`env | grep MV2; rankwise doctor -- LAUNCH LINE`",
        "https://mvapich.cse.ohio-state.edu/userguide/",
        role="warning",
    ),
    Row(
        "mvapich-mapping",
        "MVAPICH",
        (
            "Error parsing CPU mapping string",
            "({name}) in MPIDI_CH3I_set_affinity",
            "Invalid my_local_id: -1, Disabling hwloc topology broadcast",
        ),
        "MVAPICH cannot bind its ranks under this launcher",
        "It binds by itself, and does not learn the rank's number on its node, or the cores of the job are not those "
        "it counts.",
        {
            "any": "`export MV2_ENABLE_AFFINITY=0`, and let the launcher bind",
        },
        "`env | grep MV2; grep Cpus_allowed_list /proc/self/status`",
        "https://github.com/flux-framework/flux-core/issues/4371",
    ),
    Row(
        "mvapich-ib",
        "MVAPICH",
        (
            "rdma_iba_hca_init",
            "Attributes failed sanity check",
            "Error getting HCA",
            "rdma_open_hca",
            "No active HCAs found on the system",
            "rdma_get_hca_type",
            "Unable to find any active HCA",
            "rdma_find_active_port",
        ),
        "MVAPICH finds no InfiniBand port that is active",
        "There is no adapter, its port is down, or the container has no /dev/infiniband.",
        {
            "any": "on a node without InfiniBand use another MPI (or MVAPICH built with `--with-device=ch3:sock`); "
            "in a container bind /dev/infiniband",
        },
        "`ibv_devinfo | grep -E 'hca_id|state'; ls /dev/infiniband`",
        "https://mvapich.cse.ohio-state.edu/userguide/",
    ),
)
