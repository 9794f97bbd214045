"""For which jobs an order of ranks is sought, and on which paths its ranks are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from builders.improving import case, on_phi
from builders.traces import a_trace, sent
from rankwise.core.errors import UsageError
from rankwise.model.machine import CostModel
from rankwise.model.transfer import Transfer
from rankwise.optimise.records import PlacedRank
from rankwise.verbs.improve.candidates.rank_order import offers, places_of, why_not
from rankwise.verbs.improve.case import ImproveOptions, Offer, is_named
from rankwise.verbs.improve.machine import endpoints_for
from rankwise.verbs.improve.run import _check_endpoints


@pytest.mark.parametrize(
    ("hosts", "line", "printed"),
    [
        (("n1", "n2"), "mpiexec -n 2 ./app", ""),
        (("n1", "n1"), "mpiexec -n 2 ./app", "one host"),
        (("n1",), "mpiexec -n 2 ./app", "every rank's host"),
        (("n1", "n2"), "mpiexec -n 1 ./a : -n 1 ./b", "several programs"),
        (("n1", "n2"), "sh job.sh", "not a launcher"),
    ],
)
def test_why_no_order_is_sought(hosts: tuple[str, ...], line: str, printed: str, tmp_path: Path) -> None:
    found = why_not(case(tmp_path, hosts, line))
    assert printed in found if printed else not found
    assert why_not(case(tmp_path, hosts, line, traced=False)) == "the program was not traced"


def test_ranks_on_hosts_that_were_not_named_stay(tmp_path: Path) -> None:
    """The two ranks that send most are on far cards; hosts are near each other."""
    far, near = ("c001-n001-mic2", "c001-n002-mic2"), ("c001-n001", "c001-n001-mic0", "c001-n002", "c001-n002-mic0")
    trace = a_trace({0: (sent("Send", 1 << 20, 100, 1),), **dict.fromkeys(range(1, 6), ())}, world=6)
    job = on_phi(tmp_path, (*far, *near), trace)
    (offer,) = offers(job)
    assert {0, 1} & {rank.rank for rank in moved(offer)}
    job.options = replace(job.options, endpoints="*-mic?")
    (kept,) = offers(job)
    assert all("mic" in rank.default and "mic" in rank.chosen for rank in moved(kept))
    job.options = replace(job.options, endpoints="c001-n00?")
    assert list(offers(job)) == [], "the ranks that send stay where they are"
    job.options = replace(job.options, endpoints="*-mic3")
    assert "fewer than two hosts" in why_not(job)


@pytest.mark.parametrize(
    ("names", "named"),
    [
        ("", "n1 n2 n10 n12 c1-mic0"),
        ("n[1-12]", "n1 n2 n10 n12"),
        ("n1, c*-mic*", "n1 c1-mic0"),
        ("n[2,10]", "n2 n10"),
    ],
)
def test_hosts_are_named_by_lists_and_patterns(names: str, named: str) -> None:
    hosts = ("n1", "n2", "n10", "n12", "c1-mic0")
    assert " ".join(host for host in hosts if is_named(host, names)) == named


def test_a_job_of_whose_ranks_nothing_is_known_may_go_on() -> None:
    """A script whose short start failed is run all the same."""
    options = ImproveOptions(argv=("mpirun", "./job.sh"), mpi=None, budget_s=10.0)
    _check_endpoints(options, ())
    _check_endpoints(replace(options, endpoints="n1"), ())
    with pytest.raises(UsageError, match="no host of the job matches 'n9'"):
        _check_endpoints(replace(options, endpoints="n9", relays=("n1",)), ())


def moved(offer: Offer) -> list[PlacedRank]:
    assert offer.line.placement is not None
    return [rank for rank in offer.line.placement.ranks if rank.default != rank.chosen]


def test_ranks_of_a_host_share_its_paths() -> None:
    hosts = ("a", "a", "b", "a")
    assert endpoints_for(hosts) == ("a", "b", "a")  # a second one on the host that holds several ranks
    level = np.array([[-1, 1, 2], [3, -1, 4], [5, 6, -1]])
    machine = CostModel(("a#0", "b", "a#1"), (0, 1, 0), level, (Transfer(1e-6, 1e9),) * 7)
    found = places_of(machine, hosts)
    assert found.kinds == (0, 0, 1, 0)
    assert found.level.tolist() == [[-1, 2, 1, 2], [2, -1, 1, 2], [3, 3, -1, 3], [2, 2, 1, -1]]
