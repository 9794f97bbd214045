"""Why a job hangs, from where its ranks stand: rules from the surest to the vaguest, each a function and a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rankwise.core.grouped import grouped
from rankwise.core.records import Finding
from rankwise.core.units import plural
from rankwise.diagnoses.hang_words import hang, numbers
from rankwise.diagnoses.messages import PLACES, WAITS, plain
from rankwise.diagnoses.records import StandingRank
from rankwise.diagnoses.unmatched import crossed, unmatched

_SENDS = tuple(call for call, messages in PLACES.items() if all(way == "send" for way, *_ in messages))
_RECEIVES = (*(call for call, messages in PLACES.items() if all(way == "receive" for way, *_ in messages)), *WAITS)

Rule = Callable[[Sequence[StandingRank]], Finding | None]


def why(ranks: Sequence[StandingRank]) -> list[Finding]:
    """What explains the hang; the first rule that does."""
    if not ranks:
        return []
    return next(([told] for rule in RULES if (told := rule(ranks)) is not None), [])


def _stopped(ranks: Sequence[StandingRank]) -> Finding | None:
    stopped = [rank for rank in ranks if rank.state == "stopped"]
    if not stopped:
        return None
    pids = " ".join(str(rank.pid) for rank in stopped)
    hosts = sorted({rank.host for rank in stopped if rank.host})
    return hang(
        f"{numbers(stopped).capitalize()} {'is' if len(stopped) == 1 else 'are'} stopped",
        "A stopped process answers nobody; the others wait for it.",
        ranks, f"`kill -CONT {pids}`{' on ' + ', '.join(hosts) if hosts else ''}", stopped,
    )  # fmt: skip


def _missing(ranks: Sequence[StandingRank]) -> Finding | None:
    """Of all nodes that were asked."""
    world = max(rank.world for rank in ranks)
    gone = sorted(set(range(world)) - {rank.number for rank in ranks})
    if not gone:
        return None
    names = ", ".join(map(str, gone[:12]))
    return hang(
        f"{plural(len(gone), 'rank')} of {world} {'is' if len(gone) == 1 else 'are'} not on "
        f"{'any node that was asked' if any(rank.host for rank in ranks) else 'this node'}: {names}",
        "They have ended, never came, or run on another node: look there too.",
        ranks, "name the nodes (`--hosts`), or the job's number in Slurm; without others, see how those ranks ended",
    )  # fmt: skip


def _outside(ranks: Sequence[StandingRank]) -> Finding | None:
    outside = [rank for rank in ranks if rank.stack and not rank.call]
    if not outside or len(outside) == len(ranks):
        return None
    busy = all(rank.state == "running" for rank in outside)
    doing = "computes, or is in an endless loop" if busy else "waits for something that is not MPI"
    return hang(
        f"The others wait for {numbers(outside)}, {'which' if len(outside) == 1 else 'each of which'} {doing}",
        f"{numbers(outside).capitalize()} {'has' if len(outside) == 1 else 'have'} not come to the call in which the "
        "others are.",
        ranks, "look at the function named above; a rank that took another branch never comes", outside,
    )  # fmt: skip


def _starting(ranks: Sequence[StandingRank]) -> Finding | None:
    starting = [rank for rank in ranks if rank.call.startswith("MPI_Init")]
    if not starting:
        return None
    return hang(
        f"{numbers(starting).capitalize()} {'is' if len(starting) == 1 else 'are'} in MPI_Init",
        "The job does not come out of its start: a rank is missing, or the network between ranks does not work.",
        ranks,
        "`rankwise doctor -- LAUNCH LINE` tries the start by itself; `rankwise map --hosts A,B` tries the network",
        starting,
    )  # fmt: skip


def _all_send(ranks: Sequence[StandingRank]) -> Finding | None:
    if not all(plain(rank.call) in _SENDS for rank in ranks) or len(ranks) < 2:
        return None
    return hang(
        "All ranks send and none receives",
        "Messages above the eager limit wait for their receive. The program works by chance with smaller ones.",
        ranks, "use MPI_Sendrecv, or post MPI_Irecv before the sends", ranks,
    )  # fmt: skip


def _all_receive(ranks: Sequence[StandingRank]) -> Finding | None:
    if not all(plain(rank.call) in _RECEIVES for rank in ranks):
        return None
    return hang(
        "All ranks wait for a message and none sends",
        "A message was never sent, or its tag, source or communicator is not the one that is waited for.",
        ranks, "compare tag, source and communicator of the receives with those of the sends", ranks,
    )  # fmt: skip


def _communicators(ranks: Sequence[StandingRank]) -> Finding | None:
    """Some ranks are in a collective call on MPI_COMM_WORLD, the others in one on another communicator."""
    on_world = [rank for rank in ranks if rank.on_world]
    others = [rank for rank in ranks if rank.on_world is False]
    if not on_world or not others or len(on_world) + len(others) < len(ranks):
        return None
    return hang(
        f"Collective calls on different communicators: {_calls(on_world)} on MPI_COMM_WORLD, {_calls(others)} on "
        f"{'another' if len(others) == 1 else 'others'}",
        "A collective call ends when all ranks of its communicator make it. A call on another one does not count.",
        ranks, "every rank of a communicator must make the call on it: look which communicator each of these has",
        others,
    )  # fmt: skip


def _calls(ranks: Sequence[StandingRank]) -> str:
    """`rank 0 in MPI_Barrier`."""
    return f"{numbers(ranks)} in {' and '.join(dict.fromkeys(rank.call for rank in ranks))}"


def _unlike(ranks: Sequence[StandingRank]) -> Finding | None:
    calls = grouped((rank.call, rank) for rank in ranks)
    if len(calls) < 2 or "" in calls:
        return None
    fewest = min(calls.values(), key=len)
    return hang(
        "Ranks stand in different MPI calls",
        "Calls that belong together do not meet: "
        + "; ".join(f"{numbers(group)} in {call}" for call, group in calls.items())
        + ".",
        ranks, "every rank of a communicator must make its collective calls in one order", fewest,
    )  # fmt: skip


def _together(ranks: Sequence[StandingRank]) -> Finding | None:
    calls = {rank.call for rank in ranks}
    if len(calls) != 1 or "" in calls:
        return None
    return hang(
        f"All ranks are in {calls.pop()} and it does not end",
        "They may be in different communicators, or with different roots or counts; or the network lost a message.",
        ranks, "`rankwise map` tries the network; MPI's own checks: MPICH built with `--enable-error-checking=all`",
        ranks,
    )  # fmt: skip


def _unseen(ranks: Sequence[StandingRank]) -> Finding | None:
    if any(rank.stack for rank in ranks):
        return None
    return hang(
        "Where ranks stand cannot be seen",
        "gdb is not installed here, or may not look at these processes.",
        ranks, "install gdb; as the same user, with `sysctl kernel.yama.ptrace_scope=0` or as root",
    )  # fmt: skip


RULES: Final[tuple[Rule, ...]] = (
    _stopped, _unseen, _outside, _missing, _starting, crossed, _all_send, _all_receive, unmatched,
    _communicators, _unlike, _together,
)  # fmt: skip
