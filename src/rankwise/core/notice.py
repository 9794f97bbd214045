"""What takes long and happens once, told while it runs. A command says where the words go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Final

Teller = Callable[[str], AbstractContextManager[None]]

_TELLERS: Final[list[Teller]] = []


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
