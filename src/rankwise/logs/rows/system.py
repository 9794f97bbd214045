"""What the loader, the C library, the kernel, ssh and containers print."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "missing-library",
        "loader",
        (
            "error while loading shared libraries: {name}: cannot open",
            "error while loading shared libraries: {name}: wrong ELF class",
            "{name}: cannot open shared object file: No such file or directory",
        ),
        "A library is not found on the node of a rank: {name}",
        "Launchers do not pass LD_LIBRARY_PATH to other nodes by themselves, and modules are not loaded there.",
        {
            "Open MPI": "`mpirun -x LD_LIBRARY_PATH ...`",
            "MPICH": "`mpiexec -genv LD_LIBRARY_PATH $LD_LIBRARY_PATH ...`",
            "Slurm": "`srun --export=ALL`; load the modules in the job's script",
            "any": "link with `-Wl,-rpath,FOLDER`; or set LD_LIBRARY_PATH on every node",
        },
        "`ldd PROGRAM | grep 'not found'` (on that node)",
        "https://man7.org/linux/man-pages/man8/ld.so.8.html",
        needs="log",
        explains=("daemons",),
    ),
    Row(
        "old-glibc",
        "loader",
        (
            "version `GLIBC_{version}' not found",
            "version `GLIBCXX_{version}' not found",
            "GLIBC_{version}' not found",
            "version `CXXABI_{version}' not found",
        ),
        "The program needs a newer C or C++ library than the node has",
        "It was built on a newer system, or LD_LIBRARY_PATH finds an old libstdc++ first.",
        {
            "any": "build on the oldest system that runs it; put the compiler's own lib64 first in LD_LIBRARY_PATH",
        },
        "`ldd --version | head -1; strings $(ldconfig -p | awk '/libstdc..so.6 /{print $NF; exit}') | "
        "grep GLIBCXX | tail -1`",
        "https://man7.org/linux/man-pages/man8/ld.so.8.html",
        needs="log",
        explains=("daemons",),
    ),
    Row(
        "undefined-symbol",
        "loader",
        (
            "symbol lookup error: {path}: undefined symbol: {name}",
            "Symbol `{name}' has different size in shared object, consider re-linking",
            "undefined symbol: MPI_",
            "undefined symbol: ompi_",
            "undefined symbol: opal_",
            "undefined symbol: PMIx_",
            "undefined symbol: MPIR_",
        ),
        "A library is another version than the one it was built with",
        "The loader takes the library of another MPI, or of another release: by LD_LIBRARY_PATH, or because a setting "
        "names it.",
        {
            "any": "`module purge`, then load one MPI; see which file the loader takes with ldd, and take the other "
            "out of LD_LIBRARY_PATH",
        },
        "`ldd PROGRAM | grep -E 'mpi|pmix|ucx'; echo $LD_LIBRARY_PATH`",
        "https://man7.org/linux/man-pages/man8/ld.so.8.html",
        needs="log",
    ),
    Row(
        "no-memory",
        "C library",
        (
            "std::bad_alloc",
            "Cannot allocate memory",
            "Insufficient virtual memory",
            "MemoryError: Unable to allocate",
            "insufficient virtual memory",
            "Unable to allocate {size} bytes",
            "fork: Cannot allocate memory",
        ),
        "A rank has no memory left",
        "The node, its control group or a limit (ulimit -v) gives no more. Ranks of a node share its memory.",
        {
            "any": "fewer ranks on a node, or more memory for the job; `ulimit -v unlimited`",
        },
        "`ulimit -a; free -h`",
        "https://man7.org/linux/man-pages/man2/getrlimit.2.html",
        needs="log",
    ),
    Row(
        "no-space",
        "C library",
        (
            "No space left on device",
            "Disk quota exceeded",
        ),
        "A file system is full",
        "Of the job's output, of /tmp, or of /dev/shm, in which shared memory lies.",
        {
            "any": "`df -h` shows which; `export TMPDIR=/a/folder/with/room`; remove what dead jobs left in /dev/shm",
        },
        "`df -h . /tmp /dev/shm; df -i . /tmp; quota -s`",
        "https://man7.org/linux/man-pages/man3/errno.3.html",
        needs="log",
        explains=("session-folder",),
    ),
    Row(
        "open-files",
        "C library",
        (
            "Too many open files",
            "The process ran out of file descriptors",
            "The system limit on number of children",
            "pipe function call failed when setting up I/O forwarding",
            "system limit exceeded {} pipes",
        ),
        "A process may open no more files",
        "Launchers need some for each rank, and TCP for each connection: the limit (ulimit -n) is too low for "
        "so many ranks.",
        {
            "Slurm": "LimitNOFILE=65536 for slurmd (`systemctl edit slurmd`)",
            "Docker": "`docker run --ulimit nofile=65536:65536`",
            "any": "`ulimit -n 65536` before mpirun; permanently in /etc/security/limits.conf",
        },
        "`ulimit -n; ls /proc/$(pgrep -o mpirun)/fd | wc -l`",
        "https://man7.org/linux/man-pages/man2/getrlimit.2.html",
        needs="log",
    ),
    Row(
        "no-processes",
        "C library",
        (
            "fork: retry: Resource temporarily unavailable",
            "fork: Resource temporarily unavailable",
            "can't start new thread",
            "pthread_create failed: Resource temporarily unavailable",
            "pthread_create failed for thread {count}",
            "OpenBLAS blas_thread_init: pthread_create failed",
            "libgomp: Thread creation failed",
            "fork of {} failed: Resource temporarily unavailable",
        ),
        "A process may start no more processes or threads",
        "Each rank starts as many threads as there are CPUs where OMP_NUM_THREADS is not set; the limit (ulimit "
        "-u, pids.max) is reached.",
        {
            "any": "`export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1` (or what each rank has of cores); `ulimit -u`;"
            " `docker run --pids-limit=-1`",
        },
        "`ulimit -u; cat /sys/fs/cgroup/pids.max; echo $OMP_NUM_THREADS`",
        "https://man7.org/linux/man-pages/man2/getrlimit.2.html",
        needs="log",
    ),
    Row(
        "ssh-denied",
        "ssh",
        (
            "Permission denied (publickey",
            "Host key verification failed",
            "Permission denied, please try again",
            "WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED",
            "ssh: connect to host {host} port {count}: Connection refused",
            "ssh: connect to host {host} port {count}: No route",
            "ssh: connect to host {host} port {count}: Connection timed out",
            "ssh: command not found",
            "ssh: not found",
            "The authenticity of host '{host}",
            "kex_exchange_identification: ",
        ),
        "ssh to another node asks for something, or does not get there",
        "Launchers start ranks on other nodes by ssh, which must work without a question.",
        {
            "any": "`ssh-copy-id {host}`; `ssh-keyscan {host} >> ~/.ssh/known_hosts`; then `ssh {host} true` must "
            "print nothing",
        },
        "`ssh -o BatchMode=yes {host} true`",
        "https://man7.org/linux/man-pages/man1/ssh.1.html",
        needs="log",
        explains=(
            "daemons",
            "intel-ssh",
        ),
    ),
    Row(
        "ssh-key-mode",
        "ssh",
        (
            "WARNING: UNPROTECTED PRIVATE KEY FILE",
            "Permissions {count} for '{path}' are too open",
            "Authentication refused: bad ownership or modes for",
        ),
        "ssh does not take a key, because others may read or write it",
        "The private key must be readable by its owner alone, and the folder .ssh writable by nobody else.",
        {
            "any": "`chmod 700 ~/.ssh; chmod 600 ~/.ssh/id_rsa ~/.ssh/authorized_keys`; Kubernetes: mount the secret "
            "with defaultMode: 0600",
        },
        "`ls -ld ~ ~/.ssh; ls -lL ~/.ssh`",
        "https://github.com/kubeflow/mpi-operator/issues/429",
        needs="log",
        explains=("daemons", "intel-ssh", "ssh-denied"),
    ),
    Row(
        "name-unresolved",
        "C library",
        (
            "Name or service not known",
            "Could not resolve hostname {host}",
            "Temporary failure in name resolution",
            "unable to resolve host",
            "nodename nor servname provided",
            "Could not resolve host {host}",
            "failed to resolve hostname {host}",
            "unable to resolve the following node name",
            "unable to get host address for {host}",
        ),
        "A host name does not resolve",
        "The same name must lead to the same address on every node.",
        {
            "any": "add the nodes to /etc/hosts on each node, or use addresses in the host list",
        },
        "`getent hosts NAME` (on each node)",
        "https://man7.org/linux/man-pages/man1/getent.1.html",
        needs="log",
        explains=(
            "daemons",
            "intel-ssh",
            "hydra-firewall",
        ),
    ),
    Row(
        "connection-refused",
        "C library",
        (
            "No route to host",
            "Connection refused",
            "Connection timed out",
        ),
        "A node cannot be reached, or a firewall closes ports",
        "Ranks and launchers connect to ports that the kernel chooses, between all nodes of the job.",
        {
            "any": "open all ports between the nodes of the job; name the network (btl_tcp_if_include, FI_TCP_IFACE,"
            " UCX_NET_DEVICES)",
        },
        "`rankwise doctor --hosts A,B` says which pair, and in which direction",
        "https://man7.org/linux/man-pages/man2/connect.2.html",
        role="symptom",
        needs="job",
    ),
    Row(
        "apptainer-nv",
        "Apptainer",
        (
            "Could not find any nv files on this host",
            "while bind mounting",
            "FATAL: container creation failed",
            "FATAL:   container creation failed",
            "FATAL: could not open image",
            "FATAL:   could not open image",
            "squashfuse not found",
            "Failed to create user namespace",
            "INFO:    Could not find any nv files",
        ),
        "Apptainer could not start the container, or gave it less than was asked",
        "An image or bind folder is not there on a node, user namespaces are forbidden, or the node has no GPU driver.",
        {
            "Apptainer": "put the image on a file system that every node mounts; bind only folders that exist on each; "
            "`sysctl user.max_user_namespaces=15000`",
        },
        "`apptainer exec IMAGE true` (on each node); `sysctl user.max_user_namespaces`",
        "https://apptainer.org/docs/user/main/mpi.html",
    ),
    Row(
        "docker",
        "Docker",
        (
            "docker: Error response from daemon",
            "OCI runtime create failed",
            "OCI runtime exec failed",
            'could not select device driver "" with capabilities: [[gpu]]',
            "pyxis: couldn't start container",
            "pyxis: failed to import docker image",
        ),
        "The container did not start",
        "The message behind it names what is missing: an image, a device, a GPU runtime.",
        {
            "Docker": "GPUs need nvidia-container-toolkit on the node; `docker run --gpus all`",
            "any": "start the container by hand on that node first",
        },
        "`docker run --rm IMAGE true`",
        "https://docs.docker.com/reference/cli/docker/container/run/",
        needs="log",
    ),
    Row(
        "exec-format",
        "kernel",
        (
            "Exec format error",
            "cannot execute binary file",
        ),
        "The program is for another architecture, or a script without its first line",
        "x86-64 programs do not run on Arm, and a script needs #!/bin/sh.",
        {
            "any": "build it on a node of that kind; `file PROGRAM` says for which it is",
        },
        "`file PROGRAM; uname -m`",
        "https://man7.org/linux/man-pages/man2/execve.2.html",
        needs="log",
    ),
    Row(
        "static-tls",
        "loader",
        ("cannot allocate memory in static TLS block",),
        "A library cannot be loaded any more: the room for static thread memory is taken",
        "Libraries with static TLS (libgomp, UCX, jemalloc) must be loaded first.",
        {
            "any": "`export LD_PRELOAD=/path/of/the/library/that/the/message/names`; or import it first",
        },
        "`LD_DEBUG=libs PROGRAM 2>&1 | tail`",
        "https://bugzilla.redhat.com/show_bug.cgi?id=1722181",
        needs="log",
        explains=("missing-library",),
    ),
    Row(
        "read-only",
        "C library",
        ("Read-only file system",),
        "A folder that must be written is read-only",
        "A container's image, or a mount: of TMPDIR, of the home folder or of the job's own folder.",
        {
            "Apptainer": "`apptainer exec --writable-tmpfs`, or `--bind /scratch`",
            "any": "`export TMPDIR=/tmp`, or another folder that can be written",
        },
        "`touch ${TMPDIR:-/tmp}/x; mount | grep ro,`",
        "https://man7.org/linux/man-pages/man3/errno.3.html",
        needs="log",
        explains=("session-folder",),
    ),
    Row(
        "stale-handle",
        "kernel",
        (
            "Stale file handle",
            "Stale NFS file handle",
            "Transport endpoint is not connected",
            "Input/output error while reading",
        ),
        "A network file system went away under the job",
        "The server was restarted, or the folder was made anew while it was in use.",
        {
            "any": "start again; mount it anew on the node that the message names",
        },
        "`ls -ld . ; dmesg -T | tail`",
        "https://man7.org/linux/man-pages/man3/errno.3.html",
        needs="log",
    ),
    Row(
        "foam-ranks",
        "OpenFOAM",
        (
            "specifies {count} processors but job was started with {count} processors",
            "number of processor directories = {count} is not equal to the number of processors = {count}",
        ),
        "The case is decomposed for another number of ranks than were started",
        "The numberOfSubdomains of decomposeParDict, the processor folders and the ranks must be equal.",
        {
            "any": "start as many ranks as there are parts: `mpirun -np $(foamDictionary -entry numberOfSubdomains "
            "-value system/decomposeParDict) SOLVER -parallel`; or `decomposePar -force` after a change",
        },
        "`ls -d processor*; grep numberOfSubdomains system/decomposeParDict`",
        "https://github.com/iat-cener/CFDWind/issues/1",
    ),
    Row(
        "gromacs-domains",
        "GROMACS",
        (
            "There is no domain decomposition for {count} ranks that is compatible",
            "There is no domain decomposition for {count} ranks",
            "is too small for a cut-off of {} domain decomposition cells",
        ),
        "GROMACS cannot divide the box among so many ranks",
        "Each rank gets a part that is not smaller than the longest interaction: a small system has room for few.",
        {
            "any": "fewer ranks, and more threads for each: `gmx mdrun -ntmpi 1`, `mpirun -np 4 gmx_mpi mdrun -ntomp "
            "8`",
        },
        "`grep -A12 'domain decomposition' md.log`",
        "https://manual.gromacs.org/current/user-guide/run-time-errors.html",
    ),
    Row(
        "foam-parallel",
        "OpenFOAM",
        (
            "attempt to run parallel on 1 processor",
            "dummy Pstream library cannot be used in parallel",
            "Trying to use the dummy Pstream library",
        ),
        "OpenFOAM runs with -parallel as processes of one rank each",
        "It was started without mpirun, or its Pstream library is linked to another MPI than the launcher belongs to, "
        "or is the dummy one without MPI.",
        {
            "any": "`mpirun -np 4 SOLVER -parallel`; where it was: source OpenFOAM's etc/bashrc in the job, with "
            "WM_MPLIB of the MPI that starts it (`ldd PROGRAM` shows which libPstream.so and libmpi.so are loaded)",
        },
        "`ldd $(which simpleFoam) | grep -E 'Pstream|mpi'; which mpirun`",
        "https://github.com/gerlero/openfoam-app/issues/333",
    ),
)
