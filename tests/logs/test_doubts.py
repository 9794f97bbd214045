"""What a log has beside a message may speak against it: then another cause, or none, is told."""

from __future__ import annotations

import pytest

from builders.logs import told
from rankwise.logs import doubts
from rankwise.logs.table import ROWS

ABORTED = "application called MPI_Abort(MPI_COMM_WORLD, 1) - process 0\n"
LEFT_OUT = (
    "Traceback (most recent call last):\n"
    '  File "/w/run.py", line 3, in <module>\n    import cupy\n'
    "ModuleNotFoundError: No module named 'cupy'\n"
)
LINKS = (
    "n1:41:42 [0] misc/socket.cc:4 NCCL WARN socketStartConnect: Connect to 172.17.0.2<51231> failed : x\n",
    "n1:41:42 [0] net_ib.cc:12 NCCL WARN NET/IB : Got completion from peer 10.0.0.2<500> with error 12\n",
    "[1.2] [n1:30:0] ib_mlx5_log.c:170  Transport retry count exceeded on mlx5_0:1/IB (synd 0x15)\n",
    "[1612270288.5] [n1:30:0]         sock.c:334  UCX  ERROR connect(fd=54, dest_addr=172.17.0.1:41) failed: refused\n",
    "WARNING: Open MPI failed to TCP connect to a peer MPI process.  This\nshould not happen.\n",
)
CRASHED = "[n2:00412] *** Process received signal ***\n[n2:00412] Signal: Segmentation fault (11)\n\n"
KILLED = "srun: error: n7: task 3: Out Of Memory\n"


def test_what_may_be_doubted_are_messages_of_the_table() -> None:
    names, speakers = {row.name for row in ROWS}, {row.says for row in ROWS}
    assert names >= doubts.LINKS | doubts.ENDS | doubts.GONE | doubts._ABORTS
    assert speakers >= doubts._BATCH | doubts._AT_WORK


@pytest.mark.parametrize("link", LINKS)
def test_a_link_that_is_lost_after_a_rank_ended_is_not_the_cause(link: str) -> None:
    alone = told(link)[0]
    assert alone.severity == "critical"
    assert [item.id for item in told(CRASHED + link)] == ["segfault"]
    assert alone.id in [item.id for item in told(link + CRASHED)], "a broken link may end ranks"
    for text in (link + KILLED, KILLED + link):
        assert [item.id for item in told(text)] == ["slurm-oom"], "the line of the kill comes late"


def test_what_a_lost_link_does_to_python_is_not_its_cause() -> None:
    ended = 'Traceback (most recent call last):\n  File "t.py", line 2, in f\nRuntimeError: {}\n\n'
    assert told(ended.format("the shape is wrong") + LINKS[0])[0].id == "python-exception"
    assert told(ended.format("NCCL communicator was aborted: timed out") + LINKS[0])[0].id == "nccl-connect"


def test_a_link_is_lost_by_what_ended_a_program_for_a_known_reason() -> None:
    missing = "Traceback (most recent call last):\nFileNotFoundError: [Errno 2] No such file or directory: 'a'\n"
    assert [item.id for item in told(missing + LINKS[0])] == ["file-missing"]


def test_an_error_that_the_program_handled_is_told_behind_the_one_that_ended_it() -> None:
    ended = 'Traceback (most recent call last):\n  File "t.py", line 2, in f\nValueError: shapes differ\n'
    findings = told(LEFT_OUT + "falling back to numpy\nstep 1\n" + ended + ABORTED)
    assert [(item.id, item.severity) for item in findings if item.id != "mpich-abort"] == [
        ("python-exception", "critical"),
        ("python-module", "warning"),
    ]
    assert all("shapes differ" in item.cause for item in findings[:2])
    assert told(LEFT_OUT + ABORTED)[0].id == "python-module"
    assert told(LEFT_OUT + ended + ABORTED)[0].id == "python-module", "nothing says that it went on"
    assert told(LEFT_OUT + "step 1\n" + ABORTED)[0].id == "python-module", "another rank may have printed the step"


