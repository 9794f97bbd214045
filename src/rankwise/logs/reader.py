"""Reads a log of any length in bounded memory, and keeps what is known in it and what is about MPI and unknown.

Logs repeat themselves: a line whose digits alone differ from an earlier one is looked at once, and then counted.
"""

from __future__ import annotations

import codecs
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from rankwise.logs.facts import FACTS, MARKS, Fact, Facts
from rankwise.logs.line import ANSI, LONGEST, Line, cut, line_of, utf16_of
from rankwise.logs.own_words import REACH, carries_on, exception_of, failed_at, is_error, passed_at, went_on_at
from rankwise.logs.quotes import ENDINGS, SPEAKERS, Quote, Surroundings, is_quoted, of_earlier, of_line, quote_of
from rankwise.logs.row import DIGITS, Row, words_of
from rankwise.logs.table import ROWS
from rankwise.logs.tones import FINE, HARMLESS, TALK, WARNING, WARNS, is_frame

_BLOCK: Final = 1 << 20
_AHEAD: Final = 60  # lines that are kept back, since a message may go on in them
_JOINED: Final = 3
_PARAGRAPH: Final = 25
_MOST_SHAPES, _MOST_SHAPE_BYTES = 200_000, 32 << 20
_MOST_UNKNOWN, _MOST_PLACES = 2000, 64

_ABOUT: Final = frozenset(
    words_of(  # which leave digits out
        b"MPI MPICH OMPI ORTE PRTE PRRTE PMIX PMIx PMI OPAL ORTED PRTED orted prted orterun mpirun mpiexec prterun "
        b"prun hydra HYDU HYDT HYD HYDI MPID MPIDI MPIR PMPI UCX UCP UCT UCS libfabric OFI libibverbs ibverbs PSM "
        b"PSMX psm opx MVAPICH MVP srun slurmstepd palsd pals NCCL RCCL libmpi mpi4py mpi MPIError MPIException "
        b"btl mca pml mtl gloo Gloo ProcessGroupGloo ProcessGroupNCCL TCPStore torchrun ChildFailedError horovod "
        b"Horovod deepspeed DeepSpeed mpiexecjl jsrun smpd NVSHMEM nvshmem mpispawn charmrun Charm PETSC torchelastic "
        b"SignalException GASNet gasnet plexec orca "
        b"aprun BLACS myrank mype synd"
    )
)
_COMPLAINS: Final = frozenset(
    b"error Error ERROR errors fail failed Fail Failed FAILED FAIL failure Failure abort Abort ABORT aborted Aborted "
    b"aborting Aborting fatal Fatal FATAL warning Warning WARNING WARN cannot Cannot unable Unable unreachable "
    b"refused denied invalid Invalid missing unsupported killed Killed terminated crash crashed exception Exception "
    b"timeout timed lost truncated TERMINATION disconnected unexpectedly mismatch incompatible not".split()
)
_FAILURES: Final = ("cause", "symptom", "consequence")
_CLAIMS: Final = ("cause", "suspect")
_STOPPED: Final = next(row for row in ROWS if row.name == "program-error")


@dataclass
class Hit:
    """A row that a log has: its first line and the last of its paragraph, what filled its holes, what is
    quoted with it, whether one of its lines counts alone, whether each that was looked at says that it warns, whether
    the program went on behind it, where the last of them stands, how often it came, and from which ranks and hosts.
    Where there are many, not all ranks are listed."""

    row: Row
    line: Line
    facts: dict[str, str]
    last: str = ""
    quote: Quote | None = None
    alone: bool = False
    warns: bool = True
    went_on: bool = False
    until: tuple[int, int] = (0, 0)
    times: int = 0
    ranks: set[int] = field(default_factory=set)
    hosts: set[str] = field(default_factory=set)

    def again(self, line: Line) -> None:
        """Counts another line of the kind."""
        self.times += 1
        self.until = max(self.until, line.place)
        if line.rank is not None and len(self.ranks) < _MOST_PLACES:
            self.ranks.add(line.rank)
        if line.host and len(self.hosts) < _MOST_PLACES:
            self.hosts.add(line.host)


