"""What stands around a program prints: compilers, CMake, libraries of mathematics and threads, numactl, licenses."""

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
        given="a build failed",
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
        explains=("missing-library", "build-no-mpi", "mpi4py-load"),
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
            "FlexNet Licensing error",
            "LICENSE MANAGER ERROR",
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
        "mumps",
        "MUMPS",
        (
            "FROM DMUMPS INFO(1)={}",
            "FROM ZMUMPS INFO(1)={}",
            "FROM SMUMPS INFO(1)={}",
            "FROM CMUMPS INFO(1)={}",
            "Error reported by MUMPS in {}: INFOG(1)=-{count}",
            "On return from {name}, INFOG(1)= -{count}",
        ),
        "The solver MUMPS returned an error",
        "INFO(1) says which: -9 and -8 are a work space that was estimated too small (ICNTL(14)), -13 memory that the "
        "system did not give. -10 is a singular matrix, -1 an error of another rank.",
        {
            "any": "for -9: raise ICNTL(14), in PETSc `-mat_mumps_icntl_14 100`; for -13: fewer ranks on a node or "
            "more "
            "nodes; for -10: look at the matrix",
        },
        "`LAUNCH LINE`",
        "https://mumps-solver.org/index.php?page=doc",
        role="symptom",
        needs="log",
        explains=("program-error", "mpich-abort"),
    ),
)
