"""Sizes, ranges and durations as users write and read them. Inside rankwise everything is SI base units."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rankwise.core.errors import UsageError

_BINARY = {"": 0, "B": 0, "KiB": 10, "MiB": 20, "GiB": 30, "TiB": 40}
_SIZE = re.compile(r"(\d{1,18})\s*(B|[KMGT]i?B?|[kmgt]i?b?)?")
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(us|ms|s|m|min|h)?")
_RATE = re.compile(r"(\d+(?:\.\d+)?)\s*([kMGT]?)(bit|B)/s")
_DECIMAL = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
# As (numerator, denominator): 400us is 400 / 1e6 = 0.0004 and not 400 * 1e-6 = 0.00039999999999999996.
_SECONDS = {"us": (1, 1e6), "ms": (1, 1e3), "s": (1, 1), "": (1, 1), "m": (60, 1), "min": (60, 1), "h": (3600, 1)}


def parse_size(text: str) -> int:
    """Bytes from `8`, `4KiB`, `4k`, `1M` (binary prefixes, as every MPI benchmark uses them)."""
    match = _SIZE.fullmatch(text.strip())
    if not match:
        raise UsageError("bad-size", f"'{text}' is not a size", "write 8, 4KiB or 1MiB")
    unit = (match[2] or "").rstrip("Bbi").upper()
    size = int(match[1]) << _BINARY[f"{unit}iB" if unit else ""]
    if size > 1 << 50:
        raise UsageError("bad-size", f"'{text}' is more than a pebibyte", "no machine can hold such a message")
    return size


def parse_sizes(text: str) -> tuple[int, ...]:
    """Sizes in bytes from `8`, `8,4KiB`, or ranges of powers of two: `0:4MiB` is 0, 1, 2, 4 ... 4194304."""
    sizes: list[int] = []
    for part in text.split(","):
        low_text, colon, high_text = part.partition(":")
        low = parse_size(low_text)
        if not colon:
            sizes.append(low)
            continue
        high = parse_size(high_text)
        if high < low:
            raise UsageError("bad-size", f"the range '{part}' ends below its start", "write the smaller size first")
        size = low
        while size <= high:
            sizes.append(size)
            size = size * 2 or 1
    return tuple(dict.fromkeys(sizes))


def parse_share(text: str, what: str) -> float:
    """A share from `5%` or `0.05`; `what` it is a share of names it where it makes no sense."""
    number = text.strip().removesuffix("%")
    try:
        value = float(number) / (1 if number == text.strip() else 100)
    except ValueError:
        value = 0.0
    if not 0.0005 <= value <= 0.5:
        raise UsageError(f"bad-{what}", f"'{text}' is not a {what}", "give a share between 0.05% and 50%, e.g. 2%")
    return value


def parse_words(text: str) -> tuple[str, ...]:
    """Words with commas between them: `a, b` is `a` and `b`; nothing is no word."""
    return tuple(word for part in text.split(",") if (word := part.strip()))


def plural(count: int, noun: str) -> str:
    """`1 cell`, `24 cells`, `2 classes`."""
    ending = "es" if noun.endswith(("s", "ch", "sh", "x")) else "s"
    return f"{count} {noun}{'' if count == 1 else ending}"


def few(words: Sequence[str], most: int = 6, between: str = ", ") -> str:
    """The first of many, and how many more there are."""
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return between.join(words[:most]) + more


def number_ranges(numbers: Sequence[int]) -> str:
    """`0-3,8,7`: the numbers in their order, where each is one more than the last as a range."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)


def format_size(size_bytes: int) -> str:
    """`8`, `4KiB`, `1MiB`: the largest binary unit that divides the size."""
    for unit in ("TiB", "GiB", "MiB", "KiB"):
        step = 1 << _BINARY[unit]
        if size_bytes and size_bytes % step == 0:
            return f"{size_bytes // step}{unit}"
    return str(size_bytes)


