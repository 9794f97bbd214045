"""What whole runs of a program decide of offers, and what is proven of those that were taken."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace as replace_fields
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.tunings import a_ratio
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Mpi
from rankwise.diagnoses.records import ProbedRank
from rankwise.experiment.programs import RunOptions
from rankwise.measure.watcher import Watcher
from rankwise.tuning.changes import ChangeMaker
from rankwise.tuning.program_judge import ProgramJudge
from rankwise.tuning.space import line
from rankwise.tuning.whole_runs import prove_by_runs as prove
from rankwise.verbs.improve import asking, same
from rankwise.verbs.improve.asking import ask, likeliest
from rankwise.verbs.improve.candidates.table import CANDIDATES
from rankwise.verbs.improve.case import Case, ImproveOptions, Offer, host_names

# A program that says how long it took: 8, but half of it with each of two settings that help, and it prints another
# result with one of them. It is slower with a third, and fails with a fourth.
SAYS = [
    "sh",
    "-c",
    '[ -z "$PSM3_RANKWISE_FAIL" ] || exit 3; echo residual ${RANKWISE_TWO:-0}; '
    "echo took $((8 * (1 + 3 * ${PSM3_RANKWISE_SLOW:-0}) / (1 + ${RANKWISE_ONE:-0}) / (1 + ${RANKWISE_TWO:-0}))).5",
]
ONE, TWO, NOTHING = (line({f"env:RANKWISE_{name}": "1"}) for name in ("ONE", "TWO", "NOTHING"))
SLOW = line({"env:PSM3_RANKWISE_SLOW": "1"})
FAILS = line({"env:PSM3_RANKWISE_FAIL": "1"})
# What the program says is the same in each run, so that a question ends at an early look, long before this.
ENOUGH_S = 1000.0


def case(mpi: Mpi, folder: Path, argv: Sequence[str] = SAYS) -> Case:
    options = ImproveOptions(argv=tuple(argv), budget_s=ENOUGH_S, out=folder)
    asked = RunOptions(argv=tuple(argv), figure=r"took ([\d.]+)", budget_s=ENOUGH_S, limit_s=60.0, out=folder)
    judge = ProgramJudge(ChangeMaker(mpi, folder), asked, Watcher(), 0.01)
    return Case(options, mpi, judge, (), None, None, time.monotonic() + ENOUGH_S)


@pytest.mark.mpi(ranks=2)
def test_the_best_of_the_offers_stays_and_each_is_told(mpich: Mpi, tmp_path: Path) -> None:
    one = case(mpich, tmp_path)
    offers = [Offer("one", ONE, 2.0), Offer("nothing", NOTHING), Offer("fails", FAILS), Offer("tiny", TWO, 1.001)]
    ask(one, "settings", offers)
    assert [(taken.id, taken.gains[0].after_s) for taken in one.lines] == [(ONE.id, 4.5)]
    told = {asked.what: asked for asked in one.asked}
    assert (
        told["one"].taken
        and told["one"].measured is not None
        and told["one"].measured.ratio == pytest.approx(8.5 / 4.5)
    )
    assert told["nothing"].why == f"{ONE.id} gains more" and not told["nothing"].taken
    assert told["fails"].why.startswith("with it the program fails: ended with status 3")
    assert [words.partition("; ")[0] for words in one.judge.failures] == [
        "a run with env:PSM3_RANKWISE_FAIL=1 failed: ended with status 3"
    ]
    assert (told["tiny"].why, told["tiny"].measured) == ("the model sees no gain", None)


def test_what_could_not_be_asked_is_open(mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_case: Case) -> None:
        raise EnvironmentProblem("one-core", "tuning needs two ranks, and there is one core", "")

    why_not = [replace_fields(each, why_not=lambda _case: "", offers=broken) for each in CANDIDATES[:1]]
    monkeypatch.setattr(asking, "CANDIDATES", why_not)
    monkeypatch.setattr(asking, "search", broken)
    one = case(mpich, tmp_path)
    asking.ask_all(one)
    assert [(told.what, told.undecided) for told in one.asked] == [("", True), ("", True)]


def test_what_makes_the_same_of_a_job_is_not_asked(mpich: Mpi, tmp_path: Path) -> None:
    one = case(mpich, tmp_path)
    ask(one, "binding", [Offer("again", FAILS, same_as="ranks get the same cores as with what is in use")])
    (told,) = one.asked
    assert (told.why, told.undecided, one.judge.failures) == (
        "ranks get the same cores as with what is in use", False, []
    )  # fmt: skip


def test_where_runs_differ_too_much_the_proof_decides_about_what_the_model_promises() -> None:
    offers = [Offer("one", ONE, 2.0), Offer("two", TWO, 1.5), Offer("nothing", NOTHING)]
    ratios = {ONE.id: a_ratio(1.26), TWO.id: a_ratio(1.15), NOTHING.id: a_ratio(1.4)}
    assert likeliest(offers, ratios) is offers[0]
    assert likeliest(offers, {**ratios, ONE.id: a_ratio(1.02)}) is offers[1]
    assert likeliest(offers, {ONE.id: a_ratio(1.05)}) is None, "too little to be worth a proof"
    assert likeliest(offers[2:], ratios) is None, "no model promises anything"
    assert likeliest(offers, {}) is None


@pytest.mark.mpi(ranks=2)
def test_without_time_nothing_is_asked_and_the_answer_stays_open(mpich: Mpi, tmp_path: Path) -> None:
    one = case(mpich, tmp_path)
    one.until = time.monotonic() - 1.0
    ask(one, "settings", [Offer("one", ONE)])
    assert (one.lines, [asked.undecided for asked in one.asked]) == ([], [True])
    ask(one, "rank order", [Offer("two", TWO, 1.5)])  # of a single line the proof asks the same
    assert (one.lines, one.asked[-1].taken, one.asked[-1].undecided) == ([TWO], True, False)
    ask(one, "rank order", [Offer("one", ONE, 1.5)])
    assert one.lines == [TWO, ONE]


@pytest.mark.mpi(ranks=2)
def test_with_little_time_one_run_of_each_says_what_the_proof_is_asked(mpich: Mpi, tmp_path: Path) -> None:
    one = case(mpich, tmp_path)
    one.judge.run_s = ENOUGH_S / 20  # as if it took so long: a half more for all rounds, a quarter for one run of each
    ask(one, "settings", [Offer("nothing", NOTHING), Offer("fails", FAILS), Offer("slow", SLOW), Offer("one", ONE)])
    assert one.lines == [ONE]
    told = {asked.what: (asked.taken, asked.undecided, asked.why) for asked in one.asked}
    assert told["one"] == (True, False, "the final runs decide: one run showed 1.9x")
    assert told["nothing"] == (False, True, "one run showed 1x; more take 25 min")
    assert [(seen.what, seen.gain, seen.runs) for seen in one.open] == [("nothing", 1.0, 1)]
    assert told["slow"][:2] == (False, False)
    assert told["fails"][:2] == (False, False) and "status 3" in told["fails"][2]


@pytest.mark.mpi(ranks=2)
def test_a_line_that_is_not_needed_goes_and_the_rest_is_proven(mpich: Mpi, tmp_path: Path) -> None:
    proof = prove(case(mpich, tmp_path).judge, [ONE, NOTHING, TWO], time.monotonic() + ENOUGH_S)
    assert (proof.lines, list(proof.dropped)) == ((ONE, TWO), [NOTHING.id])
    assert proof.whole is not None and proof.whole.ratio.ratio == pytest.approx(8.5 / 2.5)
    assert (proof.whole.before_s, proof.whole.after_s) == (8.5, 2.5)
    assert proof.without[ONE.id].ratio == pytest.approx(4.5 / 2.5)
    assert proof.control is not None and proof.control.ratio == pytest.approx(1.0)


@pytest.mark.mpi(ranks=2)
def test_a_line_with_which_the_program_fails_goes(mpich: Mpi, tmp_path: Path) -> None:
    proof = prove(case(mpich, tmp_path).judge, [ONE, FAILS], time.monotonic() + ENOUGH_S)
    assert proof.lines == (ONE,)
    assert proof.dropped[FAILS.id].startswith("with it the program fails")
    assert proof.whole is not None
    proven = replace(ONE, gains=(proof.whole,))
    proof = prove(case(mpich, tmp_path).judge, [proven, SLOW], time.monotonic() + ENOUGH_S)
    assert proof.lines == (proven,) and "the final runs were to decide" in proof.dropped[SLOW.id]
    assert prove(case(mpich, tmp_path).judge, [NOTHING], time.monotonic() + ENOUGH_S).lines == ()


@pytest.mark.mpi(ranks=2)
def test_what_changes_the_output_is_seen(mpich: Mpi, tmp_path: Path) -> None:
    pattern = same.pattern_of("residual .*")
    assert pattern is not None
    judge = case(mpich, tmp_path).judge
    texts = same.printed(pattern, judge)
    assert texts == ("residual 0",)
    assert same.changed(pattern, texts, judge, [ONE]) == ()
    assert same.changed(pattern, texts, judge, [TWO]) == ("residual 1",)


def test_hosts_have_the_names_of_the_launch_line() -> None:
    ranks = [
        ProbedRank(number=n, world=2, host=host, boot_id="", pid=n, cpus=()) for n, host in enumerate(("a.x", "b"))
    ]
    assert host_names(ranks, ("b.x", "a")) == ("a", "b.x")
    assert host_names(ranks, ()) == ("a.x", "b")
