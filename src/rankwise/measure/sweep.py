"""A sweep: cells of one side visited in the order given; a hung or dead launch is replaced by another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from types import TracebackType

from rankwise.core.errors import MeasurementFailed, RankwiseError
from rankwise.core.records import Cell, LaunchFacts, Visit
from rankwise.measure.session import CellFailed, Session
from rankwise.measure.side import Side
from rankwise.measure.visits import VisitOptions

_MOST_LAUNCHES = 12


class Sweep:
    """Use as a context manager. `visits` are all visits by cell id, `errors` why a cell is not visited any more: it was
    refused, or it has ended a launch twice (once may be an overloaded machine). `counted` are bytes and messages that
    one transfer of a cell counts. `warnings` name each launch that was lost, or that did not start or end well."""

    def __init__(
        self,
        side: Side,
        *,
        first_launch: int = 0,
        watchdog_s: float = 5.0,
        sink: Callable[[list[Visit]], None] = lambda _visits: None,
        most_launches: int = _MOST_LAUNCHES,
    ) -> None:
        self.side = side
        self.visits: dict[str, list[Visit]] = defaultdict(list)
        self.errors: dict[str, str] = {}
        self.counted: dict[str, tuple[float, float]] = {}
        self.launches: list[LaunchFacts] = []
        self.warnings: list[str] = []
        self._lost: set[str] = set()
        self._first_launch = first_launch
        self._watchdog_s = watchdog_s
        self._sink = sink
        self._most_launches = most_launches
        self._session: Session | None = self._launch()

    def __enter__(self) -> Sweep:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _e: BaseException | None, _t: TracebackType | None) -> None:
        if self._session is not None:
            self._session.close()
            if self._session.ended:
                self.warnings.append(f"launch {self._session.index} of {self.side.name}: {self._session.ended}")

    def round(self, cells: Iterable[Cell], number: int, options: VisitOptions) -> None:
        """One visit to each cell that has no error. Raises MeasurementFailed when no launch can be had any more."""
        visits: list[Visit] = []
        try:
            for cell in cells:
                if cell.id not in self.errors:
                    visits += self._visit(cell, number, options)
        finally:
            self._sink(visits)

    def _visit(self, cell: Cell, number: int, options: VisitOptions) -> list[Visit]:
        while True:
            self._session = session = self._session or self._launch()
            try:
                visits, frame = session.visit(cell, number, options)
            except CellFailed as error:
                self.errors[cell.id] = str(error)
                return []
            except MeasurementFailed as error:
                session.close()
                self._session = None
                self.warnings.append(f"launch {session.index} of {self.side.name} was lost: {error.message}")
                if cell.id in self._lost:
                    self.errors[cell.id] = error.first_line
                    return []
                self._lost.add(cell.id)
                continue
            self.visits[cell.id] += visits
            self.counted[cell.id] = (frame.bytes_per_transfer, frame.messages_per_transfer)
            return visits

    def _launch(self) -> Session:
        if len(self.launches) >= self._most_launches:
            raise MeasurementFailed(
                "too-many-launches",
                f"{self.side.name}: {self._most_launches} launch(es) were lost; {'; '.join(self.errors.values())}",
                "the errors of the pairs say where; `--hosts` leaves endpoints out",
            )
        index = self._first_launch + len(self.launches)
        try:
            session = Session(self.side, index, watchdog_s=self._watchdog_s)
        except RankwiseError as error:  # once may be bad luck
            if self._most_launches == 1:
                raise
            session = Session(self.side, index, watchdog_s=self._watchdog_s)
            self.warnings.append(f"launch {index} of {self.side.name} began at the second start: {error.message}")
        self.launches.append(session.facts)
        return session
