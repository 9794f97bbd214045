"""The version of rankwise, and versions of other software as numbers."""

from __future__ import annotations

__version__ = "0.1.0"

_MOST_DIGITS = 18  # Python reads no number of more than 4300, and nothing has such a version


def numbers(version: str) -> tuple[int, ...]:
    """`(5, 0, 11)` of `5.0.11`, up to the first part that is not a number (`5.0.0rc1` is `(5, 0)`)."""
    parts: list[int] = []
    for part in version.replace("-", ".").split("."):
        if not part.isdecimal() or len(part) > _MOST_DIGITS:
            break
        parts.append(int(part))
    return tuple(parts)
