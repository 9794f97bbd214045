"""Settings: flags, then `RANKWISE_*`, then `rankwise.toml`, then defaults; each knows where it came from."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from rankwise.core import files, paths, toml, trust, words
from rankwise.core.errors import UsageError
from rankwise.core.units import parse_duration, parse_share
from rankwise.core.words import PlainName, Value

_MEND_AGENT = "write a command that takes HOST COMMAND..., as ssh"
_MEND = "mend it or move it away"
DEFAULTS: dict[str, tuple[str, str]] = {
    "mpi": ("", "MPI to use when none is named; empty: the first usable one"),
    "out": ("rankwise-results", "directory of results"),
    "precision": ("2%", "asked relative half width of the 95 % intervals of surveys"),
    "launcher": ("mpiexec", "how jobs start: mpiexec or srun"),
    "allow": ("", "what files of endpoints and plans may name: agent, engine ..., with commas"),
    "agent": ("", "command that takes HOST COMMAND... and runs it there, in place of ssh"),
    "compiler": ("", "C++ compiler for engines that are built here; empty: the MPI's own wrapper"),
    "watchdog": ("20s", "how long a visit may take before it counts as hung"),
}


CHOICES = {"launcher": ("mpiexec", "srun")}
"""Settings that take one of a few words."""

READ: dict[str, Callable[[str], float]] = {
    "precision": lambda text: parse_share(text, "precision"),
    "watchdog": parse_duration,
}
"""Settings that are figures, and what reads them."""


SettingsFile = dict[PlainName, Value | int | float]
"""What a `rankwise.toml` holds."""


class Setting(Struct, frozen=True):
    """One setting, its value, and where the value came from (`default`, a file, an environment variable, a flag)."""

    name: str
    value: str
    source: str
    meaning: str


def with_sources(settings: Mapping[str, Setting]) -> dict[str, str]:
    """Each value and where it came from, as runs keep them."""
    return {name: f"{setting.value} ({setting.source})" for name, setting in settings.items()}


def load(flags: Mapping[str, str | Path | None] | None = None) -> dict[str, Setting]:
    """All settings with their sources. Raises UsageError for an unknown key in `rankwise.toml`."""
    settings = {name: Setting(name, value, "default", meaning) for name, (value, meaning) in DEFAULTS.items()}

    def put(name: str, value: str, source: str) -> None:
        settings[name] = Setting(name, value, source, DEFAULTS[name][1])

    for file in (paths.config_dir() / "rankwise.toml", Path("rankwise.toml")):
        for name, value in _read_toml(file).items():
            if name not in DEFAULTS:
                known = ", ".join(DEFAULTS)
                raise UsageError("bad-setting", f"{file} sets unknown '{name}'", f"known settings: {known}")
            put(name, str(value), str(file))
    for name in DEFAULTS:
        if variable(name) in os.environ:
            put(name, os.environ[variable(name)], variable(name))
    for name, flag in (flags or {}).items():
        if flag is not None:
            put(name, str(flag), f"--{name}")
    _check(settings)
    return settings


def _check(settings: Mapping[str, Setting]) -> None:
    """Raises UsageError for a value that nothing can be done with, and says where it is from."""
    for name, choices in CHOICES.items():
        if settings[name].value not in choices:
            unknown, source = settings[name].value, settings[name].source
            raise UsageError(f"bad-{name}", f"unknown {name} '{unknown}' ({source})", f"use {' or '.join(choices)}")
    for name, read in READ.items():
        try:
            read(settings[name].value)
        except UsageError as error:
            raise UsageError(error.code, f"{name} ({settings[name].source}): {error.message}", error.hint) from error
    try:
        shlex.split(settings["agent"].value)
    except ValueError as error:
        agent = settings["agent"]
        raise UsageError(
            "bad-agent", f"'{agent.value}' ({agent.source}) is no command: {error}", _MEND_AGENT
        ) from error
    if not settings["out"].value:
        raise UsageError("bad-setting", f"{settings['out'].source} is empty", "name a folder for results")


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return f"RANKWISE_{name.upper()}"


def value(name: str, flag: str | Path | None = None) -> str:
    """The value of one setting, a given flag winning."""
    return load({name: flag})[name].value


def folder(out: str | Path | None = None) -> Path:
    """The folder of results: the one that is named, else the setting `out`."""
    return Path(value("out", out))


def _read_toml(file: Path) -> SettingsFile:
    if not files.is_file(file):
        return {}
    trust.check_file(file)
    text = files.read(file, "bad-settings-file", _MEND)
    try:
        return words.convert(toml.loads(text), SettingsFile)
    except (toml.TomlError, words.Refused) as error:
        raise UsageError("bad-settings-file", f"{file}: {error}", _MEND) from error
