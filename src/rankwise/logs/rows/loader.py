"""What the loader prints: libraries that are missing, damaged, or of another version or machine."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

_LIBRARIES: Final = (
    *(
        "libmkl_",
        "libhdf5",
        "libnetcdf",
        "libfftw3",
        "libscalapack",
        "libpetsc",
        "libmpi",
        "libopen-",
        "libpmi",
        "libuc",
    ),
    *("libfabric", "libcud", "libnccl", "libiomp5", "libifcore", "libimf", "libsvml", "libintlc", "libgfortran"),
)
"""Beginnings of libraries that parallel programs have."""

_IN_OTHER_LANGUAGES: Final = (
    *("chargement des biblioth{}", "Fehler beim Laden {}Bibliothek{}", "error al cargar {}bibliotecas compartidas"),
    *("caricamento delle librerie condivise", "erro ao carregar bibliotecas {}ilhadas"),
    *("laden van gedeelde bibliotheken", "adowania bibliotek {}"),
)
"""How the loader says "error while loading shared libraries" in French, German, Spanish, Italian, Portuguese, Dutch,
Polish. What it says of the library itself differs between releases."""
_NOT_THERE: Final = ("没有那个文件或目录", "Нет такого файла или каталога", "ありません")
"""Ends of "No such file or directory" in languages without a letter of a key."""

ROWS: Final = (
    Row(
        "missing-library",
        "loader",
        (
            "error while loading shared libraries: {name}: cannot open",
            "could not load library {} {name}: cannot open shared object file",
            "could not load library {} Library not loaded: @rpath/{name}.dylib",
            "{name}: cannot open shared object file: No such file or directory",
            'could not load library "{name}"',
            'could not load library "{}/{name}"',
            "Library not loaded: {}/{name}.dylib",
            *(f"{words}: {{name}}: " for words in _IN_OTHER_LANGUAGES),
            *(f"libmpi.so.{{count}}: {{}}{words}" for words in _NOT_THERE),
        ),
        "A library is not found on the node of a rank: {name}",
        "It is not installed there, lies where the loader does not look, or its version (the number behind .so) is "
        "another one. Launchers do not pass LD_LIBRARY_PATH to other nodes by themselves, and modules are not loaded "
        "there.",
        {
            "Open MPI": "`mpirun -x LD_LIBRARY_PATH ...`",
            "MPICH": "`mpiexec -genv LD_LIBRARY_PATH $LD_LIBRARY_PATH ...`",
            "Slurm": "`srun --export=ALL`; load the modules in the job's script",
            "any": "load the module, or install the package, that has it; set LD_LIBRARY_PATH on every node; or link "
            "with `-Wl,-rpath,FOLDER`",
        },
        "`ldd PROGRAM | grep 'not found'` (on that node)",
        "https://man7.org/linux/man-pages/man8/ld.so.8.html",
        needs="log",
        alone=(
            *(f"error while loading shared libraries: {name}{{}}: cannot open" for name in _LIBRARIES),
            "ERROR: LoadError: InitError: could not load library",
        ),
        explains=("daemons", "julia-exception"),
    ),
    Row(
        "old-glibc",
        "loader",
        ("GLIBC_{version}' not found",),
        "The program needs a newer C library (GLIBC) than the node has",
        "It was built on a newer system than the one on which it runs. The C library cannot be exchanged alone.",
        {
            "any": "build on the oldest system that runs it; or run it in a container that has the newer system",
        },
        "`ldd --version | head -1` on that node, and on the one of the build",
        "https://github.com/BirolLab/abyss/issues/160",
        needs="log",
        alone=(
            "version `GLIBC_{version}' not found",
            "version 'GLIBC_{version}' not found",
        ),
        explains=("daemons", "python-exception", "python-library", "exit-127", "job-ended", "slurm-task-exit"),
    ),
    Row(
        "old-libstdcxx",
        "loader",
        (
            "GLIBCXX_{version}' not found",
            "CXXABI_{version}' not found",
            "GFORTRAN_{version}' not found",
            "GFORTRAN_F{version}' not found",
            "GOMP_{version}' not found",
            "GCC_{version}' not found",
        ),
        "The program needs a newer libstdc++ (or libgfortran, libgomp) than the loader finds",
        "These libraries come with the compiler: LD_LIBRARY_PATH, the system or a Python environment has an older one, "
        "which is found first. The name of the version tells which (GLIBCXX of libstdc++, GFORTRAN of libgfortran).",
        {
            "any": "load the module of the compiler of its build, in the job too, or put that compiler's lib64 first "
            "in "
            "LD_LIBRARY_PATH; in conda: `conda install -c conda-forge libstdcxx-ng libgfortran-ng`, then "
            "`export LD_LIBRARY_PATH=$CONDA_PREFIX/lib:$LD_LIBRARY_PATH`",
        },
        "`ldd PROGRAM | grep -E 'stdc|gfortran'; strings -a $CONDA_PREFIX/lib/libstdc++.so.6 | grep GLIBCXX | tail -1`",
        "https://gcc.gnu.org/onlinedocs/libstdc++/manual/abi.html",
        needs="log",
        alone=(
            "version `GLIBCXX_{version}' not found",
            "version 'GLIBCXX_{version}' not found",
            "version `CXXABI_{version}' not found",
            "version `GFORTRAN_{version}' not found",
            "version `GOMP_{version}' not found",
        ),
        explains=("daemons", "python-exception", "python-library", "exit-127", "job-ended", "slurm-task-exit"),
    ),
    Row(
        "undefined-symbol",
        "loader",
        (
            "symbol lookup error: {}: undefined symbol: {name}",
            "symbol lookup error: {path}: undefined symbol: {name}",
            "undefined symbol: MPI_",
            "undefined symbol: mpi_",
            "undefined symbol: PMPI_",
            "undefined symbol: ompi_",
            "undefined symbol: opal_",
            "undefined symbol: orte_",
            "undefined symbol: mca_",
            "undefined symbol: PMIx_",
            "undefined symbol: pmix_",
            "undefined symbol: MPIR_",
            "undefined symbol: MPID",
            "relocation error: {}: symbol {name}",
            "relocation error: {} symbol {} not defined in file",
            "with link time reference",
            "Symbol not found: _MPI_",
            "Symbol not found: _ompi_",
        ),
        "A library is another version than the one it was built with",
        "The loader takes the library of another MPI, or of another release (an undefined symbol is a name that it "
        "does not have): by LD_LIBRARY_PATH, or because a setting names it.",
        {
            "any": "`module purge`, then load one MPI; see which file the loader takes with ldd, and take the other "
            "out of LD_LIBRARY_PATH; build the program again with that MPI",
        },
        "`ldd PROGRAM | grep -E 'mpi|pmix|ucx'; echo $LD_LIBRARY_PATH`",
        "https://github.com/NOAA-GFDL/MOM6-examples/issues/290",
        needs="log",
        explains=("exit-127", "bad-termination", "python-exception"),
    ),
    Row(
        "wrong-elf",
        "loader",
        (
            "wrong ELF class: ELFCLASS",
            "wrong ELF class",
            "is an incompatible architecture (have",
            "incompatible architecture (have '{}', need '{}')",
        ),
        "A library is of another architecture than the program (32 and 64 bits, or arm64 and x86_64)",
        "The loader finds the name first in a folder for another processor: a 32-bit library, or Homebrew's for arm64 "
        "under a Python for x86_64.",
        {
            "any": "take that folder out of LD_LIBRARY_PATH (DYLD_LIBRARY_PATH); install library and program for one "
            "architecture",
        },
        "`file -L LIBRARY PROGRAM; uname -m`",
        "https://man7.org/linux/man-pages/man8/ld.so.8.html",
        needs="log",
        explains=("missing-library", "python-library", "python-exception", "mpi4py-load"),
    ),
    Row(
        "damaged-library",
        "loader",
        (
            "error while loading shared libraries: {}: file too short",
            "error while loading shared libraries: {}: invalid ELF header",
            "Error: {path}: invalid ELF header",
            "Error: {path}: file too short",
            "invalid ELF header",
            "ELF load command past end of file",
            "ELF load command alignment not page-aligned",
            "ELF file's phentsize not the expected size",
            "ELF file data encoding not little-endian",
            "error while loading shared libraries: {}: unsupported version",
        ),
        "A library's file is damaged, or is no library",
        "It was copied only in part: a full disk or quota, an interrupted installation, a Git LFS pointer. Or it is a "
        "text for the linker, or of another system.",
        {
            "any": "install the package of the file anew; look whether the disk or quota was full",
        },
        "`ls -lL LIBRARY; file -L LIBRARY; df -h .`",
        "https://man7.org/linux/man-pages/man8/ld.so.8.html",
        needs="log",
        explains=("missing-library", "python-library", "python-exception"),
    ),
    Row(
        "library-denied",
        "loader",
        (
            "cannot open shared object file: Permission denied",
            "cannot open shared object file: Too many open files",
            "cannot open shared object file: Input/output error",
            "cannot open shared object file: Stale file handle",
            "cannot open shared object file: Error 24",
            "cannot restore segment prot after reloc: Permission denied",
            "failed to map segment from shared object",
            "cannot enable executable stack as shared object requires",
            "cannot apply additional memory protection after relocation",
        ),
        "A library is there, and the system does not let the loader open or map it",
        "The words behind it say why: rights of the file or its folders, SELinux, a mount with noexec (/tmp), a limit "
        "of "
        "memory or open files, a file system that is gone. New systems refuse libraries with an executable stack.",
        {
            "any": "`chmod -R a+rX FOLDER`; for noexec: `export TMPDIR=$HOME/tmp`; for an executable stack: a newer "
            "library, or `patchelf --clear-execstack LIBRARY`; for limits: `ulimit -v unlimited; ulimit -n 65536`",
        },
        "`namei -l LIBRARY; mount | grep noexec; ulimit -a`",
        "https://man7.org/linux/man-pages/man2/mmap.2.html",
        needs="log",
        explains=("missing-library", "python-library", "python-exception"),
    ),
    Row(
        "old-processor",
        "loader",
        (
            "CPU does not support x86-64-v{count}",
            "CPU ISA level is lower than required",
            "Fatal glibc error: CPU does not support",
            "FATAL: kernel too old",
            "This program was not built to run {} processor in your system",
            "This program can only be run on {} processors supporting",
        ),
        "The program, or the system in its container, needs a newer processor or kernel than this node has",
        "Newer systems are built for processors of level x86-64-v2 or v3, and for newer kernels: an old node, or a "
        "virtual "
        "machine that hides features of its processor, cannot run them.",
        {
            "any": "a node with a newer processor (Slurm: `--constraint`); a container of an older system; in a "
            "virtual "
            "machine the CPU type host",
        },
        "`/lib64/ld-linux-x86-64.so.2 --help | grep x86-64-v; uname -r`",
        "https://gitlab.com/x86-psABIs/x86-64-ABI",
        needs="log",
    ),
    Row(
        "interpreter-missing",
        "loader",
        (
            "cannot execute: required file not found",
            "bad interpreter: No such file or directory",
            "bad interpreter: Permission denied",
            "requires glibc and its loader",
            "/lib64/ld-linux-x86-64.so.2: No such file or directory",
        ),
        "The file is there, and what it needs to be started is not",
        "A program names its loader, a script its interpreter in the first line: a program of another system (glibc "
        "under Alpine's musl), or a script with Windows line ends or with the path of another machine.",
        {
            "any": "build or install it on this system; for scripts: `sed -i 's/\\r$//' SCRIPT`, and `#!/usr/bin/env "
            "python3` in its first line",
        },
        "`file PROGRAM; head -1 PROGRAM | od -c | head -2`",
        "https://man7.org/linux/man-pages/man2/execve.2.html",
        needs="log",
        explains=("command-missing", "exit-127", "executable-missing", "hydra-exec"),
    ),
    Row(
        "static-tls",
        "loader",
        (
            "cannot allocate memory in static TLS block",
            "cannot load any more object with static TLS",
        ),
        "A library cannot be loaded any more: the room for static thread memory is taken",
        "Libraries with static TLS (libgomp, UCX, jemalloc) must be loaded first.",
        {
            "any": "`export LD_PRELOAD=/path/of/the/library/that/the/message/names`; or import it first",
        },
        "`LD_DEBUG=libs PROGRAM 2>&1 | tail`",
        "https://bugzilla.redhat.com/show_bug.cgi?id=1722181",
        needs="log",
        explains=("missing-library",),
    ),
)
