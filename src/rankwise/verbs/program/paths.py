"""How long messages take between ranks of a program, by the latest map that is stored of where they run."""

from __future__ import annotations

import socket
from collections.abc import Sequence

from rankwise.core.records import Endpoint, Mpi
from rankwise.model.records import Map, PathClass
from rankwise.model.transfer import Transfer
from rankwise.programs.bounds import OneWay
from rankwise.store import Store


def one_way(store: Store, mpi: Mpi, endpoints: Sequence[Endpoint]) -> tuple[OneWay, str] | None:
    """The time of a message from rank to rank, and words that say which map tells it. `endpoints` in rank order; empty
    for ranks that are anywhere on this machine, which may take the fastest path. None where there is no map.

    A map of the same MPI is taken before those of others.
    """
    maps = [(run_mpi, machine) for run_mpi, machine in _stored(store) if _covers(machine, endpoints)]
    if not maps:
        return None
    name, machine = next(((name, machine) for name, machine in maps if name == mpi.name), maps[0])
    classes = {pair: path_class for path_class in machine.classes for pair in path_class.paths}
    ids = [endpoint.id for endpoint in endpoints]
    words = "the map" if name == mpi.name else f"the map of {name}"

    def time_s(source: int, target: int, size: float) -> float | None:
        if not ids:
            return min((_time_s(path_class, size) for path_class in machine.classes), default=None)
        path_class = classes.get((ids[source], ids[target]))
        return _time_s(path_class, size) if path_class else None

    return time_s, words


def _time_s(path_class: PathClass, size: float) -> float:
    return Transfer(path_class.latency_s, path_class.bandwidth_bytes_per_s, path_class.curve).time_s(round(size))


def _stored(store: Store) -> list[tuple[str, Map]]:
    """Finished maps, the latest first, each with the name of its MPI."""
    maps = []
    for summary in reversed(store.runs()):
        if summary.kind == "map" and summary.status == "finished":
            run = store.load(summary.id)
            machine = store.get(run.id, "map", Map)
            if machine is not None and run.mpis:
                maps.append((next(iter(run.mpis.values())).name, machine))
    return maps


def _covers(machine: Map, endpoints: Sequence[Endpoint]) -> bool:
    if endpoints:
        return {endpoint.id for endpoint in endpoints} <= {endpoint.id for endpoint in machine.endpoints}
    return {endpoint.node for endpoint in machine.endpoints} == {socket.gethostname()}
