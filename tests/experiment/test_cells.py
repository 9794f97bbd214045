"""When a comparison ends: what is settled, and what a side that failed takes from the others. In a time of its own."""

from __future__ import annotations

from measure.fake_session import campaign, steady
from rankwise.core.records import Cell
from rankwise.experiment.cells import CellAnswers
from rankwise.experiment.compare import summary
from rankwise.measure.cells import cell
from rankwise.measure.frames import Failed
from rankwise.measure.outcome import Outcome
from rankwise.measure.session import CellFailed

TIMES = {"a": 2.0, "b": 1.0, "c": 3.0}


def test_it_ends_at_planned_numbers_of_launches_alone() -> None:
    def answer(cell: Cell, launch: int, round_number: int) -> float:
        gain = 1.0 if cell.side == "a" else 1.6 if launch == 0 else 2.0  # three launches cannot tell, four would
        return steady(cell, launch, round_number) / gain

    def decided(outcome: Outcome) -> set[str]:
        looks.append(answers.compared(outcome)[0].ratios["b"].answer)
        return answers.settled(outcome, 0.5)

    looks: list[str] = []
    answers = CellAnswers([cell("a", "p", 8, (0, 1))], "ab", 0.02)
    runs, _ = campaign("ab", answer, kernels="p", sink=answers.add, decided=decided, min_rounds=5)
    runs.run()
    assert looks == ["cannot tell", "cannot tell", "cannot tell", "faster", "faster"]


def test_a_cell_goes_on_for_the_sides_that_did_not_fail_in_it() -> None:
    def answer(cell: Cell, launch: int, round_number: int) -> float:
        if (cell.side, cell.kernel) in (("c", "p"), ("a", "q")):
            raise CellFailed([Failed(kind="refused", rank=0, message="too large", cell=cell.id)])
        return TIMES[cell.side] * steady(cell, launch, round_number)

    answers = CellAnswers([cell("a", kernel, 8, (0, 1)) for kernel in "pq"], "abc", 0.02)
    decided = lambda outcome: answers.settled(outcome, 0.05)  # noqa: E731
    runs, _ = campaign("abc", answer, kernels="pq", sink=answers.add, decided=decided, min_rounds=5)
    p, q = answers.compared(runs.run())
    assert p.ratios["b"].answer == "faster"
    assert p.ratios["b"].launch_pairs == 3, "all that it takes"
    assert (p.ranking, p.failed) == ((("b",), ("a",)), {"c": "rank 0: too large"})
    assert (q.ranking, q.failed) == ((("b",), ("c",)), {"a": "rank 0: too large"})
    assert summary([p, q], "abc") == (
        "Use b here: first in 2 of 2 cells.",
        "a fails at q 8 B.",
        "c fails at p 8 B.",
    )


def test_what_was_not_reached_in_the_time_is_named() -> None:
    answers = CellAnswers([cell("a", kernel, 8, (0, 1)) for kernel in "pq"], "ab", 0.02)
    runs, _ = campaign("ab", steady, kernels="pq", sink=answers.add, budget_s=1e-9)
    outcome = runs.run()
    (reached,) = answers.compared(outcome)
    left_out = "q" if reached.kernel == "p" else "p"
    assert answers.not_reached(outcome) == [f"Not measured in the time there was: {left_out} 8 B."]
