"""A map with the run that measured it, and its paths beside published ones."""

from __future__ import annotations

from rankwise.cluster.records import Origin
from rankwise.core.records import Record, Run
from rankwise.core.words import Name, PlainName, Prose
from rankwise.model.records import Map


class Mapped(Record, frozen=True, kw_only=True):
    """A measured map with the run that it comes from."""

    run: Run
    map: Map


class BesidePath(Record, frozen=True, kw_only=True):
    """A measured class of paths beside a published one of the same relation. Rates are of one direction; `notes` say
    how the published figure was defined and what was done to make the two comparable. `measured` names the map that the
    class is of: that of an MPI, where a survey has several. `low` and `high` are those of its `PathClass`, `slowdown`
    that of its fabric: how many times a lab stretches its times."""

    relation: Prose
    latency_s: float | None
    rate_bytes_per_s: float | None
    machine: PlainName
    fabric: Name
    published_relation: Prose
    published_latency_s: float | None
    published_rate_bytes_per_s: float | None
    notes: tuple[Prose, ...]
    source: Prose
    measured: Prose = ""
    rate_low_bytes_per_s: float = 0.0
    rate_high_bytes_per_s: float = 0.0
    slowdown: float = 1.0


class Beside(Record, frozen=True, kw_only=True):
    """A map beside what was published; `origin` is that of its figures."""

    measured: Prose
    rows: tuple[BesidePath, ...]
    origin: Origin = "measured"
    unmatched: tuple[Prose, ...] = ()
