"""Runs, their documents and their raw samples, durable in one file."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rankwise.core import bounded, settings
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed, RankwiseError, UsageError
from rankwise.core.grouped import grouped
from rankwise.core.kinds import KINDS
from rankwise.core.proc import is_lost
from rankwise.core.records import Record, Run, RunSummary, Visit, decode, encode
from rankwise.store import blocks, database
from rankwise.store.database import AGAIN, connect, transaction, translated

R = TypeVar("R", bound=Record)

_KIND = re.compile(r"[a-z]+(?: [a-z]+)*")
_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.@:+-]*")

# Whichever comes first: a crash of this process loses at most this much.
_FLUSH_SAMPLES = 100_000
_FLUSH_S = 2.0

_DEEPEST = 4  # runs that store runs: an `improve` with its `tune`, and whatever the same process began between


def listing(out: Path) -> str:
    """The command that lists the runs of a folder of results."""
    usual = out == settings.folder()
    return "`rankwise runs list`" if usual else f"`rankwise runs list --out {shlex.quote(str(out))}`"


class Store:
    """One SQLite file of runs. Open it before measuring; several processes may use it at once."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._waiting: dict[str, list[Visit]] = {}
        self._waiting_samples = 0
        self._flushed_at = time.monotonic()

    @classmethod
    def open(cls, path: Path, create: bool = True) -> Store:
        """The store in `path`, proven writable when `create`; see `database.connect` for the errors."""
        return cls(path, connect(path, create=create))

    @classmethod
    def of(cls, out: Path, create: bool = True) -> Store:
        """The store in a folder of results, as `open`."""
        return cls.open(out / "rankwise.db", create)

    @property
    def listing(self) -> str:
        """The command that lists these runs."""
        return listing(self.path.parent)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _t: TracebackType | None) -> None:
        if kind is None:
            self.close()
        else:
            # The first error is the one to tell; what still waits is saved if it can be.
            with contextlib.suppress(RankwiseError):
                self.close()

    def close(self) -> None:
        """Writes what still waits and closes the file."""
        try:
            self.flush()
        finally:
            self._connection.close()

    def begin(self, run: Run) -> None:
        """Writes a new run, before its first measurement. Raises UsageError when its id is taken."""
        with self._writing():
            try:
                self._connection.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _row(run))
            except sqlite3.IntegrityError as error:
                raise UsageError(
                    "run-exists", f"{self.path} already has a run {run.id}", "choose another id"
                ) from error

    def update(self, run: Run) -> None:
        """Writes the run's present state, and the visits that wait. The run must have begun."""
        self.flush()
        with self._writing():
            row = _row(run)
            changed = self._connection.execute(
                "UPDATE runs SET kind = ?, status = ?, started_at = ?, hostname = ?, mpis = ?, cells = ?, body = ? "
                "WHERE id = ?",
                (*row[1:], row[0]),
            )
            if not changed.rowcount:
                raise self._unknown(run.id)

    def add_visits(self, run_id: str, visits: Iterable[Visit]) -> None:
        """Keeps visits for the next flush, and flushes when enough or old ones wait."""
        waiting = self._waiting.setdefault(run_id, [])
        for visit in visits:
            waiting.append(visit)
            self._waiting_samples += len(visit.samples_s)
        if self._waiting_samples >= _FLUSH_SAMPLES or time.monotonic() - self._flushed_at >= _FLUSH_S:
            self.flush()

    def flush(self) -> None:
        """Writes the visits that wait, in one transaction. Raises MeasurementFailed when the disk is full."""
        if not any(self._waiting.values()):
            self._flushed_at = time.monotonic()
            return
        with self._writing():
            waiting, self._waiting, self._waiting_samples = self._waiting, {}, 0
            self._flushed_at = time.monotonic()
            for run_id, visits in waiting.items():
                self._write_blocks(run_id, visits)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """All or nothing. Raises MeasurementFailed when the file was removed; what it held is then in another."""
        if not self.path.exists():
            self._rescue()
        with translated(self.path), transaction(self._connection):
            yield

    def _rescue(self) -> None:
        """The open file is still there for this process alone: writes it, and what waits, beside where it was."""
        gone, self.path = self.path, self.path.with_name(f"{self.path.stem}.saved-{os.getpid()}{self.path.suffix}")
        copy = connect(self.path, create=True)
        with translated(self.path):
            self._connection.backup(copy)
        self._connection.close()
        self._connection = copy
        self.flush()
        raise MeasurementFailed(
            "store-removed",
            f"{gone} was removed while measuring; all that it held is in {self.path}",
            f"move it back, then {AGAIN}",
        )

    def _write_blocks(self, run_id: str, visits: list[Visit]) -> None:
        last = self._connection.execute("SELECT COALESCE(MAX(flush), 0) FROM blocks WHERE run = ?", (run_id,))
        flush = int(last.fetchone()[0]) + 1
        by_block = grouped(((visit.cell, visit.launch), (position, visit)) for position, visit in enumerate(visits))
        self._connection.executemany(
            "INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?)",
            ((run_id, flush, cell, launch, *blocks.pack(group)) for (cell, launch), group in by_block.items()),
        )

    def put(self, run_id: str, kind: str, record: Record) -> None:
        """Keeps a document beside the run (`survey`, `inventory`, `map` ...), replacing an older one of that kind."""
        with self._writing():
            self._connection.execute("INSERT OR REPLACE INTO documents VALUES (?, ?, ?)", (run_id, kind, _body(record)))

    def get(self, run_id: str, kind: str, record_type: type[R]) -> R | None:
        """The document of that kind, or None when the run has none."""
        rows = self._read("SELECT body FROM documents WHERE run = ? AND kind = ?", (run_id, kind), (bytes,))
        return self._record(record_type, rows[0][0], f"{kind} of run {run_id}") if rows else None

    def answer(self, run: Run) -> Record:
        """What a stored run answers: the run itself of `bench` and `import`, and of a run that did not end."""
        kind = KINDS.get(run.kind)
        stored = self.get(run.id, kind.stored, kind.record) if kind and kind.stored else None
        return run if stored is None else stored

    def answered(
        self, name: str = "last", having: type[Record] | tuple[type[Record], ...] | None = None
    ) -> tuple[Run, Record]:
        """A run by its name, and its answer. `having`: the last run whose answer is such a record, where there is one.

        Raises UsageError when there is no such run."""
        if having is not None:
            for summary in reversed(self.runs()):
                run = self.load(summary.id)
                if isinstance(known := self.answer(run), having):
                    return run, known
        run = self.load(name)
        return run, self.answer(run)

    def runs(self) -> list[RunSummary]:
        """All runs, oldest first."""
        query = "SELECT id, kind, status, started_at, hostname, mpis, cells FROM runs ORDER BY started_at, id"
        rows = self._read(query, (), (str, str, str, str, str, str, int))
        return [
            RunSummary(
                id=row[0],
                kind=row[1],
                status=self.load(row[0]).status if row[2] == "running" else row[2],
                started_at=row[3],
                hostname=row[4],
                mpis=_names(row[5]),
                cells=row[6],
            )
            for row in rows
        ]

    def load(self, name: str) -> Run:
        """The run of that id, of an unambiguous beginning of one, or `last`. Raises UsageError when there is none."""
        run_id = self._find(name)
        ((body,),) = self._read("SELECT body FROM runs WHERE id = ?", (run_id,), (bytes,))[:1]
        run = self._record(Run, body, f"run {run_id}")
        if run.id != run_id or not _ID.fullmatch(run_id) or not _KIND.fullmatch(run.kind):  # pages are named by both
            raise self._damaged(f"run {run_id!a}", ValueError(f"it calls itself {run.kind!a} {run.id!a}"))
        if unknown := {result.cell for result in run.results} - {cell.id for cell in run.plan.cells}:
            raise self._damaged(f"run {run_id}", ValueError(f"it has a result of {min(unknown)!a}, and no such cell"))
        return replace(run, status="lost") if run.status == "running" and is_lost(run.provenance.process) else run

    def _find(self, name: str) -> str:
        ids: list[str] = [run_id for (run_id,) in self._read("SELECT id FROM runs ORDER BY started_at, id", (), (str,))]
        if not name:
            raise UsageError("no-such-run", "no run has an empty name", f"{self.listing} shows them")
        if name in ids:
            return name
        if name == "last" and ids:
            return self._asked_for(ids)
        matches = [run_id for run_id in ids if run_id.startswith(name)]
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise UsageError(
                "ambiguous-run",
                f"'{name}' begins {len(matches)} runs: {', '.join(matches[:5])}{' ...' if len(matches) > 5 else ''}",
                "write more of it",
            )
        raise self._unknown(name)

    def _asked_for(self, ids: Sequence[str]) -> str:
        """The latest run that a user asked for: some kinds store runs of their own, which begin later."""
        kinds = tuple(name for name, kind in KINDS.items() if kind.contains_runs)
        places = ", ".join("?" * len(kinds))
        query = f"SELECT id, body FROM runs WHERE kind IN ({places}) ORDER BY started_at DESC, id DESC LIMIT {_DEEPEST}"
        (last,) = self._read("SELECT body FROM runs WHERE id = ?", (ids[-1],), (bytes,))
        inner = self._record(Run, last[0], f"run {ids[-1]}")
        asked = ids[-1]
        for name, body in self._read(query, kinds, (str, bytes)):
            outer = self._record(Run, body, f"run {name}")
            ends = (outer.provenance.finished_at, inner.provenance.finished_at)
            same = outer.provenance.process and outer.provenance.process == inner.provenance.process
            if same and (ends[0] is None or (ends[1] is not None and ends[1] <= ends[0])):
                asked = name
        return asked

    def _unknown(self, name: str) -> UsageError:
        if "/" in name:
            hint = f"a run is named by its id, see {self.listing}; --out names the folder that holds it"
            return UsageError("no-such-run", f"'{name}' is a path, and no run of {self.path}", hint)
        return UsageError("no-such-run", f"{self.path} has no run '{name}'", f"{self.listing} shows them")

    def visits(self, run_id: str, cell: str | None = None) -> list[Visit]:
        """The visits of a run, or of one of its cells, as they were added and in that order."""
        query = "SELECT flush, cell, launch, entries, times FROM blocks WHERE run = ?1 AND (?2 IS NULL OR cell = ?2)"
        rows = self._read(query, (run_id, cell), (int, str, int, bytes, bytes))
        stored: list[tuple[int, int, Visit]] = []
        left = bounded.allowance(sum(len(entries) + len(times) for *_, entries, times in rows))
        try:
            for flush, name, launch, *packed in rows:
                entries, times = (bounded.unpacked(part, most_bytes=left) for part in packed)
                left -= len(entries) + len(times)
                stored += [(flush, position, visit) for position, visit in blocks.unpack(name, launch, entries, times)]
        except (ValueError, msgspec.DecodeError, RecursionError) as error:
            raise self._damaged(f"samples of run {run_id}", error) from error
        stored.sort(key=lambda item: item[:2])
        waiting = [visit for visit in self._waiting.get(run_id, ()) if cell in (None, visit.cell)]
        return [visit for _, _, visit in stored] + waiting

    def _read(self, query: str, parameters: tuple[object, ...], kinds: tuple[type, ...]) -> list[tuple[Any, ...]]:
        return database.read(self._connection, self.path, query, parameters, kinds)

    def _record(self, record_type: type[R], body: bytes, what: str) -> R:
        try:
            raw = bounded.unpacked(body)
        except ValueError as error:
            raise self._damaged(what, error) from error
        return decode(record_type, raw, source=f"the {what} in {self.path}")

    def _damaged(self, what: str, error: Exception) -> EnvironmentProblem:
        return EnvironmentProblem(
            "damaged-store", f"{self.path}: the {what} cannot be read: {error}", "restore a copy of it"
        )


def _row(run: Run) -> tuple[str, str, str, str, str, str, int, bytes]:
    started = run.provenance.started_at
    mpis = json.dumps(list(run.mpis))
    return run.id, run.kind, run.status, started, run.provenance.hostname, mpis, len(run.plan.cells), _body(run)


def _names(text: str) -> tuple[str, ...]:
    """The names of MPIs or sides of a run; older stores joined them by commas, which a side's name may hold."""
    return tuple(json.loads(text) if text.startswith("[") else filter(None, text.split(",")))


def _body(record: Record) -> bytes:
    return zlib.compress(encode(record))
