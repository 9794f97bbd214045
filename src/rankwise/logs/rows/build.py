"""What compilers, linkers and CMake print of MPI, and libraries of mathematics and threads of their own set-up."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "build-no-mpi",
        "compiler",
        (
            "Could NOT find MPI",
            "cannot find -lmpi",
            "cannot find -lMPI::MPI_C",
            "library not found for -lmpi",
            "configure: error: {} mpicc",
            "configure: error: MPI {} not found",
        ),
        "The build does not find MPI",
        "No MPI with headers and libraries is in PATH where it is built, or another compiler than that of the MPI is "
        "used. "
        "CMake asks mpicc and mpif90 what they add.",
        {
            "any": "load the module of an MPI with its compilers, or name it: `cmake -DMPI_HOME=/path/of/mpi ..`, "
            "`CC=mpicc CXX=mpicxx FC=mpif90 cmake ..` in an empty build folder",
        },
        "`which mpicc mpif90; mpicc -show`",
        "https://cmake.org/cmake/help/latest/module/FindMPI.html",
        explains=("compile-header",),
    ),
    Row(
        "cxx-bindings",
        "compiler",
        (
            "undefined reference to `MPI::",
            "cannot find -lmpi_cxx",
            "libmpi_cxx.so.{count}: cannot open shared object file",
            "'MPI::{name}' has not been declared",
        ),
        "The program uses the C++ bindings of MPI, which are gone or not linked",
        "MPI 3 removed them: Open MPI 5 has none, Open MPI 4 only if it was built with them.",
        {
            "any": "link with mpicxx; defining OMPI_SKIP_MPICXX and MPICH_SKIP_MPICXX at the build leaves them out: "
            "`mpicxx -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX ...`; or an Open MPI 4 that was built with them",
        },
        "`ompi_info | grep -i 'C++ bindings'; ldd PROGRAM | grep mpi_cxx`",
        "https://github.com/llnl/scr/issues/130",
        explains=("missing-library", "build-no-mpi"),
    ),
    Row(
        "fortran-mismatch",
        "compiler",
        (
            "Type mismatch between actual argument at (1) and actual argument at (2)",
            "Rank mismatch between actual argument at (1) and actual argument at (2)",
        ),
        "gfortran 10 and later refuse calls that pass one procedure different types, as old MPI programs do",
        "With mpif.h the compiler sees MPI_Send called with reals here and integers there.",
        {
            "any": "`FFLAGS=-fallow-argument-mismatch` (or `-std=legacy`); or `use mpi_f08` in the program",
        },
        "`mpif90 --version`",
        "https://gcc.gnu.org/gcc-10/porting_to.html",
        needs="log",
    ),
    Row(
        "mkl-library",
        "MKL",
        ("Intel MKL FATAL ERROR: Cannot load", "INTEL MKL ERROR: {} undefined symbol"),
        "MKL does not find its own libraries",
        "It loads the one for this processor when it runs: LD_LIBRARY_PATH lacks its folder, or has that of another "
        "release.",
        {
            "any": "`source /opt/intel/oneapi/setvars.sh` in the job's script; link with `-lmkl_rt`",
        },
        "`ldd PROGRAM | grep mkl; echo $LD_LIBRARY_PATH`",
        "https://www.intel.com/content/www/us/en/docs/onemkl/developer-guide-linux/2024-0/overview.html",
        needs="log",
    ),
    Row(
        "omp-twice",
        "OpenMP",
        ("OMP: Error #15: Initializing",),
        "Two libraries of OpenMP are loaded in one process",
        "Packages bring their own (libiomp5, libomp, libgomp): of conda and pip in one environment, mostly.",
        {
            "any": "install all of them from one place (conda-forge); `export KMP_DUPLICATE_LIB_OK=TRUE` to try",
        },
        "`ldd PROGRAM | grep -E 'omp'`",
        "https://www.intel.com/content/www/us/en/docs/onemkl/developer-guide-linux/2024-0/overview.html",
        needs="log",
    ),
    Row(
        "lapack-argument",
        "ScaLAPACK",
        (
            "On entry to {name} parameter number {count} had an illegal value",
            "Intel MKL ERROR: Parameter {count} was incorrect on entry to {name}",
        ),
        "The program called {name} of LAPACK or ScaLAPACK with an argument that is not valid",
        "Mostly a size, a block size or a grid of processes that does not fit the number of ranks.",
        {
            "any": "another number of ranks, or the block size and grid of the input; the parameter's number names it "
            "in "
            "the manual of the routine",
        },
        "`LAUNCH LINE`",
        "https://www.netlib.org/scalapack/slug/node148.html",
        role="symptom",
        needs="log",
    ),
    Row(
        "thread-level",
        "MPI",
        (
            "not provide the requested threading level",
            "not support the requested thread level",
            "MPI_THREAD_{name} lower than required MPI_THREAD_{name}",
            "requires MPI_THREAD_{name}",
            "MPI_THREAD_MULTIPLE is not supported",
            "does not support MPI_THREAD_",
        ),
        "The program wants MPI calls from several threads, and this MPI does not give them",
        "MPI_Init_thread answers with a lower level: the library was built or is set so.",
        {
            "Cray MPICH": "`export MPICH_MAX_THREAD_SAFETY=multiple`",
            "MVAPICH": "`export MV2_ENABLE_AFFINITY=0`",
            "any": "an MPI that was built with it (`ompi_info | grep -i thread`); fewer threads that call MPI",
        },
        "`ompi_info | grep -i thread; mpichversion`",
        "https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report/node303.htm",
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
        vague=True,
    ),
    Row(
        "mpi-class",
        "MPI",
        ("*** MPI_ERR_{name}: {}", "MPI.Exception: MPI_ERR_{name}"),
        "An MPI call failed, and its error class says in what",
        "The line before names the call, this one the class of the error.",
        {
            "any": "look at the arguments of that call in the program; `rankwise doctor --run -- LAUNCH LINE`",
        },
        "`rankwise doctor --run -- LAUNCH LINE`",
        "https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report/node238.htm",
        role="symptom",
        vague=True,
        explains=("errors-fatal", "python-exception"),
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
        "torch-mismatch",
        "PyTorch",
        (
            "Detected mismatch between collectives on ranks",
            "DDP expects same model across all ranks",
            "Expected to have finished reduction in the prior iteration before starting a new one",
            "Tensors must be contiguous and of the same size {} rank",
        ),
        "Ranks do not do the same: other models, tensors or collective calls",
        "All ranks must make the same calls in the same order with the same sizes: branches by rank, unused "
        "parameters and "
        "batches of different number break that.",
        {
            "any": "`export TORCH_DISTRIBUTED_DEBUG=DETAIL` names rank and parameter; "
            "DistributedDataParallel(find_unused_parameters=True) for unused ones",
        },
        "`TORCH_DISTRIBUTED_DEBUG=DETAIL LAUNCH LINE`",
        "https://docs.pytorch.org/docs/stable/distributed.html",
        explains=("python-exception",),
    ),
    Row(
        "torch-unique-id",
        "PyTorch",
        ("is setting up NCCL communicator and retrieving ncclUniqueId from",),
        "A rank waits for another one at the start of an NCCL communicator",
        "Rank 0 of the group did not come to the same call: it ended, is late, or calls another collective first.",
        {
            "any": "see the first error of rank 0; a longer limit where it is only slow (loading of data or "
            "checkpoints)",
        },
        "`py-spy dump --pid PID` of rank 0 while others wait",
        "https://github.com/pytorch/pytorch/issues/119196",
        role="consequence",
        explains=("python-exception", "mpich-peer"),
    ),
    Row(
        "torch-hangup",
        "PyTorch",
        ("got signal: 1 ", "Received 1 death signal", "Received Signals.SIGHUP"),
        "The terminal was closed, and its signal (SIGHUP) ended the job",
        "torchrun passes the signal on to its processes, also under nohup.",
        {
            "any": "start in tmux or screen, as a batch job, or: `setsid torchrun ... > out 2>&1 &`",
        },
        "`kill -l`",
        "https://github.com/pytorch/pytorch/issues/67538",
        explains=("python-exception", "torchrun"),
    ),
    Row(
        "numactl",
        "shell",
        (
            "libnuma: Warning: node argument {count} is out of range",
            "libnuma: Warning: cpu argument {} is out of range",
            "numactl: This system does not support NUMA policy",
            "taskset: failed to set pid {}",
            "sched_setaffinity: Invalid argument",
        ),
        "numactl or taskset names CPUs or NUMA nodes that the job does not have",
        "Their numbers are those of the whole machine; a job or container sees its own part only.",
        {
            "any": "let the launcher bind in their place; or numbers of `grep allowed_list /proc/self/status`",
        },
        "`grep allowed_list /proc/self/status; numactl -H` (in the job)",
        "https://man7.org/linux/man-pages/man8/numactl.8.html",
        needs="log",
    ),
    Row(
        "license",
        "program",
        (
            "FLEXnet Licensing error",
            "FLEXlm error",
            "license checkout failed",
            "Failed to checkout license",
            "Unable to checkout a license",
            "License server machine is down or not responding",
        ),
        "The program got no license",
        "Its server cannot be reached from the compute node, or all licenses are taken.",
        {
            "any": "the address of the license server in the job's environment (LM_LICENSE_FILE); fewer ranks or jobs",
        },
        "`lmutil lmstat -a; env | grep -i LICENSE` (in the job)",
        "https://en.wikipedia.org/wiki/FlexNet_Publisher",
        needs="log",
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
    Row(
        "slurm-unkillable",
        "Slurm",
        ("DUE TO JOB NOT ENDING WITH SIGNALS", "Kill task failed"),
        "Processes of the step could not be killed, and Slurm gave up",
        "They hang in the kernel, mostly in a file system or a driver that does not answer; the node is drained then.",
        {
            "Slurm": "tell the administrators the node; start again without it: `--exclude=HOST`",
        },
        "`sinfo -R; dmesg -T | grep -i 'blocked for more'` on that node",
        "https://slurm.schedmd.com/troubleshoot.html",
    ),
)
