"""The words of a user's own launch line."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from rankwise.core.errors import UsageError
from rankwise.core.files import read
from rankwise.core.hostlist import parse_hosts
from rankwise.core.knob_names import MCA_PREFIX
from rankwise.core.launchers import is_launcher, starts_ranks

_MCA = ("mca", "gmca", "omca")
_ENV = ("env", "genv")
_PAIRS = (*_MCA, *_ENV, "prtemca", "pmixmca", "gpmixmca")  # a name and a value follow
# Nothing follows these: of others the next word may be the value.
_ALONE = {
    *("allow-run-as-root", "oversubscribe", "nooversubscribe", "report-bindings", "use-hwthread-cpus", "tag-output"),
    *("bind-to-core", "bind-to-none", "bind-to-socket", "bynode", "byslot", "display-map", "merge-stderr-to-stdout"),
    *("genvall", "genvnone", "envall", "envnone", "prepend-rank", "verbose", "quiet", "v", "l", "label"),
    *("overcommit", "O", "exclusive", "unbuffered", "u", "exact", "overlap", "kill-on-bad-exit", "no-kill"),
}
# A program may follow as their value: the first that stands behind the options is the job's.
_LINES = ("app", "configfile")  # a file follows, each line of which is the options and words of a program
_PROGRAMS = (*_LINES, "launcher-exec", "bootstrap-exec", "rsh-exec", "wdir", "wd")
_RANKS = ("n", "np", "ntasks")
_NAMED = ("H", "host", "hosts")
_HOSTS = (*_NAMED, "f", "hostfile", "machinefile")
_BINDING = ("bind-to", "bind-to-core", "bind-to-none", "bind-to-socket", "map-by", "cpu-bind", "cpu-set", "cpu-list")
_SPREAD = ("ppn", "perhost", "map-by", "rank-by", "npernode", "nodelist", "w", "distribution", "m")


_VARIABLE: Final = re.compile(r"\$(?:\w{1,100}|\{\w{1,100}\})")
_AGENTS: Final = ("launcher-exec", "bootstrap-exec")


def check_program(argv: Sequence[str]) -> None:
    """Raises UsageError when the line is empty, its first word is no program, or the value of a launcher's option was
    lost on its way through shells."""
    if not argv:
        raise UsageError("no-program", "there is no program", "write its launch line at the end: mpirun -n 2 ./app")
    if shutil.which(argv[0]) is None and not is_launcher(argv[0]):
        raise UsageError("no-program", f"'{argv[0]}' is not a program that can be started", "is the path right?")
    for words in options(argv):
        name, value = words[0].lstrip("-"), words[-1]
        if len(words) > 1 and _VARIABLE.fullmatch(value):
            hint = "leave the single quotes away, or start the line by sh -c"
            raise UsageError("not-expanded", f"no shell put a value in place of {value} behind {words[0]}", hint)
        if name in _AGENTS and (len(words) == 1 or value.startswith("-")):
            hint = "was a variable empty in this shell? `rankwise lab run -- sh -c '...'` expands it in the lab"
            raise UsageError("no-agent", f"{words[0]} is followed by no program", hint)


def options(argv: Sequence[str]) -> list[tuple[str, ...]]:
    """The launcher's own options, those of each program of the line: each with the words that belong to it, and
    `--name=value` as it stands. Empty for a program that starts alone."""
    known = _launcher_at(argv)
    rest = list(argv[(known or 0) + 1 :])
    parsed: list[tuple[str, ...]] = []
    program = ""
    while rest:
        end = rest.index(":") if ":" in rest else len(rest)
        own, program = _before_program(rest[:end])
        parsed += own
        rest = rest[end + 1 :]
    # What is no launcher that we know may be one, where its own options are followed by a program.
    return parsed if known is not None or (program and shutil.which(program)) else []


def _launcher_at(argv: Sequence[str]) -> int | None:
    return next((at for at, word in enumerate(argv) if starts_ranks(word)), None)


def _before_program(words: Sequence[str]) -> tuple[list[tuple[str, ...]], str]:
    words_before: list[tuple[str, ...]] = []
    at = 0
    while at < len(words) and words[at].startswith("-"):
        if words[at] == "--":  # the end of the options
            return [*words_before, ("--",)], words[at + 1] if at + 1 < len(words) else ""
        size = _size(words[at : at + 3])
        words_before.append(tuple(words[at : at + size]))
        at += size
    return words_before, words[at] if at < len(words) else ""


def _size(words: Sequence[str]) -> int:
    """How many words an option is."""
    flag, value = words[0], words[1] if len(words) > 1 else "-"
    if flag.lstrip("-") in _PAIRS:
        return 2 if "=" in value else 3
    if flag.lstrip("-") in _PROGRAMS:
        return min(2, len(words))
    alone = "=" in flag or flag.lstrip("-") in _ALONE or re.fullmatch(r"-[A-Za-z]\d+", flag)
    return 1 if alone or value.startswith("-") or ("/" in value and shutil.which(value)) else 2


def expanded(argv: Sequence[str]) -> list[str]:
    """The line with what its `--app FILE` or `-configfile FILE` has, a program for each line, in its place. The file is
    read, and nothing is started. Raises UsageError for one that cannot be read or has no lines."""
    at = _launcher_at(argv)
    own = _before_program(argv[at + 1 :])[0] if at is not None else []
    files = [value for name, value in map(valued, own) if name in _LINES]
    if at is None or not files:
        return list(argv)
    hint = "is the path right? Each line has options and a program: -n 2 ./app"
    lines = read(Path(files[-1]), "no-app-file", hint).splitlines()
    try:
        parts = [words for line in lines if (words := shlex.split(line, comments=True))]
    except ValueError as error:
        raise UsageError("bad-app-file", f"{files[-1]} cannot be split into words: {error}", hint) from None
    if not parts:
        raise UsageError("bad-app-file", f"{files[-1]} has no program", hint)
    before = [word for option in own if valued(option)[0] not in _LINES for word in option]
    return [*argv[: at + 1], *before, *parts[0], *(word for part in parts[1:] for word in (":", *part))]


def parts_of(argv: Sequence[str]) -> list[tuple[tuple[str, str], ...]]:
    """The launcher's own options before each program of a line: names without dashes, and values. Empty for a line
    without a launcher."""
    at = _launcher_at(argv)
    return [] if at is None else [tuple(map(valued, _before_program(part)[0])) for part in _parts(argv[at + 1 :])]


def valued(option: tuple[str, ...]) -> tuple[str, str]:
    """The name of an option without its dashes, and its value, wherever that stands."""
    flag, _, value = option[0].partition("=")
    if attached := re.fullmatch(r"-(n)(\d+)", flag):
        return attached[1], attached[2]
    return flag.lstrip("-"), value or " ".join(option[1:])


def ranks_of(argv: Sequence[str]) -> int:
    """How many ranks the line asks for, as far as it tells; 0 when it does not."""
    given = map(valued, options(argv))
    return sum(int(value) for name, value in given if name in _RANKS and value.isdecimal())


def with_ranks(argv: Sequence[str], ranks: int) -> list[str]:
    """The line with so many ranks in place of those that it asks for. Raises UsageError for a line without a launcher,
    or of several programs, which have ranks each."""
    at = _launcher_at(argv)
    if at is None or ":" in argv[at:]:
        why = "starts no ranks" if at is None else "starts several programs, each with its own ranks"
        raise UsageError("bad-side", f"`{' '.join(argv)}` {why}", "leave ranks= away")
    own, _ = _before_program(argv[at + 1 :])
    rest = argv[at + 1 + sum(map(len, own)) :]
    counted = ("-n", str(ranks))
    known = any(valued(option)[0] in _RANKS for option in own)
    line = [counted if valued(option)[0] in _RANKS else option for option in own] + ([] if known else [counted])
    return [*argv[: at + 1], *(word for option in line for word in option), *rest]


def several_hosts(argv: Sequence[str]) -> bool:
    """Whether the launcher's own options name more than one host, or a file of hosts."""
    given = map(valued, options(argv))
    return any(name in _HOSTS and value and (name not in _NAMED or "," in value) for name, value in given)


