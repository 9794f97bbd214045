"""What a user is told of labs that are up."""

from __future__ import annotations

import pytest

from builders import labs
from rankwise.lab import state
from rankwise.verbs.where import overlooked_labs


def test_who_maps_the_machine_is_told_of_a_lab_that_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RANKWISE_LAB", raising=False)
    up, dead = state.Known("phi", labs.lab()), state.Known("gone", None, "dead")
    monkeypatch.setattr(state, "known", lambda: [dead, up])
    assert overlooked_labs() == ["this is a map of this machine; the lab 'phi' is up: --lab phi maps it"]
    monkeypatch.setattr(state, "known", lambda: [dead])
    assert overlooked_labs() == []
    monkeypatch.setattr(state, "known", lambda: [up])
    monkeypatch.setenv("RANKWISE_LAB", "phi")
    assert overlooked_labs() == [], "inside the lab"
