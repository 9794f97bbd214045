"""An order of ranks in words and as a table."""

from __future__ import annotations

from rankwise.core.units import format_rate, format_seconds
from rankwise.optimise.records import DefaultAndChosen, Placed
from rankwise.report.tables import aligned


def lines(placed: Placed) -> list[str]:
    """Everything that the terminal shows."""
    rows: list[tuple[str, ...]] = [("rank", "default", "chosen", "")]
    rows += [
        (str(rank.rank), rank.default, rank.chosen, "" if rank.default == rank.chosen else "moved")
        for rank in placed.ranks
    ]
    moved = sum(rank.default != rank.chosen for rank in placed.ranks)
    output = [f"{placed.pattern}, {len(placed.ranks)} ranks on {placed.machine}", "", *aligned(rows), ""]
    modelled = placed.modelled_s
    if not moved:
        output.append("The default is kept: no order that was tried takes less modelled time.")
    output.append(f"modelled {placed.objective}: {_both(modelled, format_seconds)}{_gain(modelled)}")
    if busiest := list(dict.fromkeys(placed.busiest.values())):
        told = f"{busiest[0]} by default, {busiest[1]} chosen" if len(busiest) > 1 else f"{busiest[0]} in both orders"
        output.append(f"busiest: {told}")
    output.append(f"slowest path in use: {_both(placed.bottleneck_bytes_per_s, format_rate)}")
    for name, (source, target) in placed.slowest.items():
        output.append(f"  {name}: {source} to {target}")
    if placed.exact:
        output.append("All orders were tried: none is better.")
    else:
        output.append(
            f"Not all orders were tried. None can take less than {format_seconds(placed.bound_s)}: this one is at most "
            f"{placed.gap:.0%} above the best."
        )
    if placed.sharing:
        output.append(placed.sharing)
    return [*output, *(f"wrote {file}: {use}" for file, use in placed.files.items())]


def _both(figures: DefaultAndChosen, form: object) -> str:
    def text(value: float | None) -> str:
        return "unlimited" if value is None else form(value)  # type: ignore[operator]

    return f"{text(figures.default)} by default, {text(figures.chosen)} chosen"


def _gain(figures: DefaultAndChosen) -> str:
    if not figures.default or not figures.chosen:
        return ""
    return f" ({figures.default / figures.chosen:.2f}x)"
