"""What the search for settings adds to the lines of a program that are in use."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.improving import case
from builders.tunings import a_tuned
from rankwise.tuning.explain import in_words
from rankwise.tuning.program_judge import ProgramJudge
from rankwise.tuning.space import line
from rankwise.tuning.tune import TuneOptions
from rankwise.verbs.improve.candidates import settings


def test_a_line_in_use_is_not_taken_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer of a search holds the lines that it stands on, in words of its own."""
    job, used, found = case(tmp_path, ("n1", "n2")), line({"env:PSM3_A": "1"}), line({"env:PSM3_B": "1"})
    job.options = dataclasses.replace(job.options, out=tmp_path)
    job.lines.append(used)
    answer = a_tuned("mpich")
    answer = replace(answer, tuning=in_words(replace(answer.tuning, lines=(used, found))))
    assert answer.tuning.lines[0] != used
    asked: list[tuple[TuneOptions, ProgramJudge]] = []
    monkeypatch.setattr(settings, "search_settings", lambda *given: asked.append(given) or answer)
    settings.search(job)
    ((options, judge),) = asked
    assert (options.use, options.base, judge.carry.base) == ((used,), None, (used,))
    assert not options.places, "where ranks are best is asked by a candidate of its own"
    assert [one.id for one in job.lines] == [used.id, found.id]
    assert [one.what for one in job.asked] == [found.id]
