"""What the C library, the kernel and containers print."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "no-memory",
        "C library",
        (
            "RawMemoryAllocationFailure",
            "Out of memory, error stack",
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
        role="symptom",
        needs="log",
        explains=(
            "abort-signal",
            "mpich-fatal",
            "fortran-error",
            "python-exception",
        ),
    ),
    Row(
        "no-space",
        "C library",
        (
            "No space left on device",
            "Disk quota exceeded",
        ),
        "A file system is full, or a quota is used up",
        "The job cannot write its output, or files in /tmp or TMPDIR. Bytes or the number of files may be at their "
        "limit, of the file system or of this user.",
        {
            "any": "`df -h` shows which; `export TMPDIR=/a/folder/with/room`; `lfs quota -h -u $USER /PATH` on Lustre",
        },
        "`df -h . /tmp /dev/shm; df -i . /tmp; quota -s`",
        "https://man7.org/linux/man-pages/man3/errno.3.html",
        needs="log",
        alone=("{name}: {count} : No space left on device", "{name}: {count} : Disk quota exceeded"),
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
            "fork: retry: No child processes",
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
            "FATAL: while extracting {}",
            "FATAL: Unable to handle {} uri",
            "while loading overlay images",
            "while bind mounting",
            "FATAL: container creation failed",
            "FATAL:   container creation failed",
            "FATAL: could not open image",
            "FATAL:   could not open image",
            "Failed to create user namespace",
            "could not synchronize with master process",
            "FATAL: While checking container encryption",
            "FATAL: While making image from oci registry",
            "FATAL: configuration disallows users from running",
            "maximum number of user namespaces exceeded",
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
            "pyxis: container start failed",
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
        role="symptom",
        needs="log",
        explains=("slurm-prolog",),
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
            "[Errno 5] Input/output error",
            "{path}: Input/output error",
            "Stale file handle",
            "Stale NFS file handle",
            "cannot {}: Transport endpoint is not connected",
            "Input/output error while reading",
        ),
        "A file system failed under the job",
        "A stale handle: the server was restarted, or the folder was made anew while it was in use. An input/output "
        "error: the disk, the server or the network to it.",
        {
            "any": "start again; mount it anew on the node that the message names",
        },
        "`ls -ld . ; dmesg -T | tail`",
        "https://man7.org/linux/man-pages/man3/errno.3.html",
        needs="log",
    ),
)
