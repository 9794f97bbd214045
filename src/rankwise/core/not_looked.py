"""What an answer could not look at, by itself: no all-clear goes beyond what was tried.

Each answer keeps these sentences in `not_looked`, and every report prints them before it says that all is well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rankwise.apply.records import TuningCheck
from rankwise.core.grouped import grouped
from rankwise.core.records import CellResult
from rankwise.core.units import few, plural
from rankwise.experiment.records import FabricPath
from rankwise.inventory.records import NodeInventory
from rankwise.model.records import Map, Path
from rankwise.verbs.records import Improved, Survey

_MOST = 4
RATES: Final = "rates and latencies: none was measured"


def of_nodes(nodes: Iterable[NodeInventory]) -> Iterator[str]:
    """Facts of nodes that a probe could not read."""
    reasons = grouped((f"{name} ({why})", node.hostname) for node in nodes for name, why in node.unknown.items())
    for words, hosts in reasons.items():
        yield f"{words} of {_few(hosts)}"


def of_map(machine: Map, *, interrupted: bool = False) -> Iterator[str]:
    """Paths without figures, what an interrupt left out, and what a map does not measure."""
    silent = [path for path in machine.paths if path.reachable and path.latency_s is None]
    if silent:
        why = next((path.error for path in silent if path.error), "no time was left")
        yield f"{plural(len(silent), 'path')} of {len(machine.paths)}: {why}"
    known = [path for path in machine.paths if path.reachable and path.latency_s is not None and path.estimates]
    sampled = {fabric.id for fabric in machine.fabrics if fabric.sampled}
    once = [path for path in known if path.fabric not in sampled and _visits(path) < 2]
    if once:
        yield f"whether {plural(len(once), 'path')} of {len(known)} are slow: each was measured once (--budget)"
    for fabric in machine.fabrics:
        if fabric.sampled:
            yield f"on {fabric.id} the paths outside of a sample: {fabric.sampled}"
    if interrupted:
        yield "what was to come when it was interrupted: suspicious paths again, size curves, what carries the bytes"
    yield "collective calls, and messages of many pairs at once (rankwise survey)"


def of_survey(survey: Survey) -> Iterator[str]:
    """Benchmark points without a figure. Figures that are too uncertain to judge were looked at: they are *unknown*."""
    yield from _unmeasured(survey.run.results, len(survey.run.plan.cells))
    if len({endpoint.node for endpoint in survey.run.plan.endpoints}) == 1:
        yield "messages between nodes (--hosts)"
    yield "the programs that will run here, and their placement (rankwise doctor -- LAUNCH LINE)"


def of_fabrics(paths: Sequence[FabricPath]) -> Iterator[str]:
    """Transports that were not measured to their end."""
    for path in paths:
        ends = f"{path.mpi}, {path.source} to {path.target}"
        if path.ended:
            yield f"{ends}: {path.ended}"
        if path.untried:
            yield f"{ends}: no time was left to try {_few(path.untried)}"
        if path.idle:
            yield f"{ends}: providers without a device here: {_few(path.idle)}"
        silent = [trial.choice.name for trial in path.trials if trial.outcome == "works" and not trial.points]
        if silent:
            yield f"{ends}: the speed of {_few(silent)}"
        launches = {point.time.launches for trial in path.trials for point in trial.points}
        if launches == {1}:
            yield f"{ends}: how far launches of one transport differ: each was launched once (--budget)"
    pairs = dict.fromkeys(f"{path.source} to {path.target}" for path in paths)
    yield f"other pairs of endpoints than {_few(list(pairs))}"


def of_tuning_check(check: TuningCheck) -> Iterator[str]:
    """Lines of which the library tells nothing."""
    for line in check.lines:
        if line.answer == "cannot tell":
            yield f"whether {line.id} is in effect" + (f": {line.evidence}" if line.evidence else "")
    yield "whether the tuning is still faster (rankwise tune verify)"


def of_improved(answer: Improved) -> Iterator[str]:
    """Candidates that were not tried or not decided."""
    for asked in answer.asked:
        if not asked.what:
            yield f"{asked.candidate}: {asked.why}"
        elif asked.undecided:
            seen = asked.measured is not None
            yield f"{asked.candidate}, {asked.what}: {'runs differ too much to tell' if seen else asked.why}"
    if answer.trace is None:
        yield "where the program spends its time in MPI: it could not be traced"


def _visits(path: Path) -> int:
    return min(estimate.visits for estimate in path.estimates.values())


def _unmeasured(results: Sequence[CellResult], planned: int) -> Iterator[str]:
    missing = planned - sum(result.estimate is not None for result in results)
    if missing > 0:
        yield f"{missing} of {planned} benchmark points: no figure"


def _few(names: Sequence[str]) -> str:
    return few(list(dict.fromkeys(names)), _MOST)
