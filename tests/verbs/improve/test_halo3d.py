"""`examples/halo3d.f90`, a program of mpi_f08, as a user has it: traced and improved by each MPI with such a module."""

from __future__ import annotations

from pathlib import Path

import pytest

import rankwise
from builders.programs import EXAMPLES, fortran, of_debian
from rankwise.tracing.records import Trace

_STEPS, _SIDE = 4, 16
pytestmark = [pytest.mark.fortran, pytest.mark.mpi(4)]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("family", ["mpich", "openmpi"])
def test_the_fortran_halo_is_traced_and_improved(family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"):
        monkeypatch.setenv(name, "1")
    mpi = of_debian(family)
    program = fortran(mpi, EXAMPLES / "halo3d.f90", tmp_path / "halo3d", "-O2")
    options = ["--oversubscribe"] if family == "openmpi" else []
    job = [str(mpi.launcher), *options, "-n", "4", str(program), str(_SIDE), str(_STEPS)]
    figure = r"step +([0-9.]+) s"
    monkeypatch.setattr("rankwise.verbs.improve.asking.search", lambda _case: None)  # it would use up the budget
    answer = rankwise.improve(
        job, budget_s=20, figure=figure, same="sum .*", out=tmp_path, file=tmp_path / "tuning.toml"
    )
    assert answer.answer in ("faster", "nothing helps", "cannot tell")
    assert answer.printed == ("sum  1.5360000E+04",)
    assert answer.trace is not None
    _is_the_halo(answer.trace)


def _is_the_halo(trace: Trace) -> None:
    """Ranks 2 x 2 x 1: two messages to and from each neighbour along two axes, and to itself along the third."""
    face = 8 * _SIDE**2 * (_STEPS + 1)
    across = 2 * face  # a periodic axis of two ranks has one neighbour on both sides
    for rank in trace.ranks:
        sent = {row.peer: row.bytes for row in rank.rows if row.call == "Isend"}
        got = {row.peer: row.bytes for row in rank.rows if row.call == "Irecv"}
        assert sent == got == {rank.rank: across, rank.rank ^ 1: across, rank.rank ^ 2: across}
        calls = {call.call: call.calls for call in rank.calls}
        assert calls == {
            **dict.fromkeys(("Isend", "Irecv"), 6 * (_STEPS + 1)),
            **dict.fromkeys(("Comm_size", "Comm_rank", "Dims_create", "Cart_create", "Barrier"), 1),
            "Cart_shift": 3, "Waitall": _STEPS + 1, "Reduce": 2,
        }  # fmt: skip
