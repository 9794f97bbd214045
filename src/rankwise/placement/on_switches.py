"""Endpoints whose nodes are told apart by the switches that they are at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from msgspec.structs import replace as replace_record

from rankwise.cluster.switch_files import read_switches
from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint
from rankwise.model.topology import OTHER_NODE, Topology
from rankwise.placement.placement import Placement

_NAMED = 8


def on_switches(placement: Placement, file: Path) -> Placement:
    """The placement whose relations between hosts name switches. Hosts that the file does not have stay `other node`.

    Raises UsageError for a file that has none of the hosts.
    """
    switches = read_switches(file)
    nodes = list(dict.fromkeys(endpoint.node for endpoint in placement.endpoints))
    missing = [node for node in nodes if switches.named(node) is None]
    if len(missing) == len(nodes):
        known = ", ".join(list(switches.leaves)[:_NAMED])
        raise UsageError("other-hosts", f"{file} has none of these hosts", f"it has {known}: is it of another cluster?")
    told = (f"{file} does not say at which switch these are: {', '.join(missing[:_NAMED])}",) if missing else ()
    usual = placement.planned_relation or Topology(placement.inventory).relation

    def relation(a: Endpoint, b: Endpoint) -> str:
        word = usual(a, b)
        return (switches.relation(a.node, b.node) or word) if word == OTHER_NODE else word

    return replace(
        placement,
        endpoints=tuple(replace_record(end, switches=switches.place(end.node)) for end in placement.endpoints),
        planned_relation=relation,
        warnings=(*placement.warnings, *told),
    )
