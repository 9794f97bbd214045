"""What a log must have for a cause to be sure: other lines, a failure, and nothing that explains it better."""

from __future__ import annotations

import subprocess
import sys

import pytest

from builders.logs import told

ABORTED = "application called MPI_Abort(MPI_COMM_WORLD, 1) - process 0\n"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("./solver: /lib64/libc.so.6: version `GLIBC_2.34' not found (required by ./solver)\n", "old-glibc"),
        (
            "./solver: error while loading shared libraries: libmkl_intel_lp64.so.2: cannot open shared object file: "
            "No such file or directory\n",
            "missing-library",
        ),
        ("H5FD_sec2_open(): unable to lock file, errno = 11, error message = 'Resource temporarily'\n", "hdf5-lock"),
        ("OSError: Unable to open file (unable to flock file, errno = 524, error message = 'Unknown')\n", "hdf5-lock"),
        ("@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\n", "ssh-host-changed"),
    ],
)
def test_a_message_that_no_healthy_program_prints_counts_in_any_log(text: str, name: str) -> None:
    assert [(item.id, item.severity) for item in told(text)] == [(name, "critical")]
    others = "bash: foo: command not found\nPermission denied\nNo space left on device\n"
    assert told(others) == [] and [item.id for item in told(others + text)] == [name]


@pytest.mark.parametrize(
    "line",
    [
        "MPIDI_OFI_handle_cq_error(1075): OFI poll failed (ofi_events.c:1077:MPIDI_OFI_handle_cq_error:No space left "
        "on device)\n",
        "fi_enable failed, rc: -28(No space left on device).\n",
        "libibverbs: mlx5_alloc_uar failed: No space left on device\n",
    ],
)
def test_a_full_adapter_is_no_full_file_system(line: str) -> None:
    (found,) = told(line)
    assert found.id == "adapter-full"
    assert "file system is full" not in str(found.evidence), "the line says one thing"
    full = told(f"{line}\ncheckpoint: write: No space left on device\n{ABORTED}")
    assert "file system is full" in str(full[0].evidence)


@pytest.mark.parametrize(
    "line",
    [
        "libfabric:42:17::core:core:ofi_register_provider():474<warn> no fi_getinfo for provider x\n",
        "libibverbs: Warning: no userspace device-specific driver found for /sys/class/infiniband_verbs/uverbs0\n",
        "fi_info failed to list\n",
    ],
)
def test_a_full_file_system_is_told_where_the_line_before_it_is_of_an_adapter(line: str) -> None:
    assert told(f"{line}OSError: [Errno 28] No space left on device\n{ABORTED}")[0].id == "no-space"


def test_the_library_that_the_loader_misses_is_named() -> None:
    julia = 'ERROR: LoadError: InitError: could not load library "/opt/jll/lib/libsolve.so"\n{}\nStacktrace:\n'
    linux = julia.format("libhdf5.so.310: cannot open shared object file: No such file or directory")
    assert [item.title for item in told(linux)] == ["A library is not found on the node of a rank: libhdf5.so.310"]
    mac = julia.format("dlopen(/opt/jll/lib/libsolve.so, 0x0001): Library not loaded: @rpath/libquadmath.0.dylib")
    assert [item.title for item in told(mac)] == ["A library is not found on the node of a rank: libquadmath.0"]
    program = "mpirun -n 2 ./a\ndyld: Library not loaded: /usr/local/opt/open-mpi/lib/libmpi.40.dylib\n"
    assert told(program)[0].id == "missing-library" and "libmpi.40" in told(program)[0].title


@pytest.mark.parametrize("sign", [" = ", " =", "=", "= "])
def test_blanks_around_the_sign_of_an_errno_do_not_matter(sign: str) -> None:
    failed = "[n1:7] *** MPI_ERRORS_ARE_FATAL (processes in this communicator will now abort,\n"
    assert told(f"[n1:00044] Read -1, expected 65536, errno{sign}1\n{failed}")[0].id == "cma-denied"
    assert told(f"mpirun\nunable to flock file, errno{sign}524\n")[0].id == "hdf5-lock"


