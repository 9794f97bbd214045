"""`inventory` and `record`: what machines are made of, looked at here, on hosts, or in recordings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rankwise.core import settings
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.files import make
from rankwise.core.records import Finding, Inventory
from rankwise.diagnoses.preflight import preflight
from rankwise.inventory import archive, collector
from rankwise.inventory.archive import Archive
from rankwise.inventory.collect import collect, collect_all, load
from rankwise.mpis.agent import of_slurm
from rankwise.placement.placement import SSH


def inventory(recordings: Sequence[Path] = (), hosts: Sequence[str] = (), agent: str | None = None) -> Inventory:
    """What recordings hold, hosts are made of, or this machine without either. `agent` None takes the setting.

    Raises UsageError for what is no recording.
    """
    if recordings:
        return Inventory(nodes=tuple(load(path) for path in recordings))
    if hosts:
        return collect_all(_agent(agent, hosts), tuple(hosts))
    return Inventory(nodes=(collect(),))


def findings(looked_at: Inventory) -> list[Finding]:
    """What will make measurements on these nodes wrong or slow."""
    return list(preflight(looked_at))


def record(out: Path | None = None, host: str = "", agent: str | None = None) -> dict[str, object]:
    """Writes a recording of this machine or of a host; its path, hostname, and how much it holds.

    Raises EnvironmentProblem when the host does not answer or the file cannot be written.
    """
    recorded = collector.record_at(_agent(agent, [host]), host) if host else collector.record_here()
    return _kept(recorded, out)


def record_hosts(
    hosts: Sequence[str], out: Path | None = None, agent: str | None = None
) -> tuple[list[dict[str, object]], dict[str, str]]:
    """A recording of each host in the folder `out`, and why some gave none. Raises EnvironmentProblem where none did.

    A file that cannot be written ends it: no later host could be kept either.
    """
    recorded: list[dict[str, object]] = []
    lost: dict[str, EnvironmentProblem] = {}
    folder = make(out or Path())
    for host in hosts:
        try:
            seen = collector.record_at(_agent(agent, [host]), host)
        except EnvironmentProblem as problem:
            lost[host] = problem
            continue
        recorded.append(_kept(seen, folder / f"{host}.record.gz"))
    if lost and not recorded:
        raise next(iter(lost.values()))
    return recorded, {host: problem.in_a_line for host, problem in lost.items()}


def _kept(recorded: Archive, path: Path | None) -> dict[str, object]:
    hostname = collect(recorded).hostname
    path = path if path is not None else Path(f"{hostname}.record.gz")
    archive.save(recorded.text(), path)
    return {
        "path": str(path),
        "hostname": hostname,
        "files": len(recorded.files),
        "commands": len(recorded.runs),
        "unreadable": sorted(recorded.denied),
    }


def _agent(agent: str | None, hosts: Sequence[str]) -> str:
    return settings.value("agent", agent) or of_slurm(hosts, settings.value("launcher")) or SSH
