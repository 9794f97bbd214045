"""What Slurm prints about jobs and steps that run, and about itself."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "slurm-oom",
        "Slurm",
        (
            "have been OOM Killed",
            "srun: error: {host}: task {rank}: Out Of Memory",
            "srun: error: {host}: tasks {}: Out Of Memory",
            "Detected {count} oom_kill event",
            "Detected {count} oom-kill event",
            "oom_kill event in Step",
            "Some of your processes may have been killed by the cgroup out-of-memory handler",
            "Exceeded job memory limit",
            "Exceeded step memory limit",
            "exceeded memory limit ({size} > {size})",
            "exceeded virtual memory limit ({size} > {size})",
        ),
        "The job used more memory than it asked for, and Slurm's control group killed a rank",
        "Memory of all ranks of the node counts, files in /dev/shm and /tmp in memory too.",
        {
            "Slurm": "`#SBATCH --mem=0` (all of the node) or a larger --mem or `--mem-per-cpu`; fewer ranks on a node "
            "(`--ntasks-per-node`)",
        },
        "`sacct -j {job} --format=JobID,State,ReqMem,MaxRSS,MaxRSSTask,NodeList`",
        "https://slurm.schedmd.com/cgroups.html",
    ),
    Row(
        "slurm-time",
        "Slurm",
        (
            "Job step aborted: time limit",
            "Exceeded time limit",
        ),
        "The job reached its time limit, and Slurm ended it",
        "It may be slower than thought, or hang: then its output stops long before.",
        {
            "Slurm": "`#SBATCH --time=HH:MM:SS`; if it hangs: `rankwise doctor --hung {job}` while it does",
        },
        "`sacct -j {job} --format=JobID,State,Elapsed,Timelimit`",
        "https://slurm.schedmd.com/sbatch.html",
        needs="log",
        alone=("DUE TO TIME LIMIT",),
    ),
    Row(
        "slurm-cancelled",
        "Slurm",
        (
            "CANCELLED AT {} ***",
            "STEP {} ON {host} CANCELLED AT",
            "JOB {count} ON {host} CANCELLED AT",
            "CANCELLED AT {} DUE TO PREEMPTION",
            "Job allocation {job} has been revoked",
            "Job/step already completing or completed",
        ),
        "The job or step was cancelled",
        "By a person (scancel), by preemption, or by srun after a task of it failed: then see that task's first error.",
        {
            "Slurm": "`sacct -j {job}` shows who and why; `srun --kill-on-bad-exit=0` lets other tasks go on",
        },
        "`sacct -j {job} --format=JobID,State,ExitCode,DerivedExitCode,Comment`",
        "https://slurm.schedmd.com/scancel.html",
        role="consequence",
    ),
    Row(
        "slurm-node-fail",
        "Slurm",
        (
            "Node failure on {host}",
            "error: Node {host} has failed",
        ),
        "A node of the job failed",
        "It went down, was rebooted, or lost its network.",
        {
            "Slurm": "start again without it: `--exclude={host}`; tell the administrators",
        },
        "`sinfo -R; scontrol show node {host}`",
        "https://slurm.schedmd.com/troubleshoot.html",
        needs="log",
        alone=(
            "DUE TO NODE FAILURE",
            "srun: error: Node failure",
        ),
    ),
    Row(
        "slurm-mpi-type",
        "Slurm",
        (
            "Couldn't find the specified plugin name for mpi/{name}",
            "cannot find mpi plugin for mpi/{name}",
            "couldn't load the specified plugin name {} mpi",
            "MPI plugin mpi/{name} not found",
            "Invalid MPI type '{name}'",
            "Invalid MPI type",
            "invalid MPI type '{name}'",
            "cannot create mpi context for mpi/{name}",
        ),
        "This Slurm does not have the PMI that --mpi asked for ({name})",
        "srun --mpi=list names what it has. pmix needs a plug-in that Slurm's administrators install.",
        {
            "Slurm": "`srun --mpi=pmi2` for MPICH and Intel MPI; for Open MPI without pmix: `salloc`, then `mpirun "
            "./program`",
        },
        "`srun --mpi=list; scontrol show config | grep MpiDefault`",
        "https://slurm.schedmd.com/mpi_guide.html",
        needs="log",
    ),
    Row(
        "slurm-pmix-plugin",
        "Slurm",
        (
            "mpi/pmix: Unable to",
            "error: mpi/pmix",
            "mpi/pmix_v{count}: {} ERROR",
            "pmixp_{} ERROR",
            "(null) [{rank}] mpi_pmix.c",
            "pmixp_dconn_connect",
            "pmixp_dconn.h:{count}:",
            "pmixp_dconn_tcp.c:{count}:",
            "pmixp_stepd_init() failed",
        ),
        "Slurm's PMIx plug-in failed on a node",
        "It needs a folder for its sockets (SlurmdSpoolDir or TMPDIR), the same PMIx on every node, and open ports. "
        "At a timeout a node or rank came late, or not at all.",
        {
            "Slurm": "`export SLURM_PMIX_DIRECT_CONN=false` to try; `salloc`, then `mpirun ./program` goes without it",
        },
        "`srun --mpi=list; ls $(scontrol show config | awk '/SlurmdSpoolDir/{print $3}')`",
        "https://slurm.schedmd.com/mpi_guide.html#pmix",
    ),
    Row(
        "slurm-cgroup",
        "Slurm",
        (
            "unable to create cgroup '{}'",
            "Failed to invoke task plugins:",
            "task_p_pre_launch error",
            "cannot create cgroup context for",
        ),
        "Slurm could not make the control group of the tasks on a node",
        "slurmd limits CPUs and memory by control groups. The kernel refused one: too many are left of dead jobs, or "
        "slurmd may not write there, as in a container. No disk is full, whatever the message says.",
        {
            "Slurm": "leave the node out with `--exclude=HOST`; administrators: `systemctl restart slurmd`, or restart "
            "the node",
        },
        "on the node: `grep . /proc/cgroups`; its slurmd.log",
        "https://slurm.schedmd.com/cgroups.html",
        needs="log",
        explains=("slurm-launch", "no-space"),
    ),
    Row(
        "slurm-prolog",
        "Slurm",
        (
            "Job prolog failed",
            "Prolog hung on node {host}",
            "srun prolog failed rc = {status}",
            "TaskProlog failed status={status}",
            "--task-prolog failed status={status}",
            "spank: required plugin {}: {}() failed with rc={status}",
        ),
        "A script or plug-in of the site that runs before the tasks failed",
        "Slurm starts no task then. Administrators write these scripts (Prolog, TaskProlog) and plug-ins (SPANK, as "
        "pyxis for containers); --prolog and --task-prolog are the user's own.",
        {
            "Slurm": "leave `--prolog`, `--task-prolog` and options of the plug-in away; else tell the administrators "
            "the node",
        },
        "`scontrol show config | grep -i -E 'prolog|plugstack'; sinfo -R`",
        "https://slurm.schedmd.com/prolog_epilog.html",
        explains=("slurm-launch",),
    ),
    Row(
        "slurm-socket",
        "Slurm",
        (
            "Socket timed out on send/recv operation",
            "Unable to contact slurm controller",
            "Unable to allocate resources: Socket timed out",
        ),
        "Slurm's controller does not answer in time",
        "It is down or busy. The job itself may run.",
        {
            "Slurm": "`scontrol ping`; try again; ask for less often (squeue in loops is what makes it busy)",
        },
        "`scontrol ping`",
        "https://slurm.schedmd.com/troubleshoot.html",
        explains=("slurm-no-job",),
    ),
    Row(
        "slurm-address",
        "Slurm",
        (
            'error: Unable to resolve "{host}"',
            "an't find address for host {host}",
            "Can't find an address, check slurm.conf",
            'slurm_set_addr: Unable to resolve "{host}"',
        ),
        "Slurm does not know the address of a node: {host}",
        "Nodes start tasks on each other by a tree: each must have the same slurm.conf and resolve all names. Nodes "
        "that come and go (cloud) are often missing in it.",
        {
            "Slurm": "administrators: one slurm.conf on all nodes, then `scontrol reconfigure`; until then "
            "`--exclude={host}`",
        },
        "`scontrol show node {host} | grep NodeAddr; getent hosts {host}`",
        "https://github.com/openpmix/openpmix/issues/2786",
        needs="log",
        explains=("slurm-launch", "slurm-pmix-plugin"),
    ),
    Row(
        "slurm-no-config",
        "Slurm",
        (
            "Could not establish a configuration source",
            "fetch_config: DNS SRV lookup failed",
        ),
        "Slurm's commands find no configuration here",
        "/etc/slurm/slurm.conf is not there: in a container, outside of the cluster, or since it was removed.",
        {
            "Apptainer": "`apptainer exec --bind /etc/slurm,/run/munge IMAGE ...`; or call srun outside of it",
            "any": "`export SLURM_CONF=/path/of/slurm.conf`",
        },
        "`ls -l ${SLURM_CONF:-/etc/slurm/slurm.conf}`",
        "https://github.com/awslabs/awsome-distributed-ai/issues/205",
    ),
    Row(
        "slurm-tmpdir",
        "Slurm",
        (
            "TMPDIR [{path}] is not writeable",
            "Unable to create TMPDIR [{path}]",
        ),
        "TMPDIR of the job is not on the node, and Slurm takes /tmp",
        "sbatch and srun copy the environment of the shell; its TMPDIR is a folder of the login node.",
        {
            "any": "`export TMPDIR=/tmp` in the job's script, or a folder that every node has",
        },
        "`srun --ntasks-per-node=1 sh -c 'ls -ld $TMPDIR'`",
        "https://slurm.schedmd.com/sbatch.html",
        role="warning",
    ),
    Row(
        "slurm-exec",
        "Slurm",
        (
            "execve(): {}: No such file or directory",
            "execve(): {}: Permission denied",
            "execve(): {}: Exec format error",
        ),
        "The program is not there, or not executable, on a node",
        "srun looks for it in PATH, and in the working directory of each node.",
        {
            "any": "name the program by its full path, on a file system that every node mounts; `chmod +x PROGRAM`",
        },
        "`srun --ntasks-per-node=1 ls -l PROGRAM`",
        "https://slurm.schedmd.com/srun.html",
    ),
    Row(
        "slurm-task-exit",
        "Slurm",
        (
            "srun: error: {host}: task {rank}: Exited with exit code {status}",
            "srun: error: {host}: tasks {}: Exited with",
            "srun: error: {host}: task {rank}: Segmentation fault",
            "srun: error: {host}: task {rank}: Aborted",
            "srun: error: {host}: task {rank}: Killed",
            "srun: error: {host}: task {rank}: Bus error",
            "srun: error: {host}: task {rank}: Terminated",
            "Terminating StepId",
            "Force Terminated StepId",
            "Timed out waiting for job step to complete",
            "aborted before step completely launched",
            "First task exited {count}s ago",
            "Abandoning IO {count} secs after job shutdown initiated",
            "FAILED (non-zero exit code or other failure mode)",
            "Terminating Job Step",
            "srun: Job step aborted: Waiting up to {count} seconds",
            "Job step aborted",
            "srun: error: {host}: tasks {}: Killed",
            "srun: error: {host}: tasks {}: Aborted",
        ),
        "A task ended badly (exit code {status}), and srun ended the step",
        "This is what srun noticed. Why the task ended stands before it, or in the task's own output. Where the first "
        "of them was killed, memory may have run out.",
        {
            "Slurm": "`srun --label` names the rank in each line; see that rank's first error",
        },
        "`sacct -j {job} --format=JobID,State,ExitCode,MaxRSS`",
        "https://slurm.schedmd.com/srun.html",
        role="consequence",
    ),
    Row(
        "exit-127",
        "Slurm",
        (
            "task {rank}: Exited with exit code 127",
            "tasks {}: Exited with exit code 127",
        ),
        "A program was not found on the node (exit code 127)",
        "A shell ends so when it finds no program of a name, and the loader when a library is missing. Mostly a module "
        "is not loaded in the job.",
        {
            "Slurm": "load modules in the job's script; name the program by its full path",
        },
        "`srun --ntasks-per-node=1 sh -c 'command -v PROGRAM; ldd PROGRAM | grep not.found'`",
        "https://pubs.opengroup.org/onlinepubs/9699919799/utilities/V3_chap02.html",
        role="symptom",
    ),
    Row(
        "slurm-credential",
        "Slurm",
        (
            "Invalid job credential",
            "Expired or invalid job credential",
            "Munge decode failed",
            "Protocol authentication error",
            "Zero Bytes were transmitted or received munge",
            "Munge encode failed",
        ),
        "Slurm's nodes do not accept each other's credentials",
        "munge does not run on a node, its key differs, or the clocks do.",
        {
            "Slurm": "administrators: the same /etc/munge/munge.key and time on all nodes; `systemctl restart munge "
            "slurmd`",
        },
        "`munge -n | ssh HOST unmunge`; `date` on each node",
        "https://slurm.schedmd.com/troubleshoot.html",
        needs="log",
        explains=("slurm-launch",),
    ),
    Row(
        "slurm-launch",
        "Slurm",
        (
            "Task launch for {} failed on node {host}:",
            "Task launch for {} failed on node",
            "Application launch failed:",
            "srun: error: task {rank} launch failed:",
            "timeout waiting for task launch, started {count} of",
        ),
        "Slurm could not start tasks on {host}",
        "The words behind it name the reason: a plug-in, a folder, the node itself. At a timeout a node or its prolog "
        "did not answer, or the PMI of srun --mpi does not fit the program or container.",
        {
            "Slurm": "`scontrol show node {host}`; leave it out with `--exclude={host}`; its slurmd.log has more; at a "
            "timeout try another of `srun --mpi=list`",
        },
        "`scontrol show node {host}; sinfo -R`",
        "https://slurm.schedmd.com/troubleshoot.html",
        needs="log",
        role="symptom",
    ),
)
