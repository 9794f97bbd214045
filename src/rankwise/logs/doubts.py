"""Causes that the rest of a log speaks against: they are told behind what stopped the job."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rankwise.logs.quotes import SPEAKERS
from rankwise.logs.reader import Hit

LINKS: Final = frozenset(
    ("tcp-connect", "tcp-oob", "ucx-retry", "ucx-connect", "nccl-connect", "nccl-ib", "nccl-timeout")
)
"""What a rank prints of the network as well where the process at the other end is gone."""
_BATCH: Final = frozenset(("Slurm", "PBS", "LSF", "Grid Engine", "Flux"))
"""Who ends a job from outside: what ranks had printed may come behind it."""
_AT_WORK: Final = frozenset(("UCX", "NCCL", "RCCL", "CUDA", "libfabric", "libibverbs"))
"""Who complains in the middle of a job: a signal behind it may follow from it."""
_OF_LINKS: Final = re.compile(r"NCCL|[Gg]loo|[Tt]imed? ?out|[Cc]onnect|[Pp]eer|[Rr]emote|UCX|unreachable")
"""Words of an exception that such a line brought about."""
ENDS: Final = frozenset(
    (
        *("segfault", "null-pointer", "bus-error", "floating-point", "illegal-instruction", "killed", "heap"),
        *("assertion", "python-exception", "julia-exception", "fortran-error", "program-error"),
        *("petsc-error", "no-memory"),
    )
)
"""How a rank ends by itself. Where it ended before, others lost it."""
_ABORTS: Final = frozenset(("mpich-abort", "charm-abort"))
"""How a program ends a job by itself: what a launcher says of an end may be of a program that never ran."""
GONE: Final = frozenset(
    (
        *("oom-killer", "slurm-oom", "pod-memory", "pbs-memory", "slurm-node-fail", "flux-node-lost"),
        *("cuda-oom", "cuda-xid"),
    )
)
"""What ends ranks from outside, or is told late: the line may stand behind those of the ranks that lost another."""


def doubted(hits: Sequence[Hit]) -> set[str]:
    """The names of causes and suspects among hits, in the order of a log, that explain less than another hit does.

    A link after the end of a rank is lost by that. A line that says itself that it warns did not stop a job that has
    an end of its own, or went on. An error of a program that went on behind it was handled, where another one ended it.
    """
    links = {hit.row.name for hit in hits if hit.row.name in LINKS and _is_lost(hit, hits)}
    claims = [hit for hit in hits if hit.row.role in ("cause", "suspect") and hit.row.name not in LINKS]
    warns = {hit.row.name for hit in claims if hit.warns and hit.row.says != "ssh"}
    sure = {hit.row.name for hit in claims if hit.row.role == "cause"} - warns
    ends = sure | {hit.row.name for hit in hits if hit.row.name in ENDS}
    warned = {hit.row.name for hit in claims if hit.row.name in warns and (hit.went_on or ends - set(hit.row.explains))}
    started = [hit for hit in claims if hit.row.says not in _BATCH and hit.row.name not in GONE]
    handled = {hit.row.name for hit in started if hit.went_on and _ended_behind(hit, hits)}
    return links | warned | handled


def _is_lost(link: Hit, hits: Sequence[Hit]) -> bool:
    if any(hit.row.name in GONE for hit in hits):
        return True
    explained = {name for hit in hits if hit.row.name not in LINKS | ENDS for name in hit.row.explains}
    before = [hit for hit in hits if hit.line.place < link.line.place]
    ends = [hit for hit in before if hit.row.name in ENDS - explained or _is_of_program(hit)]
    words = [hit.quote.words if hit.quote is not None and _is_told_by_it(hit) else "" for hit in ends]
    return any(not _OF_LINKS.search(text) for text in words)


def _is_told_by_it(hit: Hit) -> bool:
    """Whether the words that are quoted with an end are all that is known of its reason."""
    return hit.row.role == "symptom" and hit.row.says in SPEAKERS


def _is_of_program(hit: Hit) -> bool:
    return hit.row.role == "cause" and hit.row.says in SPEAKERS and not hit.went_on


def _ended_behind(handled: Hit, hits: Sequence[Hit]) -> bool:
    behind = [hit for hit in hits if hit.line.place > handled.line.place and not hit.went_on]
    if handled.row.says in SPEAKERS:
        ends = [hit for hit in behind if hit.row.says in SPEAKERS]
    elif handled.row.says in _AT_WORK:
        ends = []
    else:
        ends = [hit for hit in behind if hit.row.name not in handled.row.explains]
    return any(hit.row.name in ENDS for hit in ends) or any(
        handled.line.text.strip() not in hit.quote.words
        for hit in behind
        if hit.row.name in _ABORTS and hit.quote is not None and not hit.quote.weak
    )