def test_a_python_without_mpi4py_is_known_by_a_program_s_own_words() -> None:
    assert told("Could not import mpi4py package!\n")[0].id == "mpi4py-missing"


def test_an_mpi_that_a_build_does_not_find_counts_where_the_build_failed() -> None:
    looked = "-- Could NOT find MPI_CXX (missing: MPI_CXX_WORKS)\n"
    assert told(looked + "-- Found MPI: TRUE\n-- Configuring done\n") == []
    assert told(looked + "-- Configuring incomplete, errors occurred!\n")[0].id == "build-no-mpi"


def test_a_driver_is_not_too_old_where_there_is_none() -> None:
    old = "RuntimeError: The NVIDIA driver on your system is too old (found version 11040).\n"
    assert told(f"mpirun -n 2 python a.py\n{old}")[0].id == "nccl-driver"
    assert told(f"bash: nvidia-smi: command not found\nmpirun -n 2 python a.py\n{old}")[0].id == "gpu-driver-missing"


def test_a_general_message_does_not_stand_before_what_explains_it() -> None:
    julia = "ERROR: LoadError: MPIError(16): MPI_ERR_OTHER: known error not in list\n"
    assert told(julia + "[n1:00044] Read -1, expected 65536, errno = 1\n")[0].id == "cma-denied"
    assert [item.id for item in told("ERROR: LoadError: MPIError(6): x\n" + ABORTED)] == ["mpich-abort", "julia-error"]


PROVOKED = "[n1:7] *** An error occurred in MPI_Recv\n[n1:7] *** MPI_ERR_TRUNCATE: message truncated\n" + ABORTED


@pytest.mark.parametrize(
    "end",
    [
        "All 12 tests OK\n",
        "[0] all 7 tests passed\n\n",
        "==== 31 passed, 2 skipped in 4.1s ====\n",
        "Ran 9 tests in 1s\n\nOK\n",
        "9/9 tests passed\n",
        "     Testing MPI tests passed\n",
    ],
)
def test_errors_that_tests_provoked_are_no_failure(end: str) -> None:
    assert told(PROVOKED + end) == []
    assert told(PROVOKED + end + PROVOKED)[0].id == "truncated"


@pytest.mark.parametrize(
    "end",
    [
        "= 1 failed, 31 passed in 4.1s =\n",
        "1 passed\nFAILED (errors=2)\n",
        "2 failed\n3 passed\n",
        "3/9 tests passed\n",
        "OK\n",
    ],
)
def test_errors_of_tests_that_failed_are_told(end: str) -> None:
    assert told(PROVOKED + end)[0].id == "truncated"


def test_a_program_that_is_missing_and_not_needed_is_not_told() -> None:
    missing = "run.sh: line 3: numactl: command not found\n"
    assert told(f"mpirun -n 2 ./a\n{missing}step 1\nstep 2\nfinished\n") == []
    failed = told(missing + "srun: error: n1: task 0: Exited with exit code 127\n")
    assert [(item.id, item.severity) for item in failed] == [("numactl-missing", "critical")]
    assert (
        told(missing + "srun: error: n1: task 0: Segmentation fault\nExited with exit code 139\n")[0].id == "segfault"
    )


def test_the_way_out_that_the_library_prints_is_the_fix() -> None:
    text = "dcp_recv(165): Internal MPI error!  Cannot read from remote process\n 2) Or, use:\n    I_MPI_SHM_LMT=shm\n"
    (finding,) = told(text)
    assert "export I_MPI_SHM_LMT=shm" in finding.fixes[0].text and "ptrace_scope=0" in finding.fixes[0].text


def test_what_a_log_names_is_told_in_one_order() -> None:
    text = "srun: error: Unable to create step for job 17: Job/step already completing. slurm-wlm slurm 23.02.1"
    code = (
        "from rankwise.logs.reader import Reader\n"
        f"reader = Reader(); reader.feed({text.encode()!r}); reader.end_file(); print(list(reader.ended().facts))\n"
    )
    orders = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in "1234"
    }
    assert len(orders) == 1
