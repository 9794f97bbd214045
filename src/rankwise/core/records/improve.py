"""What made an application faster, from one look at it to the proof."""

from __future__ import annotations

from typing import ClassVar, Literal

from rankwise.core.records.base import Record
from rankwise.core.records.diagnosis import ProbedRank
from rankwise.core.records.finding import Finding
from rankwise.core.records.ratio import Ratio
from rankwise.core.records.result import Result
from rankwise.core.records.run import Run
from rankwise.core.records.trace import Trace
from rankwise.core.records.tuning import Gain, Tuned, TuningLine
from rankwise.core.words import Text


class Asked(Record, frozen=True, kw_only=True):
    """One thing that may make a program faster. `modelled`: the gain that measured paths and the trace let expect, None
    where there is no model; `measured`: whole runs beside what was in use then, None where there were none. `why` says
    why it was not taken, or not asked at all; `undecided`: more time might have shown a gain."""

    candidate: Text
    what: Text
    modelled: float | None = None
    measured: Ratio | None = None
    taken: bool = False
    why: Text = ""
    undecided: bool = False


class Unproven(Record, frozen=True, kw_only=True):
    """What looked best and was not decided. `before_s` and `after_s` are what runs without and with it showed: seconds,
    or the unit of a `figure`; `runs` of each. `file` is a tuning with it; `budget_s` a budget that may well decide, 0
    where runs differ so much that none would."""

    what: Text
    before_s: float
    after_s: float
    runs: int
    figure: bool = False
    file: Text = ""
    budget_s: float = 0.0


class Improved(Result, frozen=True, kw_only=True):
    """What `rankwise improve` answers. `ranks`: of the short start before anything else; `findings` what was wrong with
    the job then. `trace`: one run of the program as it is, None where it could not be traced. `mpi_share`: the part of
    that run's time that ranks spent in MPI. `run_s`: wall time of a run as it is; `enough_s`: a budget with which there
    is time to ask the program of every candidate. `map_words`: which map was used. `asked`: every candidate; `tuned`:
    the search for settings.

    `lines` were taken and proven: `whole` is the default beside all of them, `control` two identical sides, `without`
    all lines beside the same less one, by its id: what leaving it out costs. `dropped` says why a line that was taken
    is gone. `same` is the pattern of what must print equal in every run, `printed` what it found in the default's runs,
    `changed` what it found with the lines where that differs. `file`: the tuning, empty where none was written.
    `best`: of an open answer what looked best. `not_looked`: what was not tried or not decided.
    """

    rows: ClassVar[str] = "asked"

    run: Run
    command: tuple[Text, ...]
    answer: Literal["faster", "nothing helps", "cannot tell", "changes the output"]
    ranks: tuple[ProbedRank, ...] = ()
    findings: tuple[Finding, ...] = ()
    trace: Trace | None = None
    mpi_share: float | None = None
    run_s: float = 0.0
    enough_s: float = 0.0
    map_words: Text = ""
    asked: tuple[Asked, ...] = ()
    tuned: Tuned | None = None
    lines: tuple[TuningLine, ...] = ()
    whole: Gain | None = None
    control: Ratio | None = None
    without: dict[Text, Ratio] = {}
    dropped: dict[Text, Text] = {}
    same: Text = ""
    printed: tuple[Text, ...] = ()
    changed: tuple[Text, ...] = ()
    file: Text = ""
    best: Unproven | None = None
    not_looked: tuple[Text, ...] = ()
