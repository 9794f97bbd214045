"""Tunings of drawn launch pairs: what is asked of `tuning/acceptance.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as replace_fields
from itertools import product
from typing import Any

from msgspec.structs import replace

from builders.drawn import SIDES, a_gain, launch_pairs, together
from builders.tunings import a_rule, a_tuning, rule_line
from rankwise.tuning.acceptance import (
    Verdict,
    doubtful,
    narrowed,
    offenders,
    on_top,
    regressed,
    surely_gains,
    to_verify,
    verdict,
)
from rankwise.tuning.race import CandidateTimes
from rankwise.tuning.records import Gain, TuningLine


def _with(judged: Verdict, *gains: Gain) -> Verdict:
    return replace_fields(judged, gains=gains)


def _tuning() -> Any:
    points = [(kernel, size) for kernel in ("pingpong", "bcast", "reduce") for size in (24, 1000, 50000)]
    found: list[Any] = []
    for seed, launches, factor in product((1, 2), (2, 5, 6), (0.8, 0.99, 1.015, 1.3)):
        pairs = {point: launch_pairs(seed + at, factor if at % 2 else 1.0, launches) for at, point in enumerate(points)}
        control = {point: launch_pairs(seed + 50 + at, 1.0, launches) for at, point in enumerate(points[:-1])}
        later = {points[3]: launch_pairs(seed, 1.0, 6)}
        paired = together(pairs, control, again=launches, later=later)
        weights = {point: float(at % 3) for at, point in enumerate(points)}
        judged = [
            verdict(paired, SIDES, points),
            verdict(paired, SIDES, points[:4], weights),
            verdict(paired, SIDES, points[:1], {}),
        ]
        seen = CandidateTimes()
        for point in points:
            seen.add(point, pairs[point], None)
        found += [
            (judged, [one.regressed() for one in judged], doubtful(seen), regressed(seen), surely_gains(seen, weights))
        ]
        for line in (
            rule_line(a_rule(start=8, end=1 << 20)),
            TuningLine(id="k", why="", undo="", knobs={"env:PSM3_A": "1"}),
        ):
            slow = [a_gain("bcast", 1000, 0.8)]
            wins = _with(judged[0], a_gain("bcast", 24, factor + 0.2), a_gain("bcast", 50000, 1.2))
            found.append(narrowed(line, wins, slow))
            found.append(
                offenders(
                    slow,
                    {"a": _with(judged[0], *slow), "b": _with(judged[0], a_gain("bcast", 1000, 0.99 + seed / 100))},
                    surely=seed == 1,
                )
            )
    lines = a_tuning().lines
    rules = [
        rule_line(a_rule(start=low, end=high), f"r{low}")
        for low, high in ((8, 64), (65, 100), (4000, 9000), (1, 1 << 20))
    ]
    found += [on_top(lines, [other]) for other in (*rules, *lines)]
    for goal in ("all", "latency", "bandwidth", "collectives"):
        found.append(sorted(to_verify(replace(a_tuning(), goal=goal), 3).weights.items()))
    return found


CASES: dict[str, Callable[[], Any]] = {
    "tuning": _tuning,
}
