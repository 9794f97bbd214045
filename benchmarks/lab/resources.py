"""Shared resources declared in labs: does a map find them and their rates, and none where there is none?"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from benchmarks.goals import Report, percent, share_goal
from benchmarks.labs import answer, lab_of
from rankwise.core.records import Mpi
from rankwise.mpis.install import install

_LABS, _QUICK_LABS = 10, 2
_HEALTHY, _QUICK_HEALTHY = 2, 1
_NEAR = 0.10
_PAYLOAD = 1448 / 1514
"""Of a full TCP segment: a lab's rates count Ethernet frames."""
_LINK_MB = 4
_PLAN = """
name = "shared"
head = ""

[[nodes]]
numbers = NUMBERS
name = "n{node}"
NODES

[[switches]]
name = "leaf1"
nodes = LEAF1

[[switches]]
name = "leaf2"
nodes = LEAF2

[[switches]]
name = "spine"
switches = ["leaf1", "leaf2"]

[[networks]]
name = "net"
cidr = "10.77.0.0/16"
host = "10.77.0.{node}"
card = "10.77.{card + 1}.{node}"
links = [{ latency = "1ms", rate = "LINK"THROUGH }]

[lab]
shared_memory = "32MiB"
"""


@dataclass(frozen=True)
class Planted:
    """A plan that plants one resource, `name` with `rate_mb` MB/s in each of `places`; none: a lab that shares
    nothing."""

    plan: str
    name: str = ""
    rate_mb: float = 0.0
    places: tuple[str, ...] = ()


def shared_in_labs(quick: bool) -> Report:
    """Labs with an uplink of each leaf switch, or an adapter of each node; then labs without."""
    mpi = install("mpich")
    labs, healthy = (_QUICK_LABS, _QUICK_HEALTHY) if quick else (_LABS, _HEALTHY)
    rows = []
    sized = alone = 0
    for seed in range(labs):
        case = planted(seed)
        found = _found(mpi, case, f"shared-{seed}")
        off = [found[place] / (case.rate_mb * 1e6 * _PAYLOAD) - 1 for place in case.places if place in found]
        whole = len(off) == len(case.places) and set(found) == set(case.places)
        sized += whole and all(abs(value) <= _NEAR for value in off)
        words = ", ".join(f"{value:+.1%}" for value in off) or "not found"
        rows.append((f"{case.name} of {len(case.places)} places", f"{case.rate_mb:.1f} MB/s", words))
    for seed in range(healthy):
        case = Planted(_text("", cards=not seed))
        found = _found(mpi, case, f"shared-none-{seed}")
        alone += not found
        rows.append(("nothing shared", "-", ", ".join(found) or "nothing found"))
    goals = (
        share_goal(
            f"labs whose resources are all found and sized within {percent(_NEAR)}",
            sized,
            labs,
            ">= 9 of 10",
            sized >= 0.9 * labs,
        ),
        share_goal("labs without any in which none is found", alone, healthy, "all", alone == healthy),
    )
    method = (
        f"six hosts, or three of them with two cards, links of {_LINK_MB} MB/s; uplinks and adapters of 1.2 to 2 times "
        "that, mapped with --loaded; rates are held against what frames leave for bytes"
    )
    return Report(method, goals, ("planted", "declared", "off"), tuple(rows))


def planted(seed: int) -> Planted:
    """Uplinks and adapters in turn."""
    draw = random.Random(seed)
    rate_mb = round(_LINK_MB * draw.uniform(1.2, 2.0), 2)
    kind = ("uplink", "adapter")[seed % 2]
    per = {"uplink": "switch", "adapter": "node"}[kind]
    resource = f'\n[[resources]]\nname = "{kind}"\nrate = "{rate_mb}MB/s"\nper = "{per}"\n'
    if kind == "uplink":
        return Planted(_text(kind) + resource, kind, rate_mb, ("leaf1", "leaf2"))
    return Planted(_text(kind, cards=True) + resource, kind, rate_mb, ("n1", "n2", "n3"))


def _text(through: str, *, cards: bool = False) -> str:
    """A plan of six hosts on two leaves, or of three with two cards each: pairs of endpoints are what takes time."""
    words = {
        "NODES": "cards = { sockets = [0, 0] }" if cards else "",
        "NUMBERS": "[1, 2, 3]" if cards else "[1, 2, 3, 4, 5, 6]",
        "LEAF1": '["n[1-2]"]' if cards else '["n[1-3]"]',
        "LEAF2": '["n3"]' if cards else '["n[4-6]"]',
        "LINK": f"{_LINK_MB}MB/s",
        "THROUGH": f', through = ["{through}"]' if through else "",
    }
    text = _PLAN
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def _found(mpi: Mpi, case: Planted, name: str) -> dict[str, float]:
    """Bytes per second of each resource that the map has, by its place; an adapter by its node, which has one."""
    with lab_of(name, case.plan) as (lab, folder):
        words = ["map", "--lab", lab.name, "--mpi", mpi.prefix, "--out", Path(folder, "results"), "--loaded", "--quick"]
        data = answer(words, timeout_s=600)
    rows = data["map"]["resources"]
    return {place.partition(":")[0]: row["rate_bytes_per_s"] for row in rows for place in row["at"]}
