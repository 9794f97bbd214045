"""Values worth trying of a knob that nobody has described: from its type, its default, its name and its own words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

from rankwise.core.errors import UsageError
from rankwise.core.units import parse_size
from rankwise.mpis.records import Knob

LARGEST_BYTES = 64 << 20
_MOST_VALUES = 12

_SIZE = re.compile(r"size|limit|threshold|bytes|segment|chunk|buffer|eager|msg|\bsz\b|_sz$", re.IGNORECASE)
_COUNT = re.compile(
    r"num|count|kval|radix|degree|fanout|depth|cells|freq|iteration|throttle|batch|polls|spin|pause|links|capacity|max",
    re.IGNORECASE,
)
_SWITCH = re.compile(
    r"enable|disable|\bif (true|on|set)\b|set (this|to (true|1))|switch|whether|turn (on|off)|\buse\b", re.I
)
_THRESHOLD = re.compile(r"thresh|limit|eager|(short|long)_msg_size|max_send_size", re.IGNORECASE)
_LEAST_THRESHOLD = 64  # below are counts and switches whose names look alike
_NAMED = re.compile(r"^[>\t ]*([a-z]\w*)(?:[\t ]*\|[^-\n]*[^-\s])?[\t ]+-\s", re.MULTILINE)
_NUMBERED = re.compile(r"(?:^|[\s,;(])(\d{1,2})(?:\s*[:=]\s*|\s+)(?=[A-Za-z])")
_RANGE = re.compile(r"range:\s*(\d+)\s*-\s*(\d+)")
_LISTED = re.compile(r"\[(\w+(?:[,|]\s*\w+)+)\]|[Cc]hoices:\s*([\w]+(?:,\s*\w+)+)")
_UNSET_SIZES = ("2048", "16384", "131072", "1048576")
_OFF = ("no", "off", "disable", "auto", "ignore", "default")


def values(knob: Knob, siblings: Sequence[Knob] = (), *, most: int = _MOST_VALUES) -> tuple[str, ...]:
    """At most `most` values other than the default, likely ones first; empty when nothing can be said of it.

    `siblings` are all knobs of the library: a selection of components is offered those that have knobs of their own.
    """
    words = knob.description
    default = (knob.value or "").strip()
    worth_a_try = (
        _components(knob, siblings)
        or _switched(knob, default, words)
        or _choices(words, default)
        or _scaled(knob, default, words)
    )
    return tuple(dict.fromkeys(value for value in worth_a_try if value != default))[:most]


def names_a_size(knob: Knob) -> bool:
    """Whether its value is a number of bytes, by its name and words."""
    return _is_number(knob.value or "") and bool(_SIZE.search(knob.name))


def thresholds_in(knobs: Mapping[str, str]) -> tuple[int, ...]:
    """The message sizes, in bytes, at which settings change the protocol, by their names."""
    sizes = []
    for word in ",".join(value for name, value in knobs.items() if _THRESHOLD.search(name)).split(","):
        with suppress(UsageError):
            sizes.append(parse_size(word.rpartition(":")[2]))  # `intra:8k,inter:64k` of UCX
    return tuple(dict.fromkeys(size for size in sizes if size >= _LEAST_THRESHOLD))


def _components(knob: Knob, siblings: Sequence[Knob]) -> list[str]:
    """`mca:smsc` may be told to leave one of its components out; which there are is seen from their own knobs."""
    if "selection set of components" not in knob.description:
        return []
    prefix = f"{knob.name}_"
    named = {sibling.name.removeprefix(prefix).split("_")[0] for sibling in siblings if sibling.name.startswith(prefix)}
    return [f"^{name}" for name in sorted(named - {"base", "self", "basic"})]


def _switched(knob: Knob, default: str, words: str) -> list[str]:
    if default in ("y", "n"):
        return ["n" if default == "y" else "y"]
    if knob.type == "bool" or default in ("true", "false"):
        return ["false" if default in ("true", "1") else "true"]
    if knob.type in ("int", "") and _SWITCH.search(f"{knob.name} {words}") and not _SIZE.search(knob.name):
        if default in ("0", "1"):
            return ["1" if default == "0" else "0"]
        if default == "-1" and not _COUNT.search(knob.name):
            return ["1", "0"]
    return []


def _choices(words: str, default: str) -> list[str]:
    if listed := _LISTED.search(words):
        return [word.strip() for word in re.split(r"[,|]", listed[1] or listed[2])]
    named = [name for name in _NAMED.findall(words) if name not in _OFF]
    if len(named) >= 2:
        return named
    if limits := _RANGE.search(words):
        return [str(number) for number in range(max(1, int(limits[1])), int(limits[2]) + 1)]
    numbers = _NUMBERED.findall(words)
    if len(numbers) >= 3 and not _is_size(default):
        return [number for number in numbers if number != "0"]
    return []


def _scaled(knob: Knob, default: str, words: str) -> list[str]:
    if not _is_number(default):
        return list(_UNSET_SIZES) if knob.type == "size" and default == "auto" else []
    number = int(default)
    numbers: list[int] = []
    if knob.name.endswith("_priority"):
        numbers = [100] if number < 100 else []
    elif _SIZE.search(knob.name) and not (_COUNT.search(knob.name) and number < 1024):
        if number <= 0:
            return list(_UNSET_SIZES)
        scales = (number * 16, number * 4, number // 4) if number >= 256 else (number * 64, number * 16, number * 4)
        numbers = [scale for scale in scales if scale <= LARGEST_BYTES]
    elif number > 1 and _COUNT.search(f"{knob.name} {words}"):
        numbers = [number * 4, max(1, number // 4)]
    return [str(value) for value in numbers]


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"-?\d{1,18}", text))


def _is_size(text: str) -> bool:
    return _is_number(text) and int(text) >= 256
