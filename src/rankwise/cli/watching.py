"""How verbs that measure show where they stand: phases and rounds, on standard error."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from rankwise.core.records import Run
from rankwise.measure.campaign import Progress
from rankwise.measure.watcher import Watcher
from rankwise.model.robust import median
from rankwise.report.live import Live, LiveRow


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


def live_rows(now: Progress) -> list[LiveRow]:
    """One row for each kernel of each side: cells that are precise or visited often enough to judge, latest figure."""
    rows: dict[tuple[str, str], LiveRow] = {}
    for state in now.states.values():
        key = (state.cell.side, state.cell.kernel)
        row = rows.get(key) or LiveRow(side=key[0], what=key[1], finished=0, cells=0)
        visits = next(reversed(state.launches.values()), [])
        rows[key] = LiveRow(
            side=key[0],
            what=key[1],
            finished=row.finished + (state.cell.id in now.precise or state.visits >= now.least_visits),
            cells=row.cells + 1,
            median_s=median(visits) if visits else row.median_s,
        )
    return list(rows.values())
