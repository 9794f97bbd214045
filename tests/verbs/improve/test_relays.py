"""Which messages of a job are relayed: on the published cluster, whose far cards have a slow path between nodes."""

from __future__ import annotations

import time
from pathlib import Path

from msgspec.structs import replace

from builders.runs import mpi
from builders.traces import a_trace, sent
from rankwise.cluster.declared import to_map
from rankwise.cluster.plan import read_plan
from rankwise.core.records import Map, PlacedRank, ProbedRank, RankOrder, RelayedPair, TuningLine
from rankwise.measure.watcher import Watcher
from rankwise.tuning.carrier import Carrier
from rankwise.verbs.compare.program import ProgramOptions
from rankwise.verbs.improve.candidates.relays import offers, why_not
from rankwise.verbs.improve.case import Case, ImproveOptions
from rankwise.verbs.improve.machine import one_for_each_host
from rankwise.verbs.tune.jury import Jury

PHI = Path(__file__).parents[3] / "examples/phi-cluster.toml"
HOSTS = ("c001-n001", "c001-n002")
FAR = tuple(f"{host}-mic2" for host in HOSTS)
LARGE = 1 << 20


def phi(*names: str) -> Map:
    """The declared map as `improve` measures it: endpoints on these hosts, a second one of a host under another id."""
    whole = to_map(read_plan(PHI))
    known = {endpoint.id: replace(endpoint, address=endpoint.id) for endpoint in whole.endpoints}
    once = tuple(dict.fromkeys(names))
    again = tuple(replace(known[name], id=f"{name}#1") for name in once if names.count(name) > 1)
    return replace(whole, endpoints=(*(known[name] for name in once), *again), paths=tuple(
        path for path in whole.paths if path.source in once and path.target in once
    ))  # fmt: skip


def case(folder: Path, hosts: tuple[str, ...], relays: tuple[str, ...] = (), size: int = LARGE) -> Case:
    argv = ("mpiexec", "-n", str(len(hosts)), "./app")
    asked = ProgramOptions(sides=(), argv=argv, out=folder)
    ranks = tuple(
        ProbedRank(number=rank, world=len(hosts), host=host, boot_id="", pid=rank, cpus=())
        for rank, host in enumerate(hosts)
    )
    rows = {rank: (sent("Send", size, 100, (rank + 1) % len(hosts)),) for rank in range(len(hosts))}
    options = ImproveOptions(argv=argv, relays=relays)
    jury = Jury(Carrier(mpi("mpich"), folder), asked, Watcher(), 1.0)
    trace = a_trace(rows, world=len(hosts))
    one = Case(options, mpi("mpich"), jury, ranks, trace, 1.0, time.monotonic() + 10.0)
    one.machine = phi(*hosts, *relays)
    return one


def test_a_pair_on_a_bad_path_goes_through_hosts_without_ranks(tmp_path: Path) -> None:
    job = case(tmp_path, FAR, HOSTS)
    assert why_not(job) == ""
    (offer,) = offers(job)
    assert offer.line.relay is not None
    assert offer.line.relay.pairs == (RelayedPair(source=FAR[0], target=FAR[1], through=HOSTS),)
    assert offer.modelled is not None and offer.modelled > 5
    assert offer.what == " > ".join((FAR[0], *HOSTS, FAR[1]))


def test_what_gains_nothing_is_not_offered(tmp_path: Path) -> None:
    assert list(offers(case(tmp_path, FAR, HOSTS, size=64))) == []
    assert list(offers(case(tmp_path, HOSTS, FAR))) == []


def test_without_a_third_host_nothing_is_relayed(tmp_path: Path) -> None:
    assert "--relays" in why_not(case(tmp_path, FAR))
    assert "one host" in why_not(case(tmp_path, (FAR[0], FAR[0])))


def test_ranks_are_where_the_order_in_use_puts_them(tmp_path: Path) -> None:
    """Ranks 0 and 1 send each other most; by default they are on hosts, in the order in use on far cards."""
    job = case(tmp_path, (*HOSTS, *FAR))
    job.trace = a_trace({0: (sent("Send", LARGE, 100, 1),), 1: (), 2: (), 3: ()})
    assert list(offers(job)) == []
    placed = tuple(
        PlacedRank(rank=rank, default=job.hosts[rank], chosen=host, host=host)
        for rank, host in enumerate((*FAR, *HOSTS))
    )
    order = RankOrder(machine="m", pattern="the trace", ranks=placed)
    job.lines.append(TuningLine(id="rank-order", why="", undo="", placement=order))
    assert job.order == (2, 3, 0, 1)
    (offer,) = offers(job)
    assert offer.line.relay is not None and offer.line.relay.pairs[0].through == HOSTS


def test_a_host_with_several_ranks_is_one_relay() -> None:
    found = one_for_each_host(phi(HOSTS[0], HOSTS[0], *FAR))
    assert [endpoint.id for endpoint in found.endpoints] == [HOSTS[0], *FAR]
