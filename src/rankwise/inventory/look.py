"""A look at many endpoints at once: a part of the collector that takes a fraction of a second on each."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from rankwise.core.at_once import answers_of
from rankwise.core.reach import to_host
from rankwise.inventory.archive import Archive
from rankwise.inventory.collector import collected, script
from rankwise.inventory.probes import cgroup, limits, network
from rankwise.inventory.records import EndpointLook

_BOOT, _SPACE, _FORWARD = "/proc/sys/kernel/random/boot_id", "/proc/self/ns/net", "/proc/sys/net/ipv4/ip_forward"
_COMMANDS = {"addresses": "ip -o addr", "shm-space": "df -kP /dev/shm"}


def look_at(
    agent: str, hosts: Mapping[str, str], names: Mapping[str, Sequence[str]]
) -> tuple[list[EndpointLook], dict[str, str]]:
    """What each endpoint says, and why others say nothing. `hosts` is how the agent calls each endpoint, `names` what
    each is asked to resolve."""

    def look(endpoint: str) -> EndpointLook:
        return _look_of(endpoint, _fetch_look(agent, hosts[endpoint], names.get(endpoint, ())))

    looks, silent = answers_of(hosts, look)
    return list(looks.values()), {endpoint: problem.first_line for endpoint, problem in silent.items()}


def _fetch_look(agent: str, host: str, names: Sequence[str]) -> Archive:
    asked = " ".join(map(shlex.quote, names))
    resolve = f'for name in {asked}; do echo "$name" $(getent hosts "$name"); done' if names else "true"
    # A look without getent says nothing of names, instead of that none resolves.
    commands = {**_COMMANDS, "names": f"command -v getent >/dev/null && {resolve}" if names else "true"}
    text = script([_BOOT, _FORWARD, "/proc/self/cgroup"], (), [_SPACE], commands)
    return collected(to_host(agent, host, "sh"), host, text, timeout_s=10.0)


def _look_of(endpoint: str, archive: Archive) -> EndpointLook:
    rows = [line.split() for line in (archive.run("names") or "").splitlines()]
    forward = archive.read(_FORWARD)
    return EndpointLook(
        endpoint=endpoint,
        machine=f"{archive.read(_BOOT) or endpoint} {archive.readlink(_SPACE) or ''}",
        addresses=network.addresses(archive.run("addresses")),
        names={row[0]: row[1] if len(row) > 1 else None for row in rows},
        shared_memory_bytes=limits.shared_memory(archive, {}).size_bytes,
        forwards=None if forward is None else forward == "1",
        cpu_quota=cgroup.quota(archive).cpus,
    )
