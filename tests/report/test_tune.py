"""A tuning on the terminal and as a page: what changed, by how much, how sure, what failed, what was taken away."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from rankwise.core.records import Mpi, Plan, Provenance, Run
from rankwise.model.records import ExpectedPart, Ratio
from rankwise.report.answers import write
from rankwise.report.tune import explained, lines
from rankwise.report.tune_page import render
from rankwise.tuning.explain import in_words
from rankwise.tuning.records import THE_PROGRAM, Gain, Sent, Tried, Tuned, TunedBuild, Tuning, TuningLine, Violation
from report.chromium import look


def ratio(value: float, answer: str = "faster", width: float = 1.05) -> Ratio:
    return Ratio(
        ratio=value,
        low=value / width,
        high=value * width,
        p_value=0.001,
        launch_pairs=8,
        visit_pairs=24,
        margin=0.02,
        answer=answer,  # type: ignore[arg-type]
    )


GAINS = (
    Gain(kernel="pingpong", size_bytes=8, ranks=2, before_s=2e-6, after_s=1e-6, ratio=ratio(2.0)),
    Gain(kernel="bcast", size_bytes=1048576, ranks=2, before_s=1e-4, after_s=1.1e-4, ratio=ratio(0.9, "slower")),
)
LINE = TuningLine(
    id="mca:pml=<ucx>", why="the slow layer is used", undo="take it away", knobs={"mca:pml": "<ucx>"}, gains=GAINS
)
BUILD = TunedBuild(name="openmpi", family="openmpi", version="5.0.11", library="/l", library_sha256="0")


def of_a_program() -> Tuned:
    """A line that made whole runs of a program faster, by the figure that the program prints."""
    gain = Gain(kernel="command", size_bytes=0, ranks=0, before_s=75.0, after_s=50.0, ratio=ratio(1.5), figure=True)
    found = answer()
    tuning = replace(found.tuning, lines=(replace(LINE, gains=(gain,)),), joint=(gain,), goal="command")
    refused = Tried(
        what="refused",
        stage="transports",
        launches=5,
        visits=9,
        ratio=ratio(3.0),
        taken=False,
        regresses_at=THE_PROGRAM,
    )
    return replace(
        found,
        tuning=in_words(tuning),
        mean=ratio(1.5),
        control=ratio(1.01, "same", 1.02),
        sent=(Sent(kernel="message_rate", size_bytes=256, calls=10_000, share=0.9),),
        tried=(*found.tried, refused),
    )


def test_every_warning_is_told() -> None:
    warned = answer()
    told = lines(replace(warned, run=replace(warned.run, warnings=("a", "b", "c"))))
    assert [line for line in told if line.startswith("warning")] == ["warning: a", "warning: b", "warning: c"]


def answer(kind: str = "tuned") -> Tuned:
    tuning = Tuning(
        name="openmpi on here",
        build=BUILD,
        machine="here (a processor, 2 CPUs)",
        ranks=2,
        lines=(LINE,) if kind == "tuned" else (),
        joint=GAINS if kind == "tuned" else (),
        launches=17,
    )
    run = Run(
        id="20260101-000000-abcd",
        kind="tune",
        provenance=Provenance(
            rankwise_version="0",
            engine_source_hash="",
            command=(),
            cwd="/",
            user="0",
            hostname="here",
            started_at="now",
        ),
        plan=Plan(name="tune", endpoints=(), cells=()),
        mpis={"openmpi": Mpi(name="openmpi", family="openmpi", version="5.0.11", prefix="/", where="")},
    )
    tried = (
        Tried(what="mca:pml=<ucx>", stage="transports", launches=8, visits=90, ratio=ratio(1.5), taken=True),
        Tried(
            what="screening run",
            stage="protocol",
            launches=1,
            visits=9,
            ratio=ratio(1.0, "cannot tell", 50.0),
            taken=False,
        ),
        Tried(
            what="broken", stage="protocol", launches=0, visits=0, ratio=None, taken=False, error="aborts in MPI_Init"
        ),
    )

    return Tuned(
        run=run,
        answer=kind,  # type: ignore[arg-type]
        tuning=in_words(tuning),
        mean=ratio(1.34),
        tried=tried,
        dropped={"mca:smsc=^cma": "no gain was proven: 1.001"},
        file="tuning.toml" if kind == "tuned" else "",
        page="tune.html",
    )


def test_the_terminal_tells_gain_certainty_failures_and_how_to_undo() -> None:
    text = "\n".join(lines(answer()))
    assert (
        "openmpi 5.0.11: These settings make it faster, 1.34x (1.28 to 1.41) as the geometric mean, over 8 launches."
        in text
    )
    assert "Tried: 3 candidates in 17 launches. 1 of them failed: it aborts, hangs or gives wrong data." in text
    assert "the slow layer is used; most: pingpong 8 B 2.00 us -> 1.00 us, 2.00x (1.90 to 2.10)" in text
    assert "to undo it: take it away" in text
    assert "mca:smsc=^cma: no gain was proven" in text
    assert text.endswith("written: tuning.toml; use it: rankwise run --tuning tuning.toml -- mpirun -n 2 ./app")
    assert "slower" in "\n".join(explained(answer().tuning))


def test_gains_in_a_few_cells_are_no_gain_over_all() -> None:
    told = lines(replace(answer(), mean=replace(ratio(0.99), low=0.92, high=1.05)))[0]
    assert "make it faster" not in told
    assert "faster, and over all no difference was proven, 0.99x (0.92 to 1.05) as the geometric mean" in told


def test_the_answer_and_the_lines_come_first_on_one_screen() -> None:
    many = tuple(replace(LINE, id=f"line {number}", gains=GAINS[:1] * 40) for number in range(12))
    found = replace(answer(), tuning=in_words(replace(answer().tuning, lines=many, joint=GAINS * 40)), harmless_cells=9)
    told = lines(found, everything=False)
    assert len(told) <= 40
    assert told[3] == "* line 0 (all messages; measured: pingpong, 8 B, 2 ranks)"
    most = "faster in 40 cells; most: pingpong 8 B 2.00 us -> 1.00 us, 2.00x (1.90 to 2.10)"
    assert told[4] == f"    {most}; to undo it: take it away"
    assert "and 4 lines more" in told
    whole = "faster in 40 of 80 cells, slower in 40; a loss of more than 3 % is excluded in 9"
    assert f"All lines together: {whole}." in told
    assert whole in render(found)
    assert "1 line taken away again: mca:smsc=^cma." in told
    assert len(lines(found)) > 200


def test_the_line_that_uses_a_tuning_has_a_button_that_copies_it() -> None:
    page = render(replace(answer(), file="tuning.toml"))
    assert "<code>rankwise run --tuning tuning.toml -- mpirun -n 2 ./app</code><button" in page
    assert "navigator.clipboard" in page, "what makes the button work"
    assert "Use it" not in render(replace(answer("leave it"), file="tuning.toml")), "there is nothing in it"


def test_the_page_says_over_how_many_cells_the_mean_is_and_where_a_file_was_verified() -> None:
    one = replace(answer(), mean_cells=1)
    assert "as the geometric mean over 1 cell." in render(one)
    verified = replace(one.tuning, verified=True)
    assert "at sizes that the search did not see" in render(replace(one, tuning=verified))
    assert "at the sizes of the trace" in render(replace(one, tuning=replace(verified, goal="trace")))


def test_guideline_violations_are_told_before_anything_else_that_was_tried() -> None:
    halves = ExpectedPart(kernel="reduce", size_bytes=1 << 18, ranks=2, times=2)
    violation = Violation(kernel="reduce", size_bytes=1 << 19, time_s=286e-6, ratio=ratio(3.9), parts=(halves,))
    one = replace(answer("leave it"), violations=(violation,))
    told = lines(one)
    (row,) = (text for text in told if text.endswith("2 x reduce 256KiB"))
    assert row.split()[:4] == ["reduce", "512KiB", "286", "us"]
    assert "3.90 (3.71 to 4.09)" in row
    assert "take longer than the same work done by other calls" in "\n".join(told)
    assert "<h2>Guideline violations: slower than its own other calls</h2>" in render(one)
    assert "2 x reduce 256KiB" in render(one)
    assert "take longer than the same work" not in render(answer()) + "\n".join(lines(answer()))


def test_leave_it_and_cannot_tell_are_different_words() -> None:
    leave, unknown = lines(answer("leave it"))[0], lines(answer("cannot tell"))[0]
    assert leave == "openmpi 5.0.11: Leave it: nothing that was tried is surely faster than what is in use."
    assert unknown.startswith("openmpi 5.0.11: Cannot tell")
    assert lines(answer("cannot tell"))[1].startswith("More --budget decides")


@pytest.mark.browser
@pytest.mark.parametrize(("width", "cut"), [(1280, 0), (390, 3)])
def test_long_names_and_words_cut_no_table_where_there_is_room(width: int, cut: int, tmp_path: Path) -> None:
    long = Tried(
        what="reduce_scatter by MPIR_Reduce_scatter_intra_" + "k" * 60 + "=1 env:MPIR_CVAR_" + "X" * 50,
        stage="transports and known causes",
        launches=1,
        visits=9,
        ratio=ratio(1.28, "cannot tell", 50.0),
        taken=False,
    )
    found = answer()
    seen = look(render(replace(found, tried=(*found.tried, long))), tmp_path, width)
    assert (seen.cut, seen.wide, seen.errors) == (cut, [], [])


def test_the_page_holds_everything_and_escapes_what_others_wrote(tmp_path: Path) -> None:
    page = render(answer())
    for words in (
        "1.34x (1.28 to 1.41)",
        "aborts in MPI_Init",
        "no gain was proven",
        "launched once",
        "<svg",
        "(taken)",
    ):
        assert words in page
    assert "<ucx>" not in page
    assert "mca:pml=&lt;ucx&gt;" in page
    assert write(answer("leave it"), tmp_path / "p.html").read_text().count("<section>") == 2  # taken away, tried


def test_what_was_left_for_a_slower_size_and_what_was_not_measured_are_told() -> None:
    regressed_trials = Tried(
        what="mca:pml=ucx",
        stage="transports",
        launches=9,
        visits=36,
        ratio=ratio(1.2),
        taken=False,
        regresses_at="reduce 8KiB",
    )
    one = replace(answer("leave it"), tried=(regressed_trials,), unmeasured=("bcast by 3",))
    told = "\n".join(lines(one))
    assert "mca:pml=ucx: 1.20x (1.14 to 1.26); slower than the default at reduce 8KiB" in told
    assert "Not measured" in told
    assert "slower than the default at reduce 8KiB" in render(one)
    assert "bcast by 3" in render(one)


def test_what_a_verification_doubts_is_told_and_not_recommended() -> None:
    doubtful = replace(answer().tuning, doubts={LINE.id: "slower than the default at bcast 8 B"})
    assert "    not verified: slower than the default at bcast 8 B" in explained(doubtful)
    kept = lines(replace(answer("leave it"), file="tuning.toml"))[-1]
    assert kept == "written: tuning.toml: all lines are still there, none of them verified"


def test_whole_runs_of_a_program_are_called_so() -> None:
    runs = Gain(kernel="command", size_bytes=0, ranks=2, before_s=2.0, after_s=1.6, ratio=ratio(1.25))
    one = answer()
    one = replace(one, tuning=replace(one.tuning, goal="command", joint=(runs,)), mean=ratio(1.25))
    assert "1.25x (1.19 to 1.31) for whole runs of the program" in lines(one)[0]
    assert "for whole runs of the program" in render(one)


def test_a_figure_of_a_program_stays_in_its_unit() -> None:
    runs = Gain(
        kernel="command", size_bytes=0, ranks=2, before_s=1282900.0, after_s=1603625.0, ratio=ratio(1.25), figure=True
    )
    one = answer()
    one = replace(one, tuning=replace(one.tuning, goal="command", joint=(runs,)), mean=ratio(1.25))
    told = "\n".join(lines(one))
    assert "1.283e+06" in told and "1.604e+06" in told and " min" not in told
    assert "1.283e+06 -&gt; 1.604e+06" in render(one)


def test_of_a_program_both_say_what_it_sends_and_what_its_own_runs_show() -> None:
    text = "\n".join(lines(of_a_program()))
    assert "1.50x (1.43 to 1.58) for whole runs of the program, over 8 pairs of runs" in text
    assert "message_rate  256 B  10,000  90%" in text
    assert "the program 75 -> 50, 1.50x" in text
    assert "refused: 3.00x (2.86 to 3.15); not proven faster in whole runs of the program" in text
    assert "Control: of two sides that are the same one was 1.01 (0.99 to 1.03) times as fast." in text
    page = render(of_a_program())
    for words in ("What it sends", "Whole runs of the program", "all lines together", "control: identical runs"):
        assert words in page
    assert "not verified yet" not in page
    assert "Both lived at the same time" not in page


def test_leave_it_tells_how_much_was_tried() -> None:
    text = "\n".join(lines(replace(answer("leave it"), candidates=57)))
    assert "(as far as tried: 3 of 57 candidates)" in text
    assert "Tried: 3 of 57 candidates in 17 launches." in text
    assert "as far as" not in "\n".join(lines(answer("leave it")))


def test_what_a_program_refused_is_not_called_slower_somewhere() -> None:
    """Whole runs may have been too few, or none: nothing was then shown to be slower, and --worst allows nothing."""
    found = answer()
    refused = Tried(
        what="preload noyield",
        stage="transports",
        launches=3,
        visits=9,
        ratio=ratio(12.5),
        regresses_at=THE_PROGRAM,
        taken=False,
    )
    text = "\n".join(lines(replace(found, tried=(refused,))))
    assert "--worst allows it" not in text
    assert "Faster in rankwise's kernels and not taken:" in text
    assert "not proven faster in whole runs of the program" in text


def test_candidates_that_are_not_shown_are_counted() -> None:
    found = answer()
    tried = tuple(
        Tried(
            what=f"knob {n}", stage="s", launches=3, visits=9, ratio=ratio(2.0), regresses_at="bcast 8 B", taken=False
        )
        for n in range(5)
    )
    assert "  and 2 more" in lines(replace(found, tried=tried))
