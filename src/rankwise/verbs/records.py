"""What verbs answer that compose several stages: survey, improve, scale, study, and lists of machines."""

from __future__ import annotations

from typing import ClassVar, Literal

from rankwise.cluster.records import Machine, Origin
from rankwise.core.records import Estimate, Finding, Record, Result, Run
from rankwise.core.words import Amount, Name, PlainName, Prose, SizeBytes, Text, Whole
from rankwise.diagnoses.records import ProbedRank
from rankwise.experiment.records import Crossover
from rankwise.inventory.records import Inventory
from rankwise.maps.records import BesidePath
from rankwise.measure.records import MessageMemory, TransportLevel
from rankwise.model.records import Expected, Map, Ratio, ScalingFit, Verdict
from rankwise.tracing.records import Trace
from rankwise.tuning.records import Gain, Tuned, TuningLine

TransportMode = Literal["connected", "shared", "datagram"]
On = Literal["simulated", "lab", "here"]
StudyVerdict = Literal["input", "within", "missed", "not judged"]


class VerdictLine(Record, frozen=True, kw_only=True):
    """One thing a user cares about (latency on this class, allreduce at 8 B ...), measured, expected and judged.

    `ratio` is measured / strictest expectation (above 1 is slower than expected), with its 95 % interval. `because`
    names findings by id. `headline` lines are the few that a reader wants first; `unit` says whether a time or a rate
    tells more. `predicted_s` is what the map gives for a pattern whose messages are all under way at once; it judges
    nothing.
    """

    id: Text
    title: Text
    side: Text
    cell: Text
    measured: Estimate
    rate_bytes_per_s: float | None
    expected: tuple[Expected, ...]
    ratio: float | None
    verdict: Verdict
    because: tuple[Text, ...]
    text: Text
    headline: bool = False
    unit: Literal["time", "rate"] = "time"
    ratio_low: float | None = None
    ratio_high: float | None = None
    predicted_s: float | None = None


class Survey(Result, frozen=True, kw_only=True):
    """The answer of `rankwise survey`: the run, the map per side, the findings and the verdict; `not_looked`: what it
    could not look at; `beside` are its paths beside published ones of the same relation."""

    rows: ClassVar[str] = "lines"

    run: Run
    inventory: Inventory
    maps: dict[Text, Map]
    lines: tuple[VerdictLine, ...]
    findings: tuple[Finding, ...]
    summary: Text
    not_looked: tuple[Text, ...] = ()
    beside: tuple[BesidePath, ...] = ()


class Asked(Record, frozen=True, kw_only=True):
    """One thing that may make a program faster. `modelled`: the gain that measured paths and the trace let expect, None
    where there is no model; `measured`: whole runs beside what was in use then, None where there were none. `why` says
    why it was not taken, or not asked at all; `undecided`: it could not be asked, or more time might have shown a
    gain."""

    candidate: Text
    what: Text
    modelled: float | None = None
    measured: Ratio | None = None
    taken: bool = False
    why: Text = ""
    undecided: bool = False


_OTHER_TIMES = 1.5
"""Runs of one program that are further apart were made beside other work."""


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

    @property
    def tried_first(self) -> Gain | None:
        """What whole runs showed of the first line when it was tried, where the program as it is took so much more or
        less time then that its gain in the final runs is another question's answer."""
        tried = next((gain for gain in self.lines[0].gains if gain.kernel == "command"), None) if self.lines else None
        if tried is None or self.whole is None or self.whole.figure or min(tried.before_s, self.whole.before_s) <= 0.0:
            return None
        apart = self.whole.before_s / tried.before_s
        return tried if max(apart, 1.0 / apart) > _OTHER_TIMES else None


class ScaleStarts(Record, frozen=True, kw_only=True):
    """Launches of so many processes over a transport: those that are levels, those that failed, `hung` of them, and why
    the last of those did. `left_out`: why there were fewer than were asked for; empty where there were not."""

    processes: int
    measured: int
    failed: int = 0
    hung: int = 0
    why: Text = ""
    left_out: Text = ""


