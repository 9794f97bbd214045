"""What a long command shows while it works, by a clock that the test sets."""

from __future__ import annotations

import io
import re
import signal
import threading
from itertools import pairwise

import pytest

from rankwise.cli.envelope import Answer, answered
from rankwise.core.notice import LiveRow, notice, told_by
from rankwise.report.live import Live

ROWS = [LiveRow("mpich", "pingpong", 3, 24, 2.1e-7, 0.013), LiveRow("mpich", "allreduce", 0, 24)]


class Clock:
    """Stands still until somebody moves it."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_pipe_gets_a_line_each_three_seconds_and_later_less_often(
    capsys: pytest.CaptureFixture[str], clock: Clock
) -> None:
    live = Live(clock=clock)
    live.budget(3600.0)
    live.phase("one run of the program")
    told_at: list[float] = []
    while clock.now_s < 3600.0:  # a run in which nothing is told
        clock.now_s += live.beat()
        live.beat()
        told_at.append(clock.now_s)
    assert told_at[:8] == [3, 6, 9, 12, 15, 18.75, 23.4375, pytest.approx(29.3, abs=0.1)]
    assert max(after - before for before, after in pairwise(told_at)) == 30.0
    told = capsys.readouterr().err.splitlines()
    assert told[:3] == [
        "one run of the program, budget 60 min",
        "one run of the program, 3 s of 60 min used",
        "one run of the program, 6 s of 60 min used",
    ]
    assert len(told) == len(told_at) + 1 < 140


def test_another_phase_begins_with_short_waits_again(capsys: pytest.CaptureFixture[str], clock: Clock) -> None:
    live = Live(clock=clock)
    live.phase("measuring")
    clock.now_s = 100.0
    live.beat()
    assert live.beat() == 25.0, "a quarter of what it took so far"
    live.phase("experiments")
    assert live.beat() == 3.0
    clock.now_s = 102.9
    live.update(ROWS, "1 of 9")
    clock.now_s = 103.0
    live.update(ROWS, "2 of 9")
    assert capsys.readouterr().err.splitlines()[-2:] == ["experiments", "experiments: 2 of 9, 3 s so far"]


def test_what_has_no_budget_says_how_long_it_runs(capsys: pytest.CaptureFixture[str], clock: Clock) -> None:
    live = Live(clock=clock)
    live.phase("engine for mpich")
    clock.now_s = 9.0
    assert live.beat() == 3.0
    live.update()
    assert capsys.readouterr().err == "engine for mpich\nengine for mpich, 9 s so far\n", "and no more than once"


def test_a_line_says_how_much_of_a_phase_is_done(capsys: pytest.CaptureFixture[str], clock: Clock) -> None:
    live = Live(clock=clock)
    live.budget(60.0)
    live.phase("measuring")
    clock.now_s = 2.0
    live.update(ROWS, "3 of 48 cells")
    assert capsys.readouterr().err == "measuring, budget 1 min\n", "it is too soon for another line"
    clock.now_s = 10.0
    live.update(ROWS, "4 of 48 cells")
    assert capsys.readouterr().err == "measuring: 4 of 48 cells, 10 s of 1 min used\n"
    live.phase("experiments")
    assert capsys.readouterr().err == "experiments, 10 s of 1 min used\n", "nothing of it is done"
    clock.now_s = 63.0
    live.beat()
    assert capsys.readouterr().err == "experiments, 1 min 3 s used, 3 s over the budget\n"
    live.budget(None)
    clock.now_s = 113.0
    live.beat()
    assert capsys.readouterr().err == "experiments, 1 min 43 s so far\n"


def test_a_notice_is_a_phase_within_another(capsys: pytest.CaptureFixture[str], clock: Clock) -> None:
    live = Live(clock=clock)
    live.phase("a traced run")
    with told_by(live.aside):
        with notice("building the library"):
            clock.now_s = 9.0
            live.beat()
        clock.now_s = 18.0
        live.beat()
    with notice("to nobody"):
        pass
    assert capsys.readouterr().err.splitlines() == [
        "a traced run",
        "building the library",
        "building the library, 9 s so far",
        "a traced run, 18 s so far",
    ]


def test_nothing_that_was_interrupted_is_said_to_run(capsys: pytest.CaptureFixture[str], clock: Clock) -> None:
    """The thread went on saying what ran until the command had ended."""

    def call() -> Answer:
        with Live(clock=clock) as live, told_by(live.aside):
            live.budget(300.0)
            live.phase("one run of the program")
            with pytest.raises(KeyboardInterrupt), notice("building the library"):
                signal.raise_signal(signal.SIGINT)
            clock.now_s = 9.0
            live.beat()
            live.phase("writing the page")
            clock.now_s = 18.0
            live.beat()
        return Answer(None)

    answered("improve", call, as_json=False, quiet=False)
    assert capsys.readouterr().err.splitlines() == [
        "one run of the program, budget 5 min",
        "building the library, budget 5 min",
        "stopping, 9 s so far",
        "writing the page",
        "writing the page, 9 s so far",
    ]


def test_live_is_silent_when_quiet(capsys: pytest.CaptureFixture[str], clock: Clock) -> None:
    before = threading.active_count()
    with Live(quiet=True, clock=clock) as live:
        assert threading.active_count() == before
        live.phase("measuring")
        clock.now_s = 10.0
        live.update(ROWS, "3 of 48 cells")
        live.beat()
    assert capsys.readouterr().err == ""


class Heard(io.StringIO):
    """A standard error that tells when something was written for the second time."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = 0
        self.again = threading.Event()

    def write(self, text: str) -> int:
        self.lines += text.count("\n")
        if self.lines >= 2:
            self.again.set()
        return super().write(text)


