"""The lines that a search has in use: which they are, in which order they came, and what a launch with them is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.core.records import Change
from rankwise.tuning.records import TuningLine
from rankwise.tuning.space import Candidate


class InUseFails(MeasurementFailed):
    """What is in use cannot be launched, or the program fails with it, after it went well before."""


@dataclass
class InUse:
    """Settings in the order in which they were taken, then rules. `carry` makes one change of a launch from lines. It
    raises UsageError for lines that contradict each other."""

    carry: Callable[[Sequence[TuningLine]], Change]
    settings: list[Candidate] = field(default_factory=list)
    rules: list[TuningLine] = field(default_factory=list)
    _order: list[str] = field(default_factory=list)
    _parts: dict[str, Collection[str]] = field(default_factory=dict)

    def lines(self) -> list[TuningLine]:
        """All lines in use."""
        return [*self.setting_lines(), *self.rules]

    def setting_lines(self) -> list[TuningLine]:
        """The lines that are no rules."""
        return [setting.line for setting in self.settings]

    def names(self) -> set[str]:
        """The candidates that these lines are made of."""
        parts = (self._parts[rule.id] for rule in self.rules)
        return {setting.name for setting in self.settings}.union(*parts)

    def take(self, candidate: Candidate) -> None:
        """Adds a setting."""
        self.settings.append(candidate)
        self._order.append(candidate.name)

    def take_rule(self, line: TuningLine, parts: Collection[str]) -> None:
        """Adds a rule that is made of the candidates `parts`."""
        self.rules.append(line)
        self._order.append(line.id)
        self._parts[line.id] = parts

    def remove_last(self) -> str:
        """The id of the line that came last, which is in use no more."""
        last = self._order.pop()
        self.settings = [setting for setting in self.settings if setting.name != last]
        self.rules = [rule for rule in self.rules if rule.id != last]
        return last

    def clear(self) -> None:
        """Nothing is in use any more."""
        self.settings, self.rules, self._order = [], [], []

    def base(self) -> Change:
        """The launch with all lines in use."""
        return self.carry(self.lines())

    def carried(self, lines: Sequence[TuningLine]) -> Change | None:
        """The launch with exactly these lines; None where they contradict each other."""
        try:
            return self.carry(lines)
        except UsageError:
            return None

    def with_lines(self, more: Sequence[TuningLine]) -> Change | None:
        """The launch with all lines in use and these; None where they contradict each other."""
        return self.carried([*self.lines(), *more])

    def with_each(self, candidates: Sequence[Candidate]) -> dict[str, Change]:
        """The launch with all lines in use and one candidate, by its name; without candidates that contradict them."""
        changes = {candidate.name: self.with_lines([candidate.line]) for candidate in candidates}
        return {name: change for name, change in changes.items() if change is not None}

    def accepts(self, candidate: Candidate) -> bool:
        """Whether a candidate is not in use yet, and does not contradict what is."""
        return all(setting.name != candidate.name for setting in self.settings) and (
            self.with_lines([candidate.line]) is not None
        )

    @contextmanager
    def launched(self) -> Iterator[None]:
        """Around launches of what is in use. Raises InUseFails where lines that were taken cannot be launched."""
        try:
            yield
        except MeasurementFailed as error:
            if not self.lines():
                raise
            raise InUseFails(error.code, error.message, error.hint) from error
