"""A job while it runs, as a table: a row for each rank, and who is late. On a terminal it is redrawn at each look."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import TextIO

from rankwise.core.units import format_rate, plural
from rankwise.diagnoses.records import Watched, WatchedRank
from rankwise.report import tables

_MOST = 32  # rows of a table
_HEAD = ("rank", "host", "CPU", "in", "calls/s", "rate", "in MPI", "last", "causes", "late")


def lines(told: Watched) -> list[str]:
    """The table, and a sentence about each late rank."""
    text = tables.aligned([_HEAD, *(_row(rank) for rank in shown(told))])
    if len(told.ranks) > _MOST:
        text.append(f"and {len(told.ranks) - _MOST} more ranks")
    unread = (f"rank {rank.number}: {rank.unread}" for rank in told.ranks if rank.unread)
    return [*text, *(line for words in (*unread, *verdict(told)) for line in tables.told(words, "  "))]


def shown(told: Watched) -> list[WatchedRank]:
    """The ranks of a table: all, or of many those that are late and the latest of the others."""
    if len(told.ranks) <= _MOST:
        return list(told.ranks)
    return sorted(told.ranks, key=lambda rank: (not rank.late, -(rank.late_share or 0.0)))[:_MOST]


def verdict(told: Watched) -> Iterator[str]:
    """Who is late, where and why, and what else there is to say."""
    late = [rank for rank in told.ranks if rank.late]
    for rank in late:
        where = f", CPU {rank.cpu}" if rank.cpu is not None else ""
        yield (
            f"rank {rank.number} on {rank.host}{where} is late by {rank.late_share or 0.0:.1%} of the time; "
            "the ranks that wait did nothing wrong"
        )
        if rank.site:
            yield f"  they wait for its call in {rank.site}"
        if rank.reason:
            yield f"  {rank.reason}"
    if told.ended:
        status = "" if told.status is None else f" with status {told.status}"
        job = f"the job of {plural(told.world, 'rank')}" if told.world else "the job, of which no rank was seen,"
        yield f"{job} has ended{status}"
    yield from told.notes


def _row(rank: WatchedRank) -> tuple[str, ...]:
    return (
        str(rank.number),
        rank.host,
        "?" if rank.cpu is None else str(rank.cpu),
        rank.call.removeprefix("MPI_") or "-",
        _figure(rank.calls_per_s, ".0f"),
        format_rate(rank.bytes_per_s) if rank.bytes_per_s else "-",
        _figure(rank.inside_share, ".1%"),
        _figure(rank.last_share, ".0%"),
        _figure(rank.causes_share, ".1%"),
        "LATE" if rank.late else _figure(rank.late_share, "+.1%"),
    )


def _figure(value: float | None, form: str) -> str:
    return "-" if value is None else f"{value:{form}}"


def follow(looks: Iterable[Watched], out: TextIO, each: Callable[[Watched], None] | None = None) -> Watched | None:
    """Shows each look on `out`, or gives it to `each`, and returns the last one; None where there was none. Ctrl-C ends
    what is shown on `out` like the end of the job."""
    last: Watched | None = None
    with ExitStack() as stack:
        show = each or (_table(stack, out) if out.isatty() else _news(out))
        try:
            for told in looks:
                last = told
                if not told.ended:
                    show(told)
        except KeyboardInterrupt:
            if each or last is None:
                raise
    return last


def _table(stack: ExitStack, out: TextIO) -> Callable[[Watched], None]:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    live = stack.enter_context(Live(console=Console(file=out), auto_refresh=False, transient=True))
    return lambda told: live.update(Text("\n".join(lines(told))), refresh=True)


def _news(out: TextIO) -> Callable[[Watched], None]:
    """A line when a rank becomes late, or is late no more."""
    before: set[int] = set()

    def show(told: Watched) -> None:
        late = {rank.number for rank in told.ranks if rank.late}
        if late - before:
            print("\n".join(f"rankwise: {line}" for line in verdict(told)), file=out, flush=True)
        for rank in sorted(before - late):
            print(f"rankwise: rank {rank} is late no more", file=out, flush=True)
        before.clear()
        before.update(late)

    return show


def standard(*, program: bool) -> TextIO:
    """Where looks are shown: beside the output of a program that was started, on standard error."""
    return sys.stderr if program else sys.stdout