@dataclass
class Log:
    """What was read. `lines` counts all of them; `about` the different lines about MPI; `unknown` those of them that
    complain and are in no row. `left_out`: what could not be read, in words."""

    lines: int = 0
    about: int = 0
    hits: dict[str, Hit] = field(default_factory=dict)
    unknown: list[Line] = field(default_factory=list)
    facts: Facts = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)


class Reader:
    """Takes a log in pieces as they come. `of_mpi`: the words are known to be those of an MPI job."""

    def __init__(self, rows: Sequence[Row] = ROWS, *, of_mpi: bool = False) -> None:
        self.log = Log()
        self._of_mpi = of_mpi
        self._rows: dict[bytes, list[tuple[Row, int]]] = defaultdict(list)
        for row in rows:
            for key, number in row.keys:
                self._rows[key].append((row, number))
        self._facts: dict[bytes, list[Fact]] = defaultdict(list)
        for fact in (*FACTS, *MARKS):
            self._facts[fact.key].append(fact)
        self._gate = frozenset((*self._rows, *_ABOUT, *self._facts, *(_COMPLAINS if of_mpi else ())))
        self._seen: set[bytes] = set()
        self._seen_bytes = 0
        self._kinds: dict[bytes, Hit] = {}
        self._covered: set[tuple[int, int]] = set()
        self._passed = (-1, 0)
        self._failed: Line | None = None
        self._errors: dict[int, Line] = {}
        self._went_on: dict[int, int] = {}
        self._file = -1
        self._begin()

    def _begin(self) -> None:
        self._file += 1
        self._number = 0
        self._rest = b""
        self._behind: list[bytes] = []
        self._decoder: codecs.IncrementalDecoder | None = None
        self._fresh = True

    def feed(self, data: bytes) -> None:
        """The next bytes of a file."""
        for start in range(0, len(data), _BLOCK):
            self._take(self._as_utf8(data[start : start + _BLOCK]), ended=False)

    def end_file(self) -> None:
        """The file is over: another may follow."""
        self._take(b"", ended=True)
        texts = [_line(raw).text for raw in self._behind]
        first = self._number - len(self._behind)
        self._went_on[self._file] = first + went_on_at(texts)
        if passed := passed_at(texts):
            self._passed = self._file, first + passed
        elif (failed := failed_at(texts)) and not self._is_known(texts[failed - 1]):
            self._failed = line_of(self._behind[failed - 1], first + failed, self._file)
        self._begin()

    def ended(self) -> Log:
        """All that was read. To be called once, after the last file."""
        log = self.log
        log.unknown = [line for line in log.unknown if line.place not in self._covered]
        marks = {"", *(mark.name for mark in MARKS if mark.name in log.facts)}
        log.facts = {name: value for name, value in log.facts.items() if name not in marks}
        hits = [hit for hit in log.hits.values() if hit.row.given in marks and hit.row.unless not in marks - {""}]
        of_mpi = log.about or any(not hit.row.needs for hit in hits)
        met = {"", "log", "failure", "job"} if self._of_mpi else {"", "log", "failure"} if of_mpi else {""}
        hits = [hit for hit in hits if hit.row.needs in met or hit.alone]
        log.hits = {hit.row.name: hit for hit in self._of_failures(self._unprovoked(hits))}
        for hit in log.hits.values():
            error = self._errors.get(hit.line.file)
            is_open = hit.row.name in ENDINGS and (hit.quote is None or hit.quote.weak)
            if error is not None and is_open and error.number < hit.line.number:
                hit.quote = of_earlier(error)
        if log.about and self._failed is not None and not self._of_mpi:  # of a job of ours each rank's first is told
            failed = any(hit.row.role in _FAILURES for hit in log.hits.values())
            stopped = Hit(_STOPPED, self._failed, {}, quote=of_line(self._failed), times=1)
            log.hits |= {} if failed else {_STOPPED.name: stopped}
        return log

    def _unprovoked(self, hits: list[Hit]) -> list[Hit]:
        """Without the errors that tests provoked which all passed: those before the line at the end that says so.
        Without those behind which the program itself went on to the end, with no other failure."""
        failures = [hit for hit in hits if hit.row.role in _FAILURES]
        spoke = {hit.until for hit in failures if hit.went_on and _is_caught(hit)}
        went_on = [hit for hit in failures if hit.went_on and hit.until in spoke]
        stopped = max((hit.until for hit in failures if hit not in went_on), default=(-1, 0))
        handled = [hit for hit in went_on if hit.until > stopped and self._is_passed(hit)]
        if any(hit.until > self._passed for hit in failures if hit not in handled):
            return [hit for hit in hits if hit not in handled]
        return [hit for hit in hits if hit not in failures]

    def _of_failures(self, hits: list[Hit]) -> list[Hit]:
        """Without what counts in a log of a failure only, where there is none and the program went on behind it."""
        if self._failed is not None or any(hit.row.role in _FAILURES for hit in hits):
            return hits
        return [hit for hit in hits if hit.row.needs != "failure" or not self._is_passed(hit)]

    def _is_passed(self, hit: Hit) -> bool:
        """Whether one of the last lines behind it says that the program went on."""
        return hit.until[1] <= self._went_on.get(hit.until[0], 0)

    def _as_utf8(self, data: bytes) -> bytes:
        if self._fresh and data:
            self._fresh = False
            name = utf16_of(data)
            self._decoder = codecs.getincrementaldecoder(name)("replace") if name else None
            data = data.removeprefix(codecs.BOM_UTF8)
        return self._decoder.decode(data).encode("utf-8", "replace") if self._decoder else data

    def _take(self, data: bytes, *, ended: bool) -> None:
        data = self._rest + data
        held = b""
        if not ended and data.endswith((b"\r", b"\x1b")):
            data, held = data[:-1], data[-1:]
        if b"\x1b" in data:
            data = ANSI.sub(b"", data)
        if b"\r" in data:
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if b"\0" in data:
            data = data.translate(None, b"\0")
        lines = data.split(b"\n")
        if max(map(len, lines)) > LONGEST:
            lines = [part for line in lines for part in cut(line)]
        ready = len(lines) - (not lines[-1]) if ended else max(0, len(lines) - 1 - _AHEAD)
        self._rest = b"" if ended else b"\n".join(lines[ready:]) + held
        self._look(lines, ready)
        self._behind = [*self._behind, *lines[max(0, ready - REACH) : ready]][-REACH:]
        self._number += ready
        self.log.lines += ready

    def _look(self, lines: list[bytes], ready: int) -> None:
        shapes = b"\n".join(lines[:ready]).translate(None, DIGITS).split(b"\n") if ready else []
        kinds = set(shapes)
        known = kinds & self._kinds.keys()
        fresh = kinds - self._seen
        self._remember(fresh)
        worth: set[bytes] = set()
        if not self._gate.isdisjoint(words_of(b"\n".join(fresh))):
            worth = {shape for shape in fresh if not self._gate.isdisjoint(words_of(shape))}
        if not worth and not known:
            return
        for index, shape in enumerate(shapes):
            if shape in worth:
                worth.discard(shape)
                self._examine(lines, index, shape)
            elif shape in self._kinds:
                self._kinds[shape].again(line_of(lines[index], self._number + index + 1, self._file))

    def _remember(self, fresh: set[bytes]) -> None:
        self._seen_bytes += sum(map(len, fresh))
        if len(self._seen) > _MOST_SHAPES or self._seen_bytes > _MOST_SHAPE_BYTES:
            self._seen, self._seen_bytes = set(), 0
        self._seen |= fresh

    def _examine(self, lines: list[bytes], index: int, shape: bytes) -> None:
        line = line_of(lines[index], self._number + index + 1, self._file)
        words = frozenset(words_of(line.text.encode()))
        noted = [
            fact.note(line.text, self.log.facts)
            for key in sorted(self._facts.keys() & words)
            for fact in self._facts[key]
        ]
        about = any(noted) or self._of_mpi or not _ABOUT.isdisjoint(words)
        self.log.about += about
        rows = [] if FINE.search(line.text) else self._rows_of(words)
        if TALK.search(line.text):
            rows = [pair for pair in rows if not pair[0].needs and pair[0].role not in ("cause", "suspect")]
        elif WARNING.search(line.text):
            rows = [(row, number) for row, number in rows if not row.needs or WARNING.search(row.printed[number])]
        elif HARMLESS.search(line.text):
            rows = [pair for pair in rows if pair[0].needs != "failure"]
        for back in range(min(_JOINED, index + 1) if rows else 0):
            start = lines[index - back]
            first = line_of(start, self._number + index - back + 1, self._file)
            if back and first.prefix != line.prefix and first.rank != line.rank:
                continue
            text = self._joined(lines, index - back, first)
            matches = _matches(rows, text, len(_one_blank(first.text)))
            last = self._cover(lines, index - back) if matches else ""
            for row, facts, is_alone in matches:
                hit = self._hit(row, first, facts, shape, last)
                hit.alone |= is_alone
                hit.warns &= bool(WARNS.search(line.text))
                if hit.line is first and is_quoted(row):
                    hit.quote = self._quote(row, lines, index - back, first, last)
                if hit.line is first and (row.role in _CLAIMS or row.says in SPEAKERS or row.vague):
                    hit.went_on = carries_on(self._behind_message(lines, index, first))
            if matches:
                return
        if self._file not in self._errors and is_error(line.text):
            self._errors[self._file] = line
        if about and not _COMPLAINS.isdisjoint(words) and len(self.log.unknown) < _MOST_UNKNOWN:
            self.log.unknown.append(line)

    def _joined(self, lines: list[bytes], index: int, first: Line) -> str:
        """A line with those behind it that the same rank printed."""
        parts = [_one_blank(first.text)]
        for raw in self._following(lines, index, first):
            parts.append(_one_blank(raw.text))
            if len(parts) > _JOINED:
                break
        return " ".join(parts)

    def _following(self, lines: list[bytes], index: int, first: Line) -> Iterator[Line]:
        """The lines of the paragraph behind one, of the same rank."""
        for at in range(index + 1, min(len(lines), index + _AHEAD)):
            line = line_of(lines[at], self._number + at + 1, self._file)
            if line.rank != first.rank:
                continue
            if not line.text.strip(" -=*%"):
                return
            yield line

    def _hit(self, row: Row, line: Line, facts: dict[str, str | None], shape: bytes, last: str) -> Hit:
        """The hit of a row, which begins anew where the program went on behind the message that came before."""
        hit = self.log.hits.get(row.name)
        handled = hit is not None and hit.went_on and row.says in SPEAKERS
        if hit is None or (handled and hit.until != line.place):
            hit = self.log.hits[row.name] = Hit(row, line, {}, last, alone=hit is not None and hit.alone)
        hit.facts = {**{name: value for name, value in facts.items() if value}, **hit.facts}
        if hit.until != line.place:  # more than one pattern of the row may match a message
            hit.again(line)
            self._kinds.setdefault(shape, hit)
        return hit

    def _behind_message(self, lines: list[bytes], index: int, first: Line) -> list[str]:
        """The lines that the same rank printed behind a message, the end of its trace or the frame around it."""
        texts = [line.text for line in map(_line, lines[index + 1 : index + _AHEAD]) if line.rank == first.rank]
        framed = sum(is_frame(line.text) for line in map(_line, [*self._behind, *lines[:index]][-_AHEAD:])) % 2
        is_end = exception_of if first.text.startswith("Traceback") else is_frame
        end = next((at for at, text in enumerate(texts, 1) if is_end(text)), 0)
        return texts[end if framed or is_end is exception_of else 0 :][:REACH]

    def _quote(self, row: Row, lines: list[bytes], index: int, first: Line, last: str) -> Quote | None:
        """What is quoted with a row: of lines of its rank, or of none, that no row knows."""
        end = index + _JOINED if row.says in SPEAKERS else index  # a program's own line is itself among its words
        before = [*self._behind, *lines[:end]] if end < REACH else lines[end - REACH : end]
        block = [line.text for line in map(_line, lines[index : index + REACH]) if line.rank == first.rank]
        said = self._unknown_of(before[-REACH:], first)
        after = self._unknown_of(lines[end + 1 : end + REACH], first)
        return quote_of(row, first, Surroundings(said, after, block, last))

    def _unknown_of(self, part: Sequence[bytes], first: Line) -> list[str]:
        """The lines that a rank may have printed, without those that a row knows."""
        texts = [line.text for line in map(_line, part) if first.rank in (None, line.rank) or line.rank is None]
        return [text for text in texts if not self._is_known(text)]

    def _is_known(self, text: str) -> bool:
        rows = self._rows_of(frozenset(words_of(text.encode())))
        return any(row.says not in SPEAKERS for row, *_ in _matches(rows, _one_blank(text), 0))

    def _rows_of(self, words: frozenset[bytes]) -> list[tuple[Row, int]]:
        return [pair for key in sorted(words & self._rows.keys()) for pair in self._rows[key]]

    def _cover(self, lines: list[bytes], index: int) -> str:
        """The paragraph of a message is known with it. Its last line; empty where it has one only."""
        last = ""
        first = line_of(lines[index], self._number + index + 1, self._file)
        trace = first.text.startswith("Traceback")
        self._covered.add((self._file, first.number))
        for count, line in enumerate(self._following(lines, index, first)):
            if count == _PARAGRAPH and not trace:
                break
            self._covered.add((self._file, line.number))
            last = line.text.strip()
            if trace and exception_of(line.text):
                break
        for at in range(index - 1, max(-1, index - _PARAGRAPH), -1):
            line = line_of(lines[at], self._number + at + 1, self._file)
            if not line.text.strip(" -=*%"):
                break
            if line.rank == first.rank and len(line.text) > 0 and "error stack" not in first.text:
                self._covered.add((self._file, line.number))
        return last


