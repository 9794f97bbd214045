"""A map as places for ranks: the path between each two, and what the paths share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property
from typing import TYPE_CHECKING

from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint, Forwarding, Resource
from rankwise.core.sharing import place_of, rate_at
from rankwise.core.units import format_rate
from rankwise.model.records import Map, Path, PathClass
from rankwise.model.transfer import Transfer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

FASTEST_BYTES_PER_S = 1e15
"""What has no declared rate: as fast as it goes."""
CALL_S = 0.5e-6
"""What each further message of a step costs the rank that sends it, and the one that receives it, beside its bytes."""
ASSUMED = "adapter"
_MOST_SPREAD = 2.0
_KEPT = 0.8
"""Paths that keep this share of their bandwidth while all pairs of a round are busy share no adapter."""


@dataclass(frozen=True)
class SharedResource:
    """A resource with all its instances. `place` (places,) is the instance in which each place is, -1 for none. What
    leaves an instance and what enters it have rates of their own, (instances,) each; with `both` all that has an end
    in it shares the first."""

    name: str
    place: Ints
    labels: tuple[str, ...]
    out_bytes_per_s: Floats
    in_bytes_per_s: Floats
    both: bool = False


@dataclass(frozen=True)
class ForwardingCost:
    """What a place takes to pass on a message of others, beside its paths: seconds, and bytes per second. Where nothing
    was measured: what a forwarder took on a virtual machine of two cores, 10 us and 3.9 to 4.3 GB/s."""

    message_s: float = 10e-6
    rate_bytes_per_s: float = 4e9


@dataclass(frozen=True)
class CostModel:
    """Places for one rank each. `level[p, q]` says which of `transfers` carries messages from place p to place q (-1:
    no path), and `through[level]` which of `shared` they pass. Places of one `kinds` number hold the same binary.
    `names` are the endpoints, in the default's order. Each place has a port besides, which is as fast as the
    fastest of its paths, in each direction."""

    names: tuple[str, ...]
    kinds: tuple[int, ...]
    level: Ints
    transfers: tuple[Transfer, ...]
    shared: tuple[SharedResource, ...] = ()
    through: tuple[tuple[int, ...], ...] = ()
    call_s: float = CALL_S
    forwarding: tuple[ForwardingCost, ...] = ()

    @cached_property
    def ports(self) -> SharedResource:
        """The port of each place."""
        import numpy as np

        most = np.array([*(item.most_bytes_per_s or FASTEST_BYTES_PER_S for item in self.transfers), 0.0])
        rates = np.where(np.eye(len(self.names), dtype=bool), 0.0, most[self.level])
        out, into = (np.where(largest > 0, largest, FASTEST_BYTES_PER_S) for largest in (rates.max(1), rates.max(0)))
        labels = tuple(f"port of {name}" for name in self.names)
        return SharedResource("port", np.arange(len(self.names)), labels, out, into)

    @cached_property
    def capacities(self) -> Floats:
        """Bytes per second of each row: leaving, then entering, of each instance of the ports and then of `shared`."""
        import numpy as np

        both = [(item.out_bytes_per_s, item.in_bytes_per_s) for item in (self.ports, *self.shared)]
        return np.concatenate([rates for pair in both for rates in pair])

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What each row is called."""
        words: list[str] = []
        for item in (self.ports, *self.shared):
            words += [f"{label}{'' if item.both else ', out'}" for label in item.labels]
            words += [f"{label}{'' if item.both else ', in'}" for label in item.labels]
        return tuple(words)

    @cached_property
    def latency_s(self) -> Floats:
        """(sender, receiver): seconds of an empty message; 0 without a path."""
        import numpy as np

        values = np.array([*(item.latency_s for item in self.transfers), 0.0])[self.level]
        return np.where(self._has, values, 0.0)

    @cached_property
    def rate_bytes_per_s(self) -> Floats:
        """(sender, receiver): bytes per second of one message alone, 0 without a path."""
        import numpy as np

        rates = [item.rate_bytes_per_s or FASTEST_BYTES_PER_S for item in self.transfers]
        passed = np.append(self.capacities, np.inf)[self.between].min(axis=2)
        return np.where(self._has, np.minimum(np.array([*rates, 0.0])[self.level], passed), 0.0)

    @cached_property
    def between(self) -> Ints:
        """(sender, receiver, most): what `uses` gives for each two places."""
        import numpy as np

        count = len(self.names)
        return self.uses(*np.divmod(np.arange(count * count), count)).reshape(count, count, -1)

    @cached_property
    def _has(self) -> NDArray[np.bool_]:
        import numpy as np

        has: NDArray[np.bool_] = (self.level >= 0) & ~np.eye(len(self.names), dtype=bool)
        return has

    def uses(self, sources: Ints, targets: Ints) -> Ints:
        """The rows of `capacities` that the paths between places use, shape (paths, most); `len(capacities)` where a
        path uses fewer."""
        import numpy as np

        none, level = len(self.capacities), self.level[sources, targets]
        passed = np.zeros((len(self.transfers) + 1, len(self.shared)), dtype=bool)
        for number, through in enumerate(self.through):
            passed[number, list(through)] = True
        columns, first = [], 0
        for number, item in enumerate((self.ports, *self.shared)):
            here, there = item.place[sources], item.place[targets]
            on = passed[level, number - 1] if number else np.ones(len(level), dtype=bool)
            leaves = on & (here >= 0) & (item.both | (here != there))
            enters = on & (there >= 0) & (here != there)
            count = len(item.labels)
            columns.append(np.where(leaves, first + here, none))
            columns.append(np.where(enters, first + there + (0 if item.both else count), none))
            first += 2 * count
        return np.stack(columns, axis=-1)

    def at(self, places: Sequence[int], names: Sequence[str] = (), level: Ints | None = None) -> CostModel:
        """A place for each of `places` (several may name one). `level` is given where several do: how they reach each
        other, which the machine itself does not tell."""
        import numpy as np

        chosen = np.array(places, dtype=np.int64)
        return replace(
            self,
            names=tuple(names) or tuple(self.names[place] for place in places),
            kinds=tuple(self.kinds[place] for place in places),
            level=self.level[np.ix_(chosen, chosen)] if level is None else level,
            shared=tuple(replace(item, place=item.place[chosen]) for item in self.shared),
            forwarding=tuple(self.forwarding[place] for place in places if self.forwarding),
        )


