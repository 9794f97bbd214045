"""Ranks that wait leave the CPU to others: asked where ranks of a machine outnumber the cores that they may use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rankwise.mpis.families import FAMILIES
from rankwise.tuning.space import line
from rankwise.verbs.improve.case import Case, Offer


def why_not(case: Case) -> str:
    """Why ranks go on to wait as they do; empty where another way may be asked."""
    family = FAMILIES[case.mpi.family]
    if not family.gives_way:
        return f"{family.title} has no setting for this that is known to help"
    if not case.ranks or any(rank.number < 0 for rank in case.ranks):
        return "the short start did not show every rank's cores"
    return "" if outnumbered(case) else "every rank has a core of its own"


def offers(case: Case) -> Iterator[Offer]:
    """The one setting of the MPI."""
    knobs = FAMILIES[case.mpi.family].gives_way
    why = "ranks outnumber cores, and those that wait keep a core busy that others need"
    candidate = line(dict(knobs), why=why)
    yield Offer(candidate.id, candidate)


def outnumbered(case: Case) -> bool:
    """Whether ranks of a machine, which several hosts of a lab or containers may share, are more than its cores."""
    cores: dict[str, set[int]] = defaultdict(set)
    ranks: dict[str, int] = defaultdict(int)
    for rank in case.ranks:
        machine = rank.boot_id or rank.host
        cores[machine] |= set(rank.cpus)
        ranks[machine] += 1
    return any(ranks[machine] > len(cores[machine]) for machine in ranks)
