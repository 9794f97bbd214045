"""What is printed when a signal ends a rank."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "illegal-instruction",
        "signal",
        (
            "Signal: Illegal instruction (4)",
            "signal 4 (Illegal instruction)",
            "(core dumped) {} Illegal instruction",
            "Illegal instruction (core dumped)",
            "Illegal instruction (signal 4)",
            "SIGILL: illegal instruction",
            "KILLED BY SIGNAL: 4",
            "Please verify that both the operating system and the processor support Intel",
        ),
        "The program has instructions that this processor does not know",
        "It, or a library, was built on a newer processor (-march=native, -xHost, AVX-512), and runs on an older node.",
        {
            "any": "build for the oldest architecture of the job: -march=x86-64-v3 in place of -march=native; "
            "or ask for nodes of one kind (Slurm: --constraint)",
        },
        "lscpu | grep -E 'Model name|Flags' on that node, and on the one of the build",
        "https://man7.org/linux/man-pages/man7/signal.7.html",
        needs="log",
    ),
    Row(
        "bus-error",
        "signal",
        (
            "Signal: Bus error (7)",
            "Bus error (core dumped)",
            "exited on signal 7 (Bus error)",
            "signal 7 (Bus error)",
            "SIGBUS: Bus error",
            "Bus error (signal 7)",
            "KILLED BY SIGNAL: 7",
            "Program received signal SIGBUS",
            "signal (7): Bus error",
            "Signal code: Non-existant physical address",
            "EXIT CODE: 135",
            "caught signal 7 (Bus error",
        ),
        "A rank touched memory that a file cannot give: /dev/shm is mostly full",
        "Shared memory is made without a check and dies at its first use where /dev/shm (64 MB in containers) "
        "or TMPDIR has no room. A file that was cut while it was mapped does the same.",
        {
            "Docker": "docker run --shm-size=2g (or --ipc=host)",
            "any": "make room in /dev/shm: remove segments that dead jobs left; smaller shared windows",
        },
        "df -h /dev/shm ${TMPDIR:-/tmp}; ls -l /dev/shm",
        "https://github.com/ofiwg/libfabric/issues/9422",
        needs="log",
    ),
    Row(
        "segfault",
        "signal",
        (
            "Signal: Segmentation fault (11)",
            "SIGSEGV: Segmentation fault",
            "exited on signal 11 (Segmentation fault)",
            "signal 11 (Segmentation fault)",
            "Segmentation fault (core dumped)",
            "caught signal 11 (Segmentation fault",
            "Caught signal 11 (Segmentation fault",
            "KILLED BY SIGNAL: 11 (Segmentation fault)",
            "EXIT CODE: 139",
            "forrtl: severe (174): SIGSEGV",
            "Program received signal SIGSEGV",
            "signal (11): Segmentation fault",
            "Segmentation fault (signal 11)",
        ),
        "A rank died by a segmentation fault",
        "It read or wrote where it may not: a fault of the program, a stack that is too small (Fortran, ulimit "
        "-s), mpi.h of another MPI, or GPU memory given to an MPI without GPU support.",
        {
            "any": "see the innermost function of the program in the trace; ulimit -s unlimited; build with -g "
            "-fsanitize=address",
        },
        "gdb PROGRAM core -ex bt; ulimit -s; ldd PROGRAM | grep mpi",
        "https://man7.org/linux/man-pages/man7/signal.7.html",
        role="symptom",
        needs="log",
    ),
    Row(
        "floating-point",
        "signal",
        (
            "Signal: Floating point exception (8)",
            "signal 8 (Floating point exception)",
            "SIGFPE: Floating-point exception",
            "KILLED BY SIGNAL: 8",
            "Floating point exception (core dumped)",
            "Caught signal 8 (Floating point exception",
            "forrtl: error (73): floating divide by zero",
            "forrtl: error (65): floating invalid",
        ),
        "A rank died by an arithmetic error",
        "An integer was divided by zero, or the program traps overflow and NaN.",
        {
            "any": "the trace names the line where the program was built with -g; check counts that may be zero "
            "for some ranks",
        },
        "gdb PROGRAM core -ex bt",
        "https://man7.org/linux/man-pages/man7/signal.7.html",
        role="symptom",
        needs="log",
    ),
    Row(
        "abort-signal",
        "signal",
        (
            "Signal: Aborted (6)",
            "exited on signal 6 (Aborted)",
            "KILLED BY SIGNAL: 6",
            "Caught signal 6 (Aborted",
            "SIGABRT: Process abort signal",
            "terminate called after throwing an instance of",
            "EXIT CODE: 134",
        ),
        "The program, or its C library, ended itself with abort()",
        "An assertion, an exception that nobody caught, or a damaged heap (free(): invalid pointer). Its words "
        "stand before.",
        {
            "any": "see the line before; build with -g -fsanitize=address for errors of the heap",
        },
        "gdb PROGRAM core -ex bt",
        "https://man7.org/linux/man-pages/man3/abort.3.html",
        role="symptom",
        needs="log",
    ),
    Row(
        "killed",
        "signal",
        (
            "exited on signal 9 (Killed)",
            "signal 9 (Killed)",
            "KILLED BY SIGNAL: 9",
            "YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Killed (signal 9)",
            "Killed (signal 9)",
            "died from signal 9",
            "EXIT CODE: 137",
            "exit code 137",
        ),
        "A rank was killed by signal 9",
        "Mostly the kernel, because memory ran out on its node; else the batch system or a person. The rank "
        "itself can print nothing then.",
        {
            "Slurm": "#SBATCH --mem=0 or a larger --mem; fewer ranks on a node",
            "any": "fewer ranks on a node, or more memory for the job",
        },
        "dmesg -T | grep -i -E 'oom|killed process' on its node; sacct -j JOBID --format=JobID,State,MaxRSS",
        "https://docs.kernel.org/admin-guide/mm/concepts.html#oom-killer",
        role="symptom",
        needs="log",
    ),
    Row(
        "oom-killer",
        "kernel",
        (
            "invoked oom-killer",
            "Out of memory: Killed process {count} ({name})",
            "Out of memory: Kill process",
            "Memory cgroup out of memory: Killed process",
            "oom-kill:constraint=",
            "oom_reaper: reaped process",
        ),
        "The kernel killed a process because memory ran out",
        "The ranks of the node, with their shared memory and files in memory, need more than it or its control "
        "group has.",
        {
            "Slurm": "#SBATCH --mem=0 or a larger --mem; fewer ranks on a node (--ntasks-per-node)",
            "Docker": "docker run --memory=16g",
            "any": "fewer ranks on a node, or more memory for the job",
        },
        "dmesg -T | grep -i -E 'oom|killed process'; free -h",
        "https://docs.kernel.org/admin-guide/mm/concepts.html#oom-killer",
        explains=("slurm-oom",),
    ),
    Row(
        "terminated",
        "signal",
        (
            "exited on signal 15 (Terminated)",
            "KILLED BY SIGNAL: 15",
            "forrtl: error (78): process killed (SIGTERM)",
            "YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Terminated (signal 15)",
            "APPLICATION TIMED OUT, TIMEOUT",
        ),
        "A rank was told to end (signal 15)",
        "By the batch system, by a time limit, or by the launcher after another rank failed.",
        {
            "any": "see the first error of the other ranks; otherwise the time limit of the job",
        },
        "sacct -j JOBID --format=JobID,State,Elapsed,Timelimit",
        "https://man7.org/linux/man-pages/man7/signal.7.html",
        role="consequence",
        needs="log",
    ),
    Row(
        "stack-limit",
        "Fortran",
        (
            "OMP: Error #34: System unable to allocate necessary resources for OMP thread",
            "stack overflow",
            "stack smashing",
            "Stack overflow in the OMP",
        ),
        "A stack is too small",
        "Large local arrays of Fortran and threads need more stack than ulimit -s and OMP_STACKSIZE give.",
        {
            "any": "ulimit -s unlimited in the job's script; export OMP_STACKSIZE=512M; gfortran: "
            "-fmax-stack-var-size, ifx: -heap-arrays",
        },
        "ulimit -s; echo $OMP_STACKSIZE",
        "https://man7.org/linux/man-pages/man2/getrlimit.2.html",
        needs="log",
    ),
)
