"""Applications improved on the published cluster in a lab: what `improve` finds for their default order, and proves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmarks.goals import Goal, Report, of_share, share
from benchmarks.labs import FAST, endpoints_of, inside, lab_of, published
from benchmarks.tuning.improving import HEADER, Answered, Asked, improved, of_source, on
from rankwise.core.records import Mpi
from rankwise.lab.records import Lab
from rankwise.mpis.install import install

STEP = r"step +([0-9.]+) s"
SLOWDOWN = 60.0
"""Of the fast network, three times the plan's own: ten ranks on two cores then still wait for links, not for a core."""
_LIFETIME_S = 14_400


@dataclass(frozen=True)
class _Example:
    """`least`: the gain that it must reach; `slowdown` of the fast network."""

    source: str
    args: tuple[str, ...]
    least: float
    slowdown: float = SLOWDOWN


@dataclass(frozen=True)
class _Effort:
    """How often each example is improved, and the budget of each time."""

    repeats: int = 5
    budget_s: float = 150.0


PROGRAMS = {
    "ring": _Example("ring.c", ("1048576", "8"), 2.0),
    "halo3d": _Example("halo3d.f90", ("128", "8"), 1.2, slowdown=180.0),  # it computes: of 52 ms, links were half
    "transpose": _Example("transpose.py", ("262144", "8"), 1.2),
}


def improve_lab(program: str, family: str, quick: bool) -> Report:
    """The default order is that of the hosts' names, which puts neighbours on the slowest paths."""
    example, effort = PROGRAMS[program], _Effort(repeats=1) if quick else _Effort()
    method = (
        f"{example.source} on ten endpoints of examples/phi-cluster.toml in a lab {example.slowdown:g} times slower, "
        f"{family}, `improve --budget {effort.budget_s:.0f}s` by the program's own figure, "
        f"{effort.repeats} times; a gain counts when it is proven"
    )
    mpi = install(family)
    with lab_of("improve-lab", published(example.slowdown), _LIFETIME_S) as (lab, folder):
        answers = _improved(lab, mpi, example, folder, effort)
    if isinstance(answers, str):
        return Report(method, (Goal(example.source, answers, "the program", None),))
    gains = [answer.gain for answer in answers]
    won, least = sum(gain >= example.least for gain in gains), max(1, len(answers) - 1)
    goal = Goal(
        f"a proven gain of {example.least:g}x or more",
        f"{share(won, len(answers))}, of {min(gains):.2f} to {max(gains):.2f}x",
        f">= {least} of {len(answers)}",
        won >= least,
        of_share(won, len(answers)),
    )
    return Report(method, (goal,), HEADER, tuple(answer.row for answer in answers))


def _improved(lab: Lab, mpi: Mpi, example: _Example, folder: Path, effort: _Effort) -> list[Answered] | str:
    """The answer of every repeat, each with a store of its own; a reason where there is no such program here."""
    mpi, program = of_source(mpi, example.source, folder)
    if isinstance(program, str):
        return program
    hosts = endpoints_of(lab)
    return [
        improved(
            Asked(
                program=example.source,
                job=[str(mpi.launcher), *on(lab, mpi, hosts), "-n", str(len(hosts)), *program, *example.args],
                figure=STEP,
                budget_s=effort.budget_s,
                seed=number + 1,
                out=folder / f"{Path(example.source).stem}-{number}",
                before=inside(lab, FAST),
            )
        )
        for number in range(effort.repeats)
    ]
