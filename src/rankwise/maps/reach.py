"""The connect test of a map: which pairs reach each other, and who reaches the side that starts its jobs."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from itertools import permutations

from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Mpi
from rankwise.maps.launch import probes_for
from rankwise.maps.sampled import calls_of
from rankwise.measure.probes import STATES, ProbeCall, Probes
from rankwise.placement.nets import Net
from rankwise.placement.placement import Placement


def missing_pairs(net: Net, probes: Probes | None, seed: int, sampled: bool) -> dict[tuple[str, str], str]:
    """Ordered pairs whose TCP connection does not work, with why."""
    if probes is None:
        return {}
    members = list(net.addresses)
    pairs = calls_of(members, seed) if sampled else list(permutations(members, 2))
    calls = probes.reach(pairs, net.address)
    return {(call.source, call.target): _broken(call, net) for call in calls if not call.ok}


def _broken(call: ProbeCall, net: Net) -> str:
    if why := net.apart.get((call.source, call.target)):
        return why
    words = f"{net.address(call.source, call.target)}, asked from {call.source}, {STATES[call.state]}"
    return words + (f": {call.words}" if call.words else "")


def side_for(net: Net, sides: Sequence[str], probes: Probes | None) -> tuple[str, dict[str, str]]:
    """The address of this machine that most endpoints of a network reach, and the others with why: no job that is
    started here can use them."""
    if probes is None:
        return sides[0], {}
    best: tuple[str, dict[str, str]] | None = None
    for side in sides:
        outside = _outside(side, list(net.addresses), probes)
        if best is None or len(outside) < len(best[1]):
            best = side, outside
        if not outside:
            break
    assert best is not None  # there is one side at least
    return best


def no_longer_there(mpi: Mpi, placement: Placement, names: Collection[str]) -> dict[str, str]:
    """Which of these endpoints do not start a program any more, or have no way to this side, with why."""
    with probes_for(mpi, placement, names) or nullcontext() as probes:
        if probes is None:
            return {}
        silent = {name: f"{name} no longer answers: {why}" for name, why in probes.lost.items()}
        return silent | _outside(placement.control, list(probes.facts), probes)


def gone_ranks(mpi: Mpi, placement: Placement, names: Sequence[str] = ()) -> dict[int, str]:
    """The ranks of a launch on these endpoints (all of the placement), whose nodes no longer answer, with why."""
    names = names or [endpoint.id for endpoint in placement.endpoints]
    gone = no_longer_there(mpi, placement, names)
    return {rank: gone[name] for rank, name in enumerate(names) if name in gone}


@contextmanager
def naming_who_left(mpi: Mpi, placement: Placement) -> Iterator[None]:
    """Within it a measurement that fails because nodes no longer answer names them."""
    try:
        yield
    except MeasurementFailed as error:
        if gone := no_longer_there(mpi, placement, placement.hosts):
            raise node_gone(gone.values()) from error
        raise


def node_gone(why: Iterable[str]) -> MeasurementFailed:
    """The error of a command that cannot go on without nodes that no longer answer."""
    hint = "leave it out of --hosts, or mend it; what was measured before is kept"
    return MeasurementFailed("node-gone", "; ".join(dict.fromkeys(why)), hint)


def _outside(control: str, names: Sequence[str], probes: Probes) -> dict[str, str]:
    family = socket.AF_INET6 if ":" in control else socket.AF_INET
    with socket.create_server((control, 0), family=family) as door:
        threading.Thread(target=_open_and_close, args=(door,), daemon=True).start()
        cut = probes.knock(names, control, door.getsockname()[1])
        door.shutdown(socket.SHUT_RDWR)
    return {name: f"{name} has no way to this side: {control} {state}" for name, state in cut.items()}


def _open_and_close(door: socket.socket) -> None:
    """Lets callers in and out again: who reaches another machine of the same address finds no door there."""
    with contextlib.suppress(OSError):
        while True:
            door.accept()[0].close()
