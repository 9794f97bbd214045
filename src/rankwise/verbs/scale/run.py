"""`scale`: start-up and memory against process count, for connected and connectionless transports."""

from __future__ import annotations

import csv
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from rankwise.core import files
from rankwise.core.deadline import Deadline
from rankwise.core.errors import MeasurementFailed, RankwiseError, UsageError
from rankwise.core.grouped import grouped
from rankwise.core.records import Estimate, Mpi, Plan
from rankwise.core.settings import Setting, with_sources
from rankwise.experiment.fabrics.judge import why
from rankwise.experiment.fabrics.path import FabricOptions
from rankwise.experiment.fabrics.survey import measure_fabrics
from rankwise.experiment.paired import Series, series
from rankwise.experiment.records import Crossover, FabricPath, FabricSurvey
from rankwise.measure.idle_processes import level, memory_by_size
from rankwise.measure.provenance import new_run
from rankwise.measure.records import MessageMemory, TransportLevel
from rankwise.measure.watcher import Watcher
from rankwise.model.records import ScalingFit
from rankwise.model.scaling import LEAST_LEVELS, fit
from rankwise.mpis.fabrics import find_fabric
from rankwise.mpis.records import FabricChoice
from rankwise.placement.nets import network_of_nic
from rankwise.placement.placement import Placement
from rankwise.placement.spread import Spread, spread_over
from rankwise.store import Store, recorded
from rankwise.tuning.goals import parse_trace
from rankwise.verbs.records import PublishedScaling, ScaleReport, ScaleStarts, TransportMode, TransportScaling
from rankwise.verbs.scale import COUNTS
from rankwise.verbs.scale import choice as judge

SIZES: Final = (8, 512, 1 << 12, 1 << 14, 1 << 16, 1 << 18)
QUANTITIES: Final = ("ready_s", "connect_s", "pss_bytes", "uss_bytes", "sockets")
_BEFORE: Final = {"pss_bytes": "pss_before_bytes", "uss_bytes": "uss_before_bytes"}
"""What the same processes held before they met anybody."""
_MODES: Final[tuple[TransportMode, ...]] = ("connected", "shared", "datagram")
_MESSAGE_PROCESSES = 4
_START_S, _WATCHDOG_S = 120.0, 20.0
_LEAST_START_S = 15.0
_LEAST_S = 2.0  # for a launch that begins before its time is over
_SLOW_START = 10.0  # times what fewer processes took: it hangs
_AFTER_S, _AFTER = 30.0, 0.4  # for the race and the messages, and the most of the budget that is kept for them
_RACE = 0.7  # of that
_NO_TIME = "no time was left"
_AFTER_FAILURE = "fewer processes had failed"
PUBLISHED = Path(__file__).parents[2] / "reference" / "transport_scaling.csv"


@dataclass(frozen=True)
class ScaleOptions:
    """What a user may ask. `counts` are process counts to measure, `targets` those to project to; `histogram` an
    application's messages; `most_bytes` what connections may cost a process. `fabrics` empty: one of each mode.
    Processes are spread over the endpoints of `placement`."""

    mpi: Mpi
    placement: Placement
    counts: tuple[int, ...] = COUNTS
    targets: tuple[int, ...] = (1024, 16384)
    repetitions: int = 3
    fabrics: tuple[str, ...] = ()
    histogram: judge.Histogram | None = None
    most_bytes: int = judge.MANY_BYTES
    budget_s: float = 180.0
    race_s: float = 12.0
    out: Path = Path("rankwise-results")
    seed: int = 1
    settings: dict[str, Setting] = field(default_factory=dict)


