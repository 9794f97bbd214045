"""Facts of a plan against what endpoints say: every difference by name, value and the file that should say it."""

from __future__ import annotations

import ipaddress
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from rankwise.cluster.facts import Facts
from rankwise.cluster.records import ClusterMismatch, ClusterPlan
from rankwise.cluster.render import Rendered
from rankwise.core.grouped import grouped
from rankwise.core.units import few
from rankwise.verbs.cluster.look import SeenEndpoint

_CLOCK_S = 1.0
NOT_IN_A_LAB = "a lab has no services, users, shared folders, adapter ports or kernel modules of its own"
_NETWORK_FILES = r"/net(work|plan)|cards\.sh"


class PlanComparison:
    """Collects the differences and counts what was compared."""

    def __init__(self, plan: ClusterPlan, rendered: Mapping[str, Rendered]) -> None:
        self.plan = plan
        self.rendered = rendered
        self.count = 0
        self.found: list[ClusterMismatch] = []

    def check(
        self,
        endpoint: str,
        fact: str,
        expected: object,
        value: object,
        *,
        file: str = "",
        says: tuple[str, ...] = (),
        fix: str = "",
    ) -> bool:
        """Whether both are equal; tells it where they are not. `says` are words of the files of this endpoint whose
        path holds `file`: what stands there in place of the planned, then the planned."""
        self.count += 1
        if str(expected) == str(value):
            return True
        self.found.append(
            ClusterMismatch(
                endpoint=endpoint,
                fact=fact,
                expected=str(expected),
                found=str(value),
                file=next(filter(None, (self._stands(endpoint, file, word) for word in says)), ""),
                fix=fix,
            )
        )
        return False

    def _stands(self, endpoint: str, file: str, word: str) -> str:
        """The file, and its line, that says this word for an endpoint; a card's address may stand on its host."""
        node = next((n.name for n in self.plan.nodes if any(card.name == endpoint for card in n.cards)), endpoint)
        for path, item in self.rendered.items():
            if path.startswith((f"{endpoint}/", f"{node}/setup/cards.sh")) and re.search(file, path, re.IGNORECASE):
                for number, line in enumerate(item.text.splitlines(), 1):
                    if word in re.split(r"[\s:=/,]+", line):
                        return f"{path}, line {number}: {line.strip()}"
        return ""


def compare(
    facts: Sequence[Facts], seen: Mapping[str, SeenEndpoint], comparison: PlanComparison, *, in_lab: bool
) -> None:
    """Holds every endpoint that answered against its facts, and those of one kind against each other."""
    for item in facts:
        if item.name not in seen:
            continue
        here = seen[item.name]
        _interfaces(item, here, comparison, in_lab=in_lab)
        _names(item, here, comparison)
        if item.kind == "host" and here.forward is not None and item.forward:
            comparison.check(
                item.name,
                "forwarding",
                True,
                here.forward,
                file="sysctl",
                says=("net.ipv4.ip_forward",),
                fix="sysctl --system",
            )
        comparison.check(
            item.name,
            "clock",
            "as here",
            "as here" if abs(here.clock_s) < _CLOCK_S else f"{here.clock_s:+.1f} s apart",
            fix="chronyc makestep, or start the time service",
        )
        if here.ssh[0]:
            comparison.check(
                item.name,
                f"ssh to {here.ssh[0]}",
                "works",
                here.ssh[1],
                file="ssh",
                fix=f"ssh-copy-id {here.ssh[0]}; ssh-keyscan {here.ssh[0]} >> ~/.ssh/known_hosts, on {item.name}",
            )
        if not in_lab:
            _of_system(item, here, comparison, seen)
    _alike(facts, seen, comparison)


def _interfaces(item: Facts, here: SeenEndpoint, comparison: PlanComparison, *, in_lab: bool) -> None:
    for link in item.links:
        if link.address:
            has = here.addresses.get(link.name, [])
            address, prefix = next((pair for pair in has if pair[0] == link.address), has[0] if has else ("none", 0))
            there = {"file": _NETWORK_FILES, "fix": "mend the file, restart the network"}
            same = comparison.check(
                item.name, f"address of {link.name}", link.address, address, says=(address, link.address), **there
            )
            if same:
                masks = (_netmask(prefix), str(prefix), link.netmask)
                mask, has_mask = f"/{link.prefix_length}", f"/{prefix}"
                comparison.check(item.name, f"mask of {link.name}", mask, has_mask, says=masks, **there)
        if link.name in here.links:
            mtu, bridge = here.links[link.name]
            own = rf"(?i)/network.*(\b{link.name}\b|cluster\.yaml)"
            comparison.check(
                item.name,
                f"MTU of {link.name}",
                link.mtu,
                mtu,
                file=rf"/network.*\b{link.name}\b|/netplan/",
                says=(str(mtu),),
            )
            if link.bridge and not in_lab:
                comparison.check(
                    item.name,
                    f"bridge of {link.name}",
                    link.bridge,
                    bridge or "none",
                    file=own,
                    says=(link.bridge,),
                )
        elif not link.address:
            comparison.check(item.name, f"interface {link.name}", "there", "missing")
    for network, gateway in item.routes:
        comparison.check(
            item.name,
            f"route to {network}",
            gateway,
            here.routes.get(network, "none"),
            file=_NETWORK_FILES,
            says=(gateway,),
        )


