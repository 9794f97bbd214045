"""What Open MPI prints when it starts a job: mpirun of versions 4 (ORTE) and 5 (PRRTE)."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

_NOT_LOADED: Final = (
    "launcher-missing",
    "missing-library",
    "python-module",
    "python-library",
    "mpi4py-missing",
    "command-missing",
    "exit-127",
    "executable-missing",
    "hydra-exec",
    "slurm-exec",
)
"""What follows where a module of the environment was not loaded."""

ROWS: Final = (
    Row(
        "root",
        "Open MPI",
        (
            "has detected an attempt to run as root",
            "prte has detected an attempt to run as root",
        ),
        "Open MPI refuses to start ranks as root",
        "A program of root can damage the system; in a container it is usual.",
        {
            "any": "be another user, or: `export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1` (the "
            "same as `mpirun --allow-run-as-root`)",
        },
        "`id -u`",
        "https://docs.open-mpi.org/en/v5.0.x/launching-apps/quickstart.html",
    ),
    Row(
        "daemons",
        "Open MPI",
        (
            "daemon has unexpectedly failed after launch and before communicating back",
            "does not know how to route a message to the specified daemon",
            "was unable to reliably start one or more daemons",
            "PRTE has lost communication with a remote daemon",
            "ORTE has lost communication with a remote daemon",
            "daemon has exited before the required {} completed",
        ),
        "mpirun could not start, or lost, its daemon on another node",
        "mpirun starts prted (orted in version 4) on each node by ssh, by Slurm or by a script of the operator. The "
        "lines before say why it did not: mostly it was not found there, its libraries were not, or ssh asked for "
        "something. Where they say nothing, look for a firewall or for an interface that does not lead back to mpirun.",
        {
            "any": "`ssh HOST true` must work without a question; install Open MPI under the same path on every "
            "node; `mpirun --prefix /path/of/openmpi`; name the network: `--mca oob_tcp_if_include eth0` (5: "
            "`--prtemca oob_tcp_if_include eth0`)",
        },
        "`ssh HOST 'which prted orted; echo $LD_LIBRARY_PATH'`",
        "https://github.com/openpmix/prrte/blob/master/src/mca/plm/base/help-plm-base.txt",
        role="symptom",
        explains=("no-finalize",),
    ),
    Row(
        "executable-missing",
        "Open MPI",
        (
            "aprun: [NID {}]Exec {} failed:",
            "mpirun was unable to find the specified executable file",
            "prterun was unable to find the specified executable file",
            "was unable to launch the specified application as it could not",
        ),
        "The program is not there, or not executable, on a node",
        "mpirun looks for it in PATH, and in the working directory of each node.",
        {
            "any": "name the program by its full path, on a file system that every node mounts; `chmod +x PROGRAM`",
        },
        "`mpirun --map-by ppr:1:node ls -l PROGRAM`",
        "https://github.com/openpmix/prrte/blob/master/src/mca/odls/base/help-prte-odls-base.txt",
    ),
    Row(
        "working-folder",
        "Open MPI",
        (
            "could not change to the working directory",
            "unable to change to the specified working directory",
            "was unable to set the specified working directory",
            "error: couldn't chdir to",
        ),
        "The working folder is not there on a node",
        "Each rank starts in the folder in which the launcher was called; a node does not have it.",
        {
            "Slurm": "`srun --chdir=/a/folder/on/every/node`",
            "any": "start from a shared file system, or: `mpirun --wdir /a/folder/on/every/node`",
        },
        "`mpirun --map-by ppr:1:node --wdir / ls -ld FOLDER`",
        "https://github.com/openpmix/prrte/blob/master/src/mca/odls/default/help-prte-odls-default.txt",
        role="suspect",
        explains=(
            "executable-missing",
            "slurm-exec",
        ),
    ),
    Row(
        "session-folder",
        "Open MPI",
        (
            "unable to create the desired directory",
            "ORTE_ERROR in session dir",
            "session directory {} Permission denied",
            "Error in file util/session_dir.c",
            "in file {}session_dir.c",
            "PMIx was unable to create {} directory",
        ),
        "Open MPI cannot make its session folder",
        "It makes ompi.HOST.UID or prte.HOST.PID in TMPDIR (or /tmp) on each node. The folder is of somebody "
        "else, full, read-only or not there.",
        {
            "any": "`export TMPDIR=/a/folder/of/your/own/on/each/node` (Open MPI 5: PRTE_MCA_prte_tmpdir_base, 4: "
            "OMPI_MCA_orte_tmpdir_base)",
        },
        "`ls -ld ${TMPDIR:-/tmp} ${TMPDIR:-/tmp}/ompi.* ${TMPDIR:-/tmp}/prte.*; df ${TMPDIR:-/tmp}`",
        "https://github.com/open-mpi/ompi/issues/7049",
    ),
    Row(
        "session-path",
        "Open MPI",
        (
            "oob_usock_component.c",
            "usock_peer_recv_connect_ack",
            "This may be due to your system's restriction for Unix's socket's path-length",
            "PMIx has detected a temporary directory name that results in a path that is too long",
            "ORTE_ERROR_LOG: Bad parameter in file {}orted/pmix/pmix_server.c",
        ),
        "Open MPI cannot make its socket in the session folder",
        "Mostly because a socket's path has room for about 100 letters, and TMPDIR takes most of it: it is long on "
        "macOS and in some batch systems.",
        {
            "any": "`export TMPDIR=/tmp`",
        },
        "`echo $TMPDIR | wc -c`",
        "https://github.com/open-mpi/ompi/issues/2956",
    ),
    Row(
        "tcp-oob",
        "Open MPI",
        (
            "tcp_peer_recv_connect_ack: connect failed",
            "oob_tcp_peer_try_connect",
            "A process or daemon was unable to complete a TCP connection",
            "No network interfaces were found for out-of-band",
            "unable to complete a TCP connection to another process",
            "No sockets were able to be opened on the available protocols",
            "No usable network interfaces were found on this host",
        ),
        "Daemons of mpirun cannot reach each other by TCP",
        "A firewall closes ports, or an interface was taken that the other node cannot reach.",
        {
            "Open MPI 5": "`export PRTE_MCA_prte_if_include=eth0`; open ports between nodes",
            "Open MPI 4": "`mpirun --mca oob_tcp_if_include eth0`; open ports between nodes",
        },
        "`rankwise doctor --hosts A,B`",
        "https://www.open-mpi.org/faq/?category=tcp",
    ),
    Row(
        "no-finalize",
        "Open MPI",
        (
            "with PID {count} on node {host} exiting improperly",
            'exited without calling "finalize"',
            'exiting without calling "finalize"',
        ),
        "A rank left the job without MPI_Finalize",
        "The process called exit() or returned after MPI_Init, with whatever status: often an error path that only its "
        "own rank takes. The others wait for it, or are ended.",
        {
            "any": "look for exit, stop or return before MPI_Finalize; end all ranks together with MPI_Abort",
        },
        "`rankwise doctor --run -- LAUNCH LINE`",
        "https://github.com/openpmix/prrte/blob/master/src/mca/errmgr/base/help-errmgr-base.txt",
        role="symptom",
    ),
    Row(
        "job-ended",
        "Open MPI",
        (
            "_pmiu_daemon(SIGCHLD): {} PE RANK {rank} exit signal",
            "Primary job terminated normally, but {} process returned a non-zero exit code",
            "detected that one or more processes exited with non-zero status",
            "process returned a non-zero exit code.. Per user-direction, the job has been aborted",
            "prterun noticed that process rank {rank} with PID {count} on node {host} exited on signal",
            "mpirun noticed that process rank {rank} with PID {count} on node {host} exited on signal",
            "mpirun has exited due to process rank {rank}",
            "prterun has exited due to process rank {rank}",
            'on node {host} calling "abort"',
        ),
        "A rank ended badly, and the launcher ended the job",
        "This is what the launcher noticed. Why the rank ended stands before it, or in the rank's own output.",
        {
            "any": "look for the first error of that rank: `mpirun --tag-output` (5: `--output tag`) names ranks in "
            "each line",
        },
        "`mpirun --output tag ...`",
        "https://docs.open-mpi.org/en/v5.0.x/launching-apps/index.html",
        role="consequence",
    ),
    Row(
        "launcher-missing",
        "shell",
        (
            "command not found: mpirun",
            "command not found: mpiexec",
            "command not found: srun",
            "mpirun: command not found",
            "mpiexec: command not found",
            "srun: command not found",
            "mpirun: not found",
            "mpiexec.hydra: not found",
            "mpiexec.hydra: command not found",
            "mpirun.lsf: command not found",
            "mpiexec: not found",
            "mpiexecjl: command not found",
            "mpirun: No such file or directory",
            'exec: "mpirun": executable file not found',
            'exec: "mpiexec": executable file not found',
            '"mpirun": executable file not found',
            "could not spawn `mpiexec{}: no such file or directory",
            "could not spawn `mpirun{}: no such file or directory",
            "could not spawn `srun{}: no such file or directory",
            "could not execute mpiexec: No such file or directory",
            "could not execute mpirun: No such file or directory",
            "No such file or directory: 'mpiexec'",
            "No such file or directory: 'mpirun'",
            "No such file or directory: 'srun'",
            "spawn mpiexec ENOENT",
            "spawn mpirun ENOENT",
        ),
        "The launcher is not in PATH",
        "No MPI is installed here, its module is not loaded in this shell or job, or the container has none.",
        {
            "any": "`module load openmpi` (or mpich, intel-mpi) in the job's script; or: `rankwise mpi install mpich`",
        },
        "`which -a mpirun mpiexec srun; rankwise mpi list`",
        "https://docs.open-mpi.org/en/v5.0.x/launching-apps/quickstart.html",
        explains=("file-missing", "julia-exception", "python-exception"),
    ),
    Row(
        "module-missing",
        "shell",
        (
            "module: command not found",
            "module: not found",
        ),
        "The job's shell does not know `module`",
        "It is a function that a login shell defines. A script of sh, or one that is started without, has none: "
        "nothing is loaded, and what comes next is not found.",
        {
            "any": "`#!/bin/bash -l` as the first line of the script; or `source /etc/profile.d/modules.sh` "
            "(Lmod: lmod.sh)",
        },
        "`bash -lc 'type module'`",
        "https://modules.readthedocs.io/en/latest/INSTALL.html",
        role="suspect",
        explains=_NOT_LOADED,
    ),
    Row(
        "module-unknown",
        "shell",
        (
            'The following module(s) are unknown: "{}"',
            "Unable to locate a modulefile for '{}'",
        ),
        "A module of the job's script is not here",
        "It has another name or version on this system, or its folder is not in MODULEPATH in the job.",
        {
            "any": "`module avail`, `module spider openmpi` show what there is; name the version",
        },
        "`echo $MODULEPATH; module avail`",
        "https://lmod.readthedocs.io/en/latest/010_user.html",
        role="suspect",
        explains=_NOT_LOADED,
    ),
    Row(
        "ssh-missing",
        "Open MPI",
        (
            'The value of the MCA parameter "plm_rsh_agent" was set to a path that could not be found',
            'The value of the MCA parameter "plm_ssh_agent" was set to a path that could not be found',
            "plm_rsh_agent: ssh : rsh",
        ),
        "There is no ssh here, and mpirun looks for it",
        "Images often have none. For one node Open MPI needs no ssh, and asks for it all the same.",
        {
            "any": "install ssh (openssh-client); on one node: `export OMPI_MCA_plm_rsh_agent=/bin/false` (5: "
            "PRTE_MCA_plm_ssh_agent=/bin/false)",
        },
        "`which ssh rsh`",
        "https://github.com/open-mpi/ompi/issues/7023",
    ),
    Row(
        "versions-differ",
        "Open MPI",
        (
            "received different version from",
            "Buffer type (described vs non-described) mismatch",
        ),
        "Nodes, or launcher and library, have different versions of Open MPI or PMIx",
        "Their messages have different forms. PATH or LD_LIBRARY_PATH finds another installation on a node or "
        "in the container.",
        {
            "any": "use one version everywhere: `mpirun --prefix /path/of/openmpi`; the container needs the version "
            "of the host",
        },
        "`mpirun --map-by ppr:1:node sh -c 'hostname; which mpirun; ompi_info | head -2'`",
        "https://github.com/open-mpi/ompi/issues/6691",
        explains=(
            "daemons",
            "session-folder",
            "pmix-init",
            "session-path",
        ),
    ),
    Row(
        "versions-unpack",
        "Open MPI",
        (
            "Data unpack would read past end of buffer",
            "Data unpack had inadequate space",
            "PMIX ERROR: UNPACK-PAST-END",
        ),
        "Nodes, or launcher and library, may have different versions of Open MPI or PMIx",
        "A message did not have the form that was expected. PATH or LD_LIBRARY_PATH finds another installation on a "
        "node or "
        "in the container. In show_help.c alone it does no harm.",
        {
            "any": "use one version everywhere: `mpirun --prefix /path/of/openmpi`; the container needs the version "
            "of the host",
        },
        "`mpirun --map-by ppr:1:node sh -c 'hostname; which mpirun; ompi_info | head -2'`",
        "https://github.com/open-mpi/ompi/issues/6691",
        role="suspect",
        explains=(
            "daemons",
            "session-folder",
            "orte-init",
            "pmix-init",
            "pmix-unreachable",
            "mpi-init-failed",
            "before-init",
            "errors-fatal",
        ),
    ),
    Row(
        "forwarded",
        "Open MPI",
        ("Forwarding signal {signal} to job",),
        "mpirun got a signal (signal {signal}) and passed it on to the job",
        "18 and 20 are of a terminal that stops and goes on (Ctrl-Z), 1 of a terminal that was closed; a batch "
        "system sends 10, 12 or 15 before its limit.",
        {
            "any": "start without a terminal: `nohup setsid mpirun ... < /dev/null > out 2>&1 &`, or as a batch job",
        },
        "`kill -l; sacct -j JOBID --format=State,Elapsed,Timelimit`",
        "https://github.com/open-mpi/ompi/issues/11504",
        role="symptom",
        vague=True,
    ),
)
