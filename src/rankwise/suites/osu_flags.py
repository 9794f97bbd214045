"""OMB's flags (getopt's: `-m 1:1024`, `-fx10`, `--message-size=8`): what each means here."""

from __future__ import annotations

import getopt
from collections.abc import Sequence

from rankwise.core.errors import UsageError
from rankwise.suites.flags import Parsed, unknown_flag, whole

# Short, long, whether it takes a value; those of the last column have no meaning here, and why.
_FLAGS = (
    ("h", "help", False, ""),
    ("v", "version", False, ""),
    ("f", "full", False, ""),
    ("m", "message-size", True, ""),
    ("W", "window-size", True, ""),
    ("i", "iterations", True, ""),
    ("x", "warmup", True, "warm-up ends here when calls stop getting faster, and is never in a time"),
    ("M", "mem-limit", True, ""),
    ("s", "sync-option", True, ""),
    ("w", "win-options", True, ""),
    ("p", "num-pairs", True, ""),
    ("R", "print-rate", True, ""),
    ("c", "validation", False, ""),
    ("u", "validation-warmup", True, "the first and the last call of every visit are checked, outside the time"),
    ("z", "tail-lat", False, ""),
    ("T", "type", True, ""),
    ("k", "root-rank", True, ""),
    ("l", "in-place", False, ""),
    ("b", "buffer-num", True, ""),
    ("d", "accelerator", True, ""),
    ("D", "ddt", True, ""),
    ("V", "vary-window", False, ""),
    ("t", "num-test-calls", True, "MPI_Test is not called during the computation"),
    ("N", "nhbr", True, ""),
    ("G", "graph", True, "figures are made by `rankwise runs page`"),
    ("P", "papi", True, "hardware counters are not read"),
    ("I", "session", False, "ranks are initialised by MPI_Init"),
    ("a", "array-size", True, "there is no computation on a device"),
    ("r", "cuda-target", True, "there is no computation on a device"),
)
_AGAIN = ("type",)  # given again, it adds to what was given before
MEMORY = ("H", "D", "M", "MH", "MD")  # of the host, a device, managed (and last touched by the host, by a device)
_OPTIONAL = ("c", "z")  # getopt's optional values, which stand in the same word
USAGE = [f"  -{short}, --{name}{' VALUE' if takes else ''}" for short, name, takes, _ in _FLAGS]


def parse(words: Sequence[str], program: str) -> Parsed:
    """Flags by their long names. Raises UsageError for unknown ones and those that would measure something else."""
    parsed = Parsed()
    words = [_bare(word, parsed) for word in words]
    short = "".join(letter + (":" if takes else "") for letter, _, takes, _ in _FLAGS)
    names = [name + ("=" if takes else "") for _, name, takes, _ in _FLAGS]
    try:
        pairs, rest = getopt.gnu_getopt(list(words), short, names)
    except getopt.GetoptError as error:
        wrong = f"-{error.opt}" if len(error.opt or "") == 1 else f"--{error.opt}"
        if "argument" in error.msg:
            raise UsageError("missing-value", f"{program}: {error.msg}", f"see {program} -h") from None
        raise unknown_flag(wrong, [f"--{name}" for _, name, _, _ in _FLAGS], program) from None
    for word in rest:
        if word.upper() not in MEMORY or len(rest) != 2:
            why = f"{program} takes two letters of memory behind its flags, not '{' '.join(rest)}'"
            raise UsageError("bad-value", why, "write e.g. D D, H D or M M")
    parsed.words = [word.upper() for word in rest]
    by_short = {f"-{letter}": (name, unused) for letter, name, _, unused in _FLAGS}
    by_name = {f"--{name}": (name, unused) for _, name, _, unused in _FLAGS}
    for flag, value in pairs:
        name, unused = (by_short | by_name)[flag]
        if unused:
            parsed.note(f"{flag}{f' {value}' if value else ''}: {unused}")
        elif name in _AGAIN and name in parsed.values:
            parsed.values[name] += f",{value}"
        else:
            parsed.values[name] = value
    if folder := parsed.values.get("validation-log"):
        parsed.note(f"-c{folder}: no log is written; wrong data is told where it is found")
    return parsed


def sizes(parsed: Parsed, least_bytes: int, most_bytes: int) -> tuple[int, ...]:
    """From `-m [MIN:]MAX`, `-m MIN:`: MIN and its doubles up to MAX; 0 comes before 1."""
    if "message-size" in parsed.values:
        text = parsed.values["message-size"]
        first, colon, last = text.partition(":")
        if not colon:
            first, last = "", first
        least_bytes = whole(first, "-m") if first else least_bytes
        most_bytes = whole(last, "-m") if last else most_bytes
        if most_bytes < least_bytes:
            raise UsageError("bad-value", f"-m {text}: ends below its start", "write MIN:MAX, e.g. 1:1024")
    listed, size = [], least_bytes
    while size <= most_bytes:
        listed.append(size)
        size = size * 2 or 1
    return tuple(listed)


def _bare(word: str, parsed: Parsed) -> str:
    """The word without the value of a flag whose value may be left out."""
    if len(word) > 2 and word[0] == "-" and word[1] in _OPTIONAL:
        parsed.values[{"c": "validation-log", "z": "percentiles"}[word[1]]] = word[2:]
        return word[:2]
    return word
