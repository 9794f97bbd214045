"""Injections done and judged: status, cause, what was stored, what is left."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faults.plan import VERBS, Injection
from rankwise.core import process
from rankwise.core.errors import RankwiseError
from rankwise.core.records import Mpi
from rankwise.store import Store

INSIDE = Path(__file__).with_name("inside.py")
_RANKWISE = str(Path(sys.executable).with_name("rankwise"))
_LIMIT_S = 200.0
_TELLS = re.compile(
    r"died|failed|left out|second start|hang|did not finish|ended with|interrupted|not ready in time|killed"
    r"|after its last visit"
)
_CAUSES = {
    "full disk": r"full|disk", "read-only folder": r"[Rr]ead-only|readonly|unable to open",
    "folder removed": r"was removed while measuring", "small /dev/shm": r"/dev/shm", "memory limit": r"memory",
    "few open files": r"open files|Too many", "broken library": r"cannot be|truncated|no MPI|too short|not be loaded",
}  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """What became of one injection. `problems`: which promise it broke; `end`: what the command answered, in a word."""

    injection: Injection
    status: int
    end: str
    problems: tuple[str, ...]
    hit: bool
    words: str


def inject(injection: Injection, mpis: Mapping[str, Mpi]) -> Outcome:
    """Does one injection. Needs root, for mount namespaces."""
    fake = injection.what.startswith(("launcher", "broken"))
    mpi = mpis["mpich" if fake else injection.mpi]
    with tempfile.TemporaryDirectory(prefix="rankwise-faults-", dir="/var/tmp") as name:
        folder = Path(name)
        keep = folder / "results"
        env: dict[str, str] = {}
        if fake:
            env, chosen = _fake(mpi, injection.what, folder)
        else:
            chosen = mpi.name
        file = folder / "wanted.json"
        file.write_text(
            json.dumps(
                {
                    "argv": [_RANKWISE, *VERBS[injection.verb].split(), "--ranks", "2", "--mpi", chosen],
                    "env": env, "what": injection.what, "victim": injection.victim, "late": injection.late,
                    "after_s": injection.after_s, "draw": injection.number, "keep": str(keep),
                }
            )
        )  # fmt: skip
        line = ["unshare", "--mount", "--propagation", "private", sys.executable, str(INSIDE), str(file)]
        done = process.run(line, timeout_s=_LIMIT_S, env=dict(os.environ))
        if not done.ok:
            return Outcome(injection, done.returncode or 0, "not done", (done.describe(),), hit=False, words="")
        return _judged(injection, json.loads(done.stdout), keep)


def _judged(injection: Injection, seen: Mapping[str, Any], keep: Path) -> Outcome:
    status, words = int(seen["status"]), seen["out"] + seen["err"]
    hit = bool(seen["done"]) or not injection.victim
    problems = [f"left {one}" for one in seen["left"]]
    if seen["hung"]:
        problems.append("hung")
    if "Traceback (most recent" in words:
        problems.append("traceback")
    answer: dict[str, Any] = {}
    if seen["out"].strip():
        try:
            answer = json.loads(seen["out"])
        except ValueError:
            problems.append("output is no envelope")
    if hit and status not in _statuses(injection):
        problems.append(f"status {status}")
    dies = injection.victim in ("rank", "launcher") and injection.what != "SIGSTOP" and "catches" not in seen["done"]
    end = _end(injection, status, answer, words) if hit else "missed"
    if end == "nothing lost" and dies:
        end = "silent"  # what has died must be named, even where nothing was lost by it
    if end in ("silent", "unnamed"):
        problems.append(end)
    return Outcome(injection, status, end, (*problems, *_store_problems(keep, answer, injection)), hit, words[-2000:])


def _statuses(injection: Injection) -> set[int]:
    undecided = {1} if injection.verb in ("compare", "tune") else set()
    if injection.victim == "tool":
        number = signal.Signals[injection.what]
        if injection.what == "SIGKILL":
            return {-number, 0}
        if injection.what in ("SIGTERM", "SIGINT", "SIGHUP"):
            return {130, 0, *undecided} | (set() if injection.late else {-number})
        return {0, *undecided} | (set() if injection.late else {-number})
    if injection.victim:
        return {0, 4, *undecided}
    return {
        "full disk": {3, 4}, "read-only folder": {3}, "folder removed": {0, 3, 4}, "broken library": {2, 3},
        "launcher hangs": {3, 4}, "launcher prints garbage": {3, 4}, "launcher ends at once": {3, 4},
    }.get(injection.what, {0, 3, 4, *undecided})  # fmt: skip


def _end(injection: Injection, status: int, answer: Mapping[str, Any], words: str) -> str:
    """`ended by the signal`, `interrupted`, `named`, `nothing lost`, `unnamed`, or `silent`: without a word."""
    if status < 0 or status == 130:
        return "interrupted" if status == 130 else "ended by the signal"
    told = " ".join((*answer.get("warnings", ()), *_run_of(answer).get("warnings", ()), str(answer.get("error", ""))))
    cause = _TELLS if injection.victim else re.compile(_CAUSES.get(injection.what, _TELLS.pattern))
    if cause.search(told if injection.victim else words):
        return "named"
    if status not in (0, 1):
        return "unnamed"
    results = _run_of(answer).get("results", ())
    whole = all(one.get("error") is None and one.get("estimate") is not None for one in results)
    return "nothing lost" if whole else "silent"


def _run_of(answer: Mapping[str, Any]) -> dict[str, Any]:
    data = answer.get("data") or {}
    found: dict[str, Any] = data.get("run", data)
    return found


def _store_problems(keep: Path, answer: Mapping[str, Any], injection: Injection) -> list[str]:
    """Whether all that a command said is stored can be read again."""
    found: list[str] = []
    run = _run_of(answer)
    files = list(keep.glob("*.db"))
    if run.get("id") and not files and injection.what != "folder removed":
        found.append("the store is gone")
    for file in files:
        try:
            with Store.open(file, create=False) as store:
                for one in store.runs():
                    visits = store.visits(one.id)
                    if (
                        one.id == run.get("id")
                        and any(r.get("estimate") for r in run.get("results", ()))
                        and not visits
                    ):
                        found.append("samples lost")
        except RankwiseError as error:
            if injection.what != "full disk":
                found.append(f"store: {error.message}")
    return found


def _fake(mpi: Mpi, what: str, folder: Path) -> tuple[dict[str, str], str]:
    """An MPI whose launcher or library is as it should not be: environment in which it is known, and its prefix."""
    real, prefix = Path(mpi.prefix), folder / "mpi"
    for name in ("bin", "lib"):
        (prefix / name).mkdir(parents=True)
        for entry in (real / name).iterdir():
            (prefix / name / entry.name).symlink_to(entry)
    (prefix / "include").symlink_to(real / "include")
    if what == "broken library":
        for file in (prefix / "lib").glob("libmpi*.so*"):
            whole = file.resolve().read_bytes()
            file.unlink()
            file.write_bytes(whole[: len(whole) // 3])
    else:
        script = {
            "launcher hangs": "exec sleep 300", "launcher ends at once": "exit 0",
            "launcher prints garbage": "head -c 100000 /dev/urandom; printf '@rw1 12 00000000 {}'; exit 1",
        }[what]  # fmt: skip
        for name in ("mpiexec", "mpirun", "mpiexec.hydra"):
            file = prefix / "bin" / name
            file.unlink(missing_ok=True)
            file.write_text(f'#!/bin/sh\ncase "$*" in *engine*) {script} ;; esac\nexec {real}/bin/{name} "$@"\n')
            file.chmod(0o755)
    data = folder / "data/rankwise"
    data.mkdir(parents=True)
    (data / "mpis.json").write_text(json.dumps([str(prefix)]))
    return {"XDG_DATA_HOME": str(folder / "data")}, str(prefix)


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
        said = ", ".join(f"{end}: {count}" for end, count in ends.most_common())
        found.append((fault, str(len(some)), said, str(sum(bool(outcome.problems) for outcome in some))))
    return found
