"""Parsers of the kernel's small formats. None raises: what does not fit is None or left out."""

from __future__ import annotations

import re
from collections.abc import Iterable

# No kernel counts more CPUs than this; a longer range is damage, and would only fill memory.
_MOST_CPUS = 1 << 16
_LONGEST_LIST = 7 * _MOST_CPUS  # letters: each alone, with its comma
_SUFFIX = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def integer(text: str | None) -> int | None:
    """A decimal integer of at most 18 digits, so that it fits in 64 bits."""
    match = re.fullmatch(r"\s*(-?[0-9]{1,18})\s*", text or "")
    return int(match[1]) if match else None


def natural(text: str | None) -> int | None:
    """A decimal integer that is not negative: the kernel writes -1 for `not known`."""
    value = integer(text)
    return value if value is not None and value >= 0 else None


def decimal(text: str | None) -> float | None:
    """A plain decimal number such as 0.08."""
    match = re.fullmatch(r"\s*([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*", text or "")
    return float(match[1]) if match else None


def cpu_list(text: str | None) -> tuple[int, ...]:
    """CPU numbers from the kernel's list format: `0-3,8` is 0, 1, 2, 3, 8; `0-6:2` is not used by these files."""
    cpus: set[int] = set()
    left = _MOST_CPUS  # a list names none twice
    for part in (text or "").split(",") if len(text or "") <= _LONGEST_LIST else ():
        match = re.fullmatch(r"\s*([0-9]{1,6})(?:-([0-9]{1,6}))?\s*", part)
        if match:
            first, last = int(match[1]), int(match[2] or match[1])
            if last < _MOST_CPUS and last - first < left:
                left -= max(0, last + 1 - first)
                cpus.update(range(first, last + 1))
    return tuple(sorted(cpus))


def binary_size(text: str | None) -> int | None:
    """Bytes from `32K`, `480M` or `512 kB` as caches and meminfo write them."""
    match = re.fullmatch(r"([0-9]{1,15})\s*([KMG]?)I?B?", (text or "").strip().upper())
    return int(match[1]) * _SUFFIX[match[2]] if match else None


def fields(text: str | None, separator: str) -> dict[str, str]:
    """`NAME<separator>VALUE` lines; of a name given twice the first counts."""
    values: dict[str, str] = {}
    for line in (text or "").splitlines():
        name, mark, value = line.partition(separator)
        if mark:
            values.setdefault(name.strip(), value.strip())
    return values


def first_of_each(sets: Iterable[tuple[int, tuple[int, ...]]]) -> dict[int, tuple[int, ...]]:
    """The CPUs of each numbered set that are in none before it: emulated memory nodes all list the same CPUs."""
    taken: set[int] = set()
    own: dict[int, tuple[int, ...]] = {}
    for number, cpus in sets:
        own[number] = tuple(cpu for cpu in cpus if cpu not in taken)
        taken.update(cpus)
    return own
