"""`rankwise doctor --run -- srun ...`: jobs that fail under Slurm, and what their words alone tell as a log."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from benchmarks.goals import Report, share_goal
from benchmarks.labs import RANKWISE
from builders.slurm import allocated, slurm_of_one_node
from builders.srun_failures import FAILING, Failing, programs
from rankwise.core import process
from rankwise.logs.judge import findings_of
from rankwise.logs.reader import Reader
from rankwise.mpis.install import install

_ROOT = Path(__file__).parents[2]
_SOURCE = "tests/mpis/failing.c"
_QUICK, _LIMIT_S = 4, 200.0


def doctor_srun(quick: bool) -> Report:
    """Each job once, under a Slurm of one node. Quick: four of them, none of which lasts."""
    mpi = install("mpich")
    kinds = [kind for kind, job in FAILING.items() if not (quick and job.lasts)][: _QUICK if quick else None]
    rows: list[tuple[str, Failing, str, str]] = []
    with tempfile.TemporaryDirectory(prefix="rankwise-srun-") as name:
        folder = Path(name)
        programs(mpi, _ROOT / _SOURCE, folder)
        (folder / "slurm").mkdir()
        with slurm_of_one_node(folder / "slurm") as host:
            for kind in kinds:
                job = FAILING[kind]
                with ExitStack() as stack:
                    variables = stack.enter_context(allocated(host)) if job.allocated else {}
                    rows.append((kind, job, *_told(job, folder, variables)))
    right = [kind for kind, job, told, _ in rows if told == job.first]
    logs = [(kind, words == job.first) for kind, job, _, words in rows if not job.start]
    good = sum(well for _, well in logs)
    return Report(
        method=(
            f"MPICH {mpi.version} under Slurm with one node: two ranks of which one fails, or a line that Slurm "
            "refuses. Right: the first finding of `doctor --run` is the cause; and that of `doctor --log` which gets "
            "the words of the same job"
        ),
        goals=(
            share_goal("failures under srun, cause first", len(right), len(rows), ">= 90 %",
                       len(right) >= 0.9 * len(rows)),
            share_goal("the same by their words alone", good, len(logs), ">= 90 %", good >= 0.9 * len(logs)),
        ),
        header=("failure", "must be told", "told", "by its words"),
        rows=tuple(
            (kind, job.first, told or "nothing", "-" if job.start else words or "nothing")
            for kind, job, told, words in rows
        ),
    )  # fmt: skip


def _told(job: Failing, folder: Path, variables: Mapping[str, str]) -> tuple[str, str]:
    """The first finding of a job that is started, or of its probe; and of what it printed, read as a log."""
    how = ["--limit", "60s"] if job.start else ["--run", "--limit", "0s"]
    words = [RANKWISE, "doctor", "-q", "--json", "--out", str(folder / "out"), *how, "--", *job.line(folder)]
    done = process.run(words, timeout_s=_LIMIT_S, env={**os.environ, **variables})
    answer = json.loads(done.stdout) if done.stdout.startswith("{") else {}
    told = answer["data"]["findings"] if answer.get("ok") else []
    reader = Reader()
    reader.feed(done.stderr.encode())
    reader.end_file()
    read = findings_of(reader.ended())
    return told[0]["id"] if told else "", read[0].id if read else ""
