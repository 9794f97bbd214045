"""How ranks are started on the endpoints of one network, kept on its interfaces, and asked what carries their bytes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from rankwise.core.records import Cell, Endpoint, LaunchSpec, Mpi, Place, Resource
from rankwise.core.units import format_size
from rankwise.measure.cells import cell
from rankwise.measure.frames import Probed
from rankwise.measure.probes import Probes, ProbeSpec
from rankwise.measure.session import CellFailed, Session
from rankwise.measure.side import Side
from rankwise.measure.visits import VisitOptions
from rankwise.model.adapters import adapters, slots
from rankwise.model.hardware import declared_limit, is_adapter, path_limit
from rankwise.model.mapping import Pair, value_of
from rankwise.model.records import HardwareLimit
from rankwise.mpis import blocks, catalog, transport
from rankwise.placement.gpus import GpuRanks
from rankwise.placement.nets import Net
from rankwise.placement.placement import Placement

_COUNTED_CALLS = 4
_COPIES = VisitOptions(samples=5, warm_s=1e-3)


def probes_for(mpi: Mpi, placement: Placement, only: Collection[str] | None = None) -> Probes | None:
    """A probe on each endpoint (of `only`) that is not this machine, in its engine's program; None when there is
    none."""
    names = [name for name, host in placement.hosts.items() if host is not None and (only is None or name in only)]
    if not names:
        return None
    programs = placement.programs(mpi)
    spec = LaunchSpec(places=(Place(host=None, program=programs[names[0]]),))
    libraries = blocks.environment(mpi, spec, {})["LD_LIBRARY_PATH"]
    specs = []
    for name in names:
        prefix = placement.entries[name].prefix if name in placement.entries else None
        folder = blocks.translate(libraries, mpi.prefix, prefix) if prefix else libraries
        specs.append(ProbeSpec(name, placement.hosts[name], programs[name], {"LD_LIBRARY_PATH": folder}))
    return Probes(specs, placement.agent or None)


class NetworkLaunch:
    """Launches and cells of one MPI on one network of a placement. `control` is the address at which ranks find this
    machine, `interface` the one that a launcher is told to use (None: its own choice), `gpus` how ranks at GPUs send.
    `warnings` name launches that did not end well."""

    def __init__(
        self,
        mpi: Mpi,
        placement: Placement,
        net: Net,
        *,
        control: str,
        interface: str | None = None,
        probes: Probes | None,
        gpus: GpuRanks | None = None,
    ) -> None:
        self.mpi, self.placement, self.net, self.probes, self.gpus = mpi, placement, net, probes, gpus
        self.endpoints = {endpoint.id: endpoint for endpoint in placement.endpoints}
        self.shared = SharedMachines([self.endpoints[name] for name in net.addresses], probes.facts if probes else {})
        self._control, self._interface = control, interface
        self._name = f"{mpi.name}-{net.name}"
        self._counted: dict[Pair, dict[str, list[str]]] = {}
        self._limits: dict[Pair, HardwareLimit] = {}
        self.warnings: list[str] = []

    def side(self, group: Sequence[str], knobs: dict[str, str] | None = None) -> Side:
        """One rank on each endpoint of `group`."""
        spec = self.placement.spec(
            self.mpi, group, settings=self._settings, knobs=knobs, oversubscribed=self.shared.limited
        )
        if self._interface:
            spec = replace(spec, interface=self._interface)
        side = Side(self._name, self.mpi, catalog.launcher_for(self.mpi), spec, control=self._control)
        return self.gpus.on(side, group) if self.gpus else side

    def _settings(self, name: str) -> dict[str, str]:
        interfaces = self.net.interfaces.get(name)
        return transport.pinned(self.mpi, interfaces) if interfaces else {}

    def cell(self, kernel: str, size: int, ranks: Mapping[str, int], pair: Pair) -> Cell:
        """A cell whose id names the pair: `ranks` of endpoints differ between launches."""
        whole = self.together(kernel, size, ranks, [pair])
        return replace(whole, id=f"{self._name}/{kernel}/{format_size(size)}/{pair[0]}>{pair[1]}")

    def together(self, kernel: str, size: int, ranks: Mapping[str, int], pairs: Sequence[Pair]) -> Cell:
        """A cell in which several pairs are busy at once."""
        groups = ((ranks[a], ranks[b]) for a, b in pairs)
        return cell(self._name, kernel, size, *groups, window=1, buffers=self.gpus.buffers if self.gpus else "")

    def transports_of(self, pairs: Sequence[Pair], size: int, watchdog_s: float) -> dict[Pair, str]:
        """What carries the bytes of each pair: the library's own word, and what the interfaces of both ends counted.

        One launch for all, where the library has one word for all of it; else one for each.
        """
        group = list(dict.fromkeys(end for pair in pairs for end in pair))
        ranks = {name: rank for rank, name in enumerate(group)}
        counted = {}
        with Session(self.side(group, transport.talkative(self.mpi)), 0, watchdog_s=watchdog_s) as session:
            for pair in pairs:
                before = self._counts(pair)
                cell = self.together("uniband", size, ranks, [pair])
                session.visit(cell, 0, VisitOptions(samples=1, calls=_COUNTED_CALLS, warm_s=0.0))
                counted[pair] = self._sent(pair, before, _COUNTED_CALLS * size // 2)
                self._copied(session, ranks, pair, size)
            words = transport.parsed(self.mpi, session.output())
        if session.ended:
            self.warnings.append(f"the launch that asks for transports on {self.net.name}: {session.ended}")
        if len(words) > 1 and len(pairs) > 1:
            return {pair: self.transports_of([pair], size, watchdog_s)[pair] for pair in pairs}
        named = " ".join(words) if words else "the library names none"
        if self.gpus and self.gpus.devices.buffers:
            named = f"rankwise's device buffers, over {named}"
        return {pair: f"{named} ({seen})" if seen else named for pair, seen in counted.items()}

    def _copied(self, session: Session, ranks: Mapping[str, int], pair: Pair, size: int) -> None:
        """Keeps what a copy from the other rank's device memory reaches, where that can be opened."""
        if self.gpus is None or self._apart(pair):
            return
        copy = cell(self._name, "copy_ipc", size, (ranks[pair[0]], ranks[pair[1]]))
        try:
            visits, _ = session.visit(copy, 0, _COPIES)
        except CellFailed:
            return
        self._limits[pair] = HardwareLimit(
            rate_bytes_per_s=size / min(value_of(visit) for visit in visits),
            what=f"copy_ipc between {pair[0]} and {pair[1]}",
        )

    def limit(self, pair: Pair) -> HardwareLimit | None:
        """What a copy without MPI reached between GPUs, else what the adapters allow that counted the bytes of a pair
        (before they are asked: those that its messages are kept on), else what a plan declares; None where nothing is
        known."""
        if self.gpus and not self._apart(pair):
            return self._limits.get(pair)
        ends = []
        for name, interfaces in self._carriers(pair).items():
            node = self.placement.nodes_looked_at.get(self.placement.hosts[name])
            nics = [nic for nic in (node.nics if node else ()) if nic.name in interfaces and is_adapter(nic)]
            ends.append((self.endpoints[name].node, nics if len(nics) == len(interfaces) else []))
        _, declared = self.net.declared.get(pair, (0.0, None))
        return path_limit(ends) or (declared_limit(declared, *pair) if declared else None)

    def shared_adapters(self) -> list[Resource]:
        """Adapters that several endpoints of a node use on this network, and slots of several ports, as their hardware
        tells."""
        nics = {}
        for name, interfaces in self.net.interfaces.items():
            node = self.placement.nodes_looked_at.get(self.placement.hosts.get(name))
            nics[name] = [nic for nic in (node.nics if node else ()) if nic.name in interfaces and is_adapter(nic)]
        # A card that is a host of its own has interfaces of its own, whatever their names.
        hosts = Counter(self.placement.hosts.get(name) for name in self.net.addresses)
        together = [name for name in self.net.addresses if hosts[self.placement.hosts.get(name)] > 1]
        ends = [self.endpoints[name] for name in together]
        return [*slots(self.net.name, ends, nics), *adapters(self.net.name, ends, nics)]

    def _carriers(self, pair: Pair) -> Mapping[str, Sequence[str]]:
        """The interfaces at each end that carried the bytes of a pair, or will: several may be rails, or one of them
        alone, so they are counted first."""
        if pair in self._counted or not self._apart(pair):
            return self._counted.get(pair, {})
        kept_on = {name: self.net.interfaces.get(name, ()) for name in pair}
        return kept_on if all(len(names) == 1 for names in kept_on.values()) else {}

    def _apart(self, pair: Pair) -> bool:
        return self.endpoints[pair[0]].node != self.endpoints[pair[1]].node

    def _counts(self, pair: Pair) -> dict[str, dict[str, tuple[int, int]]]:
        return self.probes.count(pair) if self.probes else {}

    def _sent(self, pair: Pair, before: Mapping[str, Mapping[str, tuple[int, int]]], least: int) -> str:
        """Interfaces that counted at least so many bytes since `before`: out of the source, into the target."""
        after = self._counts(pair)
        seen = []
        counted = self._counted[pair] = {name: [] for name in pair}
        for name, way in zip(pair, (1, 0), strict=True):
            for interface, now in after.get(name, {}).items():
                count = now[way] - before[name].get(interface, (0, 0))[way]
                if count >= least:
                    counted[name].append(interface)
                    seen.append(f"{interface} of {name} counted {count / 1e6:.1f} MB")
        return ", ".join(seen) or ("no interface counted it" if self.probes else "")