def measure_scale(options: ScaleOptions, watcher: Watcher | None = None) -> ScaleReport:
    """Launches sleeping processes over each transport, fits and projects; stores the run, kind `scale`.

    An interrupted one reports what it has. Raises UsageError for a fabric that is not there, MeasurementFailed when no
    transport can be launched.
    """
    watcher = watcher or Watcher()
    with Store.of(options.out) as store, options.placement, ExitStack() as stack:
        watcher.phase("looking at the endpoints")
        spread = spread_over(options.placement)
        watcher.phase(f"preparing the engine for {options.mpi.name}")
        spread.placement.programs(options.mpi)
        deadline = Deadline.after(options.budget_s)
        every = spread.choices(options.mpi)
        chosen = _chosen(options, every)
        plan = Plan(name="scale", endpoints=spread.placement.endpoints, cells=(), seed=options.seed)
        told = with_sources(options.settings)
        run = new_run("scale", plan, {options.mpi.name: options.mpi}, told, spread.placement.warnings)
        recording = stack.enter_context(recorded(store, run))
        levels = _Levels(options, spread, chosen)
        race, interrupted = _Race(), False
        messages: dict[str, TransportScaling] = {}
        try:
            levels.measure(watcher, deadline.before(min(_AFTER_S, _AFTER * options.budget_s)))
            try:
                race = _race(options, spread, levels.scaling(), watcher, deadline)
            except MeasurementFailed as error:
                race = _Race(without=(f"no times of messages: {error.message}",))
            recording.run = replace(recording.run, warnings=(*recording.run.warnings, *race.without))
            for scaled in levels.scaling():
                messages[scaled.fabric] = _with_messages(
                    options, spread, scaled, chosen, watcher=watcher, deadline=deadline
                )
        except KeyboardInterrupt:
            interrupted = True
        scaling = [messages.get(scaled.fabric, scaled) for scaled in levels.scaling()]
        counts = sorted({*options.targets, *options.counts})
        fitted = tuple(
            replace(scaled, fits=_fits(scaled.levels, counts), times=race.times.get(scaled.fabric, {}))
            for scaled in scaling
        )
        report = ScaleReport(
            run=recording.ended(interrupted=interrupted),
            mpi=options.mpi.name,
            nodes=spread.placement.nodes,
            transports=fitted,
            advice=judge.advise(
                fitted,
                peers=max(counts) - 1,
                histogram=options.histogram,
                mtu_bytes=_mtu(spread, [choice for choice, _ in chosen]),
                crossover=race.crossover,
                most_bytes=options.most_bytes,
                race=race.rounds,
            ),
            missing=_missing(every),
            published=published(),
        )
        recording.keep(report)
    if interrupted and not any(scaled.levels for scaled in fitted):
        raise KeyboardInterrupt
    if not any(scaled.levels for scaled in fitted):
        raise MeasurementFailed(
            "no-transport",
            "no transport could be launched: " + "; ".join(scaled.error for scaled in fitted if scaled.error),
        )
    return report


def published() -> tuple[PublishedScaling, ...]:
    """What was published of start-up and messages at scale, each with its conditions."""
    with PUBLISHED.open() as file:
        rows = list(csv.DictReader(file))
    return tuple(
        PublishedScaling(
            quantity=row["quantity"], transport=row["transport"], bound=row["bound"], value=float(row["value"]),
            unit=row["unit"], conditions=row["conditions"],
        )
        for row in rows
    )  # fmt: skip


def read_trace(file: Path) -> judge.Histogram:
    """Message sizes of an application, from the file that `tune` takes, or from lines `size count`: a call of whatever
    kernel is a message. Raises UsageError that names the line.
    """
    text = files.read(file, "no-trace", "give a file of lines `kernel size count` or `size count`")
    counts: dict[int, float] = {}
    for _, size, count in parse_trace(text, str(file), kernels=False):
        counts[size] = counts.get(size, 0.0) + count
    return judge.Histogram(counts)


def _chosen(options: ScaleOptions, every: Sequence[FabricChoice]) -> list[tuple[FabricChoice, TransportMode]]:
    """One transport of each mode, or those that were asked for."""
    modes = [(choice, mode) for choice in every if (mode := judge.mode_of(choice))]
    if options.fabrics:
        named = [find_fabric([choice for choice, _ in modes], name) for name in options.fabrics]
        return [(choice, mode) for choice, mode in modes if choice in named]
    # Of one stack, so that nothing but the mode differs: libfabric's, where it has both, else UCX's.
    stacks = {stack: [pair for pair in modes if pair[0].name.startswith(stack)] for stack in ("ofi/", "ucx/", "")}
    for choices in stacks.values():
        if {"connected", "datagram"} <= {mode for _, mode in choices}:
            best = {mode: _first(choices, mode) for mode in _MODES if any(mode == known for _, known in choices)}
            return [(choice, mode) for mode, choice in best.items()]
    if not modes:
        raise UsageError(
            "no-transport", f"{options.mpi.name} lists no transport between processes", "see `rankwise fabrics`"
        )
    return modes[:1]


def _first(choices: Sequence[tuple[FabricChoice, TransportMode]], mode: TransportMode) -> FabricChoice:
    """The first of the mode; of libfabric's connected ones that with `ofi_rxm`, the counterpart of `ofi_rxd`."""
    names = [choice for choice, own in choices if own == mode]
    return next((choice for choice in names if "ofi_rxm" in choice.name and "tcp" in choice.name), names[0])


