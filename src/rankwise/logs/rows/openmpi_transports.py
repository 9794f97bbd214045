"""What Open MPI prints about the ways of its messages."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "pml-differ",
        "Open MPI",
        (
            "selected pml {component}, but peer {} selected pml {name}",
            "selected pml {component}, but peer",
        ),
        "Ranks chose different ways for messages (PML {component} and {name})",
        "Each rank takes the best PML that works on its node, and all ranks must take the same: UCX or libfabric "
        "could not use an adapter on some of them, or their Open MPIs or settings differ.",
        {
            "any": "name one for all ranks: `mpirun --mca pml ucx ...`, or `--mca pml ob1`; the rank that cannot "
            "use it then says why",
        },
        "`mpirun --mca pml_base_verbose 10 ...`; `ompi_info | grep 'MCA pml'` and `ucx_info -d` (on each node)",
        "https://github.com/openucx/ucx/issues/4224",
        explains=("unreachable", "openmpi-no-pml", "before-init", "mpi-init-failed", "errors-fatal"),
    ),
    Row(
        "unreachable",
        "Open MPI",
        (
            "At least one pair of MPI processes are unable to reach each other",
            "at least one MPI process is unreachable",
            "BTLs attempted: {}",
        ),
        "No BTL connects some pair of ranks",
        "Mostly the list of BTLs leaves out what these ranks need to reach each other: self, sm (4: vader) inside a "
        "node, tcp or ucx between nodes.",
        {
            "any": "leave `--mca btl` away, or: `--mca btl self,sm,tcp` (4: self,vader,tcp)",
        },
        "`env | grep OMPI_MCA_btl; ompi_info | grep 'MCA btl'`",
        "https://github.com/open-mpi/ompi/blob/main/ompi/mca/bml/r2/help-mca-bml-r2.txt",
        role="symptom",
        explains=(
            "errors-fatal",
            "before-init",
            "mpi-init-failed",
        ),
    ),
    Row(
        "tcp-connect",
        "Open MPI",
        (
            "Open MPI accepted a TCP connection from what appears to be a another Open MPI process",
            "Open MPI failed to TCP connect to a peer MPI process",
            "mca_btl_tcp_endpoint_complete_connect: connect() to {host} failed",
            "connect() to {} failed: Connection refused (111)",
            "connect() to {} failed: No route to host (113)",
            "Open MPI failed to handshake with a connecting peer",
            "recv_connect_ack] received unexpected process identifier",
            "Open MPI detected an inbound MPI TCP connection request from a peer",
            "btl_tcp_endpoint.c:{count}:{} connect() to {host} failed",
        ),
        "Ranks cannot connect by TCP over the interface that was chosen",
        "Bridges of Docker and libvirt (docker0, virbr0) have the same address on every node, or a firewall closes "
        "ports. Where another rank ended first, this follows from it.",
        {
            "any": "name the network: `--mca btl_tcp_if_include 10.0.0.0/16` (or `--mca btl_tcp_if_exclude "
            "lo,docker0,virbr0`)",
        },
        "`ip -br addr; rankwise doctor --hosts A,B`",
        "https://github.com/open-mpi/ompi/issues/6240",
    ),
    Row(
        "tcp-if-name",
        "Open MPI",
        (
            "An invalid value was given for btl_tcp_if_include",
            "An invalid value was given for btl_tcp_if_exclude",
            "An invalid value was given for oob_tcp_if_include",
        ),
        "A setting names an interface that a node does not have",
        "Names of interfaces differ between nodes; networks do not.",
        {
            "any": "give the network in place of the name: `--mca btl_tcp_if_include 10.0.0.0/16`",
        },
        "`ip -br addr`",
        "https://github.com/open-mpi/ompi/blob/main/opal/mca/btl/tcp/help-mpi-btl-tcp.txt",
        role="warning",
    ),
    Row(
        "no-nics",
        "Open MPI",
        (
            "help-mpi-btl-base.txt / btl:no-nics",
            "help-mpi-btl-openib.txt /",
            "error initializing an OpenFabrics device",
            "was unable to find any relevant network interfaces",
            "No OpenFabrics connection schemes reported",
            "there was an error initializing an OpenFabrics device",
            "No preset parameters were found for the device that Open MPI detected",
            "By default, for Open MPI 4.0 and later, infiniband ports on a device are not used",
        ),
        "The old openib BTL is not used, and another transport takes its place",
        "openib is no longer the way to InfiniBand. With UCX the message means nothing; without it messages go "
        "by TCP, and in a container /dev/infiniband may be missing.",
        {
            "any": "`--mca pml ucx` (needs UCX); without InfiniBand: `--mca btl ^openib` hides the message; in a "
            "container: `docker run --device=/dev/infiniband --cap-add=IPC_LOCK`",
        },
        "`ls /dev/infiniband; ompi_info | grep 'MCA pml: ucx'; rankwise fabrics`",
        "https://github.com/open-mpi/ompi/issues/7107",
        role="warning",
    ),
    Row(
        "openib-registers-part",
        "Open MPI",
        (
            "OpenFabrics subsystem is configured to only allow registering part of your physical memory",
            "limiting the amount of physical memory that can be registered",
        ),
        "The adapter's driver registers only a part of the memory of a node",
        "Buffers beyond that part cannot be registered: messages become slow, or the job hangs or ends. The tables of "
        "the driver mlx4 have a fixed size, which must suffice for twice the memory.",
        {
            "any": "as root: `echo options mlx4_core log_num_mtt=25 >> /etc/modprobe.d/mlx4.conf`, then load the "
            "driver anew; until then `mpirun --mca btl ^openib ...`",
        },
        "`grep . /sys/module/mlx4_core/parameters/log_*mtt*; free -g` (2^log_num_mtt * 2^log_mtts_per_seg pages)",
        "https://www.open-mpi.org/faq/?category=openfabrics#ib-low-reg-mem",
        role="suspect",
        explains=("qp-failed", "ib-completion"),
    ),
    Row(
        "cma-denied",
        "Open MPI",
        (
            "Read -1, expected {size}, errno = {status}",
            "mca_btl_vader_get_cma: {} failed",
            "process_vm_readv() failed: Operation not permitted",
            "process_vm_readv: Operation not permitted",
            "WARNING: Linux kernel CMA support was requested via the btl_vader_single_copy_mechanism",
        ),
        "A rank may not read another rank's memory",
        "Single copy (process_vm_readv) is forbidden here: by a container, by kernel.yama.ptrace_scope, or "
        "because ranks are in user namespaces of their own.",
        {
            "Docker": "`docker run --cap-add=SYS_PTRACE`",
            "Open MPI 4": "`--mca btl_vader_single_copy_mechanism none`",
            "Open MPI 5": "`--mca smsc ^cma`",
            "any": "`sysctl kernel.yama.ptrace_scope=0`; one container for all ranks of a node",
        },
        "`cat /proc/sys/kernel/yama/ptrace_scope; grep Seccomp: /proc/self/status; rankwise doctor -- LAUNCH LINE`",
        "https://github.com/open-mpi/ompi/issues/4948",
        role="suspect",
        explains=("errors-fatal", "internal-error", "julia-error"),
    ),
    Row(
        "shm-full",
        "Open MPI",
        (
            "It appears as if there is not enough space for {path}",
            "It appears as if there is not enough space for",
        ),
        "There is no room for the segment of shared memory",
        "Open MPI makes it in /dev/shm, or in its session folder in TMPDIR.",
        {
            "Docker": "`docker run --shm-size=2g` (or `--ipc=host`)",
            "any": "make room where the message says: remove segments that dead jobs left in /dev/shm, or `export "
            "TMPDIR=/a/folder/with/room`",
        },
        "`df -h /dev/shm ${TMPDIR:-/tmp}; ls -l /dev/shm`",
        "https://github.com/open-mpi/ompi/blob/main/opal/mca/shmem/mmap/help-opal-shmem-mmap.txt",
        explains=("bus-error",),
    ),
    Row(
        "shm-call",
        "Open MPI",
        (
            "A system call failed during shared memory initialization",
            "unable to create shared memory BTL coordinating structure",
            "backing_directory directory does not exist or could not be written to",
            "shmem: mmap: an error occurred while",
            "shmem: posix: file name search - max attempts exceeded",
        ),
        "A call of the system failed while shared memory was made",
        "The message names the call and its error: no space, no permission, or a file that is gone already, which does "
        "no harm.",
        {
            "any": "no space: remove segments that dead jobs left in /dev/shm; else `export TMPDIR=/tmp`",
        },
        "`df -h /dev/shm ${TMPDIR:-/tmp}; ls -l /dev/shm`",
        "https://github.com/PrincetonUniversity/athenapk/issues/14",
        role="symptom",
    ),
    Row(
        "shm-on-network",
        "Open MPI",
        (
            "will create a shared memory backing file in a directory that appears to be mounted on a network "
            "filesystem",
            "unable to create a shared memory backing file {} network file",
        ),
        "Shared memory lies in a file on a network file system",
        "TMPDIR is on NFS or Lustre: messages inside a node are then slow, and start-up too.",
        {
            "any": "`export TMPDIR=/tmp` (a folder on a disk of each node)",
        },
        "`df -T ${TMPDIR:-/tmp}`",
        "https://github.com/open-mpi/ompi/blob/main/opal/mca/shmem/mmap/help-opal-shmem-mmap.txt",
        role="warning",
    ),
    Row(
        "cuda-missing",
        "Open MPI",
        (
            "Open MPI library was not built with CUDA",
            "The call to cuIpcOpenMemHandle failed",
            "The call to cuIpcGetMemHandle failed",
            "The user requested CUDA support with the --mca mpi_cuda_support 1 flag",
            "cuIpcOpenMemHandle return value",
        ),
        "Open MPI's CUDA support does not work here",
        "libcuda.so.1 is missing on the node, ranks see different GPUs (Slurm's GPU binding), or this Open MPI "
        "has no CUDA.",
        {
            "Slurm": "`srun --gpu-bind=none`: ranks of a node must see each other's GPUs",
            "any": "`ompi_info --parsable --all | grep mpi_built_with_cuda_support` must say true",
        },
        "`nvidia-smi -L; ompi_info --parsable --all | grep mpi_built_with_cuda_support`",
        "https://github.com/open-mpi/ompi/issues/11949",
    ),
    Row(
        "cuda-libraries",
        "Open MPI",
        (
            "The library attempted to open the following supporting CUDA libraries",
            "The call to cuMemHostRegister({}) failed",
            "^libcuda.so.{count}: cannot open shared object file",
            "^libcuda.dylib: cannot open shared object file",
            "^{path}/libcuda.so.{count}: cannot open shared object file",
            "^{path}/libcuda.dylib: cannot open shared object file",
            "The call to cuCtxGetCurrent() failed",
            "The call to cuIpcCloseMemHandle failed",
        ),
        "Open MPI was built for CUDA, and a call or a library of CUDA does not work here",
        "On a node without a GPU or its driver (libcuda.so.1) that does no harm: the job goes on, without support for "
        "memory of GPUs.",
        {
            "any": "`--mca opal_warn_on_missing_libcuda 0` hides it; with GPUs: ask the job for one, and see whether "
            "the "
            "driver is there",
        },
        "`nvidia-smi -L; ldconfig -p | grep libcuda`",
        "https://github.com/open-mpi/ompi/blob/main/opal/mca/accelerator/cuda/help-accelerator-cuda.txt",
        role="warning",
    ),
    Row(
        "ofi-call",
        "Open MPI",
        (
            "BTL OFI will now abort",
            "fi_cq_readerr: (provider err_code",
            "Open MPI failed an OFI Libfabric library call ({name})",
            "The OFI MTL was not able to find endpoint information",
            "Error in ofi_{}: {name}",
            "Number of local ranks exceed the number of available OFI contexts",
            "Open MPI failed to register your buffer",
            "bigger than supported by selected transport",
        ),
        "A call of libfabric failed beneath Open MPI",
        "The provider that was chosen does not work between these nodes, or a limit was reached ({name}).",
        {
            "any": "`--mca mtl ^ofi --mca btl ^ofi` leaves libfabric out; or name another: `--mca "
            "mtl_ofi_provider_include tcp`",
        },
        "`fi_info -l; ulimit -l`",
        "https://github.com/open-mpi/ompi/blob/main/ompi/mca/mtl/ofi/help-mtl-ofi.txt",
        role="symptom",
        explains=("errors-fatal",),
    ),
    Row(
        "coll-hcoll",
        "Open MPI",
        (
            "Error: coll_hcoll_module.c",
            "coll_hcoll_module.c:",
            "HCOL-E",
            "ml_discover_hierarchy exited with error",
        ),
        "HCOLL, the collectives of HPC-X, failed",
        "hcoll found no device, or devices that differ between nodes.",
        {
            "any": "`mpirun --mca coll_hcoll_enable 0`",
        },
        "`ompi_info | grep hcoll; env | grep HCOLL`",
        "https://github.com/open-mpi/ompi/issues/9761",
    ),
    Row(
        "components-other-release",
        "Open MPI",
        (
            "component_find: unable to open {}: undefined symbol",
            "component_repository_open: unable to open {}: undefined symbol",
            "compiled for a different version of Open MPI",
        ),
        "Open MPI loads plug-ins of another release than its library",
        "Two installations are mixed: the library of one (conda, LD_LIBRARY_PATH) looks into the folder of the other, "
        "or an old one was not removed before a new one was put over it. Or a program loaded libmpi for itself alone "
        "(dlopen without RTLD_GLOBAL: modules of Python, R, Java), which old plug-ins cannot use.",
        {
            "any": "one Open MPI in PATH and LD_LIBRARY_PATH; install a new release into an empty folder; `unset "
            "OPAL_PREFIX`; in Python import mpi4py.MPI before the other module",
        },
        "`ompi_info --path pkglibdir; ldd $(which mpirun) | grep open-pal`",
        "https://github.com/ExaWorks/SDK/pull/70",
        role="suspect",
        explains=("orte-init", "mpi-init-failed", "before-init", "pml-missing", "component-unloadable"),
    ),
    Row(
        "knem",
        "Open MPI",
        ("failed to open the /dev/knem device", "/dev/knem: No such file or directory"),
        "Open MPI was built for knem, and this node has no such device",
        "The module of the kernel that copies between ranks is not loaded. Ranks of a node copy in another way (CMA, "
        "XPMEM, or twice through shared memory).",
        {
            "Open MPI 5": "`--mca smsc ^knem` silences it",
            "Open MPI 4": "`--mca btl_vader_single_copy_mechanism cma` silences it",
        },
        "`ls -l /dev/knem; lsmod | grep -E 'knem|xpmem'`",
        "https://docs.open-mpi.org/en/v5.0.x/tuning-apps/networking/shared-memory.html",
        role="warning",
    ),
    Row(
        "no-sockets",
        "Open MPI",
        (
            "opal_ifinit: socket() failed with errno = {status}",
            "opal_ifinit: unable to find network interfaces",
            "pmix_ifinit: socket() failed with errno = {status}",
        ),
        "Open MPI may not open a socket to list the network's interfaces",
        "The system forbids it or does not know it: WSL 1, a sandbox, a limit of open files (24).",
        {
            "any": "WSL 2 in place of 1; outside of the sandbox; `ulimit -n 65536`",
        },
        "`ip -br addr; uname -r`",
        "https://github.com/open-mpi/ompi/issues/11791",
        role="symptom",
    ),
)
