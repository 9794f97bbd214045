"""A Map made ready to draw: what each pair of endpoints reaches, and endpoints that are alike taken together."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rankwise.core.grouped import grouped
from rankwise.core.records import Endpoint
from rankwise.core.units import plural
from rankwise.model.records import Map

_FEW = 6  # boxes that are still drawn one by one
_MANY = 16  # boxes beyond which even nodes are drawn as one


@dataclass(frozen=True)
class PathView:
    """One ordered pair, with what is known of it: measured on the pair itself, or taken from its class. It `stands_out`
    when it is an exception there."""

    path_class: str | None
    latency_s: float | None
    bandwidth_bytes_per_s: float | None
    own: bool
    error: str | None = None
    stands_out: bool = False


@dataclass(frozen=True)
class Box:
    """Endpoints drawn as one device. `node` is None when they are on several nodes."""

    name: str
    words: str
    node: str | None
    kind: str
    members: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """All pairs of a map, by (source, target), over the best fabric that reaches each; classes fastest first. `marks`
    are endpoints on which something is wrong, with what; `apart` those that are drawn alone, because they are not like
    others."""

    pairs: dict[tuple[str, str], PathView]
    classes: tuple[str, ...]
    endpoints: tuple[Endpoint, ...] = field(repr=False)
    marks: dict[str, str] = field(default_factory=dict)
    apart: frozenset[str] = frozenset()

    def between(self, sources: Iterable[str], targets: Iterable[str]) -> PathView | None:
        """The usual path from any of the sources to any of the targets: the commonest class, median values."""
        starts, ends = tuple(sources), tuple(targets)
        if len(starts) * len(ends) > len(self.pairs):  # of a large sample most pairs have no path
            among, into = set(starts), set(ends)
            paths = [path for (s, t), path in self.pairs.items() if s in among and t in into]
        else:
            paths = [self.pairs[s, t] for s in starts for t in ends if s != t and (s, t) in self.pairs]
        return middle(paths) if paths else None


def middle(paths: Sequence[PathView]) -> PathView:
    """The usual one of some paths, one at least: the commonest class, median values."""
    usable = [view for view in paths if view.error is None]
    if not usable:
        return paths[0]
    usual = Counter(view.path_class for view in usable).most_common(1)[0][0]
    alike = [view for view in usable if view.path_class == usual]
    return PathView(
        usual,
        _median(view.latency_s for view in alike),
        _median(view.bandwidth_bytes_per_s for view in alike),
        own=all(view.own for view in alike),
        stands_out=all(view.stands_out for view in alike),
    )


def view_of(machine: Map) -> View:
    """The pairs of a map. Where several fabrics join a pair, the one of highest bandwidth that works is taken."""
    classes = {path_class.id: path_class for path_class in machine.classes}
    odd = {
        tuple(words.partition(": ")[0].split(" -> "))
        for path_class in machine.classes
        for words in path_class.exceptions
    }
    pairs: dict[tuple[str, str], PathView] = {}

    def offer(pair: tuple[str, str], view: PathView) -> None:
        present = pairs.get(pair)
        if present is None or _worth(view) > _worth(present):
            pairs[pair] = view

    for path_class in machine.classes:
        for source, target in path_class.paths:
            offer(
                (source, target),
                PathView(path_class.id, path_class.latency_s, path_class.bandwidth_bytes_per_s, own=False),
            )
    for path in machine.paths:
        pair = (path.source, path.target)
        known = classes.get(path.path_class or "")
        if not path.reachable:
            pairs[pair] = PathView(path.path_class, None, None, own=True, error=path.error or "not reachable")
            continue
        latency_s, rate = path.latency_s, path.bandwidth_bytes_per_s
        if known:
            latency_s = known.latency_s if latency_s is None else latency_s
            rate = known.bandwidth_bytes_per_s if rate is None else rate
        offer(pair, PathView(path.path_class, latency_s, rate, own=path.latency_s is not None, stands_out=pair in odd))
    order = sorted(classes.values(), key=lambda item: item.latency_s)
    marks = {
        end: finding.id.replace("-", " ")
        for finding in machine.findings
        for end in finding.affects
        if len(finding.affects) == 1
    }
    return View(pairs, tuple(endpoint.id for endpoint in order), machine.endpoints, marks, _apart(pairs, marks, odd))


def _apart(
    pairs: Mapping[tuple[str, str], PathView], marks: Iterable[str], odd: Collection[tuple[str, ...]]
) -> frozenset[str]:
    """Endpoints with a mark, a path that stands out or one that is broken; of a port (`n7 -> *`) the endpoint. Only
    those with marks when they are so many that nothing is told by drawing them alone."""
    broken = [pair for pair, path in pairs.items() if path.error]
    many = len(broken) > _MANY  # a network that joins some pairs only
    ends = {*marks, *(end for pair in (*odd, *([] if many else broken)) for end in pair if end != "*")}
    return frozenset(ends) if len(ends) <= _FEW else frozenset(marks)


def boxes_of(view: View) -> list[Box]:
    """The devices to draw: endpoints one by one where they are few; else those of a node that the fastest classes join.

    Alike nodes become one when there are still too many. Of hosts whose switches are known a box is a leaf in its pod.
    """
    hosts = len({endpoint.node for endpoint in view.endpoints if endpoint.switches})
    if len(view.endpoints) > _FEW and hosts == len(view.endpoints):
        return _switch_boxes(view)
    owner = {endpoint.id: endpoint.id for endpoint in view.endpoints}
    together = [endpoint.id for endpoint in view.endpoints if endpoint.id not in view.apart]
    place = {endpoint.id: (endpoint.node, endpoint.kind) for endpoint in view.endpoints}
    nodes = {endpoint.node for endpoint in view.endpoints}
    enough = max(_FEW, 2 * len(nodes))
    for path_class in _widest_first(view):
        if len({owner[end] for end in together}) <= enough:
            break
        merged = dict(owner)
        for (source, target), path in view.pairs.items():
            alone = source in view.apart or target in view.apart
            if path.path_class == path_class and place.get(source) == place.get(target) and not alone:
                _join(merged, source, target)
        if len(set(merged.values())) > 1 or len(view.endpoints) > _MANY:
            owner = merged
    if len({owner[end] for end in together}) > _MANY:
        owner |= {endpoint.id: endpoint.kind for endpoint in view.endpoints if endpoint.id not in view.apart}
    members = grouped((owner[endpoint.id], endpoint) for endpoint in view.endpoints)
    return [_box(group) for group in members.values()]


def _switch_boxes(view: View) -> list[Box]:
    """A box for each leaf, or for each pod where leaves are many, and one for each endpoint that is drawn alone."""
    leaves = {endpoint.switches for endpoint in view.endpoints}
    level = None if len(leaves) <= _MANY else 1
    groups: dict[tuple[str, ...], list[Endpoint]] = {}
    for endpoint in by_switch(view.endpoints):
        alone = (endpoint.id,) if endpoint.id in view.apart else ()
        groups.setdefault((*endpoint.switches[:level], *alone), []).append(endpoint)
    boxes = []
    for place, group in groups.items():
        above = place[0] if len(place) > 1 else None
        if group[0].id in view.apart:
            boxes.append(replace(_box(group), node=" ".join(place[:-1])))
            continue
        names = [endpoint.id for endpoint in group]
        words = f"{_range(names)}, {plural(len(names), 'endpoint')}" if len(names) > 1 else names[0]
        boxes.append(Box(place[-1], words, above, group[0].kind, tuple(names)))
    return boxes


def by_switch(endpoints: Sequence[Endpoint]) -> list[Endpoint]:
    """The endpoints with those of one pod and of one leaf next to each other, otherwise in their order."""
    first: dict[tuple[str, ...], int] = {}
    for index, endpoint in enumerate(endpoints):
        for level in range(len(endpoint.switches) + 1):
            first.setdefault(endpoint.switches[:level], index)

    def place(endpoint: Endpoint) -> tuple[bool, list[int]]:
        levels = range(1, len(endpoint.switches) + 1)
        return not endpoint.switches, [first[endpoint.switches[:level]] for level in levels]

    return sorted(endpoints, key=place)


def _widest_first(view: View) -> list[str]:
    """Classes by bandwidth: what the widest paths join is most of one piece. Unknown is as fast as it goes."""
    rates: dict[str, float] = {}
    for path in view.pairs.values():
        if path.path_class is not None:
            rates[path.path_class] = max(rates.get(path.path_class, 0.0), path.bandwidth_bytes_per_s or float("inf"))
    return sorted(view.classes, key=lambda item: -rates.get(item, 0.0))


def _join(owner: dict[str, str], first: str, second: str) -> None:
    old, new = owner[second], owner[first]
    if old != new:
        for name, present in owner.items():
            if present == old:
                owner[name] = new


def _box(group: list[Endpoint]) -> Box:
    nodes = list(dict.fromkeys(endpoint.node for endpoint in group))
    kind = group[0].kind
    names = [endpoint.id for endpoint in group]
    if len(group) == 1:
        first = group[0]
        words = kind if kind != "core" else f"CPU {first.cpus[0]}" if first.cpus else "host"
        return Box(first.id, words, first.node, kind, (first.id,))
    on = f" on {len(nodes)} nodes" if len(nodes) > 1 else ""
    return Box(_range(names), f"{len(group)} {kind}s{on}", nodes[0] if len(nodes) == 1 else None, kind, tuple(names))


def _range(names: list[str]) -> str:
    """`n1:c0 – 3`: the last name without what it shares with the first, whole numbers kept."""
    first, last = names[0], names[-1]
    alike = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), 0)
    return f"{first} – {last[len(first[:alike].rstrip('0123456789')) :]}"


def _worth(view: PathView) -> float:
    # A value measured on the pair itself always beats the one of its class.
    return (view.bandwidth_bytes_per_s or 0.0) * (2.0**20 if view.own else 1.0)


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None
