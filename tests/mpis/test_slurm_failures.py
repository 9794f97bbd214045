"""Jobs that fail under srun, each in its own way: `doctor --run` tells the cause first."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

import rankwise
from builders.srun_failures import FAILING, programs
from rankwise.core.records import Mpi

pytestmark = [pytest.mark.slurm, pytest.mark.mpi(2)]
_SOURCE = Path(__file__).with_name("failing.c")
_LONG_S = 60.0  # for a start that other processes delay


@pytest.fixture
def folder(mpich: Mpi, tmp_path: Path) -> Path:
    programs(mpich, _SOURCE, tmp_path)
    return tmp_path


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.thorough("it takes a minute")) if job.lasts else kind
        for kind, job in FAILING.items()
    ],
)
def test_why_a_job_fails_under_srun_is_told_first(
    kind: str, folder: Path, slurm: str, request: pytest.FixtureRequest
) -> None:
    job = FAILING[kind]
    if job.allocated:
        request.getfixturevalue("allocation")
    told = rankwise.doctor(job.line(folder), run=not job.start, limit_s=_LONG_S * job.start, out=folder / "out")
    assert told.findings[0].id == job.first, [finding.title for finding in told.findings]
    assert job.says in " ".join(item.observation for item in told.findings[0].evidence) + told.findings[0].title


def test_the_line_that_mends_lone_ranks_has_a_pmi_that_their_library_speaks(folder: Path, slurm: str) -> None:
    """MPICH of PyPI speaks PMI-1 and PMI-2; with PMIx, which was proposed, it aborts."""
    job = FAILING["no PMI"]
    (alone,) = rankwise.doctor(job.line(folder), limit_s=_LONG_S, out=folder / "out").findings[:1]
    assert alone.id == "singletons"
    (line,) = (fix.line for fix in alone.fixes if fix.launcher == "srun")
    mended = rankwise.doctor(shlex.split(line), limit_s=_LONG_S, out=folder / "out")
    assert [rank.world for rank in mended.ranks] == [2, 2], line
