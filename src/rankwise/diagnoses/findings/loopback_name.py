"""This host's own name resolves to its loopback address, which other nodes cannot call back."""

from __future__ import annotations

import ipaddress

from rankwise.core.errors import UsageError
from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case
from rankwise.placement.launch_words import hosts_of


def check(case: Case) -> Finding | None:
    """Only for a line that names several hosts, and where no start has shown that it works all the same."""
    if not case.own_address or not ipaddress.ip_address(case.own_address).is_loopback:
        return None
    if len(case.ranks_by_machine) > 1 or len(_hosts(case)) < 2:
        return None
    return finding(
        "loopback-name",
        f"{case.node.hostname} resolves to {case.own_address}",
        "serious",
        "A launcher or library that tells others this address sends them to themselves; the start hangs or fails.",
        seen={f"getent hosts {case.node.hostname}": case.own_address},
        fixes={
            "mpiexec": "`-iface INTERFACE`: the launcher takes that interface's address",
            "root": f"/etc/hosts: give {case.node.hostname} its address on the network, not 127.0.1.1",
        },
        verify=f"`getent hosts {case.node.hostname}`",
        affects=(case.node.hostname,),
    )


def _hosts(case: Case) -> tuple[str, ...]:
    try:
        return hosts_of(case.argv)
    except UsageError:
        return ()