class SharedMachines:
    """Which of `members` share a machine. `facts` is what probes said: an endpoint that looks like a machine of its own
    may be a namespace of one that it shares."""

    def __init__(self, members: Sequence[Endpoint], facts: Mapping[str, Probed]) -> None:
        self.machine = {member.id: facts[member.id].boot if member.id in facts else member.node for member in members}
        """The boot of a kernel on which each endpoint is, or its node's name."""
        bound: dict[str, set[int]] = defaultdict(set)
        self.cores: dict[str, int] = defaultdict(int)
        """How many CPUs the endpoints of each machine may use."""
        for member in members:
            machine = self.machine[member.id]
            if member.id in facts:  # every endpoint of a machine is told all of its CPUs
                self.cores[machine] = max(self.cores[machine], facts[member.id].cpus)
            else:
                bound[machine].update(member.cpus)
                self.cores[machine] = len(bound[machine])

    @property
    def limited(self) -> bool:
        """Whether a machine has more endpoints than may be active at once."""
        return any(count > max(2, self.cores[name] // 2 * 2) for name, count in Counter(self.machine.values()).items())

    def __str__(self) -> str:
        name, count = Counter(self.machine.values()).most_common(1)[0]
        pairs = max(1, self.cores[name] // 2)
        runs = "pair runs" if pairs == 1 else "pairs run"
        return (
            f"{count} endpoints share {self.cores[name]} cores of one machine, so no more than {pairs} {runs} at once"
        )
