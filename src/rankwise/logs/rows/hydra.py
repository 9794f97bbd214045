"""What Hydra, the launcher of MPICH and Intel MPI, prints."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "hydra-ssh",
        "Hydra",
        (
            "Launch proxy failed",
            "unable to create and listen port range",
            "HYDU_sock_connect {} unable to connect",
            "unable to get host address for {host}",
            "HYDU_sock_connect",
            "unable to connect to proxy",
            "control callback returned error status",
            "HYDT_bscu_wait_for_completion",
            "): {}error waiting for event",
        ),
        "Hydra's own processes lost each other",
        "mpiexec and its proxies end when a rank, a proxy or the way between them fails. The first error says which.",
        {
            "MPICH": "`mpiexec -iface eth0 ...`; open ports: `export MPIEXEC_PORT_RANGE=10000:10100`",
            "Intel MPI": "`mpiexec -iface eth0 ...`; `export I_MPI_HYDRA_IFACE=eth0`; `I_MPI_PORT_RANGE=10000:10100`",
        },
        "`ssh HOST getent hosts $(hostname); rankwise doctor --hosts A,B`",
        "https://github.com/pmodels/mpich/issues/4599",
        role="consequence",
    ),
    Row(
        "hydra-proxy-missing",
        "Hydra",
        (
            "execvp error on file {path}/hydra_pmi_proxy (No such file",
            "execvp error on file {path}hydra_pmi_proxy",
            "hydra_pmi_proxy: No such file or directory",
            "hydra_pmi_proxy: not found",
            "hydra_pmi_proxy: command not found",
            "hydra_bstrap_proxy: No such file",
            "hydra_bstrap_proxy: command not found",
            "prted: command not found",
            "orted: command not found",
            "orted: No such file",
            "prted: No such file",
        ),
        "The shell on another node does not find the proxy or daemon of the MPI",
        "The launcher starts it there by ssh: the MPI has another path there, is not in the PATH of such shells, or "
        "the launcher was itself called by a path like ./mpiexec.",
        {
            "any": "call mpirun by its full path; install the MPI under the same path on every node; or put its bin "
            "into PATH of shells that are not interactive (~/.bashrc before its test for interactive shells)",
        },
        "`ssh HOST 'which hydra_pmi_proxy prted orted'`",
        "https://github.com/pmodels/mpich/blob/main/doc/wiki/how_to/Using_the_Hydra_Process_Manager.md",
        explains=("daemons",),
    ),
    Row(
        "hydra-exec",
        "Hydra",
        (
            "execvp error (No such file or directory)",
            "HYDU_create_process {} execvp error on file {name}",
            "execvp error on file {path} (No such file or directory)",
            "execvp error on file",
            "Failed to execvp() {}",
            "problem with execution of {} on {}: [Errno {count}]",
        ),
        "The program is not there, or not executable, on a node",
        "The proxy looks for it in PATH, and in the working directory of each node.",
        {
            "any": "name the program by its full path, or ./program; `chmod +x PROGRAM`; it must be on every node",
        },
        "`ls -l PROGRAM; mpiexec -ppn 1 ls -l PROGRAM`",
        "https://github.com/pmodels/mpich/blob/main/doc/wiki/how_to/Using_the_Hydra_Process_Manager.md",
    ),
    Row(
        "hydra-alone",
        "Hydra",
        ("unrecognized argument pmi_args",),
        "A program that was started without mpiexec could not start it",
        "MPICH calls mpiexec with -pmi_args for a program that was started alone; mostly the one in PATH is of another "
        "release.",
        {
            "any": "start it as `mpiexec -n 1 ./program`; PATH must lead to the mpiexec of the same MPICH",
        },
        "`which -a mpiexec; mpiexec --version; ldd PROGRAM | grep libmpi`",
        "https://github.com/pmodels/mpich/issues/2175",
        explains=("hydra-option",),
    ),
    Row(
        "hydra-option",
        "Hydra",
        (
            "unrecognized argument {name} mpiexec",
            "mpiexec: error: unrecognized argument",
            "mpirun: error: unrecognized argument",
            "match_arg ({}): unrecognized argument",
            "HYDU_parse_array {} argument matching returned error",
        ),
        "mpiexec of Hydra does not have an option of the line",
        "The option is of another MPI: --mca, --map-by and --allow-run-as-root are Open MPI's.",
        {
            "any": "`mpiexec --help`; `which mpiexec` shows whose launcher it is; Hydra binds with `-bind-to core "
            "-map-by core`",
        },
        "`which -a mpiexec mpirun; mpiexec --version`",
        "https://github.com/pmodels/mpich/blob/main/doc/wiki/how_to/Using_the_Hydra_Process_Manager.md",
        needs="log",
    ),
    Row(
        "hydra-hosts",
        "Hydra",
        (
            "token {~}not supported at this time",
            "error parsing hostfile",
            "error parsing machine file",
            "HYDU_parse_hostfile",
            "HYD_hostfile_process_tokens",
            "unable to parse host file",
            "unable to open host file",
            "unable to parse hostfile",
            "Error: node list format not recognized",
        ),
        "mpiexec cannot read the host file or list",
        "The file is not there (a container does not see the batch system's), or has the form of another MPI "
        "(slots=4 is Open MPI's, host:4 Hydra's).",
        {
            "any": "write n1:4 in each line of the host file (machinefile), and name the file by its full path: "
            "`mpiexec -f hosts`; in a container "
            "bind its folder, or start with the mpiexec outside of it",
        },
        "`cat HOSTFILE`",
        "https://github.com/pmodels/mpich/blob/main/doc/wiki/how_to/Using_the_Hydra_Process_Manager.md",
        explains=("hydra-option", "hydra-ssh"),
    ),
    Row(
        "hydra-slurm",
        "Hydra",
        (
            "HYDT_bscd_slurm_launch_procs",
            "Unable to use 'slurm' as a bootstrap",
            "cannot use {} bootstrap {} slurm",
        ),
        "Hydra cannot start its proxies by srun",
        "Inside a Slurm job Hydra uses srun; this one is not found or refuses a step.",
        {
            "any": "`mpiexec -bootstrap ssh ...`; or `srun --mpi=pmi2 ./program`",
        },
        "`which srun; srun --mpi=list`",
        "https://github.com/pmodels/mpich/blob/main/doc/wiki/how_to/Using_the_Hydra_Process_Manager.md",
    ),
    Row(
        "mpich-peer",
        "MPICH",
        (
            "(): connection failure",
            "HYDU_sock_read",
            "Communication error with rank {rank}",
            "connection failure {} rank {rank}",
            "HYD_pmcd_pmip_control_cmd_cb {} assert (!closed) failed",
            "assert (!closed) failed",
            "demux_wait_for_event",
            "dequeue_and_set_error",
            "MPIDI_CH3I_Progress_handle_sock_event",
            "Connection reset by peer",
        ),
        "Another rank or proxy went away",
        "The process that prints this did nothing wrong: the other end ended first.",
        {
            "any": "look for the first error of that rank, or for a node that went down",
        },
        "`dmesg -T | tail -50` on that node",
        "https://github.com/pmodels/mpich/blob/main/doc/wiki/how_to/Using_the_Hydra_Process_Manager.md",
        role="consequence",
        needs="log",
    ),
    Row(
        "bad-termination",
        "Hydra",
        (
            "downstream from host {host} exited with status {status}",
            "caused collective abort of all ranks",
            "BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES",
            "CLEANING UP REMAINING PROCESSES",
            "RANK {rank} PID {count} RUNNING AT {host}",
            "mpispawn_{count} from node {host} aborted",
            "process_mpispawn_connection",
        ),
        "A rank ended badly, and the launcher ended the job",
        "Hydra noticed it. KILLED BY SIGNAL 9 is the kernel for memory, the batch system or a person; 11 and 7 "
        "are faults.",
        {
            "any": "look for the first error of that rank; for signal 9 look for the OOM killer: `dmesg -T | grep -i"
            " -E 'oom|kill'`",
        },
        "`dmesg -T | grep -i -E 'oom|killed process'` on the node of that rank",
        "https://github.com/pmodels/mpich/blob/main/doc/wiki/how_to/Using_the_Hydra_Process_Manager.md",
        role="consequence",
    ),
    Row(
        "exit-nine",
        "Hydra",
        ("EXIT CODE: 9",),
        "A rank ended with code 9, likely killed by signal 9",
        "Older Hydra prints the number of the signal so. Signal 9 is likely the kernel's, because memory ran out on "
        "the node, or a limit of the batch system; else the program itself ended with exit(9).",
        {
            "Slurm": "`#SBATCH --mem=0` or a larger --mem; fewer ranks on a node",
            "any": "fewer ranks on a node, or more memory for the job",
        },
        "`dmesg -T | grep -i -E 'oom|killed process'` on the node of that rank",
        "https://github.com/cBio/cbio-cluster/issues/256",
        role="symptom",
        needs="log",
        explains=("bad-termination",),
    ),
    Row(
        "hydra-firewall",
        "Hydra",
        (
            "(check for firewalls",
            'unable to connect from "{host}" to',
        ),
        "A proxy of Hydra cannot connect back to mpiexec",
        "A firewall closes the ports of the node that started the job, its name leads to another address there "
        "(/etc/hosts), or the wrong interface was taken.",
        {
            "MPICH": "open ports: `export MPIEXEC_PORT_RANGE=10000:10100`; `mpiexec -iface eth0` names the network",
            "Intel MPI": "open ports: `export I_MPI_PORT_RANGE=10000:10100`; `I_MPI_HYDRA_IFACE=eth0` names the "
            "network",
        },
        "`ssh HOST getent hosts $(hostname); rankwise doctor --hosts A,B`",
        "https://github.com/pmodels/mpich/issues/4599",
        explains=("hydra-ssh",),
    ),
    Row(
        "hydra-service",
        "Hydra",
        (
            "Error connecting to the Service [mpiexec@",
            "hydra_service {}not running",
        ),
        "The service of Hydra, which starts ranks on Windows, does not run or is of another MPI",
        "mpiexec asks hydra_service on each machine. It is not installed or stopped, or a second MPI has "
        "its own there.",
        {
            "any": "on one machine: `mpiexec -localonly -n 4 PROGRAM`; else, as administrator, hydra_service with "
            "-install and -start, of the MPI whose mpiexec stands first in PATH",
        },
        "`mpiexec -localonly -n 1 hostname`; `where mpiexec` lists those in PATH",
        "https://github.com/firemodels/fds/issues/4358",
        explains=("hydra-firewall", "hydra-ssh"),
    ),
    Row(
        "mpd",
        "MPD",
        (
            "failed to obtain sock from manager",
            "cannot connect to local mpd",
            "no mpd is running on this host",
            "mpiexec_{}: cannot connect to local mpd",
            "mpdroot: open failed for {} mpd conf",
            "configuration file {}mpd.conf not found",
        ),
        "The launcher is of an old MPI that needs a daemon (mpd), and none runs",
        "MPD is gone since 2013: another, old mpiexec stands first in PATH.",
        {
            "any": "use the mpiexec (Hydra) of your MPI by its full path; `mpdboot` starts the old daemon",
        },
        "`which -a mpiexec mpirun; mpiexec --version`",
        "https://github.com/pmodels/mpich/blob/main/doc/wiki/how_to/Using_the_Hydra_Process_Manager.md",
    ),
    Row(
        "hydra-pbs",
        "Hydra",
        (
            "tm_init() failed with TM error {count}",
            "tm_poll({}) failed with TM error {count}",
            "tm_spawn() failed with TM error {count}",
        ),
        "Hydra cannot speak with PBS (TM)",
        "It starts its proxies by the task manager of PBS: the daemon of PBS on the first node does not answer, or "
        "this "
        "mpiexec was not started inside of its job.",
        {
            "any": "start by ssh in place of PBS: `mpiexec -bootstrap ssh -f $PBS_NODEFILE ...`",
        },
        "`pbsdsh hostname` (inside the job)",
        "https://github.com/radical-cybertools/radical.pilot/issues/301",
        explains=("hydra-ssh", "mpich-peer"),
    ),
)