def format_bytes(size_bytes: int) -> str:
    """`8 B`, `4KiB`: as `format_size`, for people."""
    size = format_size(size_bytes)
    return f"{size} B" if size.isdecimal() else size


def format_amount(size_bytes: float) -> str:
    """`8 B`, `2.5 KiB`, `313 MiB`: a sum of sizes or a capacity, in three digits, four just below the next unit."""
    for unit in ("TiB", "GiB", "MiB", "KiB"):
        amount = size_bytes / (1 << _BINARY[unit])
        if amount >= 1.0:
            # From 999.5 on three digits would be written as a power of ten.
            return f"{amount:.3g} {unit}" if amount < 999.5 else f"{amount:.0f} {unit}"
    return f"{size_bytes:.0f} B"


def parse_duration(text: str) -> float:
    """Seconds from `30s`, `1.5m`, `200ms`, `10`."""
    match = _DURATION.fullmatch(text.strip())
    if not match:
        raise UsageError("bad-duration", f"'{text}' is not a duration", "write 30s, 2m or 500ms")
    numerator, denominator = _SECONDS[match[2] or ""]
    return float(match[1]) * numerator / denominator


def parse_budget(text: str) -> float:
    """A duration in which something can be measured."""
    if (seconds := parse_duration(text)) > 0.0:
        return seconds
    raise UsageError("bad-budget", f"in a budget of '{text}' nothing can be measured", "write 30s or 2m")


def parse_rate(text: str) -> float:
    """Bytes per second from `110MB/s`, `3.8 GB/s`, `10Gbit/s` (powers of ten, as links are sold)."""
    match = _RATE.fullmatch(text.strip())
    if not match or float(match[1]) == 0.0:
        raise UsageError("bad-rate", f"'{text}' is not a rate", "write 110MB/s, 3.8GB/s or 10Gbit/s")
    return float(match[1]) * _DECIMAL[match[2]] / (8.0 if match[3] == "bit" else 1.0)


def format_seconds(seconds: float) -> str:
    """A duration in the unit that suits it, of minutes whole ones: `0.21 us`, `12.0 s`, `5 min`, `16.4 days`."""
    for limit, scale, unit in ((1e-3, 1e6, "us"), (1.0, 1e3, "ms")):
        if abs(seconds) < limit:
            return f"{_three_digits(seconds * scale)} {unit}"
    if abs(seconds) < 120.0:
        return f"{_three_digits(seconds)} s"
    if abs(seconds) < 7200.0:
        return f"{seconds / 60.0:.0f} min"
    if abs(seconds) < 172_800.0:
        return f"{_three_digits(seconds / 3600.0)} h"
    return f"{_three_digits(seconds / 86_400.0)} days"


def format_duration(seconds: float) -> str:
    """A duration in whole seconds: `45 s`, `1 min 12 s`, `5 min`."""
    minutes, rest = divmod(round(seconds), 60)
    parts = ([f"{minutes} min"] if minutes else []) + ([f"{rest} s"] if rest or not minutes else [])
    return " ".join(parts)


def format_measured(value: float, figure: object) -> str:
    """A time in seconds or, where a program's own `figure` was taken, that figure in its own unit."""
    return f"{value:.4g}" if figure else format_seconds(value)


def format_rate(rate_bytes_per_s: float) -> str:
    """MB/s below 1 GB/s, GB/s above; powers of ten."""
    if abs(rate_bytes_per_s) < 1e9:
        return f"{_three_digits(rate_bytes_per_s / 1e6)} MB/s"
    return f"{_three_digits(rate_bytes_per_s / 1e9)} GB/s"


def _three_digits(value: float) -> str:
    magnitude = abs(value)
    if magnitude >= 100.0 or magnitude == 0.0:
        return f"{value:.0f}"
    return f"{value:.1f}" if magnitude >= 10.0 else f"{value:.2f}"