def test_much_output_of_the_program_says_that_it_went_on() -> None:
    missing = "FileNotFoundError: [Errno 2] No such file or directory: 'cache.json'\n"
    ended = "ERROR: the time step is too small at cell 44\n" + ABORTED
    parts = ("cells", "faces", "points", "edges", "inlet", "outlet", "walls")
    output = "".join(f"{name} of the mesh\n" for name in parts * 3)
    assert told(missing + output + ended)[0].id == "mpich-abort"
    stack = "".join(f" [{number}] apply at ./base.jl:{number}\n" for number in range(20))
    for between in ("", "cells of the mesh\n", stack):
        assert told(missing + between + ended)[0].id == "file-missing"
    exited = "srun: error: n1: task 3: Exited with exit code 1\n"
    denied = "could not change to the working directory\nError: Permission denied\n"
    assert told(denied + output + exited)[0].id == told(denied + exited)[0].id, "a launcher tells of any end"


OUTPUT = "".join(f"{name} of the mesh\n" for name in ("cells", "faces", "points", "edges", "inlet", "outlet") * 3)


def test_what_names_no_reason_only_warns_where_the_program_went_on() -> None:
    line = "[n1:12345] PMIX ERROR: UNREACHABLE in file server/pmix_server.c at line 2198\n"
    (warned,) = told(line + OUTPUT)
    assert (warned.id, warned.severity) == ("pmix-init", "warning")
    assert told(OUTPUT + line)[0].severity == "critical", "it may be what ended the job"
    exited = "srun: error: n1: task 3: Exited with exit code 1\n"
    assert [item.severity for item in told(line + OUTPUT + exited)] == ["critical", "warning"]
    assert told(line + OUTPUT + CRASHED)[0].id == "segfault"


def test_a_start_that_failed_is_no_cause_where_a_program_ran_behind_it() -> None:
    line = "-" * 74 + "\n"
    slots = "There are not enough slots available in the system to satisfy the 4\nslots that were requested.\n"
    slots = line + slots + "\n" + "Words of its help.\n" * 16 + line
    for end in (CRASHED, "ERROR: the time step is too small at cell 44\n" + ABORTED):
        assert told(slots + end)[0].id == "no-slots"
        findings = told(slots + OUTPUT + end)
        assert findings[0].id in ("segfault", "mpich-abort") and findings[-1].id == "no-slots"
        assert findings[-1].severity == "warning"
    assert told(slots + OUTPUT)[0].severity == "critical", "nothing else failed"
    option = 'mpirun: Error: unknown option "--ppn"\n'
    assert told(option + OUTPUT + CRASHED + line)[0].id == "segfault", "the frame is of what comes later"


def test_what_a_start_explains_does_not_speak_against_it() -> None:
    full = "It appears as if there is not enough space for /dev/shm/vader.1 (the backing file).\n\n"
    died = "[n1:31] *** Process received signal ***\n[n1:31] Signal: Bus error (7)\n"
    assert told(full + died + OUTPUT)[0].id == told(full + OUTPUT + died)[0].id == "shm-full"


def test_what_ended_a_job_from_outside_may_stand_before_what_ranks_had_printed() -> None:
    limit = "slurmstepd: error: *** JOB 9 ON n1 CANCELLED AT 2024-01-01T01:00:00 DUE TO TIME LIMIT ***\n"
    assert told(limit + OUTPUT + "ERROR: the time step is too small\n" + ABORTED)[0].id == "slurm-time"
    handle = "[1.2] [n1:30:0] cuda_ipc_cache.c:12 UCX ERROR cuIpcOpenMemHandle() failed: invalid argument\n"
    assert told(handle + OUTPUT + CRASHED)[0].id == "ucx-gpu"


def test_a_line_that_says_that_all_is_well_is_no_message() -> None:
    error = "class=6 (MPI_ERR_RANK: invalid rank)"
    assert told(f"expected error {error}\n") == told(f"error {error} ... ok\n") == []
    assert told(f"expected error, but got {error}\n")[0].id == "bad-argument"


def test_an_error_behind_which_the_program_came_to_its_end_is_none() -> None:
    diagnosed = "HDF5-DIAG: Error detected in HDF5 (1.8.16) MPI-process 0:\n  #000: H5S.c line 3 in H5Sclose(): no\n"
    library = "Traceback (most recent call last):\nImportError: libtbb.so.12: cannot open shared object file: No such\n"
    for error in (LEFT_OUT, diagnosed, library):
        assert told(f"ranks of MPI: 8\n{error}iteration 1\niteration 2\nfinished in 12 s\n") == []
        assert told(f"ranks of MPI: 8\n{error}finished in 12 s\n"), "a script may have printed the end"
        assert told(f"ranks of MPI: 8\n{error}iteration 1\nfinished\n{ABORTED}")
    full = " No space left on device\n"
    assert told(f"ranks of MPI: 8\n{full}iteration 1\niteration 2\nfinished in 12 s\n")[0].id == "no-space"


