"""A sweep names each launch that it lost, and that began or ended badly."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from builders import sessions
from rankwise.core.errors import MeasurementFailed
from rankwise.measure import sweep as module
from rankwise.measure.cells import cell
from rankwise.measure.side import Side
from rankwise.measure.sweep import Sweep


class FakeSession:
    """Fails as told: `starts` are what starts say, `visits` what visits say, in their order; empty is success."""

    starts: list[str]
    visits: list[str]
    ended = "it ended with status 9 after its last visit: nothing that it measured is lost"

    def __init__(self, _side: object, index: int, **_: object) -> None:
        self.index, self.facts = index, SimpleNamespace()
        self._do(self.starts)

    @staticmethod
    def _do(words: list[str]) -> None:
        if printed := words.pop(0):
            raise MeasurementFailed("x", printed, "")

    def visit(self, *_: object) -> tuple[list[Any], Any]:
        self._do(self.visits)
        return [], SimpleNamespace(bytes_per_transfer=0, messages_per_transfer=0)

    def close(self) -> None:
        """Nothing is held."""


def test_each_launch_that_was_lost_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    FakeSession.starts, FakeSession.visits = ["no room", "", ""], ["rank 1 died", ""]
    monkeypatch.setattr(module, "Session", FakeSession)
    with Sweep(cast(Side, SimpleNamespace(name="m"))) as sweep:
        sweep.round([cell("m", "pingpong", 8, (0, 1))], 0, sessions.QUICK)
    first, second, third = sweep.warnings
    assert first.endswith("began at the second start: no room")
    assert second.endswith("was lost: rank 1 died")
    assert "ended with status 9" in third
    assert sweep.errors == {}
