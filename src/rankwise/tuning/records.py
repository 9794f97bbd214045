"""A tuning: changes for one build of one MPI, with the evidence for each and how to undo it."""

from __future__ import annotations

from typing import ClassVar, Literal

from rankwise.core.records import DeviceMemory, Record, Result, Run
from rankwise.core.units import format_bytes
from rankwise.core.words import (
    Address,
    Amount,
    FullPath,
    KnobName,
    Name,
    Preload,
    Prose,
    Ranks,
    Sha256,
    Text,
    Title,
    Value,
    Whole,
)
from rankwise.model.records import ExpectedPart, Ratio
from rankwise.optimise.records import RankOrder, Relay

THE_PROGRAM = "whole runs of the program"
"""What is told of a candidate that the program itself refuses, in `Tried.regresses_at`."""


class CollectiveRule(Record, frozen=True, kw_only=True):
    """One algorithm of one collective for a range of sizes, in the library's own words.

    `collective` is the MPI name in lower case (`allreduce`); `algorithm` what the library calls it (Open MPI's number,
    MPICH's name, Intel's preset) or `rankwise:NAME` of a schedule, `parameters` what it takes besides (`segment_bytes`,
    `fan_out`). Sizes are bytes per rank as the kernel counts them, the last one included; `ranks` is the size of the
    communicator that was measured.
    """

    collective: Name
    algorithm: Title
    from_bytes: Whole
    to_bytes: Whole
    ranks: Ranks
    parameters: dict[Name, Title] = {}


class Gain(Record, frozen=True, kw_only=True):
    """What was measured in one cell: medians in seconds with the default and with the change, and their ratio (above
    1: the change is faster) with its interval and answer. With `figure` the medians are those of a figure that the
    program printed, in its own unit."""

    kernel: Title
    size_bytes: Whole
    ranks: Ranks
    before_s: Amount
    after_s: Amount
    ratio: Ratio
    figure: bool = False


class TuningLine(Record, frozen=True, kw_only=True):
    """One change that stands or falls as a whole: knobs that belong together, a rule for a collective, a preload,
    schedules of collectives, an order of ranks, pairs of hosts whose messages are relayed, or another MPI.

    `knobs` are `env:NAME` and `mca:NAME` with their values; `preload` names one of rankwise's own small libraries
    (`noyield`). `schedules` are SHA-256 of files that lie in a folder beside the tuning's (`tuning.schedules` beside
    `tuning.toml`); with a rule they serve its sizes, else those that the files name. `mpi` is another MPI with the ABI
    of the job's own, whose launcher and library take its place; the tuning is then for that build. `why` says in words
    what the default does; `undo` what to type to be rid of it; `path_class` what the ranks were to each other where it
    was measured (`same socket, other node`), None where nobody knows. `reach` is `node` where no message gets to
    another node with it. `semantics` is not empty when a program may rely on something less with it: such a line is
    never emitted by the tuner, only found in files written by hand. `applies_to` says in words which messages and
    communicators it changes, `gain` what it gains: a file holds these in place of `gains`.
    """

    id: Title
    applies_to: Prose = ""
    gain: Prose = ""
    why: Prose
    undo: Prose
    knobs: dict[KnobName, Value] = {}
    rule: CollectiveRule | None = None
    preload: Preload = ""
    placement: RankOrder | None = None
    relay: Relay | None = None
    mpi: TunedBuild | None = None
    schedules: tuple[Sha256, ...] = ()
    gains: tuple[Gain, ...] = ()
    path_class: Title | None = None
    reach: Literal["node", "any"] = "any"
    semantics: Prose = ""

    @property
    def library_rule(self) -> CollectiveRule | None:
        """The rule where it names an algorithm of the library, None where schedules serve its sizes."""
        return None if self.schedules else self.rule


class TuningEvidence(Record, frozen=True, kw_only=True):
    """What was measured of a tuning: the gains of each line by its id, and `joint` of all of them. `run` is that of the
    tuning: figures of another search are not taken for its own."""

    run: Title
    gains: dict[Title, tuple[Gain, ...]] = {}
    joint: tuple[Gain, ...] = ()


class TunedBuild(Record, frozen=True, kw_only=True):
    """The build that a tuning is valid for. `library_sha256` is that of the C library's file."""

    name: Title
    family: Name
    version: Title
    library: FullPath
    library_sha256: Sha256


