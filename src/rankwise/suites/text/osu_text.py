"""OMB's text read: any osu_* program of OMB 3 to 7 in C or Python, several in one file."""

from __future__ import annotations

import re

from msgspec.structs import replace

from rankwise.suites.records import SuiteReport, SuiteRow, SuiteTable
from rankwise.suites.text.around import Around
from rankwise.suites.text.osu import COLUMNS
from rankwise.suites.text.reading import WRONG_DATA, Source, odd_size, without_remark

TITLE = re.compile(
    r"#\s+(?:(?P<c>OSU (?!Micro)[A-Z]\S.{0,120}?(?:Test|Latency|Benchmark))\s{1,20}v(?P<version>\d+(?:\.\d+)*)"
    r"|OMB (?P<python>Python MPI (?:[\w-]{1,30} ){1,6}Test)\b)"
)
"""Those of OMB's Python programs have no release, and are no rows of our table: what they time is Python, too."""
_INIT = re.compile(r"nprocs: (\d{1,6}), min: ([\d.]+) ms, max: ([\d.]+) ms, avg: ([\d.]+) ms")
_HELLO = re.compile(r"This is a test with \d+ processes")
_SILENT = ("Hello World Test",)
"""Programs that print no figures."""
_NAMES = re.compile(r"(?:# )?\s*(Size|Avg Latency|Overall\(us\)|Latency|Operation).*")
_UNIT = re.compile(r"[(\[](?:[mun]?s|[KMGT]?i?[Bb](?:it)?(?:/s|ps))[)\]]|#repetitions")
_OTHERS = re.compile(r"\s*#\s*(?:size\s+count|bytes\s+#iterations|(?:bytes\s+#)?repetitions)\b")
"""Columns of other programs: NCCL's tests, perftest, IMB."""
_PAIRS = re.compile(r"# \[ pairs: (\d+) \] \[ window size: (\d+|varied) \]")
_DATATYPE = "# Datatype:"
_STRIDED = "transmitsize"
"""A column of `-D`: its sizes are spans, of which a part is sent."""
_COMMA = re.compile(r"\d+,\d+")
_NUMBER = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?")
_BY_NAME = {words[0].replace(" ", "").lower(): (column, words[1]) for column, words in COLUMNS.items()}
_MOST_ITERATIONS = 1e15  # as other counts of these texts
_MEAN = "avglatency(us)"
_FULL = ("minlatency(us)", "maxlatency(us)", "iterations")
"""What `-f` adds behind the mean of a collective."""
_VERDICTS = {"Pass": 1.0, "passed": 1.0, "skipped": 1.0, "-": 1.0, "Fail": 0.0, "failed": 0.0}
# What older releases called the same column.
_BY_NAME |= {
    "latency(us)": ("t_s", 1e6),
    "bandwidth(mb/s)": ("rate_bytes_per_s", 1e-6),
    "bi-bandwidth(mb/s)": ("rate_bytes_per_s", 1e-6),
    "purecomm.(us)": ("t_pure_s", 1e6),
}


def is_osu(text: str) -> bool:
    """Whether it looks like a text of OMB."""
    return TITLE.search(text) is not None


def read(source: Source, *, partial: bool = False, around: Around | None = None) -> SuiteReport:
    """The tables of one program, perhaps none; `around` knows what was said before. Raises UsageError `truncated`
    (unless `partial`), `bad-import` with the line."""
    reader = _Reader(source, around or Around())
    for number, line in source.lines():
        reader.take(number, line)
    cut = source.truncated(reader.cut) if reader.cut else None
    if cut and not partial:
        raise cut
    whole = tuple(table for table in reader.tables if table.rows)
    return SuiteReport(
        suite="osu", program="osu", version=reader.version, tables=whole, cut=cut.message if cut else ""
    )  # fmt: skip


