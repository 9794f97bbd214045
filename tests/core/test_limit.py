"""A time limit on work in this process."""

from __future__ import annotations

import signal

import pytest

from rankwise.core.limit import TooLong, within


def test_work_without_end_is_ended_and_the_alarm_is_as_it_was() -> None:
    def own(_signal: int, _frame: object) -> None:
        raise AssertionError("the alarm of somebody else")

    before = signal.signal(signal.SIGALRM, own)
    try:
        with pytest.raises(TooLong), within(0.01):
            while True:
                pass
        with within(60.0):
            pass
        assert signal.getsignal(signal.SIGALRM) is own
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    finally:
        signal.signal(signal.SIGALRM, before)
