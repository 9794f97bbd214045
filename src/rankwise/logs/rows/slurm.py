"""What Slurm prints."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "slurm-oom",
        "Slurm",
        (
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
            "DUE TO TIME LIMIT",
            "CANCELLED AT {} DUE TO TIME LIMIT",
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
            "DUE TO NODE FAILURE",
            "Node failure on {host}",
            "srun: error: Node failure",
            "error: Node {host} has failed",
            "slurm_receive_msg: Zero Bytes were transmitted or received",
            "Communication connection failure",
        ),
        "A node of the job failed",
        "It went down, was rebooted, or lost its network.",
        {
            "Slurm": "start again without it: `--exclude={host}`; tell the administrators",
        },
        "`sinfo -R; scontrol show node {host}`",
        "https://slurm.schedmd.com/troubleshoot.html",
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
        "It needs a folder for its sockets (SlurmdSpoolDir or TMPDIR), the same PMIx on every node, and open ports.",
        {
            "Slurm": "`export SLURM_PMIX_DIRECT_CONN=false` to try; `salloc`, then `mpirun ./program` goes without it",
        },
        "`srun --mpi=list; ls $(scontrol show config | awk '/SlurmdSpoolDir/{print $3}')`",
        "https://slurm.schedmd.com/mpi_guide.html#pmix",
    ),
    Row(
        "slurm-nodes-config",
        "Slurm",
        (
            "Memory required by task is not available",
            "Requested node configuration is not available",
            "More processors requested than permitted",
            "Unable to create step for job {count}: More processors requested than permitted",
            "Unable to create step for job {count}: Requested node configuration is not available",
            "Batch job submission failed: Requested node configuration is not available",
            "CPU count per node can not be satisfied",
            "Memory specification can not be satisfied",
        ),
        "The job or step asks for more than its nodes or its allocation have",
        "Tasks times CPUs for each, or GPUs, is more than there is. Since Slurm 22.05 srun does not inherit "
        "--cpus-per-task from sbatch.",
        {
            "Slurm": "`export SRUN_CPUS_PER_TASK=$SLURM_CPUS_PER_TASK`; ask for fewer `--ntasks-per-node` or "
            "`--cpus-per-task`",
        },
        "`scontrol show job $SLURM_JOB_ID; sinfo -o '%P %c %m %G'`",
        "https://slurm.schedmd.com/srun.html#OPT_cpus-per-task",
    ),
    Row(
        "slurm-step-busy",
        "Slurm",
        (
            "Job {count} step creation temporarily disabled, retrying",
            "step creation temporarily disabled",
            "Step creation still disabled, retrying",
        ),
        "A step waits, because another step of the job has its CPUs, memory or GPUs",
        "A srun inside of another srun, or several in the background, take all of the job.",
        {
            "Slurm": "`srun --overlap` (or `--exact` with its own --mem and -c); do not call srun inside srun",
        },
        "`squeue --steps --job $SLURM_JOB_ID`",
        "https://slurm.schedmd.com/srun.html#OPT_overlap",
        role="warning",
    ),
    Row(
        "slurm-busy",
        "Slurm",
        (
            "Unable to create step for job {job}: Requested nodes are busy",
            "Unable to allocate resources: Requested nodes are busy",
        ),
        "Slurm had no place for the job or step, and was told not to wait",
        "Other jobs have the nodes, or other steps of the job have its CPUs, memory or GPUs. --immediate (-I) and "
        "SLURM_IMMEDIATE end srun then.",
        {
            "Slurm": "leave `--immediate` away, `unset SLURM_IMMEDIATE`, and it waits; steps share CPUs with `srun "
            "--overlap`",
        },
        "`sinfo; squeue --steps`",
        "https://slurm.schedmd.com/srun.html#OPT_immediate",
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
        "slurm-memory-twice",
        "Slurm",
        (
            "SLURM_MEM_PER_CPU, SLURM_MEM_PER_GPU, and SLURM_MEM_PER_NODE are mutually exclusive",
            "--mem, --mem-per-cpu, and --mem-per-gpu are mutually exclusive",
        ),
        "Memory is asked for twice: for a node, and for a CPU or GPU",
        "A job hands its own (SLURM_MEM_PER_NODE and its like) on to srun: a shell inside of a job that calls sbatch "
        "or srun with another of these options has both.",
        {
            "Slurm": "`unset SLURM_MEM_PER_CPU SLURM_MEM_PER_GPU SLURM_MEM_PER_NODE`, and one of the options",
        },
        "`env | grep ^SLURM_MEM_PER`",
        "https://slurm.schedmd.com/sbatch.html#OPT_mem",
    ),
    Row(
        "slurm-cpu-bind",
        "Slurm",
        (
            "CPU binding outside of job step allocation",
            "Unable to satisfy cpu bind request",
            "task/affinity: {} bind",
        ),
        "The binding asks for CPUs that the step does not have",
        "--cpu-bind=map_cpu or mask_cpu names CPUs outside of what Slurm gave the step.",
        {
            "Slurm": "`srun --exclusive` gives whole nodes; or `--cpu-bind=cores`",
        },
        "`srun -n1 grep Cpus_allowed_list /proc/self/status`",
        "https://slurm.schedmd.com/srun.html#OPT_cpu-bind",
    ),
    Row(
        "slurm-account",
        "Slurm",
        (
            "Invalid account or account/partition combination specified",
            "Invalid partition name specified",
            "Job violates accounting/QOS policy",
            "Invalid qos specification",
            "User's group not permitted to use this partition",
        ),
        "Slurm does not accept account, partition or QOS of the job",
        "They are not this user's, or their limits are reached.",
        {
            "Slurm": "`sacctmgr show assoc user=$USER format=account,partition,qos` lists yours: `#SBATCH "
            "--account=...`",
        },
        "`sacctmgr show assoc user=$USER; sinfo -s`",
        "https://slurm.schedmd.com/sbatch.html",
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
        "slurm-no-job",
        "Slurm",
        (
            "Unable to confirm allocation for job {job}: Invalid job id specified",
            "Check SLURM_JOB_ID environment variable. Expired or invalid job {job}",
            "Unable to create step for job {job}: Invalid job id specified",
            "Slurm job {job} has expired",
        ),
        "The shell belongs to a job that has ended ({job})",
        "srun starts a step of the job that SLURM_JOB_ID names. That job is over, or the variable was copied.",
        {
            "Slurm": "`unset SLURM_JOB_ID SLURM_JOBID`, then srun makes a job of its own; or a new `salloc`",
        },
        "`env | grep ^SLURM_JOB; squeue --me`",
        "https://slurm.schedmd.com/srun.html",
    ),
    Row(
        "slurm-limit",
        "Slurm",
        (
            "Requested time limit is invalid",
            "Requested time limit exceeds partition limit",
        ),
        "The job asks for more time than its partition gives",
        "Or it asks for none, where the partition has no default.",
        {
            "Slurm": "`#SBATCH --time=HH:MM:SS` within the limit that `sinfo -o '%P %l'` shows",
        },
        "`sinfo -o '%P %l'`",
        "https://slurm.schedmd.com/sbatch.html#OPT_time",
    ),
    Row(
        "slurm-nodes-count",
        "Slurm",
        ("Node count specification invalid",),
        "Slurm does not take the number of nodes that the job asks for",
        "A partition has a least and a largest number of nodes for a job, and a site may want it named.",
        {
            "Slurm": "`#SBATCH --nodes=N` within what `sinfo -o '%P %s'` shows, or another `--partition`",
        },
        "`sinfo -o '%P %s %D'; scontrol show partition | grep -E 'PartitionName|MaxNodes'`",
        "https://github.com/firemodels/fds/issues/8639",
    ),
    Row(
        "slurm-waits",
        "Slurm",
        (
            "Required node not available (down, drained or reserved)",
            "Requested partition configuration not available now",
        ),
        "The job waits: its partition does not have now what it asks for",
        "Nodes are down, drained, reserved or in use. Where it asks for more than the partition will ever have, it "
        "waits for ever.",
        {
            "Slurm": "ask for fewer tasks or CPUs than `sinfo -o '%P %D %c %m'` shows, and for no nodes by name",
        },
        "`sinfo -R; squeue --me --start`",
        "https://slurm.schedmd.com/sinfo.html",
        role="warning",
    ),
    Row(
        "slurm-address",
        "Slurm",
        (
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
        "slurm-inherited",
        "Slurm",
        (
            "can't honor --ntasks-per-node set to {count}",
            "can't run {count} processes on {count} nodes",
        ),
        "srun and the batch job ask for different numbers of tasks and nodes",
        "srun takes what its line leaves out from the job (SLURM_NTASKS_PER_NODE, SLURM_NNODES), and ignores what does "
        "not fit: ranks may be on other nodes than meant.",
        {
            "Slurm": "name all three: `srun -N NODES -n TASKS --ntasks-per-node=EACH ./program`",
        },
        "`env | grep -E 'SLURM_(NTASKS|NNODES|TASKS)'; rankwise doctor --explain -- LAUNCH LINE`",
        "https://github.com/NOAA-EMC/global-workflow/issues/495",
        role="warning",
    ),
    Row(
        "slurm-output",
        "Slurm",
        (
            "Could not open stdout file {}:",
            "Could not open stderr file {}:",
            "IO setup failed",
        ),
        "The file for the job's output cannot be made",
        "The folder that --output or --error names is not there or not writable on the node. The job ends at once, and "
        "often without a word.",
        {
            "Slurm": "`mkdir -p logs` before `sbatch`: Slurm makes no folders",
        },
        "`scontrol show job {job} | grep -E 'StdOut|StdErr'`",
        "https://slurm.schedmd.com/sbatch.html#OPT_output",
    ),
    Row(
        "slurm-script",
        "Slurm",
        (
            "Batch script contains DOS line breaks",
            "This does not look like a batch script",
        ),
        "sbatch does not take the script",
        "Its first line does not name a shell, or its lines end as on Windows.",
        {
            "Slurm": "`sed -i 's/\\r$//' job.sh`; its first line is `#!/bin/bash`; a program alone: "
            "`sbatch --wrap='srun ./program'`",
        },
        "`head -1 job.sh | od -c`",
        "https://slurm.schedmd.com/sbatch.html",
    ),
    Row(
        "slurm-tmpdir",
        "Slurm",
        ("Unable to create TMPDIR [{path}]",),
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
        "slurm-gres",
        "Slurm",
        (
            "Invalid generic resource (gres) specification",
            "Invalid Trackable RESource (TRES) specification",
        ),
        "Slurm does not know the GPUs that the job asks for",
        "The partition has none, or they have another type's name.",
        {
            "Slurm": "`sinfo -o '%P %G'` lists them: `#SBATCH --gpus-per-node=a100:4`",
        },
        "`sinfo -o '%P %G'`",
        "https://slurm.schedmd.com/gres.html",
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
        ),
        "Slurm could not start tasks on {host}",
        "The words behind it name the reason: a plug-in, a folder, the node itself.",
        {
            "Slurm": "`scontrol show node {host}`; leave it out with `--exclude={host}`; its slurmd.log has more",
        },
        "`scontrol show node {host}; sinfo -R`",
        "https://slurm.schedmd.com/troubleshoot.html",
    ),
)
