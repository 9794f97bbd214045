"""Studies of the workstation and the cluster with Xeon Phi cards in a lab: fabrics, classes, rings, relays, pricing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rankwise.apply import file as tuning_file
from rankwise.apply.builds import tuned_build
from rankwise.cluster.machine import figures
from rankwise.cluster.machine_map import endpoint_name
from rankwise.cluster.records import Machine, MachineRule
from rankwise.cluster.reference import machine_named
from rankwise.core import settings
from rankwise.core.errors import MeasurementFailed
from rankwise.experiment.records import Comparison
from rankwise.maps.records import Mapped
from rankwise.mpis import catalog
from rankwise.optimise.records import Relay, RelayedPair
from rankwise.programs.records import Programmed
from rankwise.tuning.records import Tuning, TuningLine
from rankwise.verbs.study import phi, programs
from rankwise.verbs.study.lab import CIDR, FRAMES, SHARED, StudyLab, lab_of, machine_plan
from rankwise.verbs.study.verdicts import Study, rows_of

_RING_SLOWDOWN: Final = 200.0
_PAIR_BYTES_PER_S: Final = 10e6
"""What the fastest path of two ranks carries: a MiB takes 0.1 s, far longer than waiting for a processor."""
_CLUSTER_BYTES_PER_S: Final = 40e6
_RELAYED_SLOWDOWN: Final = 120.0
_RELAYED: Final = 2 << 20
_PRICING_SLOWDOWN: Final = 100.0
_LEAST_ITEMS, _MOST_ITEMS, _PRICING_S = 3, 60, 0.02
"""Items of each worker: so many that a published worker would compute for so long, within these bounds."""
_CARD_LATENCY_S: Final = 10e-6
"""Of paths of cards on the other cluster: none was published with what its adapters read and write."""


def ring(study: Study) -> None:
    """The two rings of cards, measured."""
    machine = machine_named("phi-cluster")
    with lab_of(machine_plan(machine, "dapl", _RING_SLOWDOWN)) as lab:
        worst = {
            label: lab.rate("sendrecv", ",".join(map(str, places))) / 1e6
            for label, places in phi.rings(machine).items()
        }
    phi.judge_rings(study, worst, why=SHARED)
    study.notes.append(FRAMES)


def fabric(study: Study) -> None:
    """Sendrecv between the host and its card over both fabrics, whose greatest rates are put in."""
    machine = machine_named("phi-workstation")
    rates = {}
    for name in ("tcp", "dapl"):
        with lab_of(machine_plan(machine, name, _greatest(machine, name) / _PAIR_BYTES_PER_S)) as lab:
            rates[name] = 2 * lab.rate("sendrecv", "0,1")
    published = {
        name: float(
            rows_of("imb_sendrecv_phi.csv", fabric=name, endpoint_a="host", endpoint_b="mic0")[-1][
                "bandwidth_both_directions_MiB_per_s"
            ]
        )
        for name in rates
    }
    for name, rate in rates.items():
        source = f"imb_sendrecv_phi.csv: {name}, host, mic0"
        study.put_in(f"{name}, both directions", published[name], rate / (1 << 20), "MiB/s", source)
    study.predicted(
        "dapl over tcp",
        published["dapl"] / published["tcp"],
        rates["dapl"] / rates["tcp"],
        "x",
        "imb_sendrecv_phi.csv",
        why=SHARED,
    )
    study.notes.append(f"{FRAMES} Its links have no protocol steps.")


def cluster(study: Study) -> None:
    """Each published path as a map of a lab has it, and whether the map tells its classes apart. Three cards of a node
    have paths of all classes; the fourth would make the map twice as long."""
    whole = machine_named("phi-cluster")
    machine = replace(whole, endpoints=whole.endpoints[:4])
    for name in ("tcp", "dapl"):
        with lab_of(machine_plan(machine, name, _greatest(machine, name) / _CLUSTER_BYTES_PER_S)) as lab:
            measured = lab.answer(["map", "--lab", lab.lab.name, "--quick"], Mapped).map
        by_pair: phi.Figures = {}
        for path in measured.paths:
            if path.latency_s is None or path.bandwidth_bytes_per_s is None:
                why = path.error or "it has no figures"
                raise MeasurementFailed("lab-failed", f"{path.source} to {path.target}: {why}", "try it again")
            by_pair[path.source, path.target] = (
                path.latency_s / lab.slowdown,
                path.bandwidth_bytes_per_s * lab.slowdown,
            )
        phi.judge_paths(study, machine, name, by_pair, float(len(measured.classes)))
    study.notes.append(f"{FRAMES} A map sends single messages, whose rate holds their handshake too.")


def relay(study: Study) -> None:
    """Messages between cards of two nodes: directly, and relayed by hosts as `rankwise run` does."""
    machine = machine_named("phi-cluster")
    with lab_of(machine_plan(machine, "dapl", _RELAYED_SLOWDOWN)) as lab:
        rates = _direct_and_relayed(lab, RelayedPair(source="n1-mic3", target="n2-mic3", through=("n1", "n2")))
    phi.judge_far_cards(study, rates[0], {"through both hosts, in pieces as they come": rates[1]})
    with lab_of(machine_plan(_with_proxy(machine), "infiniband", _RELAYED_SLOWDOWN)) as lab:
        rates = _direct_and_relayed(lab, RelayedPair(source="n1-mic0", target="n2-mic0", through=("n1",)))
    phi.judge_proxy(study, rates[1] / rates[0], why="the relay takes its part of the processors of this machine")
    study.notes.append(
        f"{FRAMES} Near cards have the latencies of the other cluster, and its rate between host and card."
    )


def asian(study: Study) -> None:
    """Option pricing on all cards with a worker each, which sleeps as long as its card would compute."""
    programs.judge_shape(study, priced(programs.points((max(programs.CARDS),), workers=1)))


def priced(points: Sequence[programs.Pricing], slowdown: float = _PRICING_SLOWDOWN) -> dict[programs.Pricing, float]:
    """Values per second of each point in a lab of its fabric, as the published cluster would have them. The lab and its
    workers are so many times slower."""
    machine = machine_named("phi-cluster")
    rates: dict[programs.Pricing, float] = {}
    for fabric in dict.fromkeys(point.fabric for point in points):
        with lab_of(machine_plan(machine, fabric, slowdown)) as lab:
            rates |= {point: _priced(lab, machine, point) for point in points if point.fabric == fabric}
    return rates


def _priced(lab: StudyLab, machine: Machine, point: programs.Pricing) -> float:
    count = len(machine.endpoints)
    hosts = ",".join(endpoint_name(machine, *divmod(place, count)) for place in point.places)
    items = max(_LEAST_ITEMS, min(_MOST_ITEMS, round(_PRICING_S * programs.PACE / point.item)))
    given = point.options(items, programs.PACE / lab.slowdown)
    options = [word for name, value in given.items() for word in (f"--{name}", str(value))]
    (done,) = lab.answer(["program", "run", "asian", "--hosts", hosts, "--", *options], Programmed).results
    if done.figure is None:
        raise MeasurementFailed("lab-failed", f"asian: {done.error or done.check}", "`rankwise program run` tries it")
    return lab.slowdown * done.figure


def _greatest(machine: Machine, fabric: str) -> float:
    return max(figures(rule)[1] or 0.0 for rule in machine.rules if rule.fabric == fabric and rule.where != "inside")


def _with_proxy(other: Machine) -> Machine:
    """Hosts and near cards by what an FDR adapter reads and writes; between a host and its card as on `other`."""
    machine = machine_named("infiniband-sandy-bridge")

    def kept(rule: MachineRule) -> bool:
        return {rule.sender, rule.receiver} <= {"host", "near-card", "any"}

    def inside_node(rule: MachineRule) -> bool:
        return rule.fabric == "dapl" and rule.where == "same-node" and {rule.sender, rule.receiver} == {"host", "card"}

    return replace(
        machine,
        endpoints=tuple(end for end in machine.endpoints if end.name in ("host", "mic0")),
        rules=(
            *(replace(rule, latency_s=_CARD_LATENCY_S) for rule in machine.rules if kept(rule)),
            *(replace(rule, fabric="infiniband") for rule in other.rules if inside_node(rule)),
        ),
    )


def _direct_and_relayed(lab: StudyLab, pair: RelayedPair) -> tuple[float, float]:
    """Bytes per second of a message directly and by its relays, as the published network would have them."""
    mpi = catalog.find(settings.value("mpi"))
    tuning = Tuning(
        name="relay",
        build=tuned_build(mpi),
        machine=lab.lab.plan.name,
        ranks=2,
        lines=(TuningLine(id="relay", why="", undo="", relay=Relay(pairs=(pair,), network=CIDR)),),
    )
    tuning_file.write(tuning, file := lab.folder / "relayed.toml")
    side = f"mpi={mpi.name}+hosts={pair.source},{pair.target}"
    words = ["compare", side, f"{side}+tuning={file}", "--kernels", "oneway", "--sizes", str(_RELAYED)]
    compared = lab.answer([*words, "--budget", "60s"], Comparison)
    (cell,) = compared.cells
    if cell.failed:
        raise MeasurementFailed("lab-failed", "; ".join(cell.failed.values()), "`rankwise route --try` tries a relay")
    direct_s, relayed_s = (cell.times_s[side] for side in compared.sides)
    return lab.slowdown * cell.size_bytes / direct_s, lab.slowdown * cell.size_bytes / relayed_s
