"""What made an application faster, from one look at it to the proof."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records.base import Record
from rankwise.core.records.diagnosis import ProbedRank
from rankwise.core.records.finding import Finding
from rankwise.core.records.run import Run
from rankwise.core.records.trace import Trace
from rankwise.core.records.tuning import Tuned


class Improved(Record, frozen=True, kw_only=True):
    """What `rankwise improve` answers. `ranks`: of the short start before anything else; `findings` what was wrong with
    the job then. `trace`: one run of the program as it is, None where it could not be traced. `mpi_share`: the part of
    that run's time that ranks spent in MPI. `tuned`: the search and its proof, stored under the run `tuned.run.id`.
    `same` is the pattern of what must print equal in every run, `printed` what it found in the default's runs.
    """

    run: Run
    command: tuple[str, ...]
    answer: Literal["faster", "nothing helps", "cannot tell", "changes the output"]
    ranks: tuple[ProbedRank, ...] = ()
    findings: tuple[Finding, ...] = ()
    trace: Trace | None = None
    mpi_share: float | None = None
    tuned: Tuned | None = None
    same: str = ""
    printed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
