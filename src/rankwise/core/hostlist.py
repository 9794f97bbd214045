"""Lists of hosts as people and Slurm write them: `n1,n2`, `node[01-16,20]`, `rack[1-2]-n[1-4]`."""

from __future__ import annotations

import math
import re
from itertools import product

from rankwise.core.errors import UsageError
from rankwise.core.words import ReachedHost, unlike

_WORD = re.compile(r"(?:[^,\[]|\[[^\[\]]*\]|\[)+")  # to a comma that is not inside brackets
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_RANGE = re.compile(r"(\d{1,18})(?:-(\d{1,18}))?", re.ASCII)
_MOST = 1 << 16
_SHOWN = 80  # letters of what is no host


def parse_patterns(text: str) -> tuple[str, ...]:
    """Names or patterns of names (`c*-mic?`) in order. Numbers in brackets are written out as wide as the first of
    their range, those of the last bracket turning fastest. Raises UsageError for what is no such list."""
    return tuple(host for word in _WORD.findall(text) if word.strip() for host in _expanded(word.strip()))


def parse_hosts(text: str) -> tuple[str, ...]:
    """Host names, as `parse_patterns`. Raises UsageError for none at all and for what is no such list."""
    hosts = parse_patterns(text)
    for host in hosts:
        if wrong := unlike(host, ReachedHost):
            raise UsageError("bad-hosts", f"{host[:_SHOWN]!a} {wrong}", "write n1,n2 or node[01-16,20]")
    if not hosts:
        raise UsageError("no-hosts", "the list of hosts is empty", "is the variable set that it was taken from?")
    return hosts


def _expanded(word: str) -> list[str]:
    parts = _BRACKETS.split(word)  # text, inside, text, inside ... text
    fixed, inside = parts[::2], parts[1::2]
    if any(re.search(r"[\[\]\s\x00-\x1f\x7f-\x9f]", part) for part in fixed):
        raise _bad(word, "a bracket is not closed, stands in another one, or there is a blank or control character")
    if word.startswith("-"):
        raise _bad(word, "it begins with a dash")
    numbers = [_numbers(word, part) for part in inside]
    if math.prod(map(len, numbers)) > _MOST:
        raise _bad(word, f"more than {_MOST} hosts")
    return [fixed[0] + "".join(map("".join, zip(chosen, fixed[1:], strict=True))) for chosen in product(*numbers)]


def _numbers(word: str, inside: str) -> list[str]:
    """`01-03,7` is 01, 02, 03, 7."""
    numbers: list[str] = []
    for part in inside.split(","):
        match = _RANGE.fullmatch(part.strip())
        if not match:
            raise _bad(word, f"'{part}' is not a range of numbers")
        low, high = int(match[1]), int(match[2] or match[1])
        if not low <= high < low + _MOST:
            raise _bad(word, f"'{part}' ends below its start" if high < low else f"more than {_MOST} hosts")
        numbers += [f"{number:0{len(match[1])}}" for number in range(low, high + 1)]
    return numbers


def _bad(word: str, why: str) -> UsageError:
    return UsageError("bad-hosts", f"'{word}' names no hosts: {why}", "write n1,n2 or node[01-16,20]")