def machine_of(machine: Map, fabric: str = "", shares_adapters: bool | None = None) -> CostModel:
    """The endpoints of a map as places, and for each ordered pair the path that its messages would use.

    A class that has a size curve speaks for its paths, unless they differ more than twofold; else a path's own latency
    and bandwidth do. Over several fabrics each pair has the one of the highest bandwidth. Paths share the resources of
    the map; where it names none, those of a node are taken to share an adapter that is as fast as the fastest of them:
    always or never by `shares_adapters`, else unless paths kept their bandwidth under load.
    Raises UsageError for a fabric or a resource that the map lacks.
    """
    import numpy as np

    if fabric and fabric not in (known := [item.id for item in machine.fabrics]):
        raise UsageError("no-fabric", f"the map has no fabric '{fabric}'", f"it has: {', '.join(known)}")
    number = {endpoint.id: index for index, endpoint in enumerate(machine.endpoints)}
    rows = tuple(dict.fromkeys(row.name for row in machine.resources))
    named = {name for path in machine.paths for name in path.through}
    named |= {name for item in machine.classes for name in item.through}
    if unknown := sorted(named - {*rows}):
        raise UsageError(
            "no-resource", f"the map has no resource '{unknown[0]}'", f"it has: {', '.join(rows) or 'none'}"
        )
    assumed = not rows and (shares_adapters is True or (shares_adapters is None and not _independent(machine)))
    level = np.full((len(number), len(number)), -1, dtype=np.int64)
    best: dict[tuple[int, int], tuple[float, float]] = {}
    keys: dict[object, int] = {}
    transfers: list[Transfer] = []
    through: list[tuple[str, ...]] = []
    for path, transfer, declared, key in _usable(machine, fabric):
        pair = number[path.source], number[path.target]
        crosses = machine.endpoints[pair[0]].node != machine.endpoints[pair[1]].node
        names = (f"{path.fabric} {ASSUMED}",) if assumed and crosses else declared
        merit = (-(transfer.rate_bytes_per_s or float("inf")), transfer.latency_s)
        if pair in best and best[pair] <= merit:
            continue
        best[pair] = merit
        whole = (key, names)
        if whole not in keys:
            keys[whole] = len(transfers)
            transfers.append(transfer)
            through.append(names)
        level[pair] = keys[whole]
    if assumed:
        rows = tuple(dict.fromkeys(name for names in through for name in names))
        shared = [_assumed(name, machine.endpoints, level, transfers, through) for name in rows]
    else:
        shared = [shared_of([row for row in machine.resources if row.name == name], machine.endpoints) for name in rows]
    return CostModel(
        tuple(number),
        _kinds(machine.endpoints),
        level,
        tuple(transfers),
        tuple(shared),
        tuple(tuple(rows.index(name) for name in names) for names in through),
        forwarding=tuple(_forwarder(machine, endpoint) for endpoint in machine.endpoints),
    )


