"""A message that nobody matches, while others wait in a collective call: who waits for it, and in which call."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from builders.programs import by_cxx
from rankwise.core import leftovers
from rankwise.core.process import Job
from rankwise.core.records import Finding, Mpi
from rankwise.diagnoses.call_site import site
from rankwise.diagnoses.hangs import why
from rankwise.diagnoses.hung_job import ranks_of_job, stand
from rankwise.diagnoses.messages import messages
from rankwise.diagnoses.records import StandingMessage, StandingRank

SOURCE = Path(__file__).with_name("unmatched.c")
_LIMIT_S = 200.0
ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "PRTE_MCA_rmaps_default_mapping_policy": ":OVERSUBSCRIBE",
}
TOLD = {
    "never-sent": "Rank 0 waits in MPI_Recv for a message from rank 1 with tag 3 that is not sent",
    "tag": "Rank 1 waits in MPI_Recv for a message from rank 0 with tag 8 that is not sent",
    "communicator": "Rank 1 waits in MPI_Recv for a message from rank 0 with tag 7 on another communicator than "
    "MPI_COMM_WORLD that is not sent",
    "source": "Rank 1 waits in MPI_Recv for a message from rank 2 with tag 7 that is not sent",
    "any": "Rank 1 waits in MPI_Recv for a message from any rank with tag 5 that is not sent",
    "wait": "Rank 2 waits in MPI_Wait for a message from rank 0 with tag 9 that is not sent",
    "waitall": "Rank 1 waits in MPI_Waitall for 2 messages, of which nobody matches one at least: from rank 0 with tag "
    "5, from rank 2 with tag 6",
    "communicators": "Collective calls on different communicators: ranks 1, 2 in MPI_Barrier on MPI_COMM_WORLD, rank 0 "
    "in MPI_Barrier on another",
    "test": "Rank 2 waits in MPI_Test for an earlier message that nobody matches",
    "iprobe": "Rank 1 waits in MPI_Iprobe for a message from rank 2 with tag 6 that is not sent",
    "probe": "Rank 1 waits in MPI_Probe for a message from rank 2 with tag 6 that is not sent",
    "ssend": "Rank 1 waits in MPI_Ssend: nobody receives its message to rank 0 with tag 4",
    "sendrecv": "Rank 2 waits in MPI_Sendrecv for a message from rank 1 with tag 1 that is not sent",
    "chain": "Rank 1 waits in MPI_Recv for a message from rank 2 with tag 2 that is not sent",
    "both-wait": "Rank 1 and rank 0 wait for each other with messages that do not match",
    "finalize": "Rank 1 waits in MPI_Recv for a message from rank 0 with tag 8 that is not sent",
}


def built(mpi: Mpi, folder: Path, optimised: str) -> Path:
    return by_cxx(mpi, SOURCE, folder / "unmatched", optimised)


def told(mpi: Mpi, app: Path, how: str, folder: Path) -> Finding:
    """What is told of a job of three ranks that hangs so, once each rank has come to a call where it stays."""
    place = folder / how
    place.mkdir()
    before = leftovers.present()
    job = Job.start(
        [str(mpi.launcher), "-n", "3", str(app), how, str(place)], env={**os.environ, **mpi.env, **ENVIRONMENT}
    )
    try:
        end_s = time.monotonic() + _LIMIT_S
        ranks: list[StandingRank] = []
        while len(list(place.glob("ready.*"))) < 3 or not ranks or _moves(ranks):
            assert time.monotonic() < end_s and job.popen.poll() is None, f"the job does not hang: {ranks}"
            ranks = stand(ranks_of_job(job.popen.pid)) if len(list(place.glob("ready.*"))) == 3 else []
        (found,) = why(ranks)
    finally:
        job.stop(grace_s=0.5)
        job.popen.communicate()
        leftovers.sweep(before)
    return found


def _moves(ranks: list[StandingRank]) -> bool:
    """Whether a rank is still on its way to the call in which it stays."""
    return any(rank.call in ("", "MPI_Comm_dup", "MPI_Send", "MPI_Irecv") for rank in ranks)


@pytest.mark.drawn(6)
@pytest.mark.gdb
@pytest.mark.mpi(3)
@pytest.mark.parametrize(
    ("how", "optimised"),
    [*((how, "-O2") for how in TOLD), *((how, "-O0") for how in ("tag", "ssend", "sendrecv", "waitall"))],
)
def test_the_message_is_named_by_rank_call_source_and_tag(mpich: Mpi, how: str, optimised: str, tmp_path: Path) -> None:
    assert told(mpich, built(mpich, tmp_path, optimised), how, tmp_path).title == TOLD[how]


@pytest.mark.drawn(2)
@pytest.mark.gdb
@pytest.mark.mpi(3)
@pytest.mark.parametrize("how", ["tag", "communicator", "both-wait", "waitall", "communicators"])
def test_on_any_mpi(any_mpi: Mpi, how: str, tmp_path: Path) -> None:
    found = told(any_mpi, built(any_mpi, tmp_path, "-O2"), how, tmp_path)
    assert found.title == TOLD[how]
    assert "one order" not in found.fixes[0].text


def rank(number: int, call: str, *waits: StandingMessage) -> StandingRank:
    return StandingRank(
        number=number, world=3, pid=number + 1, state="running", cpu_share=1.0, call=call, caller="main",
        messages=waits, stack=(call, "main"),
    )  # fmt: skip


def receive(peer: int, tag: int) -> StandingMessage:
    return StandingMessage(way="receive", peer=peer, tag=tag, world=True)


def send(peer: int, tag: int) -> StandingMessage:
    return StandingMessage(way="send", peer=peer, tag=tag, world=True)


def test_several_that_wait_for_one_rank_name_that_rank() -> None:
    ring = [
        rank(0, "MPI_Sendrecv", send(1, 1), receive(2, 1)),
        rank(1, "MPI_Barrier"),
        rank(2, "MPI_Sendrecv", send(0, 1), receive(1, 1)),
    ]
    (found,) = why(ring)
    assert found.title == "Ranks 0, 2 wait for rank 1, which is in MPI_Barrier, called by main"
    assert found.affects == ("rank 1",)


def test_collectives_out_of_order_are_told_of_collectives_alone() -> None:
    (found,) = why([rank(0, "MPI_Barrier"), rank(1, "MPI_Allreduce"), rank(2, "MPI_Barrier")])
    assert "one order" in found.fixes[0].text
    (found,) = why([rank(0, "MPI_Ssend", send(1, 1)), rank(1, "MPI_Recv", receive(2, 1)), rank(2, "MPI_Barrier")])
    assert found.title == "Rank 1 waits in MPI_Recv for a message from rank 2 with tag 1 that is not sent"
    (found,) = why([rank(0, "MPI_Ssend", send(1, 1)), rank(1, "MPI_Recv", receive(2, 1)), rank(2, "MPI_Wait")])
    assert "one order" not in found.fixes[0].text


_MERGED = """\
   0x1000 <main>:\tmov    $0x7,%r8d
   0x1006 <main+6>:\tjmp    0x100e <main+14>
   0x1008 <(anonymous namespace)::hang(int)+8>:\tmov    $0x8,%r8d
   0x100e <main+14>:\tmov    0x8(%rsp),%ecx
   0x1012 <main+18>:\tmov    %rbx,%rax
   0x1015 <main+21>:\tmov    %eax,%esi
   0x1017 <main+23>:\tpush   %r11
   0x1019 <main+25>:\tcall   0x2000 <MPI_Recv@plt>