class _Reader:
    """`cut` says where the text would end if it ended now, and is empty where it may."""

    def __init__(self, source: Source, around: Around) -> None:
        self.tables: list[SuiteTable] = []
        self.version = ""
        self.cut = ""
        self._source = source
        self._around = around
        self._last = source.last
        self._names: list[str] = []
        self._spoilt: tuple[int, str] | None = None

    def take(self, number: int, line: str) -> None:
        """One line: a title, a heading, a row, or something between them that is none of ours."""
        if match := TITLE.search(line):
            name, self.version = match["c"] or match["python"], match["version"] or ""
            self.tables.append(SuiteTable(benchmark=name))
            self._spoilt = None
            self._names, self.cut = [], "" if name.endswith(_SILENT) else f"in the heading of {name}"
        elif not self.tables:
            self._around.note(line)
        elif match := _INIT.match(line):
            self._init(match, self._source.processes(match[1], number, line))
        elif line.startswith("#") or _OTHERS.match(line) or (not self._names and _NAMES.match(line) and "(us)" in line):
            self._heading(number, line)
        elif line.strip() and self._names:
            self._row(number, line)
        elif not _HELLO.match(line):
            self._around.note(line)

    def _init(self, match: re.Match[str], ranks: tuple[int, ...]) -> None:
        """The one line of osu_init: its ranks, and how long MPI_Init took on them."""
        least_s, most_s, mean_s = (float(word) / 1e3 for word in match.groups()[1:])
        self._change(
            columns=("t_avg_s", "t_min_s", "t_max_s"),
            groups=(ranks,),
            rows=(SuiteRow(values=(mean_s, least_s, most_s)),),
            around=self._around.table(),
        )
        self.cut = ""

    def _heading(self, number: int, line: str) -> None:
        table = self.tables[-1]
        if (match := _PAIRS.match(line)) and match[2] == "varied":
            raise self._source.damaged(number, line, "a table by window size (-V) has no message sizes")
        if line.startswith(_DATATYPE) and table.rows:  # the next of -T all
            head = tuple(heading for heading in table.head if not heading.startswith(_DATATYPE))
            self.tables.append(replace(table, rows=(), head=(*head, line.rstrip())))
            self._spoilt = None
            return
        names = _names(line) if _NAMES.match(line) else []
        columns = tuple(_BY_NAME[name][0] for name in names if name in _BY_NAME)
        if columns and names[0] in ("size", *_BY_NAME) and _STRIDED not in names:
            if table.rows:
                raise self._source.damaged(number, line, "columns of a table without a title")
            self._names = names
            self._change(columns=columns)
            self.cut = f"behind the heading of {table.benchmark}, before its first row"
        elif (names or _OTHERS.match(line)) and _UNIT.search(line):
            raise self._source.damaged(number, line, "a table with these columns is not read")
        elif table.rows:
            self._names = [] if _OTHERS.match(line) else self._names
            self._around.note(line)
        else:
            self._change(head=(*table.head, line.rstrip()))

    def _row(self, number: int, line: str) -> None:
        if not self.tables[-1].rows and _is_full(self._names, line.split()):
            self._names += _FULL
            self._change(columns=tuple(_BY_NAME[name][0] for name in self._names if name in _BY_NAME))
        table, words = self.tables[-1], without_remark(line.split(), len(self._names))
        known = all(_NUMBER.fullmatch(word) or word in _VERDICTS for word in words)
        if len(words) == len(self._names) and known:
            if self._spoilt:  # a run that was cut has no rows behind
                raise self._source.damaged(*self._spoilt, f"no row of {table.benchmark}")
            row = self._values(words, number, line)
            if table.rows and row.size_bytes is not None and not self._is_next(words[0]):
                raise self._source.damaged(number, line, "rows of two runs in one table")
            if table.rows:
                self._around.row()
            else:
                self._change(around=self._around.table())
            self._change(rows=(*table.rows, row))
            self.cut = "" if number < self._last or self._source.text.endswith("\n") else "in its last line"
        elif self._names[0] == "size" and odd_size(words, len(self._names)):
            raise self._source.damaged(number, line, "a size that is not in bytes")
        elif _NUMBER.fullmatch(words[0]) and self._is_next(words[0], whole=len(words) <= len(self._names)):
            if any(_COMMA.fullmatch(word) for word in words):
                raise self._source.damaged(number, line, "a comma in place of the point")
            if len(words) == len(self._names) and any(word[0].isalpha() for word in words):
                raise self._source.damaged(number, line, f"no row of {table.benchmark}")
            self._spoilt = self._spoilt or (number, line)
            self.cut = f"inside a row of {table.benchmark} (line {number})"
        else:
            self._around.note(line)

    def _is_next(self, size: str, *, whole: bool = True) -> bool:
        """Whether a row of this size may follow: what begins with a smaller number is a sentence. Not `whole`: the line
        has more words than the row, which may be torn; sizes double."""
        rows = self.tables[-1].rows
        last = rows[-1].size_bytes if rows else None
        if last is None:
            return True
        return float(size) > last if whole else str(2 * last or 1).startswith(size)

    def _values(self, words: list[str], number: int, line: str) -> SuiteRow:
        size = repetitions = None
        values, wrong = [], False
        for name, word in zip(self._names, words, strict=True):
            if name == "size":
                size = self._source.count(word, number, line, "bytes")
            elif name in _BY_NAME:
                column, factor = _BY_NAME[name]
                told = _VERDICTS.get(word)
                wrong = wrong or told == 0.0
                values.append(self._source.value(column, word, number, line) / factor if told is None else told)
                repetitions = self._repetitions(word, number, line) if column == "iterations" else repetitions
        if wrong:
            return SuiteRow(size_bytes=size, problem=WRONG_DATA)
        return SuiteRow(size_bytes=size, repetitions=repetitions, values=tuple(values))

    def _repetitions(self, word: str, number: int, line: str) -> int:
        if not 0 <= (count := float(word)) < _MOST_ITERATIONS:
            raise self._source.damaged(number, line, f"'{word}' is not a number of iterations")
        return int(count)

    def _change(self, **changes: object) -> None:
        self.tables[-1] = replace(self.tables[-1], **changes)


def _is_full(names: list[str], words: list[str]) -> bool:
    """Whether a row has the columns of `-f`, which OMB 7.3 does not name in the heading of device buffers."""
    rest = words[names.index(_MEAN) :] if names[-1:] == [_MEAN] else []
    if len(rest) != 1 + len(_FULL) or not all(map(_NUMBER.fullmatch, words)):
        return False
    mean, least, most = map(float, rest[:3])
    return least <= mean <= most and rest[3].isdecimal()


def _names(line: str) -> list[str]:
    """Names of columns, in lower case without blanks; `size` first where there is one."""
    # `Latency (us)` stays one name: one blank parts columns behind `Size` and a closing bracket alone.
    words = re.split(r"\s{2,}|\t|(?:(?<=\))|(?<=^Size)) (?=[A-Z])", line.lstrip("# ").strip())
    return [word.replace(" ", "").lower().removesuffix("(b)") for word in words if word]
