"""Looks at a job, as they come: a table that refreshes on a terminal, else a line when somebody becomes late."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import TextIO

from rankwise.core.records import Watched
from rankwise.report.watch import lines, verdict


def follow(looks: Iterable[Watched], out: TextIO, each: Callable[[Watched], None] | None = None) -> Watched | None:
    """Shows each look on `out`, or gives it to `each`, and returns the last one; None where there was none."""
    last: Watched | None = None
    with ExitStack() as stack:
        show = each or (_table(stack, out) if out.isatty() else _news(out))
        for told in looks:
            last = told
            if not told.ended:
                show(told)
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
