"""Proof that a schedule does what its collective promises: it is executed with symbols in place of data.

A schedule is accepted when every message has one sender and one receiver of equal parts; when no two steps of a rank
touch one chunk, one of them writing, without an order between them; when all steps can end although no message is
buffered (a send ends only after its receive has begun), so neither the eager limit nor the order of messages can block
it; and when every chunk of `out` then holds what the collective says, sums in the order that the schedule states.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import reduce

from rankwise.optimise.schedules.steps import COLLECTIVES, REDUCING, ROOTED, Part, Region, Schedule, Step, sizes_of

_MOST_CHUNKS = 1 << 20  # of all ranks, and of all parts of steps: the proof looks at each, about 1 us long
_FEW_TAGS = 32767  # the least upper bound of tags that MPI promises
_HAS = {"send": (True, False), "receive": (False, True), "copy": (True, True), "reduce": (True, True)}


class UnsoundSchedule(ValueError):
    """Why a schedule cannot be proven, with the rank and the step."""


Value = int
"""The number of a symbol: equal symbols have equal numbers."""


@dataclass
class _Symbols:
    ranks: int
    known: dict[tuple[str, int, int], Value] = field(default_factory=dict)
    operands: list[tuple[tuple[int, int], ...]] = field(default_factory=list)

    def operand(self, rank: int, chunk: int) -> Value:
        """What a rank gave in a chunk of `in`."""
        return self._number(("in", rank, chunk), ((rank, chunk),))

    def combined(self, left: Value, right: Value) -> Value:
        """The result of the operation on two values."""
        if known_value := self.known.get(("op", left, right)):
            return known_value
        if len(self.operands[left]) + len(self.operands[right]) > self.ranks:  # else they double with each step
            raise UnsoundSchedule("a sum of more operands than there are ranks, which no result is made of")
        return self._number(("op", left, right), self.operands[left] + self.operands[right])

    def _number(self, key: tuple[str, int, int], operands: tuple[tuple[int, int], ...]) -> Value:
        if key not in self.known:
            self.known[key] = len(self.operands)
            self.operands.append(operands)
        return self.known[key]


def check(schedule: Schedule) -> None:
    """Returns for a schedule that is proven. Raises Refused for every other one."""
    _shape(schedule)
    for rank, steps in enumerate(schedule.ranks):
        _parts(schedule, rank, steps)
        _races(rank, steps)
    pairs = _messages(schedule)
    _results(schedule, _order(schedule, pairs), pairs)


_At = tuple[int, int]
"""A rank and the number of a step."""


def _shape(schedule: Schedule) -> None:
    count = len(schedule.ranks)
    if schedule.collective not in COLLECTIVES:
        raise UnsoundSchedule(f"no collective is called '{schedule.collective}'")
    if count < 2 or schedule.pieces < 1 or schedule.scratch < 0:
        raise UnsoundSchedule(f"{count} ranks, {schedule.pieces} pieces, {schedule.scratch} blocks of scratch")
    if (chunks := _chunks(schedule)) > _MOST_CHUNKS:
        raise UnsoundSchedule(f"{chunks} chunks to prove; at most {_MOST_CHUNKS} are")
    rooted = schedule.collective in ROOTED
    if rooted != (0 <= schedule.root < count) or (not rooted and schedule.root != -1):
        raise UnsoundSchedule(f"root {schedule.root} of a {schedule.collective} of {count} ranks")
    if (schedule.order == "none") == (schedule.collective in REDUCING):
        raise UnsoundSchedule(f"order '{schedule.order}' of a {schedule.collective}")


def _chunks(schedule: Schedule) -> int:
    """The chunks of all regions of all ranks, or of all parts of all steps: the larger."""
    ranks = range(len(schedule.ranks))
    blocks = sum(sum(sizes_of(schedule.collective, len(ranks), schedule.root, rank).values()) for rank in ranks)
    parts = (part for steps in schedule.ranks for step in steps for part in (step.source, step.target) if part)
    return max((blocks + schedule.scratch * len(ranks)) * schedule.pieces, sum(max(part.count, 1) for part in parts))


def _parts(schedule: Schedule, rank: int, steps: tuple[Step, ...]) -> None:
    """Every step has the parts of its kind, inside their regions, and waits for earlier steps alone."""
    blocks: dict[Region, int] = {
        **sizes_of(schedule.collective, len(schedule.ranks), schedule.root, rank),
        "tmp": schedule.scratch,
    }
    for number, step in enumerate(steps):
        here = f"rank {rank}, step {number}"
        if (step.source is not None, step.target is not None) != _HAS[step.kind]:
            raise UnsoundSchedule(f"{here}: parts that a {step.kind} does not have")
        if step.kind == "reduce" and schedule.order == "none":
            raise UnsoundSchedule(f"{here}: a {schedule.collective} does not reduce")
        for part in filter(None, (step.source, step.target)):
            if part.count < 1 or part.first < 0 or part.first + part.count > blocks[part.region] * schedule.pieces:
                raise UnsoundSchedule(
                    f"{here}: chunks {part.first} to {part.first + part.count - 1} of '{part.region}'"
                )
        if step.target and step.target.region == "in":
            raise UnsoundSchedule(f"{here}: writes what the program only gives to read")
        if step.source and step.target:
            _alike(here, schedule.pieces, step.source, step.target)
        if any(not 0 <= other < number for other in step.after):
            raise UnsoundSchedule(f"{here}: waits for a step that is not before it")


def _alike(here: str, pieces: int, source: Part, target: Part) -> None:
    if source.count != target.count or (source.first - target.first) % pieces:
        raise UnsoundSchedule(f"{here}: source and target are not the same pieces")


def _races(rank: int, steps: tuple[Step, ...]) -> None:
    """Two steps that touch one chunk, one of them writing, have an order. Ancestors are bits of a number."""
    before: list[int] = []
    writers: dict[tuple[Region, int], int] = defaultdict(int)
    readers: dict[tuple[Region, int], int] = defaultdict(int)
    for number, step in enumerate(steps):
        known = reduce(lambda all_, other: all_ | before[other] | 1 << other, step.after, 0)
        before.append(known)
        for part, writes in ((step.source, False), (step.target, True)):
            for chunk in part.chunks if part else ():
                key = (part.region, chunk)  # type: ignore[union-attr]
                touched = writers[key] | (readers[key] if writes else 0)
                if touched & ~known & ~(1 << number):
                    raise UnsoundSchedule(
                        f"rank {rank}, step {number}: does not wait for another step on chunk {chunk}"
                    )
        for part, into in ((step.source, readers), (step.target, writers)):
            for chunk in part.chunks if part else ():
                if part is step.target and _has(step.source, part, chunk):
                    raise UnsoundSchedule(f"rank {rank}, step {number}: reads and writes chunk {chunk}")
                into[part.region, chunk] |= 1 << number  # type: ignore[union-attr]


def _has(source: Part | None, target: Part | None, chunk: int) -> bool:
    return bool(source and target and source.region == target.region and chunk in source.chunks)


def _messages(schedule: Schedule) -> dict[_At, _At]:
    """The send of each receive. Messages of a pair have different tags, so no order can mix them up."""
    sent: dict[tuple[int, int, int], _At] = {}
    received: dict[tuple[int, int, int], _At] = {}
    for rank, steps in enumerate(schedule.ranks):
        for number, step in enumerate(steps):
            if step.kind not in ("send", "receive"):
                continue
            if not 0 <= step.peer < len(schedule.ranks) or step.peer == rank or not 0 <= step.tag <= _FEW_TAGS:
                raise UnsoundSchedule(f"rank {rank}, step {number}: peer {step.peer}, tag {step.tag}")
            sends = step.kind == "send"
            key = (rank, step.peer, step.tag) if sends else (step.peer, rank, step.tag)
            if (sent if sends else received).setdefault(key, (rank, number)) != (rank, number):
                raise UnsoundSchedule(f"rank {rank}, step {number}: two messages of one tag")
    if lost := sent.keys() ^ received.keys():
        source, target, tag = min(lost)
        raise UnsoundSchedule(f"the message from rank {source} to rank {target} with tag {tag} has one end")
    for key, (rank, number) in received.items():
        other, there = sent[key]
        given, taken = schedule.ranks[other][there].source, schedule.ranks[rank][number].target
        assert given is not None and taken is not None
        _alike(f"rank {rank}, step {number}", schedule.pieces, given, taken)
    return {at: sent[key] for key, at in received.items()}


def _order(schedule: Schedule, pairs: dict[_At, _At]) -> list[_At]:
    """Steps in an order in which they can end, where no message is buffered. Raises Refused where there is none."""
    blocks: dict[_At, list[_At]] = defaultdict(list)  # what waits for the end of a step
    waits = [[len(step.after) for step in steps] for steps in schedule.ranks]
    for rank, steps in enumerate(schedule.ranks):
        for number, step in enumerate(steps):
            for other in step.after:
                blocks[rank, other].append((rank, number))
    partner = {**pairs, **{send: receive for receive, send in pairs.items()}}
    begun, order = set[_At](), list[_At]()
    ready = [(rank, number) for rank, counts in enumerate(waits) for number, count in enumerate(counts) if not count]
    while ready:
        at = ready.pop()
        begun.add(at)
        other_end = partner.get(at)
        if other_end is not None and other_end not in begun:
            continue  # a message ends when both of its steps have begun
        for ended in (at,) if other_end is None else (at, other_end):
            order.append(ended)
            for rank, number in blocks[ended]:
                waits[rank][number] -= 1
                if not waits[rank][number]:
                    ready.append((rank, number))
    for rank, counts in enumerate(waits):
        for number in range(len(counts)):
            if (rank, number) not in begun or partner.get((rank, number), (rank, number)) not in begun:
                raise UnsoundSchedule(f"rank {rank}, step {number}: waits for a message that waits for it")
    return order


def _results(schedule: Schedule, order: list[_At], pairs: dict[_At, _At]) -> None:
    """Executes the steps and compares `out`. A receive takes what its sender's part held: nothing may overwrite that
    before the send has ended, so it is the same whenever it is read."""
    symbols = _Symbols(len(schedule.ranks))
    memory = [_given(schedule, rank, symbols) for rank in range(len(schedule.ranks))]
    senders = {send: receive for receive, send in pairs.items()}
    in_flight: dict[_At, list[Value]] = {}

    def read(rank: int, number: int, part: Part) -> list[Value]:
        values = [memory[rank].get((part.region, chunk)) for chunk in part.chunks]
        if None in values:
            chunk = part.chunks[values.index(None)]
            raise UnsoundSchedule(
                f"rank {rank}, step {number}: reads chunk {chunk} of '{part.region}' before it is written"
            )
        return [value for value in values if value is not None]

    for rank, number in order:
        step = schedule.ranks[rank][number]
        if step.kind == "send":
            if (rank, number) not in in_flight:
                in_flight[rank, number] = read(rank, number, step.source)  # type: ignore[arg-type]
            continue
        if step.kind == "receive":
            sender = pairs[rank, number]
            values = in_flight.get(sender) or read(*sender, schedule.ranks[sender[0]][sender[1]].source)  # type: ignore[arg-type]
            in_flight[sender] = values
        else:
            values = read(rank, number, step.source)  # type: ignore[arg-type]
        assert step.target is not None
        if step.kind == "reduce":
            values = list(map(symbols.combined, values, read(rank, number, step.target)))
        memory[rank].update(
            {(step.target.region, chunk): value for chunk, value in zip(step.target.chunks, values, strict=True)}
        )
    assert senders.keys() <= in_flight.keys()
    for rank, held in enumerate(memory):
        _compare(schedule, rank, held, symbols)


def _given(schedule: Schedule, rank: int, symbols: _Symbols) -> dict[tuple[Region, int], Value]:
    blocks = sizes_of(schedule.collective, len(schedule.ranks), schedule.root, rank)["in"]
    return {("in", chunk): symbols.operand(rank, chunk) for chunk in range(blocks * schedule.pieces)}


def _compare(schedule: Schedule, rank: int, held: dict[tuple[Region, int], Value], symbols: _Symbols) -> None:
    """Raises Refused for the first chunk of `out` that is not what the collective promises."""
    count, pieces = len(schedule.ranks), schedule.pieces
    blocks = sizes_of(schedule.collective, count, schedule.root, rank)["out"]
    for chunk in range(blocks * pieces):
        block, piece = divmod(chunk, pieces)
        value = held.get(("out", chunk))
        if schedule.collective in REDUCING:
            own = rank * pieces + piece if schedule.collective == "reduce_scatter_block" else piece
            right = value is not None and _reduced(schedule, value, own, symbols)
        else:
            source, given = {
                "bcast": (schedule.root, piece),
                "scatter": (schedule.root, rank * pieces + piece),
                "alltoall": (block, rank * pieces + piece),
            }.get(schedule.collective, (block, piece))
            right = value == symbols.operand(source, given)
        if not right:
            raise UnsoundSchedule(f"rank {rank}: chunk {chunk} of 'out' is not what a {schedule.collective} promises")


def _reduced(schedule: Schedule, value: Value, chunk: int, symbols: _Symbols) -> bool:
    count = len(schedule.ranks)
    if sorted(symbols.operands[value]) != [(rank, chunk) for rank in range(count)]:
        return False
    in_order = reduce(symbols.combined, [symbols.operand(rank, chunk) for rank in range(count)])
    return schedule.order == "any" or value == in_order
