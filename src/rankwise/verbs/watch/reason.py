"""Why a rank is late, and where it calls, as far as its node shows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rankwise.core.units import format_size
from rankwise.model.robust import median
from rankwise.tracing.sites import places
from rankwise.verbs.watch.judge import Judge
from rankwise.verbs.watch.look import Kernel, Seen

_MUCH = 1.5  # times the median of the others
_PART = 0.3  # of the lateness


def reason(judge: Judge, rank: Seen, before: Mapping[int, Kernel], now: Mapping[int, Kernel], seconds: float) -> str:
    """In words; empty where nothing is seen. `before` and `now`: what the kernel told of all ranks, `seconds` apart."""
    number = rank.number
    late = judge.late_share().get(number, 0.0)
    own, was = now.get(number), before.get(number)
    if own is not None and was is not None and seconds > 0:
        waited = (own.waited_s - was.waited_s) / seconds
        others = [(now[other].waited_s - before[other].waited_s) / seconds for other in now if other in before]
        if waited - median(others) > _PART * late:
            beside = f" with {rank.beside}" if rank.beside else ""
            return f"shares CPU {own.cpu}{beside}, waits {waited:.0%} for it"
        if own.major_faults - was.major_faults > seconds and own.swapped_bytes:
            return f"{format_size(own.swapped_bytes)} of it are swapped out"
    sizes = {other: judge.mean("bytes", other) or 0.0 for second in judge.rounds for other in second.bytes}
    middle = median([size for other, size in sizes.items() if other != number]) if len(sizes) > 1 else 0.0
    if middle and sizes.get(number, 0.0) > _MUCH * middle:
        return f"it moves {sizes[number] / middle:.1f} times the bytes of the others"
    inside = {other: judge.mean("inside_s", other) or 0.0 for second in judge.rounds for other in second.inside_s}
    if len(inside) > 1:
        less = median([share for other, share in inside.items() if other != number]) - inside[number]
        if less < _PART * late:
            return "its messages take longer: network, or what it waits for in them"
    if own is not None and was is not None and seconds > 0:
        busy = (own.cpu_s - was.cpu_s) / seconds
        others = [(now[other].cpu_s - before[other].cpu_s) / seconds for other in now if other in before]
        if busy > median(others) + _PART * late:
            return f"it computes longer: {busy:.0%} of a CPU, the others {median(others):.0%}"
    return "it comes later from outside of MPI: more work, I/O or sleep"


def site(judge: Judge, rank: Seen) -> str:
    """Where the rank makes the calls in which the others wait for it: `solve (heat.c:57)`."""
    counted = judge.addresses.get(rank.number)
    if not counted:
        return ""
    name, offset = rank.sites.get(counted.most_common(1)[0][0], ("", 0))
    if not name:
        return ""
    # Of a rank on another node the program is read here, where it mostly lies under the same name.
    function, file, number = places(Path(name), [offset]).get(offset, ("", "", 0))
    where = f"{Path(file).name}:{number}" if file else f"{Path(name).name}+{offset:#x}"
    return f"{function} ({where})".strip()
