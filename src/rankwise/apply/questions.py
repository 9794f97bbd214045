"""Small jobs of the effect probe, and what they answered."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rankwise.core import leftovers, process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.mpis import catalog
from rankwise.mpis.families import FAMILIES

EFFECT_PROBE = Path(__file__).with_name("effect_probe.py")
Call = tuple[str, int]
_LIMIT_S = 15.0


@dataclass(frozen=True)
class JobAnswer:
    """What the ranks of one job said. `calls`: 0 where every rank got the right bytes, else what the first one got that
    did not; a call that is absent was not answered by all. `cpus`: of each rank those that it may run on. `died` holds
    the job's last words when it did not end well.
    """

    ranks: int
    calls: Mapping[Call, int | str]
    variables: Mapping[str, str | None]
    files: frozenset[str]
    output: str
    huge_bytes: int = 0
    cpus: tuple[tuple[int, ...], ...] = ()
    died: str = ""

    def right(self, call: Call) -> bool:
        """Whether every rank got the right bytes."""
        return self.calls.get(call) == 0


@dataclass(frozen=True)
class Settings:
    """What a job starts with. `bind` False leaves it to the launcher where ranks run."""

    knobs: Mapping[str, str] = field(default_factory=dict)
    preloads: Sequence[Path] = ()
    bind: bool = True


def ask(
    mpi: Mpi, settings: Settings, ranks: int, calls: Sequence[Call] = (), variables: Sequence[str] = ()
) -> JobAnswer:
    """Starts a job of `ranks` ranks on this machine and asks it."""
    asked = {"calls": list(dict.fromkeys(calls)), "variables": list(variables)}
    with TemporaryDirectory(prefix="rankwise-effect-probe-") as folder:
        before = leftovers.present()
        done = _job(mpi, settings, ranks, json.dumps({**asked, "folder": folder}))
        return _read(done, Path(folder), ranks, before)


def _job(mpi: Mpi, settings: Settings, ranks: int, questions: str) -> process.Completed:
    abi = FAMILIES[mpi.family].handles
    place = Place(host=None, program=sys.executable, args=("-I", str(EFFECT_PROBE), mpi.library or "", abi, questions))
    env = {"LD_PRELOAD": ":".join(map(str, settings.preloads))} if settings.preloads else {}
    spec = LaunchSpec(places=(place,) * ranks, knobs=dict(settings.knobs), env=env, bind=settings.bind)
    launch = catalog.launcher_for(mpi).command(mpi, spec)
    return process.run(launch.argv, timeout_s=_LIMIT_S, env=launch.env)


def _read(done: process.Completed, folder: Path, ranks: int, before: frozenset[str]) -> JobAnswer:
    values_of: dict[str, list[Any]] = {}
    for file in folder.iterdir():
        for line in file.read_text().splitlines():
            with contextlib.suppress(ValueError):  # the last one of a rank that died may be cut
                what, value = json.loads(line)
                values_of.setdefault(what, []).append(value)
    calls: dict[Call, int | str] = {}
    for what, values in values_of.items():
        collective, _, size = what.partition(" ")
        if size and len(values) == ranks:
            calls[collective, int(size)] = next((value for value in values if value != 0), 0)
    files = frozenset(name for names in values_of.get("files", []) for name in names)
    well = done.ok and len(values_of.get("end", [])) == ranks
    if not well:
        leftovers.sweep(before)
    return JobAnswer(
        ranks=ranks,
        calls=calls,
        variables=values_of.get("variables", [{}])[0],
        files=files,
        output=done.stdout + done.stderr,
        huge_bytes=min(values_of.get("huge", []), default=0),
        cpus=tuple(tuple(cpus) for _, cpus in sorted(values_of.get("cpus", []))),
        died="" if well else _last_words(done),
    )


def _last_words(done: process.Completed) -> str:
    if done.returncode is None:
        return f"it hung and was ended after {_LIMIT_S:.0f} s"
    words = [line.strip() for line in (done.stderr + "\n" + done.stdout).splitlines()]
    telling = [line for line in words if re.search(r"rror|ssert|bort|nvalid|annot|failed", line)]
    return next(iter(telling), "") or f"it ended with status {done.returncode}"
