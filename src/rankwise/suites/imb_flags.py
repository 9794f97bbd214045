"""IMB's flags: what each means here, and the sizes and repetitions that they ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rankwise.core import files
from rankwise.core.errors import UsageError
from rankwise.core.units import parse_size
from rankwise.suites.flags import Flag, Parsed, switch, whole

_BUILD = "IMB's own matter, there is nothing to choose here"
_WARM = "warm-up ends here when calls stop getting faster, and is never in a time"
_BARRIER = "calls of collectives are separated by the library's own barrier, outside their times"

COMMON: Mapping[str, Flag] = {
    "npmin": Flag(),
    "multi": Flag(),
    "map": Flag(),
    "off_cache": Flag(),
    "iter": Flag(),
    "iter_policy": Flag(),
    "time": Flag(),
    "mem": Flag(),
    "msglog": Flag(),
    "msglen": Flag(),
    "msgsize": Flag(),
    "zero_size": Flag(),
    "input": Flag(),
    "include": Flag(),
    "exclude": Flag(),
    "list": Flag(takes=False),
    "help": Flag(takes=False),
    "h": Flag(takes=False),
    "imb_barrier": Flag(unused=_BARRIER),
    "sync": Flag(),
    "warm_up": Flag(unused=_WARM),
    "msg_pause": Flag(unused="sizes are visited in random order, with checks in between"),
    "thread_level": Flag(unused="one thread of each rank calls MPI, started by MPI_Init"),
    "load": Flag(unused=_BUILD),
    "dump": Flag(unused=_BUILD),
}
MPI1_FLAGS = {
    **COMMON,
    "window_size": Flag(),
    "root_shift": Flag(),
    "data_type": Flag(),
    "red_data_type": Flag(),
    "contig_type": Flag(),
    "mem_alloc_type": Flag(),
}
NBC_FLAGS = {**COMMON, "root_shift": Flag(), "mem_alloc_type": Flag()}
RMA_FLAGS = {
    **COMMON,
    "aggregate_mode": Flag(),
    "root_shift": Flag(unused="no benchmark of IMB-RMA has a root that turns"),
}
P2P_FLAGS: Mapping[str, Flag] = {
    "iter": Flag(),
    "msglen": Flag(),
    "msglog": Flag(),
    "msgsz": Flag(adds=True),
    "include": Flag(),
    "exclude": Flag(),
    "list": Flag(takes=False),
    "help": Flag(takes=False),
    "h": Flag(takes=False),
    "msgrd": Flag(),
    "msgwr": Flag(),
    "pause": Flag(unused="sizes are visited in random order, with checks in between"),
}

MEMORY: Mapping[str, str] = {"cpu": "", "host": "P", "device": "D", "shared": "M"}
"""What `-mem_alloc_type` takes, as `Cell.buffers` has it."""
_MEBIBYTE = 1 << 20


@dataclass(frozen=True)
class Iterations:
    """How often a call is made: n(X) = most, or volume / X where that is less; `plain` where each is flushed."""

    most: int = 1000
    volume_bytes: int = 40 * _MEBIBYTE
    flushed: int = 100
    policy: str = "dynamic"

    def of(self, size_bytes: int, *, flushed: bool = False, rooted: bool = False, ranks: int = 2, largest: int) -> int:
        """The repetitions at a size, before the limit of time (`IMB_mem_manager.c`)."""
        if self.policy == "off":
            return self.most
        if self.policy == "multiple_np" or (self.policy == "auto" and rooted):
            share = int(self.most * largest / (ranks * max(size_bytes, 1) + largest) + 0.5)
            return max(share - share % ranks, ranks)
        most = self.flushed if flushed else self.most
        return max(1, min(most, self.volume_bytes // size_bytes)) if size_bytes else most


def iterations(parsed: Parsed, default: Iterations) -> Iterations:
    """From `-iter n[,volume in MiB[,n flushed]]` and `-iter_policy`."""
    given = [whole(part, "-iter", 1) for part in parsed.values["iter"].split(",")] if "iter" in parsed.values else []
    if len(given) > 3:
        raise UsageError("bad-value", f"-iter {parsed.values['iter']}: takes three numbers at most", "e.g. 1000,40,100")
    policy = parsed.values.get("iter_policy", default.policy)
    if policy not in ("dynamic", "multiple_np", "auto", "off", default.policy):
        raise UsageError("bad-value", f"-iter_policy {policy}: unknown", "use dynamic, multiple_np, auto or off")
    most = given[0] if given else default.most
    return Iterations(
        most=most,
        volume_bytes=given[1] * _MEBIBYTE if len(given) > 1 else default.volume_bytes,
        flushed=given[2] if len(given) > 2 else min(default.flushed, most),
        policy=policy,
    )


def buffers(parsed: Parsed) -> str:
    """From `-mem_alloc_type`: memory of messages, empty for that of the host."""
    text = parsed.values.get("mem_alloc_type", "cpu").lower()
    if text not in MEMORY:
        raise UsageError("bad-value", f"-mem_alloc_type {text}: unknown", f"use {', '.join(MEMORY)}")
    if MEMORY[text] and "off_cache" in parsed.values:
        why = f"-off_cache beside -mem_alloc_type {text}: only the host's caches are emptied"
        raise UsageError("not-here", why, "leave one of them out")
    return MEMORY[text]


@dataclass(frozen=True)
class Sizes:
    """Sizes in bytes; `largest` bounds what rounding to whole elements may reach, `given` when a user listed them."""

    sizes_bytes: tuple[int, ...]
    largest: int
    given: bool

    def of(self, element_bytes: int) -> tuple[int, ...]:
        """Rounded up to whole elements, each once, none beyond the largest."""
        rounded = [-(-size // element_bytes) * element_bytes for size in self.sizes_bytes]
        return tuple(dict.fromkeys(size for size in rounded if size <= self.largest or self.given))


def sizes(parsed: Parsed, *, zero_before_least: bool = True) -> Sizes:
    """From `-msglog [min:]max`, `-msglen FILE`, `-msgsize LIST`, `-msgsz SIZE` and `-zero_size`.

    `zero_before_least`: `-msglog min:max` has 0 bytes before 2^min too.
    """
    zero = switch(parsed.values.get("zero_size", "on"), "-zero_size")
    listed = _listed(parsed)
    if listed is not None:
        return Sizes(listed, max(listed), given=True)
    low, high = 0, 22
    if "msglog" in parsed.values:
        text = parsed.values["msglog"]
        first, colon, last = text.partition(":")
        low, high = (whole(first, "-msglog"), whole(last, "-msglog")) if colon else (0, whole(first, "-msglog"))
        zero = zero and (zero_before_least or not colon)
        if high < low or high > 40:
            raise UsageError("bad-value", f"-msglog {text}: not a range of powers of two", "write e.g. 0:22")
    powers = tuple(1 << power for power in range(low, high + 1))
    return Sizes(((0,) if zero else ()) + powers, 1 << high, given=False)


def _listed(parsed: Parsed) -> tuple[int, ...] | None:
    beside = [f"-{flag}" for flag in ("msglog", "msglen") if flag in parsed.values]
    if "msgsz" in parsed.values and beside:
        raise UsageError("bad-value", f"-msgsz beside {beside[0]}: is not here", "name every size by -msgsz")
    if "msglen" in parsed.values:
        file = Path(parsed.values["msglen"])
        lines = files.read(file, "cannot-read", "-msglen names a file with one size a line").splitlines()
        texts = [line.split("#")[0].strip() for line in lines]
        for number, text in enumerate(texts, start=1):
            if text:
                _size(text, f"{file}, line {number}")
    elif "msgsize" in parsed.values or "msgsz" in parsed.values:
        texts = parsed.values.get("msgsize", parsed.values.get("msgsz", "")).split(",")
    else:
        return None
    sizes = tuple(_size(text, "the list of sizes") for text in texts if text)
    if not sizes:
        raise UsageError("no-sizes", "the list of sizes is empty", "write one size a line, e.g. 8 or 4K")
    return sizes


def _size(text: str, where: str) -> int:
    try:
        return parse_size(text)
    except UsageError as error:
        raise UsageError(error.code, f"{where}: {error.message}", error.hint) from None
