"""Classes of a sampled map: what the representatives say, what the random checks add, what was found slow."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec.structs import replace

from rankwise.core.records import Endpoint
from rankwise.core.units import few
from rankwise.model.mapping import Pair, PairTimes, classes_of
from rankwise.model.records import Path, PathClass
from rankwise.model.sampling import SlowSpot

_NAMED = 3
_ALWAYS = 0.99


def classes_of_sample(
    paths: Sequence[Path],
    measured: PairTimes,
    endpoints: Mapping[str, Endpoint],
    relation: Callable[[Endpoint, Endpoint], str],
    *,
    representatives: Collection[Pair],
    suspects: Sequence[SlowSpot[str]],
    unsteady: bool = False,
) -> tuple[PathClass, ...]:
    """Classes are made of representatives, which were visited often enough to be told apart. Every other path that is
    not slow goes to the class of its relation; suspects are exceptions there. Among `unsteady` measurements those that
    are not always slow only look so."""
    # A small message goes there and back, so that what is slow one way is seen the other way too.
    slow = {way for suspect in suspects for a, b in suspect.pairs for way in ((a, b), (b, a))}
    ports = {suspect.endpoint for suspect in suspects if suspect.kind == "port"}
    slow |= {(path.source, path.target) for path in paths if ports & {path.source, path.target}}
    pairs = {(path.source, path.target): path for path in paths}
    chosen = [path for pair, path in pairs.items() if pair in representatives and pair not in slow]
    classes = classes_of(chosen, measured, endpoints, relation)
    votes: dict[str, Counter[int]] = defaultdict(Counter)
    for index, path_class in enumerate(classes):
        for pair in path_class.paths:
            votes[_relation(pair, endpoints, relation)][index] += 1
    home = {name: counts.most_common(1)[0][0] for name, counts in votes.items()}
    further: dict[int, list[Pair]] = defaultdict(list)
    known = {pair for path_class in classes for pair in path_class.paths}
    for pair in pairs:
        name = _relation(pair, endpoints, relation)
        if pair not in known and pair not in slow and name in home:
            further[home[name]].append(pair)
    exceptions: dict[int, list[str]] = defaultdict(list)
    suspected: dict[int, list[str]] = defaultdict(list)
    for suspect in suspects:
        name = _relation(suspect.pairs[0], endpoints, relation)
        told = suspected if unsteady and suspect.share < _ALWAYS else exceptions
        told[home.get(name, 0)].append(_words(suspect, name))
    return tuple(
        replace(
            path_class,
            paths=(*path_class.paths, *further[index]),
            exceptions=(*path_class.exceptions, *exceptions[index]),
            suspected=(*path_class.suspected, *suspected[index]),
        )
        for index, path_class in enumerate(classes)
    )


def _words(suspect: SlowSpot[str], relation: str) -> str:
    """In the form of every exception: `a -> b: ...`, or `a -> *` where a port is slow."""
    how = "is unreachable or hangs" if suspect.factor == float("inf") else f"takes {suspect.factor:.2g} times as long"
    usually = f"as {relation} usually does"
    usually += f" in {suspect.share:.0%} of its measurements" if suspect.share < _ALWAYS else ""
    if suspect.kind == "port":
        sends = all(pair[0] == suspect.endpoint for pair in suspect.pairs)
        way = f"{suspect.endpoint} -> *" if sends else f"* -> {suspect.endpoint}"
        return f"{way}: {how} {usually}, with {len(suspect.pairs)} others tried: a slow port"
    first, *others = [f"{a} -> {b}" for a, b in suspect.pairs]
    also = f", and so do {few(others, _NAMED)}" if others else ""
    return f"{first}: {how} {usually}{also}: a slow cable or switch on their way"


def _relation(pair: Pair, endpoints: Mapping[str, Endpoint], relation: Callable[[Endpoint, Endpoint], str]) -> str:
    return relation(endpoints[pair[0]], endpoints[pair[1]])
