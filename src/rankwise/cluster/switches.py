"""Which switch each host is at, and how far switches are from each other."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rankwise.cluster.records import ClusterSwitch

SAME_SWITCH = "other node, same switch"
OTHER_SWITCH = "other node, other switch"
SAME_POD = "other node, same pod"
OTHER_POD = "other node, other pod"
_PER_LEVEL = 2  # links on the way up to a common switch and down again


@dataclass(frozen=True)
class Switches:
    """`leaves`: the switches of each host, several where its adapters are at several. `links`: pairs of switches.
    `left_out`: switches that a file has, and that seem to be of another network."""

    leaves: Mapping[str, frozenset[str]]
    links: frozenset[frozenset[str]]
    left_out: tuple[str, ...] = ()

    @staticmethod
    def of(hosts: Iterable[tuple[str, str]], links: Iterable[tuple[str, str]]) -> Switches:
        """From pairs of a host and its switch, and pairs of switches."""
        leaves: dict[str, set[str]] = defaultdict(set)
        for host, switch in hosts:
            leaves[host].add(switch)
        return Switches(
            {host: frozenset(leaf) for host, leaf in leaves.items()},
            frozenset(frozenset(pair) for pair in links if len(set(pair)) == 2),
        )

    @staticmethod
    def of_plan(switches: Iterable[ClusterSwitch]) -> Switches:
        """From the switches of a plan."""
        listed = list(switches)
        return Switches.of(
            ((host, switch.name) for switch in listed for host in switch.nodes),
            ((switch.name, below) for switch in listed for below in switch.switches),
        )

    def named(self, host: str) -> str | None:
        """The name under which a host is known here: its own, or without its domain."""
        return next((name for name in (host, host.partition(".")[0]) if name in self.leaves), None)

    def relation(self, a: str, b: str) -> str | None:
        """How two hosts lie; None where one of the two hosts is not known here.

        Two hosts at a common switch are at the `same switch`. Where switches have two levels all others are at an
        `other switch`; where they have more, those one level up are in the `same pod`, the rest in an `other pod`.
        """
        first, other = self.named(a), self.named(b)
        if first is None or other is None:
            return None
        apart = [self._distances[start].get(end) for start in self.leaves[first] for end in self.leaves[other]]
        nearest = min((links for links in apart if links is not None), default=None)
        if nearest == 0:
            return SAME_SWITCH
        if self._deepest <= _PER_LEVEL:
            return OTHER_SWITCH
        return SAME_POD if nearest is not None and nearest <= _PER_LEVEL else OTHER_POD

    def place(self, host: str) -> tuple[str, ...]:
        """The names of the pod and of the leaf that a host is at; of the leaf alone where switches have two levels or
        fewer; empty for a host that is not known here. A pod is named by the switches that join its leaves."""
        name = self.named(host)
        if name is None:
            return ()
        leaves = sorted(self.leaves[name])
        leaf = "+".join(leaves)
        if self._deepest <= _PER_LEVEL:
            return (leaf,)
        together = {end for start in leaves for end, far in self._distances[start].items() if far <= _PER_LEVEL}
        above = Counter(end for link in self.links if link & together for end in link - together)
        joining = sorted(switch for switch, leaves_below in above.items() if leaves_below > 1 or len(above) == 1)
        return ("+".join(joining) or f"pod of {min(together)}", leaf)

    @cached_property
    def _distances(self) -> dict[str, dict[str, int]]:
        """Links between every two switches that have hosts."""
        beside: dict[str, set[str]] = defaultdict(set)
        for link in self.links:
            a, b = link
            beside[a].add(b)
            beside[b].add(a)
        starts = set().union(*self.leaves.values())
        return {start: {end: far for end, far in _reached(start, beside).items() if end in starts} for start in starts}

    @cached_property
    def _deepest(self) -> int:
        return max((far for ends in self._distances.values() for far in ends.values()), default=0)


def _reached(start: str, beside: Mapping[str, set[str]]) -> dict[str, int]:
    far, waiting = {start: 0}, deque([start])
    while waiting:
        at = waiting.popleft()
        for other in beside.get(at, ()):
            if other not in far:
                far[other] = far[at] + 1
                waiting.append(other)
    return far
