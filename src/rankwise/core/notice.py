"""What takes long and happens once, told while it runs. A command says where the words go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Final

Teller = Callable[[str], AbstractContextManager[None]]
_TELLERS: Final[list[Teller]] = []
ON_INTERRUPTION: Final[list[Callable[[], None]]] = []
"""Called when the user ends the command, by what may stand in the middle of printing: they print nothing."""


@contextmanager
def told_by(teller: Teller) -> Iterator[None]:
    """Notices within go there: it is entered with the words of each, and left when that is done."""
    _TELLERS.append(teller)
    try:
        yield
    finally:
        _TELLERS.pop()


@contextmanager
def notice(text: str) -> Iterator[None]:
    """Around what takes long: tells what it is."""
    if not _TELLERS:
        yield
        return
    with _TELLERS[-1](text):
        yield


@dataclass(frozen=True)
class LiveRow:
    """How many cells of a kernel are finished, and the last value with its interval.

    `precision` is half the interval relative to the median.
    """

    side: str
    what: str
    finished: int
    cells: int
    median_s: float | None = None
    precision: float | None = None
