"""The kept calls of a trace as a time line: in Chrome's trace event format, which ui.perfetto.dev shows, and as spans
for a page."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rankwise.core.grouped import grouped
from rankwise.preloads.trace.layout import COLLECTED, RECEIVED
from rankwise.tracing.records import TraceSpan
from rankwise.tracing.waiting import MOST, Events, TimedCall, calls_of, clock_shifts

_PROCESS = 0
_NS_US = 1e-3
_SPAN_RANKS, _PARTS = 32, 400
_Track = tuple[int, int]
"""A rank and its thread."""


def timeline(ranks: Sequence[Events]) -> str:
    """A track for each thread of a rank with a slice for each kept call, in microseconds since the first of them, and
    an arrow from each send to the call that completed its receive. Clocks of nodes are compared as for the waiting;
    where they cannot be, each node's own time is taken."""
    if not ranks:
        return json.dumps({"traceEvents": []}) + "\n"
    keyed, halvings, error_s = _keyed(ranks)
    since_s = min((call.began for _, call in keyed), default=0.0)
    tracks = {(events.rank, 0) for events in ranks} | {call.place for _, call in keyed}
    numbers = _numbers(tracks)
    rows = [*_tracks(numbers), *_slices(keyed, numbers, since_s), *_arrows(keyed, numbers, since_s)]
    kept = {"one_of_calls": 2**halvings, "clock_error_s": error_s if math.isfinite(error_s) else None}
    return json.dumps({"traceEvents": rows, "displayTimeUnit": "ns", "otherData": kept}, separators=(",", ":")) + "\n"


def spans(ranks: Sequence[Events]) -> tuple[tuple[TraceSpan, ...], int]:
    """For each of the first ranks the call that took most of each part of the run, parts alike in a row as one; and of
    how many calls one was kept."""
    if not ranks:
        return (), 1
    keyed, halvings, _ = _keyed(sorted(ranks, key=lambda events: events.rank)[:_SPAN_RANKS])
    calls = {(call.place, call.call, call.began, call.ended) for _, call in keyed}
    since_s = min((began for *_, began, _ in calls), default=0.0)
    part_s = (max((ended for *_, ended in calls), default=0.0) - since_s) / _PARTS
    if part_s <= 0:
        return (), 1
    inside_s: dict[tuple[int, int], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for (rank, _), name, began, ended in calls:
        first, last = int((began - since_s) / part_s), min(int((ended - since_s) / part_s), _PARTS - 1)
        for part in range(first, last + 1):
            begin_s = since_s + part * part_s
            inside_s[rank, part][name] += min(ended, begin_s + part_s) - max(began, begin_s)
    timeline: list[TraceSpan] = []
    for (rank, part), names in sorted(inside_s.items()):
        name = max(sorted(names), key=lambda name: names[name])
        began_s, ended_s = part * part_s, (part + 1) * part_s
        before = timeline[-1] if timeline else None
        if before and (before.rank, before.call) == (rank, name) and math.isclose(before.ended_s, began_s):
            began_s = timeline.pop().began_s
        timeline.append(TraceSpan(rank=rank, call=name, began_s=began_s, ended_s=ended_s))
    return tuple(timeline), 2**halvings


def _keyed(ranks: Sequence[Events]) -> tuple[list[tuple[int, TimedCall]], int, float]:
    """The calls that are kept in all ranks with their keys, how often they were halved, and the error of clocks."""
    total = sum(len(events.key) for events in ranks)
    halvings = max(*(events.halvings for events in ranks), math.ceil(math.log2(max(total / MOST, 1))))
    shifts, error_s = clock_shifts(ranks, halvings)
    return [pair for events in ranks for pair in calls_of(events, shifts[events.clock], halvings)], halvings, error_s


def _numbers(tracks: Iterable[_Track]) -> dict[_Track, int]:
    """The numbers of tracks: of the first thread of a rank that of the rank."""
    ranks = 1 + max(rank for rank, _ in tracks)
    return {(rank, thread): rank + thread * ranks for rank, thread in tracks}


def _tracks(numbers: Mapping[_Track, int]) -> Iterator[dict[str, object]]:
    several = {rank for rank, thread in numbers if thread}
    for place, track in enumerate(sorted(numbers)):
        rank, thread = track
        own = {"ph": "M", "pid": _PROCESS, "tid": numbers[track]}
        name = f"rank {rank}, thread {thread}" if rank in several else f"rank {rank}"
        yield {**own, "name": "thread_name", "args": {"name": name}}
        yield {**own, "name": "thread_sort_index", "args": {"sort_index": place}}


def _slices(
    keyed: Sequence[tuple[int, TimedCall]], numbers: Mapping[_Track, int], since_s: float
) -> Iterator[dict[str, object]]:
    """Each call once, however many messages it sent or completed."""
    messages: dict[tuple[float, _Track, str, float], int] = defaultdict(int)
    for _, call in keyed:
        messages[call.began, call.place, call.call, call.ended] += call.kind != COLLECTED
    for (began, track, name, ended), count in sorted(messages.items()):
        yield {
            **{"ph": "X", "pid": _PROCESS, "tid": numbers[track], "name": f"MPI_{name}", "cat": "mpi"},
            **{"ts": _us(began - since_s), "dur": _length_us(began, ended), "args": {"messages": count}},
        }


def _arrows(
    keyed: Sequence[tuple[int, TimedCall]], numbers: Mapping[_Track, int], since_s: float
) -> Iterator[dict[str, object]]:
    ends = grouped((key, call) for key, call in keyed if call.kind != COLLECTED)
    number = 0
    for both in ends.values():
        if len(both) != 2 or (both[0].kind == RECEIVED) == (both[1].kind == RECEIVED):
            continue
        sent, received = sorted(both, key=lambda call: call.kind)
        arrow = {"pid": _PROCESS, "name": "message", "cat": "message", "id": number}
        number += 1
        # Just before its end: an arrow belongs to the slice that encloses its time.
        arrived_us = _us(received.began - since_s) + _length_us(received.began, received.ended) - _NS_US
        yield {**arrow, "ph": "s", "tid": numbers[sent.place], "ts": _us(sent.began - since_s)}
        yield {**arrow, "ph": "f", "bp": "e", "tid": numbers[received.place], "ts": round(arrived_us, 3)}


def _length_us(began_s: float, ended_s: float) -> float:
    return max(_us(ended_s - began_s), _NS_US)  # a slice of no length is not shown


def _us(seconds: float) -> float:
    return round(seconds * 1e6, 3)
