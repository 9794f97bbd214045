"""`rankwise compare` and `rankwise mpi knobs` as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rankwise.cli.main import app
from rankwise.core.records import Mpi


def rankwise(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, list(words))
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (("default",), "needs two sides"),
        (("default", "mpj=x"), "did you mean mpi=NAME?"),
        (("default", "bind=none", "--fail-on", "faster"), "write --fail-on slower"),
        (("default", "bind=none", "--margin", "200%"), "is not a margin"),
        (("default", "bind=none", "--figure", "(x)"), "--figure and --higher need a program"),
        (("default", "bind=none", "--higher"), "--figure and --higher need a program"),
        (("default", "env:X=1", "--higher", "--", "true"), "of wall times less is better"),
        (("default", "ranks=2"), "ranks= is of a program"),
        (("default", "ranks=none", "--", "true"), "is not a number of ranks"),
        (("default", "ranks=2", "--", "true"), "starts no ranks"),
        (("default,mpi=impi", "mpi=mpich"), "write +mpi= for ,mpi="),
        (("default", "bind=none", "--sizes", "8", "--", "true"), "say how kernels are measured"),
        (("default", "bind=none", "--", "true"), "place rankwise's own ranks"),
        (("default", "env:X=1", "--", "/no/such/program"), "is not a program that can be started"),
    ],
)
def test_bad_words_are_refused(words: tuple[str, ...], printed: str, tmp_path: Path) -> None:
    status, _, error = rankwise("compare", *words, "--out", str(tmp_path))
    assert status == 2
    assert printed in error


def test_a_program_that_takes_twice_as_long_is_slower(tmp_path: Path) -> None:
    # Its figure is printed, so that nothing depends on how busy this machine is.
    words = ("env:COST=1", "env:COST=2", "--figure", "cost (.+)", "--out", str(tmp_path), "--quiet")
    program = ("--", "sh", "-c", "echo cost $COST")
    status, out, _ = rankwise("compare", *words, "--fail-on", "slower", *program)
    assert status == 1
    assert "env:COST=2 is slower than env:COST=1: 2.00x." in out
    assert len(out.splitlines()) <= 25
    status, out, _ = rankwise("compare", *words, "--json", *program)
    assert status == 0
    assert json.loads(out)["data"]["cells"][0]["ratios"]["env:COST=2"]["answer"] == "slower"
    status, shown, _ = rankwise("runs", "show", "last", "--out", str(tmp_path))
    assert "env:COST=2 is slower than env:COST=1: 2.00x." in shown


def test_runs_are_looked_at_after_planned_numbers_of_rounds(tmp_path: Path) -> None:
    # B is found faster in the fourth round: three that differ cannot tell.
    text = 'echo >> "$OUT"; [ $(wc -l < "$OUT") = 2 ] && echo cost ${FIRST:-$COST} || echo cost $COST'
    sides = (f"env:COST=2+env:OUT={tmp_path}/a", f"env:COST=1+env:FIRST=1.25+env:OUT={tmp_path}/b")
    words = ("--figure", "cost (.+)", "--precision", "50%", "--out", str(tmp_path), "--quiet", "--json")
    status, out, _ = rankwise("compare", *sides, *words, "--", "sh", "-c", text)
    assert status == 0
    figures = json.loads(out)["data"]["figures"]
    assert figures[sides[1]] == [1.25, 1.0, 1.0, 1.0, 1.0]


@pytest.mark.mpi(ranks=1)
def test_knobs_are_listed_and_explained(mpich: Mpi) -> None:
    status, out, _ = rankwise("mpi", "knobs", "list", "--mpi", mpich.name)
    assert status == 0
    assert "env:MPIR_CVAR_CH4_NETMOD" in out
    status, out, _ = rankwise("mpi", "knobs", "list", "cma", "--mpi", mpich.name, "--json")
    assert all("CMA" in load["name"] for load in json.loads(out)["data"])
    status, out, _ = rankwise("mpi", "knobs", "explain", "MPIR_CVAR_NOLOCAL", "--mpi", mpich.name)
    assert "MPI_Comm_split_type" in out
    status, _, error = rankwise("mpi", "knobs", "explain", "MPIR_CVAR_NOLOCALS", "--mpi", mpich.name)
    assert status == 2
    assert "MPIR_CVAR_NOLOCAL" in error
