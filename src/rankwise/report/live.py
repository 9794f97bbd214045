"""What a long command shows while it works: a live table on a terminal, plain lines elsewhere, nothing when quiet."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankwise.core.notice import ON_INTERRUPTION, LiveRow
from rankwise.core.units import format_duration, format_seconds
from rankwise.report.console import Plain, console

if TYPE_CHECKING:
    from rich.console import Group
    from rich.live import Live as RichLive

_REDRAW_S = 0.25  # drawing costs some ms of a core that may be measuring
_SILENT_TERMINAL_S, _SILENT_S = 2.0, 3.0  # nobody waits longer for the first word
_GROWTH, _SILENT_LONG_S = 0.25, 30.0
"""Lines of a pipe stay: waits grow with a phase, so that an hour of it has 130 lines, not 1,200."""


@dataclass(frozen=True)
class _Phase:
    """What runs since `begin_s`, the rows of its table, what is done of it in words, and as a share where that is
    known."""

    text: str = ""
    begin_s: float = 0.0
    rows: Sequence[LiveRow] = ()
    done: str = ""
    share: float | None = None


class Live:
    """Progress on standard error: what runs, what is done of it, and how much of the budget is used.

    It draws inside its own calls. Where none comes for a while, as in one long run of a program, its thread says the
    same again; it sleeps until then, so that it does not disturb what is measured. Of what the user interrupted nothing
    more is said: the command stops, or tells what it still does.
    """

    def __init__(self, quiet: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = console(stderr=True)
        self._quiet = quiet
        self._terminal = not quiet and self._console.is_terminal and not self._console.is_dumb_terminal
        self._clock = clock
        self._phase = _Phase(begin_s=clock())
        self._stopped_s: float | None = None
        self._budget_s: float | None = None
        self._begin_s = self._told_at = clock()
        self._live: RichLive | None = None
        self._lock = threading.RLock()
        self._changed, self._ended = threading.Event(), threading.Event()

    def __enter__(self) -> Live:
        if not self._quiet:
            with contextlib.suppress(RuntimeError):  # no more threads are allowed here
                threading.Thread(target=self._say_again, daemon=True).start()
        ON_INTERRUPTION.append(self.stop)
        return self

    def __exit__(self, *_error: object) -> None:
        ON_INTERRUPTION.remove(self.stop)
        self._ended.set()
        self._changed.set()
        with self.hidden():
            pass

    def budget(self, total_s: float | None) -> None:
        """So many seconds may be used from now on; None: nobody knows how long it takes."""
        with self._lock:
            self._budget_s, self._begin_s = total_s, self._clock()

    def stop(self) -> None:
        """The user interrupts. It waits for nobody: the thread may be held up by a terminal that stands still."""
        self._stopped_s = self._clock()

    def phase(self, text: str) -> None:
        """Says what begins now (`building the engine`, `measuring`)."""
        with self._lock:
            self._phase = _Phase(text, self._clock())
            self._tell()
        self._changed.set()

    @contextlib.contextmanager
    def aside(self, text: str) -> Iterator[None]:
        """A phase within another, which goes on after it: of one thread at a time."""
        with self._lock:
            before = self._phase
            self.phase(text)
        try:
            yield
        finally:
            with self._lock:
                self._phase = before

    def update(self, rows: Sequence[LiveRow] = (), done: str = "", share: float | None = None) -> None:
        """Shows the rows, and what of the phase is done. Cheap to call often: it draws four times a second at most."""
        with self._lock:
            self._phase = _Phase(self._phase.text, self._phase.begin_s, rows, done, share)
            if self._clock() - self._told_at >= (_REDRAW_S if self._terminal else self._silent_s()):
                self._tell()

    def beat(self) -> float:
        """Says again what runs where nothing was said for too long; seconds until that may be due again."""
        with self._lock:
            left_s = self._told_at + self._silent_s() - self._clock()
            if left_s > 0.0:
                return left_s
            self._tell()
            return self._silent_s()

    @contextlib.contextmanager
    def hidden(self) -> Iterator[None]:
        """Takes the table away and gives the terminal to who prints within. Safe to enter twice."""
        with self._lock:
            if self._live is not None:
                self._live.stop()
                self._live = None
            yield

    def _silent_s(self) -> float:
        """How long nothing need be said after what was said last."""
        if self._terminal:
            return _SILENT_TERMINAL_S
        return min(max(_SILENT_S, _GROWTH * (self._told_at - self._now().begin_s)), _SILENT_LONG_S)

    def _say_again(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # nobody reads standard error any more
            while not self._ended.is_set():
                # Another phase begins with short waits, and so does what an interrupted command still does.
                self._changed.wait(min(self.beat(), _SILENT_S))
                self._changed.clear()

    def _tell(self) -> None:
        self._told_at = self._clock()
        if self._quiet or not self._phase.text or self._ended.is_set():
            return
        if self._terminal:
            self._draw()
        else:
            words = filter(None, (self._what(), self._used()))
            print(", ".join(words), file=sys.stderr, flush=True)

    def _draw(self) -> None:
        from rich.live import Live as RichLive

        if self._live is None:
            self._live = RichLive(
                console=self._console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
            )
            self._live.start()
        self._live.update(Plain(self._picture()), refresh=True)

    def _picture(self) -> Group:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        share, rows = self._share(), self._now().rows
        bar = Table.grid(padding=(0, 1))
        done = [ProgressBar(total=1.0, completed=min(share, 1.0), width=32)] if share is not None else []
        bar.add_row(Text(self._what()), *done, Text(self._used(), style="dim"))
        if not rows:
            return Group(bar)
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for name in ("MPI", "kernel", "cells", "last", "±"):
            table.add_column(name, justify="left" if name in ("MPI", "kernel") else "right", no_wrap=True)
        # A table higher than the terminal would scroll at every redraw.
        for row in rows[-max(self._console.height - 5, 3) :]:
            last = format_seconds(row.median_s) if row.median_s is not None else ""
            width = f"{row.precision:.1%}" if row.precision is not None else ""
            table.add_row(Text(row.side), Text(row.what), f"{row.finished}/{row.cells}", last, width)
        return Group(table, bar)

    def _now(self) -> _Phase:
        """What runs: after an interruption nothing that began before."""
        if self._stopped_s is not None and self._phase.begin_s <= self._stopped_s:
            return _Phase("stopping", self._stopped_s)
        return self._phase

    def _what(self) -> str:
        return ": ".join(filter(None, (self._now().text, self._now().done)))

    def _share(self) -> float | None:
        """Of the phase where that is known, else of the budget, which an interruption ends."""
        if self._phase.share is not None or not self._budget_s or self._stopped_s is not None:
            return self._now().share
        return (self._clock() - self._begin_s) / self._budget_s

    def _used(self) -> str:
        """How much time is used. What is left is not told: work ends early where its answer is sure, and what the
        budget does not hold, such as a last launch that ends, comes on top."""
        now_s = self._clock()
        if self._budget_s and self._stopped_s is None:
            used_s = now_s - self._begin_s
            whole = format_duration(self._budget_s)
            if used_s >= self._budget_s + 1.0:
                return f"{format_duration(used_s)} used, {format_duration(used_s - self._budget_s)} over the budget"
            return f"{format_duration(used_s)} of {whole} used" if used_s >= 1.0 else f"budget {whole}"
        elapsed_s = now_s - self._now().begin_s
        return f"{format_duration(elapsed_s)} so far" if elapsed_s >= 1.0 else ""
