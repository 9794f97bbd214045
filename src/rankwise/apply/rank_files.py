"""An order of ranks as files of launchers: Hydra, Open MPI, Slurm, Cray."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from rankwise.core.errors import UsageError
from rankwise.core.files import put
from rankwise.optimise.records import PlacedRank

LAUNCHERS = ("mpich", "impi", "openmpi", "slurm", "cray")


def write_order(ranks: Sequence[PlacedRank], launcher: str, folder: Path, places: Sequence[str] = ()) -> dict[str, str]:
    """Writes what a launcher needs to start the ranks in this order: files, each with how it is used. `places` are all
    endpoints in the default's order, for the launcher that numbers places (`cray`).

    Raises UsageError for an unknown launcher, EnvironmentProblem when a file cannot be written.
    """
    count = len(ranks)
    hosts = [rank.host for rank in ranks]
    if launcher in ("mpich", "impi"):
        runs = "".join(f"{host}:{len(list(same))}\n" for host, same in groupby(hosts))
        file = put(folder / "machinefile", runs)
        return {str(file): f"mpiexec -machinefile {_quoted(file)} -n {count} ./app"}
    if launcher == "openmpi":
        if re.search("[:,]", str(folder)):
            raise UsageError(
                "bad-folder",
                f"{folder} holds a colon or a comma, at which Open MPI separates a rankfile's path",
                "name a folder without them",
            )
        slots = dict.fromkeys(hosts, 0)
        lines = []
        for rank in ranks:
            slot = ",".join(map(str, rank.cpus)) or str(slots[rank.host])
            slots[rank.host] += 1
            lines.append(f"rank {rank.rank}={rank.host} slot={slot}\n")
        file = put(folder / "rankfile", "".join(lines))
        own = put(folder / "hostfile", "".join(f"{host} slots={slots[host]}\n" for host in slots))
        return {
            str(file): f"mpirun --hostfile {_quoted(own)} --map-by rankfile:file={_quoted(file)} -n {count} ./app",
            str(own): "the hosts of the rankfile",
        }
    if launcher == "slurm":
        file = put(folder / "slurm_hostfile", "".join(f"{host}\n" for host in hosts))
        return {str(file): f"SLURM_HOSTFILE={_quoted(file)} srun -n {count} --distribution=arbitrary ./app"}
    if launcher == "cray":
        by_place = {rank.chosen: rank.rank for rank in ranks}
        file = put(folder / "MPICH_RANK_ORDER", ",".join(str(by_place[p]) for p in places if p in by_place) + "\n")
        return {str(file): "in the job's folder, with MPICH_RANK_REORDER_METHOD=3"}
    raise UsageError("bad-launcher", f"unknown launcher '{launcher}'", f"use {', '.join(LAUNCHERS)}")


def order_words(
    ranks: Sequence[PlacedRank], launcher: str, folder: Path, version: str = ""
) -> tuple[list[str], dict[str, str]]:
    """The words for a launch line, and the variables, with which a launcher follows the order; files go into `folder`.
    `version` is the MPI's; empty: one of today.

    Raises as `write_order`, UsageError also for a launcher that takes no such words.
    """
    if launcher == "openmpi" and _old(version) and not any(rank.cpus for rank in ranks):
        # A rankfile binds every rank to its slot there, whatever --bind-to says.
        file = put(folder / "sequence", "".join(f"{rank.host}\n" for rank in ranks))
        return ["--hostfile", str(file), "--map-by", "seq"], {}
    named = [Path(file) for file in write_order(ranks, launcher, folder)] if launcher != "cray" else []
    if launcher in ("mpich", "impi"):
        return ["-machinefile", str(named[0])], {}
    if launcher == "openmpi":
        by_file = ["--rankfile", str(named[0])] if _old(version) else ["--map-by", f"rankfile:file={named[0]}"]
        return ["--hostfile", str(named[1]), *by_file], {}
    if launcher == "slurm":
        return ["--distribution=arbitrary"], {"SLURM_HOSTFILE": str(named[0])}
    raise UsageError("bad-launcher", f"an order of ranks cannot be given to {launcher} by its line", "take it out")


def binding_apart(launcher: str, version: str) -> str:
    """The variable that says how a launcher binds ranks, where its line may not beside an order; empty elsewhere.

    Open MPI 5 takes "pe" anywhere in the path of a rankfile for its directive PE=, and then refuses --bind-to.
    """
    return "PRTE_MCA_hwloc_default_binding_policy" if launcher == "openmpi" and not _old(version) else ""


def _old(version: str) -> bool:
    """Whether this is an Open MPI before 5, with the launcher of its own."""
    return version.partition(".")[0] in ("1", "2", "3", "4")


def _quoted(path: Path) -> str:
    return shlex.quote(str(path))
