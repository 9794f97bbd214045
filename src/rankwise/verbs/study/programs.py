"""Studies by the programs that ship: the shape of published figures of option pricing, and of a stencil on GPUs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from msgspec.structs import replace

from rankwise.cluster.reference import machine_named
from rankwise.simulate.platform import of_machine
from rankwise.verbs.study.verdicts import Study, per, result_of, rows_of, scaled

PUBLISHED: Final = "published_programs.csv"
CARD_S: Final = 5e-3
"""Seconds of a card for 2^24 random values: an input, fixed before the study was run. Published is "several ms"."""
ITEMS: Final = 120
"""For each worker: the first and the last one are a small part."""
FAST, SLOW = "dapl", "tcp"
_GPUS: Final = {"Sandy Bridge": "infiniband-sandy-bridge", "Ivy Bridge": "infiniband-ivy-bridge"}
_STENCIL: Final = {"size": "360x180x180", "grid": "4x2x2", "steps": "4"}
"""90 x 90 cells in each face of each rank: 63.3 KiB."""
_HALOS: Final = ("sendrecv", "isend_recv", "isend_irecv", "all")


def _stated(program: str) -> Mapping[str, str]:
    return {row["quantity"]: row["value"] for row in rows_of(PUBLISHED, program=program)}


_ASIAN: Final = _stated("asian")
WORKERS: Final = int(_ASIAN["workers of a card"])
PATHS: Final = int(_ASIAN["paths of an item"])
INTERVALS: Final = tuple(map(int, _ASIAN["intervals of an item"].split()))
CARDS: Final = tuple(map(int, _ASIAN["cards"].split()))
PACE: Final = (1 << 24) / CARD_S / WORKERS
"""Values per second of a worker."""


class Pricing(NamedTuple):
    """A point of the published figure: a boss on the first host and workers on so many cards, of both nodes in turn."""

    fabric: str
    cards: int
    intervals: int
    ahead: int = 1
    workers: int = WORKERS

    @property
    def places(self) -> tuple[int, ...]:
        """The endpoint of each rank; the boss is the first one."""
        machine = machine_named("phi-cluster")
        count = len(machine.endpoints)
        cards = [node * count + card for card in range(1, count) for node in range(machine.nodes)]
        return (0, *(card for card in cards[: self.cards] for _ in range(self.workers)))

    @property
    def item(self) -> int:
        """The random values of an item, W."""
        return PATHS * self.intervals

    @property
    def whole(self) -> float:
        """Values per second that the cards would price if messages took no time."""
        return self.cards * self.workers * PACE

    def rate(self) -> float | None:
        """Simulated values per second; None without SimGrid."""
        platform = of_machine(machine_named("phi-cluster"), self.fabric, self.places)
        done = result_of(platform, "asian", self.options(ITEMS, PACE))
        return None if done is None else done.figure

    def options(self, items: int, pace: float) -> dict[str, int]:
        """What the program takes for so many items of each worker, at a pace in values per second."""
        return {
            "items": items * self.cards * self.workers,
            "paths": PATHS,
            "intervals": self.intervals,
            "ahead": self.ahead,
            "pace": round(pace),
        }


def points(cards: Sequence[int], workers: int = WORKERS) -> list[Pricing]:
    """The points of the figure for these numbers of cards; the last one has two items ahead."""
    listed = [Pricing(*point, workers=workers) for point in product((FAST, SLOW), cards, INTERVALS)]
    return [*listed, Pricing(SLOW, max(cards), min(INTERVALS), 2, workers)]


def asian(study: Study) -> None:
    """Random values per second by cards, for three sizes of items over both fabrics."""
    judge_shape(study, {point: point.rate() for point in points(CARDS)})


def judge_shape(study: Study, rates: Mapping[Pricing, float | None]) -> None:
    """The shape of the published figure, by the values per second of its points."""
    cards = sorted({point.cards for point in rates})
    workers = next(iter(rates)).workers
    study.put_in("2^24 values on a card; published: several ms", None, CARD_S * 1e3, "ms", f"{PUBLISHED}: asian")
    for point, rate in rates.items():
        if point.ahead == 1:
            what = (
                f"{point.fabric}, {point.cards} {_cards(point.cards)}, items of 2^{point.item.bit_length() - 1} values"
            )
            study.unjudged(
                what, None, "million/s", "", ours=scaled(rate, 1e-6), why="predicted; only the figure's shape is known"
            )

    def at(fabric: str, count: int, intervals: int, ahead: int = 1) -> float | None:
        return rates[Pricing(fabric, count, intervals, ahead, workers)]

    large, small = max(INTERVALS), min(INTERVALS)
    for count in cards:
        fast, slow = at(FAST, count, large), at(SLOW, count, large)
        study.predicted(
            f"large items, {count} {_cards(count)}: {SLOW} over {FAST}",
            1.0,
            per(slow, fast),
            "x",
            f"{PUBLISHED}: asian, large items",
            why="latency is no small part of a large item",
        )
    lost = {
        (point.fabric, point.cards, point.intervals): _loses(point, rate, study.tolerance)
        for point, rate in rates.items()
        if point.ahead == 1
    }
    for fabric in (SLOW, FAST):
        study.predicted(
            f"numbers of cards at which {fabric} loses more than {study.tolerance:.0%} of small items",
            float(len(cards)),
            _count([lost[fabric, count, small] for count in cards]),
            f"of {len(cards)}",
            f"{PUBLISHED}: asian, small items",
            why="the boss and the libraries take time for a message, and in a simulation none",
        )
    middle = sorted(INTERVALS)[1]
    study.predicted(
        f"numbers of cards at which {SLOW} loses first: of items of middle size, and {FAST} not",
        float(len(cards)),
        _count([_first(*(lost[fabric, count, middle] for fabric in (SLOW, FAST))) for count in cards]),
        f"of {len(cards)}",
        f"{PUBLISHED}: asian, small items",
        why="the loss begins between the three sizes",
    )
    rate, hidden = (at(SLOW, max(cards), small, ahead) for ahead in (1, 2))
    study.unjudged(
        f"{SLOW}, {max(cards)} cards, small items: two items ahead over one",
        None,
        "x",
        "",
        ours=per(hidden, rate),
        why="nobody published it: each worker had one item",
    )
    study.notes.append("Of a worker: 1 / (time of an item + round trip). The boss is on the first host.")


def _cards(count: int) -> str:
    return "card" if count == 1 else "cards"


def _loses(point: Pricing, rate: float | None, tolerance: float) -> bool | None:
    return None if rate is None else rate < point.whole * (1 - tolerance)


def _first(slow: bool | None, fast: bool | None) -> bool | None:
    return None if slow is None or fast is None else slow and not fast


def _count(answers: list[bool | None]) -> float | None:
    """How many are true; None where they are not known."""
    return None if None in answers else float(sum(map(bool, answers)))


def stencil(study: Study) -> None:
    """A step of the stencil on sixteen GPUs whose adapters read from and write to them, in the four ways of a halo."""
    stated = _stated("stencil3d")
    gpus = int(stated["GPUs"])
    for row in rows_of("infiniband_peer_to_peer.csv", device="GPU"):
        if row["direction"] == "P2P read":
            study.put_in(
                f"{row['processor']}: an adapter reads from a GPU{'; published: below' * (row['bound'] == 'below')}",
                float(row["bandwidth_MB_per_s"]),
                float(row["bandwidth_MB_per_s"]),
                "MB/s",
                "infiniband_peer_to_peer.csv: GPU",
            )
    for processor, name in _GPUS.items():
        machine = replace(machine_named(name), nodes=gpus)
        ends = [end.kind for end in machine.endpoints]
        platform = of_machine(machine, "infiniband", [node * len(ends) + ends.index("gpu") for node in range(gpus)])
        for halo in _HALOS:
            done = result_of(platform, "stencil3d", {**_STENCIL, "halo": halo})
            step_s = None if done is None or not done.figure else done.work / done.figure / int(_STENCIL["steps"])
            study.unjudged(
                f"{processor}, {gpus} GPUs, six faces of 64 KiB, {halo}",
                None,
                "us",
                f"{PUBLISHED}: stencil3d",
                ours=scaled(step_s, 1e6),
                why="predicted; faces and GPUs of the published run are known, and no time",
            )
    study.notes.append("Latencies were not published of these paths: they take none. The devices compute nothing.")
