"""Which run a survey goes on with."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.runs import run
from rankwise.core.errors import UsageError
from rankwise.measure.watcher import Watcher
from rankwise.store import Store
from rankwise.verbs.survey.prepare import SurveyOptions, prepare


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("20261122", "run 20261122-bbbb is of `bench`, and only a survey can go on"),
        ("last", "run 20261121-aaaa was measured on other endpoints than there are now"),
    ],
)
def test_only_a_survey_goes_on_and_last_is_the_last_survey(name: str, words: str, tmp_path: Path) -> None:
    with Store.open(tmp_path / "rankwise.db") as store, ExitStack() as stack:
        store.begin(replace(run(), id="20261121-aaaa", kind="survey"))
        store.begin(replace(run(), id="20261122-bbbb", kind="bench"))
        with pytest.raises(UsageError, match=words):
            prepare(SurveyOptions(resume=name), Watcher(), store, stack)
