"""What programs, shells and Python print of failures that are not MPI's."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import OWN, Row

ROWS: Final = (
    Row(
        "program-error",
        OWN,
        (
            "NetCDF: HDF error",
            "pio_support::pio_die::",
            "*** ERROR ***",
            "ENDRUN:",
            "ERROR on proc {rank}:",
            "Error in routine {name}",
            "FATAL CALLED FROM FILE",
            "FOAM FATAL ERROR",
            "FOAM FATAL IO ERROR",
            "^Fatal error:",
            "CPASSERT failed",
            "amrex::Abort::",
            "amrex::Error::",
            "ERROR STOP",
            "^FATAL ERROR:",
            "FATAL from PE",
            "ERROR {~}PET{count} ",
            "[ABORT]",
            "aborting the run",
            ". . . aborting the run",
            "ORCA finished by error termination",
            "NetCDF: Variable not found",
            "NetCDF: Attribute not found",
            "NetCDF: Unknown file format",
            "NetCDF: Invalid dimension",
            "NetCDF: Index exceeds dimension bound",
            "NetCDF: Start+count exceeds dimension bound",
            "NetCDF: One or more variable sizes violate format constraints",
            "^ABORT:",
            "MFEM abort:",
            "SIRIUS ERROR",
        ),
        "The program reports an error of its own",
        "MPI and the launcher end the job only after it: what it says is mostly about its input, its size or the "
        "number of its ranks.",
        {
            "any": "do what its words say; its manual or its input names the rest",
        },
        "`LAUNCH LINE`",
        "https://docs.lammps.org/Errors_details.html",
        role="symptom",
        needs="log",
        alone=("FOAM parallel run exiting",),
        explains=("mpich-abort", "mpich-fatal", "abort-signal"),
    ),
    Row(
        "petsc-error",
        OWN,
        ("PETSC ERROR: {} Error Message",),
        "PETSc reports an error",
        "Its lines name the call and the reason: an option, a size, a matrix, memory. MPI ends the job only after it.",
        {
            "any": "do what its words say; `-options_left` lists options that nobody read",
        },
        "`LAUNCH LINE`",
        "https://petsc.org/release/faq/",
        role="symptom",
        needs="log",
        given="a call of PETSc",
        explains=("mpich-abort", "mpich-fatal", "abort-signal"),
    ),
    Row(
        "charm-abort",
        OWN,
        ("Exiting: Called CmiAbort", "Exiting: Caught Signal"),
        "A program of Charm++ (NAMD, ChaNGa) ended itself",
        "Its line `Reason` says why: memory, a file, a fault, or a message that the network damaged or lost.",
        {
            "any": "do what the reason says; for damaged messages try another build of Charm++ (mpi, ucx, verbs)",
        },
        "`LAUNCH LINE`",
        "https://github.com/charmplusplus/charm/issues/533",
        role="symptom",
        explains=("mpich-abort",),
    ),
    Row(
        "hdf5-open",
        "HDF5",
        (
            "unable to open file: name = '{}', errno = {count}, error message = '{}'",
            "unable to create file: name = '{}', errno = {count}, error message = '{}'",
            "unable to truncate a file which is already open",
            "unable to open file because {}",
        ),
        "HDF5 cannot open a file",
        "The message names the file and what the system says: it is not there, may not be written, lies on a read-only "
        "file system, or is open already.",
        {
            "any": "name the file by its full path on a file system that all nodes mount, and open it once in a job; "
            "all ranks together need the mpio driver",
        },
        "`ls -l FILE; mount | grep ro,; lsof FILE`",
        "https://github.com/PrincetonUniversity/FOCUS/issues/9",
        needs="log",
        explains=("read-only", "hdf5-error"),
    ),
    Row(
        "hdf5-error",
        "HDF5",
        ("HDF5-DIAG: Error detected in HDF5",),
        "A call of HDF5 failed",
        "The list beneath goes from the call to the reason: its last lines say what was not found or not possible.",
        {
            "any": "read the list from its end; in parallel all ranks must make the calls that change a file",
        },
        "`h5dump -H FILE`",
        "https://github.com/GEOS-DEV/GEOS/issues/2716",
        role="symptom",
        explains=("mpich-abort", "python-exception"),
    ),
    Row(
        "python-module",
        "Python",
        (
            "ModuleNotFoundError: No module named '{name}'",
            "ImportError: No module named {name}",
        ),
        "This Python does not have the module {name}",
        "It is installed in another environment: the job starts the first python of PATH on each node, not that of the "
        "login shell.",
        {
            "any": "activate the environment in the job's script, or name its Python by the full path; `python -m pip "
            "install {name}`",
        },
        "`which python; python -c 'import sys; print(sys.prefix, sys.path)'` (in the job)",
        "https://docs.python.org/3/library/exceptions.html#ModuleNotFoundError",
        needs="log",
        explains=("python-exception",),
    ),
    Row(
        "python-library",
        "Python",
        (
            "ImportError: {name}: cannot open shared object file",
            "OSError: {name}: cannot open shared object file",
            "ImportError: {path}: undefined symbol: {name}",
            "ImportError: DLL load failed while importing {name}",
        ),
        "A module of Python does not find a library, or finds another version of it",
        "The message names the library or symbol. The module was built for another release, or the folder of the "
        "library "
        "is not in LD_LIBRARY_PATH in the job.",
        {
            "any": "load the modules of its build in the job's script; or build it here: `python -m pip install "
            "--force-reinstall --no-binary=NAME --no-cache-dir NAME`; importing MPI on Windows needs Microsoft MPI",
        },
        "`ldd FILE.so | grep -E 'not found|mpi'; echo $LD_LIBRARY_PATH`",
        "https://github.com/mpi4py/mpi4py/issues/374",
        needs="log",
        explains=("python-exception", "missing-library", "undefined-symbol"),
    ),
    Row(
        "file-denied",
        "C library",
        (
            "PermissionError: [Errno 13] Permission denied",
            "forrtl: severe (9): permission to access file denied",
            "Cannot open file '{}': Permission denied",
            "open failed - Permission denied",
            "can't open {}: Permission denied",
            "execvp error on file {} (Permission denied)",
        ),
        "A file or program may not be used by this user: permission denied",
        "The message names it. It belongs to somebody else, is not executable, is a folder, or lies on a file system "
        "that does not allow it (noexec, read-only).",
        {
            "any": "`chmod u+x PROGRAM`; write into a folder of your own; what an earlier run as another user left in "
            "/tmp or /dev/shm must go",
        },
        "`ls -ld FILE; id; mount | grep noexec`",
        "https://man7.org/linux/man-pages/man3/errno.3.html",
        needs="log",
        explains=("python-exception", "fortran-error", "mpich-fatal", "hydra-exec"),
    ),
    Row(
        "file-missing",
        "C library",
        (
            "FileNotFoundError: [Errno 2] No such file or directory:",
            "forrtl: severe (29): file not found",
            "Cannot open file '{}': No such file or directory",
            "can't open file '{}': [Errno 2]",
            "cannot open file '{}': No such file",
            "couldn't open file {}",
        ),
        "A file that the job needs is not there",
        "The message names it. Each rank starts in the working folder of the job, and each node sees only what it "
        "mounts.",
        {
            "any": "name files by their full path, on a file system that every node mounts; start in the folder of the "
            "input",
        },
        "`srun --ntasks-per-node=1 ls -l FILE`, or `mpirun --map-by ppr:1:node ls -l FILE`",
        "https://man7.org/linux/man-pages/man3/errno.3.html",
        needs="log",
        explains=("python-exception", "fortran-error"),
    ),
    Row(
        "julia-exception",
        "Julia",
        ("ERROR: LoadError: {}", "ERROR: InitError: {}"),
        "A Julia program ended by an exception",
        "The words behind `LoadError` say which. The other ranks then wait for one that is gone.",
        {
            "any": "start the script with `mpiexecjl -n 2 julia script.jl`, and see the first line of the stack that "
            "is in a file of yours",
        },
        "`LAUNCH LINE`",
        "https://docs.julialang.org/en/v1/base/base/#Core.LoadError",
        role="symptom",
        needs="log",
        vague=True,
    ),
    Row(
        "numactl-missing",
        "shell",
        ("numactl: command not found", "numactl: not found", "command not found: numactl"),
        "The job starts its ranks by numactl, which is not installed on that node",
        "A launcher binds ranks without it.",
        {
            "Slurm": "`srun --cpu-bind=cores --mem-bind=local`",
            "Open MPI": "`mpirun --bind-to core`",
            "any": "leave numactl out of the line, or install it on every node",
        },
        "`command -v numactl` (in the job)",
        "https://man7.org/linux/man-pages/man8/numactl.8.html",
        role="suspect",
        needs="log",
        given="status 127",
        explains=("exit-127", "launcher-missing", "slurm-task-exit", "job-ended"),
    ),
    Row(
        "command-missing",
        "shell",
        (
            "/usr/bin/env: '{name}': No such file or directory",
            "/usr/bin/env: {name}: No such file or directory",
            "line {count}: {}: No such file or directory",
            "bash: {}: No such file or directory",
            "line {count}: {}: Permission denied",
            "bash: {}: Permission denied",
            "command not found: {name}",
            "bash: {name}: command not found",
            "line {count}: {name}: command not found",
            "sh: {count}: {name}: not found",
            "^{name}: command not found",
        ),
        "The shell cannot start a program of the line or script: {name}",
        "It is not in PATH in the job or on that node, or not executable: its module is not loaded, its environment "
        "not activated, or it "
        "is "
        "not installed there. A shell that ssh starts reads other files than a login.",
        {
            "any": "load modules and environments in the job's script; name the program by its full path",
        },
        "`command -v {name}; echo $PATH` (in the job, and by `ssh HOST`)",
        "https://github.com/kubeflow/mpi-operator/issues/488",
        role="suspect",
        needs="log",
        vague=True,
        explains=(
            "daemons",
            "exit-127",
            "launcher-missing",
            "slurm-task-exit",
            "job-ended",
            "hydra-ssh",
        ),
    ),
    Row(
        "conda-shell",
        "conda",
        (
            "Your shell has not been properly configured to use 'conda activate'",
            "CondaError: Run 'conda init' before 'conda activate'",
        ),
        "The environment of conda was not activated in the job",
        "`conda activate` is a function that a login shell gets; a job's script has none, and goes on with another "
        "Python.",
        {
            "any": 'in the job\'s script first: `eval "$(conda shell.bash hook)"`, then `conda activate NAME`',
        },
        "`which python; echo $CONDA_PREFIX` (in the job)",
        "https://github.com/conda/conda/issues/8536",
        role="suspect",
        explains=("python-module", "python-library", "mpi4py-missing", "command-missing", "slurm-task-exit"),
    ),
    Row(
        "spack-launchers",
        "Spack",
        ("is installed without the mpiexec/mpirun commands",),
        "This Open MPI of Spack has no mpirun: it is meant for srun",
        "It was installed with schedulers=slurm and without legacylaunchers.",
        {
            "any": "`srun -n 8 ./program`; or `spack install openmpi+legacylaunchers schedulers=slurm`",
        },
        "`which mpirun srun; srun --mpi=list`",
        "https://github.com/ArjunaCluster/ArjunaUsers/issues/223",
    ),
    Row(
        "mkl-other-mpi",
        "MKL",
        (
            "PMPI_Comm_size{} MKLMPI_Comm_size",
            "MPI_Comm_size{} MKLMPI_Comm_size",
        ),
        "MKL's ScaLAPACK is linked for another MPI than the program",
        "Its BLACS library knows one MPI each: libmkl_blacs_intelmpi for Intel MPI and MPICH, libmkl_blacs_openmpi for "
        "Open MPI. With the other one handles of communicators are wrong, and the first call crashes.",
        {
            "Open MPI": "link with `-lmkl_blacs_openmpi_lp64` in place of `-lmkl_blacs_intelmpi_lp64`",
            "any": "link with the BLACS of the MPI that runs the program (the link line advisor of MKL names it)",
        },
        "`ldd PROGRAM | grep -E 'blacs|libmpi'`",
        "https://github.com/ORNL-Fusion/aorsa/issues/49",
        explains=("segfault", "fortran-error"),
    ),
    Row(
        "mpi-io",
        "MPI-IO",
        (
            "MPI_ERR_NO_SUCH_FILE",
            "MPI_ERR_ACCESS: ",
            "MPI_ERR_FILE: invalid file",
            "MPI_ERR_IO: input/output error",
            "MPI_ERR_READ_ONLY",
            "MPI_ERR_NO_SPACE",
            "MPI_ERR_QUOTA",
            "MPI_ERR_AMODE",
            "MPI_ERR_UNSUPPORTED_OPERATION",
            "File does not exist, error stack",
            "ADIO_OPEN({count})",
            "mca_sharedfp_{} Error during file open",
            "mca_sharedfp_{name}: Error, unable to open file",
        ),
        "MPI could not open, read or write a file",
        "Its error class says why: no such file, no access, no space, or an operation that this file system or file "
        "pointer does not support.",
        {
            "Open MPI": "another MPI-IO: `mpirun --mca io romio341` (4: romio321), or `--mca io ompio`",
            "any": "a full path on a file system that all nodes mount; try another file system",
        },
        "`df -T FOLDER; ls -ld FOLDER`",
        "https://github.com/open-mpi/ompi/issues/6161",
        explains=("errors-fatal", "mpich-fatal"),
    ),
    Row(
        "program-arguments",
        OWN,
        (
            "error: unrecognized arguments:",
            "error: the following arguments are required:",
            "error: unrecognized option",
            "invalid option -- ",
        ),
        "The program does not accept its own arguments",
        "Its line names them. torch.distributed.launch adds --local-rank, which newer programs take from the "
        "environment.",
        {
            "any": "write options of the launcher before the program and its own behind; `torchrun` in place of "
            "`python -m torch.distributed.launch`",
        },
        "`rankwise doctor --explain -- LAUNCH LINE`",
        "https://docs.pytorch.org/docs/stable/elastic/run.html",
        role="symptom",
        needs="log",
    ),
)
