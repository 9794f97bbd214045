"""Where ranks run, as a user names it, and what a run keeps of it for later."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankwise.cluster.plan import read_plan
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Endpoint
from rankwise.model.topology import RELATIONS, core_endpoints, relation
from rankwise.placement.placement import Placement
from rankwise.placement.where import Where, of_plan, on_cpus, this_machine
from recorded.machines import node

PHI = Path(__file__).parents[2] / "examples" / "phi-cluster.toml"
AWAY = [
    Where(hosts=("n1",)),
    Where(hosts=("n1", "n2", "n1")),
    Where(endpoints=Path("/x/endpoints.toml")),
    Where(plan=Path("/x/cluster.toml")),
]


@pytest.mark.parametrize("where", [Where(), *AWAY])
def test_a_run_that_goes_on_finds_where_it_was_again(where: Where) -> None:
    assert Where.kept_in({"mpi": "mpich", **where.kept()}) == where
    assert where.here == (where not in AWAY)


@pytest.mark.parametrize(
    "named",
    [
        {"ranks": 2, "hosts": ("n1",)},
        {"ranks": 2, "endpoints": Path("e.toml")},
        {"endpoints": Path("e.toml"), "hosts": ("n1",)},
        {"plan": Path("p.toml"), "hosts": ("n1",)},
        {"lab": read_plan(PHI), "plan": Path("p.toml")},
    ],
)
def test_one_of_them_says_how_many_ranks_there_are(named: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="each say how many ranks"):
        Where(**named)  # type: ignore[arg-type]


def test_what_two_cores_are_to_each_other_is_their_path_class() -> None:
    assert this_machine(2).path_class in RELATIONS


def test_a_pair_of_ranks_for_each_relation_the_first_two_first() -> None:
    whole = node("two-socket-smt")
    cores = core_endpoints(whole)
    placement = Placement("node", cores, {core.id: None for core in cores}, nodes_looked_at={None: whole})
    pairs = placement.pairs()
    assert pairs[0] == (0, 1)
    relations = [relation(placement.inventory, cores[a], cores[b]) for a, b in pairs]
    assert ", ".join(relations) == placement.path_class
    assert "other socket" in relations and len(relations) == len(set(relations)) > 1


def agent(folder: Path, *known: str) -> str:
    """A launch agent for which every host in `known` is this machine."""
    script = folder / "agent"
    script.write_text(
        f'#!/bin/sh\ncase $1 in {"|".join(known)}) shift; exec sh -c "$*";; esac\necho unknown >&2; exit 1\n'
    )
    script.chmod(0o755)
    return str(script)


def test_hosts_know_their_topology_and_a_host_named_twice_has_two_endpoints(tmp_path: Path) -> None:
    twice = Where(hosts=("a", "b", "a")).placement(agent=agent(tmp_path, "a", "b"))
    assert [endpoint.id for endpoint in twice.endpoints] == ["a#0", "b", "a#2"]
    assert twice.hosts == {"a#0": "a", "b": "b", "a#2": "a"}
    here = this_machine(1)
    assert {endpoint.node for endpoint in twice.endpoints} == {here.inventory.nodes[0].hostname}
    assert twice.inventory.nodes[0].cpus == here.inventory.nodes[0].cpus


def test_a_host_that_does_not_answer_ends_a_job_and_is_told_by_a_map(tmp_path: Path) -> None:
    where = Where(hosts=("a", "dead"))
    with pytest.raises(EnvironmentProblem, match="dead"):
        where.placement(agent=agent(tmp_path, "a"))
    part = where.placement(agent=agent(tmp_path, "a"), partial=True)
    assert [endpoint.id for endpoint in part.endpoints] == ["a", "dead"]
    assert len(part.warnings) == 1 and part.warnings[0].startswith("dead could not be looked at")
    assert list(part.silent) == ["dead"]


def test_cores_of_one_file_are_told_apart_by_their_node(tmp_path: Path) -> None:
    """Two CPUs of one host that a file names are what the host's topology says, not just `same node`."""
    file = tmp_path / "endpoints.toml"
    file.write_text(
        "".join(f'[[endpoint]]\nid = "e{cpu}"\naddress = "a"\ncpus = [{cpu}]\n' for cpu in (0, 0)).replace(
            '"e0"', '"x"', 1
        )
    )
    placement = Where(endpoints=file).placement(agent=agent(tmp_path, "a"))
    assert placement.path_class == "same cpu"


def test_more_ranks_than_cpus_are_oversubscribed() -> None:
    node_here = this_machine(1).inventory.nodes[0]
    cpus = list(node_here.sandbox.allowed_cpus) or [cpu.id for cpu in node_here.cpus]
    assert not on_cpus(cpus, node_here).oversubscribed()
    assert on_cpus([*cpus, cpus[0]], node_here).oversubscribed()
    assert not on_cpus([*cpus, cpus[0]], node_here).oversubscribed([f"{node_here.hostname}:c{cpus[0]}#0"])


def test_a_plan_is_not_looked_at_to_know_what_its_endpoints_are() -> None:
    placement = of_plan(read_plan(PHI), ())
    assert "near card to host, other node" in placement.path_class
    assert not placement.nodes_looked_at
    stretched = {net.name: (net.slowdown, net.description) for net in of_plan(read_plan(PHI), (), in_lab=True).nets}
    assert stretched["infiniband"] == (20.0, "flat network, MTU 1500, 20 times slower in a lab")
    assert {net.slowdown for net in placement.nets} == {1.0}, "hosts that are there are as fast as they are"


def test_relations_of_thousands_of_endpoints_are_found_without_asking_of_every_pair() -> None:
    asked = 0

    def by_leaf(a: Endpoint, b: Endpoint) -> str:
        nonlocal asked
        asked += 1
        return "same leaf" if int(a.node[1:]) // 16 == int(b.node[1:]) // 16 else "other leaf"

    endpoints = tuple(Endpoint(id=f"n{number}", node=f"n{number}") for number in range(4096))
    placement = Placement("many", endpoints, {end.id: end.id for end in endpoints}, planned_relation=by_leaf)
    assert placement.pairs() == [(0, 1), (0, 16)]
    assert asked < 4096 * 40


def test_endpoints_that_nobody_looked_at_are_looked_at_and_the_silent_ones_told() -> None:
    """As those of a lab and of a plan, which are not looked at when they are named."""
    places = tuple(Endpoint(id=name, node=name, kind="core", cpus=()) for name in ("here", "away"))
    hosts = {"here": None, "away": "away"}
    with Placement("two", places, hosts, agent="/bin/false", addresses=("192.0.2.1",)).of_those_that_answered() as kept:
        assert [endpoint.id for endpoint in kept.endpoints] == ["here"]
        assert kept.addresses == ("192.0.2.1",)
        assert len(kept.inventory.nodes) == 1
        (warning,) = kept.warnings
        assert warning.startswith("away could not be looked at")
        assert list(kept.silent) == ["away"]
    with pytest.raises(EnvironmentProblem):
        Placement("one", places[1:], {"away": "away"}, agent="/bin/false").of_those_that_answered()
    other = Endpoint(id="far", node="far", kind="core", cpus=())
    with pytest.raises(EnvironmentProblem, match=r"(?s)none of 2 hosts answers:.*away.*far"):
        Placement(
            "two", (places[1], other), {"away": "away", "far": "far"}, "mpiexec", "/bin/false"
        ).of_those_that_answered()
