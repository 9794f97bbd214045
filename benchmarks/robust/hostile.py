"""Files, folders and names that somebody could send to hurt who reads them, and what commands make of each."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.goals import Goal, Report
from benchmarks.robust.documents import ROOT
from benchmarks.robust.sandbox import Outcome
from benchmarks.robust.table import cases
from security.second_user import SecondUser, installed, second_user

_LEAST = 600
_LONGEST_S, _MOST_MB = 2.0, 1024
_QUICK = 60
_WHEEL = "RANKWISE_TEST_WHEEL"
_START_S = 1.5  # of processors, that a command line takes by itself here


def hostile(quick: bool) -> Report:
    """All cases, or every tenth of them."""
    table = range(0, len(cases()), len(cases()) // _QUICK) if quick else range(len(cases()))
    user = SecondUser()
    with tempfile.TemporaryDirectory(prefix="rankwise-first-") as name, contextlib.ExitStack() as stack:
        Path(name).chmod(0o755)
        if os.geteuid() == 0:
            user = stack.enter_context(second_user(Path(name), _program(Path(name).with_suffix(".other"), stack)))
        outcomes = outcomes_of(table, Path(name))
    wrong = [outcome for outcome in outcomes if outcome.wrong]
    slowest = max(outcomes, key=lambda outcome: outcome.cpu_s)
    largest = max(outcomes, key=lambda outcome: outcome.memory_mb)
    areas: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        areas[outcome.id.partition("/")[0]].append(outcome)
    listed = "".join(f"\n{outcome.id}: {'; '.join(outcome.wrong)}" for outcome in wrong)
    return Report(
        "Each case has a folder of its own. Compared are the files before and after, the processes that were started "
        "and left, the status and what is printed. Beside them a second user of the machine, who has the wheel that "
        f"{_WHEEL} names, tries to change what there is.{listed}",
        (
            Goal("cases that went wrong", f"{len(wrong)} of {len(outcomes)}", "none", not wrong),
            Goal("cases", str(len(outcomes)), f">= {_LEAST}", None if quick else len(outcomes) >= _LEAST),
            Goal("attempts of a second user that changed something", f"{len(user.worked)} of {user.tried}", "none",
                 not user.worked if user.tried else None),
            Goal("slowest case", f"{slowest.cpu_s} s of a processor ({slowest.id})", f"< {_LONGEST_S} s a command",
                 slowest.cpu_s < _LONGEST_S * len(slowest.statuses)),
            Goal("memory", f"{largest.memory_mb} MB ({largest.id})", f"< {_MOST_MB} MB", largest.memory_mb < _MOST_MB),
        ),
        ("area", "cases", "wrong", "slowest"),
        tuple(
            (area, str(len(of)), str(sum(bool(one.wrong) for one in of)), f"{max(one.cpu_s for one in of):.1f} s")
            for area, of in areas.items()
        ),
    )  # fmt: skip


def _program(folder: Path, stack: contextlib.ExitStack) -> Path | None:
    """The second user's rankwise; none where there is no wheel."""
    wheel = os.environ.get(_WHEEL)
    if not wheel:
        return None
    stack.callback(shutil.rmtree, folder)
    return installed(Path(wheel), folder)


def outcomes_of(numbers: Iterable[int], folder: Path | None = None, workers: int = 2) -> list[Outcome]:
    """What came of the cases of these numbers, in their order; in sandboxes below `folder`."""
    chosen = list(numbers)
    shares = [chosen[start::workers] for start in range(workers)]
    with (
        tempfile.TemporaryDirectory(prefix="rankwise-hostile-", dir=folder) as name,
        ThreadPoolExecutor(workers) as pool,
    ):
        parts = list(pool.map(_served, shares, [Path(name, str(number)) for number in range(workers)]))
    by_id = {outcome.id: outcome for part in parts for outcome in part}
    return [by_id[cases()[number].id] for number in chosen]


def _served(numbers: Sequence[int], folder: Path) -> list[Outcome]:
    folder.mkdir()
    env = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}", "OPENBLAS_NUM_THREADS": "1"}
    line = [sys.executable, "-m", "benchmarks.robust.sandbox", str(folder)]
    asked = "".join(f"{number}\n" for number in numbers)
    done = subprocess.run(line, input=asked, stdout=subprocess.PIPE, text=True, check=True, env=env, cwd=ROOT)
    return [Outcome(**json.loads(line)) for line in done.stdout.splitlines()]
