"""What is computed of measured times: ratios, expected values, projections, and the map of a machine."""

from __future__ import annotations

import math
from typing import ClassVar, Final, Literal

from msgspec.structs import replace

from rankwise.core.records import Endpoint, Estimate, Finding, Forwarding, Record, Resource, Result
from rankwise.core.words import BytesPerSecond, Latency, PlainName, Prose, Text

Answer = Literal["faster", "slower", "same", "cannot tell"]
_OPPOSITE: Final[dict[Answer, Answer]] = {
    "faster": "slower",
    "slower": "faster",
    "same": "same",
    "cannot tell": "cannot tell",
}
Verdict = Literal["good", "slow", "cannot tell"]


class Ratio(Record, frozen=True, kw_only=True):
    """Time of A over time of B for one cell (A before, B after: above 1, B is faster), over co-resident launch pairs.

    `low` and `high` bound the 95 % interval of the ratio between other launch pairs. `p_value` is for "no difference".
    `answer` says what B is beside A: `same` means that the whole interval lies within `margin` (0.02 is 2 %) of 1; when
    no difference was found but the interval is wider, it is `cannot tell`. `adjusted_p` is the p-value after control
    of the false-discovery rate over all comparisons that were decided together.
    """

    ratio: float
    low: float
    high: float
    p_value: float
    launch_pairs: int
    visit_pairs: int
    margin: float
    answer: Answer
    adjusted_p: float | None = None

    @property
    def half_width(self) -> float:
        """Half the interval of its logarithm; 0 where there is none."""
        return math.log(self.high / self.low) / 2 if 0.0 < self.low < self.high else 0.0

    def inverse(self) -> Ratio:
        """The same pairs, seen from the other side: time of B over time of A."""
        return replace(self, ratio=1 / self.ratio, low=1 / self.high, high=1 / self.low, answer=_OPPOSITE[self.answer])


class ExpectedPart(Record, frozen=True, kw_only=True):
    """A measured time that an expectation is made of, taken `times` times. `side` empty: the side that is judged."""

    kernel: Text
    size_bytes: int
    ranks: int
    times: float = 1.0
    side: Text = ""


class Expected(Record, frozen=True, kw_only=True):
    """What a line should reach and why. `basis`: copy-bandwidth, composition, monotony, best-mpi, sibling, experiment.

    `high_s` is the upper end of the interval of an expectation that was itself measured: only beyond it is slow.
    `ratio` (measured / expected, with its 95 % interval) is there when both were measured in the same rounds of the
    same launches: it is far steadier than either, and then decides.
    """

    basis: Text
    time_s: float
    explanation: Text
    high_s: float | None = None
    parts: tuple[ExpectedPart, ...] = ()
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None


class Projection(Record, frozen=True, kw_only=True):
    """A fitted quantity at a process count, with its 95 % interval; `extrapolated` beyond ten times what was
    measured."""

    processes: int
    value: float
    low: float
    high: float
    extrapolated: bool

    @property
    def is_known(self) -> bool:
        """Whether the interval says anything: within a factor of ten."""
        return self.high <= 10 * self.low


class ScalingFit(Record, frozen=True, kw_only=True):
    """A quantity against process count n: `form` (`a + b n`) with its coefficients in order, the relative standard
    error of one level, the medians it was fitted to as (processes, value), and projections. `held_out` is what all
    counts but the largest project for the largest; None where too few are left for it. `grown`: form and coefficients
    are of the growth in one process, by its peers n, since it met nobody."""

    form: Text
    coefficients: tuple[float, ...]
    relative_error: float
    largest: int
    points: tuple[tuple[int, float], ...]
    projections: tuple[Projection, ...] = ()
    held_out: Projection | None = None
    grown: bool = False


class Fabric(Record, frozen=True, kw_only=True):
    """One named transport. `evidence` says how the name is known (library's word, byte counters, declared);
    `sampled` what a map of few pairs promises to see, empty when all pairs were measured. `slowdown`: how many times a
    lab stretches its times, 1 where nothing is emulated."""

    id: Prose
    kind: Prose
    description: Prose
    evidence: Prose = ""
    sampled: Prose = ""
    slowdown: float = 1.0


class Path(Record, frozen=True, kw_only=True):
    """An ordered pair of endpoints over one fabric. `estimates` is keyed by message size in bytes, as text.

    A path that is broken has `reachable` False and the reason in `error`; one that works and has no figures says there
    why not. `latency_s` and `bandwidth_bytes_per_s` are those of the fastest visit in what `rankwise map` measures,
    which says what a path can do, and medians in a survey's maps; `estimates` are of medians in both.
    `loaded_bandwidth_bytes_per_s`: while all pairs of a round were busy at once. `through` names the resources that the
    path shares with others; where it names none, those of its class.
    """

    source: Prose
    target: Prose
    fabric: Prose
    path_class: Prose | None = None
    estimates: dict[Prose, Estimate] = {}
    latency_s: Latency | None = None
    bandwidth_bytes_per_s: BytesPerSecond | None = None
    loaded_bandwidth_bytes_per_s: BytesPerSecond | None = None
    reachable: bool = True
    error: Text | None = None
    through: tuple[PlainName, ...] = ()


