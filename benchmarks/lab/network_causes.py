"""Causes planted between the nodes of a lab: does a survey name the cause, and does it accuse nothing in a healthy lab?

One kind of cause is one row of `KINDS`.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fnmatch import fnmatch
from itertools import cycle, islice
from pathlib import Path

import msgspec

from benchmarks.goals import Goal, Report, share_goal
from benchmarks.labs import NAP, Net, inside, lab_of, plan_of
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Finding
from rankwise.lab import endpoint, faults
from rankwise.lab.records import Lab
from rankwise.measure import preload

HOSTS = ("n1", "n2", "n3")
MPIS = ("mpich", "openmpi", "impi")
_INTERFACE = {"mpich": "UCX_NET_DEVICES", "openmpi": "OMPI_MCA_btl_tcp_if_include", "impi": "FI_TCP_IFACE"}
_EAGER = {"mpich": "UCX_RNDV_THRESH", "openmpi": "OMPI_MCA_btl_tcp_eager_limit"}
SEED, COUNT, NAMED, HEALTHY = 17, 36, 32, 30
_LAB = "network-causes"
_BUDGET_S = 15.0
_INSIDE = Path(__file__).with_name("causes_inside.py")
# What a finding between nodes is called; others (`yield-in-progress`) are of the library or the machine.
_BETWEEN = (
    *("*:unused-transport-*", "*:early-rendezvous-*", "*:small-buffers-*", "*:environment-*"),
    *("*:slow-node-*", "*:one-way-*", "odd-node"),
)


@dataclass
class Planted:
    """`named`: patterns of findings of which one must be there, `node`: whom it must name; `env`: of the job;
    `mend`: how it is taken away."""

    words: str
    named: tuple[str, ...]
    node: str = ""
    env: dict[str, str] = field(default_factory=dict)
    mend: Callable[[], object] = lambda: None


@dataclass(frozen=True)
class Kind:
    """`proof`: how a survey knows. `rates`: of the networks of its lab, in MB/s. `mpis`: those that can have it."""

    proof: str
    plant: Callable[[Lab, random.Random, str], Planted]
    rates: tuple[int, ...] = (100,)
    mpis: tuple[str, ...] = MPIS


def _cut(lab: Lab, a: str, b: str, draw: random.Random, *, network: str = "eth0", one_way: bool = False) -> str:
    left = f"{draw.uniform(0.15, 0.4):.2f}"
    faults.add(lab, "rate-cut", (a, b, left), network=network, one_way=one_way)
    return f"{left} of the rate left from {a} to {b} on {network}"


def _mend(lab: Lab) -> Callable[[], object]:
    return lambda: faults.clear(lab)


def _slow_network(lab: Lab, draw: random.Random, _: str) -> Planted:
    words = _cut(lab, "*", "*", draw, network="eth1")
    return Planted(words, ("*:unused-transport-*10.32.0.0/16",), mend=_mend(lab))


def _one_rail(_: Lab, draw: random.Random, mpi: str) -> Planted:
    name = draw.choice(("UCX_MAX_RNDV_RAILS", "UCX_NET_DEVICES")) if mpi == "mpich" else _INTERFACE[mpi]
    value = "1" if name == "UCX_MAX_RNDV_RAILS" else draw.choice(("eth0", "eth1"))
    return Planted(f"{name}={value}", (f"*:environment-{name}", "*:unused-transport-*:rails"), env={name: value})


def _early_rendezvous(_: Lab, draw: random.Random, mpi: str) -> Planted:
    name, limit = _EAGER[mpi], str(draw.choice((256, 1024, 4096, 16384)))
    return Planted(f"{name}={limit}", (f"*:environment-{name}", "*:early-rendezvous-*"), env={name: limit})


def _wrong_interface(_: Lab, __: random.Random, mpi: str) -> Planted:
    name = _INTERFACE[mpi]
    return Planted(f"{name}=eth0", (f"*:environment-{name}", "*:unused-transport-*10.34.0.0/16"), env={name: "eth0"})


def _small_mtu(lab: Lab, draw: random.Random, _: str) -> Planted:
    node, mtu = draw.choice(HOSTS), draw.randrange(150, 230)
    endpoint.must(lab, node, "ip", "link", "set", "eth0", "mtu", str(mtu))
    mend = lambda: endpoint.must(lab, node, "ip", "link", "set", "eth0", "mtu", "1500")  # noqa: E731
    return Planted(f"MTU {mtu} on {node}", (f"*:slow-node-{node}",), node, mend=mend)


def _locked_memory(lab: Lab, draw: random.Random, _: str) -> Planted:
    node, limit = draw.choice(HOSTS), draw.choice((65536, 131072, 1048576))
    before = endpoint.must(lab, node, "prlimit", "--memlock", "--output=SOFT", "--noheadings", "--raw", "--pid=1")
    endpoint.must(lab, node, "prlimit", f"--memlock={limit}:", "--pid=1")
    mend = lambda: endpoint.must(lab, node, "prlimit", f"--memlock={before.strip()}:", "--pid=1")  # noqa: E731
    return Planted(f"locked memory {limit} B on {node}", ("odd-node",), node, mend=mend)


def _small_buffers(lab: Lab, draw: random.Random, _: str) -> Planted:
    most = draw.choice((4096, 8192, 12288))

    def limit(read: str, write: str) -> None:
        for node in HOSTS:
            endpoint.must(lab, node, "sysctl", "-qw", f"net.ipv4.tcp_rmem={read}", f"net.ipv4.tcp_wmem={write}")

    before = [endpoint.must(lab, "n1", "sysctl", "-n", f"net.ipv4.tcp_{one}mem").strip() for one in "rw"]
    limit(f"4096 {most} {most}", f"4096 {most} {most}")
    return Planted(f"socket buffers of {most} B", ("*:small-buffers-*",), mend=lambda: limit(*before))


def _slow_port(lab: Lab, draw: random.Random, _: str) -> Planted:
    node = draw.choice(HOSTS)
    return Planted(_cut(lab, node, "*", draw), (f"*:slow-node-{node}",), node, mend=_mend(lab))


def _one_way(lab: Lab, draw: random.Random, _: str) -> Planted:
    a, b = draw.sample(HOSTS, 2)
    return Planted(_cut(lab, a, b, draw, one_way=True), (f"*:one-way-{a}-{b}",), a, mend=_mend(lab))


KINDS = {
    "slow network taken": Kind("removal", _slow_network, (60, 100)),
    "one rail of two": Kind("removal", _one_rail, (60, 60), ("mpich", "openmpi")),  # Intel MPI takes one anyway
    "rendezvous too early": Kind("removal", _early_rendezvous, mpis=tuple(_EAGER)),
    "wrong interface": Kind("removal", _wrong_interface, (15, 100)),
    "small MTU of a node": Kind("contrast", _small_mtu),
    "locked memory of a node": Kind("observed", _locked_memory),
    "small socket buffers": Kind("removal", _small_buffers),
    "port at lower rate": Kind("contrast", _slow_port),
    "slow in one direction": Kind("contrast", _one_way),
}


@contextmanager
def _first_in_line() -> Iterator[None]:
    """This process and all that it starts before other work on the machine, where that is allowed. Ranks that wait
    sleep, so that they take little of it; without this, a visit on a busy machine takes 30 times as long."""
    policy, parameter = os.sched_getscheduler(0), os.sched_getparam(0)
    try:
        with suppress(PermissionError):
            os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
        yield
    finally:
        os.sched_setscheduler(0, policy, parameter)


@contextmanager
def causes_lab(rates: tuple[int, ...]) -> Iterator[tuple[Lab, Path]]:
    """A lab of three nodes on networks of these rates, and the file of its endpoints; gone afterwards. Ranks that wait
    sleep for 20 us: more of them than CPUs would measure each other."""
    networks = [Net(f"eth{number}", f"{rate}MB/s") for number, rate in enumerate(rates)]
    with _first_in_line(), lab_of(_LAB, plan_of("network-causes", len(HOSTS), *networks)) as (lab, folder):
        preload.build(NAP, folder / "nap.so")
        endpoints = folder / "endpoints.toml"
        env = f'env = {{ LD_PRELOAD = "{folder / "nap.so"}" }}'
        endpoints.write_text("".join(f'[[endpoint]]\nid = "{one}"\naddress = "{one}"\n{env}\n\n' for one in HOSTS))
        yield lab, endpoints


def causes(lab: Lab, endpoints: Path, mpi: str, env: dict[str, str] | None = None) -> list[Finding]:
    """What a survey finds in the lab: of nodes by looking, of paths by its experiments."""
    given = {"RANKWISE_ALLOW": "LD_PRELOAD", **(env or {})}  # the file of endpoints is the lab's own
    variables = [f"{key}={value}" for key, value in given.items()]
    line = [*inside(lab), "env", *variables, sys.executable, str(_INSIDE), str(endpoints), mpi, str(_BUDGET_S)]
    done = process.run(line, timeout_s=300)
    try:
        return msgspec.json.decode(done.stdout, type=list[Finding])
    except msgspec.DecodeError as error:
        raise MeasurementFailed("no-findings", done.describe(), "run the same by hand") from error


def between(findings: list[Finding]) -> list[Finding]:
    """Those that accuse something between nodes."""
    return [one for one in findings if any(fnmatch(one.id, pattern) for pattern in _BETWEEN)]


def right(planted: Planted, findings: list[Finding]) -> bool:
    """Whether a finding names what was planted, and where."""
    return any(
        any(fnmatch(one.id, pattern) for pattern in planted.named) and (planted.node in one.title) for one in findings
    )


def network_causes(quick: bool) -> Report:
    """Each kind in turn, place and size drawn, each time with another of the MPIs that can have it; each taken away
    again. Then labs in which nothing is wrong."""
    method = (
        f"labs of three nodes; {len(KINDS)} kinds of causes in turn, place and size drawn by seed {SEED}; after each "
        f"planting the findings of a survey of one MPI, of {', '.join(MPIS)} in turn (its experiments for "
        f"{_BUDGET_S:.0f} s, more on a busy machine, without its other cells). Ranks that wait sleep for 20 us, at "
        "real-time priority 1. Healthy: the lab of one network with nothing planted"
    )
    draw = random.Random(SEED)
    rounds = 1 if quick else COUNT // len(KINDS)
    rows: list[tuple[str, ...]] = []
    named: Counter[str] = Counter()
    healthy, accused = 0, 0
    for rates in dict.fromkeys(kind.rates for kind in KINDS.values()):
        kinds = {name: kind for name, kind in KINDS.items() if kind.rates == rates}
        with causes_lab(rates) as (lab, endpoints):
            for index, (name, kind) in enumerate(kinds.items()):
                for mpi in islice(cycle(kind.mpis), index, index + rounds):
                    planted = kind.plant(lab, draw, mpi)
                    try:
                        found = between(causes(lab, endpoints, mpi, planted.env))
                    finally:
                        planted.mend()
                    good = right(planted, found)
                    named[name] += good
                    printed = "; ".join(one.title for one in found) or "nothing"
                    rows.append((name, mpi, planted.words, kind.proof, "yes" if good else "NO", printed[:160]))
                    print(*rows[-1], sep="  ", file=sys.stderr, flush=True)
            # With several networks the default leaves rails unused, and a survey is right to say so.
            for mpi in islice(cycle(MPIS), (1 if quick else HEALTHY) if len(rates) == 1 else 0):
                found = between(causes(lab, endpoints, mpi))
                healthy += 1
                accused += bool(found)
                if found:
                    rows.append(("healthy", mpi, "nothing", "", "NO", "; ".join(one.title for one in found)[:160]))
                print("healthy", mpi, *(one.title for one in found), sep="  ", file=sys.stderr, flush=True)
    total = rounds * len(KINDS)
    return Report(
        method,
        goals=(
            share_goal("cause named", sum(named.values()), total, f">= {NAMED} of {COUNT}",
                       sum(named.values()) >= total * NAMED / COUNT),
            Goal("kinds named at least once", f"{sum(named[name] > 0 for name in KINDS)} of {len(KINDS)}",
                 f"all {len(KINDS)}", all(named[name] for name in KINDS)),
            share_goal("healthy labs accused", accused, healthy, f"0 of {HEALTHY}", accused == 0),
        ),
        header=("kind", "MPI", "planted", "known by", "named", "what was said"),
        rows=tuple(rows),
    )  # fmt: skip
