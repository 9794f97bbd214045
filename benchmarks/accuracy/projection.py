"""Memory projected from drawn data whose law is known: how often the interval holds the truth, and is shown at all.

Six kinds of growth, as libraries have them: none (datagrams), by the logarithm of the processes (trees), by the root
(leaders of groups), by each peer (connections), by n log n (tables that grow by halves), by the square (tables of all
pairs). A base of up to 300 MB differs by 2 % from launch to launch, and so does the growth.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from benchmarks.goals import Goal, Report, share
from rankwise.model.records import Projection
from rankwise.model.scaling import fit, inside

COUNTS: Final = (2, 4, 8, 16, 32, 64)
AT: Final = 16384
LAUNCHES: Final = 3
NOISE: Final = 0.02
GROWTHS: Final[Mapping[str, Callable[[float], float]]] = {
    "constant": lambda _peers: 0.0,
    "logarithm": lambda peers: math.log2(peers + 1) * 63 / 6,
    "root": lambda peers: math.sqrt(peers) * math.sqrt(63),
    "linear": lambda peers: peers,
    "n log n": lambda peers: peers * math.log2(peers + 1) / 6,
    "square": lambda peers: peers * peers / 63,
}
"""What is held for so many peers, in units of what a peer costs on average among 64 processes."""


@dataclass(frozen=True)
class Drawn:
    """A projection of drawn data, and the truth."""

    kind: str
    truth: float
    projection: Projection

    @property
    def covered(self) -> bool:
        return inside(self.projection, self.truth)


def draw(kind: str, random_: random.Random) -> Drawn:
    """One case of a kind: 3 launches at each of 6 counts, looked at before and after the processes met."""
    base, first, each = random_.uniform(1e6, 300e6), random_.uniform(0, 1e6), random_.uniform(0, 100e3)

    def grown(count: int) -> float:
        return first + each * GROWTHS[kind](count - 1)

    before, after = [], []
    for count in COUNTS:
        for _ in range(LAUNCHES):
            held = base * random_.gauss(1, NOISE)
            before.append((count, held))
            after.append((count, held + grown(count) * random_.gauss(1, NOISE)))
    (projection,) = fit(after, (AT,), before=before).projections
    return Drawn(kind, base + grown(AT), projection)


def drawn(each: int, seed: int = 1) -> list[Drawn]:
    """So many cases of each kind."""
    random_ = random.Random(seed)
    return [draw(kind, random_) for kind in GROWTHS for _ in range(each)]


def projection(quick: bool) -> Report:
    """300 drawn cases, 50 of each kind."""
    cases = drawn(10 if quick else 50)
    covered, shown = sum(case.covered for case in cases), sum(case.projection.is_known for case in cases)
    rows = []
    for kind in GROWTHS:
        some = [case for case in cases if case.kind == kind]
        off = sorted(case.projection.value / case.truth for case in some)
        rows.append(
            (
                kind,
                share(sum(case.covered for case in some), len(some)),
                share(sum(case.projection.is_known for case in some), len(some)),
                f"{off[len(off) // 2]:.2f}",
            )
        )
    return Report(
        method=f"bases up to 300 MB, up to 100 kB a peer, {NOISE:.0%} noise, {COUNTS[0]} to {COUNTS[-1]} processes, "
        f"projected to {AT}",
        goals=(
            Goal("truths inside the interval", share(covered, len(cases)), "93 %", covered >= 0.93 * len(cases)),
            Goal("projections shown (within 10x)", share(shown, len(cases)), "60 %", shown >= 0.6 * len(cases)),
        ),
        header=("growth", "covered", "shown", "projected / truth, median"),
        rows=tuple(rows),
    )
