"""Faults at drawn moments: does every command end as it should, name the cause, keep what it stored, leave nothing?"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from benchmarks.goals import Report, share_goal
from faults.campaign import campaign
from faults.judge import Outcome, table
from faults.plan import VERBS, drawn
from rankwise.mpis.install import install

SEED = 1
_QUICK, _ALL = 40, 2000
_NAMED = 0.98
_KEPT = "RANKWISE_FAULTS_KEPT"


def faults(quick: bool) -> Report:
    """The plan of seed 1: 40 injections of the short verbs, or 2,000 of all verbs. With a file in RANKWISE_FAULTS_KEPT
    outcomes are kept there, and those that it has are not done again."""
    if quick:
        with campaign(install) as here:
            return reported(here.inject_all(drawn(SEED, number) for number in range(_QUICK)))
    kept = Path(os.environ[_KEPT]) if _KEPT in os.environ else None
    known = read(kept) if kept and kept.exists() else {}
    numbers = [number for number in range(_ALL) if number not in known]
    with campaign(install) as here:
        for outcome in here.inject_all(drawn(SEED, number, tuple(VERBS)) for number in numbers):
            known[outcome.injection.number] = outcome
            if kept:
                with kept.open("ab") as file:
                    file.write(msgspec.json.encode(outcome) + b"\n")
    return reported(known[number] for number in sorted(known))


def read(file: Path) -> dict[int, Outcome]:
    """Outcomes that were kept."""
    lines = [msgspec.convert(json.loads(line), Outcome) for line in file.read_text().splitlines()]
    return {outcome.injection.number: outcome for outcome in lines}


def reported(done: Iterable[Outcome]) -> Report:
    """The promises, and how many injections kept each."""
    outcomes = list(done)
    hit = [outcome for outcome in outcomes if outcome.hit]
    unnamed = sum(outcome.end in ("unnamed", "silent") for outcome in hit)
    counted = {
        "no traceback, no other status than it should be": ("status", "traceback", "output", "hung", "lost"),
        "all stores readable, no sample lost that was stored": ("store", "samples", "the store"),
        "nothing left (processes, sockets, /dev/shm, /tmp, links, mounts, control groups)": ("left",),
    }
    goals = [
        share_goal(what, len(hit) - bad, len(hit), "all", bad == 0)
        for what, words in counted.items()
        for bad in [sum(any(problem.startswith(words) for problem in outcome.problems) for outcome in hit)]
    ]
    named = len(hit) - unnamed
    goals.append(share_goal("cause named, or nothing lost", named, len(hit), ">= 98 %", named >= _NAMED * len(hit)))
    broken = [f"{outcome.injection.name}: {', '.join(outcome.problems)}" for outcome in outcomes if outcome.problems]
    return Report(
        f"{len(outcomes)} injections of seed {SEED} (`tests/faults/plan.py`), {len(hit)} of which took effect: the "
        "others found no process that they could be sent to." + (" Broken: " + "; ".join(broken) if broken else ""),
        tuple(goals),
        ("fault", "done", "how commands ended", "promises broken"),
        tuple(table(outcomes)),
    )
