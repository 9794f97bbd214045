"""What the library of Open MPI prints: components, BTLs, errors of calls, signals."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "component-missing",
        "Open MPI",
        ("A requested component was not found, or was unable to be opened",),
        "A component that was asked for is not in this Open MPI",
        "A line, a variable or a file names a component ({component}) that this build does not have: openib is "
        "gone since version 5, ucx and psm2 are there only where they were found at its build.",
        {
            "any": "leave the setting away, or for InfiniBand: `--mca pml ucx`, for shared memory: `--mca btl "
            "self,sm` (4: vader)",
        },
        "`ompi_info | grep -E 'MCA (pml|btl|mtl)'; env | grep -E 'OMPI_MCA|PRTE_MCA'; cat ~/.openmpi/mca-params.conf`",
        "https://github.com/open-mpi/ompi/blob/main/opal/mca/base/help-mca-base.txt",
        explains=(
            "pml-missing",
            "unreachable",
            "before-init",
            "mpi-init-failed",
        ),
    ),
    Row(
        "pml-missing",
        "Open MPI",
        (
            "No components were able to be opened in the {name} framework",
            "PML {name} cannot be selected",
            "No components were able to be opened in the",
        ),
        "No component of a framework could be opened",
        "A setting of {name} names only components that are not in this Open MPI or find no device here, or their "
        "libraries are missing.",
        {
            "any": "leave `--mca {name}` away; `ompi_info | grep {name}` lists the components that are here",
        },
        "`ompi_info | grep 'MCA {name}'; env | grep OMPI_MCA`",
        "https://github.com/open-mpi/ompi/blob/main/opal/mca/base/help-mca-base.txt",
        explains=("before-init", "mpi-init-failed"),
    ),
    Row(
        "truncated",
        "Open MPI",
        ("MPI_ERR_TRUNCATE: message truncated",),
        "A message is longer than the buffer that receives it",
        "The receive, or a collective call, has a smaller count or another datatype than what was sent. Ranks "
        "may also pass different counts or roots to one collective call, or come to such calls in another order. Two "
        "libraries that use one communicator mix their messages.",
        {
            "any": "compare count, datatype and tag of the two ends; in collective calls all ranks must agree",
        },
        "`rankwise doctor --run -- LAUNCH LINE`",
        "https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report/node73.htm",
    ),
    Row(
        "bad-argument",
        "Open MPI",
        (
            "MPI_ERR_RANK: invalid rank",
            "MPI_ERR_COMM: invalid communicator",
            "MPI_ERR_COUNT: invalid count argument",
            "MPI_ERR_TYPE: invalid datatype",
            "MPI_ERR_BUFFER: invalid buffer pointer",
            "MPI_ERR_ARG: invalid argument",
            "MPI_ERR_ROOT: invalid root",
            "MPI_ERR_REQUEST: invalid request",
            "MPI_ERR_GROUP: invalid group",
            "MPI_ERR_OP: invalid reduce operation",
            "MPI_ERR_WIN: invalid window",
        ),
        "The program passed MPI an argument that is not valid",
        "A rank that is not in the communicator, a negative count, a handle that was freed, or mpi.h of another MPI. "
        "A count above 2147483647 becomes negative, since an int does not hold it.",
        {
            "any": "see the call in the line before; recompile with this MPI's mpicc",
        },
        "`ldd PROGRAM | grep libmpi; which mpicc`",
        "https://docs.open-mpi.org/en/v5.0.x/man-openmpi/man3/MPI_Errors.3.html",
    ),
    Row(
        "after-finalize",
        "MPI",
        (
            "function was called after MPI_FINALIZE was invoked",
            "MPI routine before initializing or after finalizing",
            "Attempting to use an MPI routine ({}) before initializing or after finalizing",
            "The MPI_Comm_free() function was called after MPI_FINALIZE",
            "Attempting to use an MPI routine after finalizing",
            "Attempting to use an MPI routine before initializing",
        ),
        "The program calls MPI after MPI_Finalize, or before MPI_Init",
        "Often a destructor, or another library that ended MPI before.",
        {
            "any": "free communicators and windows before MPI_Finalize; ask MPI_Finalized first",
        },
        "`gdb -ex 'break MPI_Finalize' PROGRAM`",
        "https://docs.open-mpi.org/en/v5.0.x/man-openmpi/man3/MPI_Finalize.3.html",
    ),
    Row(
        "errors-fatal",
        "Open MPI",
        (
            "MPI_ERRORS_ARE_FATAL (processes in this {} will now abort",
            "*** An error occurred in {call}",
            "MPI_ERRORS_ARE_FATAL (your MPI job will now abort)",
        ),
        "An MPI call failed, and the job ends with it",
        "The line that names the class of the error (MPI_ERR_...) says why.",
        {
            "any": "see the MPI_ERR line of this message",
        },
        "`rankwise doctor --run -- LAUNCH LINE`",
        "https://github.com/open-mpi/ompi/blob/main/ompi/errhandler/help-mpi-errors.txt",
        role="symptom",
    ),
    Row(
        "internal-error",
        "Open MPI",
        (
            "MPI_ERR_INTERN: internal error",
            "MPI_ERR_OTHER: known error not in list",
        ),
        "A call failed inside of Open MPI",
        "Transport or memory failed beneath the call; the lines before it, of UCX, libfabric or a BTL, say which.",
        {
            "any": "read the lines before; try `--mca pml ob1 --mca btl self,sm,tcp` to leave the network library out",
        },
        "`rankwise fabrics`",
        "https://docs.open-mpi.org/en/v5.0.x/man-openmpi/man3/MPI_Errors.3.html",
        role="symptom",
        explains=("errors-fatal",),
    ),
    Row(
        "openmpi-no-memory",
        "Open MPI",
        (
            "MPI_ERR_NO_MEM: out of memory",
            "malloc of {size} bytes failed",
        ),
        "A rank has no memory left",
        "MPI, or the program, asked for memory that the node or its limit does not give.",
        {
            "any": "fewer ranks on a node, more memory for the job (Slurm: `--mem`, `--mem-per-cpu`), `ulimit -v "
            "unlimited`",
        },
        "`ulimit -a; free -h`",
        "https://docs.open-mpi.org/en/v5.0.x/man-openmpi/man3/MPI_Errors.3.html",
        needs="log",
    ),
    Row(
        "peer-gone",
        "Open MPI",
        (
            "tcp_peer_send_blocking: send() to socket",
            "An MPI communication peer process has unexpectedly disconnected",
            "mca_btl_tcp_frag_recv: readv failed: Connection reset by peer",
            "mca_btl_tcp_frag_send: writev failed",
            "readv failed: Connection timed out",
            "Socket closed by remote peer",
            "mca_btl_tcp_endpoint_recv_blocking: recv({count}) failed: Connection reset by peer",
        ),
        "Another rank went away",
        "The rank that prints this did nothing wrong: the other end of its connection ended first.",
        {
            "any": "look at the rank on the peer host: its first error is the cause",
        },
        "`dmesg -T | tail -50` on the peer host",
        "https://github.com/open-mpi/ompi/blob/main/opal/mca/btl/tcp/help-mpi-btl-tcp.txt",
        role="consequence",
    ),
    Row(
        "fork-warning",
        "Open MPI",
        (
            'A process has executed an operation involving a call to the "fork()" system call',
            "ibv_fork_init() was disabled or failed",
        ),
        "The program starts other programs while a network library has memory registered",
        "fork() and system() can corrupt memory with old InfiniBand stacks.",
        {
            "any": "`export IBV_FORK_SAFE=1 RDMAV_HUGEPAGES_SAFE=1`; `--mca mpi_warn_on_fork 0` hides it where all "
            "is well",
        },
        "`ibv_devinfo | head -5`",
        "https://github.com/open-mpi/ompi/blob/main/opal/runtime/help-opal-runtime.txt",
        role="warning",
    ),
    Row(
        "heterogeneous",
        "Open MPI",
        ("was configured without support for heterogeneous architectures",),
        "Nodes have different architectures",
        "Open MPI sends plain bytes between ranks unless it was built for different byte orders and sizes.",
        {
            "any": "use nodes of one kind, or build with `--enable-heterogeneous`",
        },
        "`rankwise inventory --hosts A,B`",
        "https://github.com/open-mpi/ompi/blob/main/ompi/runtime/help-mpi-runtime.txt",
    ),
    Row(
        "component-unloadable",
        "Open MPI",
        (
            "mca_base_component_repository_open: unable to open {name}",
            "component_repository_open: unable to open",
            "mca: base: component_find: unable to open",
        ),
        "A plug-in of Open MPI is there and does not load",
        "A library that it needs is missing on this node; Open MPI leaves the plug-in out and goes on, perhaps "
        "over a slower way.",
        {
            "any": "install the library that the message names, or leave the plug-in out: `--mca btl ^NAME`",
        },
        "`ldd $(dirname $(which mpirun))/../lib/openmpi/*.so | grep 'not found'`",
        "https://docs.open-mpi.org/en/v5.0.x/mca.html",
        role="warning",
    ),
    Row(
        "romio-locks",
        "ROMIO",
        (
            "This requires fcntl(2) to be implemented",
            "File locking failed in ADIOI_Set_lock",
            "File locking failed in ADIOI_",
            "ADIOI_Set_lock",
        ),
        "The file system does not lock files, and MPI-IO needs it to",
        "Lustre must be mounted with flock, NFS without noac gives wrong data and with locks off fails.",
        {
            "Open MPI": "`--mca io ompio` (leaves ROMIO out)",
            "any": "mount Lustre with `-o flock`; or hints that avoid locks: `romio_ds_write=disable`, "
            "`romio_ds_read=disable`",
        },
        "`mount | grep -E 'lustre|nfs'` (is flock there?)",
        "https://github.com/open-mpi/ompi/issues/4446",
    ),
    Row(
        "hwloc-invalid",
        "hwloc",
        (
            "has received invalid information from the operating system",
            "out-of-order topology discovery",
            "hwloc has encountered an out-of-order",
            "hwloc {} has encountered what looks like an error from the operating system",
            "encountered what looks like an error from the operating system",
        ),
        "hwloc finds contradictions in what the system says of its hardware",
        "Of a virtual machine, a new kernel or a BIOS with an error. Binding may be wrong; most jobs go on.",
        {
            "any": "`export HWLOC_HIDE_ERRORS=2` hides it; a newer hwloc or BIOS mends it",
        },
        "`lstopo`",
        "https://www.open-mpi.org/projects/hwloc/doc/v2.11.0/a00362.php",
        role="warning",
    ),
    Row(
        "mpi-class",
        "MPI",
        ("*** MPI_ERR_{name}: {}", "MPI.Exception: MPI_ERR_{name}"),
        "An MPI call failed, and its error class says in what",
        "The line before names the call, this one the class of the error.",
        {
            "any": "look at the arguments of that call in the program; `rankwise doctor --run -- LAUNCH LINE`",
        },
        "`rankwise doctor --run -- LAUNCH LINE`",
        "https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report/node238.htm",
        role="symptom",
        vague=True,
        explains=("errors-fatal", "python-exception"),
    ),
)
