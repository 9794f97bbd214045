"""A session: one launch of the engine, alive and asleep until it is given a visit."""

from __future__ import annotations

import contextlib
import os
import secrets
import shlex
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timezone
from typing import IO

import msgspec

from rankwise.core import leftovers
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed
from rankwise.core.process import SECRET_VARIABLE, Job
from rankwise.core.records import Cell, LaunchFacts, RankFacts, Visit
from rankwise.core.units import number_ranges
from rankwise.logs.hint import hint_of
from rankwise.measure.engine_start import engine_arguments, misplaced, other_engine, shown_variables
from rankwise.measure.exchange import Exchange, MpiFailed, RankDied
from rankwise.measure.frames import Connected, Done, Failed, Frame, Held, Hello, ReadyFrame, VisitFrame
from rankwise.measure.ranks import Connection, Ranks
from rankwise.measure.room import without_room
from rankwise.measure.side import Side
from rankwise.measure.visits import DEFAULT_OPTIONS, VisitOptions, visit_line

_SYNC_S = 0.1  # what one synchronisation takes


Visited = tuple[list[Visit], VisitFrame]
"""A Visit for each group of a cell, and the first group's frame."""


def members_of(cell: Cell) -> list[int]:
    """The ranks that take part in a visit; all others sleep."""
    return sorted({rank for group in (*cell.groups, *cell.load_groups) for rank in group})


