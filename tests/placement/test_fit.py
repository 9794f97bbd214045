"""Endpoints that do not fit are told in one line each, and the others are measured."""

from __future__ import annotations

import os

import pytest
from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint
from rankwise.inventory.records import Nic, NodeInventory
from rankwise.measure.endpoints import Entry
from rankwise.placement.fit import of_those_that_fit
from rankwise.placement.placement import Placement
from recorded.machines import node

ETH0 = Nic(name="eth0", kind="ethernet", state="up", speed_bytes_per_s=None, mtu=1500, addresses=())
IB0 = replace(ETH0, name="ib0")
HOST = replace(node("two-socket-smt"), arch=os.uname().machine, nics=(ETH0, IB0))
OFFLINE = replace(HOST, cpus=(*HOST.cpus[:-1], replace(HOST.cpus[-1], online=False)))
LAST = HOST.cpus[-1].id


def two(other: NodeInventory, *, cpus: tuple[int, ...] = (), entry: Entry | None = None) -> Placement:
    """An endpoint on a machine of this architecture, and one that does not fit."""
    ends = (Endpoint(id="a", node="a"), Endpoint(id="b", node="b", cpus=cpus))
    nodes: dict[str | None, NodeInventory] = {"a": HOST, "b": replace(other, hostname="b")}
    entries = {"b": entry} if entry else {}
    return Placement("two", ends, {"a": "a", "b": "b"}, nodes_looked_at=nodes, entries=entries)


@pytest.mark.parametrize(
    ("placement", "interfaces", "words"),
    [
        (two(HOST, cpus=(4095,)), (), "names CPU 4095, which is not there on b; name some of 0-"),
        (two(OFFLINE, cpus=(LAST,)), (), f"names CPU {LAST}, which is offline on b; name some of"),
        (two(replace(HOST, arch="riscv64")), (), "b is riscv64, and this machine"),
        (two(replace(HOST, nics=(ETH0,))), ("ib0",), "b has no interface 'ib0'; name some of eth0, or leave 'b' out"),
    ],
    ids=["cpu", "offline", "machine", "interface"],
)
def test_what_does_not_fit_is_left_out_and_told(placement: Placement, interfaces: tuple[str, ...], words: str) -> None:
    left = of_those_that_fit(placement, interfaces, partial=True)
    assert [endpoint.id for endpoint in left.endpoints] == ["a"]
    (told,) = left.warnings
    assert told.startswith("b is left out: ") and words in told and "\n" not in told
    with pytest.raises(UsageError):
        of_those_that_fit(placement, interfaces, partial=False)


def test_where_nothing_fits_the_first_reason_is_raised() -> None:
    with pytest.raises(UsageError, match="no interface 'eth77'"):
        of_those_that_fit(two(HOST), ("eth77",), partial=True)


def test_an_engine_of_its_own_makes_another_architecture_fit() -> None:
    placement = two(replace(HOST, arch="riscv64"), entry=Entry(id="b", address="b", compiler="mpicxx"))
    assert of_those_that_fit(placement, (), partial=False) is placement
