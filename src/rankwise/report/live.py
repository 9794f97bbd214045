"""What a long command shows while it works: a live table on a terminal, plain lines elsewhere, nothing when quiet."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rankwise.core.progress import LiveRow
from rankwise.core.units import format_seconds
from rankwise.report.console import Plain, console

if TYPE_CHECKING:
    from rich.console import Group
    from rich.live import Live as RichLive

_REDRAW_S = 0.25  # drawing costs some ms of a core that may be measuring
_PLAIN_S = 3.0  # nobody waits longer without a word


class Live:
    """Progress on standard error. It draws only inside its own calls: a thread would disturb what is being measured.

    `total_s` None: nobody knows how long it takes, and what is done is told as a share of 1.
    """

    def __init__(self, total_s: float | None, quiet: bool = False) -> None:
        self._console = console(stderr=True)
        self._quiet = quiet
        self._terminal = not quiet and self._console.is_terminal and not self._console.is_dumb_terminal
        self._total_s = 1.0 if total_s is None else total_s
        self._timed = total_s is not None
        self._done_s = 0.0
        self._phase = ""
        self._rows: Sequence[LiveRow] = ()
        self._drawn_at = self._said_at = time.monotonic()
        self._live: RichLive | None = None

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def phase(self, text: str) -> None:
        """Says what begins now (`building the engine`, `measuring`)."""
        self._phase = text
        if self._terminal:
            self._draw()
        elif not self._quiet:
            print(text, file=sys.stderr, flush=True)
            self._said_at = time.monotonic()

    def expect(self, total_s: float) -> None:
        """How long the work takes in all, where that is known only after it began."""
        self._total_s = total_s

    def update(self, rows: Sequence[LiveRow], done_s: float) -> None:
        """Shows the rows; `done_s` of `total_s` are done. Cheap to call often: it draws four times a second at most."""
        self._rows, self._done_s = rows, done_s
        now = time.monotonic()
        if self._terminal:
            if now - self._drawn_at >= _REDRAW_S:
                self._draw()
        elif not self._quiet and now - self._said_at >= _PLAIN_S:
            finished, cells = sum(row.finished for row in rows), sum(row.cells for row in rows)
            what = f"{self._phase}: {finished} of {cells} cells" if cells else self._phase
            print(", ".join(filter(None, (what, self._left()))), file=sys.stderr, flush=True)
            self._said_at = now

    def close(self) -> None:
        """Takes the table away and gives the terminal back. Safe to call twice."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _draw(self) -> None:
        from rich.live import Live as RichLive

        self._drawn_at = time.monotonic()
        if self._live is None:
            self._live = RichLive(console=self._console, auto_refresh=False, transient=True)
            self._live.start()
        self._live.update(Plain(self._picture()), refresh=True)

    def _picture(self) -> Group:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        bar = Table.grid(padding=(0, 1))
        share = min(self._done_s / self._total_s, 1.0) if self._total_s > 0 else 0.0
        bar.add_row(
            Text(self._phase), ProgressBar(total=1.0, completed=share, width=32), Text(self._left(), style="dim")
        )
        if not self._rows:
            return Group(bar)
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for name in ("MPI", "kernel", "cells", "last", "±"):
            table.add_column(name, justify="left" if name in ("MPI", "kernel") else "right", no_wrap=True)
        # A table higher than the terminal would scroll at every redraw.
        for row in self._rows[-max(self._console.height - 5, 3) :]:
            last = format_seconds(row.median_s) if row.median_s is not None else ""
            width = f"{row.precision:.1%}" if row.precision is not None else ""
            table.add_row(Text(row.side), Text(row.what), f"{row.finished}/{row.cells}", last, width)
        return Group(table, bar)

    def _left(self) -> str:
        if not self._timed:
            return f"{self._done_s:.0%}"
        if self._total_s <= 0.0:  # phases alone
            return ""
        left_s = max(self._total_s - self._done_s, 0.0)
        if left_s < 1.0:  # it still works: on what the budget does not hold, such as a last launch that ends
            return "finishing"
        return f"{left_s:.0f} s left" if left_s < 120 else f"{left_s / 60:.0f} min left"
