"""What stands deeper in the error stacks of MPICH and its kin."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "mpich-card",
        "MPICH",
        (
            "invalid host/port description in business card",
            "Missing ifname or invalid host",
            "Missing hostname or invalid host",
        ),
        "A rank cannot use the host name or address that another rank gave it",
        "Ranks tell each other where they listen. That name does not resolve on this node or in this container, or "
        "has no address of the network that was chosen.",
        {
            "any": "the name that `hostname` prints must resolve on every node, in containers too (/etc/hosts); "
            "`mpiexec -iface eth0 ...` names the network",
        },
        "`getent hosts $(hostname); ip -br addr` (on each node, in the container)",
        "https://github.com/apptainer/singularity/issues/713",
        explains=("mpich-fatal",),
    ),
    Row(
        "mpich-socket-lost",
        "MPICH",
        (
            "(it_plfd->revents & POLLERR) == 0",
            "socksm.c at line {count}",
            "MPID_nem_tcp_connpoll({count}){}: Communication error",
        ),
        "The connection to another rank broke",
        "MPICH's TCP met an error where it expected none: the other rank ended, its node cannot be reached over the "
        "interface that was chosen, or a firewall is between.",
        {
            "any": "look for the first error of the other ranks; `mpiexec -iface eth0` names the network; open ports "
            "between the nodes",
        },
        "`ip -br addr; rankwise doctor --hosts A,B`",
        "https://github.com/firemodels/fds/issues/6584",
        role="consequence",
        explains=("mpich-assert", "mpich-fatal"),
    ),
    Row(
        "mpich-shm-init",
        "MPICH",
        (
            "MPIDI_POSIX_mpi_init_hook",
            "MPIDU_Init_shm_init",
            "MPIDU_shm_seg_alloc",
            "MPL_shm_seg_create_and_attach",
            "MPIU_SHMW_{}:",
            "MPL_shm_hnd_",
            "MPIDI_CH3I_Seg_commit",
        ),
        "MPICH could not make its shared memory",
        "The deepest line of the stack says why: mostly /dev/shm is small or full, or a segment of another user is "
        "there.",
        {
            "Docker": "`docker run --shm-size=2g` (or `--ipc=host`)",
            "any": "make room in /dev/shm: remove segments that dead jobs left",
        },
        "`df -h /dev/shm; ls -l /dev/shm`",
        "https://github.com/wrf-model/WRF/issues/2076",
        role="symptom",
        explains=("mpich-fatal",),
    ),
    Row(
        "mpich-ucx-init",
        "MPICH",
        ("ucx function returned with failed status",),
        "MPICH's UCX did not start",
        "The words in brackets are UCX's reason. `No resources are available` in a container is mostly /dev/shm, of "
        "which "
        "UCX wants more than the 64 MB that containers give.",
        {
            "Docker": "`docker run --shm-size=8g --ulimit memlock=-1` (or `--ipc=host`)",
            "any": "`UCX_LOG_LEVEL=info` says more; `UCX_TLS=tcp,self` to try without shared memory",
        },
        "`df -h /dev/shm; ucx_info -d | grep Transport`",
        "https://github.com/pmodels/mpich/issues/7321",
        role="symptom",
        explains=("mpich-fatal",),
    ),
    Row(
        "thread-level",
        "MPI",
        (
            "not provide the requested threading level",
            "not support the requested thread level",
            "MPI_THREAD_{name} lower than required MPI_THREAD_{name}",
            "requires MPI_THREAD_{name}",
            "MPI_THREAD_MULTIPLE is not supported",
            "does not support MPI_THREAD_",
            "only supports MPI_THREAD_{name}",
            "MPI library does not support {~}thread",
        ),
        "The program wants MPI calls from several threads, and this MPI does not give them",
        "MPI_Init_thread answers with a lower level: the library was built or is set so.",
        {
            "Cray MPICH": "`export MPICH_MAX_THREAD_SAFETY=multiple`",
            "MVAPICH": "`export MV2_ENABLE_AFFINITY=0`",
            "any": "an MPI that was built with it (`ompi_info | grep -i thread`); fewer threads that call MPI",
        },
        "`ompi_info | grep -i thread; mpichversion`",
        "https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report/node303.htm",
        needs="log",
    ),
)
