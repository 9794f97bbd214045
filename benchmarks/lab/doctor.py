"""`rankwise doctor`: faults planted in a lab, healthy labs, and how long the static part takes."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from benchmarks.goals import Goal, Report, share_goal
from benchmarks.lab.plantings import PLAN
from benchmarks.labs import RANKWISE, lab_of
from rankwise.diagnoses.odd_nodes import odd_nodes
from rankwise.diagnoses.preflight import preflight
from rankwise.inventory.records import Inventory
from rankwise.lab import faults
from rankwise.lab.records import Lab
from recorded.machines import node

_SEED, _COUNT, _QUICK_COUNT = 18, 36, 9
_HEALTHY, _QUICK_HEALTHY = 10, 2
_TIMES, _QUICK_TIMES = 40, 5
_NODES = 200
LAB = "doctored"


@dataclass(frozen=True)
class Planting:
    """A fault, the finding that it should give, and the endpoints that may be named for it."""

    kind: str
    args: tuple[str, ...]
    finding: str
    places: frozenset[str]


def doctor_plantings(quick: bool) -> Report:
    """Plants one fault at a time and asks the doctor; asks it of the healthy lab in between."""
    random_ = random.Random(_SEED)
    count, healthy = (_QUICK_COUNT, _QUICK_HEALTHY) if quick else (_COUNT, _HEALTHY)
    right, accused, misses, by_kind = 0, 0, [], Counter[str]()
    with lab_of(LAB, PLAN) as (lab, _):
        for turn in range(count):
            planted = _drawn(random_, turn)
            faults.add(lab, planted.kind, list(planted.args))
            try:
                found = _bad(lab)
            finally:
                faults.clear(lab, None)
            hit = any(name == planted.finding and places & planted.places for name, places in found)
            stray = [name for name, places in found if not places <= planted.places]
            right += hit and not stray
            accused += bool(stray)
            by_kind[planted.kind] += 1
            if not hit or stray:
                misses.append(
                    (f"{planted.kind} {' '.join(planted.args)}", f"told: {sorted(name for name, _ in found)}")
                )
        alarms = sum(bool(_bad(lab)) for _ in range(healthy))
    return Report(
        method=(
            f"one fault at a time in a lab of three hosts, two cards and three networks, places drawn by seed {_SEED}: "
            f"{', '.join(f'{kind} {times}' for kind, times in sorted(by_kind.items()))}. Right: the finding of that "
            "kind, at that place, and nothing serious told of any other place"
        ),
        goals=(
            share_goal("kind and place right", right, count, ">= 95 %", right >= 0.95 * count),
            Goal("another place accused", str(accused), "0", not accused),
            share_goal("healthy labs with something serious", alarms, healthy, "0", not alarms),
        ),
        header=("missed", "told"),
        rows=tuple(misses),
    )


def doctor_time(quick: bool) -> Report:
    """The static part on this node, and 200 recorded nodes held against each other."""
    times = []
    for _ in range(_QUICK_TIMES if quick else _TIMES):
        begin_s = time.perf_counter()
        subprocess.run(
            [RANKWISE, "doctor", "-q", "--json", "--out", "/var/tmp/rankwise-doctor"], check=True, capture_output=True
        )
        times.append(time.perf_counter() - begin_s)
    p95_s = sorted(times)[round(0.95 * (len(times) - 1))]
    machine = node("two-socket-smt")
    nodes = tuple(replace(machine, hostname=f"n{index:03}") for index in range(_NODES))
    begin_s = time.perf_counter()
    odd_nodes(Inventory(nodes=nodes))
    preflight(Inventory(nodes=nodes))
    compared_s = time.perf_counter() - begin_s
    return Report(
        method=f"`rankwise doctor` as a process, {len(times)} times; {_NODES} inventories in memory, all checks",
        goals=(
            Goal("static part on this node, 95th percentile", f"{p95_s:.2f} s", "<= 3 s", p95_s <= 3.0),
            Goal("static part, median", f"{statistics.median(times):.2f} s", "told", True),
            Goal(f"{_NODES} recorded nodes compared", f"{compared_s:.2f} s", "<= 2 s", compared_s <= 2.0),
        ),
    )


def _drawn(random_: random.Random, turn: int) -> Planting:
    """Every kind in its turn, at a place that is drawn."""
    host, other = random_.sample(["n1", "n2", "n3"], 2)
    both = frozenset((host, other))
    cards = {"n1-mic0", "n1-mic1"} if host == "n1" else set()
    planted = {
        "wrong-host": Planting("wrong-host", (host, other, "10.33.1.99"), "wrong-host", frozenset((host,))),
        "blocked-ports": Planting(
            "blocked-ports", (host, "1024:65535"), "blocked-ports", frozenset(("n1", "n2", "n3", "head", *cards))
        ),
        "mtu-mismatch": Planting("mtu-mismatch", (host, other, "1000"), "mtu-mismatch", both),
        "link-down": Planting("link-down", (host, other), "blocked-ports", both),
        "duplicate-address": Planting(
            "duplicate-address", (), "duplicate-address", frozenset(("n1", "n2", "n3", "n1-mic0", "n1-mic1"))
        ),
        "interface-order": Planting("interface-order", (host,), "interface-order", frozenset((host, *cards))),
        "no-forwarding": Planting("no-forwarding", ("n1",), "no-forwarding", frozenset(("n1", "n1-mic0", "n1-mic1"))),
        "small-shm": Planting("small-shm", (host, "64KiB"), "small-shm", frozenset((host,))),
        "cpu-quota": Planting("cpu-quota", (host, "0.5"), "cpu-quota", frozenset((host,))),
    }
    kinds = sorted(planted)
    return planted[kinds[turn % len(kinds)]]


def _bad(lab: Lab) -> list[tuple[str, frozenset[str]]]:
    """What the doctor finds that is more than a remark: of the lab's endpoints, not of this machine as a whole."""
    line = [RANKWISE, "doctor", "--lab", lab.name, "-q", "--json", "--out", str(Path(lab.folder, "results"))]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    findings = json.loads(done.stdout)["data"]["findings"]
    own = {"steal", "other-load", "governor", "narrow-affinity", "stale-segments", "single-copy"}
    return [
        (item["id"], frozenset(item["affects"]))
        for item in findings
        if item["severity"] in ("critical", "serious", "warning") and item["id"] not in own
    ]
