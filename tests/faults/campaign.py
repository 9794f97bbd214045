"""Injections done: a world for each, the command in it, and the judge."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from faults.judge import BY_BUDGET, HARMLESS, Outcome, judged
from faults.plan import MPIS, VERBS, Injection
from rankwise.core import process
from rankwise.core.records import Mpi

_HERE = Path(__file__).parent
_EXAMPLES = _HERE.parents[1] / "examples"
_RANKWISE = str(Path(sys.executable).with_name("rankwise"))
_LIMIT_S = 600.0
_UNSHARE = ("setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--propagation", "private", "--pid", "--fork",
            "--mount-proc", "--kill-child", "--net", "--ipc")  # fmt: skip
_AT_ONCE = 2
_LONGER = (1, 5, 25)
_PLAN = """
name = "fault"

[[nodes]]
numbers = [1, 2]
name = "n{node}"
cards = { sockets = [0] }

[[networks]]
name = "net"
cidr = "10.32.0.0/15"
host = "10.33.1.{node}"
links = [{ latency = "200us", rate = "100MB/s" }]

[lab]
shared_memory = "16MiB"
"""


class Campaign:
    """Does injections. Needs root, for namespaces. Make it by `campaign()`, which removes its folder."""

    def __init__(self, folder: Path, install: Callable[[str], Mpi]) -> None:
        self._folder = folder
        self._mpis = {name: install(name) for name in MPIS}
        for name in ("writes", "clock"):
            source, library = _HERE / f"{name}.c", folder / f"{name}.so"
            _built(["cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"])
        for name, mpi in self._mpis.items():
            (folder / name).mkdir()
            wrapper = str(Path(mpi.compiler or "").with_name("mpicc"))
            _built([wrapper, "-O1", "-o", str(folder / name / "ring"), str(_EXAMPLES / "ring.c")], mpi.env)
            (folder / name / "start").write_text(_job(mpi, folder / name / "ring"))
            (folder / name / "start").chmod(0o755)
        (folder / "cluster.toml").write_text(_PLAN)

    def inject_all(self, injections: Iterable[Injection]) -> Iterator[Outcome]:
        """Two at a time, in their order: most of them wait for something."""
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            yield from pool.map(self.inject, injections)

    def inject(self, injection: Injection) -> Outcome:
        """Does one injection. What the budget has no time for without the fault either is lost by no fault."""
        for longer in _LONGER:  # times the budget, so that what a fault takes weighs less than what it breaks
            outcome = self._injected(injection, longer)
            others = tuple(problem for problem in outcome.problems if problem not in BY_BUDGET)
            if injection.what not in HARMLESS or not outcome.hurried or others == outcome.problems:
                return outcome
            if self._injected(replace(injection, what="nothing"), longer).hurried:
                return replace(outcome, end="nothing lost", problems=others)
        return outcome

    def _injected(self, injection: Injection, longer: int) -> Outcome:
        with tempfile.TemporaryDirectory(prefix="injection-", dir=self._folder) as name:
            keep, file, place = (Path(name, part) for part in ("results", "wanted.json", "world"))
            place.mkdir()
            file.write_text(json.dumps(self._wanted(injection, place, keep, longer)))
            done = process.run([*_UNSHARE, sys.executable, _HERE / "inside.py", file], timeout_s=_LIMIT_S)
            if not done.ok:
                return Outcome(injection, done.returncode or 0, "not done", (done.describe(),), hit=False, words="")
            return judged(injection, json.loads(done.stdout), keep)

    def _wanted(self, injection: Injection, place: Path, keep: Path, longer: int) -> dict[str, object]:
        mpi, verb = self._mpis[injection.mpi], VERBS[injection.verb]
        results = str(place / "results")
        places = {
            "launch": str(self._folder / injection.mpi / "start"), "out": results, "name": "fault",
            "plan": str(self._folder / "cluster.toml"),
        }  # fmt: skip
        words = [word.format_map(places) for word in verb.words.split()]
        if "--budget" in words:
            budget = words.index("--budget") + 1
            words[budget] = f"{float(words[budget].removesuffix('s')) * longer:g}s"
        end = words.index("--") if "--" in words else len(words)
        # Where an MPI cannot be loaded, its name is that of the next one of its kind.
        named = mpi.prefix if injection.what == "broken library" else mpi.name
        own = [] if injection.verb == "lab up" else ["--mpi", named, "--out", results]
        quiet = [] if injection.verb in ("trace", "lab up") else ["-q"]
        number = int(getattr(signal, injection.what)) if injection.victim else 0
        return {
            "argv": [_RANKWISE, *words[:end], *own, "--json", *quiet, *words[end:]],
            "after_all": [_RANKWISE, "lab", "down", "--all"] if injection.verb == "lab up" else [],
            "verb": injection.verb, "what": injection.what, "victim": injection.victim, "moment": injection.moment,
            "after": injection.after, "signal": number, "stopped_s": injection.stopped_s, "draw": injection.number,
            "place": str(place), "keep": str(keep), "preloads": str(self._folder),
            "library": str(Path(mpi.library or "").resolve()), "launcher": mpi.launcher, "python": sys.executable,
            "killed": injection.victim == "tool" and injection.what == "SIGKILL",
            "ready": {"build": "compiler", "lab up": "keeper"}.get(injection.verb, "rank"),
        }  # fmt: skip


@contextmanager
def campaign(install: Callable[[str], Mpi]) -> Iterator[Campaign]:
    """A campaign, with programs and preloads in a folder of its own. /tmp is another one inside of an injection."""
    folder = Path(tempfile.mkdtemp(prefix="rankwise-faults-", dir="/var/tmp"))
    folder.chmod(0o755)
    try:
        yield Campaign(folder, install)
    finally:
        shutil.rmtree(folder)


def _built(argv: list[str], env: Mapping[str, str] = MappingProxyType({})) -> None:
    subprocess.run(argv, check=True, env={**os.environ, **env})


def _job(mpi: Mpi, ring: Path) -> str:
    """A script that starts two ranks of a program that takes half a second."""
    variables = {**mpi.env, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    exports = "".join(f"export {name}={value}\n" for name, value in variables.items())
    return f"#!/bin/sh\n{exports}exec {mpi.launcher} -n 2 {ring} 65536 8000\n"
