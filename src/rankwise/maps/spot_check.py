"""Whether a stored map still holds: a few of its paths, one of each class at the least, measured again."""

from __future__ import annotations

import random
from collections import defaultdict
from contextlib import ExitStack

from rankwise.core.errors import RankwiseError
from rankwise.core.records import Mpi
from rankwise.maps.launch import NetworkLaunch, probes_for
from rankwise.maps.pair_visits import PairVisits
from rankwise.maps.reach import side_for
from rankwise.measure.sweep import Sweep
from rankwise.model.mapping import PairTimes, paths_of
from rankwise.model.records import Map, Path
from rankwise.mpis.network import interface_of
from rankwise.placement.placement import Placement

_PATHS, _LOOKS = 10, 3
_APART = 1.5
"""A path that differs by more than this factor is another one: launches of the same path were seen to differ by a
third, and classes of a map that an order of ranks can use lie further apart."""


def differing(machine: Map, mpi: Mpi, placement: Placement, seed: int) -> tuple[int, str]:
    """How many paths were measured again, and what differs, in words; empty where each answers as it did."""
    chosen = _chosen(machine, seed)
    if not chosen:
        return 0, "it has no path with figures"
    members = [endpoint.id for endpoint in placement.endpoints]
    size = max(int(text) for path in chosen for text in path.estimates)
    values = PairTimes(size, defaultdict(list), defaultdict(list), defaultdict(list))
    errors: dict[tuple[str, str], str] = {}
    try:
        with placement, ExitStack() as stack:
            placement.programs(mpi)
            probes = probes_for(mpi, placement)
            if probes:
                stack.enter_context(probes)
            sides = ["unix"] if placement.local else placement.addresses_of_this_side()
            net = placement.nets[0]
            control, _ = side_for(net, sides, probes)
            interface = interface_of(control) if control != sides[0] else None
            launch = NetworkLaunch(mpi, placement, net, control=control, interface=interface, probes=probes)
            ranks = {name: rank for rank, name in enumerate(members)}
            with Sweep(launch.side(members)) as sweep:
                visits = PairVisits(sweep, lambda k, s, pair: launch.cell(k, s, ranks, pair), values, errors)
                for number in range(_LOOKS):
                    visits.look([(path.source, path.target) for path in chosen], number)
    except RankwiseError as error:
        return 0, error.first_line
    now = {(path.source, path.target): path for path in paths_of(chosen[0].fabric, values, ())}
    for path in chosen:
        again = now.get((path.source, path.target))
        name = f"{path.source} to {path.target}"
        if again is None:
            return len(chosen), f"{name} does not answer"
        before, after = path.bandwidth_bytes_per_s, again.bandwidth_bytes_per_s
        if before and after and not 1 / _APART < after / before < _APART:
            return len(chosen), f"{name} has {after / 1e6:.3g} MB/s, {before / 1e6:.3g} MB/s on the map"
    return len(chosen), ""


def _chosen(machine: Map, seed: int) -> list[Path]:
    """One path of each class, and others drawn at random."""
    known = [path for path in machine.paths if path.reachable and path.estimates and path.bandwidth_bytes_per_s]
    random.Random(seed).shuffle(known)
    first = {path.path_class: path for path in known}
    rest = [path for path in known if path not in first.values()]
    return [*first.values(), *rest][: max(_PATHS, len(first))]
