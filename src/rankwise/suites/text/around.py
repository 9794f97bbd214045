"""What a log says around a benchmark's tables: the command, the environment, titles, what MPI says of its transport.

Two tables of one benchmark whose surroundings differ are not of one thing. Times, counters and the like tell nothing
apart, and are left out.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from rankwise.core.launchers import WRAPPERS

COMMAND: Final = "command"
WORDS: Final = "words"
_LAUNCHER = re.compile(r"mpirun|mpiexec(?:\.\w+)?|srun|orterun|prun|prterun|aprun|jsrun|ibrun|flux")
_PROMPT = re.compile(r"[$%#>+]")
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]*=")
_ASSIGNED = re.compile(
    r"(?:[$+#] *)?(?:export +|setenv +|declare -x +|-x +)?([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?: *= *| *: +| +)(\S.*)"
)
_LONGEST = 4096  # letters of a line that may say what a table is of
_COUNTED = re.compile(
    r"(?:JOB|STEP|TASK|SESSION)_?ID$|(?:^|_)(?:PID|DATE|SEED|COOKIE|TMPDIR|JOB_?NAME|(?:START|END)_TIME)$"
)
_STARTUP = re.compile(r"(?:\[\d+\] )?(?:MPI|DAPL|UCX|OFI) startup\(\):(.*)", re.IGNORECASE)
_TRANSPORT = re.compile(r"provider|transfer mode|fabric|library version|data transport", re.IGNORECASE)
_PINNED = re.compile(r"(\d+) +\d+ +(\S+ +[\d{].*\S) *")
"""Intel MPI's table of ranks: number, process, node, CPUs."""
_NOTHING = re.compile(r"[\W_]*|(?:real|user|sys)\s+\S+|```\w*")
_COUNTABLE = r"(?:nodes|hosts|ranks|processes|procs|tasks|ppn|pairs|[cg]pus|cores|threads|sockets)\b(?!\s{0,3}[=:])"
_NO_SETTING = "".join(
    rf"(?<!\b{name})" for name in ("n", "np", "ppn", "tpn", "nodes", "ranks", "procs", "gpus", "size")
)
_VOLATILE = re.compile(
    r"\d{4}([-/])\d\d\1\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)?"
    r"|\b\d{1,2}([./])\d{1,2}\2\d{4}(?:,? +\d\d:\d\d\b)?"
    r"|\b\d\d?:\d\d:\d\d(?:[.,]\d+)?\b(?: [AP]M\b)?"
    r"|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:day|sday|nesday|rsday|urday)?,?\s{1,3}(?=\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))"
    r"|\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t|tember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\.?\s{1,3}\d{1,2}(?:,?\s{1,3}\d{4})?\b"
    r"|\b(?:run|rep|repetition|iteration|iter|trial|try|attempt|round|launch|repeat|sample|pass)\s{0,3}[#:=]?\s{0,3}\d+(?:\s{0,3}(?:/|of)\s{0,3}\d+)?"
    rf"(?!\d|\s{{0,3}}{_COUNTABLE})"
    r"|\b(?:job|jobid|job_id|pid|(?<!of )process|step|seed|session|seq|epoch|inode)\s{0,3}(?:id)?"
    rf"\s{{0,3}}[#:=]?\s{{0,3}}\d+(?:\.\d+)?(?![\d.]|\s{{0,3}}{_COUNTABLE})"
    r"|\bport\s{0,3}[#:=]?\s{0,3}\d{4,5}\b"  # 1 and 2 are of an adapter
    rf"|{_NO_SETTING}:\d{{1,20}}(?::\d{{1,20}}){{0,7}}(?=\])"  # behind a host in brackets
    r"|\[\d{3,}\](?=:)"  # a process, as srun and syslog have it
    r"|\b0x[0-9a-f]{9,}\b|\b\d{9,}(?:\.\d+)?\b(?! *(?:[kmg]i?)?b(?:ytes?)?\b)"
    r"|\b(?:took|elapsed|lasted|after|within|in|time|duration|runtime)\b:? *\d+(?:\.\d+)?"
    r" ?(?:seconds|secs?|s|ms|minutes?)\b"
    r"|\b\d+\.\d+ ?(?:seconds|secs?|s|minutes?)\b",
    re.IGNORECASE,
)
_OF_A_FILE = re.compile(r"\d{5,}")
"""In a path: of a folder of a job, a date, a process."""
_NUMBERED = re.compile(r"-*(?:job|job-?id|pid|port|seed|session|kvs\w*|step|tag-?id|name|job-name)", re.IGNORECASE)
"""Options of a launcher whose value numbers or names a job."""
_SIZE = re.compile(r"[1-9]\d?0{3,}")
_INTO: Final = (">", ">>", "2>", "&>", "tee", "<")  # behind it stands a file
_DECORATION = " \t=-*_#>~+|:.`$%"


