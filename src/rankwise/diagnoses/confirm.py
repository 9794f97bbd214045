"""What a diagnosis measures again before it accuses: times in a second start, and other ways of copying in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rankwise.core.knob_names import MCA_PREFIX
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case, CopyTrial
from rankwise.diagnoses.findings import slow_copy
from rankwise.diagnoses.look import started
from rankwise.diagnoses.table import MEASURED, findings_of
from rankwise.mpis.fabrics import fabrics

_INSIDE_NODE = ("memory", "cma", "xpmem", "knem")
_TURNS, _MOST_WAYS = 2, 2


def confirmed(case: Case, limit_s: float) -> list[Finding]:
    """The findings of a job. Those that rest on figures of its start are left out where a second start does not show
    them too."""
    findings = findings_of(case)
    if not any(finding.id in MEASURED for finding in findings):
        return findings
    again = {finding.id for finding in findings_of(started(case, limit_s))}
    return [finding for finding in findings if finding.id not in MEASURED or finding.id in again]


def with_copies(case: Case, limit_s: float) -> Case:
    """The case with other ways of copying inside a node tried, in turn with the line as it is, where large messages
    were slow; else as it was. While other processes use the CPUs nothing is tried: their turns decide such times."""
    if case.node.running or not slow_copy.suspect(case) or case.library_mpi is None:
        return case
    ways = {
        choice.name: {_variable(name): value for name, value in choice.knobs.items()}
        for choice in fabrics(case.library_mpi)
        if choice.kind != "default" and choice.reach == "node" and set(choice.expect) & set(_INSIDE_NODE)
    }
    trials = [_tried(case, name, ways[name], limit_s) for name in list(ways)[:_MOST_WAYS]]
    return replace(case, copies=tuple(trial for trial in trials if trial is not None))


def _variable(knob: str) -> str:
    return knob.removeprefix("env:").replace("mca:", MCA_PREFIX)


def _tried(case: Case, name: str, variables: dict[str, str], limit_s: float) -> CopyTrial | None:
    """None as soon as it gains too little in one of its turns."""
    gains: list[float] = []
    as_it_is = case
    for _ in range(_TURNS):
        before_s = _large_s(as_it_is)
        other_s = _large_s(started(replace(case, environ={**case.environ, **variables}), limit_s))
        if not before_s or not other_s or before_s / other_s < slow_copy.GAIN:
            return None
        gains.append(before_s / other_s)
        as_it_is = started(case, limit_s) if len(gains) < _TURNS else as_it_is
    return CopyTrial(name, variables, tuple(gains), before_s)


def _large_s(case: Case) -> float:
    pairs: Sequence[dict[int, float]] = [
        dict(pair.curve) for rank in case.ranks if (pair := rank.pairs.get("inside")) is not None
    ]
    return next((curve[slow_copy.LARGE_BYTES] for curve in pairs if slow_copy.LARGE_BYTES in curve), 0.0)