def known_machine_of(machine: Map, fabric: str = "", shares_adapters: bool | None = None) -> CostModel:
    """`machine_of`, for decisions. Raises UsageError also where no path that there is has a latency: nothing is known
    of what its messages take, as of published machines with rates alone."""
    places = machine_of(machine, fabric, shares_adapters)
    if not places.transfers and any(path.reachable for path in machine.paths):
        raise UsageError(
            "incomplete-map",
            f"no path of '{machine.name}' has a latency that is known",
            "take another map; a shipped machine: `rankwise machine export NAME --to FILE`, then write latencies there",
        )
    return places


def machine_between(latency_s: Floats, rate_bytes_per_s: Floats, adapter: Ints | None = None) -> CostModel:
    """Places by what lies between them: (sender, receiver) seconds of an empty message, and bytes per second, 0 without
    a path. Places of one `adapter` number share an adapter that is as fast as the fastest path through it."""
    import numpy as np

    count = len(latency_s)
    has = (rate_bytes_per_s > 0) & ~np.eye(count, dtype=bool)
    figures, number = np.unique(np.stack([latency_s[has], rate_bytes_per_s[has]]), axis=1, return_inverse=True)
    transfers = tuple(Transfer(float(latency), float(rate)) for latency, rate in figures.T)
    level = np.full((count, count), -1, dtype=np.int64)
    level[has] = number.ravel()
    plain = CostModel(tuple(f"e{place}" for place in range(count)), (0,) * count, level, transfers)
    if adapter is None:
        return plain
    # A path that stays at an adapter leaves none: all levels may name it.
    away = np.where(has & (adapter[:, None] != adapter[None, :]), rate_bytes_per_s, 0.0)
    labels = tuple(f"{ASSUMED} of {name}" for name in np.unique(adapter))
    place = np.unique(adapter, return_inverse=True)[1]
    shared = SharedResource(ASSUMED, place, labels, _most_of(place, away.max(1)), _most_of(place, away.max(0)))
    return replace(plain, shared=(shared,), through=((0,),) * len(transfers))


def shared_of(rows: Sequence[Resource], endpoints: Sequence[Endpoint]) -> SharedResource:
    """The instances of the resource that rows of one name declare."""
    import numpy as np

    where = [place_of(endpoint, rows[0].per) for endpoint in endpoints]
    numbers = {label: index for index, label in enumerate(dict.fromkeys(label for label in where if label))}
    rates = np.array([rate_at(rows, label) or FASTEST_BYTES_PER_S for label in numbers])
    return SharedResource(
        rows[0].name,
        np.array([numbers[label] if label else -1 for label in where], dtype=np.int64),
        tuple(f"{rows[0].name} of {label}" for label in numbers),
        rates,
        rates,
        rows[0].both,
    )


def sharing(machine: Map, places: CostModel) -> str:
    """What the paths of a machine share, in words for an answer; empty where all are independent."""
    rows = [f"{row.name} ({format_rate(row.rate_bytes_per_s)}, per {row.per})" for row in machine.resources]
    if rows:
        return f"Paths share, by the map: {', '.join(dict.fromkeys(rows))}."
    if not places.shared:
        return ""
    return (
        "Assumed: endpoints of a node share an adapter as fast as its fastest path. "
        "`map --loaded` measures what they share."
    )


def subset(machine: Map, pattern: str) -> Map:
    """The map of the endpoints whose names match (`c*-mic*`, several with commas). Raises UsageError for none."""
    names = pattern.split(",")
    kept = tuple(end for end in machine.endpoints if any(fnmatchcase(end.id, name) for name in names))
    if not kept:
        known = ", ".join(end.id for end in machine.endpoints[:12])
        raise UsageError("no-endpoint", f"no endpoint of the map matches '{pattern}'", f"it has: {known}")
    from msgspec.structs import replace as replace_fields

    ids = {end.id for end in kept}
    paths = tuple(path for path in machine.paths if path.source in ids and path.target in ids)
    return replace_fields(machine, endpoints=kept, paths=paths)


