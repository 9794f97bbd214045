"""What a proof leaves of the lines of a tuning, whoever judges them: kernels on fresh launches, or whole runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replace_fields

from rankwise.model.records import Ratio
from rankwise.tuning.joint import Joint
from rankwise.tuning.records import Gain, TuningLine


@dataclass(frozen=True)
class Loss:
    """Why a line was taken away; `undecided` when more time might have proven it, `regressions` when a cell got
    slower."""

    why: str
    undecided: bool = False
    regressions: bool = False


@dataclass
class Proof:
    """What is left after all checks. `lines` carry what each gains. `dropped` says why each other line is gone, `open`
    are those that were not decided, `regressing` names those that made a cell slower, `undecided` says whether more
    time might have kept one.

    Of kernels `joint` is the last check, None when no line is left. Of whole runs `whole` is the default beside all
    lines, `control` two sides that are the same, and `without` what leaving a line out costs, by its id.
    """

    lines: tuple[TuningLine, ...] = ()
    joint: Joint | None = None
    dropped: dict[str, str] = field(default_factory=dict)
    open: tuple[TuningLine, ...] = ()
    undecided: bool = False
    regressing: frozenset[str] = frozenset()
    whole: Gain | None = None
    control: Ratio | None = None
    without: dict[str, Ratio] = field(default_factory=dict)

    @property
    def unmeasured(self) -> tuple[str, ...]:
        """The lines that were not decided, by id."""
        return tuple(line.id for line in self.open)

    def drop(self, losses: dict[str, Loss]) -> None:
        """Notes lines that are gone."""
        self.dropped |= {name: loss.why for name, loss in losses.items()}
        self.undecided |= any(loss.undecided for loss in losses.values())
        self.regressing |= {name for name, loss in losses.items() if loss.regressions}

    def after(self, earlier: Proof) -> Proof:
        """This proof, with what an earlier one took away and this one did not bring back."""
        left = {line.id for line in self.lines}
        dropped = earlier.dropped | self.dropped
        open_ = {line.id: line for line in (*earlier.open, *self.open)}
        return replace_fields(
            self,
            dropped={name: why for name, why in dropped.items() if name not in left},
            open=tuple(line for name, line in open_.items() if name not in left and name not in dropped),
            undecided=earlier.undecided or self.undecided,
        )

    def leave(self, lines: Sequence[TuningLine]) -> None:
        """Notes lines that there is no time for."""
        self.open += tuple(lines)
        self.undecided |= bool(lines)
