"""Every candidate but the search for settings, in the order in which they are asked: each on top of what won before."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from rankwise.verbs.improve.candidates import binding, other_mpi, rank_order, relays, schedules, threads, waiting
from rankwise.verbs.improve.case import Case, Offer


@dataclass(frozen=True)
class Candidate:
    """`why_not` says why it has nothing to offer for this job, before anything is measured for it; empty where it may.
    Of its `offers` one can be taken."""

    name: str
    why_not: Callable[[Case], str]
    offers: Callable[[Case], Iterable[Offer]]


CANDIDATES: Final = (
    Candidate("other MPI", other_mpi.why_not, other_mpi.offers),  # first: the others are asked of that MPI
    Candidate("rank order", rank_order.why_not, rank_order.offers),
    Candidate("relays", relays.why_not, relays.offers),
    Candidate("schedules", schedules.why_not, schedules.offers),  # of the order of ranks that is in use
    # Behind what spares links: only where these are no longer slow does it show who keeps a core busy.
    Candidate("waiting", waiting.why_not, waiting.offers),
    Candidate("threads", threads.why_not, threads.offers),
    Candidate("binding", binding.why_not, binding.offers),
)
