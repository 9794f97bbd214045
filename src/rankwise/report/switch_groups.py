"""Which rows of a matrix are endpoints of one switch: lines between them, and the names of leaves and pods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from rankwise.report.svg import label, line, text_width

_MOST = 24  # leaves that are still named and told apart; of more, pods
_ROOM = 12.0  # beside a name


class SwitchGroups:
    """Runs of `names` (the rows, in order) that are at one switch. `places`: the switches of each, pod first."""

    def __init__(self, names: Sequence[str], places: Mapping[str, tuple[str, ...]]) -> None:
        known = [places.get(name, ()) for name in names]
        leaves = _runs(known)
        pods = _runs([place[:1] for place in known])
        self._pods = {start for start, _, _ in pods}
        self._runs = [run for run in (leaves if len(leaves) <= _MOST else pods) if run[2]]
        if len(self._runs) > _MOST or len({place for *_, place in self._runs}) < len(self._runs):
            self._runs = []  # blocks of neighbours that are of several switches

    @property
    def room(self) -> float:
        """How wide the names are."""
        return max((text_width(self._words(run), 11) + _ROOM for run in self._runs), default=0.0)

    def drawn(self, left: float, top: float, side: float, count: int) -> str:
        """Lines between groups, thicker ones between pods, and the name of each group behind its rows."""
        body, whole = "", side * count
        for start, stop, place in self._runs:
            if start:
                kind = "pod" if start in self._pods and len(place) > 1 else "leaf"
                body += line(left, top + start * side, left + whole, top + start * side, kind)
                body += line(left + start * side, top, left + start * side, top + whole, kind)
            middle = top + (start + stop) / 2 * side + 4
            body += label(left + whole + _ROOM / 2, middle, self._words((start, stop, place)), "sm")
        return body

    def _words(self, run: tuple[int, int, tuple[str, ...]]) -> str:
        start, _, place = run
        return f"{place[-1]}, {place[0]}" if len(place) > 1 and start in self._pods else place[-1]


def _runs(places: Sequence[tuple[str, ...]]) -> list[tuple[int, int, tuple[str, ...]]]:
    """First row, row behind the last, and place of all rows beside each other that have one place."""
    found, start = [], 0
    for place, rows in groupby(places):
        stop = start + len(list(rows))
        found.append((start, stop, place))
        start = stop
    return found