=> 0x101e <main+30>:\ttest   %eax,%eax
"""


def test_arguments_are_read_from_code_and_never_guessed() -> None:
    memory = {0x7010: 5, 0x7000: 0xDEAD}
    at = site(_MERGED, 0x101E, {"rsp": 0x7000, "rbx": 42}, lambda address, _size: memory.get(address))
    assert at is not None and at.name == "MPI_Recv"
    assert at.argument(1) == 42, "a register that the library gives back"
    assert at.argument(3) == 5, "of the stack as it was before the push"
    assert at.argument(4) is None, "two ways lead here, with different tags"
    assert at.argument(6) == 0xDEAD, "on the stack"
    assert at.argument(0) is None and messages("MPI_Recv", at, False, None)[0].tag is None
    assert site(_MERGED, 0x1015, {}, lambda address, size: 0) is None, "no call returns there"


_REQUESTED = """\
   0x1000 <main>:\tmov    $0x7,%r8d
   0x1006 <main+6>:\tmov    0x8(%rsp),%ecx
   0x100a <main+10>:\tmov    $0x44000000,%r9d
   0x1010 <main+16>:\tlea    0x20(%rsp),%rax
   0x1015 <main+21>:\tpush   %rax
   0x1016 <main+22>:\tcall   0x2000 <MPI_Irecv@plt>
   0x101b <main+27>:\tpop    %rax
{}\
   0x1023 <main+35>:\tlea    0x20(%rsp),%rdi
   0x1028 <main+40>:\tcall   0x2010 <MPI_Wait@plt>
=> 0x102d <main+45>:\ttest   %eax,%eax
"""


@pytest.mark.parametrize(
    ("since", "known"),
    [
        ("   0x101c <main+28>:\tnop\n", (receive(5, 7),)),
        ("   0x101c <main+28>:\tmov    %edx,0x8(%rsp)\n", ()),
        ("   0x101c <main+28>:\tmov    %edx,0xc(%rsp)\n", (receive(5, 7),)),
    ],
)
def test_a_request_is_named_by_the_call_that_made_it_unless_its_words_changed(
    since: str, known: tuple[StandingMessage, ...]
) -> None:
    memory = {0x7008: 5}
    at = site(_REQUESTED.format(since), 0x102D, {"rsp": 0x7000}, lambda address, _size: memory.get(address))
    assert at is not None and messages("MPI_Wait", at, False, None) == known


def test_what_may_have_come_already_is_not_told_as_a_wrong_tag() -> None:
    ranks = [
        rank(0, "MPI_Recv", receive(1, 3)),
        rank(1, "MPI_Waitall", send(0, 2), receive(2, 4)),
        rank(2, "MPI_Barrier"),
    ]
    (found,) = why(ranks)
    assert found.title.startswith("Rank 1 waits in MPI_Waitall for 2 messages, of which nobody matches one at least")
    assert "Rank 2 is in MPI_Barrier" in found.cause
