"""Text from outside for a terminal: launchers, imported files and names on a network may hold what would steer it."""

from __future__ import annotations

import re
from typing import Final

# C0 but tab and newline, DEL, C1 (ECMA-48), and the marks that turn the direction of writing (Unicode UAX 9).
_STEERING: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    r"""The text with steering characters as `\u001b`: what JSON calls them too, so that JSON keeps its meaning."""
    return _STEERING.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
