"""Endpoints of other hosts get a core each; those of a machine that is too small share it."""

from __future__ import annotations

from msgspec.structs import replace

from rankwise.core.records import Endpoint
from rankwise.placement.fit import bound
from recorded.machines import node

HOST = node("two-socket-smt")


def ends(*names: str) -> list[Endpoint]:
    return [Endpoint(id=name, node=name) for name in names]


def test_each_node_begins_with_its_first_core() -> None:
    nodes = [replace(HOST, hostname=name, boot_id=name) for name in ("n1", "n2")]
    found = bound(ends("n1", "n2"), nodes)
    assert [end.cpus for end in found] == [(0,), (0,)]


def test_endpoints_of_one_machine_get_cores_of_their_own() -> None:
    parts = [replace(HOST, hostname=name, boot_id="one") for name in ("n1", "n2", "n3")]
    endpoints = ends("n1", "n2", "n3")
    endpoints[1] = replace(endpoints[1], cpus=(0,))
    assert [end.cpus for end in bound(endpoints, parts)] == [(1,), (0,), (2,)]


def test_what_shares_a_machine_on_purpose_and_what_was_not_looked_at_stay_unbound() -> None:
    cores = len({cpu.siblings for cpu in HOST.cpus})
    many = ends(*(f"e{number}" for number in range(cores + 1)))
    assert bound(many, [HOST] * len(many)) == tuple(many)
    assert bound(ends("away"), [None]) == tuple(ends("away"))
