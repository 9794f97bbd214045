"""Results that another suite printed, as a run of ours: kind `import`, a launch for each table."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from msgspec.structs import replace

from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.grouped import grouped
from rankwise.core.records import Cell, CellResult, Mpi, Plan, Run, Visit
from rankwise.core.units import few, plural
from rankwise.measure.outcome import CellState
from rankwise.measure.provenance import new_run
from rankwise.model.robust import median
from rankwise.store import Store, recorded
from rankwise.suites.cell_names import SuiteCall, buffers_unsaid, call_of, cell_of, imb_benchmark, means_of_ranks
from rankwise.suites.records import SuiteReport, SuiteRow, SuiteTable
from rankwise.suites.side_names import Apart, Surroundings, surroundings, time_of, told_apart
from rankwise.suites.text.logs import not_imported, reports_of, without_time

_TIMES = ("t_max_s", "t_s", "t_ovrl_s", "t_overall_s", "t_avg_s")
"""Which column is the time of a call: IMB's slowest rank first, as in our own samples."""
_MEBI = 1.048576
_COPIED_ROWS = 5
_TOLD = 0.02  # of a logarithm: less than half of what sets the two units apart


@dataclass(frozen=True)
class Text:
    """One run of a suite, in the file `name`. `mebibytes`: Mbytes are 2^20 bytes, None where it has none to tell by."""

    name: str
    report: SuiteReport
    mebibytes: bool | None = None


@dataclass(frozen=True)
class Imported:
    """The stored run, what was found out of each text, and in `notes` what was told apart and what was not. What of the
    texts is not in the run is among its warnings."""

    run: Run
    texts: tuple[Text, ...]
    notes: tuple[str, ...] = ()


def import_files(
    files: str | Path | Iterable[str | Path],
    *,
    side: str = "imported",
    ranks: int = 0,
    partial: bool = False,
    out: str | Path | None = None,
) -> Imported:
    """Stores texts that IMB or OMB printed as one run, as `keep`. `side` names the MPI that they are of; `ranks` of
    collectives where the text does not say: OMB's never. `partial`: also a text that was cut short.

    Raises UsageError for a file that cannot be read or holds none.
    """
    paths = [files] if isinstance(files, str | Path) else files
    reports = [(str(file), report) for file in paths for report in reports_of(Path(file), partial=partial)]
    return keep(reports, side=side, ranks=ranks, out=settings.folder(out))


def keep(reports: Sequence[tuple[str, SuiteReport]], *, side: str = "imported", ranks: int = 0, out: Path) -> Imported:
    """Stores all tables of all texts as one run. Tables of one benchmark are launches of the same cells where nothing
    in the texts tells them apart, else sides of their own.

    Nothing is written unless all of it can be. Raises UsageError `no-ranks` for tables that do not say of how many
    ranks they are, when `ranks` is 0.
    """
    texts = tuple(Text(name, report, _mebibytes(report)) for name, report in reports)
    times = grouped((table.benchmark, time_of(table)) for text in texts for table in text.report.tables)
    all_tables = [
        _Placed(text, table, surroundings(text.report, table, with_time=len(set(times[table.benchmark])) > 1))
        for text in texts
        for table in text.report.tables
    ]
    tables = list({place.measurement(): place for place in reversed(all_tables)}.values())[::-1]
    apart = _apart(tables, ranks)
    states: dict[str, CellState] = {}
    rates: dict[str, list[float]] = defaultdict(list)
    visits = []
    launches: Counter[str] = Counter()  # tables so far that had the cell
    timeless: dict[str, list[SuiteRow]] = defaultdict(list)
    for place in tables:
        own_side = apart.side(side, place.surroundings)
        cells = set()
        for cell, row, visit in _visits(place.text, place.table, launches, own_side, ranks):
            if visit is None and not row.problem:
                timeless[place.table.benchmark].append(row)
                continue
            cells.add(cell.id)
            state = states.setdefault(cell.id, CellState(cell))
            if visit is None:
                state.error = row.problem
            else:
                state.add(visit)
                visits.append(visit)
                rate = _value(place.table, row, "rate_bytes_per_s", "pairs_rate_bytes_per_s")
                rates[cell.id].append(rate * (_MEBI if place.text.mebibytes else 1.0))
        launches.update(cells)
    if not visits:
        raise UsageError("nothing-to-import", "no row of results in any of the texts")
    lost = [line for _, report in reports for line in not_imported(report)]
    lost += [without_time(rows, benchmark) for benchmark, rows in timeless.items()]
    run = _run(states, rates, texts, apart.reasons_by_side(side), max(launches.values()))
    run = replace(run, warnings=tuple(dict.fromkeys(lost)))
    with Store.of(out) as store, recorded(store, run) as recording:
        recording.add(visits)
        return Imported(recording.keep(run), texts, tuple(_notes(tables, apart, side, ranks, len(all_tables))))


