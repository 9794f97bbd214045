"""How verbs that measure show where they stand: phases and rounds, on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rankwise.core.notice import told_by
from rankwise.core.records import Run
from rankwise.report.live import Live
from rankwise.verbs.watching import Progress, Watcher, done_words, live_rows


@contextmanager
def shown(quiet: bool) -> Iterator[Live]:
    """What the command shows while it works; notices are phases of it."""
    with Live(quiet) as live, told_by(live.aside):
        yield live


@contextmanager
def watching(quiet: bool, words: Callable[[Run], str] | None = None) -> Iterator[Watcher]:
    """A watcher that shows everything within it; `words` say what begins with the budget."""
    with shown(quiet) as live:
        yield watcher_of(live, words)


def watcher_of(live: Live, words: Callable[[Run], str] | None = None) -> Watcher:
    """What tells all to `live`, as `watching`."""

    def begin(run: Run, total_s: float) -> None:
        live.budget(total_s)
        if words:
            live.phase(words(run))

    def progress(now: Progress) -> None:
        live.update(live_rows(now), done_words(now))

    def share(done: float, every: float) -> None:
        part = done / every if every > 0.0 else 0.0
        live.update(done=f"{part:.0%}", share=part)

    return Watcher(phase=live.phase, begin=begin, budget=live.budget, progress=progress, share=share)
