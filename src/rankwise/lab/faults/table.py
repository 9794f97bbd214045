"""Every kind of fault: how it is written, what it does, how it is undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rankwise.core.records import Fault, Lab
from rankwise.lab.faults import endpoints, links


@dataclass(frozen=True)
class Kind:
    """A kind of fault. Either `change` (a fault of links: `usage` starts with the two ends) or `apply` and `mend`.

    `usage` names the arguments; those in brackets may be left out. `one_way`: concerns only the named direction.
    """

    usage: str
    meaning: str
    change: Callable[[Sequence[str]], links.Change] | None = None
    apply: Callable[[Lab, Sequence[str], int], dict[str, str]] | None = None
    mend: Callable[[Lab, Fault], None] | None = None
    one_way: bool = False

    def accepts(self, count: int) -> bool:
        """Whether that many arguments may be given."""
        words = self.usage.split()
        return sum(not word.startswith("[") for word in words) <= count <= len(words)


KINDS: dict[str, Kind] = {
    "link-down": Kind("A B", "no packet passes between A and B", change=links.down),
    "rate-cut": Kind("A B SHARE", "only this share of the rate is left", change=links.rate_cut),
    "delay-added": Kind("A B DELAY", "every packet takes that much longer", change=links.delay_added),
    "loss": Kind("A B SHARE", "this share of packets from A to B is lost", change=links.loss, one_way=True),
    "mtu-mismatch": Kind("A B BYTES", "packets above this size vanish between A and B", change=links.mtu),
    "wrong-host": Kind(
        "ON NAME ADDRESS", "a wrong line in /etc/hosts of ON", apply=endpoints.wrong_host, mend=endpoints.mend_host
    ),
    "blocked-ports": Kind(
        "ON PORTS",
        "a firewall on ON drops new connections to these ports",
        apply=endpoints.blocked_ports,
        mend=endpoints.unblock_ports,
    ),
    "duplicate-address": Kind(
        "[ADDRESS/PREFIX]",
        "docker0 with the same address on every node",
        apply=endpoints.duplicate_address,
        mend=endpoints.remove_duplicates,
    ),
    "small-shm": Kind(
        "ON SIZE",
        "a /dev/shm of this size",
        apply=endpoints.small_shared_memory,
        mend=endpoints.restore_shared_memory,
    ),
    "no-forwarding": Kind(
        "ON", "ON forwards no packets", apply=endpoints.no_forwarding, mend=endpoints.restore_forwarding
    ),
    "interface-order": Kind(
        "ON",
        "the first two interfaces of ON change names",
        apply=endpoints.interface_order,
        mend=endpoints.restore_interface_order,
    ),
    "cpu-quota": Kind(
        "ON CPUS", "ON gets so many CPUs in all", apply=endpoints.cpu_quota, mend=endpoints.lift_cpu_quota
    ),
}
