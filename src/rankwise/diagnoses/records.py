"""What was wrong with a job, what a command line would start, and what a watch over a job saw."""

from __future__ import annotations

from typing import ClassVar, Literal

from rankwise.core.records import Finding, Record, Result, Run
from rankwise.core.words import Text


class ToldFact(Record, frozen=True, kw_only=True):
    """One thing that the line decides, and which words, variable or default decided it."""

    what: Text
    value: Text
    because: Text = ""


class ToldRank(Record, frozen=True, kw_only=True):
    """Where a rank runs: its host and CPUs, None where it is bound to nothing. `program`: which of the line's, from
    0. `seen_host`, `seen_cpus`: where it ran in the trial start, empty without one."""

    number: int
    host: Text
    cpus: tuple[int, ...] | None
    program: int = 0
    seen_host: Text = ""
    seen_cpus: tuple[int, ...] = ()
    differs: bool = False


class ToldHost(Record, frozen=True, kw_only=True):
    """A host of the job: its threads by core by package, and where this is known from."""

    name: Text
    packages: tuple[tuple[tuple[int, ...], ...], ...]
    source: Text


class OtherLine(Record, frozen=True, kw_only=True):
    """The same job for another launcher; `line` empty where no line is known that places ranks alike."""

    launcher: Text
    line: Text


class Explained(Record, frozen=True, kw_only=True):
    """A launch line. `refused`: why the launcher would start nothing. `tried`: whether a probe was started through the
    line; `trial`: why that start shows nothing, or what else it did."""

    command: tuple[Text, ...]
    launcher: Text
    version: Text
    facts: tuple[ToldFact, ...] = ()
    hosts: tuple[ToldHost, ...] = ()
    ranks: tuple[ToldRank, ...] = ()
    notes: tuple[Text, ...] = ()
    others: tuple[OtherLine, ...] = ()
    refused: Text = ""
    tried: bool = False
    trial: Text = ""


class ProbedPair(Record, frozen=True, kw_only=True):
    """Messages between rank 0 and `other` in the short start: half round trips, each the shortest of some, by size in
    bytes. They include a microsecond of the probe, so they are compared with each other alone. `moved`: bytes that
    devices of rank 0's machine sent while `sent_bytes` went between the two."""

    other: int
    curve: tuple[tuple[int, float], ...] = ()
    sent_bytes: int = 0
    moved: dict[Text, int] = {}


class ProbedRank(Record, frozen=True, kw_only=True):
    """One rank of the short start, as it saw itself. `number` and `world` are its rank and the size of MPI_COMM_WORLD;
    -1 when it did not come back from MPI_Init. `cpus`: where it may run. `threads`: OMP_NUM_THREADS, 0 when not set.
    `memlock_bytes` and `open_files` None: no limit. `devices`: GPUs that the driver gives to it, None without a driver;
    `visible_devices`: the variable that hides others. `temporary`: the folder of sessions and its file system.

    After MPI_Init messages are tried, without which the rest stays empty: `transports` is what the rank then has open;
    `resident_bytes` its memory before MPI_Init, after it, and after a message to each of `peers`; `pairs` a partner
    inside the machine and one elsewhere; `collectives` the time of calls by name and size; `copy_s` that of a copy of
    1 MiB in memory."""

    number: int
    world: int
    host: Text
    boot_id: Text
    pid: int
    cpus: tuple[int, ...]
    threads: int = 0
    memlock_bytes: int | None = None
    init_s: float = 0.0
    library: Text = ""
    namespaces: dict[Text, Text] = {}
    open_files: int | None = None
    devices: int | None = None
    visible_devices: Text = ""
    temporary: tuple[Text, Text] = ("", "")
    resident_bytes: tuple[int, ...] = ()
    peers: int = 0
    first_collective_s: float = 0.0
    first_messages_s: float = 0.0
    transports: tuple[Text, ...] = ()
    pairs: dict[Literal["inside", "across"], ProbedPair] = {}
    collectives: dict[Text, float] = {}
    copy_s: float = 0.0


class StandingMessage(Record, frozen=True, kw_only=True):
    """A message that a rank waits for in a call: it receives it from, or sends it to, `peer`. `peer` and `tag` are -1
    for any; `tag` None: not known. `world`: whether its communicator is MPI_COMM_WORLD, None where that is not known;
    in others `peer` counts their ranks."""

    way: Literal["receive", "send"]
    peer: int
    tag: int | None = None
    world: bool | None = None