def _matches(rows: Sequence[tuple[Row, int]], text: str, end: int) -> list[tuple[Row, dict[str, str | None], bool]]:
    """The rows whose pattern of that number begins in the text before `end`, with what fills its holes, and whether it
    counts alone. What many programs print counts where nothing of MPI's own does, and what is vague where nothing else
    is known."""
    searched = [(row, number >= len(row.patterns), row.compiled[number].search(text)) for row, number in rows]
    matched = [
        (row, match.groupdict(), alone) for row, alone, match in searched if match is not None and match.start() <= end
    ]
    known = [item for item in matched if not item[0].vague]
    matched = known or matched
    reasons = any(
        not row.needs and not row.given and row.role in ("cause", "suspect", "warning") for row, *_ in matched
    )
    return [item for item in matched if not (reasons and item[0].needs)]


def read(output: str, facts: Facts | None = None) -> Log:
    """What a job of ours printed, of which `facts` are known."""
    reader = Reader(of_mpi=True)
    reader.log.facts |= facts or {}
    reader.feed(output.encode("utf-8", "replace"))
    reader.end_file()
    return reader.ended()


def _is_caught(hit: Hit) -> bool:
    """Whether it is an error of a kind that programs handle and that is printed all the same."""
    return exception_of(hit.line.text) or hit.line.text.startswith(("Traceback", "HDF5-DIAG"))


def _line(raw: bytes) -> Line:
    return line_of(raw, 0)


def _one_blank(text: str) -> str:
    """The text with one blank for each run of them, which patterns would share out in every way."""
    return " ".join(text.split())