def test_a_suspect_is_no_cause_beside_a_sure_one() -> None:
    copied = "[n1:77] Read -1, expected 4096, errno = 1\n"
    failed = "[n1:77] *** An error occurred in MPI_Send\n[n1:77] *** {}\n[n1:77] *** MPI_ERRORS_ARE_FATAL (processes)\n"
    findings = told(copied + failed.format("MPI_ERR_RANK: invalid rank"))
    assert [(item.id, item.severity) for item in findings[:2]] == [
        ("bad-argument", "critical"),
        ("cma-denied", "warning"),
    ]
    assert told(copied + failed.format("MPI_ERR_OTHER: known error not in list"))[0].id == "cma-denied"
    unknown = 'The following module(s) are unknown: "openmpi/9"\n'
    assert told(unknown + "bash: mpirun: command not found\n")[0].id == "module-unknown", "it explains the cause"


def test_a_warning_of_a_library_is_no_cause_where_the_job_has_another_end() -> None:
    warned = "libfabric:4123:core:core:fi_getinfo_():1368<warn> fi_getinfo: -61 (No data available)\n"
    assert told(warned)[0].id == "libfabric-no-provider"
    findings = told(warned + CRASHED)
    assert [(item.id, item.severity) for item in findings] == [
        ("segfault", "critical"),
        ("libfabric-no-provider", "warning"),
    ]


def test_a_warning_behind_which_the_program_goes_on_stays_one() -> None:
    warned = "libfabric:4123:core:core:fi_getinfo_():1368<warn> fi_getinfo: -61 (No data available)\n"
    findings = told(warned + "step 1 of 2\nstep 2 of 2\n")
    assert [(item.id, item.severity) for item in findings] == [("libfabric-no-provider", "warning")]
    bound = "mpirun -n 2 ./a\nlibnuma: Warning: node argument 4 is out of range\n"
    assert told(bound)[0].severity == "critical"
    assert told(bound + "OSError: [Errno 122] Disk quota exceeded: 'a'\n")[0].id == "no-space"


def test_a_warning_of_a_hang_explains_the_time_limit() -> None:
    hangs = "PE 0: MPICH WARNING: OFI is failing to make progress on posting a receive. MPICH suspects a hang\n"
    limit = "slurmstepd: error: *** STEP 9.0 ON n1 CANCELLED AT 2024-01-01T01:00:00 DUE TO TIME LIMIT ***\n"
    assert [item.id for item in told(hangs + limit)] == ["cxi-queue"]


def test_a_rank_of_petsc_that_was_told_to_end_reports_no_error_of_its_own() -> None:
    begin = "[3]PETSC ERROR: --------- Error Message ---------\n[3]PETSC ERROR: "
    ended = f"[3]PETSC ERROR: Caught signal number 15 Terminate: Some process\n{begin}Signal received\n"
    assert [item.id for item in told(f"{ended}[3]PETSC ERROR: #1 User provided function() at unknown file:0\n")] == [
        "terminated"
    ]
    own = f"{begin}Nonconforming object sizes\n[3]PETSC ERROR: #1 MatMult() at /w/matrix.c:25\n"
    assert told(own)[0].id == "petsc-error"


def test_what_follows_from_a_lost_daemon_or_an_assertion_is_not_told_beside_it() -> None:
    lost = "PRTE has lost communication with a remote daemon.\n\n"
    left = "prterun has exited due to process rank 2 with PID 17 on node n3 exiting\nimproperly.\n"
    assert [item.id for item in told(lost + left)] == ["daemons"]
    stack = "/opt/mpich/lib/libmpi.so.12(+0x53) [0x7f4d]\n/opt/mpich/lib/libmpi.so.12(+0x43) [0x7f4e]\n"
    assert "frames" in [item.id for item in told(stack)]
    asserted = told("Assertion failed in file src/a.c at line 181: n < m\n" + stack)
    assert [item.id for item in asserted] == ["mpich-assert"]
