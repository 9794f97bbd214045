"""What a look at a job showed, before it starts and in a short start in its place."""

from __future__ import annotations

from rankwise.core.records.base import Record
from rankwise.core.records.finding import Finding
from rankwise.core.records.run import Run


class ProbedRank(Record, frozen=True, kw_only=True):
    """One rank of the short start, as it saw itself. `number` and `world` are its rank and the size of MPI_COMM_WORLD;
    -1 when it did not come back from MPI_Init. `cpus`: where it may run. `threads`: OMP_NUM_THREADS, 0 when not set.
    `memlock_bytes` None: no limit."""

    number: int
    world: int
    host: str
    boot_id: str
    pid: int
    cpus: tuple[int, ...]
    threads: int = 0
    memlock_bytes: int | None = None
    init_s: float = 0.0
    library: str = ""
    namespaces: dict[str, str] = {}


class StandingRank(Record, frozen=True, kw_only=True):
    """Where a rank of a job that hangs stands. `call`: the MPI call that it is in, made by the function `caller`; empty
    outside of MPI, and where its stack cannot be seen. `stack`: names of functions, the innermost first. `cpu_share`:
    of one CPU while it was watched. `waits_in`: what the kernel says. `world`: ranks of the job, as its launcher told.
    """

    number: int
    world: int
    pid: int
    state: str
    cpu_share: float
    call: str = ""
    caller: str = ""
    stack: tuple[str, ...] = ()
    waits_in: str = ""


class Diagnosis(Record, frozen=True, kw_only=True):
    """Findings about a machine, or about a job where `command` is its launch line, worst first.

    `launcher`, `program` and `library` are what the line really starts and loads, in words; `ranks` those of the short
    start in its place, `standing` those of a job that hangs; `checked` what was looked for, found or not.
    """

    run: Run
    command: tuple[str, ...] = ()
    launcher: str = ""
    program: str = ""
    library: str = ""
    asked_ranks: int = 0
    ranks: tuple[ProbedRank, ...] = ()
    standing: tuple[StandingRank, ...] = ()
    findings: tuple[Finding, ...] = ()
    checked: tuple[str, ...] = ()