class Session:
    """A running launch. Use as a context manager; leaving it ends every process and removes what they left."""

    def __init__(self, side: Side, index: int, *, watchdog_s: float = 20.0, start_timeout_s: float = 60.0) -> None:
        self.side = side
        self.index = index
        self.dead: MeasurementFailed | None = None
        self.ended = ""  # how the launch ended after its last visit, where not with status 0
        self.clocks: dict[int, Done] = {}  # what each rank last said of its clock
        self._watchdog_s = watchdog_s
        self._by_rank: dict[int, Connection] = {}
        self._visit_number = 0
        self._secret = secrets.token_hex(16)
        self._ranks = Ranks(side.control, side.ranks, self._secret)
        self._output: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (closed by close())
        self._job: Job | None = None
        self._closed = False
        self._clocks_differ = False
        self._first_sync_s = self._synced_at_s = 0.0
        self._segments_before = leftovers.present()
        self._started = False
        try:
            self.facts = self._start(start_timeout_s)
            self._started = True
        finally:
            if not self._started:
                self.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def visit(
        self, cell: Cell, round_number: int, options: VisitOptions = DEFAULT_OPTIONS
    ) -> tuple[list[Visit], VisitFrame]:
        """One visit to `cell`: a Visit for each of its groups, and the first group's frame for byte counts.

        Raises CellFailed when the cell cannot be measured but the launch lives on, MeasurementFailed when the launch
        is lost.
        """
        (answer,) = self.visits([(cell, options, round_number)])
        if isinstance(answer, CellFailed):
            raise answer
        return answer

    def visits(self, asked: Sequence[tuple[Cell, VisitOptions, int]]) -> list[Visited | CellFailed]:
        """Visits, with their round numbers, asked in one message to the same ranks and answered in one: between them
        nobody sleeps or is woken.

        Raises MeasurementFailed when the launch is lost, and with it all of these visits: which cell it was is known
        only where MPI or a rank said so.
        """
        self._synchronise()
        members = members_of(asked[0][0])
        at_s = time.monotonic()
        lines: list[str] = []
        for cell, options, _ in asked:
            line = visit_line(self._next_number(), cell, options, self._watchdog_s)
            lines.append(line + " more=1" if len(lines) + 1 < len(asked) else line)
        first = self._visit_number - len(asked) + 1
        names = asked[0][0].id + (f" or {len(asked) - 1} visits behind it" if len(asked) > 1 else "")
        by_visit: list[list[VisitFrame]] = [[] for _ in asked]
        errors: list[list[Failed]] = [[] for _ in asked]
        for frame in self._command("\n".join(lines), members, names):
            if not isinstance(frame, VisitFrame | Failed) or not first <= frame.visit < first + len(asked):
                continue
            if isinstance(frame, Failed):
                errors[frame.visit - first].append(frame)
            elif frame.times.cell == asked[frame.visit - first][0].id:
                by_visit[frame.visit - first].append(frame)
        answers: list[Visited | CellFailed] = []
        for (cell, _, number), frames, failed in zip(asked, by_visit, errors, strict=True):
            frames.sort(key=lambda frame: frame.times.group)
            if failed:
                answers.append(CellFailed(failed))
                continue
            if [frame.times.group for frame in frames] != list(range(len(cell.groups))):
                answers.append(CellFailed([_never_came(cell, members[0])]))
                continue
            answers.append(([frame.times.visit(self.index, number, at_s) for frame in frames], frames[0]))
            at_s += frames[0].took_s
        return answers

    def connect(self, ranks: Iterable[int]) -> Connected:
        """What the first message from the first of `ranks` to each other one costs; once a launch, before visits."""
        members = list(ranks)
        line = f"connect id={self._next_number()} groups={number_ranges(members)} limit_s={self._watchdog_s}"
        frames = self._command(line, members, "connect")
        return next(frame for frame in frames if isinstance(frame, Connected))

    def held(self, ranks: Iterable[int]) -> list[Held]:
        """What the processes of `ranks` hold, in their order. Raises EnvironmentProblem where that is not told."""
        members = list(ranks)
        line = f"held id={self._next_number()} groups={number_ranges(members)} limit_s={self._watchdog_s}"
        frames = self._command(line, members, "held")
        by_rank = {frame.rank: frame for frame in frames if isinstance(frame, Held)}
        if any(not by_rank[rank].pss for rank in members):
            raise EnvironmentProblem(
                "no-memory-facts", "the kernel does not tell what memory a process holds", "mount /proc on each node"
            )
        return [by_rank[rank] for rank in members]

    def output(self) -> str:
        """Everything that the launcher and the ranks have printed so far."""
        self._output.seek(0)
        return self._output.read().decode(errors="replace")

    def finish(self) -> str:
        """Ends the launch in order and returns everything that was printed, to the ranks' last words."""
        if self._job is not None:
            self._finalized(self._job)
        output = self.output()
        self.close()
        return output

    def close(self) -> None:
        """Asks the ranks to finalize, and ends whatever does not."""
        if self._closed:
            return
        self._closed = True
        finalized = self._job is not None and self._finalized(self._job)
        if self._job is not None and finalized and (status := self._job.popen.returncode):
            how = f"by signal {-status}" if status < 0 else f"with status {status}"
            self.ended = f"it ended {how} after its last visit: nothing that it measured is lost"
        if self._job is not None and not finalized:
            # Before sockets close: a rank that sees that goes into MPI_Finalize and would be ended in the middle of it.
            self._job.end_first({os.path.realpath(place.program) for place in self.side.spec.places})
        self._ranks.close()
        if self._job is not None:
            self._job.stop() if self._job.popen.poll() is None else self._job.kill_rest()
            if self.dead is not None or not self._started:
                # A rank that was killed in MPI_Init or in its first messages has made segments that nobody noted.
                leftovers.sweep(self._segments_before)
        self._output.close()

    def _finalized(self, job: Job) -> bool:
        """Whether all ranks were there to be asked to finalize, and did."""
        if self.dead is not None or len(self._by_rank) < self.side.ranks:
            return False
        for connection in {id(member): member for member in self._by_rank.values()}.values():
            with contextlib.suppress(OSError):
                connection.send("quit")
        return _wait(lambda: job.popen.poll() is not None, 3.0)

    # -- start ---------------------------------------------------------------------------------------------------

    def _start(self, timeout_s: float) -> LaunchFacts:
        spec = self.side.spec
        arguments = engine_arguments(self.side, self._ranks.address)
        places = tuple(msgspec.structs.replace(place, args=(*place.args, *arguments)) for place in spec.places)
        launch = self.side.launcher.command(
            self.side.mpi,
            msgspec.structs.replace(spec, places=places, env={**spec.env, SECRET_VARIABLE: self._secret}),
        )
        environment = {name: value for name, value in launch.env.items() if name not in spec.unset}
        started_at = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
        begin_s = time.monotonic()
        self._argv = launch.argv
        self._job = Job.start(
            launch.argv, env=environment, stdout=self._output, stderr=self._output, inherits=launch.inherits
        )
        library, facts = self._gather_ready(begin_s + timeout_s)
        if spec.bind and (strays := misplaced(spec.places, facts)):
            raise self._lost(
                "misplaced",
                f"{self.side.mpi.name}: {strays}",
                "the library or the launcher moved it after it had bound itself: switch its own binding off, or name "
                "CPUs that the job may use",
            )
        ready_s = time.monotonic() - begin_s
        self._job.note_leftovers()
        self._clocks_differ = len({rank.clock_domain for rank in facts}) > 1
        domains = list(dict.fromkeys(rank.clock_domain for rank in facts))
        self._domains = ",".join(str(domains.index(rank.clock_domain)) for rank in facts)
        return LaunchFacts(
            index=self.index,
            side=self.side.name,
            argv=tuple(part.replace(self._ranks.address, "<control>") for part in launch.argv),
            env=shown_variables(environment),
            started_at=started_at,
            ready_s=ready_s,
            library_version=library.split("\n")[0].strip(),
            engine=spec.places[0].program,
            ranks=facts,
            refused=dict(self._ranks.refused),
        )

    def _gather_ready(self, deadline_s: float) -> tuple[str, tuple[RankFacts, ...]]:
        """The library by rank 0's words, and what each rank told of itself."""
        ready: dict[int, ReadyFrame] = {}
        while len(ready) < self.side.ranks:
            for connection, frame in self._ranks.receive(deadline_s):
                if isinstance(frame, Hello):
                    if other := other_engine(self.side, frame):
                        raise self._lost("other-engine", *other)
                elif isinstance(frame, ReadyFrame):
                    if frame.size != self.side.ranks:
                        raise self._lost(
                            "split-world",
                            f"{self.side.mpi.name}: {self.side.ranks} ranks were launched, but a rank sees a world of "
                            f"{frame.size}",
                            "the launcher belongs to another MPI than the library: see `rankwise mpi list`",
                        )
                    rank = frame.facts.rank
                    if not 0 <= rank < frame.size or self._by_rank.get(rank, connection) is not connection:
                        self._ranks.refuse(connection, "claimed the rank of another")
                        continue
                    connection.rank = rank if connection.rank is None else connection.rank
                    self._by_rank[rank] = connection
                    ready[rank] = frame
            if len(ready) < self.side.ranks:
                self._check_start(deadline_s, len(ready))
        self._ranks.seal()
        return ready[0].library, tuple(ready[rank].facts for rank in sorted(ready))

    def _check_start(self, deadline_s: float, ready: int) -> None:
        assert self._job is not None
        status = self._job.popen.poll()
        if status is None and time.monotonic() < deadline_s:
            return
        how = f"ended with status {status}" if status is not None else "is not ready in time"
        began = self._ranks.greeted
        raise self._lost(
            "launch-failed",
            f"{self.side.mpi.name}: the launch {how}; {began} of {self.side.ranks} ranks started, {ready} got through "
            f"MPI_Init\n  {shlex.join(self._argv)}\n{self._tail()}",
            without_room(self._tail())
            or self.side.hint
            or hint_of(self._tail())
            or "run this line by hand to see more, or see `rankwise mpi show` for what is wrong with this MPI",
        )

    # -- talking to ranks -----------------------------------------------------------------------------------------

    def _next_number(self) -> int:
        self._visit_number += 1
        return self._visit_number

    def _synchronise(self) -> None:
        """Ranks whose clocks differ are brought to a common model. A model looks no further ahead than the time it was
        fitted over, and 10 s at most: drift is not constant for long."""
        if not self._clocks_differ:
            return
        now_s = time.monotonic()
        self._first_sync_s = self._first_sync_s or now_s
        fitted_over_s = max(_SYNC_S, self._synced_at_s - self._first_sync_s)
        if self._synced_at_s and now_s - self._synced_at_s < min(fitted_over_s, 10.0):
            return
        line = f"sync id={self._next_number()} domains={self._domains} limit_s={self._watchdog_s}"
        self._command(line, sorted(self._by_rank), "clock synchronisation")
        self._synced_at_s = time.monotonic()

    def _command(self, line: str, members: list[int], cell: str) -> list[Frame]:
        if self.dead is not None:
            raise self.dead
        exchange = Exchange(self._ranks, self._by_rank, self._visit_number, members)
        try:
            exchange.send(line)
            exchange.finish(time.monotonic() + self._watchdog_s + 2.0)
        except RankDied as died:
            raise self._rank_died(died.rank, cell) from None
        except MpiFailed as failed:
            raise self._mpi_failed(failed.frame) from None
        if exchange.stuck or exchange.waiting:
            raise self._hung(cell, exchange)
        self.clocks.update(exchange.done)
        return exchange.frames

    # -- what went wrong --------------------------------------------------------------------------------------------

    def _lost(self, code: str, message: str, hint: str) -> MeasurementFailed:
        self.dead = MeasurementFailed(code, message, hint)
        return self.dead

    def _rank_died(self, rank: int, cell: str) -> MeasurementFailed:
        assert self._job is not None
        _wait(lambda: self._job is None or self._job.popen.poll() is not None, 1.0)
        tail = self._tail()
        # A launcher ends the others when one dies, and may name any of them: whichever is missed, the first went first.
        rank = next((member.rank for member in self._ranks.gone() if member.rank is not None), rank)
        facts = next((member for member in self.facts.ranks if member.rank == rank), None)
        where = f" (process {facts.pid} on {facts.host})" if facts else ""
        return self._lost(
            "rank-died",
            f"{self.side.mpi.name}: rank {rank}{where} died in cell {cell}" + (f"\n{tail}" if tail else ""),
            without_room(tail)
            or hint_of(tail)
            or "was it killed (out of memory? a batch system's limit?) or did the MPI crash? other cells are kept",
        )

    def _mpi_failed(self, frame: Failed) -> MeasurementFailed:
        return self._lost(
            "mpi-error",
            f"{self.side.mpi.name}: rank {frame.rank} in cell {frame.cell} ({frame.phase}): {frame.message}",
            "the library refused a call; its own settings or a device it needs may be at fault",
        )

    def _hung(self, cell: str, exchange: Exchange) -> MeasurementFailed:
        stuck = sorted(exchange.stuck, key=lambda frame: frame.rank)
        stalled = [f"rank {frame.rank} in '{frame.phase}'" for frame in stuck]
        stalled += [f"rank {rank} silent" for rank in sorted(exchange.waiting)]
        return self._lost(
            "hung",
            f"{self.side.mpi.name}: cell {cell} did not finish in {self._watchdog_s:g} s: {', '.join(stalled)}",
            "the MPI hangs there; a longer limit can be set with RANKWISE_WATCHDOG",
        )

    def _tail(self, count: int = 12) -> str:
        """The last words of the launcher and of ranks that print; before them, each once, what engines said earlier."""
        with contextlib.suppress(OSError, ValueError):
            end = self._output.seek(0, os.SEEK_END)
            self._output.seek(max(0, end - 8192))
            lines = self._output.read().decode(errors="replace").strip("\0\n ").splitlines()
            engine = dict.fromkeys(line for line in lines[:-count] if "rankwise-engine: " in line)
            return "\n".join("  | " + line for line in [*engine, *lines[-count:]])
        return ""


class CellFailed(Exception):
    """A cell that cannot be measured here; the launch is alive. `kind` is refused or payload."""

    def __init__(self, errors: list[Failed]) -> None:
        first = errors[0]
        super().__init__(f"rank {first.rank}: {first.message}")
        self.kind = first.kind


def _never_came(cell: Cell, rank: int) -> Failed:
    words = "what was measured was damaged on its way here, or never came"
    return Failed(kind="lost", rank=rank, message=words, cell=cell.id)


def _wait(condition: Callable[[], bool], limit_s: float) -> bool:
    """True once `condition` holds; looks every 10 ms."""
    end_s = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > end_s:
            return False
        time.sleep(0.01)
    return True
