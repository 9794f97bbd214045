"""Which messages of a job are relayed: on the published cluster, whose far cards have a slow path between nodes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from builders.improving import on_phi, phi
from builders.traces import a_trace, sent
from rankwise.optimise.records import PlacedRank, RankOrder, RelayedPair
from rankwise.tuning.records import TuningLine
from rankwise.verbs.improve.candidates.relays import offers, why_not
from rankwise.verbs.improve.case import Case
from rankwise.verbs.improve.machine import one_for_each_host

HOSTS = ("c001-n001", "c001-n002")
FAR = tuple(f"{host}-mic2" for host in HOSTS)
LARGE = 1 << 20


def sending(folder: Path, hosts: tuple[str, ...], relays: tuple[str, ...] = (), size: int = LARGE) -> Case:
    """Each rank sends to the next one."""
    rows = {rank: (sent("Send", size, 100, (rank + 1) % len(hosts)),) for rank in range(len(hosts))}
    return on_phi(folder, hosts, a_trace(rows, world=len(hosts)), relays)


def test_a_pair_on_a_bad_path_goes_through_hosts_without_ranks(tmp_path: Path) -> None:
    job = sending(tmp_path, FAR, HOSTS)
    assert why_not(job) == ""
    (offer,) = offers(job)
    assert offer.line.relay is not None
    assert offer.line.relay.pairs == (RelayedPair(source=FAR[0], target=FAR[1], through=HOSTS),)
    assert offer.modelled is not None and offer.modelled > 5
    assert offer.what == " > ".join((FAR[0], *HOSTS, FAR[1]))


def test_what_gains_nothing_is_not_offered(tmp_path: Path) -> None:
    assert list(offers(sending(tmp_path, FAR, HOSTS, size=64))) == []
    assert list(offers(sending(tmp_path, HOSTS, FAR))) == []


def test_without_a_third_host_nothing_is_relayed(tmp_path: Path) -> None:
    assert "--relays" in why_not(sending(tmp_path, FAR))
    assert "one host" in why_not(sending(tmp_path, (FAR[0], FAR[0])))


def test_ranks_are_where_the_order_in_use_puts_them(tmp_path: Path) -> None:
    """Ranks 0 and 1 send each other most; by default they are on hosts, in the order in use on far cards."""
    job = sending(tmp_path, (*HOSTS, *FAR))
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


def test_messages_go_through_hosts_that_were_named_alone(tmp_path: Path) -> None:
    job = sending(tmp_path, FAR, HOSTS)
    job.options = replace(job.options, endpoints="*-mic*")
    assert why_not(job) == "" and list(offers(job)) == [], "both hosts would be relays"
    job.options = replace(job.options, endpoints="c001-n00?")
    (offer,) = offers(job)
    assert offer.line.relay is not None and offer.line.relay.pairs[0].through == HOSTS
    job.options = replace(job.options, endpoints="n9")
    assert "no host matches 'n9'" in why_not(job)


def test_a_host_with_several_ranks_is_one_relay() -> None:
    found = one_for_each_host(phi(HOSTS[0], HOSTS[0], *FAR))
    assert [endpoint.id for endpoint in found.endpoints] == [HOSTS[0], *FAR]
