"""Ranks of a job that hangs, in words, and the finding that tells about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rankwise.core.findings import finding
from rankwise.core.grouped import grouped
from rankwise.core.records import Finding
from rankwise.diagnoses.records import StandingMessage, StandingRank


def numbers(ranks: Iterable[StandingRank]) -> str:
    numbers = sorted(rank.number for rank in ranks)
    return ("rank " if len(numbers) == 1 else "ranks ") + ", ".join(map(str, numbers[:12]))


def _seen(ranks: Sequence[StandingRank]) -> dict[str, str]:
    """Where all stand, those in one call together."""
    places = grouped((where(rank), rank) for rank in ranks)
    return {numbers(group): place for place, group in places.items()}


def where(rank: StandingRank) -> str:
    """Where a rank stands, in words."""
    if rank.state == "stopped":
        return f"stopped{', in ' + rank.call if rank.call else ''}"
    if rank.call:
        by = f", called by {rank.caller}" if rank.caller else ""
        return f"in {rank.call}{by}" + "".join(f", a message {words_of(message)}" for message in rank.messages)
    if not rank.stack:
        return f"{rank.state}{' in ' + rank.waits_in if rank.waits_in else ''}; its stack cannot be seen"
    inner = " < ".join(name for name in rank.stack[:4] if name != "??")
    return f"not in MPI, {rank.cpu_share:.0%} of a CPU: {inner or 'functions without names'}"


def words_of(message: StandingMessage) -> str:
    """A message in words: `from rank 1 with tag 8`."""
    to, peer = ("to", "any rank") if message.way == "send" else ("from", "any rank")
    peer = peer if message.peer < 0 else f"rank {message.peer}"
    tag = "" if message.tag is None else " with any tag" if message.tag < 0 else f" with tag {message.tag}"
    on = " on another communicator than MPI_COMM_WORLD" if message.world is False else ""
    return f"{to} {peer}{tag}{on}"


def hang(
    title: str, cause: str, ranks: Sequence[StandingRank], fix: str, guilty: Iterable[StandingRank] = ()
) -> Finding:
    return finding(
        "hang",
        title,
        "critical",
        cause,
        seen=_seen(ranks),
        fixes={"any": fix},
        verify=f"`gdb -p {ranks[0].pid}`: bt shows the arguments where the program was built with -g",
        affects=tuple(f"rank {rank.number}" for rank in guilty),
    )
