"""How long commands take to start: those that only answer, those that open the store, and a program with a tuning."""

from __future__ import annotations

import platform
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.goals import Goal, Report
from builders.surveys import survey
from rankwise.apply.builds import tuned_build
from rankwise.apply.file import write
from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import CollectiveRule, Tuning, TuningLine
from rankwise.model.robust import median
from rankwise.mpis import catalog
from rankwise.store.runs import Store

ANSWER_S, STORE_S, RUN_S = 0.3, 0.6, 0.6
_BCAST = {"mpich": "binomial"}  # elsewhere algorithms are numbers
_ANSWERS = (("--help",), ("survey", "--help"), ("config",), ("mpi", "list"))
_STORE = (("runs", "list"), ("runs", "show", "last"))
_REPETITIONS = 15


def start(quick: bool) -> Report:
    """The median wall time of each command, from start to exit."""
    program = Path(sys.executable).with_name("rankwise")
    rows, goals = [], []
    with tempfile.TemporaryDirectory(prefix="rankwise-start-") as folder:
        with Store.open(Path(folder, "rankwise-results", "rankwise.db")) as store:
            one = survey(collectives=4)  # a run of 1,000 cells
            store.begin(one.run)
            store.update(one.run)
            store.put(one.run.id, "survey", one)
        tuned = ("run", "-q", "--tuning", str(_tuning(Path(folder))), "--", "true")
        process.run([program, *tuned], timeout_s=60, cwd=folder)  # the first start looks whether lines are in effect
        groups = (
            (_ANSWERS, ANSWER_S, "answers"),
            (_STORE, STORE_S, "opens the store"),
            ((tuned,), RUN_S, "starts a program"),
        )
        for commands, limit_s, kind in groups:
            for words in commands:
                times = [_time_s(program, words, folder) for _ in range(3 if quick else _REPETITIONS)]
                name = " ".join(("rankwise", *words)).replace(f"{folder}/", "")
                middle = median(times)
                goals.append(Goal(f"`{name}`", f"{middle:.2f} s", f"<= {limit_s:g} s", middle <= limit_s))
                rows.append((name, kind, f"{min(times):.2f} s", f"{middle:.2f} s", f"{max(times):.2f} s"))
    return Report(
        method=f"median wall time of {3 if quick else _REPETITIONS} starts of the installed program, files cached",
        goals=tuple(goals),
        header=("command", "kind", "min", "median", "max"),
        rows=tuple(rows),
    )


def _tuning(folder: Path) -> Path:
    """A tuning of the usual MPI with a knob and, on MPICH, files of rules."""
    mpi = catalog.find()
    rule = CollectiveRule(
        collective="bcast", algorithm=_BCAST.get(mpi.family, "1"), from_bytes=8, to_bytes=4096, ranks=2
    )
    line = TuningLine(id="bcast", why="a benchmark", undo="nothing stays", rule=rule)
    tuning = Tuning(name="start", build=tuned_build(mpi), machine=platform.node(), ranks=2, lines=(line,))
    write(tuning, folder / "tuning.toml")
    return folder / "tuning.toml"


def _time_s(program: Path, words: tuple[str, ...], folder: str) -> float:
    begin_s = time.perf_counter()
    done = process.run([program, *words], timeout_s=60, cwd=folder)
    took_s = time.perf_counter() - begin_s
    if not done.ok:
        raise EnvironmentProblem("start-failed", done.describe(), "install rankwise in this environment")
    return took_s
