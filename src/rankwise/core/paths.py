"""Where rankwise keeps things: the XDG directories, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path


def data_dir() -> Path:
    """Installed MPIs and registrations: `$XDG_DATA_HOME/rankwise`."""
    return _xdg("XDG_DATA_HOME", ".local/share")


def cache_dir() -> Path:
    """Built engines: `$XDG_CACHE_HOME/rankwise`. Safe to delete."""
    return _xdg("XDG_CACHE_HOME", ".cache")


def config_dir() -> Path:
    """The user's `rankwise.toml`: `$XDG_CONFIG_HOME/rankwise`."""
    return _xdg("XDG_CONFIG_HOME", ".config")


def state_dir() -> Path:
    """What is alive now, to be found again after a crash: labs. `$XDG_STATE_HOME/rankwise`."""
    return _xdg("XDG_STATE_HOME", ".local/state")


def _xdg(variable: str, fallback: str) -> Path:
    base = os.environ.get(variable)
    return (Path(base) if base else Path.home() / fallback) / "rankwise"
