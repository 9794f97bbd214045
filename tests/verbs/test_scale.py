"""Sleeping processes of a real MPI: memory and start-up are measured, fitted and stored."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from rankwise.core.deadline import Deadline
from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.core.records import Mpi
from rankwise.measure.records import TransportLevel
from rankwise.measure.side import Side
from rankwise.measure.watcher import Watcher
from rankwise.mpis.records import FabricChoice
from rankwise.placement.where import HERE
from rankwise.report.scale import lines
from rankwise.store import Store
from rankwise.verbs.records import ScaleReport, ScaleStarts
from rankwise.verbs.scale.run import ScaleOptions, _Levels, measure_scale, published, read_trace

_ENOUGH_S = 1e6  # a transport whose trial took long is in no race that might be late


@pytest.mark.usefixtures("first_round", "patient_trials")
@pytest.mark.mpi(ranks=5)
def test_connected_and_datagram_are_measured(mpich: Mpi, tmp_path: Path) -> None:
    file = tmp_path / "sizes.tsv"
    file.write_text("size\tcount\n8\t1000\n64KiB\t1  # rarely\n")
    options = ScaleOptions(
        mpich,
        HERE.placement(),
        counts=(2, 3, 4, 5),  # a projection needs four
        targets=(8, 64),
        repetitions=1,
        histogram=read_trace(file),
        budget_s=_ENOUGH_S,
        race_s=2.0,
        out=tmp_path,
    )
    report = measure_scale(options)
    assert [transport.mode for transport in report.transports] == ["connected", "datagram"]
    for transport in report.transports:
        # Now and then ranks over datagrams never get through MPI_Init: told, and what was measured is kept.
        if transport.mode == "datagram" and "not ready in time" in transport.error:
            continue
        assert not transport.error, transport.error
        assert sorted({level.processes for level in transport.levels}) == [2, 3, 4, 5]
        assert all(level.pss_bytes >= level.uss_bytes > 1 << 20 for level in transport.levels)
        assert {p.processes: p.extrapolated for p in transport.fits["uss_bytes"].projections}[64] is True
        assert [message.size_bytes for message in transport.messages][:2] == [8, 512]
        assert transport.times or transport.mode == "datagram", "the race starts them once more"
        held_out = transport.fits["uss_bytes"].held_out
        assert held_out is None, "four counts leave none to hold out"
    known = [transport.times and "uss_bytes" in transport.fits for transport in report.transports]
    assert (report.advice is not None) == all(known)
    assert report.advice is None or report.advice.mtu_bytes
    assert "shared" in report.missing or any(transport.mode == "shared" for transport in report.transports)
    with Store.open(tmp_path / "rankwise.db", create=False) as store:
        assert store.get(report.run.id, "scale", ScaleReport) == report


@pytest.mark.mpi(ranks=3)
def test_what_was_measured_before_an_interruption_is_kept(mpich: Mpi, tmp_path: Path) -> None:
    def stop(text: str) -> None:
        if ": 3 processes" in text:
            raise KeyboardInterrupt

    report = measure_scale(ScaleOptions(mpich, HERE.placement(), counts=(2, 3), out=tmp_path), Watcher(phase=stop))
    assert report.run.status == "interrupted"
    assert [level.processes for transport in report.transports for level in transport.levels] in (
        [2, 2],
        [2],
    )  # rxd may not start
    assert "Interrupted: this is what was measured before." in lines(report)
    assert report.advice is None
    assert not any("No recommendation" in line for line in lines(report))
    with Store.open(tmp_path / "rankwise.db", create=False) as store:
        assert store.load("last").status == "interrupted"


@pytest.mark.mpi(ranks=4)
def test_a_start_that_hangs_by_chance_is_tried_again(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed: dict[tuple[str, int], list[float]] = {}

    def hangs_once(side: Side, index: int, *, start_timeout_s: float, **_: float) -> TransportLevel:
        tries = allowed.setdefault((side.name, side.ranks), [])
        tries.append(start_timeout_s)
        if (side.ranks == 4 and len(tries) == 1) or side.ranks == 5:
            raise MeasurementFailed("launch-failed", "the launch is not ready in time")
        return TransportLevel(
            processes=side.ranks, ready_s=0.1 * side.ranks, init_s=0.1, connect_s=1e-3, pss_before_bytes=2 << 20,
            uss_before_bytes=1 << 20, pss_bytes=2 << 20, uss_bytes=1 << 20,
        )  # fmt: skip

    monkeypatch.setattr("rankwise.verbs.scale.run.level", hangs_once)
    report = measure_scale(
        ScaleOptions(mpich, HERE.placement(), counts=(2, 4, 5), repetitions=3, race_s=1.0, out=tmp_path)
    )
    for transport in report.transports:
        assert [level.processes for level in transport.levels] == [2, 2, 4, 2, 4]
        assert transport.error.startswith("5 processes: ")
        assert allowed[transport.fabric, 2][0] == 120.0
        assert max(allowed[transport.fabric, 4]) == 15.0  # from what two took


def test_starts_that_hang_in_some_rounds_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    left_s, tries = [1e6], Counter[int]()

    def some_hang(side: SimpleNamespace, _index: int, **_limits: float) -> TransportLevel:
        tries[side.ranks] += 1
        if side.ranks == 64 and tries[64] == 2:
            left_s[0] = 1e-9  # not over, but too little for another launch
            raise MeasurementFailed("hung", "mpich: no answer in 120 s")
        return TransportLevel(
            processes=side.ranks, ready_s=1.0, init_s=0.1, connect_s=1e-3, pss_before_bytes=2 << 20,
            uss_before_bytes=1 << 20, pss_bytes=2 << 20, uss_bytes=1 << 20,
        )  # fmt: skip

    monkeypatch.setattr("rankwise.verbs.scale.run.level", some_hang)
    choice = FabricChoice(name="ofi/tcp", kind="", knobs={}, description="")
    spread = SimpleNamespace(side=lambda _mpi, _choice, count: SimpleNamespace(ranks=count))
    options = SimpleNamespace(mpi=None, counts=(64, 8), repetitions=3)
    levels = _Levels(options, spread, [(choice, "connected")])  # type: ignore[arg-type]
    monkeypatch.setattr(Deadline, "left_s", property(lambda _self: left_s[0]))
    levels.measure(Watcher(), Deadline.after(1e6))
    (scaling,) = levels.scaling()
    assert scaling.starts == (
        ScaleStarts(processes=8, measured=2, left_out="no time was left"),
        ScaleStarts(processes=64, measured=1, failed=1, hung=1, why="no answer in 120 s", left_out="no time was left"),
    )
    assert not scaling.error, "each count has a figure"


@pytest.mark.mpi(ranks=2)
def test_what_does_not_fit_into_the_budget_is_left_out_and_said(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launched: list[int] = []

    def takes_the_time(side: Side, _index: int, **_limits: float) -> TransportLevel:
        launched.append(side.ranks)
        return TransportLevel(
            processes=side.ranks, ready_s=1.0, init_s=0.1, connect_s=1e-3, pss_before_bytes=2 << 20,
            uss_before_bytes=1 << 20, pss_bytes=2 << 20, uss_bytes=1 << 20,
        )  # fmt: skip

    monkeypatch.setattr("rankwise.verbs.scale.run.level", takes_the_time)
    monkeypatch.setattr(Deadline, "left_s", property(lambda _self: 0.0 if len(launched) == 2 else 1e6))
    report = measure_scale(ScaleOptions(mpich, HERE.placement(), counts=(2, 4), out=tmp_path))
    assert launched == [2, 2], "one launch of each transport"
    assert {transport.error for transport in report.transports} == {"4 processes: no time was left"}
    assert not any(transport.messages or transport.times for transport in report.transports)
    assert report.run.warnings[-1] == "no times of messages: no time was left"


@pytest.mark.drawn(1)
@pytest.mark.mpi(ranks=4)
@pytest.mark.parametrize("at", ["memory against message size", "at the same time", "trying"])
def test_an_interruption_after_the_launches_keeps_them(mpich: Mpi, tmp_path: Path, at: str) -> None:
    phases: list[str] = []

    def stop(text: str) -> None:
        phases.append(text)
        if at in text:
            raise KeyboardInterrupt

    report = measure_scale(
        ScaleOptions(mpich, HERE.placement(), counts=(2,), repetitions=1, budget_s=_ENOUGH_S, race_s=2.0, out=tmp_path),
        Watcher(phase=stop),
    )
    assert report.run.status == "interrupted", phases
    assert all(transport.levels or transport.error for transport in report.transports)
    with Store.open(tmp_path / "rankwise.db", create=False) as store:
        assert store.load(report.run.id).status == "interrupted"
        assert "running" not in {run.status for run in store.runs()}
        assert store.get(report.run.id, "scale", ScaleReport) == report


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("8 ten", "line 1: '8 ten'"),
        ("8 1\nx 2", "line 2: 'x 2'"),
        ("bcast 8 1 2", "line 1: 'bcast 8 1 2'"),
        ("# nothing", "holds no row"),
        ("8 -1", "line 1"),
        ("8 inf", "line 1"),
    ],
)
def test_a_bad_trace_names_its_line(text: str, printed: str, tmp_path: Path) -> None:
    file = tmp_path / "sizes.tsv"
    file.write_text(text)
    with pytest.raises(UsageError, match=printed):
        read_trace(file)


def test_the_trace_of_a_tuning_and_sizes_alone_are_the_same_messages(tmp_path: Path) -> None:
    file = tmp_path / "trace.tsv"
    file.write_text("kernel size count\nbcast 64KiB 10\nallreduce 8 1000\npingpong 65536 30\n")
    traced = read_trace(file)
    file.write_text("size\tcount\n8\t1000\n64KiB\t40  # rarely\n")
    assert dict(traced.counts) == dict(read_trace(file).counts) == {8: 1000.0, 65536: 40.0}


def test_published_figures_keep_their_conditions() -> None:
    rows = {(one.quantity, one.transport): one for one in published()}
    connected = rows["start-up of a hello-world program", "connected (DAPL)"]
    assert (connected.bound, connected.value, connected.conditions) == ("above", 90, "16384 processes")