class StandingRank(Record, frozen=True, kw_only=True):
    """Where a rank of a job that hangs stands. `call`: the MPI call that it is in, made by the function `caller`; empty
    outside of MPI, and where its stack cannot be seen. `messages`: those that the call waits for, as far as its code
    tells. `on_world`: whether a collective call is on MPI_COMM_WORLD, None where that is not known. `stack`: names of
    functions, the innermost first. `cpu_share`: of one CPU while it was watched. `waits_in`: what the kernel says.
    `world`: ranks of the job, as its launcher told. `host`: the node that was asked, empty for this one.
    """

    number: int
    world: int
    pid: int
    state: Text
    cpu_share: float
    call: Text = ""
    caller: Text = ""
    messages: tuple[StandingMessage, ...] = ()
    on_world: bool | None = None
    stack: tuple[Text, ...] = ()
    waits_in: Text = ""
    host: Text = ""


class ReadLog(Record, frozen=True, kw_only=True):
    """What was read of logs. `about`: how many different lines are about MPI or a launcher; those that differ in digits
    alone count once. `unknown`: those of them that complain and that rankwise does not know, in its table at least;
    `unknown_lines` counts them all. `told`: versions and the like that the log names."""

    files: tuple[Text, ...]
    lines: int
    about: int
    unknown: tuple[Text, ...] = ()
    unknown_lines: int = 0
    told: dict[Text, Text] = {}


class Diagnosis(Result, frozen=True, kw_only=True):
    """Findings about a machine, or about a job where `command` is its launch line, worst first.

    `launcher`, `program` and `library` are what the line really starts and loads, in words; `ranks` those of the short
    start in its place, `standing` those of a job that hangs; `checked` what was looked for, found or not;
    `not_looked` what could not be looked at; `log` what was read of logs,
    `explained` what a launcher makes of the line. `answer`: "cannot tell" where nothing serious
    was found and a program was never seen to start MPI, or a log complains in words that are not known.
    """

    rows: ClassVar[str] = "findings"

    run: Run
    command: tuple[Text, ...] = ()
    launcher: Text = ""
    program: Text = ""
    library: Text = ""
    asked_ranks: int = 0
    ranks: tuple[ProbedRank, ...] = ()
    standing: tuple[StandingRank, ...] = ()
    findings: tuple[Finding, ...] = ()
    checked: tuple[Text, ...] = ()
    answer: Literal["problems", "nothing serious", "cannot tell"] = "nothing serious"
    not_looked: tuple[Text, ...] = ()
    log: ReadLog | None = None
    explained: Explained | None = None


class WatchedRank(Record, frozen=True, kw_only=True):
    """One rank over the last half minute; None is what was not measured.

    `inside_share`: of the time inside of MPI. `last_share`: of the calls that all make together, those to which it took
    the longest; `causes_share`: the waiting of all others for it as such, per second. `late_share`: how much later than
    its siblings it is, per second. `late`: beyond the noise of its siblings and with enough evidence; then `site` is
    where it calls, and `reason` why, as far as that is seen. `cpu`: on which it was seen. `unread`: why nothing of it
    can be read."""

    number: int
    host: Text
    pid: int
    cpu: int | None = None
    call: Text = ""
    calls_per_s: float | None = None
    bytes_per_s: float | None = None
    inside_share: float | None = None
    last_share: float | None = None
    causes_share: float | None = None
    late_share: float | None = None
    late: bool = False
    site: Text = ""
    reason: Text = ""
    unread: Text = ""


class Watched(Record, frozen=True, kw_only=True):
    """A look at a job. `how`: by windows that ranks keep, or by samples of their stacks. `seconds`: how long it is
    watched by now. `alarms_per_hour`: the most false ones, of ranks that are alike. `ended`: the job did, with `status`
    where rankwise started it."""

    job: Text
    how: Literal["windows", "stacks"]
    world: int
    seconds: float
    ranks: tuple[WatchedRank, ...] = ()
    alarms_per_hour: float = 0.01
    ended: bool = False
    status: int | None = None
    notes: tuple[Text, ...] = ()
