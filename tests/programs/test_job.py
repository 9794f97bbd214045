"""A job of a program that ends in the middle: who was killed, and what was done by then."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.runs import run
from rankwise.core.records import Launch
from rankwise.placement.program import Program, whole_run
from rankwise.programs.job import ended
from rankwise.programs.records import Programmed, ProgramPhase, ProgramResult
from rankwise.programs.text import so_far_in
from rankwise.report.program import lines

PHASE = ProgramPhase(name="passing", median_s=1.0, slowest_s=1.0, slowest_rank=0)
PARTIAL = 'rankwise-partial {"done":3,"all":8,"what":"steps","average":0,"phase_computing_s":1.5}'
WORDS = {
    "hydra": ("KILLED BY SIGNAL: 9 (Killed)", "SIGKILL"),
    "hydra of MPICH": ("EXIT STRING: Segmentation fault (signal 11)", "SIGSEGV"),
    "prterun": ("rank 2 with PID 20485 on node vm exited on\nsignal 9 (Killed).", "SIGKILL"),
    "srun": ("task 1: terminated by signal 15", "SIGTERM"),
}


def job(program: str) -> Launch:
    return Launch(argv=(sys.executable, "-c", program), env=dict(os.environ))


@pytest.mark.parametrize("launcher", WORDS)
def test_the_signal_is_told_as_launchers_tell_it(launcher: str) -> None:
    words, name = WORDS[launcher]
    done = ended(job(f"import sys; print({PARTIAL!r}); print({words!r}, file=sys.stderr); sys.exit(1)"), 60.0)
    assert done.dead == f"a rank was ended by {name}"
    assert so_far_in(done.stdout) == "3 of 8 steps; rank 0: computing 1.50 s"


def test_a_status_of_a_shell_tells_the_signal() -> None:
    assert ended(job("raise SystemExit(137)"), 60.0).dead == "a rank was ended by SIGKILL"
    assert ended(job("raise SystemExit(3)"), 60.0).dead == ""
    assert ended(job("pass"), 60.0).status == 0


@pytest.mark.parametrize("way", ["program", "compare"])
def test_a_job_that_fails_leaves_no_shared_memory(way: str) -> None:
    segment = Path(f"/dev/shm/mpich_shm_{os.getpid()}_{way}")
    start = job(f"open({str(segment)!r}, 'x').close(); raise SystemExit(137)")
    if way == "program":
        assert ended(start, 60.0).status == 137
    else:
        assert whole_run(Program("default", start.argv, start.env), 60.0).returncode == 137
    assert not segment.exists()


def test_what_was_done_is_shown_without_a_table() -> None:
    result = ProgramResult(mpi="mpich", ranks=0, error="a rank was ended by SIGKILL", so_far="3 of 8 steps")
    answer = Programmed(run=run(), program="lbm", arguments=(), results=(result,))
    shown = lines(answer)
    assert "mpich: done by then: 3 of 8 steps" in shown
    cut = replace(answer, run=replace(answer.run, status="interrupted"))
    assert not any("that were done" in line for line in lines(cut)), "none was"
    assert not any(line.startswith("MPI ") for line in shown)


def test_what_a_single_run_leaves_open_names_a_command_that_can_be_typed() -> None:
    one = ProgramResult(mpi="mpich", ranks=1, figure=2.0, unit="x/s", figures=(2.0,), phases=(PHASE,))
    answer = Programmed(run=run(), program="ring", arguments=(), results=(one,))
    assert lines(answer)[1] == "ring on 1 rank: mpich 2 x/s. Most of the time is passing."
    assert "One run: how much a second would differ is not known; --repeat 5 shows it." in lines(answer)
    both = replace(answer, results=(one, replace(one, mpi="impi")))
    assert lines(both)[1].endswith("Most of the time with mpich is passing.")
    assert any(line.endswith("`rankwise compare mpi=mpich mpi=impi --program ring`") for line in lines(both))


def test_the_mpi_to_use_is_named_with_the_phase_where_all_runs_say_so() -> None:
    def side(mpi: str, figures: tuple[float, ...], slowest_s: float) -> ProgramResult:
        phases = (replace(PHASE, slowest_s=slowest_s), replace(PHASE, name="packing", slowest_s=1e-3))
        return ProgramResult(mpi=mpi, ranks=2, figure=figures[len(figures) // 2], figures=figures, phases=phases)

    slow, fast = (1.0, 1.1, 1.2, 1.3, 1.4), (2.0, 2.1, 2.2, 2.3, 2.4)
    answer = Programmed(run=run(), program="ring", arguments=("--size", "8"), results=(side("impi", slow, 2e-3),))
    assert not any("fastest" in line for line in lines(answer))
    both = replace(answer, results=(*answer.results, side("mpich", fast, 1e-3)))
    why = "most of it in passing: 1.00 ms, and with impi 2.00 ms"
    assert lines(both)[2] == f"Use mpich: each of its 5 runs was faster than all others, {why}."
    overlap = replace(answer, results=(*answer.results, side("mpich", (1.35, *fast[1:]), 1e-3)))
    assert lines(overlap)[2] == (
        f"Which MPI is fastest cannot be told: runs overlap. In the middle run of each mpich was ahead, {why}. "
        "To tell what is faster: `rankwise compare mpi=impi mpi=mpich --program 'ring:--size 8'`"
    )


def compared(fast: tuple[float, ...], *phases: ProgramPhase) -> Programmed:
    """Two MPIs, of which impi has the figures 1, 2 and 3; both have the same phases."""
    sides = [("impi", (1.0, 2.0, 3.0)), ("mpich", fast)]
    results = tuple(
        ProgramResult(mpi=mpi, ranks=2, unit="x/s", figure=figures[1], figures=figures, phases=phases)
        for mpi, figures in sides
    )
    return Programmed(run=run(), program="ring", arguments=(), results=results)


def test_few_runs_that_do_not_overlap_are_called_few() -> None:
    ahead = "In the middle run of each mpich was ahead."
    how = "To tell what is faster: `rankwise compare mpi=impi mpi=mpich --program ring`"
    unsure = "Which MPI is fastest cannot be told"
    assert lines(compared((10.0, 11.0, 12.0)))[2] == f"{unsure}: 3 runs each are too few. {ahead} {how}"
    assert lines(compared((2.5, 11.0, 12.0)))[2] == f"{unsure}: runs overlap. {ahead} {how}"


def test_no_phase_is_named_where_none_was_quicker() -> None:
    assert "most of it" not in lines(compared((10.0, 11.0, 12.0), PHASE))[2]


def test_figures_without_phases_are_told() -> None:
    assert lines(compared((10.0, 11.0, 12.0)))[1] == "ring on 2 ranks: impi 2 x/s, mpich 11 x/s."
