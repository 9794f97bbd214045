"""Every statistic gives what it gave before, to nine digits: no figure moves unless somebody means it.

After a change that is meant: `PYTHONPATH=tests .venv/bin/python tests/model/test_recorded.py`, and look at the diff.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from builders import model_cases, statistics_cases, tuning_cases

CASES = {**statistics_cases.CASES, **model_cases.CASES, **tuning_cases.CASES}
RECORDED = Path(__file__).parents[1] / "recorded" / "statistics.json"


def plain(value: Any) -> Any:
    """Numbers and short words in lists; of long texts only the length, since other tests read them."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, str) and len(value) > 30:
        return len(value)
    return float(f"{value:.9g}") if isinstance(value, float) else value


def answers(name: str) -> Any:
    return json.loads(json.dumps(plain(msgspec.to_builtins(CASES[name](), str_keys=True))))


def same(now: Any, before: Any, near: float = 1.0) -> bool:
    """`near`: the largest number beside it, for a coefficient that is 0 beside one of 9e6 is 1e-11 or 1e-10 by how a
    processor rounds."""
    if isinstance(now, list) and isinstance(before, list):
        near = max([1.0, *(abs(value) for value in before if isinstance(value, float))])
        return len(now) == len(before) and all(same(*pair, near) for pair in zip(now, before, strict=True))
    if isinstance(now, float) and isinstance(before, float):
        return now == pytest.approx(before, rel=1e-6, abs=1e-12 * near)
    return type(now) is type(before) and bool(now == before)


@pytest.mark.parametrize("name", CASES)
def test_answers_are_those_of_before(name: str) -> None:
    before = json.loads(RECORDED.read_text())[name]
    now = answers(name)
    assert len(now) == len(before)
    assert [at for at, pair in enumerate(zip(now, before, strict=True)) if not same(*pair)] == []


if __name__ == "__main__":
    rows = (f"{json.dumps(name)}: {json.dumps(answers(name), separators=(',', ':'))}" for name in CASES)
    RECORDED.write_text("{\n" + ",\n".join(rows) + "\n}\n")
