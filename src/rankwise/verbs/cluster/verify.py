"""`cluster verify`: the endpoints of a plan, looked at and connected, held against it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from rankwise.cluster.declared import to_map
from rankwise.cluster.facts import facts_of, without_bridges
from rankwise.cluster.plan import read_plan
from rankwise.cluster.render import Rendered, render
from rankwise.core.records import ClusterCheck, ClusterPlan
from rankwise.measure.watcher import Watcher
from rankwise.verbs.cluster.compare import NOT_IN_A_LAB, Comparison, compare, connections
from rankwise.verbs.cluster.reach import Way, drawn, try_all
from rankwise.verbs.cluster.seen import see_all

_ALL_PAIRS = 64  # endpoints up to which every pair is tried
_SAMPLE = 8  # of each endpoint on each network above that


@dataclass(frozen=True)
class VerifyOptions:
    """`plan` is a file, or the folder of its rendered files, whose lines are then named. `in_lab` leaves out what a lab
    does not have; `connect` False leaves out who reaches whom."""

    plan: Path
    agent: str = "ssh"
    in_lab: bool = False
    connect: bool = True
    seed: int = 1


def verify(options: VerifyOptions, watcher: Watcher | None = None) -> ClusterCheck:
    """Looks at every endpoint, tries who connects to whom, and tells what is not as planned.

    Raises UsageError for a plan that is not sound.
    """
    watcher = watcher or Watcher()
    begin_s = time.monotonic()
    folder = options.plan if options.plan.is_dir() else None
    plan = read_plan(folder / "cluster.toml" if folder else options.plan)
    facts = list(facts_of(plan).values())
    if options.in_lab:
        facts = [without_bridges(item) for item in facts]
    watcher.phase(f"looking at {len(facts)} endpoints")
    seen, silent = see_all(options.agent, facts, plan)
    comparison = Comparison(plan, _files(plan, folder))
    compare(facts, seen, comparison, in_lab=options.in_lab)
    left_out = [NOT_IN_A_LAB] if options.in_lab else []
    ways, tried = [way for way in ways_of(plan) if {way.source, way.target} <= seen.keys()], 0
    if options.connect and ways:
        chosen = ways if len(facts) <= _ALL_PAIRS else drawn(ways, _SAMPLE, options.seed)
        watcher.phase(f"trying {len(chosen)} connections")
        reached, mute = try_all(options.agent, chosen)
        comparison.found += connections(reached)
        comparison.count += len(reached)
        tried = len(reached)
        left_out += [f"connections of {name}: {why}" for name, why in mute.items()]
        if tried < len(ways) and len(facts) > _ALL_PAIRS:
            left_out.append(
                f"{len(ways) - len(chosen)} of {len(ways)} connections: each endpoint tried {_SAMPLE} of each network, "
                f"so an endpoint that is cut off is seen, and of single bad pairs {len(chosen) / len(ways):.0%}"
            )
    return ClusterCheck(
        plan=plan.name,
        endpoints=len(facts),
        facts=comparison.count,
        pairs=len(ways),
        pairs_tried=tried,
        mismatches=tuple(comparison.found),
        silent=silent,
        left_out=tuple(left_out),
        wall_s=time.monotonic() - begin_s,
    )


def ways_of(plan: ClusterPlan) -> list[Way]:
    """Every ordered pair that should connect, on each network that should join it."""
    address = {
        (network.name, i.segment, i.endpoint): i.address for network in plan.networks for i in network.interfaces
    }
    found = []
    declared = to_map(plan)
    joined = [(path.source, path.target, path.fabric) for path in declared.paths if path.reachable]
    for network in plan.networks:
        if network.model == "flat" and plan.head in {i.endpoint for i in network.interfaces}:
            others = [i.endpoint for i in network.interfaces if i.endpoint != plan.head]
            joined += [(plan.head, name, network.name) for name in others if plan.head]
            joined += [(name, plan.head, network.name) for name in others if plan.head]
    for source, target, network_name in joined:
        segments = [key[1] for key in address if key[0] == network_name and key[2] == target]
        own = {key[1] for key in address if key[0] == network_name and key[2] == source}
        segment = next((name for name in segments if name in own), segments[0])
        found.append(Way(source, target, network_name, address[network_name, segment, target]))
    return found


def _files(plan: ClusterPlan, folder: Path | None) -> dict[str, Rendered]:
    """The files as planned, or as they lie in a folder now."""
    rendered = render(plan)
    if folder is None:
        return rendered
    return {f"{path}": Rendered((folder / path).read_text() if (folder / path).exists() else "") for path in rendered}
