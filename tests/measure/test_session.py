"""Sessions with real MPIs: visits, refusals, wrong data, dead and hanging ranks, and nothing left behind."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders import sessions
from measure.launching import side
from rankwise.core import proc, process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.build import engine_for
from rankwise.measure.cells import cell
from rankwise.measure.frames import Frame, FrameReader
from rankwise.measure.session import CellFailed, Session
from rankwise.measure.side import Side
from rankwise.measure.visits import VisitOptions
from rankwise.mpis.catalog import launcher_for

pytestmark = pytest.mark.mpi(2)

PINGPONG = cell("x", "pingpong", 8, (0, 1))
SHORT = VisitOptions(samples=2, batch_s=20e-6, warm_s=1e-4)


def alive(session: Session) -> list[int]:
    """The ranks that a session left; one that was killed may still be on its way out."""
    end_s = time.monotonic() + 60.0
    while left := [facts.pid for facts in session.facts.ranks if proc.state(facts.pid) not in "XZ"]:
        if time.monotonic() > end_s:
            break
        time.sleep(0.01)
    return left


@pytest.mark.each_mpi
def test_every_mpi_answers_a_visit(any_mpi: Mpi) -> None:
    with Session(side(any_mpi), 3) as session:
        assert [facts.rank for facts in session.facts.ranks] == [0, 1]
        assert session.facts.ready_s > 0.0
        connected = session.connect([0, 1])
        assert len(connected.first) == len(connected.second) == 1
        (first,), frame = session.visit(PINGPONG, 0, SHORT)
        (again,), _ = session.visit(PINGPONG, 1, SHORT)
        assert len(first.samples_s) + min(first.invalid_samples, 1) >= 2  # beside others, some begin too late
        assert all(time_s > 0.0 for time_s in first.samples_s)
        assert len(first.rank_samples_s) == 2, "the mean of each rank"
        assert (first.launch, again.round) == (3, 1)
        assert first.first_call_s is not None
        assert again.first_call_s is None
        assert (frame.bytes_per_transfer, frame.messages_per_transfer) == (8.0, 1.0)
        late = VisitOptions(samples=3, batch_s=20e-6, warm_s=1e-4, lenient=True)
        (rooted,), _ = session.visit(cell("x", "bcast", 8, (0, 1)), 2, late)
        assert rooted.samples_s and rooted.invalid_samples <= 3, "one attempt at a common start, then a barrier"
        shared = [
            line
            for facts in session.facts.ranks
            for line in Path(f"/proc/{facts.pid}/maps").read_text().split()
            if "/dev/shm/" in line
        ]
    assert alive(session) == []
    assert [path for path in shared if Path(path).exists()] == []


def test_buffers_may_be_the_library_s_own(any_mpi: Mpi, tmp_path: Path) -> None:
    with Session(dataclasses.replace(side(any_mpi), memory="mpi"), 0) as session:
        for size_bytes in (8, 1 << 20, 8):
            assert session.visit(cell("x", "pingpong", size_bytes, (0, 1)), 0, SHORT)[0]
    plan = tmp_path / "plan"
    plan.write_text("visit id=1 cell=x kernel=pingpong size=1048576 groups=0,1 samples=1\n")
    spec = side(any_mpi).spec
    words = ("--plan", str(plan), "--memory", "mpi")
    launch = launcher_for(any_mpi).command(
        any_mpi, replace(spec, places=tuple(replace(place, args=words) for place in spec.places))
    )
    done = process.run(launch.argv, timeout_s=60, env=launch.env)
    assert done.ok, "they are given back before MPI_Finalize: " + done.describe()
    assert '"t":"visit"' in done.stdout


def test_two_sessions_live_side_by_side(mpich: Mpi, openmpi: Mpi) -> None:
    with Session(side(mpich), 0) as one, Session(side(openmpi), 0) as other:
        for round_number in range(3):
            assert one.visit(PINGPONG, round_number, SHORT)[0]
            assert other.visit(PINGPONG, round_number, SHORT)[0]


def test_visits_asked_in_one_message_are_answered_in_order(any_mpi: Mpi) -> None:
    large = cell("x", "allreduce", 4096, (0, 1), datatype="float", operation="sum")
    with Session(side(any_mpi), 0) as session:
        unknown = replace(PINGPONG, kernel="nonsense")
        asked = [(PINGPONG, SHORT, 5), (large, SHORT, 6), (unknown, SHORT, 6), (PINGPONG, SHORT, 6)]
        first, second, third, fourth = session.visits(asked)
        assert not isinstance(first, CellFailed)
        assert not isinstance(second, CellFailed)
        assert isinstance(third, CellFailed), "a refusal among them does not stop the others"
        assert third.kind == "refused"
        assert not isinstance(fourth, CellFailed)
        assert [answer[0][0].cell for answer in (first, second, fourth)] == [PINGPONG.id, large.id, PINGPONG.id]
        assert [answer[0][0].round for answer in (first, second, fourth)] == [5, 6, 6]
        assert first[0][0].first_call_s is not None
        assert fourth[0][0].first_call_s is None
        assert 0.0 < fourth[1].sampling_s < fourth[1].took_s
        assert first[0][0].at_s < second[0][0].at_s < fourth[0][0].at_s
        assert session.visit(PINGPONG, 6, SHORT)[0]


class Damaging(FrameReader):
    """A reader whose first frame of a visit arrives with a wrong byte, or does not arrive."""

    def __init__(self, *, lost: bool) -> None:
        super().__init__()
        self._lost = lost
        self.done = False

    def feed(self, data: bytes) -> list[Frame]:
        at = data.find(b'"t":"visit"')
        if at >= 0 and not self.done:
            self.done = True
            begin = data.rfind(b"@rw1 ", 0, at)
            end = data.find(b"@rw1 ", at)
            assert 0 <= begin < at < end, "what was asked in one message is answered in one"
            data = data[:begin] + (b"" if self._lost else data[begin:at] + b"?" + data[at + 1 : end]) + data[end:]
        return super().feed(data)


@pytest.mark.parametrize("lost", [False, True])
def test_a_damaged_or_lost_frame_costs_its_cell_alone(mpich: Mpi, lost: bool) -> None:
    other = cell("x", "sendrecv", 8, (0, 1))
    with Session(side(mpich), 0) as session:
        session._by_rank[0].reader = reader = Damaging(lost=lost)
        first, second = session.visits([(PINGPONG, SHORT, 0), (other, SHORT, 0)])
        assert isinstance(first, CellFailed)
        assert (first.kind, str(first)) == (
            "lost",
            "rank 0: what was measured was damaged on its way here, or never came",
        )
        assert not isinstance(second, CellFailed)
        assert second[0][0].cell == other.id
        assert reader.done and reader.damaged == (not lost)
        assert session.visit(PINGPONG, 1, SHORT)[0], "the launch lives on"


def test_a_launch_lost_among_several_visits_is_an_error(mpich: Mpi) -> None:
    other = cell("x", "sendrecv", 8, (0, 1))
    with Session(side(mpich, faults=(f"die:1:{other.id}",)), 0) as session:
        with pytest.raises(MeasurementFailed, match="rank 1") as died:
            session.visits([(PINGPONG, SHORT, 0), (other, SHORT, 0)])
        assert died.value.code == "rank-died"
        assert f"{PINGPONG.id} or 1 visits behind it" in died.value.message
    assert alive(session) == []


def test_what_cannot_run_is_refused_and_the_launch_lives_on(mpich: Mpi) -> None:
    with Session(side(mpich), 0) as session:
        with pytest.raises(CellFailed, match="unknown kernel") as refused:
            session.visit(cell("x", "nonsense", 8, (0, 1)), 0, SHORT)
        assert refused.value.kind == "refused"
        with pytest.raises(CellFailed, match="2\\^31 - 1"):
            session.visit(cell("x", "allgatherv", 1 << 31, (0, 1)), 0, SHORT)
        with pytest.raises(CellFailed, match="more than this machine has"):
            session.visit(cell("x", "uniband", 1 << 30, (0, 1), window=4096), 0, SHORT)
        with pytest.raises(CellFailed, match="runs on 2 ranks, not 1"):
            session.visit(cell("x", "pingpong", 8, (0,)), 0, SHORT)
        with pytest.raises(CellFailed, match="is not a rank of the group"):
            session.visit(replace(cell("x", "bcast", 8, (0, 1)), root=7), 0, SHORT)
        assert session.visit(PINGPONG, 0, SHORT)[0]


def test_a_corrupted_byte_is_an_error(mpich: Mpi) -> None:
    with Session(side(mpich, faults=("corrupt:pingpong",)), 0) as session:
        with pytest.raises(CellFailed, match="wrong data: element 4 from rank") as failed:
            session.visit(PINGPONG, 0, SHORT)
        assert failed.value.kind == "payload"
        assert session.visit(cell("x", "allreduce", 8, (0, 1)), 0, SHORT)[0]


def test_a_rank_that_dies_is_named(mpich: Mpi) -> None:
    with Session(side(mpich, faults=(f"die:1:{PINGPONG.id}",)), 0) as session:
        with pytest.raises(MeasurementFailed) as died:
            session.visit(PINGPONG, 0, SHORT)
        assert died.value.code == "rank-died"
        assert f"rank 1 (process {session.facts.ranks[1].pid}" in died.value.message
        with pytest.raises(MeasurementFailed):
            session.visit(PINGPONG, 1, SHORT)
    assert alive(session) == []


def test_a_rank_that_is_killed_from_outside_is_named(openmpi: Mpi) -> None:
    with Session(side(openmpi), 0) as session:
        session.visit(PINGPONG, 0, SHORT)
        os.kill(session.facts.ranks[0].pid, signal.SIGKILL)
        with pytest.raises(MeasurementFailed, match="rank 0"):
            session.visit(PINGPONG, 1, SHORT)
    assert alive(session) == []


def test_a_rank_that_is_killed_after_its_last_visit_has_lost_nothing_and_is_told(any_mpi: Mpi) -> None:
    with Session(side(any_mpi), 0) as session:
        session.visit(PINGPONG, 0, SHORT)
        os.kill(session.facts.ranks[1].pid, signal.SIGKILL)
    assert re.fullmatch(
        r"it ended (by signal|with status) \d+ after its last visit: nothing that it measured is lost", session.ended
    )


def test_a_segment_that_a_killed_rank_has_made_since_its_start_is_removed(mpich: Mpi) -> None:
    segment = Path("/dev/shm/mpich_shm_00f00f_0")
    with Session(side(mpich), 0) as session:
        segment.touch()
        os.kill(session.facts.ranks[1].pid, signal.SIGKILL)
        with pytest.raises(MeasurementFailed, match=r"rank [01]"):
            session.visit(PINGPONG, 0, SHORT)
    assert not segment.exists()


def test_a_hang_says_which_rank_stands_where(mpich: Mpi) -> None:
    with Session(side(mpich, faults=(f"hang:1:{PINGPONG.id}",)), 0, watchdog_s=3.0) as session:
        with pytest.raises(MeasurementFailed) as hung:
            session.visit(PINGPONG, 0, SHORT)
        assert hung.value.code == "hung"
        assert "rank 0 in 'preparing'" in hung.value.message
    assert alive(session) == []


def test_a_visit_of_slow_calls_has_fewer_samples(mpich: Mpi) -> None:
    asked = VisitOptions(samples=40)  # the calls that warm up take 0.3 s each, and more is not known
    with Session(side(mpich, faults=("skew:1:300000000",)), 0, watchdog_s=10.0) as session:
        (visit,), _ = session.visit(PINGPONG, 0, asked)
    assert 1 <= len(visit.samples_s) <= 10


def test_where_no_start_is_met_batches_are_as_long_as_pays(mpich: Mpi) -> None:
    faults = ("skew:1:5000000", "tardy:1")
    with Session(side(mpich, faults=faults), 0) as session:
        visits = [session.visit(PINGPONG, number, SHORT)[0][0] for number in range(3)]
    assert [visit.calls_per_sample for visit in visits[:1]] == [10], "of 5 ms each, which is how ranks leave a barrier"
    assert all(visit.calls_per_sample >= 8 for visit in visits), "a launch remembers it"


def test_a_launch_that_fails_shows_the_line_and_the_last_words(mpich: Mpi) -> None:
    broken = replace(side(mpich).spec, extra_args=("--no-such-option",))
    failing = side(mpich)
    object.__setattr__(failing, "spec", broken)
    with pytest.raises(MeasurementFailed) as failed:
        Session(failing, 0)
    assert failed.value.code == "launch-failed"
    assert "--no-such-option" in failed.value.message
    assert "0 of 2 ranks started" in failed.value.message


def test_a_rank_that_cannot_reach_the_tool_ends_the_launch(any_mpi: Mpi, tmp_path: Path) -> None:
    """The other one waits for it inside MPI_Init, and there is no tool to end it where that was killed."""
    lost = tmp_path / "lost"
    lost.write_text(f"#!/bin/sh\nexec {engine_for(any_mpi)} --control abstract:gone\n")
    lost.chmod(0o755)
    with pytest.raises(MeasurementFailed) as failed:
        Session(sessions.side(any_mpi, 2, last_program=str(lost)), 0)
    assert failed.value.code == "launch-failed"
    assert "the launch ended with status" in failed.value.message
    assert "cannot reach the tool at abstract:gone: Connection refused" in failed.value.message


@pytest.mark.mpi(1)
@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ({}, "a rank on n1 runs an engine of an unknown source with protocol 0; rankwise"),
        ({"protocol": 1, "source": "0123456789abcdef"}, "an engine of source 0123456789abcdef with protocol 1"),
    ],
)
def test_an_engine_of_another_release_is_refused_in_words(printed: dict[str, object], told: str, mpich: Mpi) -> None:
    script = str(Path(__file__).with_name("other_engine.py"))
    place = Place(host=None, program=sys.executable, args=(script, json.dumps(printed)))
    other = Side("mpich", mpich, launcher_for(mpich), LaunchSpec(places=(place,)))
    with pytest.raises(MeasurementFailed, match=told) as caught:
        Session(other, 0)
    assert caught.value.code == "other-engine"
    assert caught.value.hint is not None
    assert "endpoints file" in caught.value.hint


def test_the_launcher_of_another_mpi_is_recognised(mpich: Mpi, openmpi: Mpi) -> None:
    """Each rank then believes that it is alone in the world."""
    mixed = replace(openmpi, launcher=mpich.launcher, env=mpich.env | openmpi.env, family="mpich")
    from rankwise.measure.side import Side

    honest = side(openmpi)
    confused = Side("mixed", mixed, side(mpich).launcher, honest.spec)
    with pytest.raises(MeasurementFailed) as failed:
        Session(confused, 0, start_timeout_s=100.0)
    assert failed.value.code in ("split-world", "launch-failed")