def hosts_of(argv: Sequence[str]) -> tuple[str, ...]:
    """The hosts that the launcher's own options name, in order, each once; those of a file too. Empty where none are.

    Raises UsageError for a file that cannot be read.
    """
    hosts: dict[str, None] = {}
    for name, value in map(valued, options(argv)):
        if name in _NAMED:
            words = parse_hosts(value)
        elif name in _HOSTS:
            lines = read(Path(value), "no-hosts", "is the path right?").splitlines()
            words = tuple(line.split()[0] for line in lines if line.split() and not line.lstrip().startswith("#"))
        else:
            continue
        hosts |= dict.fromkeys(word.partition(":")[0] for word in words)
    return tuple(hosts)


def without_hosts(argv: Sequence[str]) -> list[str]:
    """The line of a single program without the options that say on which host which rank runs."""
    return _without(argv, (*_HOSTS, *_SPREAD))[0]


def without_binding(argv: Sequence[str]) -> tuple[list[str], str]:
    """The line of a single program without --bind-to, and what that said; empty where it is not there."""
    line, values = _without(argv, ("bind-to",))
    return line, values[-1] if values else ""


def unbound(argv: Sequence[str]) -> list[str]:
    """The line of a single program without any option that binds or maps ranks to CPUs."""
    return _without(argv, _BINDING)[0]


