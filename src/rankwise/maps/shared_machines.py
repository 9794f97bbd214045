"""Endpoints that share a machine: how many pairs may run at the same time, and what a map says of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from rankwise.core.records import Endpoint
from rankwise.measure.frames import Probed


class SharedMachines:
    """Which of `members` share a machine. `facts` is what probes said: an endpoint that looks like a machine of its own
    may be a namespace of one that it shares."""

    def __init__(self, members: Sequence[Endpoint], facts: Mapping[str, Probed]) -> None:
        self.machine = {member.id: facts[member.id].boot if member.id in facts else member.node for member in members}
        """The boot of a kernel on which each endpoint is, or its node's name."""
        bound: dict[str, set[int]] = defaultdict(set)
        self.cores: dict[str, int] = defaultdict(int)
        """How many CPUs the endpoints of each machine may use."""
        for member in members:
            machine = self.machine[member.id]
            if member.id in facts:  # every endpoint of a machine is told all of its CPUs
                self.cores[machine] = max(self.cores[machine], facts[member.id].cpus)
            else:
                bound[machine].update(member.cpus)
                self.cores[machine] = len(bound[machine])

    @property
    def limited(self) -> bool:
        """Whether a machine has more endpoints than may be active at once."""
        return any(count > max(2, self.cores[name] // 2 * 2) for name, count in Counter(self.machine.values()).items())

    def __str__(self) -> str:
        name, count = Counter(self.machine.values()).most_common(1)[0]
        pairs = max(1, self.cores[name] // 2)
        runs = "pair runs" if pairs == 1 else "pairs run"
        return (
            f"{count} endpoints share {self.cores[name]} cores of one machine, so no more than {pairs} {runs} at once"
        )
