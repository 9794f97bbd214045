from dataclasses import replace

import pytest

from rankwise.tracing.records import Trace
from rankwise.tracing.run import TraceOptions, trace_program


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A start is slow where others keep the cores busy, and no sign that messages hang; nor does a program that is
    traced run without end."""

    def traced(options: TraceOptions) -> Trace:
        return trace_program(replace(options, limit_s=200.0))

    monkeypatch.setattr("rankwise.verbs.improve.look._LOOK_S", 200.0)
    monkeypatch.setattr("rankwise.verbs.improve.look.trace_program", traced)
