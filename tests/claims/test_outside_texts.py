"""Texts of the kinds that people post: each is read, or the error says what it is and what to give instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.robust.outside_texts import TEXTS, OutsideText, answer


@pytest.mark.parametrize("case", TEXTS, ids=lambda case: case.source)
def test_a_text_is_told_rightly(case: OutsideText, tmp_path: Path) -> None:
    told = answer(case, tmp_path)
    assert [word for word in case.told if word not in told] == [], told
    assert not any(word in told for word in case.wrong), told
