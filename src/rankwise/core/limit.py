"""A time limit for work in this process that looks at no clock itself, such as a search with a user's pattern."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn


class TooLong(Exception):
    """The time is over."""


@contextlib.contextmanager
def within(limit_s: float) -> Iterator[None]:
    """Raises TooLong when what is done within takes longer. Without effect outside of the main thread, where Python
    delivers no signals; `re` looks for signals every 4096 steps."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def over(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise TooLong

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