def test_a_thread_says_it_again_while_the_command_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard()
    monkeypatch.setattr("sys.stderr", heard)
    monkeypatch.setattr("rankwise.report.live._SILENT_S", 0.001)
    with Live() as live:
        live.phase("one run of the program")
        assert heard.again.wait(60.0)
    assert {line.partition(",")[0] for line in heard.getvalue().splitlines()} == {"one run of the program"}
    live.phase("what nobody is told")
    live.beat()
    assert "nobody" not in heard.getvalue(), "the command has ended"


def test_the_thread_does_not_sleep_into_another_phase(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    heard, sleeps = Heard(), threading.Event()
    beat = Live.beat

    def beaten(live: Live) -> float:
        left_s = beat(live)
        if left_s > 100.0 and threading.current_thread() is not threading.main_thread():
            sleeps.set()
        return left_s

    for name, value in {"_SILENT_S": 0.001, "_GROWTH": 1.0, "_SILENT_LONG_S": 1000.0}.items():
        monkeypatch.setattr(f"rankwise.report.live.{name}", value)
    monkeypatch.setattr(Live, "beat", beaten)
    with Live(clock=clock) as live:
        live.phase("long")
        clock.now_s = 900.0
        assert sleeps.wait(60.0)
        monkeypatch.setattr("sys.stderr", heard)
        live.phase("short")
        clock.now_s = 901.0
        assert heard.again.wait(60.0)
    assert heard.getvalue().splitlines()[:2] == ["short", "short, 1 s so far"]


@pytest.mark.parametrize("plain", [True, False])
def test_live_draws_a_table_on_a_terminal(monkeypatch: pytest.MonkeyPatch, clock: Clock, plain: bool) -> None:
    stream = io.StringIO()
    stream.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    if plain:
        monkeypatch.setenv("NO_COLOR", "1")
    live = Live(clock=clock)
    live.budget(60.0)
    live.phase("measuring")
    clock.now_s = 0.1
    live.update(ROWS, "3 of 48 cells")
    assert "pingpong" not in stream.getvalue(), "it is too soon to draw again"
    clock.now_s = 2.1
    assert live.beat() <= 3.0, "nobody waits longer for a sign of life"
    for _ in range(2):
        with live.hidden():
            pass
    drawn = stream.getvalue()
    for words in ("measuring: 3 of 48 cells", "2 s of 1 min used", "pingpong", "3/24", "0.21 us", "1.3%"):
        assert words in drawn
    assert bool(re.search(r"\x1b\[[0-9;]*3[0-9]m|\x1b\[38", drawn)) != plain
