"""IMB's text read: any release since 3, any of its programs, several benchmarks and groups in one file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rankwise.core.errors import UsageError
from rankwise.suites.records import SuiteReport, SuiteRow, SuiteTable
from rankwise.suites.text.around import Around
from rankwise.suites.text.imb import COLUMNS, PARTS
from rankwise.suites.text.reading import WRONG_DATA, Source, odd_size, without_remark

RELEASE = re.compile(r"#\s+Intel ?\(R\) MPI Benchmark(?:s| Suite) +V?(.{1,80}?), +(?:IMB-)?(\S{1,40}) part")
BENCHMARK = re.compile(r"# Benchmarking (Multi-)?(\S+(?: \([\d x]+\))?)")
_PROCESSES = re.compile(r"# (?:\( ?)?#processes = (\d+)")
_THREADS = re.compile(r"\(threads: \d+\)|window_size = \d+")
_GROUPS = re.compile(r"# \( (\d{1,9}) groups of (\d{1,9}) processes each running simultaneous ?\)")
_GROUP = re.compile(r"# Group +(\d+): +(\d{1,9}(?: +\d{1,9})*) *$")
_RANKS = re.compile(r"# +(\d{1,9}(?: +\d{1,9})*) *$")  # one way alone to match a line: no text takes long
_IDLE = re.compile(r"# \( *(\d{1,9}) additional process(?:es)? waiting in MPI_Barrier *\)")
_MODE = re.compile(r"#\s+MODE: (\S+)")
_REFUSED = re.compile(r"# !! Benchmark (\S+) (?:is )?(invalid for \d+ processes) !!")
_CALL = re.compile(r"# (\S*IMB-\S+(?: .*)?)$")
_DATATYPE = re.compile(r"# MPI_Datatype( for reductions)? +: +(\S+)")
_FACT = re.compile(r"# (MPI Version|Machine|System|Release) *: *(\S.*)$")
_END = "# All processes entering MPI_Finalize"
_PROBLEM = re.compile(r"[\s\d]*(?:out-of-mem|int-overflow|time-out|was not measured)")  # the last is of ours
_BY_NAME = {words[0].strip(): (column, words[1]) for column, words in COLUMNS.items()}
_PROGRAMS = {part.removeprefix("IMB-"): program for program, part in PARTS.items()}
_DEFECTS = "defects"  # of builds that check, the last column: how far payload was off, not a time


@dataclass
class _Open:
    """The table that is being read, from line `number` on. `names` are the heading of its columns."""

    benchmark: str
    number: int = 0
    groups: list[tuple[int, ...]] = field(default_factory=list)
    idle: int = 0
    mode: str = ""
    head: list[str] = field(default_factory=list)
    names: list[str] | None = None
    rows: list[SuiteRow] = field(default_factory=list)
    seen: set[tuple[int | None, int | None]] = field(default_factory=set)  # groups and sizes of rows
    around: dict[str, str] = field(default_factory=dict)
    spoilt: tuple[int, str] | None = None  # a line that is no row and begins as one

    def is_next(self, words: list[str]) -> bool:
        """Whether a line of too few numbers may be what is left of the next row."""
        last = self.rows[-1].size_bytes if self.rows else None
        return len(words) > 1 and last is not None and float(words[0]) > last

    def table(self) -> SuiteTable:
        names = self.names or []
        return SuiteTable(
            benchmark=self.benchmark,
            columns=tuple(_BY_NAME[name][0] for name in names if name in _BY_NAME),
            groups=tuple(self.groups),
            idle=self.idle,
            mode=self.mode,
            each_group="Group" in names,
            head=tuple(self.head),
            rows=tuple(self.rows),
            around=self.around,
        )


def is_imb(text: str) -> bool:
    """Whether it looks like a text of IMB."""
    return bool(RELEASE.search(text) or ("# Benchmarking " in text and "#repetitions" in text))


def read(source: Source, *, partial: bool = False, around: Around | None = None) -> SuiteReport:
    """Every table of one run, perhaps none; `around` knows what was said before. Raises UsageError `truncated` (unless
    `partial`), `bad-import` with the line."""
    release = RELEASE.search(source.text)
    part = release[2] if release else ""
    reader = _Reader(source, around or Around())
    for number, line in source.lines():
        reader.take(number, line)
    reader.close()
    cut = reader.cut(ended=_END in source.text or part == "MT")
    if cut and not partial:
        raise cut
    return SuiteReport(
        suite="imb",
        program=_PROGRAMS.get(part, f"IMB-{part}") if part else "IMB",
        version=release[1].strip() if release else "",
        facts=reader.facts,
        tables=tuple(table for table in reader.tables if table.rows or table.refused),
        cut=cut.message if cut else "",
    )


class _Reader:
    def __init__(self, source: Source, around: Around) -> None:
        self.tables: list[SuiteTable] = []
        self.facts: dict[str, str] = {}
        self._source = source
        self._around = around
        self._ended = False
        self._open: _Open | None = None
        self._cut = ""  # inside a row, if nothing follows
        self._headless = ""

    def take(self, number: int, line: str) -> None:
        """One line: a heading, a row, or something between them that is none of ours."""
        if match := _REFUSED.match(line):
            self.close()
            self.tables.append(SuiteTable(benchmark=match[1], refused=match[2]))
        elif match := BENCHMARK.match(line):
            self.close()
            self._open = _Open(match[2], number)
        elif self._open is None:
            if match := _CALL.match(line):
                self.facts.setdefault("calling sequence", match[1].strip())
            elif match := _DATATYPE.match(line):
                self.facts["reductions" if match[1] else "datatype"] = match[2]
            elif match := _FACT.match(line):
                self.facts[match[1]] = match[2].strip()
            elif line.startswith(_END):
                self._ended = True
            elif self._ended or not line.startswith("#") or line.startswith("##"):
                self._around.note(line)
        elif self._open.names is None:
            self._heading(self._open, number, line)
        elif line.strip() and not line.lstrip().startswith("#"):
            self._row(self._open, number, line)
        elif line.startswith("#"):
            self.close()

    def close(self) -> None:
        """Ends the open table."""
        if self._open is not None:
            self.tables.append(self._open.table())
            if self._open.names is None:
                self._headless = f"in the heading of {self._open.benchmark} (line {self._open.number})"
            elif self._open.spoilt:
                self._headless = f"inside a row of {self._open.benchmark} (line {self._open.spoilt[0]})"
            self._open = None

    def cut(self, *, ended: bool) -> UsageError | None:
        """Of a text that stops before IMB had: where; None of one that is whole."""
        if not self._headless and ended:
            return None
        last = self.tables[-1] if self.tables else None
        after = f"after {len(last.rows)} rows of {last.benchmark}" if last else "before the first benchmark"
        return self._source.truncated(self._headless or self._cut or f"{after}, without IMB's last line")

    def _heading(self, table: _Open, number: int, line: str) -> None:
        if "#repetitions" in line:
            table.names = line.split()
        elif match := _PROCESSES.match(line):
            table.groups = [self._source.processes(match[1], number, line)]
            if "rank order" in line or _THREADS.search(line):
                table.head.append(line)
        elif match := _GROUP.match(line):
            table.groups.append(tuple(map(int, match[2].split())))
        elif match := _IDLE.match(line):
            table.idle = int(match[1])
        elif match := _MODE.match(line):
            table.mode = match[1]
        elif table.head and line.startswith("# "):
            table.head.append(line)
            if (match := _RANKS.match(line)) and "rank order" in table.head[0]:
                ranks = [
                    int(word) for heading in table.head[1:] if (m := _RANKS.match(heading)) for word in m[1].split()
                ]
                table.groups = [tuple(ranks)]
        elif (match := _RANKS.match(line)) and table.groups and not _GROUPS.match(line):
            table.groups[-1] = (*table.groups[-1], *map(int, match[1].split()))
        elif not line.startswith("#"):
            self._around.note(line)

    def _row(self, table: _Open, number: int, line: str) -> None:
        names = [name for name in table.names or [] if name != _DEFECTS]
        if _PROBLEM.match(line):
            table.rows.append(_problem(names, line))
            return
        words = without_remark(line.split(), len(names))
        whole = len(words) in (len(names), len(table.names or []))
        if not whole or not all(re.fullmatch(r"-?\d+(\.\d+)?|nan|-?inf", word) for word in words):
            if names[0] == "#bytes" and odd_size(words, len(names)):
                raise self._source.damaged(number, line, "a size that is not in bytes")
            self._around.note(line)
            few = len(words) < len(names)
            if few and words and re.fullmatch(r"[\d. ]+", line):  # numbers, but too few: a row that was cut
                self._cut = f"inside a row of {table.benchmark} (line {number})"
            if words and words[0].isdecimal() and (not few or (self._cut and table.is_next(words))):
                table.spoilt = table.spoilt or (number, line)
            return  # something that another program printed in between
        if table.spoilt:  # a run that was cut has no rows behind
            raise self._source.damaged(*table.spoilt, f"no row of {table.benchmark}")
        row = self._numbers(names, words, number, line)
        if (row.group, row.size_bytes) in table.seen:
            raise self._source.damaged(number, line, "rows of two runs in one table")
        table.seen.add((row.group, row.size_bytes))
        if table.rows:
            self._around.row()
        else:
            table.around = self._around.table()
        table.rows.append(row)

    def _numbers(self, names: list[str], words: list[str], number: int, line: str) -> SuiteRow:
        counts: dict[str, int] = {}
        values = []
        for name, word in zip(names, words, strict=False):
            if name in ("Group", "#bytes", "#repetitions"):
                counts[name] = self._source.count(word, number, line, name.lstrip("#"))
            elif name in _BY_NAME:
                column, factor = _BY_NAME[name]
                values.append(self._source.value(column, word, number, line) / factor)
        wrong = len(words) > len(names) and float(words[-1]) != 0.0
        return SuiteRow(
            size_bytes=counts.get("#bytes"),
            repetitions=counts.get("#repetitions"),
            values=() if wrong else tuple(values),
            group=counts.get("Group"),
            problem=WRONG_DATA if wrong else "",
        )


def _problem(names: list[str], line: str) -> SuiteRow:
    numbers, problem = re.fullmatch(r"((?: *\d{1,15}(?= ))*) *(.*)", line.rstrip(), re.DOTALL).groups()  # type: ignore[union-attr]
    counts = [int(word) for word in numbers.split()]
    leading = [name for name in names if name in ("Group", "#bytes")]
    by_name = dict(zip(leading, counts, strict=False))
    return SuiteRow(size_bytes=by_name.get("#bytes"), group=by_name.get("Group"), problem=problem)
