"""Why an interval is so wide that its value hardly says anything, and what to do about it."""

from __future__ import annotations

from collections import Counter

from rankwise.core.records import Estimate
from rankwise.core.units import plural
from rankwise.inventory.records import Inventory
from rankwise.report import words
from rankwise.verbs.records import Survey

WIDE = 0.2
"""Half an interval beyond this share of the median is explained wherever it is shown."""
_FEW_LAUNCHES = 4  # three cannot tell a regime from an accident
_BUSY = 0.5  # waiting processes for each CPU, before anything is measured


def is_wide(estimate: Estimate) -> bool:
    return estimate.samples > 1 and (estimate.high_s - estimate.low_s) / 2 > WIDE * estimate.median_s


def why_wide(estimate: Estimate, load: str = "") -> str:
    """`2 regimes: 0.26 us in 67 % of launches, ...; only 3 launches`; empty where the interval is not wide. `load` says
    how busy the machine was."""
    if not is_wide(estimate):
        return ""
    reasons = []
    if len(estimate.regimes) > 1:
        reasons.append(f"{len(estimate.regimes)} regimes: {words.regimes(estimate)}")
    if estimate.visits < _FEW_LAUNCHES:
        reasons.append(f"only {plural(estimate.visits, 'visit')}")
    elif estimate.launches < _FEW_LAUNCHES:
        reasons.append(f"only {estimate.launches} launch{'es' if estimate.launches > 1 else ''}")
    reasons += [load] if load else []
    return "; ".join(reasons) or f"{plural(estimate.visits, 'visit')} scatter that much"


def load_words(inventory: Inventory) -> str:
    """`load 5.2 on 2 CPUs when it began` of the busiest node; empty where none was busy."""
    busy = [
        (node.load_1min / cpus, node.load_1min, cpus)
        for node in inventory.nodes
        if node.load_1min is not None and (cpus := max(1, len(node.allowed_cpus)))
    ]
    share, load, cpus = max(busy, default=(0.0, 0.0, 0))
    return f"load {load:.1f} on {plural(cpus, 'CPU')} when it began" if share > _BUSY else ""


def advice(survey: Survey) -> str:
    """What to do about a survey with wide intervals, in two sentences for its top; empty where there is none."""
    wide = [line.measured for line in survey.lines if is_wide(line.measured)]
    if not wide:
        return ""
    kinds = Counter(
        "regimes" if len(estimate.regimes) > 1 else "few" if estimate.launches < _FEW_LAUNCHES else "scatter"
        for estimate in wide
    )
    load = load_words(survey.inventory)
    if load:
        remedy = f"The machine was busy ({load}): stop other work on these CPUs and survey again"
    elif kinds["regimes"] >= max(kinds["few"], kinds["scatter"]):
        remedy = "Launches differ, so no single value holds: more --budget shows how often each happens"
    else:
        remedy = "Give more --budget, for more launches"
    return f"{wide_words(len(wide), len(survey.lines))} {remedy}."


def wide_words(wide: int, figures: int) -> str:
    """How many of all figures have a wide interval: a sentence."""
    verb = "is" if wide == 1 else "are"
    return f"{wide} of {plural(figures, 'figure')} {verb} uncertain by more than ±{100 * WIDE:g} %."
