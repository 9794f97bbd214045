"""From paired visits of several sides to answers: faster, slower, same or cannot tell, a ranking, and words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from types import MappingProxyType
from typing import Final

from rankwise.core import said
from rankwise.core.errors import RankwiseError
from rankwise.core.grouped import grouped
from rankwise.core.units import format_bytes, plural
from rankwise.experiment.paired import Pairs, Series, paired
from rankwise.experiment.records import ComparedCell
from rankwise.model.ratio import DEFAULT_MARGIN, decide, ratio
from rankwise.model.records import Ratio
from rankwise.model.robust import median

LEVEL: Final = 0.01
"""Share of false differences where what was measured is looked at once."""
LOOKS: Final = (3, 5, 8, 12, 18, 27, 40, 60, 90, 135, 200)
"""Launches, or whole runs of a program, after which a comparison looks whether it is decided and may end. Each look is
one more chance for luck: with one after every launch, at `LEVEL`, 11 % of things beside themselves were called
different within 60 launches, 15 % within 200."""
LEAST_WIN: Final = 1.02
"""A gain below 2 % is not worth a line, however sure it is."""
LOOK_LEVEL: Final = 0.005
"""Share of false differences at each of `LOOKS`: 4 % over all of them, 5 % is promised."""


@dataclass(frozen=True)
class MeasuredCell:
    """A cell on all sides: the times of each; `control` pairs the baseline with its second launch. `failed` says of
    sides that have no times why that is."""

    kernel: str
    size_bytes: int
    ranks: int
    times: Mapping[str, Series]
    control: Pairs = ()
    failed: Mapping[str, str] = field(default_factory=dict)

    def paired(self, sides: Sequence[str]) -> dict[tuple[str, str], Pairs]:
        """Every two of the sides that were measured in the same rounds."""
        here = [side for side in sides if side in self.times]
        both = {(a, b): paired(self.times[a], self.times[b]) for a, b in combinations(here, 2)}
        return {sides: pairs for sides, pairs in both.items() if pairs}


def compared(
    cells: Sequence[MeasuredCell], sides: Sequence[str], *, margin: float = DEFAULT_MARGIN, level: float = LEVEL
) -> tuple[ComparedCell, ...]:
    """All cells answered together. `sides[0]` is the baseline; `level` the share of false differences.

    Only a ratio outside the band of identical launches is a difference. The band of a cell is the larger of what its
    own control showed and the median of all controls: one control alone may agree by luck.
    """
    pairs = {
        (index, sides_): pairs_of_cell
        for index, cell in enumerate(cells)
        for sides_, pairs_of_cell in cell.paired(sides).items()
    }
    decided = decide([ratio(pairs_of_cell, margin=margin) for pairs_of_cell in pairs.values()], fdr=level)
    controls = [ratio(cell.control, margin=margin) if any(cell.control) else None for cell in cells]
    shifts = [abs(math.log(control.ratio)) for control in controls if control is not None]
    usual = median(shifts) if shifts else 0.0
    answers: list[dict[tuple[str, str], Ratio]] = [{} for _ in cells]
    for (index, pair), answer in zip(pairs, decided, strict=True):
        answers[index][pair] = answer
    return tuple(
        _cell(cell, sides, ratios, control, usual)
        for cell, ratios, control in zip(cells, answers, controls, strict=True)
    )


def wins(ratio: Ratio) -> bool:
    """Whether a gain is beyond doubt and worth a line, with all of its interval."""
    return ratio.answer == "faster" and ratio.low >= LEAST_WIN


def settled(cell: ComparedCell, others: Sequence[str], precision: float) -> bool:
    """Whether the cell's question is answered for every one of the `others`: the answer is known, and half the
    interval of the ratio is at most `precision`."""
    return all(
        (ratio := cell.ratios.get(side)) is not None
        and ratio.answer != "cannot tell"
        and ratio.half_width <= math.log1p(precision)
        for side in others
    )


def summary(
    cells: Sequence[ComparedCell], sides: Sequence[str], lost: Mapping[str, RankwiseError] = MappingProxyType({})
) -> tuple[str, ...]:
    """Two sides: how many cells are faster, slower, same, undecided. More: which one to use, and where another one.
    `lost` are sides that are not among them, each with its error."""
    left_out = [f"{side} is left out: {error.message.splitlines()[0]}." for side, error in lost.items()]
    if not cells or len(sides) < 2:
        return ("nothing was compared", *left_out)
    told = _between_two(cells, sides) if len(sides) == 2 else _among(cells, sides)
    return (*told, *_failures(cells, sides), *left_out)


def cell_words(cell: ComparedCell) -> str:
    """`allreduce 64KiB`; a kernel without a message has its name alone."""
    if cell.sizeless:
        return cell.kernel
    return f"{cell.kernel} {format_bytes(cell.size_bytes)}"


def _cell(
    cell: MeasuredCell,
    sides: Sequence[str],
    ratios: Mapping[tuple[str, str], Ratio],
    control: Ratio | None,
    usual: float,
) -> ComparedCell:
    from msgspec.structs import replace

    shift = max(abs(math.log(control.ratio)) if control else 0.0, usual)
    times_s = {side: median(list(times.values())) for side, times in cell.times.items() if times}
    why: dict[str, str] = {}
    judged: dict[tuple[str, str], Ratio] = {}
    for pair, measured in ratios.items():
        within = measured.answer in ("faster", "slower") and abs(math.log(measured.ratio)) <= shift
        judged[pair] = replace(measured, answer="cannot tell") if within else measured
        if within and pair[0] == sides[0]:
            why[pair[1]] = f"identical launches differ by {math.exp(shift) - 1:.1%} here"
    ranking = _ranking([side for side in sides if side in times_s], judged)
    return ComparedCell(
        kernel=cell.kernel,
        size_bytes=cell.size_bytes,
        ranks=cell.ranks,
        times_s=times_s,
        ratios={side: judged[sides[0], side] for side in sides[1:] if (sides[0], side) in judged},
        control=control,
        band=math.exp(shift),
        ranking=ranking,
        why=why,
        failed=dict(cell.failed),
        lead=_lead(ranking[0][0], judged) if ranking else {},
        open=tuple(_open(ranking, times_s, judged)),
    )


def _ranking(sides: Sequence[str], ratios: Mapping[tuple[str, str], Ratio]) -> tuple[tuple[str, ...], ...]:
    """Sides by their ratio to the first of them; a place ends where a side is slower than the first of the place."""
    convergence = dict.fromkeys(sides[:1], 1.0)
    convergence |= {side: ratios[sides[0], side].ratio for side in sides[1:] if (sides[0], side) in ratios}
    places: list[list[str]] = []
    for side in sorted(convergence, key=lambda name: -convergence[name]):
        if places and not _slower(side, places[-1][0], ratios):
            places[-1].append(side)
        else:
            places.append([side])
    return tuple(tuple(place) for place in places)


def _lead(head: str, ratios: Mapping[tuple[str, str], Ratio]) -> dict[str, Ratio]:
    """The time of each other side over that of `head`."""
    before = {side: measured for (side, other), measured in ratios.items() if other == head}
    return before | {side: measured.inverse() for (other, side), measured in ratios.items() if other == head}


def _open(
    ranking: Sequence[Sequence[str]], measured: Iterable[str], ratios: Mapping[tuple[str, str], Ratio]
) -> Iterator[tuple[str, str]]:
    """Sides of different places of which the later one is not surely the slower. What was never measured beside the
    baseline has no place, and comes last."""
    ranked = {side for place in ranking for side in place}
    places = [*ranking, *([side] for side in measured if side not in ranked)]
    for former, latter in combinations(places, 2):
        yield from ((side, other) for side in former for other in latter if not _slower(other, side, ratios))


def _slower(side: str, other: str, ratios: Mapping[tuple[str, str], Ratio]) -> bool:
    if measured := ratios.get((other, side)):
        return measured.answer == "slower"
    back = ratios.get((side, other))
    return back is not None and back.answer == "faster"


def _between_two(cells: Sequence[ComparedCell], sides: Sequence[str]) -> tuple[str, ...]:
    first, side = sides
    if len(cells) == 1 and side in cells[0].ratios:
        return (_only(cells[0].ratios[side], first, side),)
    by_answer = grouped((cell.ratios[side].answer, cell) for cell in cells if side in cell.ratios)
    parts = []
    for answer in ("faster", "slower", "same", "cannot tell"):
        if known := by_answer.get(answer):
            extra = ""
            if answer in ("faster", "slower"):
                most = max(known, key=lambda cell: said.sure(cell.ratios[side].low, cell.ratios[side].high))
                extra = f" (most at {cell_words(most)}: {_by(most.ratios[side])})"
            elif answer == "same":
                extra = f" within {max(cell.ratios[side].margin for cell in known) * 100:g} %"
            parts.append(f"{'undecided' if answer == 'cannot tell' else answer} in {len(known)}{extra}")
    total = sum(map(len, by_answer.values()))
    if not parts:
        return (f"{side} could not be compared.",)
    return (f"{side} beside {first}, {plural(total, 'cell')}: {', '.join(parts)}.",)


def _only(ratio: Ratio, first: str, side: str) -> str:
    if ratio.answer == "same":
        return f"{side} is the same as {first} within {ratio.margin * 100:g} %."
    if ratio.answer == "cannot tell":
        return f"Whether {side} is faster than {first} cannot be told."
    return f"{side} is {ratio.answer} than {first}: {_by(ratio)}."


def _among(cells: Sequence[ComparedCell], sides: Sequence[str]) -> tuple[str, ...]:
    ranked = [cell for cell in cells if sum(map(len, cell.ranking)) > 1]
    first = {side: [cell for cell in ranked if side in cell.first] for side in sides}
    best = max(sides, key=lambda side: len(first[side]))
    if not ranked:
        return ("They could not be compared: no cell has times of two of them.",)
    if all(len(cell.ranking) == 1 for cell in ranked):
        return ("They cannot be told from each other in any cell.",)
    alone = sum(len(cell.first) == 1 for cell in first[best])
    shared = len(first[best]) - alone
    counts = [f"first in {alone}"] * bool(alone) + [f"not told from the first in {shared}"] * bool(shared)
    lines = [f"Use {best} here: {' and '.join(counts)} of {plural(len(cells), 'cell')}."]
    left = [cell for cell in ranked if best not in cell.first and best in cell.times_s]
    for side in sorted(sides, key=lambda side: -len(first[side])):
        where = [cell for cell in left if cell.ranking[0][0] == side]
        if where:
            names = ", ".join(f"{cell_words(cell)} ({_by(cell.lead[best])})" for cell in where)
            lines.append(f"But {side} is faster at {names}.")
    return tuple(lines)


def _failures(cells: Sequence[ComparedCell], sides: Sequence[str]) -> Iterator[str]:
    for side in sides:
        where = [cell_words(cell) for cell in cells if side in cell.failed]
        if where:
            yield f"{side} fails at {', '.join(where)}."


def _by(ratio_: Ratio) -> str:
    """`2.00x`, of slower and faster alike; `at least 1.20x` where no more is known."""
    larger = ratio_ if ratio_.ratio >= 1.0 else ratio_.inverse()
    return said.factor(larger.ratio, larger.low, larger.high) or said.CANNOT_TELL
