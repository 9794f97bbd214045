"""What is printed where the contents of a file stop a program."""

from __future__ import annotations

from typing import Final

from rankwise.logs.row import Row

ROWS: Final = (
    Row(
        "hdf5-truncated",
        "HDF5",
        (
            "minor: File has been truncated",
            "file has been truncated",
        ),
        "An HDF5 file is not complete: it is shorter than its header says",
        "The job that wrote it ended before it closed the file, its file system was full, or the copy was cut. An "
        "error on close, or two writers of one file, do the same.",
        {
            "any": "write or copy the file again, and look how the job that wrote it ended; on a copy, `h5clear "
            "--increment=0 FILE` may make the rest readable",
        },
        "`ls -l FILE; h5dump -H FILE; df -h .`",
        "https://github.com/GEOS-DEV/GEOS/issues/1724",
        needs="log",
        alone=("truncated file: eof = {count}",),
        explains=("hdf5-error", "hdf5-open", "python-exception"),
    ),
    Row(
        "fortran-input",
        "Fortran",
        (
            "forrtl: severe (24): end-of-file during read",
            "forrtl: severe (64): input conversion error",
            "forrtl: severe (59): list-directed I/O syntax error",
            "forrtl: severe (67): input statement requires too much data",
            "forrtl: severe (17): syntax error in NAMELIST input",
            "forrtl: severe (18): too many values for NAMELIST variable",
            "forrtl: severe (19): invalid reference to variable in NAMELIST input",
            "forrtl: severe (39): error during read",
            "Fortran runtime error: End of file",
            "Fortran runtime error: Bad integer for item {count}",
            "Fortran runtime error: Bad real number in item {count}",
            "Fortran runtime error: Cannot match namelist object name",
        ),
        "The Fortran program cannot read its input file",
        "The file ends too early, or holds other values than the program reads there: an unfinished or empty file, "
        "one of another version, or one that another rank still writes.",
        {
            "any": "look at that place of the file; line ends of Windows (`sed -i 's/\\r$//' FILE`) do it too",
        },
        "`ls -l FILE; file FILE; tail FILE`",
        "https://gcc.gnu.org/onlinedocs/gfortran/Debugging-Options.html",
        needs="log",
        explains=("fortran-error",),
    ),
    Row(
        "spawn-missing",
        "C library",
        (
            "could not spawn `{name}`: no such file or directory (ENOENT)",
            "could not spawn `{path}`: no such file or directory (ENOENT)",
            "could not spawn `{name} {}`: no such file or directory (ENOENT)",
            "could not spawn `{path} {}`: no such file or directory (ENOENT)",
            "failed to execute {name}: No such file or directory",
            "could not execute {name}: No such file or directory",
            "could not execute {path}: No such file or directory",
        ),
        "A program that the job starts is not installed here, or not in PATH",
        "The message names it ({name}). Batch jobs and shells of ssh have another PATH than a login.",
        {
            "any": "load its module or environment in the job's script, or name it by its full path",
        },
        "`command -v {name}; echo $PATH` (in the job)",
        "https://man7.org/linux/man-pages/man2/execve.2.html",
        needs="log",
        explains=("julia-exception", "python-exception"),
    ),
)
