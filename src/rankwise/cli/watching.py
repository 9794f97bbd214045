"""How verbs that measure show where they stand: phases and rounds, on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rankwise.core.records import Run
from rankwise.report.live import Live
from rankwise.verbs.watching import Progress, Watcher, live_rows


@contextmanager
def watching(quiet: bool, words: Callable[[Run, float], str] | None = None) -> Iterator[Watcher]:
    """A watcher that shows everything within it; `words` say what begins for how many seconds. Without them phases
    alone are shown."""
    live = Live(0.0, quiet)

    def phase(text: str) -> None:
        live.phase(text)  # of the latest

    def begin(run: Run, total_s: float) -> None:
        nonlocal live
        live.close()
        live = Live(total_s, quiet)
        phase(words(run, total_s) if words else "")

    def progress(now: Progress) -> None:
        live.update(live_rows(now), now.done_s)

    try:
        yield Watcher(phase=phase, begin=begin, progress=progress) if words else Watcher(phase=phase)
    finally:
        live.close()