class Around:
    """Fed with each line of a log that is none of a table's; `known` is what holds for the table that begins now.

    The environment, the command and the words hold until there are others, so that a title stands over all tables
    below it. `last` are the words behind the last table, if a first reading has shown them: where they follow another
    table they belong to that, not to the next. `writer` is the rank or process that printed it all:
    tables of two are of two pairs.
    """

    def __init__(self, last: tuple[str, ...] = (), writer: str = "") -> None:
        self._last = last
        self._known: dict[str, str] = {"writer": writer} if writer else {}
        self._pending: dict[str, str] = {}
        self._words: list[str] = []

    def note(self, line: str) -> None:
        """A line between tables, or in a heading."""
        text = line.strip()
        if len(text) > _LONGEST or _NOTHING.fullmatch(text):
            return
        if startup := _STARTUP.match(text):
            words = startup[1].strip()
            if pinned := _PINNED.fullmatch(words):
                self._pending[f"rank {pinned[1]}"] = pinned[2]
            elif _TRANSPORT.search(words):
                name, _, value = words.partition(": ")
                name, value = (name, value) if value else ("transport", name)
                known = self._pending.get(name, "")
                self._pending[name] = " | ".join(filter(None, (known, _stable(value))))
        elif _starts_ranks(text):
            self._pending[COMMAND] = _stable_command(text)
        elif assigned := _ASSIGNED.fullmatch(text):
            self._assign(assigned[1], assigned[2])
        elif words := _stable(text):
            self._words.append(words)

    def _assign(self, name: str, value: str) -> None:
        """A variable; of those that number a job or a process the value says nothing."""
        self._pending[name] = _stable(re.sub(r"\d+", " ", value)) if _COUNTED.search(name) else " ".join(value.split())

    @property
    def words_since(self) -> tuple[str, ...]:
        """The words behind the last table so far."""
        return tuple(self._words)

    def row(self) -> None:
        """What was noted since the last row stood in the table: a warning, the output of another program."""
        self._pending, self._words = {}, []

    def table(self) -> dict[str, str]:
        """What holds from now on, at the first row of a table."""
        words = self._words[len(self._last) :] if self._words[: len(self._last)] == [*self._last] else self._words
        if words:
            self._pending[WORDS] = " | ".join(words)
        self._known |= self._pending
        self.row()
        return dict(self._known)


def _starts_ranks(text: str) -> bool:
    """Whether a line is a launcher with arguments: alone, behind a prompt, variables, or a program that starts it."""
    words = text.split()
    fits = variables = True
    for word, after in pairwise(words):
        *before, name = _PROMPT.split(word)
        launcher = _LAUNCHER.fullmatch(name.rpartition("/")[2])
        if launcher and (fits or before) and (launcher[0] != "flux" or after == "run"):
            return True
        variables = variables and (not name or _VARIABLE.match(word) is not None)
        fits = variables or not name or words[0].rpartition("/")[2] in WRAPPERS
    return False


def _stable(text: str) -> str:
    """What of a line would stand there also in a repetition."""
    words = " ".join(_stable_path(word) if "/" in word else word for word in text.split())
    return " ".join(_VOLATILE.sub(_volatile, words).split()).strip(_DECORATION)


def _stable_path(word: str) -> str:
    return _OF_A_FILE.sub(_volatile, word)


def _stable_command(text: str) -> str:
    """The same of a launch line, all of whose numbers are settings but those in paths and of options that number a
    job."""
    words = text.split()
    return " ".join(filter(None, map(_stable_word, ["", *words], words))).strip(_DECORATION)


def _stable_word(before: str, word: str) -> str:
    name, between, _ = word.partition("=")
    if between and (_NUMBERED.fullmatch(name) or _COUNTED.search(name)):
        return f"{name}="
    if before.startswith("-") and _NUMBERED.fullmatch(before):
        return ""
    return _stable_path(word) if "/" in word or before in _INTO else word


def _volatile(match: re.Match[str]) -> str:
    """Nothing, but for what people choose: powers of two and thousands are settings, others number processes."""
    number = match[0]
    chosen = number.isdecimal() and (int(number).bit_count() == 1 or _SIZE.fullmatch(number))
    return number if chosen else " "
