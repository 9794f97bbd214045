"""What a verb that measures tells while it works, as rows for a table."""

from __future__ import annotations

from dataclasses import replace

from rankwise.core.notice import LiveRow
from rankwise.core.units import plural
from rankwise.measure.watcher import Progress, Watcher
from rankwise.model.robust import median

__all__ = ["Progress", "Watcher", "done_words", "live_rows"]


def done_words(now: Progress) -> str:
    """What of the phase is done, in words."""
    if now.words:
        return now.words
    rows = live_rows(now)
    finished, cells = sum(row.finished for row in rows), sum(row.cells for row in rows)
    if finished < cells:
        return f"{finished} of {plural(cells, 'cell')}"
    return f"all of {plural(cells, 'cell')}, again for narrower intervals" if cells else ""


def live_rows(now: Progress) -> list[LiveRow]:
    """One row for each kernel of each side: cells that are precise or visited often enough to judge, latest figure."""
    rows: dict[tuple[str, str], LiveRow] = {}
    for state in now.states.values():
        key = (state.cell.side, state.cell.kernel)
        row = rows.get(key) or LiveRow(side=key[0], what=key[1], finished=0, cells=0)
        visits = next(reversed(state.launches.values()), [])
        rows[key] = replace(
            row,
            finished=row.finished + (state.cell.id in now.precise or state.visits >= now.least_visits),
            cells=row.cells + 1,
            median_s=median(visits) if visits else row.median_s,
        )
    return list(rows.values())
