"""From results to maps and lines: what stands beside what, and which ratios decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta, timezone

from builders.runs import run
from rankwise.core.records import Cell, CellResult, Endpoint, Estimate
from rankwise.experiment.paired import Series
from rankwise.inventory.records import Inventory
from rankwise.measure.cells import cell
from rankwise.model.estimate import estimate
from rankwise.verbs.survey.lines import SideResults, side_map, verdict_lines
from rankwise.verbs.survey.run import with_set_up

ENDPOINTS = (Endpoint(id="n:c0", node="n", cpus=(0,)), Endpoint(id="n:c1", node="n", cpus=(1,)))


def alike(_a: Endpoint, _b: Endpoint) -> str:
    return "same node"


def estimate_at(time_s: float, spread: float) -> Estimate:
    factors = (1 - spread, 1 + spread, 1 - spread / 2, 1 + spread / 2)
    return estimate([[time_s * factor * (1 + 0.001 * (v % 3)) for v in range(8)] for factor in factors], stop="budget")


def results(side: str, times: dict[tuple[str, int], float], spread: float = 0.001) -> SideResults:
    cells: dict[str, Cell] = {}
    found: dict[str, CellResult] = {}
    for (kernel, size), time_s in times.items():
        one = cell(side, kernel, size, (0,) if kernel == "copy" else (0, 1))
        cells[one.id] = one
        found[one.id] = CellResult(
            cell=one.id, estimate=estimate_at(time_s, spread), rate_bytes_per_s=size / time_s or None
        )
    return SideResults(side, cells, found, ENDPOINTS)


def curve(latency_s: float = 2e-7, rate: float = 1e10) -> dict[tuple[str, int], float]:
    return {("pingpong", size): latency_s + size / rate for size in (0, *(1 << power for power in range(23)))}


def line_of(side: SideResults, others: list[SideResults], series: Mapping[str, Series], kernel: str, size: int):  # type: ignore[no-untyped-def]
    name = cell(side.side, kernel, size, (0, 1)).id
    return next(line for line in verdict_lines([side, *others], series, True, {}, alike) if line.cell == name)


def test_a_measured_curve_becomes_a_map_of_one_class() -> None:
    found = side_map(Inventory(nodes=()), results("mpich", curve()), "MPICH 5")
    (one,) = found.classes
    assert one.paths == (("n:c0", "n:c1"),)
    assert one.curve is not None
    assert one.curve.half_bandwidth_bytes is not None
    assert 1000 < one.curve.half_bandwidth_bytes < 4000  # latency x rate = 2000 bytes
    assert found.fabrics[0].kind == "shm"
    assert found.paths[0].latency_s is not None


def test_a_much_slower_mpi_is_slow_beside_the_best_one() -> None:
    slow, fast = results("a", curve(6e-7)), results("b", curve(2e-7))
    found = line_of(slow, [fast], {}, "pingpong", 8)
    assert found.verdict == "slow"
    assert "b on the same ranks takes 0.20 us" in found.text
    assert line_of(fast, [slow], {}, "pingpong", 8).verdict == "good"


def test_rounds_of_the_same_launch_decide_where_launches_differ_widely() -> None:
    """Launches lie 40 % apart, so intervals overlap; within a launch one side is always 1.3 times the other."""
    slow, fast = results("a", curve(2.6e-7), spread=0.4), results("b", curve(2e-7), spread=0.4)
    assert line_of(slow, [fast], {}, "pingpong", 8).verdict == "cannot tell"
    names = {side: cell(side, "pingpong", 8, (0, 1)).id for side in "ab"}
    regimes = (1.0, 1.4, 0.8, 1.2)
    series = {
        names[side]: {
            (launch, number): time_s * regime * (1 + 0.002 * ((number * (3 if side == "a" else 5)) % 4))
            for launch, regime in enumerate(regimes)
            for number in range(8)
        }
        for side, time_s in (("a", 2.6e-7), ("b", 2e-7))
    }
    found = line_of(slow, [fast], series, "pingpong", 8)
    assert found.verdict == "slow"
    deciding = next(one for one in found.expected if one.basis == "best-mpi")
    assert deciding.ratio is not None
    assert abs(deciding.ratio - 1.3) < 0.02


def test_a_collective_is_held_against_what_it_is_made_of() -> None:
    times = {("allreduce", 8): 9e-6, ("reduce", 8): 1e-6, ("bcast", 8): 1e-6, ("barrier", 0): 5e-7}
    found = line_of(results("a", times), [], {}, "allreduce", 8)
    assert found.verdict == "slow"
    assert "reduce" in found.text
    assert "bcast" in found.text


def test_copies_are_the_measure_and_get_no_line() -> None:
    times = curve() | {("copy", 1 << 22): 2e-4}
    lines = verdict_lines([results("a", times)], {}, True, {}, alike)
    assert all("copy" not in line.title for line in lines)
    large = next(line for line in lines if line.title == "pingpong 4MiB")
    assert any(one.basis == "copy-bandwidth" for one in large.expected)
    assert large.unit == "rate"


def test_without_anything_to_hold_it_against_the_answer_is_cannot_tell() -> None:
    (line,) = verdict_lines([results("a", {("message_rate", 8): 1e-5})], {}, True, {}, alike)
    assert (line.verdict, line.ratio) == ("cannot tell", None)
    assert line.text == "nothing to hold it against"


def test_a_pair_is_held_against_other_pairs_of_its_relation_and_never_against_itself() -> None:
    """The first pair is slow; its way back is the same pair, and a pair of another relation says nothing of it."""
    ends = tuple(Endpoint(id=f"n:c{core}", node="n", cpus=(core,)) for core in range(6))
    times = {(0, 1): 3e-6, (1, 0): 1e-7, (2, 3): 1e-6, (3, 2): 1.1e-6, (0, 4): 1e-7}
    cells = {pair: cell("m", "pingpong", 8, pair) for pair in times}
    side = SideResults(
        "m",
        {each.id: each for each in cells.values()},
        {each.id: CellResult(cell=each.id, estimate=estimate_at(times[pair], 0.001)) for pair, each in cells.items()},
        ends,
    )
    (line,) = verdict_lines([side], {}, True, {}, lambda a, b: "far" if "n:c4" in (a.id, b.id) else "near")
    assert (line.verdict, [each.basis for each in line.expected]) == ("slow", ["sibling"])
    assert line.expected[0].explanation.startswith(
        "n:c2 -> n:c3, n:c3 -> n:c2 of the same relation take a median of 1.0"
    )
    alone = replace(side, results={cells[0, 1].id: side.results[cells[0, 1].id]})
    assert verdict_lines([alone], {}, True, {}, alike)[0].expected == ()


def test_both_directions_of_a_pair_have_the_bandwidth_of_one_size() -> None:
    """One pair is measured at many sizes, of which some are faster than the large one; its way back at two."""
    times = curve()
    times["pingpong", 1 << 18] /= 2  # a peak of the curve
    forth = results("mpich", times)
    back = {size: cell("mpich", "pingpong", size, (1, 0)) for size in (8, 1 << 20)}
    cells = {**forth.cells, **{one.id: one for one in back.values()}}
    found = {
        **forth.results,
        **{
            one.id: CellResult(cell=one.id, estimate=estimate_at(times["pingpong", size], 0.001))
            for size, one in back.items()
        },
    }
    machine = side_map(Inventory(nodes=()), SideResults("mpich", cells, found, ENDPOINTS), "MPICH 5")
    rates = {(path.source, path.target): path.bandwidth_bytes_per_s for path in machine.paths}
    assert len(rates) == 2
    assert len(set(rates.values())) == 1


def test_a_survey_begins_with_its_set_up() -> None:
    """The whole was counted from after it, and its parts added up to more."""
    began = datetime.now(timezone.utc) - timedelta(seconds=30)
    before = run().provenance
    told = with_set_up(before, began, resumed=False)
    assert told.setup_s >= 30.0 and told.started_at == began.isoformat(timespec="seconds")
    assert with_set_up(before, began, resumed=True).started_at == before.started_at
