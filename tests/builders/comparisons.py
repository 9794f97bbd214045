"""A comparison with known answers."""

from __future__ import annotations

from builders.runs import cell, mpi, plan, provenance
from builders.surveys import estimate
from rankwise.core.records import CellResult, Run
from rankwise.experiment.records import ComparedCell, Comparison
from rankwise.model.records import Answer, Ratio


def a_comparison(base: str = "default", side: str = "fabric=tcp") -> Comparison:
    """Two sizes of pingpong: at 8 B the other side is half as fast again, at 64 KiB they are the same."""
    cells = tuple(cell(one, size_bytes=size) for size in (8, 65536) for one in (base, side))
    times = {(base, 8): 1.5e-6, (side, 8): 1e-6, (base, 65536): 2e-5, (side, 65536): 2e-5}
    run = Run(
        id="20261121-200000-0001",
        kind="compare",
        provenance=provenance(),
        plan=plan(cells),
        mpis={base: mpi("mpich"), side: mpi("openmpi")},
        results=tuple(CellResult(cell=one.id, estimate=estimate(times[one.side, one.size_bytes])) for one in cells),
        status="finished",
    )
    return Comparison(
        run=run,
        sides=(base, side),
        cells=(
            _cell(8, {name: times[name, 8] for name in (base, side)}, side, _ratio(1.5, "faster")),
            _cell(65536, {name: times[name, 65536] for name in (base, side)}, side, _ratio(1.0, "same")),
        ),
        summary=(f"{side} beside {base}, 2 cells: faster in 1, same in 1 within 2 %.",),
    )


def _cell(size: int, times_s: dict[str, float], side: str, ratio: Ratio) -> ComparedCell:
    first, second = times_s
    ranking = ((second,), (first,)) if ratio.answer == "faster" else ((first, second),)
    return ComparedCell(
        kernel="pingpong", size_bytes=size, ranks=2, times_s=times_s, ratios={side: ratio}, control=_ratio(1.0, "same"),
        band=1.01, ranking=ranking,
    )  # fmt: skip


def _ratio(value: float, answer: Answer) -> Ratio:
    return Ratio(
        ratio=value, low=value - 0.1 * (value > 1), high=value + 0.1 * (value > 1), p_value=0.0 if value > 1 else 1.0,
        launch_pairs=6, visit_pairs=30, margin=0.02, answer=answer,
    )  # fmt: skip
