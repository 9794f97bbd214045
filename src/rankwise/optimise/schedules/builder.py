"""Steps of all ranks from one sequence of actions: what must wait for what follows from the chunks that they touch."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from rankwise.optimise.schedules.steps import Collective, Order, Part, Region, Schedule, Step

_Chunk = tuple[Region, int]


@dataclass
class _Rank:
    steps: list[Step] = field(default_factory=list)
    written: dict[_Chunk, int] = field(default_factory=dict)
    read: dict[_Chunk, list[int]] = field(default_factory=lambda: defaultdict(list))
    taken: Counter[int] = field(default_factory=Counter)

    def add(self, step: Step) -> None:
        """Puts a step behind those that wrote what it reads, and those that read or wrote what it writes."""
        number, after = len(self.steps), set()
        for part in (step.source, step.target if step.kind == "reduce" else None):
            for chunk in part.chunks if part else ():
                if (wrote := self.written.get((part.region, chunk))) is not None:  # type: ignore[union-attr]
                    after.add(wrote)
                self.read[part.region, chunk].append(number)  # type: ignore[union-attr]
        if step.target:
            for chunk in step.target.chunks:
                key = (step.target.region, chunk)
                after.update(self.read.pop(key, ()))
                if key in self.written:
                    after.add(self.written[key])
                self.written[key] = number
        after.discard(number)
        self.steps.append(Step(step.kind, step.source, step.target, step.peer, step.tag, tuple(sorted(after))))


class Builder:
    """Collects actions in an order in which they could run one after the other. Actions of other chunks or ranks do not
    wait for each other."""

    def __init__(self, collective: Collective, ranks: int, root: int, pieces: int) -> None:
        self.collective, self.root, self.pieces = collective, root, pieces
        self._ranks = [_Rank() for _ in range(ranks)]
        self._tags: Counter[tuple[int, int]] = Counter()

    def scratch(self, rank: int, piece: int) -> Part:
        """A chunk of `tmp` that nothing else uses, for that piece of a block."""
        taken = self._ranks[rank].taken
        taken[piece] += 1
        return Part("tmp", (taken[piece] - 1) * self.pieces + piece)

    def move(self, source_rank: int, source: Part, target_rank: int, target: Part) -> None:
        """Copies a part to another rank by a message, or within one."""
        if source_rank == target_rank:
            self._ranks[source_rank].add(Step("copy", source, target))
            return
        tag = self._tags[source_rank, target_rank]
        self._tags[source_rank, target_rank] += 1
        self._ranks[source_rank].add(Step("send", source, None, target_rank, tag))
        self._ranks[target_rank].add(Step("receive", None, target, source_rank, tag))

    def reduce(self, rank: int, source: Part, target: Part) -> None:
        """Makes `target` the result of the operation on source and target, in this order."""
        self._ranks[rank].add(Step("reduce", source, target))

    def schedule(self, name: str, order: Order) -> Schedule:
        """All that was collected."""
        scratch = max((max(rank.taken.values(), default=0) for rank in self._ranks), default=0)
        steps = tuple(tuple(rank.steps) for rank in self._ranks)
        return Schedule(name, self.collective, self.root, self.pieces, scratch, order, steps)
