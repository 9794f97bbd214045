"""What an application sent, counted call by call in every rank."""

from __future__ import annotations

from typing import ClassVar, Literal

from rankwise.core.records import Record, Result, Run
from rankwise.core.words import Name, Prose, Text


class TraceCall(Record, frozen=True, kw_only=True):
    """How often a rank called one function of MPI, and the time inside. `gapped_bytes` of its messages are of datatypes
    with gaps, which a library copies together."""

    call: Prose
    calls: int
    time_s: float
    gapped_bytes: int = 0


class TraceRow(Record, frozen=True, kw_only=True):
    """Messages of one call, communicator, peer and size class in a rank. `peer` is a rank of the world; None for
    collectives, and for a peer outside of the world. `fetched` is what a one-sided call brings back from its target.
    Sizes are below `below_bytes` and at least half of it (1: empty messages). `time_s` is inside the call; that of
    nonblocking calls is in the call that completes them."""

    call: Prose
    direction: Literal["out", "in", "collective", "fetched"]
    communicator: int | None
    peer: int | None
    below_bytes: int
    messages: int
    bytes: int
    time_s: float


class TraceSize(Record, frozen=True, kw_only=True):
    """Calls of exactly this size. `together`: the ranks of a collective's communicator, or how many messages were sent
    at once before the rank waited for them."""

    call: Prose
    size_bytes: int
    together: int
    calls: int


class TraceSite(Record, frozen=True, kw_only=True):
    """A place in the program that calls MPI: the object file, the offset of the return address in it, and what its
    symbols say of it (empty and 0 where they say nothing). `bytes` is of the messages that its calls sent or
    completed, and of collectives."""

    call: Prose
    object: Prose
    offset: int
    function: Prose = ""
    file: Prose = ""
    line: int = 0
    calls: int
    bytes: int
    time_s: float


class TraceOverlap(Record, frozen=True, kw_only=True):
    """Nonblocking calls of a kind, from their start to the call that completes them: the time of all of them, added up,
    and the share of it that the thread which began them spent outside of MPI. Sends that are complete at once are left
    out."""

    of: Literal["receives", "sends", "collectives"]
    pending_s: float
    outside: float


class TraceThread(Record, frozen=True, kw_only=True):
    """Threads of a rank that called MPI one after the other: how long they were there, and how much of that inside
    MPI."""

    time_s: float
    inside_s: float


class TraceCommunicator(Record, frozen=True, kw_only=True):
    """Ranks that communicate, with the world ranks of the first of them. `between_groups`: an intercommunicator, with
    the ranks of the other group. Communicators of the same ranks in the same order are counted as a single one."""

    ranks: int
    members: tuple[int, ...]
    between_groups: bool = False


class TracedRank(Record, frozen=True, kw_only=True):
    """What a rank did between MPI_Init and MPI_Finalize, or until it `ended` otherwise; `inside` is the call that it
    was in then. `rank` is -1 for a program that uses sessions alone. `time_s` is without `paused_s`, for which
    MPI_Pcontrol(0) had stopped the counting. `lost_messages` and `lost_bytes` fit in no row. `sites` are known when
    they were asked for; `lost_sites` calls found no room among them. `threads` called MPI, so many
    at a time. `socket`: where its CPUs are, None where they are of several."""

    rank: int
    host: Prose
    pid: int
    time_s: float
    ended: bool
    socket: int | None = None
    inside: Prose = ""
    calls: tuple[TraceCall, ...] = ()
    rows: tuple[TraceRow, ...] = ()
    sizes: tuple[TraceSize, ...] = ()
    lost_messages: int = 0
    lost_bytes: int = 0
    lost_sizes: int = 0
    lost_requests: int = 0
    paused_s: float = 0.0
    overlaps: tuple[TraceOverlap, ...] = ()
    sites: tuple[TraceSite, ...] = ()
    lost_sites: int = 0
    threads: tuple[TraceThread, ...] = ()


class TraceWait(Record, frozen=True, kw_only=True):
    """How long `rank` waited in `call` for what the rank `on` did later: it sent later than the message was received,
    received later than it was sent, or was the last to come to a collective."""

    rank: int
    on: int
    call: Prose
    why: Literal["late sender", "late receiver", "late to a collective"]
    calls: int
    time_s: float


