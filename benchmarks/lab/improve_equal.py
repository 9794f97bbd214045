"""Equal hosts on equal links, where no order and no relay can gain anything: `improve` must name no gain."""

from __future__ import annotations

from benchmarks.goals import Goal, Report, share, share_goal
from benchmarks.lab.improve import STEP
from benchmarks.lab.small_lab import NETWORK, small_lab
from benchmarks.labs import inside
from benchmarks.tuning.improving import HEADER, Asked, improved, of_source, on
from rankwise.mpis.install import install

_SOURCE, _ARGS = "ring.c", ("262144", "20")
_HOSTS, _TIMES, _BUDGET_S = 4, 20, 45.0
_WRONG = 1 / 20


def improve_equal(quick: bool) -> Report:
    """MPICH; each time has another seed and a store of its own, so each measures a map of its own."""
    times = 1 if quick else _TIMES
    method = (
        f"{_HOSTS} equal hosts of a lab, 300 us and 20 MB/s between any two, mpich, `{_SOURCE}`: "
        f"`improve --budget {_BUDGET_S:.0f}s` by the program's own figure, {times} times"
    )
    mpi = install("mpich")
    with small_lab("improve-equal", _HOSTS) as (lab, folder):
        mpi, program = of_source(mpi, _SOURCE, folder)
        if isinstance(program, str):
            return Report(method, (Goal(_SOURCE, program, "the program", None),))
        hosts = [f"n{number + 1}" for number in range(_HOSTS)]
        answers = [
            improved(
                Asked(
                    program=f"{_SOURCE}, seed {seed}",
                    job=[str(mpi.launcher), *on(lab, mpi, hosts), "-n", str(_HOSTS), *program, *_ARGS],
                    figure=STEP,
                    budget_s=_BUDGET_S,
                    seed=seed,
                    out=folder / str(seed),
                    before=inside(lab, NETWORK),
                )
            )
            for seed in range(1, times + 1)
        ]
    said = [answer.answer for answer in answers]
    nothing, least = said.count("nothing helps"), times - int(_WRONG * times)
    return Report(
        method,
        goals=(
            share_goal("*nothing helps*", nothing, times, f">= {least} of {times}", nothing >= least),
            share_goal("a gain is named (*faster*)", said.count("faster"), times, "0", "faster" not in said),
            Goal("*cannot tell*", share(said.count("cannot tell"), times), "told", None),
            Goal("*changes the output*", share(said.count("changes the output"), times), "told", None),
            share_goal("no answer", said.count("failed"), times, "0", "failed" not in said),
        ),
        header=HEADER,
        rows=tuple(answer.row for answer in answers),
    )
