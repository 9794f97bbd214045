"""Faults at drawn moments: does every command end as it should, name the cause, keep what it stored, leave nothing?"""

from __future__ import annotations

from benchmarks.goals import Goal, Report, share
from faults.campaign import inject, table
from faults.plan import MPIS, VERBS, WORLDS, drawn
from rankwise.mpis.install import install

SEED = 1
_QUICK, _ALL = 40, 2000
_NAMED = 0.98


def faults(quick: bool) -> Report:
    """The plan of seed 1: 40 injections of the short verbs, or 2,000 of all."""
    mpis = {name: install(name) for name in MPIS}
    if quick:
        outcomes = [inject(drawn(SEED, number), mpis) for number in range(_QUICK)]
    else:
        outcomes = [inject(drawn(SEED, number, tuple(VERBS), WORLDS), mpis) for number in range(_ALL)]
    hit = [outcome for outcome in outcomes if outcome.hit]
    unnamed = sum(outcome.end in ("unnamed", "silent") for outcome in hit)
    counted = {
        "no traceback, no other status than it should be": ("status", "traceback", "output", "hung"),
        "all stores readable, no sample lost that was stored": ("store", "samples", "the store"),
        "nothing left (processes, /dev/shm, /tmp)": ("left",),
    }
    goals = [
        Goal(what, share(len(hit) - bad, len(hit)), "all", bad == 0)
        for what, words in counted.items()
        for bad in [sum(any(problem.startswith(words) for problem in outcome.problems) for outcome in hit)]
    ]
    named = len(hit) - unnamed
    goals.append(Goal("cause named, or nothing lost", share(named, len(hit)), ">= 98 %", named >= _NAMED * len(hit)))
    broken = [f"{outcome.injection.name}: {', '.join(outcome.problems)}" for outcome in outcomes if outcome.problems]
    return Report(
        f"Injections 0 to {len(outcomes) - 1} of seed {SEED} (`tests/faults/plan.py`), {len(hit)} of which "
        "found a process that they could be sent to." + (" Broken: " + "; ".join(broken) if broken else ""),
        tuple(goals),
        ("fault", "done", "how commands ended", "promises broken"),
        tuple(table(outcomes)),
    )
