"""What the interfaces of one rail count, and how many bytes a message library sent there: started in a lab.

    python rails_inside.py MPI INTERFACE NODE NODE

Prints the bytes that were sent, then those that left the first node and those that came to the second one.
"""

from __future__ import annotations

import sys

from rankwise.maps.launch import NetworkLaunch, probes_for
from rankwise.measure.cells import cell
from rankwise.measure.session import Session
from rankwise.measure.visits import VisitOptions
from rankwise.mpis.catalog import choose_mpis
from rankwise.placement.nets import Net
from rankwise.placement.where import Where

_BYTES, _FEW, _MANY = 1 << 20, 8, 24  # round trips in a batch of two visits: what both have beside them cancels
_BATCHES = 2  # of a visit: to warm up, and the sample


def main(name: str, interface: str, *nodes: str) -> None:
    with Where(hosts=nodes).placement() as placement:
        (mpi,), _ = choose_mpis(name)
        pair = (placement.endpoints[0].id, placement.endpoints[1].id)
        net = Net(interface, "ethernet", "one rail", {end: {} for end in pair}, dict.fromkeys(pair, (interface,)))
        probes = probes_for(mpi, placement)
        assert probes is not None, "the nodes of a lab are other machines"
        with probes:
            launch = NetworkLaunch(mpi, placement, net, control=placement.control, probes=probes)
            with Session(launch.side(pair), 0, watchdog_s=60.0) as session:
                counted = []
                for number, calls in enumerate((_FEW, _MANY)):
                    before = probes.count(pair)
                    one = cell(session.side.name, "pingpong", _BYTES, (0, 1))
                    session.visit(one, number, VisitOptions(samples=1, calls=calls, warm_s=0.0))
                    after = probes.count(pair)
                    counted.append(
                        [
                            after[end][interface][way] - before[end][interface][way]
                            for end, way in zip(pair, (1, 0), strict=True)
                        ]
                    )
    print(_BATCHES * (_MANY - _FEW) * _BYTES, *(many - few for few, many in zip(*counted, strict=True)))


if __name__ == "__main__":
    main(*sys.argv[1:])
