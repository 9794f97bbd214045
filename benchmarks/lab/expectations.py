"""What `map` and `survey` tell that a path allows, held against the rates that a lab was declared with."""

from __future__ import annotations

import json
import os
import re
import statistics
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.goals import Goal, Report, of_share, share
from benchmarks.labs import RANKWISE, Net, lab_of, plan_of
from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.units import format_rate
from rankwise.lab import endpoint
from rankwise.lab.records import Lab

_LAB = "bench-expectations"
_MB_PER_S = ((20, 12.5), (40, 25), (100, 25), (250, 60))
"""Of the ports of n1 and n2, and of that of n3; each lab has two of these networks."""
_SEGMENT_PAYLOAD = 1448 / 1514  # a lab counts a frame of 1514 bytes
_WITHIN = 0.05


@dataclass(frozen=True)
class _Told:
    """What one command told of a path: bytes per second that its hardware allows, those that were declared less the
    headers of frames, and those that a message reached."""

    verb: str
    network: str
    path: str
    what: str
    told: float
    declared: float
    reached: float

    @property
    def ratio(self) -> float:
        return self.told / self.declared

    def row(self) -> tuple[str, ...]:
        rates = (format_rate(self.declared), format_rate(self.told))
        return (self.verb, self.path, self.what, *rates, f"{self.ratio:.3f}", f"{self.reached / self.told:.2f}")


def expectations(quick: bool) -> Report:
    """How close what is told comes to what was declared, on ports of unequal rates."""
    method = (
        "labs of three nodes and two networks; on each network the ports of n1 and n2 have one rate and that of n3 "
        "another. `map` tells what the hardware of each class of paths allows, `survey` of the network that the MPI "
        "took. Declared is the lesser rate of both ends less the headers of frames"
    )
    told: list[_Told] = []
    for rates in [_MB_PER_S[:2]] if quick else [_MB_PER_S[:2], _MB_PER_S[2:]]:
        told += _of_lab(rates)
    close = [one for one in told if abs(one.ratio - 1.0) <= _WITHIN]
    kinds = {(one.network, one.declared) for one in told if one.verb == "map"}
    worst = max((abs(one.ratio - 1.0) for one in told), default=1.0)
    goals = (
        Goal(
            "told, of the declared rate less headers",
            f"{share(len(close), len(told))} within 5 %, {100 * worst:.1f} % off at most",
            "all within 5 %",
            bool(told) and len(close) == len(told),
            of_share(len(close), len(told)),
        ),
        Goal(
            "kinds of paths that `map` tells an expectation of",
            str(len(kinds)),
            f"both of {4 if quick else 8}",
            len(kinds) == (4 if quick else 8),
        ),
        Goal(
            "reached, of what is told: the median",
            f"{statistics.median(one.reached / one.told for one in told):.2f}" if told else "nothing",
            "shown beside it",
            None,
        ),
    )
    header = ("command", "path", "what is told", "declared", "told", "of declared", "reached of told")
    return Report(method, goals, header, tuple(one.row() for one in told))


def _of_lab(rates: Sequence[tuple[float, float]]) -> list[_Told]:
    networks = [
        Net(f"net{index}", f"{usual}MB/s", odd=("n3", f"{other}MB/s")) for index, (usual, other) in enumerate(rates)
    ]
    with lab_of(_LAB, plan_of("expectations", 3, *networks)) as (lab, folder):
        options = ("--quick", "--mpi", "mpich", "--out", str(folder), "--json")
        here = endpoint.environment_of(lab, os.environ)
        where = [*options, "--hosts", "n1,n2,n3"]
        verbs = {
            "map": [RANKWISE, "map", "--fabrics", "net0,net1", "--budget", "24s", *where],
            "survey": [RANKWISE, "survey", "--no-experiments", "--budget", "20s", *where],
        }
        data = {verb: _answer(endpoint.command_line(lab, "head", line), here) for verb, line in verbs.items()}
    found = _told("map", lab, data["map"]["map"]["classes"])
    for one in data["survey"]["maps"].values():
        found += _told("survey", lab, one["classes"])
    return found


def _told(verb: str, lab: Lab, classes: Sequence[Mapping[str, Any]]) -> list[_Told]:
    """What is told of each class of paths. Its words name the end that allows less: where that
    is n1, the path is one to n2. They name several networks where the library took them as rails."""
    found = []
    for one in classes:
        limit = one.get("limit") or {"what": "", "rate_bytes_per_s": 0.0}
        if named := re.findall(r"of (net\d) on (n\d)", limit["what"]):
            paths = {tuple(path) for path in one["paths"] if named[0][1] in path}
            declared = sum(_declared(lab, network, paths) for network, _ in named)
            path = f"{len(one['paths'])} paths on {named[0][0]}, as {' > '.join(one['paths'][0])}"
            allowed = limit["rate_bytes_per_s"]
            found.append(_Told(verb, named[0][0], path, limit["what"], allowed, declared, one["bandwidth_bytes_per_s"]))
    return found


def _declared(lab: Lab, network: str, paths: Collection[tuple[str, ...]]) -> float:
    """The fastest of these paths on a network, less the headers of frames."""
    rates = [
        link.rate_bytes_per_s or 0.0
        for link in lab.links
        if lab.ports[link.source].network == network and _ends(lab, link.source, link.target) in paths
    ]
    return max(rates) * _SEGMENT_PAYLOAD


def _ends(lab: Lab, source: int, target: int) -> tuple[str, str]:
    return lab.ports[source].endpoint, lab.ports[target].endpoint


def _answer(line: Sequence[str], env: Mapping[str, str]) -> dict[str, Any]:
    """What a command answers. Raises EnvironmentProblem with its words where it fails."""
    done = process.run(line, timeout_s=400, env=env, cwd="/")
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        raise EnvironmentProblem("no-answer", done.describe()) from None
    if not answer["ok"]:
        raise EnvironmentProblem("no-answer", answer["error"]["message"])
    data: dict[str, Any] = answer["data"]
    return data
