"""Messages between hosts with a bad path go through other hosts: the pairs whose messages take less time so."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.core.units import format_seconds, plural
from rankwise.optimise.records import Relay
from rankwise.optimise.relays import busiest_s, relay_gains
from rankwise.tracing.traffic import traffic_of_trace
from rankwise.tuning.records import TuningLine
from rankwise.verbs.improve.case import Case, Offer, between_hosts, modelled
from rankwise.verbs.improve.machine import map_for, one_for_each_host


def why_not(case: Case) -> str:
    """Why nothing is relayed; empty where something may be."""
    if why := between_hosts(case):
        return why
    if len({*case.hosts, *case.options.relays}) < 3:
        return "there is no third host; name some with --relays"
    if not any(map(case.chosen, (*case.hosts, *case.options.relays))):
        return f"no host matches '{case.options.endpoints}'"
    return ""


def offers(case: Case) -> Iterator[Offer]:
    """All pairs that gain by the map, with the order of ranks that is in use."""
    assert case.trace is not None
    machine, traffic = one_for_each_host(map_for(case)), traffic_of_trace(case.trace)
    hosts = case.hosts
    places = [hosts[place] for place in case.order]
    relays = {endpoint.id for endpoint in machine.endpoints if case.chosen(endpoint.id)}
    gains = relay_gains(machine, traffic, places, relays)
    if not gains:
        return
    pairs = tuple(gain.pair for gain in gains)
    direct_s, relayed_s = busiest_s(machine, traffic, places), busiest_s(machine, traffic, places, pairs)
    first = gains[0]
    way = " > ".join((first.pair.source, *first.pair.through, first.pair.target))
    line = TuningLine(
        id="relay",
        why=f"by the map, messages take {format_seconds(first.relayed_s)} by {way}, "
        f"{format_seconds(first.direct_s)} on the direct path",
        undo="take this line out",
        relay=Relay(pairs=pairs),
    )
    more = f" and {plural(len(pairs) - 1, 'other pair')}" if len(pairs) > 1 else ""
    yield Offer(f"{way}{more}", line, modelled(case, relayed_s / direct_s))
