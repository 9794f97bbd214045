"""Logs as they are: prefixes of ranks, colours, encodings, damage, lengths; and what is not said about them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import rankwise
from rankwise.cli.main import app
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Finding
from rankwise.logs.judge import findings_of
from rankwise.logs.line import LONGEST, line_of
from rankwise.logs.reader import Log, Reader
from rankwise.report.doctor import lines, script

SLOTS = (
    "There are not enough slots available in the system to satisfy the 8\n"
    "slots that were requested by the application:\n"
)
TRUNCATED = (
    "[node1:77] *** An error occurred in MPI_Recv\n[node1:77] *** MPI_ERR_TRUNCATE: message truncated\n"
    "mpirun noticed that process rank 1 with PID 77 on node node1 exited on signal 9 (Killed).\n"
)


def read_log(*pieces: bytes) -> Log:
    reader = Reader()
    for piece in pieces:
        reader.feed(piece)
    reader.end_file()
    return reader.ended()


def ids(*pieces: bytes) -> list[str]:
    return [item.id for item in findings_of(read_log(*pieces))]


def prefixed(prefix: str) -> Callable[[str], bytes]:
    return lambda text: "".join(prefix + line + "\n" for line in text.splitlines()).encode()


@pytest.mark.parametrize(
    "made",
    [
        prefixed("[1,3]<stdout>:"),
        prefixed("[1,3]<stderr>: "),
        prefixed("[prterun-node1-77@1,3]<stderr>: "),
        prefixed("3: "),
        prefixed(" 3: "),
        prefixed("[3] "),
        prefixed("[rank3]: "),
        prefixed("> "),
        prefixed("> > "),
        prefixed("stderr: "),
        prefixed("stderr: [rank3]: "),
        prefixed("2024-03-01T10:11:12.123456Z "),
        prefixed("[2024-03-01 10:11:12,123] 3: "),
        prefixed("Mar  1 10:11:12 node1 job[77]: "),
        prefixed("\x1b[31m"),
        lambda text: text.replace(" slots", " \x1b[1;31mslots\x1b[0m").encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: ("progress 7 %\r" * 9 + text).encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("utf-16-le"),
        lambda text: text.encode("utf-16-be"),
        lambda text: text.encode() + b"\xff\xfe\x00" * 99,
        lambda text: bytes(range(256)) * 40 + b"\n" + text.encode(),
        lambda text: b"x" * 3_000_000 + b" " + text.replace("\n", " ").encode(),
        lambda text: text.rstrip("\n").encode(),
        lambda text: b"cut in the mid" + b"\n" + text.encode() + b"\x1b[",
    ],
)
def test_what_stands_around_a_message_does_not_hide_it(made: Callable[[str], bytes]) -> None:
    assert ids(made(SLOTS)) == ["no-slots"]


def test_pieces_may_end_anywhere() -> None:
    text = SLOTS.encode("utf-16")
    for size in (1, 7, 64):
        assert ids(*(text[at : at + size] for at in range(0, len(text), size))) == ["no-slots"]


def test_lines_of_several_ranks_may_mix() -> None:
    first, second = prefixed("[1,0]<stderr>:")(SLOTS), prefixed("[1,1]<stderr>:")(SLOTS)
    mixed = b"\n".join(b"\n".join(pair) for pair in zip(first.splitlines(), second.splitlines(), strict=True))
    log = read_log(mixed + b"\n")
    assert [item.id for item in findings_of(log)] == ["no-slots"]
    assert log.hits["no-slots"].ranks == {0, 1}


def test_the_cause_comes_before_what_follows_from_it() -> None:
    (finding,) = told(TRUNCATED)
    assert finding.id == "truncated"
    (follows,) = [item.observation for item in finding.evidence if item.source == "and then"]
    assert "killed by signal 9" in follows


def told(text: str) -> list[Finding]:
    return findings_of(read_log(text.encode()))


def test_a_cause_that_comes_later_is_still_the_cause() -> None:
    assert told("".join(reversed(TRUNCATED.splitlines(keepends=True))))[0].id == "truncated"


def test_a_component_that_is_not_there_comes_before_what_the_start_said_of_it() -> None:
    begins = "*** The MPI_Init() function was called before MPI_INIT was invoked.\n"
    (first, *_) = told(begins + "A requested component was not found, or was unable to be opened.\n")
    assert first.id == "component-missing"
    (framework, *_) = told(begins + "No components were able to be opened in the pml framework.\n")
    assert framework.id == "pml-missing"


def test_without_a_cause_the_end_is_told() -> None:
    (finding,) = told("mpirun noticed that process rank 1 with PID 77 on node node1 exited on signal 9 (Killed).\n")
    assert (finding.id, finding.severity) == ("killed", "critical")
    assert finding.cause.startswith("No line gives a reason that is known here. Mostly the kernel")
    assert "No line gives" not in told(TRUNCATED)[0].cause


def test_a_limit_of_memory_is_a_cause_only_where_something_failed() -> None:
    limit = "libibverbs: Warning: RLIMIT_MEMLOCK is 65536 bytes.\n"
    assert [(item.id, item.severity) for item in told(limit)] == [("memlock", "warning")]
    failed = told(limit + "[node1:77] *** MPI_ERRORS_ARE_FATAL (processes in this communicator will now abort,\n")
    assert [(item.id, item.severity) for item in failed] == [("memlock", "critical")]
    assert "65536 bytes" in failed[0].cause


def test_facts_of_the_log_choose_and_fill_the_lines_to_type() -> None:
    old = told("ORTE 4.1.4\n" + SLOTS)[0].fixes
    assert [fix.launcher for fix in old] == ["Open MPI 4"] and "--oversubscribe" in old[0].text
    assert "OVERSUBSCRIBE" in told("prterun: job 1\n" + SLOTS)[0].fixes[0].text
    retry = told("[1612270288.5] [n1:3:0] ib.c:170 Transport retry count exceeded on mlx5_3:1/IB (synd 0x15)\n")[0]
    assert "ibstat mlx5_3" in retry.verify


ABORTED = "application called MPI_Abort(MPI_COMM_WORLD, 1) - process 0\n"


@pytest.mark.parametrize(
    ("before", "after", "quoted"),
    [
        (
            " Error in process    1\n parts: too few parts for     8 ranks\n",
            "",
            "Error in process 1 / parts: too few parts",
        ),
        ("", "the mesh does not match the grid\n", "the mesh does not match the grid"),
        ("|   Matrix inversion failed!   |\n| %%%%% |\n", "", "Matrix inversion failed!"),
        ("step 7 error 1.0e-3\n0 errors, error = 3\n", "", ""),
        ("srun: error: node1: task 0: Exited with exit code 1\n", "mpirun: cannot go on\n", ""),
    ],
)
def test_what_the_program_says_near_its_end_is_quoted(before: str, after: str, quoted: str) -> None:
    cause = told(before + ABORTED + after)[0].cause
    assert cause.startswith("No line gives a reason that is known here. ")
    assert (quoted in cause) if quoted else ("Near it the log says" not in cause)


def test_words_of_another_rank_or_far_away_are_not_quoted() -> None:
    far = "fatal: one thing\n" + "step\n" * 40
    assert "Near it" not in told(far + ABORTED)[0].cause
    other = "[1,3]<stderr>:Fatal: of rank 3\n[1,5]<stderr>:Fatal: of rank 5\n[1,5]<stderr>:" + ABORTED
    assert 'says: "Fatal: of rank 5"' in told(other)[0].cause


def test_the_exception_of_a_long_trace_is_quoted() -> None:
    frames = "".join(f'  File "a.py", line {at}, in f\n    f()\n' for at in range(25))
    text = (
        "mpirun -n 2 python a.py\nTraceback (most recent call last):\n"
        + frames
        + "ValueError: no such rank\nmore\nlines\n"
    )
    assert 'says: "ValueError: no such rank"' in told(text)[0].cause


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (
            "mpirun -n 2 ./app\nWarning: cannot write /home/me/.cache/x: Read-only file system\n" + ABORTED,
            "mpich-abort",
        ),
        ("torchrun train.py\ntrain.py: error: unrecognized arguments: --local-rank=1\n", "program-arguments"),
        ("mpirun -n 2 ./app\n./app: Unknown option: -x\n" + ABORTED, "mpich-abort"),
        ("[n1:7] Signal code: Invalid permissions (2)\n[n1:7] Failing at address: 0x7f\n", "gpu-pointer"),
        ("UCX  ERROR process_vm_readv(pid=8 {0x7f,9}-->{0x7e,9}) returned -1: No such process\n", "ucx-endpoint"),
        ("libibverbs: Warning: RLIMIT_MEMLOCK is 65536 bytes.\n[n1:7] Signal: Segmentation fault (11)\n", "segfault"),
        ("Fatal error in PMPI_Init:\nMPIU_SHMW_Seg_create_attach_templ(635): lseek failed\n", "mpich-shm-init"),
        ("slurm_script: line 3: module: command not found\nsrun: error: n1: task 0: Segmentation fault\n", "segfault"),
        ("INFO:    Could not find any nv files on this host!\nsrun: error: n1: task 0: Aborted\n", "abort-signal"),
    ],
)
def test_no_more_is_claimed_than_a_line_proves(text: str, first: str) -> None:
    finding = told(text)[0]
    assert finding.id == first
    assert "No line gives a reason that is known here" in finding.cause


def test_a_number_that_means_not_permitted_tells_the_cause() -> None:
    assert told("copy_iovs(224): process_vm_readv failed (errno 1)\n")[0].id == "ucx-cma"
    assert not told("copy_iovs(224): process_vm_readv failed (errno 3)\n")


def test_what_is_vague_counts_only_where_nothing_else_is_known() -> None:
    shell = "slurm_script: line 3: {}: command not found\nsrun: error: n1: task 0: Exited with exit code 127\n"
    assert told(shell.format("mpirun"))[0].id == "launcher-missing"
    assert told(shell.format("lmp"))[0].id == "command-missing"


def test_what_is_unknown_is_counted_and_shown() -> None:
    log = read_log(b"[node1:9] PRTE failed in a strange way\nmpirun: fine\nhello\n")
    assert (log.about, [line.text for line in log.unknown]) == (2, ["PRTE failed in a strange way"])
    assert read_log(b"the module mpi4py failed in a strange way\n").about == 1, "digits are no part of a word"


HEALTHY = (
    "step 1 residual 1e-3\nstep 2 residual 1e-5\nerror norm 0.0, 0 errors, 0 failures\n",
    "MPI startup(): Intel(R) MPI Library, Version 2021.12  Build 20240213\nMPI startup(): libfabric provider: tcp\n",
    "-- Found MPI: TRUE (found version 3.1)\n[100%] Built target solver\n",
    "FLEXlm error: Connection refused by licence server node1:27000 (-15,570)\nAborting job\n",
    "npm ERR! code ENOSPC\nnpm ERR! No space left on device\nKilled\nSegmentation fault (core dumped)\n",
    "kex: connection timed out\nPermission denied\nbus error rate 0\nout of memory errors: 0\n",
    "OMP_NUM_THREADS=8\nMV2_ENABLE_AFFINITY=0\nI_MPI_OFI_LIBRARY=/x\nFI_PROVIDER=psm3\nMPICH_OFI_NIC_POLICY=NUMA\n",
    "ERROR 1045 (28000): Access denied for user\njava.net.ConnectException: Connection refused\n",
    "mpirun -n 4 ./solver\nrank 0 of 4\nrank 1 of 4\nall tests passed, 0 aborted\n",
    "srun: job 17 queued and waiting for resources\nsrun: job 17 has been allocated resources\ndone\n",
    "node1:77:77 [0] NCCL INFO NET/Plugin : dlerror=libnccl-net.so: cannot open shared object file: No such file or "
    "directory No plugin found (libnccl-net.so), using internal implementation\n",
    "mpirun -n 4 ./train\nCould not load dynamic library 'libcudart.so.10.1'; dlerror: libcudart.so.10.1: cannot open "
    "shared object file: No such file or directory\nIgnore above cudart dlerror if you do not have a GPU set up.\n",
    "[W socket.cpp:426] [c10d] The server socket cannot be initialized on [::]:29500 (errno: 97 - Address family not "
    "supported by protocol).\nepoch 1 error=0 retry=0 timeout=30s, failed batches 0\n",
    "node1:4123:4123 [0] NCCL INFO Bootstrap : Using eth0:10.0.0.1<0>\nNCCL version 2.18.3+cuda12.1\n",
)


@pytest.mark.parametrize("text", HEALTHY)
def test_healthy_logs_and_logs_of_other_programs_have_no_cause(text: str) -> None:
    assert told(text) == []


def test_a_line_has_its_rank_and_host() -> None:
    line = line_of(b"[1,12]<stderr>: [node7:4711] *** An error occurred in MPI_Send", 3)
    assert (line.rank, line.host, line.text) == (12, "node7", "*** An error occurred in MPI_Send")
    assert len(line_of(b"y" * 99_999, 1).text) == LONGEST


def test_memory_is_bounded_by_what_differs() -> None:
    reader = Reader()
    for number in range(40):
        reader.feed(b"".join(b"[%d] step %d MPI residual %d\n" % (at % 8, at, at * number) for at in range(5_000)))
    reader.end_file()
    assert reader.ended().lines == 200_000
    assert len(reader._seen) < 20


def test_files_are_read_packed_or_not_and_one_after_the_other(tmp_path: Path) -> None:
    plain, packed = tmp_path / "a.log", tmp_path / "b.log.gz"
    plain.write_text("hello\n")
    packed.write_bytes(gzip.compress(SLOTS.encode()) + gzip.compress(b"hello\n"))
    diagnosis = rankwise.doctor(logs=[plain, packed], out=tmp_path / "out")
    assert diagnosis.findings[0].id == "no-slots" and diagnosis.answer == "problems"
    assert diagnosis.log is not None and diagnosis.log.lines == 4
    assert lines(diagnosis)[0].startswith("not looked at: the job and its machine: a log alone was read")
    assert rankwise.load_answer("last", tmp_path / "out") == diagnosis
    packed.write_bytes(gzip.compress(SLOTS.encode() * 9)[:-12])
    broken = rankwise.doctor(logs=[packed], out=tmp_path / "out")
    assert any("ends in the middle" in words for words in broken.not_looked)
    with pytest.raises(EnvironmentProblem, match="No such file"):
        rankwise.doctor(logs=[tmp_path / "gone"], out=tmp_path / "out")


def test_a_command_in_a_log_is_shown_and_never_a_line_to_type(tmp_path: Path) -> None:
    log = tmp_path / "evil.log"
    log.write_bytes(
        b"PMIX ERROR: \x1b]0;owned\x07 $(touch /tmp/x)\n"
        b"[1612270288.5] [n1:3:0] ib.c:170 Transport retry count exceeded on $(reboot):1/IB\n"
        b"ssh: connect to host -oProxyCommand=reboot port 22: Connection refused\n"
        b"mpirun: unable to run bstrap_proxy on `reboot` (pid 1)\n"
        b"fix: sudo rm -rf / to repair MPI error\n"
    )
    diagnosis = rankwise.doctor(logs=[log], out=tmp_path / "out")
    typed = [fix.text for item in diagnosis.findings for fix in item.fixes]
    typed += [item.check for item in diagnosis.findings]
    assert typed and not any("reboot" in line or "rm -rf" in line for line in typed)
    assert all(line.startswith("#") or not line for line in script(diagnosis))
    assert "\x1b" not in "\n".join(lines(diagnosis)) and "\x1b" not in json.dumps([*diagnosis.log.unknown])  # type: ignore[union-attr]


def test_the_command_line_reads_logs_and_says_how(tmp_path: Path) -> None:
    log = tmp_path / "a b.log"
    log.write_text(SLOTS)
    runner, out = CliRunner(), str(tmp_path / "out")
    done = runner.invoke(app, ["doctor", "--log", str(log), str(log), "--out", out, "--fail-on", "critical"])
    assert done.exit_code == 1 and "CRITICAL: The line asks for more ranks" in done.stdout, done.output
    answer = runner.invoke(app, ["doctor", "--json", "--log", str(log), "--out", out])
    assert json.loads(answer.stdout)["data"]["log"]["lines"] == 2
    for words in (["doctor", str(log)], ["doctor", "--log", str(log), "--hosts", "n1"]):
        refused = runner.invoke(app, words)
        assert refused.exit_code == 2, refused.output
    assert f"rankwise doctor --log '{log}'" in runner.invoke(app, ["doctor", str(log)]).output