@dataclass(frozen=True)
class _Placed:
    """A table, the text that it is in, and what is known of where it comes from."""

    text: Text
    table: SuiteTable
    surroundings: Surroundings

    def measurement(self) -> tuple[object, ...]:
        """Alike for two tables only if one is a copy of the other: nobody measures so many digits twice."""
        few = len(self.table.rows) < _COPIED_ROWS
        return self.table.benchmark, _shape(self), self.table.rows, self.surroundings, id(self) if few else 0

    def cells(self, ranks: int) -> Iterator[str]:
        """Of each row the cell, on a side without a name."""
        return (cell_of(self.text.report, self.table, row, "", ranks).id for row in self.table.rows)


def _apart(tables: Sequence[_Placed], ranks: int) -> Apart:
    by_cell = grouped((id_, place.surroundings) for place in tables for id_ in set(place.cells(ranks)))
    return told_apart(by_cell.values())


def _notes(tables: Sequence[_Placed], apart: Apart, side: str, ranks: int, in_texts: int) -> Iterator[str]:
    """Which tables were told apart, and which are taken as repetitions; how many of those in the texts are copies."""
    if copies := in_texts - len(tables):
        yield f"{copies} of {plural(in_texts, 'table')} left out: every digit is that of another table"
    for own, why in apart.reasons_by_side(side).items():
        yield f"{own} is a side of its own ({why})" if why else f"{own} is what nothing is said of"
    times = Counter(
        (apart.side(side, place.surroundings), place.table.benchmark, next(place.cells(ranks), "")) for place in tables
    )
    for (own, benchmark, _), count in times.items():
        if count > 1:
            yield f"{count} tables of {benchmark} ({own}): nothing tells them apart, so they are taken as repetitions"
    if means := {place.table.benchmark for place in tables if means_of_ranks(place.text.report, place.table)}:
        yield f"{few(sorted(means), 3)}: times are means over the ranks; OMB prints the slowest rank's with `-f`"
    unsaid = {place.table.benchmark for place in tables if buffers_unsaid(place.text.report, place.table)}
    for benchmark in sorted(unsaid):
        yield f"{benchmark}: the text does not say which buffers are on the device; taken as all of them"


def _shape(place: _Placed) -> tuple[object, ...]:
    """What else sets tables of one title apart."""
    return place.table.groups, place.table.mode, place.table.head


def _run(
    states: dict[str, CellState],
    rates: Mapping[str, Sequence[float]],
    texts: Sequence[Text],
    reasons: Mapping[str, str],
    launches: int,
) -> Run:
    cells = tuple(state.cell for state in states.values())
    plan = Plan(name="import", endpoints=(), cells=cells, launches=launches, budget_s=0.0)
    # What is not known of a library that another program has used.
    mpis = {
        side: Mpi(name=side, family="unknown", version="", prefix="", where=_where(reasons.get(side, "")))
        for side in dict.fromkeys(cell.side for cell in cells)
    }
    run = new_run("import", plan, mpis, {"texts": ", ".join(dict.fromkeys(text.name for text in texts))})
    provenance = replace(run.provenance, finished_at=datetime.now(timezone.utc).isoformat(timespec="seconds"))
    results = tuple(_result(state, rates) for state in states.values())
    return replace(run, provenance=provenance, results=results, status="finished")