class Sent(Record, frozen=True, kw_only=True):
    """What a program sends: the kernel that its calls are like, bytes as that kernel counts them, calls of one rank,
    and their share of the time that all of them take by themselves, with the default."""

    kernel: Title
    size_bytes: Whole
    calls: Amount
    share: Amount


class Tuning(Record, frozen=True, kw_only=True):
    """Changes for one build of one MPI. `joint` are the gains of all lines together against the default; `verified`
    says whether they were seen on fresh launches, on sizes that the search did not use, or on those of its trace
    (`tune verify`).

    `ranks` are the ranks per job that it was found with, `machine` names the node and its processor; `run` is the run
    in the store; `worst` is the ratio of times below which no cell was allowed to lie (0: only a program of the user's
    own decided); `launches` is what the search and the verification cost. `hosts` are the addresses of the endpoints in
    rank order where they are not all on one node; `sizes_bytes` the first and the last size that were asked for, empty
    for 8 B to 4 MiB; `sent` the trace that it was found for; `memory` the device memory that messages were sent
    from (None: host memory). `doubts` say by line what kept the last `tune
    verify` from calling the tuning verified.
    """

    name: Title
    build: TunedBuild
    machine: Title
    ranks: Ranks
    lines: tuple[TuningLine, ...]
    joint: tuple[Gain, ...] = ()
    verified: bool = False
    doubts: dict[Title, Value] = {}
    goal: Literal["latency", "bandwidth", "collectives", "all", "trace", "command"] = "all"
    worst: Amount = 0.97
    tried: Whole = 0
    launches: Whole = 0
    created_at: Title = ""
    run: Title = ""
    hosts: tuple[Address, ...] = ()
    sizes_bytes: tuple[Whole, ...] = ()
    sent: tuple[Sent, ...] = ()
    memory: DeviceMemory | None = None
    words: tuple[Prose, ...] = ()


class Tried(Record, frozen=True, kw_only=True):
    """One candidate of a search. `ratio` is the geometric mean of (time with what was in use) / (time with it) over the
    cells of the goal, None when it was not measured; `error` says how it failed (an abort in MPI_Init, a hang, wrong
    data), which is an answer too. `regresses_at` names cells where it
    is slower than the default: it is not taken, whatever it gains elsewhere."""

    what: Text
    stage: Text
    launches: int
    visits: int
    ratio: Ratio | None
    taken: bool
    error: Text = ""
    regresses_at: Text = ""


class Violation(Record, frozen=True, kw_only=True):
    """A cell in which the default takes longer than its own other calls say that it needs: its median time, the
    `ratio` of that to the time of the `parts` it was held against (the interval lies beyond 1.1)."""

    kernel: Text
    size_bytes: int
    time_s: float
    ratio: Ratio
    parts: tuple[ExpectedPart, ...]

    @property
    def than(self) -> str:
        """The parts in words: `reduce_scatter 512KiB + gather 256KiB`, `2 x bcast 64KiB`."""
        return " + ".join(
            f"{f'{part.times:g} x ' if part.times != 1 else ''}{part.kernel}"
            f"{f' {format_bytes(part.size_bytes)}' if part.size_bytes else ''}"
            for part in self.parts
        )


class Tuned(Result, frozen=True, kw_only=True):
    """What `rankwise tune` and `rankwise tune verify` answer. `tuning` holds only lines that won; `dropped` names those
    that did not, with the reason, and `unmeasured` those that there was no time for (`tune verify` leaves them in the
    file, which is then not verified). `mean` is the geometric mean over the cells of the goal, of which there are
    `mean_cells`; in `harmless_cells` of the cells of `tuning.joint` a ratio below `tuning.worst` is excluded; `control`
    is the ratio of two identical sides, where whole runs of a program were compared. `sent` is what a trace, or the
    program itself when it was counted, sends; `violations` where the default's own times say that it is slow, before
    anything was tried. `candidates`: how many there were to try, of which `tried` are some (0: nobody counted). `file`
    and `page` are what was written."""

    rows: ClassVar[str] = "tried"

    run: Run
    answer: Literal["tuned", "leave it", "cannot tell"]
    tuning: Tuning
    mean: Ratio | None
    mean_cells: int = 0
    harmless_cells: int = 0
    tried: tuple[Tried, ...] = ()
    dropped: dict[Text, Text] = {}
    unmeasured: tuple[Text, ...] = ()
    sent: tuple[Sent, ...] = ()
    control: Ratio | None = None
    violations: tuple[Violation, ...] = ()
    candidates: int = 0
    file: Text = ""
    page: Text = ""
