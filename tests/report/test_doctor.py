"""The doctor of many nodes fits a screen: what they have in common is told once, and who differs by name."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from rankwise.core.findings import finding
from rankwise.core.records import Endpoint, Finding, Plan
from rankwise.diagnoses.odd_nodes import odd_nodes
from rankwise.diagnoses.preflight import preflight
from rankwise.diagnoses.records import Diagnosis
from rankwise.inventory.records import Inventory, NodeInventory
from rankwise.measure.provenance import new_run
from rankwise.report.doctor import lines, script
from rankwise.report.tables import wrapped
from recorded.machines import node

PHI = node("phi-host")
BUSY = replace(PHI, load_1min=3.0, running=("python3",))
NARROW = tuple(replace(nic, mtu=1500) if nic.name == "ib0" else nic for nic in PHI.nics)


def told(nodes: Sequence[NodeInventory], more: Sequence[Finding] = (), lost: Sequence[str] = ()) -> Diagnosis:
    """What the doctor tells of nodes that were looked at, and of others that were not."""
    names = [*(node.hostname for node in nodes), *lost]
    places = tuple(Endpoint(id=name, node=name) for name in names)
    run = new_run("doctor", Plan(name="doctor", endpoints=places, cells=()), {}, {})
    inventory = Inventory(nodes=tuple(nodes))
    return Diagnosis(run=run, findings=(*more, *odd_nodes(inventory), *preflight(inventory)))


def test_what_forty_nodes_have_in_common_is_told_once() -> None:
    nodes = [replace(BUSY, hostname=f"n{number}") for number in range(1, 41)]
    nodes[16] = replace(nodes[16], nics=NARROW)
    text = lines(told(nodes))
    assert text[:4] == [
        "2 problems, the worst: n17 is not like the others: MTU of ib0 1500.",
        "",
        "nodes     39 of 40 do not stand out",
        "          n17: MTU of ib0 1500; 39 others: 65520",
    ]
    assert sum("Other processes use the CPUs" in line for line in text) == 1
    assert "WARNING: Other processes use the CPUs on n1, n2, n3, n4, n5, n6 and 34 more" in text
    assert any(line.startswith("SERIOUS: n17 is not like the others: MTU of ib0 1500") for line in text)
    assert len(text) < 60
    assert len(script(told(nodes))) < 60


def test_prose_ends_at_the_edge_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = [replace(BUSY, hostname=f"n{number}") for number in range(1, 41)]
    wide = " ".join(" ".join(lines(told(nodes))).split())
    monkeypatch.setenv("COLUMNS", "80")
    narrow = lines(told(nodes))
    assert max(map(len, narrow)) <= 80
    assert " ".join(" ".join(narrow).split()) == wide


def test_no_line_breaks_inside_of_what_is_to_be_typed() -> None:
    typed = ["`export A=1 B=2 C=3`", "(rankwise doctor -- mpirun -n 8 ./app)"]
    text = wrapped(f"First do {typed[0]} and look again {typed[1]}; that is all.", 24, "  ")
    assert all(any(words in line for line in text) for words in typed)
    assert text[0] == "First do"


def test_nodes_that_differ_alike_are_one_finding() -> None:
    nodes = [replace(PHI, hostname=f"n{number}") for number in range(1, 10)]
    nodes[3:5] = [replace(node, nics=NARROW) for node in nodes[3:5]]
    text = lines(told(nodes))
    assert text[3] == "          n4, n5: MTU of ib0 1500; 7 others: 65520"
    (first,) = (line for line in text if line.startswith("SERIOUS: n4 is not like the others"))
    assert first.endswith("(and n5)")


def test_figures_that_differ_are_told_by_node() -> None:
    nodes = [replace(BUSY, hostname=f"n{number}", load_1min=float(number)) for number in range(1, 8)]
    text = "\n".join(lines(told(nodes)))
    assert "n3: /proc/loadavg: load 3.00" in text
    assert "n5, n6, n7: other figures" in text and "load 7.00" not in text


def test_who_gives_no_answer_is_told_first_and_a_pair_stays_a_pair() -> None:
    lost = finding(
        "no-answer", "1 node cannot be reached: n9", "critical", "", seen={}, fixes={}, verify="", affects=("n9",)
    )
    pair = replace(lost, id="blocked-ports", title="Connections are not made between n1 and n2", affects=("n1", "n2"))
    nodes = [replace(PHI, hostname=f"n{number}") for number in range(1, 4)]
    text = lines(told(nodes, [lost, pair, pair], ["n9"]))
    assert text[0] == "3 problems, the worst: 1 node cannot be reached: n9."
    assert text[2:4] == ["nodes     n9: no answer", "          3 of 4 do not stand out"]
    assert text[5] == "CRITICAL: 1 node cannot be reached: n9"


def test_of_this_machine_alone_nodes_are_not_named() -> None:
    text = lines(told([replace(BUSY, hostname="n1")]))
    assert text[0] == "1 problem: Locked memory is limited on a node with RDMA."
    assert "WARNING: Other processes use the CPUs" in text
    assert not any(line.startswith("nodes ") for line in text)
