"""`rankwise bench` as users meet it: options beside `--suite`, and what is said of kernels."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from builders.kernel_facts import kernel_facts
from rankwise.cli import bench
from rankwise.cli.benchmarks_page import benchmarks_page
from rankwise.cli.main import app
from rankwise.measure import marks
from rankwise.measure.records import Mark


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--cold"], "--cold"),
        (["--sizes", "8", "--precision", "1%"], "--sizes, --precision"),
        (["--list"], "--list"),
        (["pingpong"], "kernels"),
    ],
)
def test_what_a_suite_s_own_flags_decide_is_refused_before_them(
    words: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        app(["bench", *words, "--suite", "osu", "osu_latency"])
    assert ended.value.code == 2
    assert f"{named}: means nothing to --suite osu" in capsys.readouterr().err


def test_what_says_where_a_suite_is_measured_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--mpi", "mpich", "--ranks", "2", "--out", "elsewhere", "--progress", "async", "--seed", "7", "--quiet"]
    with pytest.raises(SystemExit) as ended:
        app(["bench", *words, "--suite", "osu", "osu_latency", "-v"])
    assert not ended.value.code
    assert capsys.readouterr().out == "# OSU MPI Latency Test v7.4\n"


def test_what_was_held_against_a_peer_is_told_from_what_only_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = kernel_facts(["pingpong", "iscan", "put"])
    held, without, not_run = facts["pingpong"], facts["iscan"], replace(facts["put"], peer="osu_put_latency")
    tried = {"mpich": "5.0"}
    kernels = {
        "pingpong": Mark(ran=tried, peer="IMB-MPI1 PingPong", ratio_low=0.99, ratio_high=1.05, ratio_cells=8),
        "iscan": Mark(ran=tried),
        "put": Mark(ran=tried),
    }
    known = marks.Marks(kernels=kernels, tested_on="2026-01-02")
    monkeypatch.setattr(marks, "load", lambda: known)
    lines = bench._kernel_lines([held, without, not_run])
    printed = [line.partition("; ")[2] for line in lines if "tried on" in line]
    assert printed == [
        "time over IMB-MPI1 PingPong 0.99 to 1.05 in 8 cells",
        "no peer",
        "its peer was not run beside it",
    ]
    page = benchmarks_page([held, without, not_run], known)
    assert "\nMarks: tests of 2026-01-02, peers of no day.\n" in page
    rows = page.splitlines()[-3:]
    assert [row.split(" | ")[-1] for row in rows] == ["0.99 to 1.05 (8) |", "no peer |", "not run |"]
    assert {row.split(" | ")[-3] for row in rows} == {"M"}
