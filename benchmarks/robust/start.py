"""How long commands take to start: those that only answer, those that open the store, and a program with a tuning."""

from __future__ import annotations

import os
import platform
import random
import sys
import tempfile
import time
from pathlib import Path

from msgspec.structs import replace

from benchmarks.goals import Goal, Report, middle_of, of_ratio
from benchmarks.load import READS
from builders.programs import built
from builders.surveys import survey
from rankwise.apply.builds import tuned_build
from rankwise.apply.file import write
from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem
from rankwise.model.ratio import ratio
from rankwise.model.robust import median
from rankwise.mpis import catalog
from rankwise.store.runs import Store
from rankwise.tuning.records import CollectiveRule, Tuning, TuningLine

ANSWER_S, STORE_S, RUN_S = 0.3, 0.6, 0.6
BETWEEN = 0.005  # of the time between MPI_Init and MPI_Finalize
_BCAST = {"mpich": "binomial"}  # elsewhere algorithms are numbers
_ANSWERS = (("--help",), ("survey", "--help"), ("config",), ("mpi", "list"))
_STORE = (("runs", "list"), ("runs", "show", "last"))
_REPETITIONS, _ROUNDS = 15, 12


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
                times = _times_s(program, words, folder, 3 if quick else _REPETITIONS)
                name = " ".join(("rankwise", *words)).replace(f"{folder}/", "")
                middle = median(times)
                goals.append(
                    Goal(f"`{name}`", f"{middle:.2f} s", f"<= {limit_s:g} s", middle <= limit_s, middle_of(times, "s"))
                )
                rows.append((name, kind, f"{min(times):.2f} s", f"{middle:.2f} s", f"{max(times):.2f} s"))
        goals += _between(program, Path(folder), rounds=2 if quick else _ROUNDS)
    return Report(
        method=f"median wall time of {3 if quick else _REPETITIONS} starts of the installed program, files cached",
        goals=tuple(goals),
        header=("command", "kind", "min", "median", "max"),
        rows=tuple(rows),
    )


def _between(program: Path, folder: Path, rounds: int) -> list[Goal]:
    """What `rankwise run` costs a program between MPI_Init and MPI_Finalize: what of rankwise is in its ranks, and the
    time of a step that the program takes by itself, with a tuning that changes nothing and without."""
    mpi = catalog.find()
    heat = built(mpi, "heat", folder)
    default = {"env:MPIR_CVAR_BCAST_MIN_PROCS": "8"}
    nothing = TuningLine(id="nothing", why="a benchmark", undo="nothing stays", knobs=default)
    write(replace(_of_usual(), lines=(nothing,)), folder / "nothing.toml")
    launch = (str(mpi.launcher), *(("-bind-to", "core") if mpi.family == "mpich" else ()), "-n", "2")
    ways = {False: launch, True: (str(program), "run", "-q", "--tuning", str(folder / "nothing.toml"), "--", *launch)}

    def printed(tuned: bool, *words: str) -> str:
        done = process.run([*ways[tuned], *words], timeout_s=60, cwd=folder)
        if not done.ok:
            raise EnvironmentProblem("start-failed", done.describe(), "install rankwise in this environment")
        return done.stdout

    def mapped(tuned: bool) -> set[str]:
        return {line.split()[-1] for line in printed(tuned, "cat", "/proc/self/maps").splitlines() if "/" in line}

    def step_us(tuned: bool) -> float:
        return float(printed(tuned, str(heat)).partition(" us per step")[0].split()[-1])

    added = mapped(True) - mapped(False)
    order = random.Random(1)
    runs = [{tuned: step_us(tuned) for tuned in order.sample((False, True), 2)} for _ in range(rounds)]
    found = ratio([[(run[False], run[True])] for run in runs])
    return [
        Goal("libraries that `rankwise run` adds to a rank", str(len(added)), "0", not added),
        Goal(
            f"a program's step without / with `rankwise run`, {rounds} runs each",
            f"{found.ratio:.3f} ({found.low:.3f} to {found.high:.3f})",
            "within 0.995 to 1.005; told where runs differ by more",
            _inside(found.low, found.high),
            of_ratio(found),
        ),
    ]


def _inside(low: float, high: float) -> bool | None:
    """Whether an interval lies within BETWEEN of one; None when it is too wide to tell."""
    if low >= 1 - BETWEEN and high <= 1 + BETWEEN:
        return True
    return False if low > 1 + BETWEEN or high < 1 - BETWEEN else None


def _of_usual() -> Tuning:
    return Tuning(name="start", build=tuned_build(catalog.find()), machine=platform.node(), ranks=2, lines=())


def _tuning(folder: Path) -> Path:
    """A tuning of the usual MPI with a knob and, on MPICH, files of rules."""
    mpi = catalog.find()
    rule = CollectiveRule(
        collective="bcast", algorithm=_BCAST.get(mpi.family, "1"), from_bytes=8, to_bytes=4096, ranks=2
    )
    line = TuningLine(id="bcast", why="a benchmark", undo="nothing stays", rule=rule)
    write(replace(_of_usual(), lines=(line,)), folder / "tuning.toml")
    return folder / "tuning.toml"


def _times_s(program: Path, words: tuple[str, ...], folder: str, count: int) -> list[float]:
    """After a start that is not timed. To note the files that it reads costs a process some milliseconds, so the others
    do not."""
    silent = {name: value for name, value in os.environ.items() if name != READS}
    return [_time_s(program, words, folder, env) for env in (dict(os.environ), *[silent] * count)][1:]


def _time_s(program: Path, words: tuple[str, ...], folder: str, env: dict[str, str]) -> float:
    begin_s = time.perf_counter()
    done = process.run([program, *words], timeout_s=60, cwd=folder, env=env)
    took_s = time.perf_counter() - begin_s
    if not done.ok:
        raise EnvironmentProblem("start-failed", done.describe(), "install rankwise in this environment")
    return took_s