def _without(argv: Sequence[str], names: Sequence[str]) -> tuple[list[str], list[str]]:
    at = _launcher_at(argv)
    if at is None or ":" in argv[at:]:
        return list(argv), []
    own, _ = _before_program(argv[at + 1 :])
    kept = [word for option in own if valued(option)[0] not in names for word in option]
    values = [value for name, value in map(valued, own) if name in names]
    return [*argv[: at + 1], *kept, *argv[at + 1 + sum(map(len, own)) :]], values


def several_programs(argv: Sequence[str]) -> bool:
    """Whether the line starts several programs, each with ranks of its own."""
    at = _launcher_at(argv)
    return at is not None and ":" in argv[at:]


def set_by(argv: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """What the launcher's own options set for the ranks: the words, the variable and its value."""
    for option in options(argv):
        name, value = valued(option)
        given: list[str] = []
        if name in _PAIRS:
            word, blank, rest = value.partition(" ")
            text = f"{word}={rest}" if blank and "=" not in word else value
            given = [f"{MCA_PREFIX}{text}"] if name in _MCA else [text] if name in _ENV else []
        elif name == "export":
            given = value.split(",")
        elif option[0] == "-x":
            given = [value]
        for part in given:
            variable, sign, its = part.partition("=")
            if sign:
                yield " ".join(option), variable, its


def without_option(argv: Sequence[str], words: str) -> list[str]:
    """The line without the launcher's options that are these words, as `set_by` gives them."""
    at = _launcher_at(argv)
    if at is None:
        return list(argv)
    line = list(argv[: at + 1])
    for index, part in enumerate(_parts(argv[at + 1 :])):
        own, _ = _before_program(part)
        kept = [word for option in own if " ".join(option) != words for word in option]
        line += [*([":"] if index else []), *kept, *part[sum(map(len, own)) :]]
    return line


def programs_of(argv: Sequence[str]) -> list[list[str]]:
    """The words of each program of a line, without the launcher and its options; the line itself without a launcher."""
    at = _launcher_at(argv)
    if at is None:
        return [list(argv)]
    programs = []
    for part in _parts(argv[at + 1 :]):
        own, _ = _before_program(part)
        programs.append(list(part[sum(map(len, own)) :]))
    return programs


def with_programs(argv: Sequence[str], programs: Sequence[Sequence[str]]) -> list[str]:
    """The line with these words in the place of its programs, one for each, launched in the same way."""
    at = _launcher_at(argv)
    if at is None:
        return list(programs[0])
    line = list(argv[: at + 1])
    for index, (part, words) in enumerate(zip(_parts(argv[at + 1 :]), programs, strict=True)):
        own, _ = _before_program(part)
        line += [*([":"] if index else []), *(word for option in own for word in option), *words]
    return line


def _parts(words: Sequence[str]) -> list[list[str]]:
    """What stands between the colons of a line of several programs."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == ":":
            parts.append([])
        else:
            parts[-1].append(word)
    return parts
