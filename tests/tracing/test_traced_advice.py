"""What a trace advises for programs that have a pattern, and for a program that has none of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import rankwise
from builders.programs import compiled
from rankwise.core.records import Mpi
from rankwise.report.trace import lines
from rankwise.tracing.records import Trace

SOURCE = Path(__file__).parent / "trace_patterns.c"
PROGRAMS = {
    "small": ("small collectives", "8 MPI_Allreduce of 256 B follow each other 80 times", 2),
    "late": ("late rank", "rank 1 is late", 2),
    "pairs": ("blocking pairs", "1 pair of ranks exchange messages", 2),
    "collected": ("collected by one", "rank 0 receives 80 messages from each of 3 ranks", 4),
    "barrier": ("barrier", "MPI_Barrier is called 80 times", 2),
    "polling": ("polling", "rank 0 calls MPI_Iprobe 16,000 times for 0 messages", 2),
    "turn": ("in turn", "ranks go one after the other (0, 1, 2, 3)", 4),
    "messages": ("small messages", "sends 1,280 messages of 100 B to rank", 2),
    "gaps": ("types with gaps", "sends 3.05 MiB of datatypes with gaps, most by MPI_Sendrecv", 2),
    "above": ("above a threshold", "160 messages have 65552 B, 16 B more than 64KiB", 2),
}
RANDOM = {"late rank"}
"""On a busy machine a rank of any program may be late."""


def traced(mpi: Mpi, name: str, ranks: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Trace:
    for key, value in {**mpi.env, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}.items():
        monkeypatch.setenv(key, value)
    program = compiled(mpi, SOURCE, folder / "patterns")
    more = ["--oversubscribe"] if mpi.family == "openmpi" else []
    line = [str(mpi.launcher), *more, "-n", str(ranks), str(program), name]
    return rankwise.trace(tuple(line), out=folder / "results")


@pytest.mark.drawn(2)
@pytest.mark.mpi(ranks=4)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_with_a_pattern_is_advised(
    name: str, any_mpi: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pattern, words, ranks = PROGRAMS[name]
    trace = traced(any_mpi, name, ranks, tmp_path, monkeypatch)
    told = {one.pattern: one for one in trace.advice}
    assert pattern in told, trace.words
    assert words in told[pattern].text
    assert told[pattern].where.startswith("trace_patterns.c:"), "the line of the program"
    assert 0.0 < told[pattern].cost_s <= max(rank.time_s for rank in trace.ranks)
    assert set(told) - {pattern} <= RANDOM
    assert "advice: " in "\n".join(lines(trace))


@pytest.mark.mpi(ranks=2)
def test_a_program_without_a_pattern_is_not(mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = traced(mpich, "none", 2, tmp_path, monkeypatch)
    assert {one.pattern for one in trace.advice} <= RANDOM
