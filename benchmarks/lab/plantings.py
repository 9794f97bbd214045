"""Faults planted in labs and mapped: is the right node or pair named, and nothing else? And maps of healthy labs."""

from __future__ import annotations

import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.goals import Goal, Report, percent, share_goal
from benchmarks.labs import answer, lab_of
from rankwise.core.records import decode
from rankwise.lab import faults
from rankwise.lab.records import Lab
from rankwise.model.records import Map

PLAN = """
name = "planted"

[[nodes]]
numbers = [1]
name = "n{node}"
sockets = 1
cards = { sockets = [0, 0] }

[[nodes]]
numbers = [2, 3]
name = "n{node}"
sockets = 1

[[networks]]
name = "slow"
cidr = "10.32.0.0/15"
head = "10.32.0.1"
host = "10.33.1.{node}"
links = [{ latency = "300us", rate = "20MB/s" }]

[[networks]]
name = "fast"
interface = "ib0"
suffix = "-ib"
cidr = "10.34.0.0/15"
host = "10.34.1.{node}"
links = [{ latency = "200us", rate = "100MB/s" }]

[[networks]]
name = "pcie"
model = "static-pair"
cidr = "172.31.{card + 1}.0/24"
host = "172.31.{card + 1}.254"
card = "172.31.{card + 1}.1"
links = [{ latency = "200us", rate = "50MB/s" }]

[lab]
shared_memory = "64MiB"
"""
HOSTS, CARDS = ("n1", "n2", "n3"), ("n1-mic0", "n1-mic1")
LAB = "planted"
SEED, COUNT, NAMED = 20, 30, 28
_BUDGET_S = 20
"""A map of the healthy lab ends by itself before: in 16 to 18 s."""


@dataclass(frozen=True)
class Planting:
    """One fault and where it is: a pair (what is named must be this pair) or a node (must touch it or its cards)."""

    kind: str
    args: tuple[str, ...]
    network: str | None
    place: frozenset[str]
    pair: bool = False

    def __str__(self) -> str:
        return " ".join((self.kind, *self.args)) + (f" on {self.network}" if self.network else "")


def plantings(seed: int, count: int) -> list[Planting]:
    """`count` plantings, each kind in turn, place and size drawn by the seed."""
    draw = random.Random(seed)
    return [_planting(list(faults.KINDS)[number % len(faults.KINDS)], draw) for number in range(count)]


def _planting(kind: str, draw: random.Random) -> Planting:
    node = draw.choice(HOSTS)
    values = {
        "rate-cut": f"{draw.uniform(0.1, 0.5):.2f}",
        "delay-added": f"{draw.uniform(1.0, 10.0):.1f}ms",
        "loss": f"{draw.uniform(0.03, 0.2):.2f}",
        "mtu-mismatch": str(draw.randrange(400, 1300)),
    }
    if kind == "link-down" or kind in values:
        ends = tuple(draw.sample(HOSTS, 2))
        args = (*ends, values[kind]) if kind in values else ends
        return Planting(kind, args, draw.choice(("slow", "fast")), frozenset(ends), pair=True)
    other = draw.choice([one for one in HOSTS if one != node])
    arguments: dict[str, tuple[str, ...]] = {
        "wrong-host": (node, other, f"10.33.1.{draw.randrange(50, 200)}"),
        "blocked-ports": (node, "1024-65535"),
        "duplicate-address": (),
        "small-shm": (node, f"{draw.choice((64, 256, 1024, 4096))}KiB"),
        "no-forwarding": ("n1",),
        "interface-order": (node,),
        "cpu-quota": (node, f"{draw.uniform(0.1, 0.6):.2f}"),
    }
    args = arguments[kind]
    place = frozenset(args[:1]) if args else frozenset((*HOSTS, *CARDS))
    return Planting(kind, args, None, place)


def raised(machine: Map) -> list[tuple[frozenset[str], str]]:
    """Everything that a map complains of: whom it names, and its words. What a plan keeps apart is no complaint, nor
    what was not measured."""
    found = []
    for one in machine.classes:
        for words in one.exceptions:
            source, target = words.split(":")[0].split(" -> ")
            found.append((frozenset((source, target)), words))
    for path in machine.paths:
        if not path.reachable and not (path.error or "").startswith("static pair:"):
            found.append((frozenset((path.source, path.target)), f"{path.source} -> {path.target}: {path.error}"))
    found += [(frozenset(finding.affects), finding.title) for finding in machine.findings]
    return found


