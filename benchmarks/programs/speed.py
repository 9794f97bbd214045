"""How fast programs compute in one rank, beside what memory and other software allow."""

from __future__ import annotations

import time
from tempfile import TemporaryDirectory

import numpy as np
import scipy.fft

from benchmarks.goals import Goal, Report
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Mpi
from rankwise.model.robust import median
from rankwise.mpis.install import install
from rankwise.programs.job import launch_of
from rankwise.programs.records import ProgramResult
from rankwise.programs.table import find
from rankwise.programs.text import told_in
from rankwise.verbs.bench import bench

_STENCIL, _LBM, _FFT = 128, 64, 96
_ROUNDS = 5
_COPIED = {"stencil3d": 8.0, "lbm": 19 * 8.0}
"""Bytes that each cell reads once and writes once, as a copy of so many bytes does."""
_DATES, _PATHS = 16, 1 << 15


def programs_speed(quick: bool) -> Report:
    """Shares of a copy of memory, of `scipy.fft` in one thread, and of NumPy's Philox normals with `exp`."""
    mpi = install("mpich")
    rounds = 1 if quick else _ROUNDS
    rows = []
    sizes = {"stencil3d": 2 * 8 * _STENCIL**3, "lbm": 2 * 19 * 8 * _LBM**3}
    shares = {}
    for name, size in (("stencil3d", _STENCIL), ("lbm", _LBM)):
        copied = _copy_rate(mpi, sizes[name] // 2)
        figure = _figure(mpi, name, ("--size", str(size), "--seconds", "1"), rounds, "computing")
        shares[name] = figure * _COPIED[name] / copied
        rows.append((name, f"{figure:.3g} cells/s", f"copy: {copied / _COPIED[name]:.3g} cells/s"))
    transform = _figure(mpi, "fft3d", ("--size", str(_FFT), "--steps", "5"), rounds, "transforming")
    theirs = _scipy_rate(rounds)
    shares["fft3d"] = transform / theirs
    rows.append(("fft3d", f"{transform:.3g} flop/s", f"scipy.fft: {theirs:.3g} flop/s"))
    words = ("--items", "8", "--paths", str(_PATHS), "--intervals", str(_DATES))
    values, numpy_values = _figure(mpi, "asian", words, rounds, "pricing"), _numpy_rate(rounds)
    shares["asian"] = values / numpy_values
    rows.append(("asian", f"{values:.3g} values/s", f"NumPy: {numpy_values:.3g} values/s"))
    limits = {"stencil3d": 0.5, "lbm": 0.5, "fft3d": 0.8, "asian": 1.0}
    return Report(
        method=f"one rank and one thread, the middle of {rounds} runs of each, computing alone",
        goals=tuple(
            Goal(f"{name}, of {rows[at][2].partition(':')[0]}", f"{shares[name]:.2f} x", f">= {limit:g} x",
                 shares[name] >= limit)
            for at, (name, limit) in enumerate(limits.items())
        ),
        header=("program", "here", "beside"),
        rows=tuple(rows),
    )  # fmt: skip


def _figure(mpi: Mpi, name: str, words: tuple[str, ...], rounds: int, phase: str) -> float:
    """The middle of the figures of merit, of the time of one phase."""
    return median([_of_phase(_run(mpi, name, words), phase) for _ in range(rounds)])


def _of_phase(result: ProgramResult, phase: str) -> float:
    return result.work / next(part.total_s for part in result.phases if part.name == phase)


def _run(mpi: Mpi, name: str, words: tuple[str, ...]) -> ProgramResult:
    launch = launch_of(find(name), mpi, 1, words)
    done = process.run(launch.argv, env=launch.env, timeout_s=300.0)
    told = told_in(done.stdout, mpi.name, 0.0)
    if told is None or not told.result.right:
        raise MeasurementFailed("program-failed", done.describe(), "its words are above")
    return told.result


def _copy_rate(mpi: Mpi, size: int) -> float:
    """Bytes that are copied a second, by the engine's kernel."""
    with TemporaryDirectory(prefix="rankwise-") as out:
        run = bench(("copy",), (size,), mpi=mpi.name, ranks=1, budget_s=10.0, out=out)
    (result,) = run.results
    assert result.estimate is not None
    return size / result.estimate.median_s


def _scipy_rate(rounds: int) -> float:
    values = np.random.default_rng(1).random((_FFT,) * 3) + 0j
    work = 2 * 5.0 * values.size * np.log2(values.size)
    return median([work / _time_s(lambda: scipy.fft.ifftn(scipy.fft.fftn(values, workers=1), workers=1))
                   for _ in range(5 * rounds)])  # fmt: skip


def _numpy_rate(rounds: int) -> float:
    generator = np.random.Generator(np.random.Philox(1))
    count = _DATES * _PATHS
    return median([count / _time_s(lambda: np.exp(generator.standard_normal(count))) for _ in range(5 * rounds)])


def _time_s(work: object) -> float:
    begin_s = time.perf_counter()
    work()  # type: ignore[operator]
    return time.perf_counter() - begin_s