def _missing(every: Sequence[FabricChoice]) -> dict[str, str]:
    here = {judge.mode_of(choice) for choice in every}
    reasons = {
        "connected": "neither libfabric nor UCX lists a transport of connections here",
        "shared": "no network adapter here has connections that peers share (UCX dc, xrc)",
        "datagram": "neither libfabric (ofi_rxd) nor UCX (ud) lists datagrams here",
    }
    return {mode: words for mode, words in reasons.items() if mode not in here}


class _Levels:
    """All counts of all transports. One that fails at some count is not tried at larger ones until the next round: some
    starts hang by chance."""

    def __init__(
        self, options: ScaleOptions, spread: Spread, chosen: Sequence[tuple[FabricChoice, TransportMode]]
    ) -> None:
        self._options = options
        self._spread = spread
        self._chosen = chosen
        self._found: dict[str, list[TransportLevel]] = {choice.name: [] for choice, _ in chosen}
        self._starts: dict[str, dict[int, ScaleStarts]] = {choice.name: {} for choice, _ in chosen}  # by count
        self._each_s: dict[str, float] = {}  # what the last launch took, for each of its processes

    def measure(self, watcher: Watcher, deadline: Deadline) -> None:
        """In turn, again and again, each where it will probably end before the deadline."""
        for repetition in range(self._options.repetitions):
            gone: dict[str, str] = {}  # transports that this round is over for, with the reason
            for count in sorted(self._options.counts):
                for choice, _ in self._chosen:
                    if self._each_s.get(choice.name, 0.0) * count > deadline.left_s or deadline.over:
                        gone.setdefault(choice.name, _NO_TIME)
                    if choice.name in gone:
                        self._note(choice, count, left_out=gone[choice.name])
                        continue
                    watcher.phase(
                        f"{choice.name}: {count} processes (round {repetition + 1} of {self._options.repetitions})"
                    )
                    try:
                        self._launch(choice, count, repetition, deadline)
                    except RankwiseError as error:
                        gone[choice.name] = _NO_TIME if deadline.over else _AFTER_FAILURE
                        self._note(choice, count, _NO_TIME if deadline.over else "", None if deadline.over else error)
                    else:
                        self._note(choice, count)

    def scaling(self) -> list[TransportScaling]:
        """What was measured so far; of counts that never were, the least one with its error."""
        return [
            TransportScaling(
                fabric=choice.name, mode=mode, levels=tuple(self._found[choice.name]),
                starts=tuple(self._starts[choice.name].values()), error=self._error(choice),
            )
            for choice, mode in self._chosen
        ]  # fmt: skip

    def _note(self, choice: FabricChoice, count: int, left_out: str = "", error: RankwiseError | None = None) -> None:
        """A launch that is a level, was left out for a reason, or failed."""
        starts = self._starts[choice.name].get(count) or ScaleStarts(processes=count, measured=0)
        if left_out:
            starts = replace(starts, left_out=left_out)
        elif error is None:
            starts = replace(starts, measured=starts.measured + 1)
        else:
            hung = starts.hung + (error.code == "hung" or "not ready in time" in error.message)
            starts = replace(starts, failed=starts.failed + 1, hung=hung, why=why(error.message))
        self._starts[choice.name][count] = starts

    def _launch(self, choice: FabricChoice, count: int, repetition: int, deadline: Deadline) -> None:
        levels = self._found[choice.name]
        side = self._spread.side(self._options.mpi, choice, count)
        begin_s, most_s = time.monotonic(), max(_LEAST_S, deadline.left_s)
        start_s, watchdog_s = min(_start_limit_s(levels, count), most_s), min(_WATCHDOG_S, most_s)
        levels.append(level(side, repetition, watchdog_s=watchdog_s, start_timeout_s=start_s))
        self._each_s[choice.name] = (time.monotonic() - begin_s) / count

    def _error(self, choice: FabricChoice) -> str:
        never = [starts for starts in self._starts[choice.name].values() if not starts.measured]
        least = min(never, key=lambda starts: starts.processes, default=None)
        return f"{least.processes} processes: {least.why or least.left_out}" if least else ""


def _start_limit_s(levels: Sequence[TransportLevel], count: int) -> float:
    """How long so many processes may take to start, by what others took: some starts hang by chance."""
    usual_s = max((level.ready_s / level.processes for level in levels), default=_START_S) * count
    return min(_START_S, max(_LEAST_START_S, _SLOW_START * usual_s))


