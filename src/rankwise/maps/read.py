"""A map that is there already: in a file, in a stored run, or declared by a plan."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rankwise.core.errors import UsageError
from rankwise.core.files import exists, is_folder
from rankwise.core.options import Option, Out

if TYPE_CHECKING:
    from rankwise.core.records import Run
    from rankwise.model.records import Curve, Map
    from rankwise.store import Store

_MACHINES = "`rankwise machine list` names the machines that ship"

Source = Annotated[str | Path, Option("Map file, cluster.toml, id of a run, or `last`.", metavar="MAP")]


def read_map(
    machine: Source,
    out: Out = None,
    *,
    endpoints: Annotated[
        str, Option("Only endpoints of the map with such names: 'c*-mic*'.", "--endpoints", metavar="NAMES")
    ] = "",
) -> Map:
    """The map of a file, of a cluster plan or machine (.toml), of a shipped machine by its name, or of a stored run:
    its id, or `last`, the last that has a map; of the `endpoints` with such names alone (`c*-mic*`).

    Raises UsageError where there is none.
    """
    known = _read(str(machine), out)
    if not endpoints:
        return known
    from rankwise.model.machine import subset

    return subset(known, endpoints)


def stored_maps(store: Store) -> Iterator[tuple[Run, Map]]:
    """The maps that were finished, the latest first, each with its run."""
    from rankwise.model.records import Map

    for summary in reversed(store.runs()):
        if summary.kind == "map" and summary.status == "finished":
            run = store.load(summary.id)
            machine = store.get(run.id, "map", Map)
            if machine is not None and run.mpis:
                yield run, machine


def latest(out: str | Path | None) -> str:
    """The id of the last run that has a map: `last` names another one after the next. Raises UsageError."""
    from rankwise.core import settings
    from rankwise.model.records import Map
    from rankwise.store import Store

    with Store.of(settings.folder(out), create=False) as store:
        return store.answered("last", Map)[0].id


def _read(source: str, out: str | Path | None) -> Map:
    from rankwise.cluster.machine_map import to_map as machine_map
    from rankwise.cluster.plan import read_plan
    from rankwise.cluster.plan_map import to_map
    from rankwise.cluster.reference import is_machine_name, like, machine_named
    from rankwise.core import files, settings
    from rankwise.core.bounded import LIMITS
    from rankwise.core.records import decode
    from rankwise.model.records import Map
    from rankwise.store import Store

    if is_machine_name(source):
        return machine_map(machine_named(source))
    file = Path(source)
    if file.suffix == ".toml":
        return to_map(read_plan(file))
    if file.suffix == ".json" or (exists(file) and not is_folder(file)):
        data = files.load(file, "no-map", "name a map, a plan or a run", most_bytes=LIMITS["record"])
        return _sound(decode(Map, data, source=source), source)
    try:
        with Store.of(settings.folder(out), create=False) as store:
            run, answer = store.answered(source, Map if source == "last" else None)
    except UsageError as error:
        near = like(source)
        error.hint = f"do you mean the machine {near}?" if near else f"{error.hint}; {_MACHINES}"
        raise
    if not isinstance(answer, Map):
        told = "no run here is of `map`" if source == "last" else f"run {run.id} is of `{run.kind}`, and has no map"
        raise UsageError("no-map", told, "`rankwise map` measures one")
    return _sound(answer, f"the map of run {run.id}")


def _sound(machine: Map, source: str) -> Map:
    """The map, when its paths lead between its endpoints and share only what it has."""
    from collections import Counter

    from rankwise.core.sharing import unsound

    through = {
        **{f"paths[{index}].through": path.through for index, path in enumerate(machine.paths) if path.through},
        **{f"classes[{index}].through": item.through for index, item in enumerate(machine.classes) if item.through},
    }
    places = {name for end in machine.endpoints for name in (end.id, end.node, *end.switches)}
    ends = Counter(end.id for end in machine.endpoints)
    problems = [f"endpoints: '{name}' is there {count} times" for name, count in ends.items() if count > 1]
    pairs = {
        **{f"paths[{index}]": [(path.source, path.target)] for index, path in enumerate(machine.paths)},
        **{f"classes[{index}].paths": item.paths for index, item in enumerate(machine.classes)},
    }
    unknown = {name: field for field, of in pairs.items() for pair in of for name in pair if name not in ends}
    problems += [f"{field}: there is no endpoint '{name}'" for name, field in unknown.items()]
    curves = {f"classes[{index}].curve": item.curve for index, item in enumerate(machine.classes) if item.curve}
    problems += [f"{field}: sizes that rise, each with times above 0" for field, curve in curves.items() if _odd(curve)]
    if problems := problems + unsound(machine.resources, through, places):
        listed = "".join(f"\n  - {problem}" for problem in problems)
        raise UsageError("bad-map", f"{source} is not a sound map:{listed}", "mend the fields named above")
    return machine


def _odd(curve: Curve) -> bool:
    """Whether a curve is none: nothing in it, sizes that do not rise, other numbers of times, times of 0."""
    sizes, times = curve.sizes_bytes, (curve.median_s, curve.low_s, curve.high_s)
    rises = all(low < high for low, high in itertools.pairwise(sizes))
    return not (sizes and sizes[0] >= 0 and rises and all(len(of) == len(sizes) and min(of) > 0.0 for of in times))
