"""What Open MPI's launchers print about hosts, slots, mapping and binding."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "no-slots",
        "Open MPI",
        (
            "not enough slots available",
            "All nodes which are allocated for this job are already filled",
        ),
        "The line asks for more ranks than there are slots",
        "Slots are what the host list or the batch job allows; without either, one for each core.",
        {
            "Open MPI 5": "ask for fewer ranks, name slots (`--host n1:4`), or add `--map-by :OVERSUBSCRIBE`",
            "Open MPI 4": "ask for fewer ranks, name slots (`-host n1:4`), or add `--oversubscribe`",
        },
        "`mpirun --display-allocation -n 1 true`",
        "https://github.com/openpmix/prrte/blob/master/src/mca/rmaps/base/help-prte-rmaps-base.txt",
    ),
    Row(
        "not-in-allocation",
        "Open MPI",
        (
            "A hostfile was provided that contains at least one node not present in the allocation",
            "Some of the requested hosts are not included in the current allocation",
            "none of the requested hosts were included",
            "hosts was not included in the current allocation",
            "At least one of the requested hosts is not included in the current allocation",
            "contained a node ({}) that is not in your allocation",
        ),
        "A host of the line is not part of the batch job",
        "Inside a batch job mpirun may use its nodes alone, by the names that the batch system has.",
        {
            "any": "leave `--host` and `--hostfile` away, or use the names that the batch job has",
        },
        "`echo $SLURM_JOB_NODELIST; cat $PBS_NODEFILE`",
        "https://github.com/openpmix/prrte/blob/master/src/mca/rmaps/base/help-prte-rmaps-base.txt",
    ),
    Row(
        "too-many-cpus",
        "Open MPI",
        (
            "A request was made to bind that would require binding processes to more cpus than are available",
            "would result in binding more processes than cpus",
            "not enough cpus are available to meet the request",
            "would cause the process to be bound to CPUs in more than one",
            "An insufficient number of CPUs was found",
            "to bind a given number of cpus to each process, but",
            "Your job has requested more cpus per process(rank) than there",
        ),
        "The line binds ranks to more CPUs than a node lets it have",
        "Ranks times CPUs for each rank is more than the node has, or than its batch job or container allows.",
        {
            "any": "fewer ranks or a smaller PE=n; `--bind-to none` to start without binding; `--bind-to "
            "core:overload-allowed` to share cores",
        },
        "`nproc; taskset -cp $$; lscpu | head -20`",
        "https://github.com/openpmix/prrte/blob/master/src/mca/rmaps/base/help-prte-rmaps-base.txt",
    ),
    Row(
        "bind-failed",
        "Open MPI",
        (
            "does NOT support binding memory",
            "tried to bind a process but failed",
            "failed to bind memory",
            "support binding memory to the process location",
            "support binding processes to cpus",
            "Open MPI tried to bind a new process, but something went wrong",
        ),
        "A rank could not be bound to its cores or memory",
        "The kernel or the container forbids it, or hwloc was built without NUMA. The job goes on, and may be slower.",
        {
            "Docker": "`docker run --cap-add=SYS_NICE` (binding of memory needs it)",
            "any": "`mpirun --bind-to none` starts without binding; install numactl's library (libnuma) for memory",
        },
        "`hwloc-bind --get; numactl --show`",
        "https://github.com/openpmix/prrte/blob/master/src/mca/rmaps/base/help-prte-rmaps-base.txt",
        role="warning",
    ),
    Row(
        "bad-mapping",
        "Open MPI",
        (
            "The mapping request contains an unrecognized",
            "directive contains an unrecognized qualifier",
            "The specified {} directive is not recognized",
            "The specified {} policy is not recognized",
            "contains an unrecognized modifier",
            "contains an invalid modifier",
            "contains a pattern that doesn't match the required syntax",
            "Conflicting directives for {name} policy are causing the policy to be redefined",
            "{name} policy was provided that is not supported in combination with",
            "Conflicting directives for mapping policy are causing the policy",
            "Your job failed to map. Either no mapper was available",
            "the result generated too many directives for the target option",
        ),
        "mpirun cannot follow --map-by, --rank-by or --bind-to: an unknown word, or two that contradict each other",
        "Words changed between versions 4 and 5: socket is package, and options follow after a colon. -N, --npernode "
        "and --cpu-set are a --map-by as well.",
        {
            "any": "`mpirun --help map-by` lists the words of this version; in 5: `--map-by ppr:2:package:PE=4`",
        },
        "`mpirun --version; mpirun --display map -n 1 true`",
        "https://github.com/openpmix/prrte/blob/master/src/mca/rmaps/base/help-prte-rmaps-base.txt",
    ),
    Row(
        "bad-option",
        "Open MPI",
        (
            "mpirun: Error: unknown option",
            "mpiexec: Error: unknown option",
            "prterun: Error: unknown option",
            "prterun: unrecognized option '{}'",
            "mpirun: unrecognized option '{}'",
            "mpirun: invalid option",
            "mpirun: unknown option",
            "Error: unknown option {} Type 'mpirun",
            "Error: unknown option {} Type 'mpiexec",
            "unrecognized option '{}' mpirun",
            "The following command line option is not recognized",
            "An unrecognized option was included on the",
            "argument specified is not recognized by prterun",
        ),
        "mpirun does not have an option of the line",
        "The option is of another version or of another MPI: -genv and -ppn are Hydra's, --mca is Open MPI's.",
        {
            "any": "`mpirun --help`; `which mpirun` shows whose launcher it is",
        },
        "`which -a mpirun mpiexec; mpirun --version`",
        "https://docs.open-mpi.org/en/v5.0.x/launching-apps/index.html",
        needs="log",
        explains=("program-arguments",),
    ),
    Row(
        "option-value",
        "Open MPI",
        ("a parameter given to a command line option does not match the expected format",),
        "An option of mpirun's line has no value, or a wrong one",
        "The word behind it was taken for its value: mostly a variable of the script is empty (mpirun -np $N).",
        {
            "any": "`echo` the launch line before it: is the number behind -n or -np there?",
        },
        "`bash -x SCRIPT 2>&1 | grep -E 'mpirun|mpiexec'`",
        "https://github.com/solids4foam/solids4foam/issues/122",
    ),
    Row(
        "hostfile-missing",
        "Open MPI",
        (
            "Open RTE was unable to open the hostfile",
            "PRTE was unable to open the hostfile",
            "was unable to open the hostfile",
        ),
        "The hostfile is not there",
        "mpirun reads it where it is called, before any rank starts.",
        {
            "any": "name the hostfile by its full path",
        },
        "`ls -l HOSTFILE`",
        "https://github.com/openpmix/prrte/blob/master/src/util/hostfile/help-hostfile.txt",
    ),
    Row(
        "spawn-slots",
        "Open MPI",
        ("MPI_ERR_SPAWN: could not spawn processes",),
        "MPI_Comm_spawn did not get its processes",
        "There are no slots left for them, the program is not found, or the launcher does not support it (srun).",
        {
            "any": "ask for more slots than ranks (`--host n1:8`), and start with mpirun",
        },
        "`mpirun --display-allocation -n 1 true`",
        "https://github.com/open-mpi/ompi/issues/7094",
    ),
    Row(
        "no-objects",
        "Open MPI",
        (
            "No objects of the specified type were found on at least one node",
            "No bindable objects of the specified type were available",
        ),
        "The line maps or binds to something that a node does not have",
        "In containers and virtual machines there may be no NUMA node, package or cache to map to.",
        {
            "any": "`--map-by core` or `--map-by slot` in the place of numa, package or l3cache",
        },
        "`lstopo --only numanode; lstopo --only package`",
        "https://github.com/openpmix/prrte/blob/master/src/mca/rmaps/base/help-prte-rmaps-base.txt",
    ),
    Row(
        "no-program-named",
        "launcher",
        (
            "No executable was specified on the",
            "could not find anything to do",
            "srun: fatal: No command given to execute",
            "No executable specified on",
        ),
        "The line names no program to start",
        "A variable for it may be empty, or an option took its name as its value.",
        {
            "any": "`mpirun -n 2 ./program`; write options of the launcher before the program",
        },
        "`rankwise doctor --explain -- LAUNCH LINE`",
        "https://github.com/openpmix/prrte/issues/1352",
    ),
    Row(
        "launch-error",
        "Open MPI",
        (
            "was unable to start the specified application as it encountered an error",
            "was unable to launch the specified application as it encountered an error",
        ),
        "mpirun could not start the program on a node",
        "The words beneath say what failed: a limit of files, a name of the node, or its binding.",
        {
            "any": "`mpirun --mca odls_base_verbose 5` (5: `--prtemca odls_base_verbose 5`) says more",
        },
        "`ulimit -a` on that node",
        "https://github.com/open-mpi/ompi/issues/6981",
        role="symptom",
    ),
    Row(
        "rankfile",
        "Open MPI",
        (
            "The rankfile that was used claimed that a host was either not allocated or oversubscribed its slots",
            "was unable to open the rankfile",
            "Error, invalid syntax in the rankfile",
            "A rank is missing its location specification",
            "Rankfile claimed host {} by index that is bigger than number of allocated hosts",
            "encountered a line that specified a non-existent CPU",
            "filename of the rankfile was not specified",
        ),
        "Open MPI cannot place the ranks as the rank file says",
        "The file is not there, has another form, leaves a rank out, or names hosts or CPUs that the job does not "
        "have. The names that the batch system has for hosts count.",
        {
            "any": "a line for each rank: rank 0=n1 slot=0:1; the option is `--map-by rankfile:file=FILE` (version 4: "
            "`-rf FILE`)",
        },
        "`cat FILE; mpirun --display-allocation -n 1 true; lstopo-no-graphics --only core`",
        "https://github.com/openpmix/prrte/blob/master/src/mca/rmaps/rank_file/help-rmaps_rank_file.txt",
    ),
    Row(
        "hostfile-syntax",
        "Open MPI",
        (
            "detected a parse error in the hostfile",
            "detected a bad parameter in the hostfile",
            "contains multiple definitions of the slot count",
            "The hostfile given is not a regular file",
            "A relative host was improperly specified",
            "A relative host was specified, but",
        ),
        "mpirun does not understand a line of the host file",
        "Open MPI's form is: n1 slots=4. A colon with a number (n1:4) is MPICH's, and words behind # are comments.",
        {
            "any": "write `n1 slots=4` in each line; for MPICH's form call MPICH's mpiexec",
        },
        "`cat -A HOSTFILE; mpirun --version`",
        "https://github.com/openpmix/prrte/blob/master/src/docs/show-help-files/help-hostfile.txt",
        explains=("hostfile-missing",),
    ),
    Row(
        "ppr-too-few",
        "Open MPI",
        (
            "Your job has requested more processes than the ppr for this topology can support",
            "More processes were requested than there are devices to map them against",
            'The "--host" specification asked for more slots on a node than',
            "There are no allocated resources for the application",
        ),
        "The way of mapping gives fewer places than the line asks for ranks",
        "`ppr:2:node` gives two ranks for each node, no more: nodes times that number is the most. The same holds for "
        "slots of `--host`, and for what a batch job has.",
        {
            "any": "fewer ranks (`-n`), a larger number in ppr, or more nodes",
        },
        "`mpirun --display-allocation -n 1 true`",
        "https://github.com/openpmix/prrte/blob/master/src/mca/rmaps/base/help-prte-rmaps-base.txt",
        explains=("bad-mapping",),
    ),
)