def forwarder_of(machine: Map, endpoint: Endpoint) -> Forwarding | None:
    """What was measured of passing on messages at an endpoint; None where nothing was."""
    for row in reversed(machine.forwarding):
        if any(fnmatchcase(name, pattern) for pattern in row.hosts for name in (endpoint.id, endpoint.node)):
            return row
    return None


def _forwarder(machine: Map, endpoint: Endpoint) -> ForwardingCost:
    row = forwarder_of(machine, endpoint)
    return ForwardingCost(row.message_s, row.rate_bytes_per_s) if row else ForwardingCost()


def _usable(machine: Map, fabric: str) -> Iterable[tuple[Path, Transfer, tuple[str, ...], object]]:
    """Paths that carry messages: how long these take, what they pass, and what tells paths apart."""
    ids = {endpoint.id for endpoint in machine.endpoints}
    classes = {(item.fabric, item.id): item for item in machine.classes}
    of_pair = {(item.fabric, pair): item for item in machine.classes for pair in item.paths}
    for path in machine.paths:
        if not path.reachable or not {path.source, path.target} <= ids or (fabric and path.fabric != fabric):
            continue
        whole = classes.get((path.fabric, path.path_class or "")) or of_pair.get(
            (path.fabric, (path.source, path.target))
        )
        latency_s = path.latency_s if path.latency_s is not None else (whole.latency_s if whole else None)
        if latency_s is None:
            continue
        rate = path.bandwidth_bytes_per_s or (whole.bandwidth_bytes_per_s if whole else None)
        through = path.through or (whole.through if whole else ())
        if whole is not None and whole.curve is not None and _alike(whole):
            known = Transfer(whole.latency_s, whole.bandwidth_bytes_per_s, whole.curve)
            yield path, known, through, (path.fabric, whole.id)
        else:
            yield path, Transfer(latency_s, rate), through, (latency_s, rate)


def _alike(path_class: PathClass) -> bool:
    """Whether one curve can speak for all paths: on a disturbed machine classes hold paths that are unlike."""
    low, high = path_class.bandwidth_low_bytes_per_s, path_class.bandwidth_high_bytes_per_s
    return high <= _MOST_SPREAD * low


def _kinds(endpoints: Sequence[Endpoint]) -> tuple[int, ...]:
    numbers: dict[tuple[str, str | None], int] = {}
    return tuple(numbers.setdefault((endpoint.kind, endpoint.arch), len(numbers)) for endpoint in endpoints)


def _independent(machine: Map) -> bool:
    """Whether the paths between nodes were as fast with all pairs of a round busy as alone."""
    node = {endpoint.id: endpoint.node for endpoint in machine.endpoints}
    kept = [
        path.loaded_bandwidth_bytes_per_s / path.bandwidth_bytes_per_s
        for path in machine.paths
        if path.loaded_bandwidth_bytes_per_s and path.bandwidth_bytes_per_s and node[path.source] != node[path.target]
    ]
    return bool(kept) and min(kept) >= _KEPT


def _assumed(
    name: str,
    endpoints: Sequence[Endpoint],
    level: Ints,
    transfers: Sequence[Transfer],
    through: Sequence[tuple[str, ...]],
) -> SharedResource:
    """An adapter in each node that is as fast as the fastest path through it."""
    import numpy as np

    numbers: dict[str, int] = {}
    place = np.array([numbers.setdefault(endpoint.node, len(numbers)) for endpoint in endpoints], dtype=np.int64)
    most = [
        item.most_bytes_per_s or FASTEST_BYTES_PER_S if name in names else 0.0
        for item, names in zip(transfers, through, strict=True)
    ]
    rates = np.array([*most, 0.0])[level]
    labels = tuple(f"{name} of {node}" for node in numbers)

    return SharedResource(name, place, labels, _most_of(place, rates.max(1)), _most_of(place, rates.max(0)))


def _most_of(place: Ints, rates: Floats) -> Floats:
    """The highest of the rates of the places in each instance; as fast as it goes where there is none."""
    import numpy as np

    most = np.zeros(int(place.max()) + 1)
    np.maximum.at(most, place, rates)
    return np.where(most > 0, most, FASTEST_BYTES_PER_S)
