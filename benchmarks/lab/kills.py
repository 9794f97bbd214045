"""Ranks, launchers, forwarders and `rankwise run` itself killed at drawn moments, under a relay and schedules."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from benchmarks.goals import Report, share_goal
from benchmarks.lab.small_lab import HOSTS, RELAY, job, relayed, small_lab
from benchmarks.labs import RANKWISE
from rankwise.apply import file as tuning_file
from rankwise.apply.builds import tuned_build
from rankwise.apply.carry import beside
from rankwise.cluster.plan_map import to_map
from rankwise.core import paths, process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.files import put
from rankwise.core.records import Mpi
from rankwise.lab import endpoint
from rankwise.lab.records import Lab
from rankwise.measure.preload import forwarder
from rankwise.mpis.install import install
from rankwise.optimise.schedules.network import network_of
from rankwise.optimise.schedules.table import schedules
from rankwise.optimise.schedules.text import File, Ranged, name_of, to_text
from rankwise.tuning.records import Tuning, TuningLine

_SEED, _KILLS, _QUICK_KILLS = 1, 100, 8
_LAB = "kills"
_SOURCE = Path(__file__).with_name("kills.c")
_TURNS, _LATEST_S, _EARLY = 300, 1.0, 0.25
_START_S, _END_S, _GONE_S = 120.0, 60.0, 10.0
_VICTIMS = ("rank", "launcher", "forwarder", "rankwise")


@dataclass(frozen=True)
class _Kill:
    """`early`: as soon as the victim lives; else so many seconds after ranks have met."""

    family: str
    victim: str
    early: bool
    after_s: float


@dataclass(frozen=True)
class _Ended:
    status: int
    said: str
    left: tuple[str, ...]


def kills(quick: bool) -> Report:
    """One job after the other, the three libraries in turn; of each the exit status, and what is left after 10 s."""
    draw = random.Random(_SEED)
    families = ("mpich", "openmpi", "impi")
    drawn = [
        _Kill(
            families[number % len(families)],
            draw.choice(_VICTIMS),
            draw.random() < _EARLY,
            draw.uniform(0.0, _LATEST_S),
        )
        for number in range(_QUICK_KILLS if quick else _KILLS)
    ]
    method = (
        f"{len(drawn)} jobs of three ranks in a lab, whose pair n1 and n2 is relayed and whose allgather follows a "
        f"schedule; seed {_SEED} draws who is killed, a quarter as soon as it lives, the others up to {_LATEST_S:g} s "
        "after ranks have met"
    )
    with small_lab(_LAB) as (lab, folder):
        jobs = {family: _job(lab, install(family), folder) for family in families}
        ended = [_killed(lab, jobs[kill.family], kill) for kill in drawn]
    wrong = [
        f"{kill.victim} of {kill.family}: status {one.status}"
        for kill, one in zip(drawn, ended, strict=True)
        if not _right(kill, one)
    ]
    left = [
        f"{kill.victim} of {kill.family} leaves {', '.join(one.left)}"
        for kill, one in zip(drawn, ended, strict=True)
        if one.left
    ]
    count = Counter((kill.victim, str(one.status)) for kill, one in zip(drawn, ended, strict=True))
    goals = (
        share_goal("exit statuses that are right", len(drawn) - len(wrong), len(drawn), "all", not wrong),
        share_goal("jobs that leave nothing", len(drawn) - len(left), len(drawn), "all", not left),
    )
    rows = [(victim, status, str(jobs)) for (victim, status), jobs in sorted(count.items())]
    rows += [(words, "", "") for words in (*wrong, *left)[:8]]
    return Report(method, goals, ("killed", "status", "jobs"), tuple(rows))


def _right(kill: _Kill, ended: _Ended) -> bool:
    """A job that lost its forwarder ends with 4. One that lost it before ranks connected goes on without, and prints
    that; the others end with anything but 0."""
    if kill.victim != "forwarder":
        return ended.status != 0
    return ended.status == 4 or (kill.early and (ended.status != 0 or "does not answer" in ended.said))


@dataclass(frozen=True)
class _Job:
    program: Path
    line: tuple[str, ...]


def _job(lab: Lab, mpi: Mpi, folder: Path) -> _Job:
    """`rankwise run` with a tuning that relays n1 and n2 by the head, and has a schedule for allgather."""
    program, file = folder / f"kills-{mpi.family}", folder / f"{mpi.family}.toml"
    wrapper = Path(mpi.prefix, "bin", "mpicc")
    built = process.run([wrapper, "-O2", _SOURCE, "-o", program, f"-Wl,-rpath,{mpi.prefix}/lib"], timeout_s=120,
                        env={**os.environ, **mpi.env})  # fmt: skip
    if not built.ok:
        raise MeasurementFailed("no-program", built.describe(), "this MPI must have a compiler wrapper")
    network = network_of(to_map(lab.plan), HOSTS)
    made = schedules(network, "allgather", only=["ring"])[0]
    text = to_text(File(HOSTS, "fixed", 1 << 20, (Ranged(made, 1, 1 << 20),)))
    put(beside(file) / name_of(text), text)
    followed = TuningLine(id="allgather", why="", undo="", schedules=(name_of(text).removesuffix(".schedules"),))
    lines = (relayed(("n1", "n2")), followed)
    tuning_file.write(Tuning(name="kills", build=tuned_build(mpi), machine="lab", ranks=3, lines=lines), file)
    return _Job(program, tuple(job(lab, mpi, [str(program), str(_TURNS)], file)))


def _killed(lab: Lab, started_by: _Job, kill: _Kill) -> _Ended:
    with subprocess.Popen(started_by.line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        if not kill.early:
            while (said := started.stdout.readline()) not in ("going\n", ""):
                pass
            time.sleep(kill.after_s if said else 0.0)
        deadline = time.monotonic() + _START_S
        while not (found := _processes(lab, started_by).get(kill.victim)) and started.poll() is None:
            if time.monotonic() > deadline:
                started.kill()
        if found:
            _kill(found[0])
        try:
            _, said = started.communicate(timeout=_END_S)
        except subprocess.TimeoutExpired:
            started.kill()
            said = ""
    deadline = time.monotonic() + _GONE_S
    while (left := _processes(lab, started_by)) and time.monotonic() < deadline:
        time.sleep(0.1)
    for number in (number for numbers in left.values() for number in numbers):
        _kill(number)
    endpoint.run(lab, RELAY, ["rm", "-f", str(paths.state_dir() / "lost-relays")])
    return _Ended(started.returncode, said, tuple(left))


def _kill(number: int) -> None:
    try:
        os.kill(number, signal.SIGKILL)
    except ProcessLookupError:
        return


def _processes(lab: Lab, started_by: _Job) -> dict[str, list[int]]:
    """Living processes of the job, by what they are. All but ranks are on the head."""
    on_head = endpoint.run(lab, RELAY, ["readlink", "/proc/self/ns/pid"]).stdout.strip()
    found: dict[str, list[int]] = {}
    for entry in Path("/proc").iterdir():
        try:
            line = (entry / "cmdline").read_bytes().decode().split("\0")
            program, here = str((entry / "exe").readlink()), str((entry / "ns/pid").readlink()) == on_head
        except (OSError, ValueError):
            continue
        name = ""
        if program == str(started_by.program):
            name = "rank"
        elif here and program == str(forwarder()):
            name = "forwarder"
        elif here and RANKWISE in line and "run" in line:
            name = "rankwise"
        elif here and Path(line[0]).name in ("mpiexec", "mpiexec.hydra", "mpirun", "prterun"):
            name = "launcher"
        if name:
            found.setdefault(name, []).append(int(entry.name))
    return found
