"""`inventory`: what machines are made of, looked at here, on hosts, or in recordings; and recordings of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rankwise.core.errors import EnvironmentProblem
from rankwise.core.files import is_folder, make
from rankwise.core.hostlist import parse_hosts
from rankwise.diagnoses.preflight import preflight
from rankwise.inventory import archive, collector
from rankwise.inventory.archive import Archive
from rankwise.inventory.collect import collect, collect_all, load
from rankwise.inventory.records import Inventory
from rankwise.mpis.agent import agent_for

__all__ = ["preflight", "save", "take_inventory"]


def take_inventory(
    recordings: str | Path | Sequence[str | Path] = (), hosts: str | Sequence[str] = (), agent: str | None = None
) -> Inventory:
    """What recordings hold, hosts are made of, or this machine without either. `agent` None takes the setting. A text
    is one recording, or hosts as `--hosts` takes them.

    Raises UsageError for what is no recording.
    """
    recordings = (recordings,) if isinstance(recordings, (str, Path)) else recordings
    hosts = parse_hosts(hosts) if isinstance(hosts, str) and hosts else hosts
    if recordings:
        return Inventory(nodes=tuple(load(Path(path)) for path in recordings))
    if hosts:
        return collect_all(agent_for(hosts, agent), tuple(hosts))
    return Inventory(nodes=(collect(),))


def save(
    path: Path, hosts: Sequence[str] = (), agent: str | None = None
) -> tuple[list[dict[str, object]], dict[str, str]]:
    """Recordings of this machine or of hosts: for each its path, hostname, and how much it holds; and why hosts gave
    none. `path` is a file, or a folder of HOST.record.gz: of hosts always, of this machine where it is a folder.

    Raises EnvironmentProblem where no host answered, or where a file cannot be written: no later one could be either.
    """
    if not hosts:
        return [_kept(collector.record_here(), path)], {}
    recorded: list[dict[str, object]] = []
    lost: dict[str, EnvironmentProblem] = {}
    folder = make(path)
    for host in hosts:
        try:
            seen = collector.record_at(agent_for([host], agent), host)
        except EnvironmentProblem as problem:
            lost[host] = problem
            continue
        recorded.append(_kept(seen, folder / f"{host}.record.gz"))
    if lost and not recorded:
        raise next(iter(lost.values()))
    return recorded, {host: problem.in_a_line for host, problem in lost.items()}


def _kept(recorded: Archive, path: Path) -> dict[str, object]:
    hostname = collect(recorded).hostname
    if is_folder(path):
        path = path / f"{hostname}.record.gz"
    archive.save(recorded.text(), path)
    return {
        "path": str(path),
        "hostname": hostname,
        "files": len(recorded.files),
        "commands": len(recorded.runs),
        "unreadable": sorted(recorded.denied),
    }
