"""Where rankwise keeps things: the XDG directories, and nothing else. Each is this user's own, or refused."""

from __future__ import annotations

import os
from pathlib import Path

from rankwise.core.errors import UsageError
from rankwise.core.trust import checked_folder, own_below


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


def cached(*parts: str) -> Path:
    """A file or folder of the cache, of which every part is this user's own, or not there yet: what lies there is
    loaded. Raises EnvironmentProblem as `core.trust`."""
    return own_below(cache_dir(), parts)


def kept(*parts: str) -> Path:
    """As `cached`, of installed MPIs and registrations."""
    return own_below(data_dir(), parts)


def _xdg(variable: str, fallback: str) -> Path:
    base = os.environ.get(variable)
    folder = Path(base) if base else _home() / fallback
    if not folder.is_absolute():
        raise UsageError(
            "bad-folder", f"{variable} is '{base}', which is not a full path", f"set {variable} to a full path"
        )
    return checked_folder(folder / "rankwise")


def _home() -> Path:
    home = os.environ.get("HOME")
    if home is not None and not Path(home).is_absolute():
        raise UsageError(
            "bad-home", f"HOME is '{home}', which is not a full path", "set HOME to the full path of a folder"
        )
    try:
        return Path.home()
    except RuntimeError as error:
        raise UsageError("bad-home", f"no home directory is known: {error}", "set HOME") from error
