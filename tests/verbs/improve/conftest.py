import pytest


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A start is slow where others keep the cores busy, and no sign that messages hang."""
    monkeypatch.setattr("rankwise.verbs.improve.look._LOOK_S", 200.0)
