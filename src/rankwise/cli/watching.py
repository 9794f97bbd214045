"""How verbs that measure show where they stand: phases and rounds, on standard error."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from rankwise.core.records import Run
from rankwise.report.live import Live
from rankwise.verbs.watching import Watcher, live_rows


def watching(stack: ExitStack, quiet: bool, words: Callable[[Run, float], str]) -> Watcher:
    """A watcher that shows everything as long as `stack` is open; `words` say what begins for how many seconds."""
    live: list[Live] = [stack.enter_context(Live(0.0, quiet))]

    def begin(run: Run, total_s: float) -> None:
        live[0].close()
        live[0] = stack.enter_context(Live(total_s, quiet))
        live[0].phase(words(run, total_s))

    def phase(text: str) -> None:
        live[0].phase(text)  # of the latest

    return Watcher(
        phase=phase,
        begin=begin,
        progress=lambda now: live[0].update(live_rows(now), now.done_s),
    )
