"""`rankwise bench --suite` as users meet it."""

from __future__ import annotations

import pytest

from rankwise.cli.main import app


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
