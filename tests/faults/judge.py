"""What became of an injection, judged: status, cause, what was stored, what is left."""

from __future__ import annotations

import json
import re
import signal
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faults.plan import Injection
from rankwise.core.errors import RankwiseError
from rankwise.store import Store

_TELLS = re.compile(
    r"died|failed|fails|left out|second start|hang|did not finish|ended with|interrupted|not ready in time|killed"
    r"|after its last visit|ended by|did not compile|no-launch"
)
_CAUSES = {
    "full disk": r"full|disk|make room", "read-only folder": r"[Rr]ead-only|readonly|unable to open",
    "folder removed": r"was removed while measuring", "folder unmounted": r"was removed while measuring",
    "small /dev/shm": r"/dev/shm", "memory limit": r"memory", "few open files": r"open files|Too many",
    "few processes": r"processes|threads|fork|Resource temporarily unavailable",
    "broken library": r"cannot be|truncated|no MPI|too short|not be loaded",
}  # fmt: skip
HARMLESS = ("slow folder", "slow connection", "two tools", "other clocks", "clock steps back", "clock steps forward")
"""Faults of the world that must not cost anything."""
_OVER_BUDGET = "the budget was over"
_IN_TIME = "not measured in the time there was"
BY_BUDGET = frozenset({"lost something", "silent", "unnamed", "status 4"})
"""Problems that a budget makes as well, on a slow machine."""


@dataclass(frozen=True)
class Outcome:
    """What became of one injection. `problems`: which promise it broke; `end`: what the command answered, in a word;
    `hurried`: the budget was over before all was measured."""

    injection: Injection
    status: int
    end: str
    problems: tuple[str, ...]
    hit: bool
    words: str
    took_s: float = 0.0
    hurried: bool = False


def judged(injection: Injection, seen: Mapping[str, Any], keep: Path) -> Outcome:
    """By what was seen inside."""
    if "impossible" in seen:
        return Outcome(injection, 0, "not possible here", (), hit=False, words=seen["impossible"])
    status, words = int(seen["status"]), seen["out"] + seen["err"]
    hit = bool(seen["done"]) or not injection.victim
    problems = [f"left {one}" for one in seen["left"]]
    if seen["hung"]:
        problems.append("hung")
    if "Traceback (most recent" in words and "/rankwise/cli/main.py" in words:  # else Python was still starting
        problems.append("traceback")
    answer: dict[str, Any] = {}
    if seen["out"].strip():
        try:
            answer = json.loads(seen["out"])
        except ValueError:
            problems.append("output is no envelope")
    if hit and status not in _statuses(injection):
        problems.append(f"status {status}")
    if seen["second"] not in (0, 1):
        problems.append(f"status {seen['second']} of the second tool")
    dies = injection.victim not in ("", "tool") and injection.what != "SIGSTOP" and "catches" not in seen["done"]
    end = _end(injection, status, answer, words) if hit else "missed"
    if end == "nothing lost" and dies:
        end = "silent"  # what has died must be named, even where nothing was lost by it
    if end in ("silent", "unnamed"):
        problems.append(end)
    if end == "named" and injection.what in HARMLESS:
        problems.append("lost something")
    problems += _store_problems(keep, answer, injection)
    hurried = _IN_TIME in words or _OVER_BUDGET in " ".join(_warnings(answer))
    return Outcome(injection, status, end, tuple(problems), hit, words[-2000:], float(seen["took_s"]), hurried)


def _statuses(injection: Injection) -> set[int]:
    undecided = {1} if injection.verb in ("compare", "tune", "improve") else set()
    if injection.victim == "tool":
        number = signal.Signals[injection.what]
        late = injection.moment != "start"
        if injection.what == "SIGKILL":
            return {-number, 0, *undecided}
        if injection.what in ("SIGTERM", "SIGINT", "SIGHUP"):
            return {130, 0, *undecided} | (set() if late else {-number})
        return {0, *undecided} | (set() if late else {-number})
    if injection.victim:
        return {0, 3, 4, *undecided}
    if injection.what in HARMLESS:
        return {0, *undecided}
    return {
        "full disk": {0, 3, 4, *undecided}, "read-only folder": {3}, "folder removed": {0, 3, 4},
        "broken library": {2, 3}, "folder unmounted": {0, 3, 4}, "launcher hangs": {3, 4},
        "launcher prints garbage": {3, 4}, "launcher ends at once": {3, 4},
    }.get(injection.what, {0, 3, 4, *undecided})  # fmt: skip


def _end(injection: Injection, status: int, answer: Mapping[str, Any], words: str) -> str:
    """`ended by the signal`, `interrupted`, `named`, `nothing lost`, `unnamed`, or `silent`: without a word."""
    if status < 0 or status == 130:
        return "interrupted" if status == 130 else "ended by the signal"
    # The end of a budget names no fault, but must not come by one that costs nothing.
    told = " ".join(
        warning for warning in _warnings(answer) if injection.what in HARMLESS or _OVER_BUDGET not in warning
    )
    told += f" {answer.get('error', '')}"
    if injection.verb == "trace" and (ended := (answer.get("data") or {}).get("status")):
        told += f" ended with {ended}"
    cause = _CAUSES.get(injection.what, "")
    if re.search(cause, words) if cause else _TELLS.search(told):
        return "named"
    if status not in (0, 1):
        return "unnamed"
    results = _run_of(answer).get("results", ())
    whole = all(one.get("error") is None and one.get("estimate") is not None for one in results)
    return "nothing lost" if whole else "silent"


def _warnings(answer: Mapping[str, Any]) -> tuple[str, ...]:
    return (*answer.get("warnings", ()), *_run_of(answer).get("warnings", ()))


def _run_of(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The first of an answer: `tune` answers with a list."""
    data = answer.get("data") or {}
    data = data[0] if isinstance(data, list) else data
    found: Any = data.get("run", data) if isinstance(data, dict) else {}
    return found if isinstance(found, dict) else {}


def _store_problems(keep: Path, answer: Mapping[str, Any], injection: Injection) -> list[str]:
    """Whether all that a command said is stored can be read again."""
    found: list[str] = []
    run = _run_of(answer)
    told = {r["cell"]: r["estimate"]["visits"] for r in run.get("results", ()) if r.get("estimate")}
    files = list(keep.glob("*.db"))
    gone = injection.what in ("folder removed", "folder unmounted")
    if run.get("id") and not files and not gone:
        found.append("the store is gone")
    for file in files:
        try:
            with Store.open(file, create=False) as store:
                for one in store.runs():
                    visits = Counter(visit.cell for visit in store.visits(one.id))
                    if one.id == run.get("id") and any(visits[cell] < count for cell, count in told.items()):
                        found.append("samples lost")
        except RankwiseError as error:
            if injection.what != "full disk":
                found.append(f"store: {error.message}")
    return found


def table(outcomes: Iterable[Outcome]) -> list[tuple[str, ...]]:
    """A row for each fault: how many were done, how commands ended, and how many broke a promise."""
    rows: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.hit:
            one = outcome.injection
            rows[f"{one.what} to the {one.victim}" if one.victim else one.what].append(outcome)
    found: list[tuple[str, ...]] = []
    for fault, some in sorted(rows.items()):
        ends = Counter(outcome.end for outcome in some)
        printed = ", ".join(f"{end}: {count}" for end, count in ends.most_common())
        found.append((fault, str(len(some)), printed, str(sum(bool(outcome.problems) for outcome in some))))
    return found
