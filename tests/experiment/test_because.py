"""A suspect becomes a finding only through an experiment that shows the difference."""

import pytest

from builders.surveys import estimate as estimate_of
from rankwise.core.records import Cell, Experiment, Mpi
from rankwise.experiment.because import experiment, explained, finding, own_best
from rankwise.experiment.suspects import TABLE
from rankwise.measure.cells import cell
from rankwise.model.ratio import decide, ratio
from rankwise.verbs.records import VerdictLine

SUSPECT = TABLE[0]
MPI = Mpi(name="mpich", family="mpich", version="5.0.2", prefix="/", where="")
CELL: Cell = cell("mpich", "pingpong", 8, (0, 1))


def tried(factor: float, *, noise: float = 0.004, pairs: int = 6) -> Experiment:
    series = [
        [
            (1e-6 * factor * (1 + noise * ((v * 7 + k) % 5 - 2)), 1e-6 * (1 + noise * ((v * 3 + k) % 5 - 2)))
            for v in range(8)
        ]
        for k in range(pairs)
    ]
    (answer,) = decide([ratio(series)])
    return experiment(CELL, SUSPECT, estimate_of(1e-6 * factor), estimate_of(1e-6), answer)


@pytest.mark.parametrize(
    ("factor", "conclusion"), [(1.5, "proven"), (1.08, "proven"), (1.0, "refuted"), (0.6, "refuted"), (1.03, "refuted")]
)
def test_the_interval_decides(factor: float, conclusion: str) -> None:
    assert tried(factor).conclusion == conclusion


def test_noise_and_too_few_launches_prove_nothing() -> None:
    assert tried(1.2, noise=0.4).conclusion == "cannot tell"
    assert tried(2.0, pairs=2).conclusion == "cannot tell"


def test_only_what_was_proven_becomes_a_finding() -> None:
    assert finding(SUSPECT, MPI, [tried(1.0)], "") is None
    found = finding(SUSPECT, MPI, [tried(1.0), tried(1.6)], "/p.so")
    assert found is not None
    assert found.severity == "serious"
    assert found.affects == (CELL.id,)
    assert "1.60 times" in found.evidence[0].observation
    assert "6 launch pairs" in found.evidence[0].observation
    assert len(found.experiments) == 2


def test_the_largest_effect_comes_first_and_decides_how_serious_it_is() -> None:
    found = finding(SUSPECT, MPI, [tried(1.1), tried(1.6), tried(1.2)], "")
    assert found is not None
    assert found.severity == "serious"
    assert [item.observation.split(" times")[0].split()[-1] for item in found.evidence] == ["1.60", "1.20", "1.10"]


def test_what_gets_slower_is_told_with_the_finding() -> None:
    found = finding(SUSPECT, MPI, [tried(1.6), tried(0.5)], "")
    assert found is not None
    assert any("gets slower without it: 2.00 times" in one.observation for one in found.evidence)


def test_a_proven_experiment_is_an_expectation() -> None:
    best = own_best([tried(1.5), tried(1.0)])
    assert [one.basis for one in best[CELL.id]] == ["experiment"]
    assert best[CELL.id][0].time_s == pytest.approx(1e-6, rel=0.01)


def test_slow_lines_are_given_their_causes_and_good_ones_are_left_alone() -> None:
    def line(verdict: str) -> VerdictLine:
        return VerdictLine(
            id=CELL.id,
            title="pingpong 8 B",
            side="mpich",
            cell=CELL.id,
            measured=estimate_of(1.5e-6),
            rate_bytes_per_s=None,
            expected=(),
            ratio=1.5,
            verdict=verdict,  # type: ignore[arg-type]
            because=(),
            text="1.50 times",
        )

    found = finding(SUSPECT, MPI, [tried(1.5)], "")
    assert found is not None
    slow, good = explained([line("slow"), line("good")], [found])
    assert slow.because == (found.id,)
    assert "because mpich: every wait yields the processor (1.50x)" in slow.text
    assert good.because == ()
    (alone,) = explained([line("slow")], [])
    assert "no cause that could be removed here explains it" in alone.text
