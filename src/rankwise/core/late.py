"""What is imported when it is used: commands and views, named in explicit tables."""

from __future__ import annotations

import importlib  # noqa: TID251  # the one place that imports by name; tests import every row of the tables
from typing import Any


def load(place: str) -> Any:
    """What `module:name` names."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
