"""`rankwise tune` of several MPIs: what is finished of one does not depend on the next."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from builders.runs import mpi
from builders.tunings import a_rule, a_tuned, a_tuning, rule_line
from rankwise.apply import file as tuning_file
from rankwise.cli import tune as cli
from rankwise.cli.envelope import Answer
from rankwise.cli.main import app
from rankwise.core.errors import Exit, MeasurementFailed, RankwiseError
from rankwise.core.records import RunStatus
from rankwise.tuning.tune import TuneOptions
from rankwise.verbs.tune import tune as verb

Ends = Mapping[str, RunStatus | BaseException]


def tuned(ends: Ends, monkeypatch: pytest.MonkeyPatch, out: Path) -> Answer:
    """What the command answers where each MPI ends like that."""

    def tune(options: TuneOptions, _watcher: object) -> object:
        end = ends[options.mpi]
        if isinstance(end, BaseException):
            raise end
        return a_tuned(options.mpi, end, page=str(out / f"{options.mpi}.html"))

    monkeypatch.setattr("rankwise.tuning.tune.tune_kernels", tune)
    monkeypatch.setattr("rankwise.verbs.mpi.choose_mpis", lambda _wanted: ([mpi(name) for name in ends], []))
    asked = partial(verb, mpi="all", budget_s=1.0, worst=0.97, file=out / "t.toml", out=out)
    return cli.app.__wrapped__(asked, click.Context(cli.app), quiet=True)  # type: ignore[no-any-return]


FAILED = MeasurementFailed("launch-failed", "it does not start")


@pytest.mark.parametrize(
    ("ends", "status", "done"),
    [
        ({"mpich": "finished", "impi": FAILED, "openmpi": "finished"}, Exit.MEASUREMENT_FAILED, ["mpich", "openmpi"]),
        ({"impi": FAILED, "mpich": "finished"}, Exit.MEASUREMENT_FAILED, ["mpich"]),
        ({"mpich": "finished", "impi": "interrupted", "openmpi": "finished"}, Exit.INTERRUPTED, ["impi", "mpich"]),
        ({"mpich": "finished", "impi": KeyboardInterrupt(), "openmpi": "finished"}, Exit.INTERRUPTED, ["mpich"]),
        ({"mpich": "failed", "impi": "finished"}, Exit.MEASUREMENT_FAILED, ["impi", "mpich"]),
    ],
)
def test_each_mpi_has_its_page_and_its_words_whatever_befalls_the_next(
    ends: Ends,
    status: Exit,
    done: list[str],
    *,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = tuned(ends, monkeypatch, tmp_path)
    assert answer.status == status
    assert sorted(one.stem for one in tmp_path.glob("*.html")) == done
    printed = capsys.readouterr().out
    assert all(f"{name} " in printed for name in done)
    assert ("Cannot tell: it was interrupted" in printed) == ("interrupted" in ends.values())
    assert answer.warnings == ["impi: it does not start" for end in ends.values() if end is FAILED]


@pytest.mark.parametrize("end", [FAILED, KeyboardInterrupt()], ids=["fails", "interrupted"])
def test_where_nothing_is_finished_the_error_is_the_answer(
    end: BaseException, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises((RankwiseError, KeyboardInterrupt)) as raised:
        tuned({"impi": end}, monkeypatch, tmp_path)
    assert raised.value is end


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (("--higher",), "--figure and --higher need a program"),
        (("--higher", "--", "true"), "of wall times less is better"),
        (
            ("--for", "latency", "--", "true"),
            "leave --endpoints, --hosts, --plan, --lab, --sizes, --buffers, --for and --worst away",
        ),
        (
            ("--worst", "0.97", "--", "true"),
            "leave --endpoints, --hosts, --plan, --lab, --sizes, --buffers, --for and --worst away",
        ),
        (("--for-trace", "x.tsv", "--sizes", "8:64"), "a trace says what is sent"),
        (("--ranks", "1"), "tuning needs two ranks"),
    ],
)
def test_words_that_would_not_count_are_refused(words: tuple[str, ...], printed: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["tune", "--out", str(tmp_path), *words])
    assert (done.exit_code, printed in done.stderr) == (2, True), done.stderr


def test_what_a_tuning_found_is_said_in_words(tmp_path: Path) -> None:
    tuning_file.write(a_tuning((rule_line(a_rule("bcast", "3")),)), tmp_path / "tuning.toml")
    done = CliRunner().invoke(app, ["tune", "--explain", "--file", str(tmp_path / "tuning.toml")])
    assert done.exit_code == 0
    assert done.stdout == CliRunner().invoke(app, ["tune", "explain", str(tmp_path / "tuning.toml")]).stdout
    assert "bcast" in done.stdout
