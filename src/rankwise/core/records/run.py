"""What was measured: visits with raw samples, results with intervals, and all that is needed to understand them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone
from typing import Any, ClassVar, Literal

from msgspec.structs import asdict, replace

from rankwise.core.records.base import Record
from rankwise.core.records.launch import Mpi
from rankwise.core.records.plan import Plan
from rankwise.core.records.result import Result, flat
from rankwise.core.words import Text


class GroupTimes(Record, frozen=True, kw_only=True):
    """What one group of ranks measured in a short stay of the engine at a cell.

    `samples_s[i]` is the time of ONE call (or one way, for a pingpong) in sample i: the global time of the slowest
    rank of the group, max(end) - min(start), divided by the calls of the batch. `rank_samples_s[r]` is the mean over
    the visit of rank r's own local time per call, from which peers' averages are computed. `group` indexes
    `Cell.groups`. `pure_s` and `compute_s`: of a call that overlaps with computation, what each takes alone,
    measured in the same visit; `begin_s` and `wait_s`: the two parts of the call around the computation, on the rank
    where they are longest. `warmup_s` are the untimed-for-results batches before, `first_call_s` the very first call of
    this cell in this launch (on later visits there are none).
    """

    cell: Text
    group: int
    calls_per_sample: int
    samples_s: tuple[float, ...]
    rank_samples_s: tuple[float, ...] = ()
    warmup_s: tuple[float, ...] = ()
    first_call_s: float | None = None
    invalid_samples: int = 0
    clock_error_s: float = 0.0
    pure_s: float | None = None
    compute_s: float | None = None
    begin_s: float | None = None
    wait_s: float | None = None

    def visit(self, launch: int, round_number: int, at_s: float) -> Visit:
        """The visit to which this belongs."""
        return Visit(launch=launch, round=round_number, at_s=at_s, **asdict(self))


class Visit(GroupTimes, frozen=True, kw_only=True):
    """The same with when it was: launch, round, and seconds of the clock of who asked for it."""

    launch: int
    round: int
    at_s: float
    rss_growth_bytes: int | None = None


class Overlap(Record, frozen=True, kw_only=True):
    """How much of a nonblocking call is hidden behind computation: medians over visits of the call alone, of the
    computation alone, and of the share that each definition makes of one visit's times (`model.overlap`). `begin_s` and
    `wait_s` are what the call takes before and after the computation."""

    pure_s: float
    compute_s: float
    share: float
    imb_share: float
    osu_share: float
    begin_s: float = 0.0
    wait_s: float = 0.0
    alcf_published: float = 0.0


class Regime(Record, frozen=True, kw_only=True):
    """One of several levels at which a cell was found: the share of launches (or visits) and its median."""

    share: float
    median_s: float
    scope: Literal["launch", "visit"]


Stop = Literal["precision", "budget", "interrupted", "failed", "single"]


class Estimate(Record, frozen=True, kw_only=True):
    """A cell in numbers: median time of one call with its 95 % interval over visits and launches.

    `p95_s` and `p99_s` are of samples, each the mean of a batch of calls: the tail of single calls is longer. `stop`
    says why measuring ended; `regimes` has two or more entries when one median would lie.
    """

    median_s: float
    low_s: float
    high_s: float
    min_s: float
    mean_s: float
    p95_s: float
    p99_s: float
    slowest_rank: int | None
    visits: int
    launches: int
    samples: int
    stop: Stop
    regimes: tuple[Regime, ...] = ()
    effective_launches: float | None = None


class Impact(Record, frozen=True, kw_only=True):
    """How many times as long a call takes under a load as without, round by round of the same launches, with the 95 %
    interval."""

    ratio: float
    low: float
    high: float


class CellResult(Record, frozen=True, kw_only=True):
    """A cell, its estimate, and the derived figures. `error` is set when it could not be measured.

    Of several groups at the same time the estimate is of the slowest one, and `group_medians_s` has the median of each.
    `imb_avg_s`, `imb_max_s` and `osu_avg_s` are what IMB and OMB would print; None where their calls follow each other
    otherwise than these did. `refused_visits` do not count, because clocks of ranks were known too badly. `impact` is
    of a cell under a load, where it was measured without as well.
    """

    cell: Text
    estimate: Estimate | None = None
    rate_bytes_per_s: float | None = None
    messages_per_s: float | None = None
    first_call_s: float | None = None
    warmup_calls: int | None = None
    imb_avg_s: float | None = None
    imb_max_s: float | None = None
    osu_avg_s: float | None = None
    group_medians_s: tuple[float, ...] = ()
    overlap: Overlap | None = None
    refused_visits: int = 0
    error: Text | None = None
    impact: Impact | None = None


class RankFacts(Record, frozen=True, kw_only=True):
    """What one rank said of itself when it started. Times in seconds, memory in bytes."""

    rank: int
    host: Text
    pid: int
    cpus: tuple[int, ...]
    init_s: float
    rss_before_init_bytes: int
    rss_after_init_bytes: int
    clock_read_s: float
    arch: Text
    clock_domain: Text


class LaunchFacts(Record, frozen=True, kw_only=True):
    """One launch of the engine: its command line as run, how long it took to be ready, what each rank said. `refused`
    counts connections to its control channel that were not of its ranks, by reason."""

    index: int
    side: Text
    argv: tuple[Text, ...]
    env: dict[Text, Text]
    started_at: Text
    ready_s: float
    library_version: Text
    engine: Text
    ranks: tuple[RankFacts, ...]
    error: Text | None = None
    refused: dict[Text, int] = {}


class StartUp(Record, frozen=True, kw_only=True):
    """What it costs one side to begin, as medians over its launches: until all ranks are ready (`ready_s`), inside
    MPI_Init, the first and the second message to a peer (one way), memory of a rank after MPI_Init and per peer."""

    side: Text
    launches: int
    ready_s: float
    init_s: float
    first_message_s: float | None
    second_message_s: float | None
    init_bytes: int
    connection_bytes: int | None


class Provenance(Record, frozen=True, kw_only=True):
    """Who measured what, where and with which software. `process` names the process that measures, for
    `core.owner`."""

    rankwise_version: Text
    engine_source_hash: Text
    command: tuple[Text, ...]
    cwd: Text
    user: Text
    hostname: Text
    started_at: Text
    finished_at: Text | None = None
    process: Text = ""
    setup_s: float = 0.0
    measuring_s: float = 0.0
    settings: dict[Text, Text] = {}


RunStatus = Literal["running", "finished", "interrupted", "failed", "lost"]


class Run(Result, frozen=True, kw_only=True):
    """What one command measured. Raw visits live beside it in the store.

    `status` is `failed` when a launch or a cell failed; whatever else was measured is there. `lost`: the process that
    measured is gone without a word (SIGKILL, a power cut); what it had stored is there.
    """

    rows: ClassVar[str] = "results"

    id: Text
    kind: Text
    provenance: Provenance
    plan: Plan
    mpis: dict[Text, Mpi]
    launches: tuple[LaunchFacts, ...] = ()
    results: tuple[CellResult, ...] = ()
    startup: tuple[StartUp, ...] = ()
    status: RunStatus = "running"
    warnings: tuple[Text, ...] = ()

    def ended(
        self, measuring_s: float, *, setup_s: float | None = None, interrupted: bool = False, failed: bool = False
    ) -> Run:
        """The run as it ends now: interrupted, with something that failed, or finished; with the time of its set-up
        where that is told."""
        known = {} if setup_s is None else {"setup_s": setup_s}
        finished_at = datetime.now(timezone.utc).isoformat(timespec="seconds")
        return replace(
            self,
            provenance=replace(self.provenance, measuring_s=measuring_s, finished_at=finished_at, **known),
            status="interrupted" if interrupted else "failed" if failed else "finished",
        )

    def _rows(self) -> Iterator[dict[str, Any]]:
        cells = {cell.id: cell for cell in self.plan.cells}
        for result in self.results:
            yield {**flat(cells[result.cell]), **flat(result)}


class RunSummary(Record, frozen=True, kw_only=True):
    """A stored run as a list shows it; `cells` were planned."""

    id: Text
    kind: Text
    status: Text
    started_at: Text
    hostname: Text
    mpis: tuple[Text, ...]
    cells: int
