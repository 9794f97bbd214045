"""`rankwise doctor --explain`: what it tells of a launch line against what the launcher makes of it."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from benchmarks.goals import Goal, Report, share_goal
from benchmarks.robust import explain_lines as lines
from benchmarks.robust.explain_seen import Seen, by_map, by_start, prepared
from rankwise.core.records import Mpi
from rankwise.diagnoses.records import Explained
from rankwise.inventory.collect import collect
from rankwise.inventory.synthetic import from_synthetic
from rankwise.mpis import catalog
from rankwise.mpis.install import install
from rankwise.mpis.layout.topology import topology
from rankwise.verbs.doctor.explain import explained

_DEBIAN = Path("/usr/bin/mpirun.openmpi")


def explain(quick: bool) -> Report:
    """Every line of every launcher once."""
    goals, rows = [], []
    for title, mpi, text in _launchers():
        cases = text.splitlines()
        cases = cases[::5] if quick else cases
        with TemporaryDirectory(prefix="rankwise-explain-") as name:
            folder = Path(name)
            prepared(folder)
            for file, content in lines.FILES.items():
                (folder / file).write_text(content)
            wrong = [found for case in cases if (found := _differs(mpi, case, folder))]
        rows += [(title, *found) for found in wrong]
        right = len(cases) - len(wrong)
        goals.append(share_goal(f"{title} {mpi.version}: told = seen", right, len(cases), "all", not wrong))
    if not _DEBIAN.exists():
        goals.append(Goal("Open MPI 4: told = seen", "no Open MPI 4 on this machine", "all", None))
    return Report(
        method=(
            "Each line on a synthetic node or this one, with hosts by name alone. Seen: the map that mpirun shows, the "
            "masks that MPICH's proxies say, or where a program that Intel MPI starts may run. A line that the "
            "launcher refuses must be told as refused. Of Open MPI 4 on several hosts the hosts alone are compared"
        ),
        goals=tuple(goals),
        header=("launcher", "line", "told", "seen"),
        rows=tuple(rows),
    )


def _launchers() -> list[tuple[str, Mpi, str]]:
    rows = [("Open MPI", install("openmpi"), lines.OPENMPI_5)]
    if _DEBIAN.exists() and (old := catalog.of_launcher(_DEBIAN, catalog.find_all())):
        rows.append(("Open MPI", old, lines.OPENMPI_4))
    return [*rows, ("MPICH", install("mpich"), lines.MPICH), ("Intel MPI", install("impi"), lines.IMPI)]


def _differs(mpi: Mpi, case: str, folder: Path) -> tuple[str, str, str] | None:
    """The line, what is told and what is seen, where these differ."""
    name, _, line = case.partition("|")
    line = line.replace("{folder}", str(folder))
    node = lines.NODES.get(name, "")
    known = topology(from_synthetic(node) if node else collect())
    here = collect().hostname
    if mpi.family == "openmpi":
        seen = by_map(mpi, node, line, known, here)
    else:
        seen = by_start(mpi, node, line, folder, here=here, everywhere=sorted(known.cpus))
    told = _told(mpi, node, line)
    mine = [(rank.host, rank.cpus) for rank in told.ranks] or None
    if mine and seen and any(cpus == () for _, cpus in seen):
        mine = [(host, ()) for host, _ in mine]
    if mine and not node:
        mine = [(host, None if cpus and sorted(cpus) == sorted(known.cpus) else cpus) for host, cpus in mine]
    if mine == seen:
        return None
    return line or "no words", _words(mine), _words(seen)


def _told(mpi: Mpi, node: str, line: str) -> Explained:
    words = shlex.split(line)
    given: dict[str, str] = {}
    while words and (match := re.fullmatch(r"([A-Z_]+)=(.*)", words[0])):
        given[match[1]] = match[2]
        words.pop(0)
    launcher = "mpirun" if mpi.family == "openmpi" else "mpiexec"
    argv = [
        word for own in [launcher, *words, "true"] for word in (["true", ":"] if _lone_colon(own, words) else [own])
    ]
    with patch.dict(os.environ, given):
        return explained(argv, [node] if node else [], f"{mpi.family}@{mpi.version}")


def _lone_colon(word: str, words: list[str]) -> bool:
    """Whether this is the end of a part whose program the table leaves out, as those of Hydra do."""
    return word == ":" and "true" not in words


def _words(rows: Seen | None) -> str:
    if rows is None:
        return "refused"
    return "; ".join(f"{host} {'-' if cpus is None else ','.join(map(str, cpus))}" for host, cpus in rows)
