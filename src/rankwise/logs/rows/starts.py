"""What is printed where a program and what starts it do not get together: PMI, Slurm's nodes, PBS, launchers."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "mpich-singleton",
        "MPICH",
        (
            "PMII_singinit",
            "This singleton init program attempted to access some feature",
            "for which process manager support was required, e.g. spawn or universe_size",
            "Singleton init is not supported",
        ),
        "Each process was started alone: MPICH finds no PMI of a launcher",
        "srun was called without the PMI that this MPICH speaks, or the launcher is of another MPI, or there was none. "
        "Each process then is rank 0 of 1 (a singleton).",
        {
            "Slurm": "`srun --mpi=pmi2 ./program` (or pmix, where MPICH was built with it)",
            "any": "start with the mpiexec of the MPICH to which the program is linked",
        },
        "`srun --mpi=list; ldd PROGRAM | grep libmpi; which mpiexec`",
        "https://github.com/pmodels/mpich/issues/6924",
        explains=("pmi-lost", "pmi-start", "mpich-fatal"),
    ),
    Row(
        "cray-alone",
        "Cray MPICH",
        (
            "channel initialization failed {} PMI2 init failed: {count}",
            "PMI2 init failed: {count} {} Aborted",
            "MPID_Init({count}).......: PMI2 init failed",
            "MPIR_pmi_init({count}){}: PMI2_Init returned {status}",
        ),
        "A program of Cray's MPI was started without srun, aprun or mpiexec",
        "It finds no PMI of a launcher: it was called by its name, mostly on a login node. Python packages do so when "
        "they import mpi4py.",
        {
            "any": "start it in a job: `srun -n 1 ./program`; Python on a login node: leave out what imports mpi4py, "
            "or "
            "`export MPI4PY_RC_INITIALIZE=0`",
        },
        "`srun -n 1 ./program`; `env | grep -E 'SLURM_|PMI_|PALS_'`",
        "https://github.com/dfm/emcee/issues/228",
        role="suspect",
        explains=("pmi-start", "mpich-fatal", "fortran-error", "abort-signal"),
    ),
    Row(
        "openmpi-launcher-keys",
        "Open MPI",
        (
            "fail during RTE init",
            "node rank --> Returned",
            "local rank --> Returned",
            "ess_pmi_module.c",
            "pmix_base_select failed",
            "PMIx server's listener thread failed to start",
        ),
        "The launcher's PMI does not tell what Open MPI asks of it",
        "srun offers another PMI or release of PMIx than Open MPI was built with, or the PMIx of another installation "
        "is "
        "loaded.",
        {
            "Slurm": "`srun --mpi=pmix ./program`, with a PMIx as new as Open MPI's; or `salloc`, then `mpirun "
            "./program`",
            "any": "one Open MPI and one PMIx in PATH and LD_LIBRARY_PATH",
        },
        "`srun --mpi=list; ompi_info | grep -i pmix`",
        "https://github.com/open-mpi/ompi/pull/8090",
        role="symptom",
        explains=("mpi-init-failed", "before-init", "orte-init"),
    ),
    Row(
        "openmpi-no-pml",
        "Open MPI",
        (
            "mca_pml_base_open() failed",
            "mca_pml_base_select() failed",
            "mca_bml_base_open() failed",
            "PML add procs failed",
        ),
        "Open MPI could open no transport for messages (PML)",
        "A setting names a component that is not there or does not load, UCX or libfabric found no device, or ranks "
        "have "
        "no transport in common. Other lines of the log may say which.",
        {
            "any": "`unset OMPI_MCA_pml OMPI_MCA_btl`; to try: `mpirun --mca pml ob1 --mca btl self,sm,tcp ...`",
        },
        "`ompi_info | grep -E 'MCA (pml|btl|mtl)'; env | grep -E 'OMPI_MCA|UCX_|FI_'`",
        "https://github.com/radical-cybertools/radical.pilot/issues/2980",
        role="symptom",
        explains=("mpi-init-failed", "before-init", "errors-fatal"),
    ),
    Row(
        "mpich-ofi-init",
        "MPICH",
        (
            "MPIDI_OFI_mpi_init_hook({count}):",
            "MPIDI_OFI_init_local({count}):",
            "MPIDI_OFI_init_world({count}):",
            "open_fabric({count}):",
            "ofi fabric is not available and fallback fabric is not enabled",
            "Failed to initialize 'shm:ofi' fabrics",
        ),
        "The network of MPICH (libfabric) did not start",
        "The provider that libfabric took, or that FI_PROVIDER names, does not work here: no network is up, its device "
        "is missing or busy, or the libfabric of another package is loaded.",
        {
            "Intel MPI": "`export I_MPI_FABRICS=shm` (one node), or `FI_PROVIDER=tcp`; `I_MPI_OFI_LIBRARY_INTERNAL=1`",
            "any": "`FI_PROVIDER=tcp` (or `shm` on one node); `FI_LOG_LEVEL=warn` says more",
        },
        "`fi_info -l; env | grep -E '^(FI_|I_MPI_)'; ip -br addr`",
        "https://github.com/SmileiPIC/Smilei/issues/819",
        role="symptom",
        explains=("mpich-fatal", "pmi-lost", "intel-dapl"),
    ),
    Row(
        "slurm-node-network",
        "Slurm",
        (
            "Communication connection failure",
            "failed on node {host}: Communication connection failure",
            "failed on node {host}: Socket timed out on send/recv operation",
            "Unable to contact slurmd",
            "slurm_receive_msgs: Socket timed out on send/recv operation",
        ),
        "Slurm cannot reach the daemon (slurmd) of a node to start tasks there",
        "The node is down or hangs, its address is wrong in slurm.conf, or a firewall closes slurmd's port (6818) or "
        "the "
        "ports of srun.",
        {
            "Slurm": "leave the node out: `--exclude={host}`; administrators: slurmd's log there, NodeAddr, "
            "SrunPortRange",
        },
        "`scontrol show node {host}; sinfo -R`",
        "https://slurm.schedmd.com/network.html",
        explains=("slurm-launch", "slurm-socket"),
    ),
    Row(
        "pbs-tm",
        "Open MPI",
        (
            "plm:tm: failed to spawn daemon",
            "plm:tm: failed to poll for a spawned daemon",
            "plm:tm: failed to start",
            "PBS: tm_",
            "pbs_tmrsh: error",
            "could not connect to pbs_mom",
        ),
        "Open MPI could not start its daemons by PBS (TM)",
        "The daemon of PBS on a node refused or did not answer: a name in the host file that PBS does not know, "
        "another "
        "node than those of the job, or a login shell outside of it.",
        {
            "any": "leave the host file away, so that PBS names the nodes; or go by ssh: `mpirun --mca plm rsh "
            "--hostfile "
            "$PBS_NODEFILE ...`",
        },
        "`pbsdsh hostname; sort -u $PBS_NODEFILE` (in the job)",
        "https://www.open-mpi.org/faq/?category=tm",
        explains=("daemons",),
    ),
    Row(
        "sge-limit",
        "Grid Engine",
        (
            "exceeds job hard limit",
            "exceeds job soft limit",
            "exceeds job slave hard limit",
            "exceeds job master hard limit",
        ),
        "The job used more than it asked for, and Grid Engine ended it",
        "The line names the limit: h_vmem and h_rss are memory (for each slot), h_rt is time, h_cpu processor time.",
        {
            "any": "ask for more: `qsub -l h_vmem=8G -l h_rt=24:00:00 ...`; or fewer slots on a host",
        },
        "`qacct -j JOB | grep -E 'failed|maxvmem|exit_status'`",
        "https://gridscheduler.sourceforge.net/htmlman/htmlman5/queue_conf.html",
        explains=("killed",),
    ),
    Row(
        "solver-exit",
        "Platform MPI",
        (
            "MPI Application rank {rank} exited before MPI_Finalize() with status {status}",
            "MPI Application rank {rank} exited before MPI_Init() with status {status}",
            "MPI Application rank {rank} killed before MPI_Finalize() with signal {signal}",
            "MPI Application rank {rank} killed before MPI_Init() with signal {signal}",
        ),
        "A rank ended badly (rank {rank}), and the launcher ended the job",
        "Its own error stands before: in solvers mostly a calculation that diverges, or memory that ran out; signal 9 "
        "is "
        "the kernel or the batch system, signal 11 a fault.",
        {
            "any": "see the first error of that rank and of the solver's own output",
        },
        "`dmesg -T | grep -i -E 'oom|killed process'` on its node",
        "https://796t.com/content/1541918251.html",
        role="consequence",
    ),
    Row(
        "windows-library",
        "Windows",
        (
            "exit code -1073741515",
            "exited with code -1073741515",
            "return code -1073741515",
            "EXIT STATUS: -1073741515",
            "error code 0xc0000135",
            "exit code 3221225781",
            "STATUS_DLL_NOT_FOUND",
        ),
        "The program misses a DLL (Windows status 0xC0000135)",
        "The folder of the MPI's DLLs (msmpi.dll, impi.dll) or of the compiler's is not in PATH, or the MPI is not "
        "installed there.",
        {
            "any": "install Microsoft MPI, or open the command line of oneAPI (setvars.bat); copy the DLLs beside the "
            "program",
        },
        "`where msmpi.dll impi.dll`",
        "https://github.com/KhiopsML/khiops/issues/1023",
        needs="log",
        explains=("msmpi-aborted", "bad-termination"),
    ),
    Row(
        "cxi-match",
        "libfabric",
        (
            "Flow control triggered due to failure to append LE",
            "Software endpoint mode required",
            "LE pool exhausted",
            "LEs exhausted",
            "Exceeded hardware match",
        ),
        "The Slingshot adapter has no room for messages that nobody receives yet",
        "Messages come faster than the program posts receives, and the list for them is kept in the adapter.",
        {
            "any": "`export FI_CXI_RX_MATCH_MODE=software` (or hybrid); receives that are posted before the sends",
        },
        "`env | grep FI_CXI`",
        "https://github.com/E3SM-Project/E3SM/issues/5057",
        explains=("abort-signal", "cxi", "cxi-queue", "mpich-netmod"),
    ),
    Row(
        "text-busy",
        "kernel",
        ("Text file busy",),
        "The program's file is being written while it is started",
        "Another job or a build writes or copies it, or a shared file system has not closed it yet.",
        {
            "any": "wait for the copy or build; install under another name, then `mv` it to the place",
        },
        "`lsof PROGRAM`",
        "https://man7.org/linux/man-pages/man2/execve.2.html",
        needs="log",
    ),
    Row(
        "frames",
        "MPI",
        (
            "] {path}/libmpi.so.{count}(",
            "] {path}/libopen-pal.so.{count}(",
            "] {path}/libopen-rte.so.{count}(",
            "] {path}/libfabric.so.{count}(",
            "] {path}/libucp.so.{count}(",
            "] {path}/libuct.so.{count}(",
            "^libucs.so.{count}.{count}.{count} {} uc{name}",
            "^libucp.so.{count}.{count}.{count} {} ucp_{name}",
            "^libuct_ib.so.{count}.{} uct_{name}",
        ),
        "A trace of calls: a rank died by a signal, mostly a segmentation fault, in or beneath the libraries that it "
        "names",
        "Each line is a call, the innermost first: the first one that is the program's own tells where. The signal "
        "stands "
        "before the trace.",
        {
            "any": "see the lines before the trace; libfabric: `FI_PROVIDER=tcp` to try, UCX: `UCX_TLS=tcp,sm,self`",
        },
        "`gdb PROGRAM core -ex bt`",
        "https://docs.open-mpi.org/en/v5.0.x/app-debug/index.html",
        role="symptom",
        vague=True,
    ),
)
