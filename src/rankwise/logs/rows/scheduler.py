"""What other batch systems than Slurm print: PBS, PALS, Flux, LSF."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "pbs-walltime",
        "PBS",
        (
            "PBS: job killed: walltime {count} exceeded limit {count}",
            "job killed: walltime",
            "job exceeded wallclock limit",
        ),
        "The job reached its wall time, and PBS ended it",
        "It may be slower than thought, or hang: then its output stops long before.",
        {
            "PBS": "`#PBS -l walltime=HH:MM:SS`; if it hangs: `rankwise doctor --hung PID` on its first node",
        },
        "`qstat -xf JOBID | grep -E 'resources_used|Resource_List'`",
        "https://help.altair.com/2024.1.0/PBS%20Professional/PBSUserGuide2024.1.pdf",
    ),
    Row(
        "pbs-memory",
        "PBS",
        (
            "PBS: job killed: mem {} exceeded limit",
            "PBS: job killed: vmem {} exceeded limit",
            "job killed: mem",
            "Cgroup mem limit exceeded",
            "Cgroup memsw limit exceeded",
        ),
        "The job used more memory than it asked for, and PBS ended it",
        "Memory of all ranks of the node counts.",
        {
            "PBS": "`#PBS -l select=N:ncpus=C:mpiprocs=R:mem=64gb` with more mem, or fewer ranks on a node",
        },
        "`qstat -xf JOBID | grep resources_used.mem`",
        "https://help.altair.com/2024.1.0/PBS%20Professional/PBSUserGuide2024.1.pdf",
    ),
    Row(
        "pbs-signal",
        "PBS",
        ("Exit_status=271", "Exit_status=265"),
        "The job was ended by a signal from outside",
        "An exit status of Torque above 256 is 256 and the signal: 271 is 15, 265 is 9. A limit was reached (memory, "
        "wall time), the job was deleted, or its node failed.",
        {
            "PBS": "compare resources_used.mem and walltime of the message with what was asked for, and ask for more: "
            "`qsub -l mem=SIZE,walltime=HH:MM:SS`",
        },
        "`qstat -f JOBID | grep -E 'resources_used|Resource_List'`",
        "https://docs.adaptivecomputing.com/torque/6-1-0/adminGuide/help.htm",
        role="symptom",
    ),
    Row(
        "pals",
        "PALS",
        (
            "launch RPC: Couldn't forward RPC launch",
            "Resource temporarily unavailable (palsd)",
            "palsd: {} failed",
            "mpiexec: error: launch RPC",
            "launch failed: {} pals",
            "ping RPC timed out",
            "mpiexec: error: Forwarding RPC",
        ),
        "PALS, the launcher of HPE Cray, could not start the job on a node",
        "A node does not answer, or an earlier job is not cleaned up there yet.",
        {
            "PALS": "start again; leave out the node that the message names; tell the administrators",
        },
        "`palstat`",
        "https://cpe.ext.hpe.com/docs/latest/pals/index.html",
    ),
    Row(
        "pals-exit",
        "PALS",
        (
            "rank {rank} died from signal {signal}",
            "rank {rank} exited with code {status}",
        ),
        "A rank ended badly, and the launcher ended the job",
        "This is what PALS noticed. Why the rank ended stands before it.",
        {
            "PALS": "`mpiexec -l` names the rank in each line; see that rank's first error",
        },
        "`dmesg -T | grep -i oom` on its node (for signal 9)",
        "https://cpe.ext.hpe.com/docs/latest/pals/index.html",
        role="consequence",
    ),
    Row(
        "flux-pmi",
        "Flux",
        (
            "PMI_Init [pmix_flux.c",
            "[pmix_flux.c:{count}:{name}]: Operation failed",
        ),
        "Open MPI takes itself for started by Flux, and finds no PMI of Flux",
        "It sees Flux's variables: the program runs inside an allocation but not by flux run, or without the "
        "environment of the job.",
        {
            "any": "`flux run -n 2 ./program`; for one process: `OMPI_MCA_pmix=^flux ./program`; from Python give the "
            "jobspec the environment: jobspec.environment = dict(os.environ)",
        },
        "`env | grep FLUX`",
        "https://github.com/flux-framework/flux-core/issues/4671",
        explains=("before-init", "mpi-init-failed", "orte-init"),
    ),
    Row(
        "flux",
        "Flux",
        (
            "oom: Memory cgroup out of memory: killed",
            "flux-job: task(s) exited with exit code {status}",
            "flux-job: task(s) {signal}",
            "flux-shell[{count}]: FATAL",
            "flux-shell[{count}]: ERROR",
            "job.exception type={}",
            "job.exception {} severity=0",
        ),
        "Flux ended the job after a task or the shell failed",
        "Its line names the exception (alloc, timeout, exec, oom) or the exit code of the task.",
        {
            "Flux": "`flux job eventlog JOBID`; `flux run -o verbose=2`; for Open MPI 5: `flux run -o pmi=pmix`",
        },
        "`flux job eventlog JOBID`",
        "https://flux-framework.readthedocs.io/projects/flux-core/en/latest/man1/flux-run.html",
        role="symptom",
    ),
    Row(
        "flux-unsatisfiable",
        "Flux",
        (
            "alloc: unsatisfiable request",
            "unsatisfiable request",
            "job.exception {} alloc",
        ),
        "The job asks for more than this Flux instance has",
        "More nodes, cores or GPUs than flux resource list shows.",
        {
            "Flux": "`flux resource list`; ask for fewer -N, -n, -c or -g",
        },
        "`flux resource list`",
        "https://flux-framework.readthedocs.io/projects/flux-core/en/latest/man1/flux-run.html",
    ),
    Row(
        "lsf-launch",
        "LSF",
        (
            "The LSF process starter (lsb_launch) failed to start the daemons",
            "lsb_launch failed: {status}",
        ),
        "LSF did not start Open MPI's daemons on the nodes of the job",
        "The word behind lsberrno says why: it is of LSF and its users and hosts, not of MPI.",
        {
            "LSF": "`blaunch hostname` must work inside the job; to start by ssh in its place: `mpirun --mca plm "
            "rsh` (5: `--prtemca plm ssh`)",
        },
        '`blaunch -z "$LSB_HOSTS" hostname` (inside the job)',
        "https://github.com/open-mpi/ompi/issues/8000",
        explains=("daemons",),
    ),
    Row(
        "lsf-limit",
        "LSF",
        (
            "TERM_MEMLIMIT: job killed",
            "TERM_RUNLIMIT: job killed",
            "TERM_SWAP: job killed",
            "TERM_CPULIMIT: job killed",
        ),
        "The job reached a limit of LSF (memory or time), and LSF ended it",
        "The word behind TERM_ names the limit.",
        {
            "LSF": "`bsub -M` (memory), `-W HH:MM` (time), fewer ranks on a node: `-R 'span[ptile=8]'`",
        },
        "`bjobs -l JOBID; bacct -l JOBID`",
        "https://www.ibm.com/docs/en/spectrum-lsf/10.1.0",
    ),
    Row(
        "pbs-cpus",
        "PBS",
        ("job killed: ncpus {} exceeded limit", "job killed: cput {} exceeded limit"),
        "The job used more processor time than it asked for, and PBS ended it",
        "More threads run than it asked CPUs for: each rank starts as many as there are CPUs where OMP_NUM_THREADS is "
        "not "
        "set.",
        {
            "PBS": "`#PBS -l select=1:ncpus=8:mpiprocs=8:ompthreads=1`, and `export OMP_NUM_THREADS=1`",
        },
        "`qstat -xf JOBID | grep resources_used`",
        "https://help.altair.com/2024.1.0/PBS%20Professional/PBSUserGuide2024.1.pdf",
    ),
    Row(
        "batch-refused",
        "batch system",
        (
            "qsub: submit error",
            "qsub: Job rejected by all possible destinations",
            "qsub: Illegal attribute or resource value",
            "qsub: Unknown queue",
            "qsub: Job exceeds queue and/or server resource limits",
            "qsub: Queue does not accept jobs",
            "User cannot use the queue. Job not submitted",
            "qsub: Job violates queue and/or server resource limits",
            "qsub: would exceed {}",
            "^Unable to run job: {}",
            "apsched: claim exceeds reservation's",
            "bsub: {} Job not submitted",
            "Request aborted by esub. Job not submitted",
        ),
        "The batch system does not take the job",
        "Its words name what it does not give: a queue, a time, a number of nodes or of jobs.",
        {
            "any": "ask for what the queue gives: `qstat -Qf`, `qconf -sql`, `bqueues -l` show its limits",
        },
        "`qstat -Q`",
        "https://help.altair.com/2024.1.0/PBS%20Professional/PBSUserGuide2024.1.pdf",
        vague=True,
    ),
    Row(
        "lsf-down",
        "LSF",
        (
            "LIM is down; try later",
            "Batch daemon not responding",
            "lsb_launch(): Server is not connected",
        ),
        "A daemon of LSF does not answer",
        "LSF's commands ask LIM and the batch daemon of the cluster: they are down, or this host is not part of it.",
        {
            "LSF": "try again later; `lsid` must name the cluster",
        },
        "`lsid; bhosts`",
        "https://github.com/mpi4py/mpi4py/issues/226",
    ),
    Row(
        "jsrun-server",
        "LSF",
        (
            "Error initializing RM connection",
            "JSM server is not responding",
            "error in ptssup_mkcltsock_afunix",
        ),
        "jsrun does not reach its server (JSM) in the job",
        "jsrun was called outside of a job, its server on the launch node ended or is busy, or too many were started "
        "at "
        "once.",
        {
            "LSF": "call jsrun inside of bsub, fewer at a time; a new job where its server has ended",
        },
        "`bjobs; jslist`",
        "https://github.com/trilinos/Trilinos/issues/6861",
    ),
    Row(
        "jsrun-resources",
        "LSF",
        (
            "Requested job constraints cannot be met",
            "cannot be fulfilled by the allocation jsrun",
            "^ERF error: {~}rank",
            "^ERF error: {~}resource set",
            "Error processing the ERF",
        ),
        "jsrun asks for resource sets that the job does not have, or that its file (ERF) does not describe",
        "The product of sets, cores and GPUs (-n -a -c -g -r) must fit the nodes; sets that others use are taken. A "
        "file must name each rank once, and no empty list.",
        {
            "LSF": "`jsrun -n 6 -a 1 -c 7 -g 1 ./program` for each node of six GPUs; fewer of them",
        },
        "`jslist -R; bjobs -l`",
        "https://github.com/radical-cybertools/radical.pilot/issues/2673",
    ),
    Row(
        "pbs-tmrsh",
        "PBS",
        ('pbs_tmrsh: host "{host}" is not a node in job', "pbs_tmrsh: host {} is not a node in job"),
        "PBS does not know a host of the launch line as a node of this job: {host}",
        "pbs_tmrsh, by which the launcher starts its proxies, takes the names that stand in $PBS_NODEFILE: a short "
        "name, "
        "or that of another network, is another name to it.",
        {
            "any": "take the hosts from the job: `mpirun -machinefile $PBS_NODEFILE ...`; or start by ssh: "
            "`mpirun -bootstrap ssh ...`",
        },
        "`sort -u $PBS_NODEFILE; hostname` (in the job)",
        "https://github.com/intel/MLSL/issues/14",
        explains=("hydra-ssh", "intel-ssh"),
    ),
)
