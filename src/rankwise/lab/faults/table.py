"""Every kind of fault: how it is written, what it does, how it is undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rankwise.lab.faults import endpoints, links
from rankwise.lab.records import Fault, Lab


@dataclass(frozen=True)
class FaultRow:
    """A kind of fault. Either `change` (a fault of links: `usage` starts with the two ends) or `apply` and `mend`.

    `usage` names the arguments; those in brackets may be left out. `example` is a set of them, with `{a}` and `{b}` for
    two hosts. `one_way`: concerns only the named direction. `again`: may be there more than once on an endpoint.
    """

    usage: str
    meaning: str
    example: str
    change: Callable[[Sequence[str]], links.Change] | None = None
    apply: Callable[[Lab, Sequence[str], int], dict[str, str]] | None = None
    mend: Callable[[Lab, Fault], None] | None = None
    one_way: bool = False
    again: bool = False

    def accepts(self, count: int) -> bool:
        """Whether that many arguments may be given."""
        words = self.usage.split()
        return sum(not word.startswith("[") for word in words) <= count <= len(words)


KINDS: dict[str, FaultRow] = {
    "link-down": FaultRow("A B", "no packet passes between A and B", "{a} {b}", change=links.down),
    "rate-cut": FaultRow("A B SHARE", "only this share of the rate is left", "{a} {b} 0.4", change=links.rate_cut),
    "delay-added": FaultRow(
        "A B DELAY", "every packet takes that much longer", "{a} {b} 5ms", change=links.delay_added
    ),
    "loss": FaultRow(
        "A B SHARE", "this share of packets from A to B is lost", "{a} {b} 1%", change=links.loss, one_way=True
    ),
    "mtu-mismatch": FaultRow(
        "A B BYTES", "packets above this size vanish between A and B", "{a} {b} 1000", change=links.mtu
    ),
    "wrong-host": FaultRow(
        "ON NAME ADDRESS",
        "a wrong line in /etc/hosts of ON",
        "{a} {b} 10.33.1.99",
        apply=endpoints.wrong_host,
        mend=endpoints.mend_host,
    ),
    "blocked-ports": FaultRow(
        "ON PORTS",
        "a firewall on ON drops new connections to these ports",
        "{a} 1024:65535",
        apply=endpoints.blocked_ports,
        mend=endpoints.unblock_ports,
        again=True,
    ),
    "duplicate-address": FaultRow(
        "[ADDRESS/PREFIX]",
        "docker0 with the same address on every node",
        "172.17.0.1/16",
        apply=endpoints.duplicate_address,
        mend=endpoints.remove_duplicates,
    ),
    "small-shm": FaultRow(
        "ON SIZE",
        "a /dev/shm of this size",
        "{a} 64KiB",
        apply=endpoints.small_shared_memory,
        mend=endpoints.restore_shared_memory,
    ),
    "no-forwarding": FaultRow(
        "ON", "ON forwards no packets", "{a}", apply=endpoints.no_forwarding, mend=endpoints.restore_forwarding
    ),
    "interface-order": FaultRow(
        "ON",
        "the first two interfaces of ON change names",
        "{a}",
        apply=endpoints.interface_order,
        mend=endpoints.restore_interface_order,
    ),
    "cpu-quota": FaultRow(
        "ON CPUS", "ON gets so many CPUs in all", "{a} 0.5", apply=endpoints.cpu_quota, mend=endpoints.lift_cpu_quota
    ),
}