def judged(planting: Planting, complaints: list[tuple[frozenset[str], str]]) -> tuple[bool, list[str]]:
    """Whether the place was named, and the words of what names another."""

    def right(names: frozenset[str]) -> bool:
        if planting.pair:
            return names == planting.place
        near = planting.place | ({*CARDS} if "n1" in planting.place else set())
        return bool(names & near)

    wrong = [words for names, words in complaints if not right(names)]
    return any(right(names) for names, _ in complaints), wrong


@contextmanager
def lab_of_plan(lifetime_s: int) -> Iterator[Lab]:
    """A lab of `PLAN`, gone afterwards."""
    with lab_of(LAB, PLAN, lifetime_s) as (lab, _):
        yield lab


def mapped(lab: Lab, mpi: str, *options: str) -> Map:
    """The map of a lab as a user gets it, in `_BUDGET_S` where `options` name no other time. Raises MeasurementFailed
    with its words when there is none."""
    out = Path(lab.folder) / "results"
    words = ["map", "--lab", lab.name, "--mpi", mpi, "--out", out, "--budget", f"{_BUDGET_S}s", *options]
    data = answer(words, timeout_s=180, env=dict(os.environ))
    return decode(Map, json.dumps(data["map"]).encode(), source="rankwise map")


def plantings_in_labs(quick: bool) -> Report:
    """Every planting in a lab of its own: connections that died under the one before linger."""
    chosen = plantings(SEED, 2 if quick else COUNT)
    method = (
        f"a plan of three hosts, one with two cards, on two flat networks and a static pair; {len(chosen)} faults of "
        f"{len(faults.KINDS)} kinds, place and size drawn by seed {SEED}, each in a fresh lab, then `rankwise map` "
        f"(MPICH, {_BUDGET_S} s). Right: what is named is the pair, or touches the node; all else is wrong"
    )
    rows, named, wrong, kinds = [], 0, 0, Counter[str]()
    for planting in chosen:
        with lab_of_plan(300) as lab:
            faults.add(lab, planting.kind, planting.args, network=planting.network)
            complaints = raised(mapped(lab, "mpich"))
        right, others = judged(planting, complaints)
        named += right
        kinds[planting.kind] += right
        wrong += bool(others)
        shown = others[0] if others else next((words for _, words in complaints), "nothing")
        rows.append((str(planting), "yes" if right else "NO", "NO" if others else "yes", shown[:110]))
        print(*rows[-1], sep="  ", file=sys.stderr, flush=True)
    tried = len({one.kind for one in chosen})
    seen = sum(count > 0 for count in kinds.values())
    return Report(
        method,
        goals=(
            share_goal(
                "node or pair named", named, len(chosen), f">= {NAMED} of {COUNT}", named >= NAMED - COUNT + len(chosen)
            ),
            Goal("kinds seen at least once", f"{seen} of {tried}", "all", seen == tried),
            Goal("maps that name anything else", str(wrong), "0", wrong == 0),
        ),
        header=("planted", "named", "nothing else", "first words"),
        rows=tuple(rows),
    )


def healthy_labs(quick: bool) -> Report:
    """Maps of one lab in which nothing is broken, one after the other."""
    count = 1 if quick else COUNT
    method = f"{count} maps of a healthy lab of the same plan, one after the other (MPICH, {_BUDGET_S} s)"
    loud, least = [], 1.0
    with lab_of_plan(1800) as lab:
        for _ in range(count):
            machine = mapped(lab, "mpich")
            ways = [path for path in machine.paths if "has no way to this side" not in (path.error or "")]
            least = min(least, sum(path.latency_s is not None for path in ways) / len(ways))
            if complaints := raised(machine):
                loud.append("; ".join(words for _, words in complaints))
                print("healthy:", loud[-1], file=sys.stderr, flush=True)
    return Report(
        method,
        goals=(
            share_goal("healthy maps that raise something", len(loud), count, "0", not loud),
            Goal("paths with a figure, of those that there are, in each map", percent(least), "all", least == 1.0),
        ),
        header=("raised",),
        rows=tuple((words[:160],) for words in loud),
    )
