"""What takes long and happens once, told while it begins. A command says where the words go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_LISTENERS: Final[list[Callable[[str], None]]] = []


def tell_by(tell: Callable[[str], None]) -> None:
    """From now on notices go there alone."""
    _LISTENERS[:] = [tell]


def notice(text: str) -> None:
    """Tells what begins now."""
    for tell in _LISTENERS:
        tell(text)
