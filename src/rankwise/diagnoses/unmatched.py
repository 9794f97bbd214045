"""Rules about messages that do not meet: a rank waits for a message, and nobody sends, or receives, what it names."""

from __future__ import annotations

from collections.abc import Sequence

from rankwise.core.records import Finding
from rankwise.core.units import plural
from rankwise.diagnoses.hang_words import hang, numbers, where, words_of
from rankwise.diagnoses.messages import PLACES, WAITS, plain
from rankwise.diagnoses.records import StandingMessage, StandingRank

Wait = tuple[StandingRank, StandingMessage | None]


def between_two(rank: StandingRank) -> bool:
    """Whether a rank is in a call that ends with a message of one other rank."""
    return plain(rank.call) in PLACES or plain(rank.call) in WAITS


def crossed(ranks: Sequence[StandingRank]) -> Finding | None:
    """A rank receives from another that sends to it, with another tag or on another communicator."""
    for rank in ranks:
        for wanted in _of(rank, "receive"):
            sender = _rank(ranks, wanted)
            offered = [message for message in _of(sender, "send") if message.peer == rank.number] if sender else []
            if sender is None or not offered or any(_meet(wanted, message) for message in offered):
                continue
            return hang(
                f"Rank {rank.number} and rank {sender.number} wait for each other with messages that do not match",
                f"Rank {rank.number} is in {rank.call} for a message {words_of(wanted)}. Rank {sender.number} is in "
                f"{sender.call} with a message {words_of(offered[0])}. MPI matches only the same tag and communicator.",
                ranks, f"give both the same tag and communicator: {_line(rank)}, {_line(sender)}", (rank, sender),
            )  # fmt: skip
    return None


def unmatched(ranks: Sequence[StandingRank]) -> Finding | None:
    """Some ranks wait for a message, the others in collective calls, or for their part, wait for those ranks."""
    waiting = [rank for rank in ranks if between_two(rank)]
    others = [rank for rank in ranks if not between_two(rank) and rank.call]
    if not waiting or len(waiting) + len(others) < len(ranks):
        return None
    first = [rank for rank in waiting if not _waits_for(rank, ranks, waiting)] or waiting
    wait = _wait(first[0], ranks, waiting)
    peers = {message.peer for rank in first for message in rank.messages if _rank(others, message)}
    if len(first) > 1 and len(peers) == 1:
        (late,) = (rank for rank in others if rank.number in peers)
        return hang(
            f"{numbers(first).capitalize()} wait for rank {late.number}, which is {where(late)}",
            f"Rank {late.number} did not make the call that belongs to theirs. {_others(ranks, first, late)}".strip(),
            ranks, f"look which branch rank {late.number} took: it needs what matches {_line(first[0])}", (late,),
        )  # fmt: skip
    if _may_be_done(wait[0]):
        return _several(wait[0], ranks, first)
    peer = _rank(ranks, wait[1]) if wait[1] else None
    more = f" ({plural(len(first) - 1, 'other rank')} likewise)" if len(first) > 1 else ""
    return hang(
        f"{_title(wait)}{more}",
        f"{_cause(wait[1], peer)} {_others(ranks, first, peer)}".strip(),
        ranks,
        _fix(wait),
        first,
    )


def _may_be_done(rank: StandingRank) -> bool:
    """Whether some of the messages of a rank, which waits for several requests, may have come already."""
    return plain(rank.call) in WAITS and len(rank.messages) > 1


def _several(rank: StandingRank, ranks: Sequence[StandingRank], named: Sequence[StandingRank]) -> Finding:
    """A rank waits for several requests, and which of them is still open is not known."""
    messages = ", ".join(words_of(message) for message in rank.messages)
    peers = {peer.number: peer for message in rank.messages if (peer := _rank(ranks, message)) is not None}
    stand = [f"Rank {number} is {where(peer)}." for number, peer in sorted(peers.items())]
    return hang(
        f"Rank {rank.number} waits in {rank.call} for {len(rank.messages)} messages, of which nobody matches one at "
        f"least: {messages}",
        " ".join(["A call that should match was left out, or has another tag, rank or communicator.", *stand]),
        ranks, f"compare each with the calls of its peer: tag, rank and communicator of what {_line(rank)} waits for",
        named,
    )  # fmt: skip


