"""`rankwise survey` as a user types it: what its exit status says."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from builders.surveys import survey
from rankwise.cli.main import app
from rankwise.verbs.records import Survey

SURVEY = survey(cores=2)
SLOW = tuple(line for line in SURVEY.lines if line.verdict == "slow")


def status_of(monkeypatch: pytest.MonkeyPatch, out: Path, answer: Survey, *words: str) -> int:
    monkeypatch.setattr("rankwise.verbs.survey.run.survey", lambda *_: answer)
    return CliRunner().invoke(app, ["survey", "--out", str(out), "--quiet", *words]).exit_code


@pytest.mark.parametrize(
    ("worst", "fail_on", "status"),
    [
        ("critical", "", 0),
        ("warning", "warning", 1),
        ("warning", "serious", 0),
        ("serious", "serious", 1),
        ("critical", "warning", 1),
        ("info", "warning", 0),
        ("info", "slow", 1),
    ],
)
def test_status_1_is_for_what_is_as_bad_as_asked(
    worst: str, fail_on: str, status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert SLOW
    found = (replace(SURVEY.findings[0], severity=worst),)
    words = ("--fail-on", fail_on) if fail_on else ()
    assert status_of(monkeypatch, tmp_path, replace(SURVEY, findings=found), *words) == status


def test_without_a_slow_line_nothing_is_slow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    good = replace(SURVEY, lines=tuple(line for line in SURVEY.lines if line not in SLOW))
    assert status_of(monkeypatch, tmp_path, good, "--fail-on", "slow") == 0


def test_what_cannot_be_failed_on_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert status_of(monkeypatch, tmp_path, SURVEY, "--fail-on", "info") == 2


@pytest.mark.parametrize(("text", "status"), [("2%", 0), ("0.02", 0), ("2", 2)])
def test_precision_is_written_as_for_other_commands(
    text: str, status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert status_of(monkeypatch, tmp_path, SURVEY, "--precision", text) == status


def test_hosts_of_an_allocation_that_is_not_there_are_no_survey_of_this_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert status_of(monkeypatch, tmp_path, SURVEY, "--hosts", "") == 2
    assert status_of(monkeypatch, tmp_path, SURVEY, "--hosts", "node[1-2]") == 0
