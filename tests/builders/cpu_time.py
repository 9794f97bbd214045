"""Limits of processor time, for what must not take time with the square of its input."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class TooLong(Exception):
    """The time is over."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises TooLong inside what takes more of the processor than this, also inside a pattern. Others who compute on
    the machine do not count: ask for many times what is usual."""

    def stop(*_: object) -> None:
        raise TooLong(f"it took more than {seconds:g} s of processor time")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