def _with_messages(
    options: ScaleOptions,
    spread: Spread,
    transport_scaling: TransportScaling,
    chosen: Sequence[tuple[FabricChoice, TransportMode]],
    *,
    watcher: Watcher,
    deadline: Deadline,
) -> TransportScaling:
    if not transport_scaling.levels:
        return transport_scaling
    if deadline.over:
        return replace(transport_scaling, error=transport_scaling.error or f"messages: {_NO_TIME}")
    watcher.phase(f"{transport_scaling.fabric}: memory against message size")
    choice = next(choice for choice, _ in chosen if choice.name == transport_scaling.fabric)
    # As many as have started: where four never did, they would not now.
    processes = min(_MESSAGE_PROCESSES, max(level.processes for level in transport_scaling.levels))
    most_s = max(_LEAST_S, deadline.left_s)
    start_s = min(most_s, _start_limit_s(transport_scaling.levels, processes))
    messages: list[MessageMemory] = []
    try:
        side = spread.side(options.mpi, choice, processes)
        messages = memory_by_size(side, SIZES, watchdog_s=min(_WATCHDOG_S, most_s), start_timeout_s=start_s)
    except RankwiseError as error:
        reason = _NO_TIME if deadline.over else why(error.message)
        return replace(transport_scaling, error=transport_scaling.error or f"messages: {reason}")
    return replace(transport_scaling, messages=tuple(messages))


@dataclass(frozen=True)
class _Race:
    """Times of two processes by size, all transports alive at the same time, and in its rounds; where connected
    overtakes datagram, or the other way; which transports are `without` times, with the reason."""

    times: Mapping[str, dict[str, Estimate]] = field(default_factory=dict)
    rounds: judge.Race = field(default_factory=dict)
    crossover: Crossover | None = None
    without: Sequence[str] = ()


def _race(
    options: ScaleOptions, spread: Spread, scaling: Sequence[TransportScaling], watcher: Watcher, deadline: Deadline
) -> _Race:
    """Raises MeasurementFailed where there is no time for it."""
    names = tuple(transport.fabric for transport in scaling if transport.levels)
    if not names or spread.ends is None:
        return _Race()
    if deadline.over:
        raise MeasurementFailed("no-time", _NO_TIME)
    asked = FabricOptions(
        [options.mpi], spread.placement, pair=spread.ends, names=names, sizes=SIZES, budget_s=options.race_s,
        deadline=deadline.first(_RACE), out=options.out, seed=options.seed,
    )  # fmt: skip
    survey = measure_fabrics(asked, Watcher(phase=watcher.phase))
    if survey.run.status == "interrupted":
        raise KeyboardInterrupt
    (path,) = survey.paths
    times = {trial.choice.name: {str(point.size_bytes): point.time for point in trial.points} for trial in path.trials}
    modes = {transport.fabric: transport.mode for transport in scaling}
    turns = [
        turn for turn in path.crossovers if {modes.get(turn.short), modes.get(turn.long)} == {"connected", "datagram"}
    ]
    reasons = {trial.choice.name: trial.reason or path.ended for trial in path.trials}
    without = [
        f"{name}: no times of messages: {reasons.get(name) or _NO_TIME}" for name in names if not times.get(name)
    ]
    return _Race(times, _rounds(options, survey, path), turns[0] if turns else None, without)


def _rounds(options: ScaleOptions, survey: FabricSurvey, path: FabricPath) -> dict[str, dict[int, Series]]:
    """The times of a race in its rounds, by transport and size."""
    with Store.of(options.out) as store:
        visits = grouped((visit.cell, visit) for visit in store.visits(survey.run.id) if visit.group == 0)
    rounds: dict[str, dict[int, Series]] = {}
    for cell in survey.run.plan.cells:
        name = cell.side.removeprefix(f"{path.mpi}:{path.source}-{path.target}:")
        rounds.setdefault(name, {})[cell.size_bytes] = series(visits.get(cell.id, []))
    return rounds


def _fits(levels: Sequence[TransportLevel], counts: Sequence[int]) -> dict[str, ScalingFit]:
    """A fit of each quantity that has enough levels."""
    fits = {}
    for quantity in QUANTITIES:
        known = [level for level in levels if getattr(level, quantity) > 0]
        points = [(level.processes, float(getattr(level, quantity))) for level in known]
        if len({count for count, _ in points}) < LEAST_LEVELS:
            continue
        bases = [(level.processes, float(getattr(level, _BEFORE[quantity]))) for level in known if quantity in _BEFORE]
        fits[quantity] = fit(points, counts, bases if all(value > 0 for _, value in bases) else ())
    return fits


def _mtu(spread: Spread, choices: Sequence[FabricChoice]) -> int | None:
    """Of the interface whose network the transports are kept on; what is known of it."""
    networks = {choice.network for choice in choices}
    for nic in spread.placement.inventory.nodes[0].nics:
        if nic.mtu and network_of_nic(nic) in networks:
            return nic.mtu
    return None
