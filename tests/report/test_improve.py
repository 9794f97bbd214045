"""An improved program in words, and on its page."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from builders import runs
from builders.traces import a_trace
from builders.tunings import a_ratio, a_tuned
from rankwise.core.not_looked import of_improved
from rankwise.optimise.records import PlacedRank, RankOrder
from rankwise.report.answers import write
from rankwise.report.improve import default_cost, lines, verdict
from rankwise.tracing.records import TraceAdvice
from rankwise.tuning.records import Gain, TuningLine
from rankwise.verbs.records import Asked, Improved, Unproven

TWO = replace(a_ratio(), ratio=2.0, low=1.9, high=2.1, launch_pairs=9, answer="faster")
SAME = replace(a_ratio(), ratio=1.01, low=0.99, high=1.03, answer="same")
ORDER = TuningLine(
    id="rank-order",
    why="messages take 2 s by default, 1 s in this order",
    undo="take this line out",
    placement=RankOrder(
        machine="m",
        pattern="the trace",
        ranks=tuple(
            PlacedRank(rank=rank, default=host, chosen=other, host=other)
            for rank, (host, other) in enumerate((("n1", "n2"), ("n2", "n1")))
        ),
    ),
)
ANSWER = Improved(
    run=replace(runs.run(), kind="improve", status="finished"),
    command=("mpirun", "-n", "2", "./app"),
    answer="faster",
    map_words="of yesterday, 2 paths measured again: unchanged",
    asked=(
        Asked(candidate="rank order", what="2 ranks on other hosts", modelled=2.4, measured=TWO, taken=True),
        Asked(candidate="binding", what="env:HYDRA_BINDING=core", measured=SAME, why="no gain"),
        Asked(candidate="relays", what="", why="all ranks are on one host"),
        Asked(candidate="settings", what="a search", why="no time was left", undecided=True),
    ),
    lines=(ORDER,),
    whole=Gain(kernel="command", size_bytes=0, ranks=0, before_s=2.0, after_s=1.0, ratio=TWO),
    control=SAME,
    same="residual .*",
    printed=("residual 1",),
    file="tuning.toml",
)


def test_each_step_has_its_line() -> None:
    output = "\n".join(" ".join(line.split()) for line in lines(ANSWER))
    assert "map of yesterday, 2 paths measured again: unchanged" in output
    assert "tried rank order: 2 ranks on other hosts modelled 2.40x measured 2.00x (1.90 to 2.10) taken" in output
    assert "binding: env:HYDRA_BINDING=core measured 1.01x (0.99 to 1.03) not taken: no gain" in output
    assert "relays: not tried: all ranks are on one host" in output
    assert "whole 2.00x (1.90 to 2.10), 9 pairs of runs; identical sides 1.01 (0.99 to 1.03); output the same" in output
    assert "what the defaults cost, of the time with them: rank-order 50%" in output
    assert "rankwise run --tuning tuning.toml -- mpirun -n 2 ./app" in output


def test_a_gain_that_other_work_made_is_not_the_headline() -> None:
    assert ANSWER.whole is not None
    tried = replace(ANSWER.whole, before_s=0.2, ratio=replace(TWO, ratio=1.33, low=1.31, high=1.35))
    moved = replace(ANSWER, lines=(replace(ORDER, gains=(tried,)),))
    output = "\n".join(" ".join(line.split()) for line in lines(moved))
    quiet, busy = "1.33x (1.31 to 1.35)", "2.00x (1.90 to 2.10) beside other work"
    assert f"whole {quiet}; {busy}, when a run by default took 2.00 s and not 200 ms" in output
    assert verdict(moved)[0].startswith("Faster: 1.33x") and "defaults cost" not in output
    assert "beside other work" not in "\n".join(lines(replace(moved, lines=(replace(ORDER, gains=(ANSWER.whole,)),))))


def test_the_cost_of_a_default_is_told_as_far_as_its_interval_goes() -> None:
    without = {
        "UCX_TLS": replace(SAME, ratio=1.15, low=0.7, high=1.9),
        "bind": replace(SAME, ratio=0.97, low=0.8, high=1.2),
        "yield": replace(TWO, ratio=9.0, low=1.1, high=70.0),
        "order": TWO,
    }
    assert default_cost(replace(ANSWER, without=without)) == "order 50%, yield at least 9%"
    del without["order"], without["yield"]
    assert not any("what the defaults cost" in line for line in lines(replace(ANSWER, without=without)))


def test_what_had_no_time_is_not_said_to_differ() -> None:
    assert [*of_improved(ANSWER)][:2] == [
        "relays: all ranks are on one host", "settings, a search: no time was left"
    ]  # fmt: skip


def test_what_a_change_of_the_program_would_gain_is_told() -> None:
    hint = TraceAdvice(pattern="late rank", text="rank 1 is late: give it less work", where="app.c:9 (main)",
                       cost_s=0.5, gain_s=0.25)  # fmt: skip
    trace = replace(a_trace({0: ()}), words=("1 rank ran for 1.00 s",), advice=(hint, hint, hint))
    output = lines(replace(ANSWER, trace=trace))
    told = [" ".join(line.split()) for line in output if "less work" in line or "to gain" in line]
    assert (
        told
        == [
            "program rank 1 is late: give it less work",
            "costs 500 ms (50% of the run), up to 250 ms to gain; app.c:9 (main)",
        ]
        * 2
    )


def test_advice_ends_at_the_edge_of_the_terminal_and_commands_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    hint = TraceAdvice(pattern="late rank", text="rank 1 is late: give it less work, " * 6, where="app.c:9 (main)",
                       cost_s=0.5, gain_s=0.25)  # fmt: skip
    trace = replace(a_trace({0: ()}), words=("1 rank ran for 1.00 s",), advice=(hint,))
    best = Unproven(what="waiting", before_s=4.5, after_s=1.25, runs=3, file="t" * 90, budget_s=840.0)
    answer = replace(ANSWER, answer="cannot tell", lines=(), whole=None, file="", trace=trace, best=best)
    assert any(hint.text.strip() in line for line in lines(answer)), "a pipe has no edge"
    monkeypatch.setenv("COLUMNS", "80")
    output = lines(answer)
    typed = f"To try it: rankwise run --tuning {'t' * 90} -- mpirun -n 2 ./app"
    assert [line.strip() for line in output if len(line) > 80] == [typed]
    assert hint.text.strip() in " ".join(" ".join(output).split())


def test_long_names_leave_room_for_figures() -> None:
    settings = " ".join(["env:UCX_RNDV_THRESH=2k", "env:UCX_MM_FIFO_ELEM_SIZE=2176", "env:UCX_MM_FIFO_SIZE=128"])
    output = lines(replace(ANSWER, dropped={settings: "no gain", "r" * 80: "no gain"}))
    assert "dropped env:UCX_RNDV_THRESH=2k env:UCX_MM_FIFO_ELEM_SIZE=2176 ...: no gain" in output
    assert f"dropped {'r' * 56} ...: no gain" in output


def test_what_was_interrupted_or_helps_nothing_is_told() -> None:
    stopped = replace(ANSWER, run=replace(ANSWER.run, status="interrupted"), answer="cannot tell", whole=None)
    assert any("interrupted: 1 line kept, each proven beside what was in use" in line for line in lines(stopped))
    early = replace(stopped, lines=(), file="", enough_s=1e9)
    assert any("whole   interrupted before anything was proven" in line for line in lines(early))
    untraced = replace(ANSWER, run=replace(ANSWER.run, warnings=("not traced: no C compiler; install gcc",)))
    assert "trace   not traced: no C compiler; install gcc" in lines(untraced)
    nothing = replace(ANSWER, answer="nothing helps", asked=ANSWER.asked[1:], lines=(), whole=None, file="")
    output = lines(nothing)
    assert "whole   nothing helps: what was tried gains less than 1.03x" in output
    assert not any("defaults cost" in line or "use it" in line for line in output)
    assert ANSWER.whole is not None
    wide = replace(nothing.asked[0], measured=replace(ANSWER.whole.ratio, ratio=1.1, low=0.1, high=787.0))
    output = lines(replace(nothing, asked=(wide,)))
    assert "whole   nothing helps, as far as runs that differ so much can show" in output


def test_an_open_answer_ends_in_the_best_candidate_and_a_budget() -> None:
    budget_s = ANSWER.run.plan.budget_s
    unsure = replace(ANSWER, answer="cannot tell", lines=(), whole=None, file="", run_s=1.5, enough_s=budget_s + 61.0)
    output = [line.strip() for line in lines(unsure)]
    told = "2 candidates tried without a proven gain; a run takes 1.50 s, too long to decide in this budget"
    assert f"whole   cannot tell: {told}" in output
    untried = replace(unsure, asked=tuple(replace(trial, measured=None) for trial in ANSWER.asked))
    assert "whole   cannot tell: a run takes 1.50 s, too long to decide in this budget" in lines(untried)
    assert output[-1] == f"To decide it: rankwise improve --budget {int(budget_s / 60) + 2}m -- mpirun -n 2 ./app"
    best = Unproven(what="waiting", before_s=4.5, after_s=1.25, runs=3, file="t-unproven.toml", budget_s=840.0)
    output = [line.strip() for line in lines(replace(unsure, best=best))]
    assert output[-3:] == [
        "The best so far: waiting: 4.50 s without it, 1.25 s with it (3 runs each, medians)",
        "To try it: rankwise run --tuning t-unproven.toml -- mpirun -n 2 ./app",
        "To decide it: rankwise improve --budget 14m -- mpirun -n 2 ./app",
    ]
    often = replace(unsure, best=replace(best, runs=11))
    assert any("runs of the same settings differ too much" in line for line in lines(often))
    hopeless = replace(unsure, enough_s=1.0, best=replace(best, budget_s=0.0, figure=True, runs=1))
    output = [line.strip() for line in lines(hopeless)]
    assert "runs of the same settings differ too much (identical sides 1.01" in output[-3]
    assert output[-3].endswith("stop other work on these CPUs, then try again")
    assert output[-2] == "The best so far: waiting: 4.5 without it, 1.25 with it (one run each)"
    output = [line.strip() for line in lines(replace(hopeless, enough_s=budget_s + 61.0))]
    assert "runs of the same settings differ too much" in output[-3], "no budget would do"
    died = Asked(candidate="settings", what="", why="tuning needs two ranks", undecided=True)
    output = [line.strip() for line in lines(replace(hopeless, asked=(died,)))]
    assert "cannot tell: settings could not be tried: tuning needs two ranks" in output[-3]
    part = replace(unsure, enough_s=1.0, tuned=a_tuned("mpich", "interrupted"))
    output = [line.strip() for line in lines(part)]
    assert any(line.endswith("there was no time for all settings that may") for line in output)
    assert output[-1].startswith("To decide it: rankwise improve --budget ")
    untried = replace(best, runs=0, before_s=0.0, after_s=0.0)
    assert "There was no time for: waiting" in [line.strip() for line in lines(replace(unsure, best=untried))]


def test_the_command_that_decides_is_the_one_that_was_typed() -> None:
    typed = ("/x/rankwise", "improve", "--same", "sum .*", "--budget", "5m", "--", "mpirun", "-n", "2", "./app")
    run = replace(ANSWER.run, provenance=replace(ANSWER.run.provenance, command=typed))
    unsure = replace(ANSWER, run=run, answer="cannot tell", lines=(), whole=None, file="", enough_s=1e9)
    assert lines(unsure)[-1].strip() == (
        "To decide it: rankwise improve --budget 16666667m --same 'sum .*' -- mpirun -n 2 ./app"
    )


def test_the_page_shows_gains_and_where_ranks_run(tmp_path: Path) -> None:
    text = write(ANSWER, tmp_path / "page.html").read_text()
    assert ">Faster: 2.00x (1.90 to 2.10), 9 pairs of runs" in text
    assert "two identical sides" in text and "Gains" in text and "message size" not in text
    assert "Where ranks run" in text and ORDER.why in text


def test_commands_on_a_page_have_a_button_that_copies_them(tmp_path: Path) -> None:
    best = Unproven(what="waiting", file="best.toml", runs=1, before_s=2.0, after_s=1.0, budget_s=600.0)
    unsure = replace(ANSWER, answer="cannot tell", lines=(), whole=None, file="", best=best)
    for answer, line in (
        (ANSWER, "rankwise run --tuning tuning.toml -- mpirun -n 2 ./app"),
        (unsure, "rankwise run --tuning best.toml -- mpirun -n 2 ./app"),
        (unsure, "rankwise improve --budget 10m -- mpirun -n 2 ./app"),
    ):
        text = write(answer, tmp_path / "page.html").read_text()
        assert f'<code>{line}</code><button type="button" class="copy"' in text
    assert "navigator.clipboard" in text, "what makes the buttons work"
    other = replace(ANSWER, map_words="see `reboot` and `")
    assert "see `reboot` and `" in write(other, tmp_path / "page.html").read_text(), "words of a program are no command"
