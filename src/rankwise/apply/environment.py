"""A change as variables, beside the user's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rankwise.core.errors import UsageError
from rankwise.core.knob_names import variable
from rankwise.core.records import Change

JOINED = ("LD_PRELOAD", "LD_LIBRARY_PATH", "GLIBC_TUNABLES")
"""Variables that are lists with colons: what is added puts its part before the user's own."""


def variables(change: Change, preloads: Sequence[Path] = ()) -> dict[str, str]:
    """The knobs as the variables that set them, the preloads as LD_PRELOAD.

    Raises UsageError for a knob that is neither, or a value that no variable can hold.
    """
    env: dict[str, str] = {}
    for name, value in change.knobs.items():
        kind, _, bare = name.partition(":")
        if kind not in ("env", "mca") or not bare:
            raise UsageError("bad-knob", f"unknown knob '{name}'", "write env:NAME or mca:NAME")
        if "\n" in value or "\0" in value:
            raise UsageError("bad-knob", f"the value of {name} has more than one line", "write it in one")
        env[variable(name)] = value
    return {**env, "LD_PRELOAD": ":".join(map(str, preloads))} if preloads else env


def merged(own: Mapping[str, str], added: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The user's environment with the tuning's, and a warning for each variable that it replaces."""
    env = {**own, **added}
    for name in JOINED:
        if own.get(name) and added.get(name):
            env[name] = f"{added[name]}:{own[name]}"
    replaced = [
        f"your {name}={own[name]} is replaced by the tuning's {value}"
        for name, value in added.items()
        if name not in JOINED and own.get(name, value) != value
    ]
    return env, replaced
