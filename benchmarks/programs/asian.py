"""The shape of a published figure: option pricing on 1 to 8 cards over two networks, simulated from the plan of the
cluster. What a card computes is an input, fixed from the publication; rates are predicted."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from msgspec.structs import replace

from benchmarks.goals import Goal, Report, percent
from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map
from rankwise.core.errors import MeasurementFailed
from rankwise.model.records import Map
from rankwise.programs.table import find
from rankwise.programs.text import told_in
from rankwise.simulate.smpi import run_program

_PLAN = Path(__file__).parents[2] / "examples/phi-cluster.toml"
_FAST, _SLOW = "infiniband", "ethernet"
_PATHS = 1 << 15
_DATES = (2, 16, 512)
_CARDS = (1, 2, 4, 8)
_WORKERS = 7  # of a card
CARD_S = 5e-3
"""Input: 2^24 random values take several milliseconds on a card."""
PACE = (1 << 24) / CARD_S / _WORKERS
_BYTES = 32
_ITEMS = 120  # for each worker: the first and the last one are a small part


def programs_asian(quick: bool) -> Report:
    """Rates of both networks beside what the latency of their paths allows."""
    plan = read_plan(_PLAN)
    machine = to_map(plan)
    cards = (_CARDS[0], _CARDS[-1]) if quick else _CARDS
    rows, worst, lost, hidden = [], 0.0, [], []
    for count, dates in product(cards, _DATES):
        rates = {}
        for network, ahead in product((_FAST, _SLOW), (1, 2)):
            used = _used(machine, network, count)
            rate, expected = _rate(used, network, dates, ahead), _expected(used, network, dates, ahead)
            rates[network, ahead] = rate
            worst = max(worst, abs(rate / expected - 1.0))
            rows.append(
                (str(count), f"2^{(dates * _PATHS).bit_length() - 1}", network, str(ahead), f"{rate:.3g}",
                 f"{expected:.3g}", "predicted")
            )  # fmt: skip
        lost.append((count, dates, 1.0 - rates[_SLOW, 1] / rates[_FAST, 1]))
        hidden.append((dates, rates[_SLOW, 2] / rates[_SLOW, 1]))
    by_cards = [[loss for at, _, loss in lost if at == count] for count in cards]
    shrinks = all(losses == sorted(losses, reverse=True) for losses in by_cards)
    gains = min(gain for dates, gain in hidden if dates < _DATES[-1])
    told = ", ".join(f"{percent(round(loss, 3))} at 2^{(dates * _PATHS).bit_length() - 1}" for at, dates, loss in lost
                     if at == cards[-1])  # fmt: skip
    return Report(
        method=f"`asian` under SimGrid on {_PLAN.name}: a boss on a host, {_WORKERS} workers a card, items of "
        f"{_PATHS} paths; input: {CARD_S * 1e3:g} ms for 2^24 values on a card",
        goals=(
            Goal("a rate and its expectation differ by", percent(round(worst, 4)), "<= 10 %", worst <= 0.1),
            Goal(f"what {_SLOW} loses on {cards[-1]} cards", told, "shrinks with the work", shrinks),
            Goal("two items ahead gain where the item is short", f"{gains:.2f} x or more", "> 1 x", gains > 1.0),
        ),
        header=("cards", "values of an item", "network", "ahead", "values/s", "expected", ""),
        rows=tuple(rows),
    )


def _used(machine: Map, network: str, cards: int) -> Map:
    """A boss on the first host, and the workers of as many cards, half of them on each host."""
    boss, *_ = (endpoint for endpoint in machine.endpoints if endpoint.kind != "card")
    all_cards = [endpoint for endpoint in machine.endpoints if endpoint.kind == "card"]
    half = len(all_cards) // 2
    spread = [card for pair in zip(all_cards[:half], all_cards[half:], strict=True) for card in pair][:cards]
    workers = [card for card in spread for _ in range(_WORKERS)]
    named = {boss.id, *(card.id for card in spread)}
    return replace(
        machine,
        endpoints=(boss, *workers),
        paths=tuple(path for path in machine.paths if {path.source, path.target} <= named and path.fabric == network),
    )


def _rate(machine: Map, network: str, dates: int, ahead: int) -> float:
    items = _ITEMS * (len(machine.endpoints) - 1)
    words = ("--items", items, "--paths", _PATHS, "--intervals", dates, "--ahead", ahead, "--pace", round(PACE))
    done = run_program(machine, find("asian").source, [str(word) for word in words], fabric=network, timeout_s=300.0)
    told = told_in(done.stdout, network, 0.0)
    if told is None or told.result.figure is None:
        raise MeasurementFailed("program-failed", done.describe(), "its words are above")
    return told.result.figure


def _expected(machine: Map, network: str, dates: int, ahead: int) -> float:
    """Of each worker min(1 / item, ahead / (item + round trip)), all of them together, in values a second."""
    ways = {
        (path.source, path.target): path.latency_s + _BYTES / path.bandwidth_bytes_per_s
        for path in machine.paths
        if path.latency_s is not None and path.bandwidth_bytes_per_s
    }
    boss, *workers = (endpoint.id for endpoint in machine.endpoints)
    item_s = dates * _PATHS / PACE
    rounds = [ways[boss, worker] + ways[worker, boss] for worker in workers]
    return dates * _PATHS * sum(min(1.0 / item_s, ahead / (item_s + round_s)) for round_s in rounds)
