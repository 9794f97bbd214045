"""`map`: who reaches whom, how fast, over what; which paths are alike and which stand out."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from rankwise.core import settings
from rankwise.core.deadline import NEVER, Deadline
from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.core.not_looked import of_map
from rankwise.core.reach import SSH
from rankwise.core.records import Finding, Mpi, Plan, Run
from rankwise.core.settings import Setting, with_sources
from rankwise.inventory.look import look_at
from rankwise.maps.launch import NetworkLaunch, probes_for
from rankwise.maps.network import NetworkMap, NetworkRun
from rankwise.maps.pace import Pace
from rankwise.maps.reach import missing_pairs, side_for
from rankwise.maps.records import Mapped
from rankwise.maps.sampled import MOST_ALL_PAIRS, promise_for
from rankwise.measure import device_trial
from rankwise.measure.probes import Probes
from rankwise.measure.provenance import new_run
from rankwise.measure.relays import forwarding_of
from rankwise.measure.watcher import Watcher
from rankwise.model.records import Fabric, Map
from rankwise.mpis.network import interface_of
from rankwise.placement.devices import Devices
from rankwise.placement.endpoint_checks import cut_off, endpoint_findings
from rankwise.placement.gpus import GpuRanks, on_gpus
from rankwise.placement.nets import Net
from rankwise.placement.pair import need_two
from rankwise.placement.placement import Placement
from rankwise.placement.where import Where
from rankwise.store import Store, recorded

FULL_S, QUICK_S = 36.0, 8.0


@dataclass(frozen=True)
class MapOptions:
    """What a user may ask of a map. `budget_s` is for the rounds over all pairs of all networks; `sampled` None: where
    there are more than `MOST_ALL_PAIRS` endpoints; `transports` False: what carries the bytes is not asked. `gpus`:
    how ranks send where the endpoints are GPUs. `most_s`: when the whole map takes longer, pairs are visited once.
    `strict`: what does not fit into `budget_s` is left out."""

    mpi: Mpi
    placement: Placement
    loaded: bool = False
    quick: bool = False
    sampled: bool | None = None
    transports: bool = True
    budget_s: float = 0.0
    out: Path = Path("rankwise-results")
    watchdog_s: float = 5.0
    seed: int = 1
    settings: dict[str, Setting] = field(default_factory=dict)
    gpus: GpuRanks | None = None
    most_s: float = math.inf
    strict: bool = False


def measure_map(options: MapOptions, watcher: Watcher | None = None) -> Mapped:
    """Measures the map of a placement and stores the run as it goes; its status says whether it was interrupted.

    Raises EnvironmentProblem before anything is measured, MeasurementFailed when no pair could be,
    KeyboardInterrupt when it ended before any was.
    """
    watcher, begin_s = watcher or Watcher(), time.monotonic()
    placement = options.placement
    need_two(placement)
    with Store.of(options.out) as store, placement, recorded(store, _begin(options)) as recording, ExitStack() as stack:
        watcher.phase(f"preparing the engine for {options.mpi.name}")
        placement.programs(options.mpi)
        sides = ["unix"] if placement.local else placement.addresses_of_this_side()
        if not placement.local:
            watcher.phase(f"asking {len(placement.endpoints)} endpoints whom they reach")
        probes = probes_for(options.mpi, placement)
        if probes:
            stack.enter_context(probes)
        findings, silent = _findings(options, probes)
        total_s = (options.budget_s or (QUICK_S if options.quick else FULL_S)) / len(placement.nets)
        curve_rounds = 1 if options.quick else Pace.curve_rounds
        networks: dict[str, NetworkMap] = {}
        whole = Deadline.after(options.budget_s) if options.strict else NEVER
        setup_s = time.monotonic() - begin_s
        for number, net in enumerate(placement.nets):
            deadline = whole.first(1 / (len(placement.nets) - number))
            sampled = _sampled(options, net)
            control, outside = side_for(net, sides, probes)
            launch = NetworkLaunch(
                options.mpi,
                placement,
                net,
                control=control,
                interface=interface_of(control) if control != sides[0] else None,
                probes=probes,
                gpus=options.gpus,
            )
            if options.gpus:
                watcher.phase(f"trying buffers {options.gpus.buffers}")
                first = launch.side([endpoint.id for endpoint in placement.endpoints[:2]])
                device_trial.check(first, options.gpus.buffers)
            networks[net.name] = NetworkRun(
                launch,
                missing=missing_pairs(net, probes, options.seed, sampled),
                outside=outside,
                suspects={affect for finding in findings for affect in finding.affects if len(finding.affects) == 1},
                pace=Pace(
                    total_s,
                    options.watchdog_s,
                    options.loaded,
                    options.seed,
                    sampled,
                    curve_rounds,
                    options.transports,
                    begin_s + options.most_s,
                    deadline,
                ),
                sink=recording.add,
                progress=watcher.share,
                phase=watcher.phase,
            ).run()
            if networks[net.name].interrupted:
                break
        machine = _map(options, networks, findings, silent)
        if options.loaded and not placement.local:
            watcher.phase("asking what forwarding costs each host")
            costs = forwarding_of(list(_reached(placement)), placement.agent or settings.value("agent"))
            machine = replace(machine, forwarding=costs)
        interrupted = any(network.interrupted for network in networks.values())
        machine = replace(machine, not_looked=tuple(of_map(machine, interrupted=interrupted)))
        recording.run = run = replace(
            recording.ended(time.monotonic() - begin_s - setup_s, setup_s=setup_s, interrupted=interrupted),
            plan=replace(
                recording.run.plan, cells=tuple(cell for network in networks.values() for cell in network.cells)
            ),
            launches=tuple(facts for network in networks.values() for facts in network.launches),
            warnings=machine.warnings,
        )
        recording.keep(machine)
    if not machine.classes and not machine.findings and all(path.reachable for path in machine.paths):
        if run.status == "interrupted":
            raise KeyboardInterrupt
        reasons = {path.error for path in machine.paths if path.error}
        raise MeasurementFailed(
            "no-path",
            "no pair could be measured: " + "; ".join(sorted(reasons)[:3]),
            "see `rankwise mpi show` and --agent",
        )
    return Mapped(run=run, map=machine)


def gpus_of(
    where: Where,
    buffers: str,
    mpi: Mpi,
    device: str,
    devices: str,
    *,
    device_buffers: bool,
) -> tuple[Placement, GpuRanks]:
    """The GPUs of this machine, or of the hosts that are named, as endpoints. Raises UsageError for other parts of
    nodes, and as `on_gpus` does."""
    if where.per or where.ranks:
        raise UsageError(
            "buffers-and-endpoints",
            "--buffers maps the GPUs of each node",
            "leave --per away; --devices names some of them",
        )
    chosen = Devices(device, devices, device_buffers)
    if where.here:
        return on_gpus(chosen, buffers, mpi)
    hosts = where.placement(partial=True)
    nodes = {end.id for end in hosts.endpoints if end.kind != "card"}
    return on_gpus(chosen, buffers, mpi, hosts.with_only(nodes, ()))


def _sampled(options: MapOptions, net: Net) -> bool:
    if options.sampled is None:
        return len(net.addresses) > MOST_ALL_PAIRS
    if options.sampled:
        promise_for(len(net.addresses))  # before anything is measured
    return options.sampled


def _begin(options: MapOptions) -> Run:
    plan = Plan(name="map", endpoints=options.placement.endpoints, cells=(), seed=options.seed)
    return new_run("map", plan, {options.mpi.name: options.mpi}, with_sources(options.settings))


def _reached(placement: Placement) -> Iterator[str]:
    """The hosts and cards that a launch agent reaches, as it calls them."""
    yield from dict.fromkeys(host for host in placement.hosts.values() if host)


def _findings(options: MapOptions, probes: Probes | None) -> tuple[list[Finding], list[str]]:
    """What is wrong on endpoints, and which of those that can be started on could not be looked at."""
    hosts = {name: host for name, host in options.placement.hosts.items() if host and probes and name in probes.facts}
    if not hosts:
        return [], []
    looks, silent = look_at(options.placement.agent or SSH, hosts, options.placement.names)
    return endpoint_findings(looks, options.placement.expected), [f"{name}: {why}" for name, why in silent.items()]


def _map(options: MapOptions, networks: dict[str, NetworkMap], findings: list[Finding], silent: list[str]) -> Map:
    nets = {net.name: net for net in options.placement.nets}
    return Map(
        name=f"{options.placement.name}, {options.mpi.name}",
        origin="measured",
        source=f"{options.mpi.family} {options.mpi.version}",
        endpoints=options.placement.endpoints,
        fabrics=tuple(
            Fabric(
                id=name,
                kind=nets[name].kind,
                description=nets[name].description,
                evidence="; ".join(dict.fromkeys(path_class.transport for path_class in made.classes)),
                sampled=made.promise,
                slowdown=nets[name].slowdown,
            )
            for name, made in networks.items()
        ),
        paths=tuple(path for network in networks.values() for path in network.paths),
        classes=tuple(path_class for network in networks.values() for path_class in network.classes),
        resources=tuple(row for network in networks.values() for row in network.resources),
        meetings=tuple(row for network in networks.values() for row in network.meetings),
        findings=(
            *findings,
            *(
                finding
                for name, made in networks.items()
                for finding in cut_off(made.paths, name, nets[name].apart.keys())
            ),
        ),
        warnings=(
            *options.placement.warnings,
            *silent,
            *(words for network in networks.values() for words in network.warnings),
        ),
    )