class ProtocolStep(Record, frozen=True, kw_only=True):
    """A place in the size curve where time jumps or falls between two neighbouring sizes: `ratio` is after / before,
    beyond what the linear model explains."""

    below_bytes: int
    above_bytes: int
    ratio: float


class Segment(Record, frozen=True, kw_only=True):
    """The line t = latency_s + size * gap_s_per_byte, fitted to the sizes from `first_bytes` to `last_bytes`.

    `latency_s` is where the line meets zero bytes: below zero for the part beyond a bend, such as the end of a cache.
    The errors are standard errors of the fit (0 where two points leave nothing to judge by); `worst_error` is the
    largest relative distance between the line and a measured median.
    """

    first_bytes: int
    last_bytes: int
    latency_s: float
    gap_s_per_byte: float
    latency_error_s: float
    gap_error_s_per_byte: float
    worst_error: float


class Curve(Record, frozen=True, kw_only=True):
    """Time against size for a class. `sizes_bytes`, `median_s`, `low_s`, `high_s` have equal length.

    `segments` is the piecewise linear model, fitted between steps; half_bandwidth_bytes is the size at which half of
    `peak_bytes_per_s` is reached; eager_limit_bytes is the last size before the switch of protocol, if one is seen.
    """

    sizes_bytes: tuple[int, ...]
    median_s: tuple[float, ...]
    low_s: tuple[float, ...]
    high_s: tuple[float, ...]
    steps: tuple[ProtocolStep, ...] = ()
    half_bandwidth_bytes: float | None = None
    peak_bytes_per_s: float | None = None
    segments: tuple[Segment, ...] = ()
    eager_limit_bytes: int | None = None


class HardwareLimit(Record, frozen=True, kw_only=True):
    """The most that the adapters of a path can carry one way, less encoding and headers. `what` limits it, as `the x8
    of mlx5_0:1 on n3`; `capable` is what that adapter could take in another slot, empty where it has all."""

    rate_bytes_per_s: float
    what: Prose
    capable: Prose = ""


class PathClass(Record, frozen=True, kw_only=True):
    """Paths that measurement cannot tell apart and topology explains alike. `low` and `high` are a 95 % interval in
    a survey's maps, and the range of its paths in what `rankwise map` measures.

    `transport` is what carried the bytes of one of its paths: the library's own word, and what interfaces counted;
    `limit` is what the adapters allow that counted them. `through` names the resources that its paths share.
    `exceptions` are of paths that were tested again; `suspected` of those that only look slow: they were not.
    """

    id: Prose
    fabric: Prose
    relations: tuple[Prose, ...]
    paths: tuple[tuple[Prose, Prose], ...]
    latency_s: float
    latency_low_s: float
    latency_high_s: float
    bandwidth_bytes_per_s: float
    bandwidth_low_bytes_per_s: float
    bandwidth_high_bytes_per_s: float
    curve: Curve | None = None
    exceptions: tuple[Prose, ...] = ()
    suspected: tuple[Prose, ...] = ()
    transport: Prose = ""
    limit: HardwareLimit | None = None
    through: tuple[PlainName, ...] = ()


class Meeting(Record, frozen=True, kw_only=True):
    """Pairs that were busy at once: what they carried together, with its interval, beside what the map predicts."""

    what: Prose
    fabric: Prose
    pairs: tuple[tuple[Prose, Prose], ...]
    predicted_bytes_per_s: float
    bytes_per_s: float
    low_bytes_per_s: float
    high_bytes_per_s: float


class Map(Result, frozen=True, kw_only=True):
    """All endpoints of a machine, their paths and classes; measured, declared or imported, in one format. `findings`
    are of endpoints: what is wrong there, whatever the paths do; `not_looked`: what measuring left out.

    `resources` are what paths share; `meetings` pairs that were measured at once; `forwarding` what relaying costs a
    host."""

    rows: ClassVar[str] = "paths"

    name: Prose
    origin: Literal["measured", "declared", "imported", "published"]
    source: Prose
    endpoints: tuple[Endpoint, ...]
    fabrics: tuple[Fabric, ...]
    paths: tuple[Path, ...]
    classes: tuple[PathClass, ...]
    findings: tuple[Finding, ...] = ()
    warnings: tuple[Text, ...] = ()
    not_looked: tuple[Text, ...] = ()
    resources: tuple[Resource, ...] = ()
    forwarding: tuple[Forwarding, ...] = ()
    meetings: tuple[Meeting, ...] = ()