def _of(rank: StandingRank | None, way: str) -> list[StandingMessage]:
    """What is surely under way."""
    return [message for message in rank.messages if message.way == way] if rank and not _may_be_done(rank) else []


def _rank(ranks: Sequence[StandingRank], message: StandingMessage) -> StandingRank | None:
    """The rank that a message names, where its communicator counts as MPI_COMM_WORLD does."""
    return next((rank for rank in ranks if message.world and rank.number == message.peer), None)


def _meet(wanted: StandingMessage, offered: StandingMessage) -> bool:
    """Whether two messages match, or may: unknown words match any."""
    tags = wanted.tag in (None, -1, offered.tag) or offered.tag is None
    return tags and (None in (wanted.world, offered.world) or wanted.world == offered.world)


def _waits_for(rank: StandingRank, ranks: Sequence[StandingRank], waiting: Sequence[StandingRank]) -> bool:
    """Whether each message that is known of a rank waits for a rank that itself waits for a message."""
    peers = [_rank(ranks, message) for message in rank.messages]
    return bool(peers) and all(peer in waiting for peer in peers)


def _wait(rank: StandingRank, ranks: Sequence[StandingRank], waiting: Sequence[StandingRank]) -> Wait:
    """A rank and the message of it that is not on its way. A short message is sent without its receiver, so of both
    ways of a call the receive comes first."""
    order = sorted(rank.messages, key=lambda message: message.way == "send")
    known = [message for message in order if _rank(ranks, message) not in waiting]
    return rank, next(iter([*known, *order]), None)


def _line(rank: StandingRank) -> str:
    return f"{rank.call} of rank {rank.number}" + (f" in {rank.caller}" if rank.caller else "")


def _title(wait: Wait) -> str:
    rank, message = wait
    if message is None:
        which = "an earlier message" if plain(rank.call) in WAITS else "a message"
        return f"Rank {rank.number} waits in {rank.call} for {which} that nobody matches"
    if message.way == "send":
        return f"Rank {rank.number} waits in {rank.call}: nobody receives its message {words_of(message)}"
    return f"Rank {rank.number} waits in {rank.call} for a message {words_of(message)} that is not sent"


def _cause(message: StandingMessage | None, peer: StandingRank | None) -> str:
    """Why a message, of this rank where it is known, does not come."""
    if message is None:
        return (
            "The message was never sent, or the call that should match it has another tag, source or communicator. "
            "Which message it is was named in an earlier call, or its code does not tell."
        )
    matches = "receives" if message.way == "send" else "sends"
    other = "another tag, communicator or " + ("source" if message.way == "send" else "destination")
    if peer is None:
        return f"No rank {matches} it now: that call was left out, or has {other}."
    return f"Rank {peer.number} is {where(peer)}: it {matches} later, or never, or with {other}."


def _fix(wait: Wait) -> str:
    rank, message = wait
    if message is None:
        more = "; if it is a nonblocking collective call, all ranks must make it" if plain(rank.call) in WAITS else ""
        return (
            f"compare tag, source and communicator of what {_line(rank)} waits for with the sends of other ranks{more}"
        )
    matching = "MPI_Recv" if message.way == "send" else "MPI_Send"
    whose = f"in rank {message.peer}" if message.world and message.peer >= 0 else "in the ranks of that communicator"
    return f"look for the {matching} {whose} that should match {_line(rank)}: compare tag, rank and communicator"


def _others(ranks: Sequence[StandingRank], named: Sequence[StandingRank], peer: StandingRank | None) -> str:
    rest = [rank for rank in ranks if rank not in named and rank is not peer]
    if not rest:
        return ""
    does = "does nothing wrong: it waits" if len(rest) == 1 else "do nothing wrong: they wait"
    return f"{numbers(rest).capitalize()} {does} for {numbers(named)}."
