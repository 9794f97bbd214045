"""The version of rankwise, and versions of other software as numbers."""

from __future__ import annotations

__version__ = "0.1.0"


def numbers(version: str) -> tuple[int, ...]:
    """`(5, 0, 11)` of `5.0.11`, up to the first part that is not a number (`5.0.0rc1` is `(5, 0)`)."""
    found: list[int] = []
    for part in version.replace("-", ".").split("."):
        if not part.isdigit():
            break
        found.append(int(part))
    return tuple(found)
