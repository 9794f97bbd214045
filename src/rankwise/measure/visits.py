"""A visit in the engine's words: the command that asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from rankwise.core.cell_parameters import sent
from rankwise.core.records import Cell
from rankwise.core.units import number_ranges


@dataclass(frozen=True)
class VisitOptions:
    """How long a visit is. `batch_s`: two clock reads of 27 ns each are under 0.1 % of 100 us. `samples_s`: fewer
    samples, one at least, where all of them would take longer; 0 takes all that end before a visit counts as hung.

    `checks` calls are made with payloads of their own that are checked: one before all samples, one behind them.
    Seven samples: the median of a visit survives two interruptions by other tasks. Warming up makes `warm_batches`
    batches, and goes on while they get faster, up to `warm_s`. In a `lenient` visit ranks may begin apart, by what they
    leave a barrier apart, where no common start is met at once: good for ratios of sides that begin alike.
    """

    samples: int = 7
    batch_s: float = 100e-6
    warm_s: float = 2e-3
    warm_batches: int = 1
    checks: Literal[1, 2] = 2
    calls: int = 0
    samples_s: float = 0.0
    lenient: bool = False


DEFAULT_OPTIONS = VisitOptions()


def visit_line(number: int, cell: Cell, options: VisitOptions, limit_s: float) -> str:
    """The command for one visit to `cell`. Its frames bear `number`; a rank that takes longer than `limit_s` ends. A
    side is named by what a user typed, a path with blanks too."""
    words = [
        f"visit id={number} cell={quote(cell.id)} kernel={cell.kernel} size={cell.size_bytes}",
        "groups=" + ";".join(map(number_ranges, cell.groups)),
        f"samples={options.samples} batch_s={options.batch_s} warm_s={options.warm_s} calls={options.calls}",
        f"limit_s={limit_s}",
        *sent(cell),
    ]
    named: dict[str, object] = {
        "samples_s": options.samples_s,
        "lenient": int(options.lenient),
        "checks": options.checks if options.checks != 2 else 0,
        "warm_batches": options.warm_batches if options.warm_batches != 1 else 0,
    }
    return " ".join([*words, *(f"{name}={value}" for name, value in named.items() if value)])