def _where(reason: str) -> str:
    return f"a text that was imported ({reason})" if reason else "a text that was imported"


def _result(state: CellState, rates: Mapping[str, Sequence[float]]) -> CellResult:
    result = state.result("single")
    return replace(result, rate_bytes_per_s=median(rates.get(state.cell.id, (0.0,))) or None, messages_per_s=None)


# -- rows as visits ----------------------------------------------------------------------------------------------------


def _visits(
    text: Text, table: SuiteTable, launches: Mapping[str, int], side: str, ranks: int
) -> Iterator[tuple[Cell, SuiteRow, Visit | None]]:
    for row in table.rows:
        cell = cell_of(text.report, table, row, side, ranks)
        if row.problem:
            yield cell, row, None
            continue
        call = call_of(text.report, table, cell)
        time_s = _time_s(text, table, row, cell, call)
        if time_s is None:
            yield cell, row, None  # of no duration that a clock could tell
            continue
        yield (
            cell,
            row,
            Visit(
                cell=cell.id,
                launch=launches[cell.id],
                round=0,
                group=row.group or 0,
                at_s=0.0,
                calls_per_sample=max(1, (row.repetitions or 1) // call.operations),
                samples_s=(time_s,),
                pure_s=_value(table, row, "t_pure_s") or None,
                compute_s=_value(table, row, "t_cpu_s", "t_compute_s") or None,
            ),
        )


def _time_s(text: Text, table: SuiteTable, row: SuiteRow, cell: Cell, call: SuiteCall) -> float | None:
    """The time of one call as our kernel counts calls; from the rate where the suite prints no time."""
    for column in _TIMES:
        if column in table.columns:
            return call.times * _value(table, row, column) or None
    if per_s := _value(table, row, "messages_per_s"):
        return call.messages / per_s
    rate = _value(table, row, "rate_bytes_per_s", "pairs_rate_bytes_per_s") * (_MEBI if text.mebibytes else 1.0)
    return call.messages * cell.size_bytes / rate if rate else None


def _value(table: SuiteTable, row: SuiteRow, *columns: str) -> float:
    """The value of the first of the columns that the table has, 0 without any."""
    for column in columns:
        if column in table.columns and row.values:
            return row.values[table.columns.index(column)]
    return 0.0


def _mebibytes(report: SuiteReport) -> bool | None:
    """Whether IMB's Mbytes are 2^20 bytes (releases to 4) or 1e6: bytes over time, against the rate that it printed.

    OMB has always counted 1e6.
    """
    if report.suite != "imb":
        return False
    told = [ratio for table in report.tables for ratio in _ratios(report, table)]
    if not told:
        return None
    ratio = median(told)
    if abs(math.log(ratio / _MEBI)) < _TOLD:
        return True
    return False if abs(math.log(ratio)) < _TOLD else None


def _ratios(report: SuiteReport, table: SuiteTable) -> Iterator[float]:
    """Rate by bytes and time over the rate that was printed, where both have enough digits to tell 5 % apart."""
    benchmark = imb_benchmark(report, table)
    if benchmark is None or "rate_bytes_per_s" not in table.columns or not table.groups:
        return
    for row in table.rows:
        time_s, rate = _value(table, row, "t_max_s", "t_s"), _value(table, row, "rate_bytes_per_s")
        if not row.size_bytes or rate < 1e6:
            continue
        if per_s := _value(table, row, "messages_per_s"):  # IMB-P2P's time is no rate's
            yield per_s * row.size_bytes / rate
        elif time_s >= 1e-6:
            yield benchmark.counts(len(table.groups[0])) * row.size_bytes / time_s / rate