def _netmask(prefix_length: int) -> str:
    return str(ipaddress.IPv4Network(f"0.0.0.0/{prefix_length}").netmask)


def _names(item: Facts, here: SeenEndpoint, comparison: PlanComparison) -> None:
    if here.names is None:
        return
    for address, names in item.hosts:
        for name in names:
            resolved = here.names.get(name) or "nothing"
            comparison.check(item.name, f"name {name}", address, resolved, file="etc/hosts$", says=(name,))


def _of_system(item: Facts, here: SeenEndpoint, comparison: PlanComparison, seen: Mapping[str, SeenEndpoint]) -> None:
    for user in comparison.plan.users:
        uid = here.users.get(user.name, ("nobody has this name", ""))[0]
        comparison.check(item.name, f"UID of {user.name}", user.uid, uid, file="accounts", says=(user.name,))
    for group in comparison.plan.groups:
        gid = here.groups.get(group.name, "there is no such group")
        comparison.check(item.name, f"GID of {group.name}", group.gid, gid, file="accounts", says=(group.name,))
    for service in item.services:
        state = here.services.get(service, "unknown")
        comparison.check(item.name, f"service {service}", "active", state, fix=f"systemctl enable --now {service}")
    for service in item.not_services:
        state = here.services.get(service, "unknown")
        comparison.check(
            item.name,
            f"service {service}",
            "not here",
            "active" if state == "active" else "not here",
            fix=f"systemctl disable --now {service}",
        )
    if item.node and item.kind == "host":
        for module in item.node.modules:
            built = here.modules.get(module) or "not built"
            comparison.check(
                item.name, f"kernel of module {module}", here.kernel, built, fix="build it for this kernel"
            )
    for mount in item.mounts:
        server = next((name for name in seen if mount.server.startswith(name)), "")
        expected = seen[server].inodes.get(mount.path, "") if server in seen else ""
        mounted = here.inodes.get(mount.mount, "")
        if expected:
            same = "the server's folder" if mounted == expected else "another folder" if mounted else "missing"
            comparison.check(
                item.name,
                f"folder {mount.mount}",
                "the server's folder",
                same,
                file="fstab",
                says=(mount.path,),
                fix="mount -a",
            )
    for link in item.links:
        if link.kind == "infiniband":
            _port(item, here, comparison, link.network)


def _port(item: Facts, here: SeenEndpoint, comparison: PlanComparison, network: str) -> None:
    rate = next(network_.port_rate for network_ in comparison.plan.networks if network_.name == network)
    comparison.check(item.name, "adapter ports", "some", "some" if here.ports else "none", fix="load the driver")
    for port, facts in here.ports.items():
        comparison.check(item.name, f"state of {port}", "4: ACTIVE", facts.get("state", "unknown"))
        comparison.check(item.name, f"link of {port}", "5: LinkUp", facts.get("phys_state", "unknown"))
        if rate:
            comparison.check(item.name, f"rate of {port}", rate, facts.get("rate", "unknown"), fix="cable or slot")


def _alike(facts: Sequence[Facts], seen: Mapping[str, SeenEndpoint], comparison: PlanComparison) -> None:
    """What no plan says but all of a kind must have alike: who is not as most are is told; without a majority all."""
    kinds = grouped(((item.kind, item.arch), item.name) for item in facts if item.name in seen)
    for members in kinds.values():
        for fact in seen[members[0]].equal:
            values = Counter(seen[name].equal[fact] for name in members)
            usual, count = values.most_common(1)[0]
            comparison.count += len(members)
            if len(values) == 1:
                continue
            if count * 2 <= len(members):  # nobody is the odd one out
                if fact != "microcode":  # a plan may have processors of two kinds
                    comparison.found.append(_apart(fact, grouped((seen[name].equal[fact], name) for name in members)))
                continue
            for name in members:
                if seen[name].equal[fact] != usual:
                    value = seen[name].equal[fact] or "nothing"
                    comparison.found.append(
                        ClusterMismatch(
                            endpoint=name, fact=fact, expected=f"{usual or 'nothing'}, as most", found=value
                        )
                    )


def _apart(fact: str, groups: Mapping[str, Sequence[str]]) -> ClusterMismatch:
    """Endpoints of one kind by what they have, none of it most."""
    words = [
        f"{few(names)} {'has' if len(names) == 1 else 'have'} {value or 'nothing'}" for value, names in groups.items()
    ]
    return ClusterMismatch(
        endpoint="", fact=fact, expected="alike", found=f"{few(words, 4, '; ')}; no plan says which is right"
    )
