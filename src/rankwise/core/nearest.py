"""Names that a user may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "", *, cutoff: float = 0.6) -> str:
    """A question with the nearest of the known names. Where none is near: `otherwise`, or all of them."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=3, cutoff=cutoff)
    return f"did you mean {' or '.join(near)}?" if near else otherwise or f"use {', '.join(names)}"
