"""What Slurm prints about what a job or a step asks for."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "slurm-nodes-config",
        "Slurm",
        (
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
        "slurm-step-memory",
        "Slurm",
        ("Memory required by task is not available",),
        "A step asks for more memory than is free in its job",
        "Without --mem a step takes all memory of the job, so a second one beside it gets none. Else --mem-per-cpu "
        "times its CPUs is more than the job asked for.",
        {
            "Slurm": "`srun --mem=4G` for each step that runs beside others, or `srun --overlap`; or more memory for "
            "the job: `#SBATCH --mem=64G`",
        },
        "`scontrol show job $SLURM_JOB_ID; env | grep SLURM_MEM`",
        "https://slurm.schedmd.com/srun.html#OPT_mem",
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
            "unable to set taskset",
            "CPU binding outside of job step allocation",
            "Unable to satisfy cpu bind request",
            "task/affinity: {} bind",
            "Unable to layout tasks on given cpus",
            "failed to distribute tasks (bind_type",
        ),
        "The binding asks for CPUs that the step does not have",
        "--cpu-bind=map_cpu or mask_cpu names CPUs outside of what Slurm gave the step, or --cpus-per-task and "
        "--threads-per-core ask for more of a node than it has.",
        {
            "Slurm": "`srun --exclusive` gives whole nodes; or `--cpu-bind=cores`",
        },
        "`srun -n1 grep Cpus_allowed_list /proc/self/status`",
        "https://slurm.schedmd.com/srun.html#OPT_cpu-bind",
        explains=("slurm-launch",),
    ),
    Row(
        "slurm-account",
        "Slurm",
        (
            "QOSMaxSubmitJobPerUserLimit",
            "AssocMaxSubmitJobLimit",
            "QOSMaxCpuPerUserLimit",
            "AssocGrpCPUMinutesLimit",
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
            "are still not ready",
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
        needs="log",
        role="warning",
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
        needs="log",
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
        "slurm-gres",
        "Slurm",
        (
            "Requested GRES option unsupported",
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
        "slurm-line",
        "Slurm",
        (
            "Invalid numeric value",
            "error: invalid number of {}",
            "sbatch: error: Unable to open file {}",
            "sbatch: unrecognized option '{}'",
            "srun: unrecognized option '{}'",
            "sbatch: error: Invalid {} specification",
            "srun: fatal: {}",
            "sbatch: fatal: {}",
        ),
        "Slurm does not accept the line or the script as it is written",
        "Its words name the option, value or file.",
        {
            "Slurm": "`sbatch --help`; options in a script stand in lines of #SBATCH before the first command",
        },
        "`sbatch --test-only SCRIPT`",
        "https://slurm.schedmd.com/sbatch.html",
        needs="log",
        vague=True,
    ),
    Row(
        "slurm-refused",
        "Slurm",
        (
            "Job Submit failed: {}",
            "Batch job submission failed: {}",
            "Unable to allocate resources: {}",
            "Unable to create step for job {job}: {}",
        ),
        "Slurm does not take the job or step",
        "Its words behind the colon say why.",
        {
            "Slurm": "`sinfo`, `scontrol show partition` and `sacctmgr show assoc user=$USER` show what may be asked "
            "for",
        },
        "`sinfo -o '%P %a %l %D %c %m %G'`",
        "https://slurm.schedmd.com/sbatch.html",
        needs="log",
        vague=True,
    ),
    Row(
        "slurm-unkillable",
        "Slurm",
        ("Kill task failed",),
        "Processes of the step could not be killed, and Slurm gave up",
        "They hang in the kernel, mostly in a file system or a driver that does not answer; the node is drained then.",
        {
            "Slurm": "tell the administrators the node; start again without it: `--exclude=HOST`",
        },
        "`sinfo -R; dmesg -T | grep -i 'blocked for more'` on that node",
        "https://slurm.schedmd.com/troubleshoot.html",
        needs="log",
        alone=("DUE TO JOB NOT ENDING WITH SIGNALS",),
    ),
    Row(
        "slurm-pmi2",
        "Slurm",
        (
            "error: mpi/pmi2: {}",
            "PMK_KVS_Barrier duplicate request",
        ),
        "Slurm's PMI-2 failed between the nodes of a step",
        "A task ended or started twice, or nodes do not reach each other's slurmstepd.",
        {
            "Slurm": "see the first error of the tasks; `srun --mpi=pmix`; `export PMI_TIME=300` for many ranks",
        },
        "`srun --mpi=list; scontrol show config | grep -i MpiParams`",
        "https://slurm.schedmd.com/mpi_guide.html",
        role="symptom",
        explains=("slurm-task-exit", "mpich-fatal"),
    ),
)