class TransportScaling(Record, frozen=True, kw_only=True):
    """One transport. `starts` by process count. `fits` by quantity: `ready_s`, `connect_s`, `pss_bytes`, `uss_bytes`.
    `times` are pingpong times of two processes by size, measured beside the others. `error` says why it was not
    measured."""

    fabric: Text
    mode: TransportMode
    levels: tuple[TransportLevel, ...] = ()
    starts: tuple[ScaleStarts, ...] = ()
    fits: dict[Text, ScalingFit] = {}
    messages: tuple[MessageMemory, ...] = ()
    times: dict[SizeBytes, Estimate] = {}
    error: Text = ""


class TransportAdvice(Record, frozen=True, kw_only=True):
    """Which mode fits an application's messages: None, and no fabric, where it cannot be told. `crossover` is where the
    connected transport becomes faster than the datagram one, None where neither was found to overtake the other; shares
    are of messages and of bytes up to the MTU. The first of `reasons` is what cannot be told, where there is such."""

    recommended: TransportMode | None
    fabric: Text
    reasons: tuple[Text, ...]
    mtu_bytes: int | None
    crossover: Crossover | None = None
    messages_up_to_mtu: float | None = None
    bytes_up_to_mtu: float | None = None


class PublishedScaling(Record, frozen=True, kw_only=True):
    """A published figure of start-up, to stand beside projections: `value` is a bound (above, below) or exact."""

    quantity: Text
    transport: Text
    bound: Text
    value: float
    unit: Text
    conditions: Text


class ScaleReport(Result, frozen=True, kw_only=True):
    """What `rankwise scale` answers. `missing` are modes that nothing here offers, with why; `nodes` those
    that processes were spread over."""

    rows: ClassVar[str] = "transports.levels"

    run: Run
    mpi: Text
    nodes: int = 1
    transports: tuple[TransportScaling, ...]
    advice: TransportAdvice | None = None
    missing: dict[Text, Text] = {}
    published: tuple[PublishedScaling, ...] = ()
    summary: tuple[Text, ...] = ()


class StudyRow(Record, frozen=True, kw_only=True):
    """A published figure and ours. An *input* was put into the machine, so that finding it again proves nothing; only
    predicted ones are judged, by the tolerance of the study. `reason` says what makes the difference, or why there is
    nothing to judge. A published range has its ends in `published` and `published_high`."""

    what: Prose
    published: Amount | None
    published_high: Amount | None = None
    found: Amount | None
    unit: Prose
    ratio: Amount | None = None
    verdict: StudyVerdict
    reason: Prose = ""
    source: Prose = ""


class Studied(Result, frozen=True, kw_only=True):
    """All figures of a study; `tolerance` is the share by which a prediction may be off, fixed before it was run."""

    rows: ClassVar[str] = "figures"

    run: Run
    name: Name
    title: Prose
    on: On
    tolerance: Amount
    figures: tuple[StudyRow, ...]
    notes: tuple[Prose, ...] = ()
    files: tuple[Prose, ...] = ()


class ListedStudy(Record, frozen=True, kw_only=True):
    """A study in a list, and where it can be made."""

    name: Name
    title: Prose
    tolerance: Amount
    on: tuple[On, ...]


class ListedMachine(Record, frozen=True, kw_only=True):
    """A shipped machine in a list: how many endpoints, over which fabrics, and how many figures it has."""

    name: PlainName
    origin: Origin
    description: Prose
    endpoints: Whole
    fabrics: tuple[Name, ...]
    figures: Whole


class PublishedRow(Record, frozen=True, kw_only=True):
    """A row of a published table, by column."""

    file: PlainName
    values: dict[Prose, Prose]


class ShownMachine(Record, frozen=True, kw_only=True):
    """A machine, and what was published of it beside its paths."""

    machine: Machine
    rows: tuple[PublishedRow, ...] = ()


class WrittenMachine(Record, frozen=True, kw_only=True):
    """The machine that an import made, and its file."""

    machine: Machine
    file: Prose
    notes: tuple[Prose, ...] = ()
