"""The shape of a published figure: option pricing on 1 to 8 cards over two networks, simulated from the published
paths of the cluster, and in a lab. What a card computes is an input, fixed from the publication; rates are
predicted."""

from __future__ import annotations

from itertools import product

from benchmarks.goals import Goal, Report, percent
from rankwise.cluster.machine_map import to_map
from rankwise.cluster.reference import machine_named
from rankwise.core.errors import EnvironmentProblem
from rankwise.verbs.study.phi_lab import priced
from rankwise.verbs.study.programs import CARD_S, CARDS, INTERVALS, PACE, PATHS, WORKERS, Pricing

_FAST, _SLOW = "dapl", "tcp"
_BYTES = 32
_SLOWDOWN = 400.0
"""Nine ranks that poll on two CPUs take some milliseconds to see a message: a round trip must be far longer."""


def programs_asian(quick: bool) -> Report:
    """Rates of both networks beside what the latency of their paths allows."""
    cards = (CARDS[0], CARDS[-1]) if quick else CARDS
    rows, worst, lost, hidden = [], 0.0, [], []
    for count, intervals in product(cards, INTERVALS):
        rates = {}
        size = _size(intervals)
        for fabric, ahead in product((_FAST, _SLOW), (1, 2)):
            point = Pricing(fabric, count, intervals, ahead)
            rate, expected = _rate(point), _expected(point)
            rates[fabric, ahead] = rate
            worst = max(worst, abs(rate / expected - 1.0))
            rows.append((str(count), size, fabric, str(ahead), f"{rate:.3g}", f"{expected:.3g}", "predicted"))
        lost.append((count, size, 1.0 - rates[_SLOW, 1] / rates[_FAST, 1]))
        hidden.append((intervals, rates[_SLOW, 2] / rates[_SLOW, 1]))
    by_cards = [[loss for at, _, loss in lost if at == count] for count in cards]
    shrinks = all(losses == sorted(losses, reverse=True) for losses in by_cards)
    gains = min(gain for intervals, gain in hidden if intervals < INTERVALS[-1])
    told = ", ".join(f"{percent(round(loss, 3))} at {size}" for at, size, loss in lost if at == cards[-1])
    return Report(
        method=f"`asian` under SimGrid on phi-cluster: a boss on a host, {WORKERS} workers a card, items of "
        f"{PATHS} paths; input: {CARD_S * 1e3:g} ms for 2^24 values on a card",
        goals=(
            Goal("a rate and its expectation differ by", percent(round(worst, 4)), "<= 10 %", worst <= 0.1),
            Goal(f"what {_SLOW} loses on {cards[-1]} cards", told, "shrinks with the work", shrinks),
            Goal("two items ahead gain where the item is short", f"{gains:.2f} x or more", "> 1 x", gains > 1.0),
        ),
        header=("cards", "values of an item", "network", "ahead", "values/s", "expected", ""),
        rows=tuple(rows),
    )


def programs_asian_lab(quick: bool) -> Report:
    """Rates of a boss and a worker on each of eight cards in a lab, beside the same expectation."""
    intervals = INTERVALS[:2] if quick else INTERVALS
    fabrics = (_SLOW,) if quick else (_FAST, _SLOW)
    cards = max(CARDS)
    points = [Pricing(fabric, cards, each, ahead, workers=1)
              for fabric, each, ahead in product(fabrics, intervals, (1, 2))]  # fmt: skip
    rates = priced(points, _SLOWDOWN)
    expected = {point: _expected(point) for point in rates}
    worst = max(rates, key=lambda point: abs(rates[point] / expected[point] - 1.0))
    off = abs(rates[worst] / expected[worst] - 1.0)
    return Report(
        method=f"`asian` in a lab of phi-cluster, {_SLOWDOWN:g} times slower: a boss and {cards} workers that "
        f"sleep as long as a card would compute; items of {PATHS} paths",
        goals=(
            Goal(f"a rate and its expectation differ by, most: {worst.fabric}, {_size(worst.intervals)}, "
                 f"{worst.ahead} ahead", percent(round(off, 4)), "<= 20 %", off <= 0.2),
        ),
        header=("cards", "values of an item", "network", "ahead", "values/s", "expected", "ratio"),
        rows=tuple(
            (str(cards), _size(point.intervals), point.fabric, str(point.ahead), f"{rate:.3g}",
             f"{expected[point]:.3g}", f"{rate / expected[point]:.2f}")
            for point, rate in rates.items()
        ),
    )  # fmt: skip


def _size(intervals: int) -> str:
    return f"2^{(intervals * PATHS).bit_length() - 1}"


def _rate(point: Pricing) -> float:
    rate = point.rate()
    if rate is None:
        raise EnvironmentProblem("no-simgrid", "SimGrid is not installed", "Debian: apt install libsimgrid-dev")
    return rate


def _expected(point: Pricing) -> float:
    """Of each worker min(1 / item, ahead / (item + round trip)), all of them together, in values a second."""
    machine = to_map(machine_named("phi-cluster"))
    ways = {
        (path.source, path.target): path.latency_s + _BYTES / path.bandwidth_bytes_per_s
        for path in machine.paths
        if path.fabric == point.fabric and path.latency_s is not None and path.bandwidth_bytes_per_s
    }
    boss, *workers = (machine.endpoints[place].id for place in point.places)
    item_s = point.item / PACE
    rounds = [ways[boss, worker] + ways[worker, boss] for worker in workers]
    return point.item * sum(min(1.0 / item_s, point.ahead / (item_s + round_s)) for round_s in rounds)