class TraceCause(Record, frozen=True, kw_only=True):
    """For how long others waited because of a rank, also where one waited for another that waited for it. `since_s`:
    of the first, when a twentieth of the waits for it had passed, after the first kept call."""

    rank: int
    time_s: float
    since_s: float = 0.0


class TraceWaiting(Record, frozen=True, kw_only=True):
    """Waiting, found by matching calls: `matched` of them, where only `one_of` so many was kept; times and counts are
    scaled to all. Clocks of nodes were compared to within `clock_error_s`, and shorter waits are left out. `causes`
    add up to the same time as `waits`."""

    matched: int
    one_of: int
    clock_error_s: float
    causes: tuple[TraceCause, ...] = ()
    waits: tuple[TraceWait, ...] = ()


class TraceSpan(Record, frozen=True, kw_only=True):
    """When a rank was in a call, in seconds since the first call of any rank that was kept."""

    rank: int
    call: Prose
    began_s: float
    ended_s: float


class TraceAdvice(Record, frozen=True, kw_only=True):
    """What a change of the program would gain. `where` is the line of the program, or how to learn it; `cost_s` what a
    rank spends there, `gain_s` what is modelled to be gained of that, None where the trace cannot tell."""

    pattern: Prose
    text: Prose
    where: Prose
    cost_s: float
    gain_s: float | None = None


class TraceStep(Record, frozen=True, kw_only=True):
    """A step of a rank: for how long it computed before, and what it did then. `send` waits until its buffer is free,
    `begin` does not, `post` begins a receive: each with the other rank, the number of the message and its bytes. `wait`
    has the numbers of the messages that it waits for. Collectives are called by their name, with the place of the
    communicator, and bytes as the trace counts them."""

    call: Name
    numbers: tuple[int, ...]
    after_s: float = 0.0


class OrderedRank(Record, frozen=True, kw_only=True):
    """All that a rank did, in its order."""

    steps: tuple[TraceStep, ...]


class TraceOrder(Record, frozen=True, kw_only=True):
    """What every rank of a traced program did in which order; without ranks where `lacking` says why. It `took_s` from
    the first call to the end of the last. `communicators`: world ranks of each. A rank computed for `computing_s`, on
    average; for up to `apart_s` of that it was in calls that keep nothing, most of them in `apart`. `rooted`: some
    collectives have a root that nobody kept, and which is taken for the first rank."""

    stored: ClassVar[str] = "order"

    ranks: tuple[OrderedRank, ...] = ()
    communicators: tuple[tuple[int, ...], ...] = ()
    took_s: float = 0.0
    computing_s: float = 0.0
    apart_s: float = 0.0
    apart: Prose = ""
    rooted: bool = False
    lacking: Prose = ""


class Trace(Result, frozen=True, kw_only=True):
    """What `rankwise trace` answers: every rank that was traced of the `world` that there was. `status` is the exit
    status of the launch line, None when it was interrupted. `matrix_bytes` and `matrix_messages` are what world rank
    `row` sends to world rank `column` in messages between pairs, with what one-sided calls put and fetch; collectives
    are not in them. `waiting` is None where no call could be matched. `spans` are the time line of the first 32 ranks,
    in 400 parts, each with the call that took most of it; one of `spans_one_of` calls was kept. `advice`: what a change
    of the program would gain, the most first."""

    rows: ClassVar[str] = "ranks"

    run: Run
    mpi: Prose
    program: tuple[Text, ...]
    status: int | None
    world: int
    ranks: tuple[TracedRank, ...]
    communicators: tuple[TraceCommunicator, ...]
    matrix_bytes: tuple[tuple[int, ...], ...]
    matrix_messages: tuple[tuple[int, ...], ...]
    words: tuple[Text, ...] = ()
    waiting: TraceWaiting | None = None
    spans: tuple[TraceSpan, ...] = ()
    spans_one_of: int = 1
    advice: tuple[TraceAdvice, ...] = ()
