"""Applications improved on the published cluster in a lab: what `improve` finds for their default order, and proves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from benchmarks.goals import Goal, Report, of_share, share
from benchmarks.tuning.improving import EXAMPLES, HEADER, RANKWISE, Answered, Asked, improved, of_source, on
from rankwise.cluster.plan import read_plan
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Lab, Mpi
from rankwise.lab.down import down
from rankwise.lab.up import up
from rankwise.mpis.install import install

NETWORK = "infiniband"
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
    try:
        with phi_lab("improve-lab", example.slowdown) as (lab, folder):
            answers = _improved(lab, mpi, example, folder, effort)
    except EnvironmentProblem as problem:
        return Report(method, (Goal("applications in a lab", problem.message, "a lab", None),))
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


@contextmanager
def phi_lab(name: str, slowdown: float = SLOWDOWN) -> Iterator[tuple[Lab, Path]]:
    """The published cluster with a slower fast network, and a folder that its endpoints see. Raises EnvironmentProblem
    where there can be no lab."""
    with TemporaryDirectory(prefix=f"rankwise-{name}-") as text:
        folder = Path(text)
        plan = read_plan(EXAMPLES / "phi-cluster.toml")
        slower = (replace(net, slowdown=slowdown) if net.slowdown > 1.0 else net for net in plan.networks)
        lab = up(replace(plan, networks=tuple(slower)), name=name, shares=(folder,), lifetime_s=_LIFETIME_S)
        try:
            yield lab, folder
        finally:
            down(name)


def endpoints_of(lab: Lab) -> list[str]:
    """Hosts and cards in the order of their names: the default."""
    return [end for node in lab.plan.nodes for end in (node.name, *(card.name for card in node.cards))]


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
                before=(RANKWISE, "lab", "run", "--lab", lab.name, "--network", NETWORK, "--"),
            )
        )
        for number in range(effort.repeats)
    ]
