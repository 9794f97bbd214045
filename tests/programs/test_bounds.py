"""What the machine would allow a program, of made-up paths whose times are known."""

from __future__ import annotations

import pytest

from rankwise.programs.bounds import SentBytes, bound
from rankwise.programs.records import ProgramPhase, ProgramResult


def phase(name: str, median_s: float, *, slowest_s: float = 0.0, communication: bool = False) -> ProgramPhase:
    slowest_s = slowest_s or median_s
    return ProgramPhase(
        name=name, median_s=median_s, slowest_s=slowest_s, slowest_rank=0, total_s=2 * median_s,
        communication=communication,
    )  # fmt: skip


def result(figure: float, work: float, *phases: ProgramPhase) -> ProgramResult:
    return ProgramResult(mpi="mpich", ranks=2, figure=figure, work=work, phases=phases, right=True)


def path(source: int, target: int, size: float) -> float | None:
    return 1e-3 + size * 1e-6


BOTH = (SentBytes(0, 1, 100, 100_000), SentBytes(1, 0, 100, 100_000), SentBytes(0, 0, 50, 5e9))


def test_a_halo_program_computes_and_sends() -> None:
    # 100 messages of 1000 bytes take 2 ms each: 0.2 s beside 0.8 s of computing.
    told = result(40.0, 50.0, phase("computing", 0.8), phase("exchanging", 0.3, communication=True))
    allowed = bound("halo", told, BOTH, path)
    assert allowed is not None
    assert allowed.figure == pytest.approx(50.0)
    assert allowed.phase == ""  # 0.8 of it is enough


def test_the_phase_that_loses_the_time_is_named() -> None:
    told = result(20.0, 50.0, phase("computing", 0.8), phase("exchanging", 1.7, communication=True))
    assert bound("halo", told, BOTH, path).phase == "exchanging"  # type: ignore[union-attr]
    told = result(20.0, 50.0, phase("computing", 0.8, slowest_s=3.0), phase("exchanging", 1.7, communication=True))
    assert bound("halo", told, BOTH, path).phase == "computing"  # type: ignore[union-attr]


def test_a_ring_has_one_message_at_a_time() -> None:
    told = result(1.0, 8.0, phase("passing", 0.5, communication=True))
    allowed = bound("ring", told, BOTH, path)
    assert allowed is not None and allowed.figure == pytest.approx(8.0 / 0.4)


def test_workers_wait_for_an_item_unless_there_is_one_ahead() -> None:
    sent = (SentBytes(0, 1, 101, 3232), SentBytes(1, 0, 100, 3200))
    pricing = ProgramPhase(name="pricing", median_s=0.0, slowest_s=1.0, slowest_rank=1, total_s=1.0)
    told = result(10.0, 1000.0, pricing, phase("waiting", 0.1, communication=True))
    item_s, round_s = 0.01, 2 * (1e-3 + 32e-6)
    single, ahead = (bound("workers", told, sent, path, count) for count in (1, 2))
    assert single is not None and ahead is not None
    assert single.figure == pytest.approx(10.0 / (item_s + round_s))
    assert ahead.figure == pytest.approx(10.0 / item_s)


def test_nothing_is_said_where_a_path_is_not_known() -> None:
    told = result(1.0, 1.0, phase("computing", 1.0))
    assert bound("halo", told, BOTH, lambda *_: None) is None
    assert bound("halo", told, BOTH[2:], path) is None
