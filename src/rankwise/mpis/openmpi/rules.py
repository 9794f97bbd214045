"""Open MPI's files of rules for `coll/tuned`: whitespace up to release 5, JSON from release 6; and beside them one for
`coll/han`, which comes before it where ranks are on several nodes.

"Size" is not the same for every collective: some multiply what one rank gives by the communicator's size. A library
that cannot read the file says nothing, so `parse` reads more strictly than the library does.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.core.files import put
from rankwise.core.records import Mpi
from rankwise.core.version import numbers
from rankwise.mpis.openmpi import json_rules
from rankwise.mpis.openmpi.json_rules import IGNORED
from rankwise.mpis.rules import UNLIMITED, Ordered, number, only_whole, ordered, take, unknown_collective
from rankwise.tuning.records import CollectiveRule


class _Collective(Struct, frozen=True):
    """`id` of the collective in the file; whether `size` is that of all ranks together; `sized` False where ranks may
    see different sizes, and would then take different algorithms and hang, or where none is looked at."""

    id: int
    total: bool = False
    sized: bool = True


# Read in coll_tuned_decision_dynamic.c of 4.1.6, 5.0.0 and 5.0.9: what each decision function computes.
COLLECTIVES = {
    "allgather": _Collective(0, total=True),
    "allgatherv": _Collective(1),
    "allreduce": _Collective(2),
    "alltoall": _Collective(3, total=True),
    "alltoallv": _Collective(4, sized=False),
    "barrier": _Collective(6, sized=False),
    "bcast": _Collective(7),
    "exscan": _Collective(8, sized=False),
    "gather": _Collective(9, sized=False),  # the root's own send count may be absent (MPI_IN_PLACE)
    "reduce": _Collective(11),
    "reduce_scatter": _Collective(12),
    "reduce_scatter_block": _Collective(13, total=True),
    "scan": _Collective(14, sized=False),
    "scatter": _Collective(15, sized=False),  # the send count of others than the root may be anything
}
# Open MPI cuts messages of these into segments; 0, its default in rules, sends them whole.
SEGMENTED = {
    "bcast": ("2", "3", "4", "5", "6", "7"),
    "reduce": ("2", "3", "4", "5", "6"),
    "allreduce": ("5",),
}
_PARAMETERS = {"fan_out": "faninout", "segment_bytes": "seg_size", "max_requests": "reqs"}
_SIZELESS = "Open MPI looks at no size there, or at one that ranks may disagree on"
_MAX_REQUESTS_SINCE = (5, 0, 7)
_HAN_SINCE = (5,)  # before, its priority is below that of `coll/tuned`


class Row(Struct, frozen=True):
    """From `size` bytes on, as Open MPI counts them: an algorithm (0: as if there were no rule) and what it takes."""

    size: int
    algorithm: int
    fan_out: int = 0
    segment_bytes: int = 0
    max_requests: int | None = None


def carried(mpi: Mpi, rules: Sequence[CollectiveRule], folder: Path) -> dict[str, str]:
    """The knobs that make Open MPI follow the rules; the files that it reads are written into `folder`."""
    chosen = ordered(rules)
    json_file = reads_json(mpi)
    file = folder / ("openmpi-rules.json" if json_file else "openmpi-rules.conf")
    put(file, as_json(chosen) if json_file else as_text(chosen, mpi.version))
    knobs = {"mca:coll_tuned_use_dynamic_rules": "1", "mca:coll_tuned_dynamic_rules_filename": str(file)}
    if numbers(mpi.version) >= _HAN_SINCE:
        han = folder / "openmpi-han.conf"
        put(han, as_han(chosen))
        knobs |= {"mca:coll_han_use_dynamic_file_rules": "1", "mca:coll_han_dynamic_rules_filename": str(han)}
    return knobs


def failing(mpi: Mpi, rules: Sequence[CollectiveRule], folder: Path) -> dict[str, str]:
    """As `carried`, with a number in each rule that is no algorithm: calls that follow it return an error, unless the
    release reads JSON: such a one reads over a rule whose algorithm it does not know (coll_tuned_read_alg)."""
    return carried(mpi, [replace(rule, algorithm="999", parameters={}) for rule in rules], folder)


def check_file(mpi: Mpi, text: str) -> None:
    """Raises UsageError for a file that Open MPI would ignore."""
    if not text.lstrip().startswith("{"):
        parse(text)
    elif reads_json(mpi):
        json_rules.check(text)
    else:
        raise UsageError("bad-rules", f"rules: Open MPI {mpi.version} reads no JSON, which is for release 6", IGNORED)


def reads_json(mpi: Mpi) -> bool:
    """Whether this release reads rules in JSON."""
    return numbers(mpi.version) >= (6,)


def as_text(rules: Ordered, version: str) -> str:
    """The classic file. Communicators of other sizes, and other messages, get a row of algorithm 0."""
    tables = {name: _table(name, by_ranks) for name, by_ranks in rules.items()}
    rows = [row for table in tables.values() for sizes in table.values() for row in sizes]
    lines = []
    if any(row.max_requests is not None for row in rows):
        if numbers(version) < _MAX_REQUESTS_SINCE:
            raise UsageError("bad-rule", f"Open MPI {version} takes no max_requests in rules", "leave it away")
        lines += ["rule-file-version-2"]
    lines += [f"{len(tables)} # collectives"]
    for name, table in tables.items():
        lines += [f"{COLLECTIVES[name].id} # {name}", f"{len(table)} # communicator sizes"]
        for ranks, sizes in table.items():
            lines += [f"{ranks} # ranks and more", f"{len(sizes)} # rows: size algorithm fan-out segment"]
            lines += [_line(row) for row in sizes]
    return "\n".join(lines) + "\n"


def as_json(rules: Ordered) -> str:
    """The file of release 6, written without a release to try it on. Its reader knows `reduce_scatter` and
    `reduce_scatter_block`, and gives up at what its published schema has in their place."""
    collectives = {
        name: [
            {"comm_size_min": ranks, "comm_size_max": ranks, "rules": [_entry(rule) for rule in chosen]}
            for ranks, chosen in by_ranks.items()
        ]
        for name, by_ranks in rules.items()
    }
    return json.dumps({"rule_file_version": 3, "module": "tuned", "collectives": collectives}, indent=1) + "\n"


def as_han(rules: Ordered) -> str:
    """What has `coll/han` leave the messages of the rules, and no others, to `coll/tuned` (coll_han_dynamic_file.h).
    There a size is what one rank gives, of any collective."""
    lines = [f"{len(rules)} # collectives"]
    for name, by_ranks in rules.items():
        table = {1: ["0 han"]}
        for ranks, chosen in by_ranks.items():
            table[ranks] = [f"{start} {'tuned' if rule else 'han'}" for start, rule in _turns(chosen)]
            table.setdefault(ranks + 1, ["0 han"])
        lines += [name, "1 # level", "2 # whole communicators", f"{len(table)} # communicator sizes"]
        for ranks, rows in table.items():
            lines += [f"{ranks} # ranks and more", f"{len(rows)} # rows: size component", *rows]
    return "\n".join(lines) + "\n"


def parse(text: str) -> dict[int, dict[int, list[Row]]]:
    """Rows by collective id and least communicator size. Raises UsageError naming the line that Open MPI would stop at.

    What it would take in a way that nobody means is an error too: sizes that do not ascend, words behind the end.
    """
    reader = _Reader(text)
    tables: dict[int, dict[int, list[Row]]] = {}
    for _ in range(reader.take("the number of collectives", most=22)):
        collective = reader.take("the id of a collective", most=21)
        table = tables.setdefault(collective, {})
        for _ in range(reader.take("the number of communicator sizes")):
            ranks = reader.take("a communicator size")
            if table and ranks <= max(table):
                raise reader.wrong(f"communicator size {ranks} does not follow {max(table)}")
            rows: list[Row] = []
            for _ in range(reader.take("the number of rows")):
                rows.append(reader.row())
                if len(rows) == 1 and rows[0].size != 0:
                    raise reader.wrong("the first row must be for size 0")
                if len(rows) > 1 and rows[-1].size <= rows[-2].size:
                    raise reader.wrong(f"size {rows[-1].size} does not follow {rows[-2].size}")
            table[ranks] = rows
    reader.end()
    return tables


def _table(name: str, by_ranks: dict[int, list[CollectiveRule]]) -> dict[int, list[Row]]:
    table: dict[int, list[Row]] = {}
    for ranks, chosen in by_ranks.items():
        if not table and ranks > 0:
            table[0] = [Row(0, 0)]  # smaller communicators would take the first rows that there are
        table[ranks] = _rows(name, chosen)
        if ranks + 1 not in by_ranks:
            table[ranks + 1] = [Row(0, 0)]
    return table


def _rows(name: str, chosen: list[CollectiveRule]) -> list[Row]:
    scale = _scale(name, chosen[0])
    rows: list[Row] = []
    for start, rule in _turns(chosen):
        if rule is None:
            rows += [Row(start * scale, 0)]
            continue
        values = {key: number(rule, text, key) for key, text in take(rule, _PARAMETERS).items()}
        rows += [
            Row(
                start * scale,
                number(rule, rule.algorithm, "algorithm"),
                values.get("faninout", 0),
                values.get("seg_size", 0),
                values.get("reqs"),
            )
        ]
    return rows


def _turns(chosen: list[CollectiveRule]) -> list[tuple[int, CollectiveRule | None]]:
    """From which size on which of the rules counts; None where none does."""
    turns: list[tuple[int, CollectiveRule | None]] = [] if chosen[0].from_bytes == 0 else [(0, None)]
    for index, rule in enumerate(chosen):
        turns += [(rule.from_bytes, rule)]
        follows = index + 1 < len(chosen) and chosen[index + 1].from_bytes == rule.to_bytes + 1
        if rule.to_bytes < UNLIMITED and not follows:
            turns += [(rule.to_bytes + 1, None)]
    return turns


def _scale(name: str, rule: CollectiveRule) -> int:
    known = COLLECTIVES.get(name)
    if known is None:
        raise unknown_collective(rule, "Open MPI", COLLECTIVES)
    if not known.sized:
        only_whole(rule, _SIZELESS)
    return rule.ranks if known.total else 1


def _line(row: Row) -> str:
    words = [row.size, row.algorithm, row.fan_out, row.segment_bytes]
    return " ".join(map(str, [*words, *([] if row.max_requests is None else [row.max_requests])]))


def _entry(rule: CollectiveRule) -> dict[str, int]:
    scale = _scale(rule.collective, rule)
    values = {key: number(rule, text, key) for key, text in take(rule, _PARAMETERS).items()}
    end = {} if rule.to_bytes >= UNLIMITED else {"msg_size_max": rule.to_bytes * scale}
    start = {"msg_size_min": rule.from_bytes * scale}
    return {**start, **end, "alg": number(rule, rule.algorithm, "algorithm"), **values}


class _Reader:
    """Numbers of a classic file, with the line that each stands in; what follows `#` is not looked at."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        self._version_2 = bool(lines) and lines[0].strip() == "rule-file-version-2"
        if self._version_2:
            lines[0] = ""
        self._words = [
            (number, word) for number, line in enumerate(lines, 1) for word in line.partition("#")[0].split()
        ]
        self._at = 0
        self._line = 1

    def take(self, what: str, most: int = 1 << 62) -> int:
        """The next number."""
        if self._at == len(self._words):
            raise UsageError(
                "bad-rules", f"the rules end before {what}", "a count above is too large, or lines are lost"
            )
        self._line, word = self._words[self._at]
        self._at += 1
        if not word.isdecimal() or int(word) > most:
            raise self.wrong(f"'{word}' is not {what}")
        return int(word)

    def row(self) -> Row:
        """The next row; in the newer format its line may hold a fifth number."""
        size, algorithm, fan_out, segment = map(self.take, ("a size", "an algorithm", "a fan-out", "a segment size"))
        more = self._version_2 and self._at < len(self._words) and self._words[self._at][0] == self._line
        return Row(size, algorithm, fan_out, segment, self.take("max-requests") if more else None)

    def end(self) -> None:
        """Raises UsageError when something follows."""
        if self._at < len(self._words):
            self._line, word = self._words[self._at]
            raise self.wrong(f"'{word}' follows the end of the rules")

    def wrong(self, problem: str) -> UsageError:
        return UsageError("bad-rules", f"rules, line {self._line}: {problem}", IGNORED)
