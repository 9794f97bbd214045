"""One network in every form in which its switches are told, and the same relations out of each."""

from __future__ import annotations

import contextlib
from dataclasses import replace as replace_fields
from pathlib import Path

import pytest
from msgspec.structs import replace

from rankwise.cluster.switch_files import read_switches
from rankwise.cluster.switches import OTHER_POD, OTHER_SWITCH, SAME_POD, SAME_SWITCH, Switches
from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint
from rankwise.inventory.records import Inventory
from rankwise.placement.fit import on_switches
from rankwise.placement.nets import Net
from rankwise.placement.placement import Placement
from recorded import machines

FOLDER = Path(__file__).parents[1] / "recorded/switches"


@pytest.mark.parametrize(
    "name", ["topology.conf", "topology.yaml", "ibnetdiscover.txt", "iblinkinfo.txt", "opareport.txt"]
)
def test_every_form_says_the_same_of_one_network(name: str) -> None:
    switches = read_switches(FOLDER / name)
    assert sorted(switches.leaves) == ["n1", "n2", "n3", "n4", "n5"]
    assert switches.relation("n1", "n2") == SAME_SWITCH
    assert switches.relation("n1", "n3") == switches.relation("n3", "n2.cluster") == SAME_POD
    assert switches.relation("n1", "n4") == OTHER_POD
    assert switches.relation("n1", "n9") is None
    assert [switches.place(host) for host in ("n2", "n3", "n4", "n9")] == [
        ("pod1", "leaf1"),
        ("pod1", "leaf2"),
        ("pod2", "leaf3"),
        (),
    ]


def test_lldp_knows_leaves_alone() -> None:
    switches = read_switches(FOLDER / "lldp.txt")
    assert switches.relation("n4", "n5") == SAME_SWITCH
    assert switches.relation("n1", "n4") == OTHER_SWITCH
    assert len(switches.place("n1")) == 1, "a leaf, and no pod"


def test_adapters_at_several_switches_have_all_of_them_in_common() -> None:
    switches = Switches.of([("a", "rail1"), ("a", "rail2"), ("b", "rail2"), ("c", "rail3")], [])
    assert switches.relation("a", "b") == SAME_SWITCH
    assert switches.relation("a", "c") == OTHER_SWITCH


def cluster(*names: str) -> Placement:
    node = machines.node("two-socket-smt")
    nodes = {name: replace(node, hostname=name) for name in names}
    ends = tuple(Endpoint(id=f"{name}:{cpu}", node=name, cpus=(cpu,)) for name in names for cpu in (0, 1))
    return Placement("cluster", ends, {end.id: end.node for end in ends}, nodes_looked_at={**nodes}, names={})


def test_relations_between_nodes_name_switches_and_those_inside_stay() -> None:
    placement = on_switches(cluster("n1", "n2", "n4", "n9"), FOLDER / "topology.conf")
    ends = {end.id: end for end in placement.endpoints}
    assert placement.relation(ends["n1:0"], ends["n1:1"]) == "shared L3"
    assert placement.relation(ends["n1:0"], ends["n2:0"]) == SAME_SWITCH
    assert placement.relation(ends["n1:0"], ends["n4:0"]) == OTHER_POD
    assert placement.relation(ends["n1:0"], ends["n9:0"]) == "other node"
    assert placement.warnings[-1].endswith("does not say at which switch these are: n9")
    assert isinstance(placement.inventory, Inventory)


def test_a_file_of_other_hosts_or_of_no_switches_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has none of these hosts"):
        on_switches(cluster("x1"), FOLDER / "topology.yaml")
    (tmp_path / "notes").write_text("nothing of interest\n")
    with pytest.raises(UsageError, match="names no host at a switch"):
        read_switches(tmp_path / "notes")
    with pytest.raises(UsageError, match="cannot read"):
        read_switches(tmp_path / "missing")
    (tmp_path / "topology.conf").write_text("SwitchName=s1 Nodes=n[1-\n")
    with pytest.raises(UsageError, match="switch s1"):
        read_switches(tmp_path / "topology.conf")


def written(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text)
    return folder / name


@pytest.mark.parametrize(
    "rows",
    [
        "- topology: t|  tree:|    switches:|    - nodes: n[1-2]|      switch: s1|    - nodes: n3|      switch: s2",
        "- cluster_default: true|  topology: t|  tree:|    switches:|    - nodes:|      - n1|      - 'n2'  # old|"
        "      switch: s1|    - nodes:|      - n3|      switch: s2",
        "- topology: t|  tree:|    switches:|      - switch: s1|        nodes:|          - n[1-2]|      - switch: s2|"
        '        nodes: ["n3"]',
        "- block:|    block_sizes:|    - 2|    blocks:|    - block: b|      nodes: n[1-3]|  topology: b|"
        "- cluster_default: true|  topology: t|  tree:|    switches:|    - nodes: n[1-2]|      switch: s1|"
        "    - nodes: n3|      switch: s2",
    ],
    ids=["nodes-above", "sorted-lists", "lists", "default-last"],
)
def test_keys_of_topology_yaml_stand_in_any_order(rows: str, tmp_path: Path) -> None:
    switches = read_switches(written(tmp_path, "topology.yaml", rows.replace("|", "\n")))
    assert [switches.place(f"n{at}") for at in (1, 2, 3)] == [("s1",), ("s1",), ("s2",)]


@pytest.mark.parametrize(
    "nodes",
    ["{switch: s2, nodes: n3}", "switch: s2\n      nodes: &them n3", "switch: s2\n      nodes: n3,\n        n4"],
)
def test_styles_of_yaml_that_are_not_read_are_named(nodes: str, tmp_path: Path) -> None:
    text = f"- topology: t\n  tree:\n    switches:\n    - switch: s1\n      nodes: n[1-2]\n    - {nodes}\n"
    with pytest.raises(UsageError, match="in a YAML style that is not read"):
        read_switches(written(tmp_path, "topology.yaml", text))


@pytest.mark.parametrize("sign", [" = ", "= ", " ="])
@pytest.mark.parametrize("quote", ["", '"'])
def test_blanks_and_quotes_of_topology_conf_are_no_part_of_names(sign: str, quote: str, tmp_path: Path) -> None:
    text = f"SwitchName=s1 Nodes{sign}{quote}n[1-2]{quote} # ours\nSwitchName{sign}{quote}s2{quote} Nodes=n3\n"
    switches = read_switches(written(tmp_path, "topology.conf", text))
    assert [switches.place(f"n{at}") for at in (1, 2, 3)] == [("s1",), ("s1",), ("s2",)]


def test_a_host_behind_a_blank_is_not_lost(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="switch s1: 'n3' belongs to no key"):
        read_switches(written(tmp_path, "topology.conf", "SwitchName=s1 Nodes=n[1,2], n3\n"))


TWO_NETWORKS = "".join(
    f"{host}: lldp.eth0.chassis.name={leaf}\n{host}: lldp.eth1.chassis.name=mgmt\n"
    for host, leaf in (("n1", "leaf1"), ("n2", "leaf1"), ("n3", "leaf2"))
)


def test_a_switch_that_manages_all_hosts_puts_none_together(tmp_path: Path) -> None:
    file = written(tmp_path, "lldp.txt", TWO_NETWORKS)
    switches = read_switches(file)
    assert switches.relation("n1", "n2") == SAME_SWITCH
    assert switches.relation("n1", "n3") == OTHER_SWITCH
    assert switches.left_out == ("mgmt",)
    assert any("mgmt left out" in line for line in on_switches(cluster("n1", "n3"), file).warnings)


def test_the_interface_that_is_measured_tells_the_switch(tmp_path: Path) -> None:
    file = written(tmp_path, "lldp.txt", TWO_NETWORKS)
    placement = cluster("n1", "n3.cluster")
    ends = placement.endpoints
    for interface, relation in (("eth0", OTHER_SWITCH), ("eth1", SAME_SWITCH)):
        net = Net(interface, "network", "", {}, {end.id: (interface,) for end in ends})
        placed = on_switches(replace_fields(placement, nets=(net,)), file)
        assert placed.relation(ends[0], ends[-1]) == relation
        assert not any("left out" in line for line in placed.warnings)


def test_one_switch_for_everything_stays(tmp_path: Path) -> None:
    text = TWO_NETWORKS.replace("leaf2", "leaf1")
    switches = read_switches(written(tmp_path, "lldp.txt", text))
    assert switches.relation("n1", "n3") == SAME_SWITCH and switches.left_out == ()


SAME_NAMES = """Switch: 0xb8599f0300aa0001 Quantum Mellanox Technologies:
           1    1[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>      11    1[  ] "node001 HCA-1" ( )
           1    2[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>      12    1[  ] "node002 HCA-1" ( )
           1   41[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>       3    1[  ] "Quantum Mellanox Technologies" ( )
Switch: 0xb8599f0300bb0001 Quantum Mellanox Technologies:
           2    1[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>      13    1[  ] "node003 HCA-1" ( )
           2   41[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>       3    2[  ] "Quantum Mellanox Technologies" ( )
Switch: 0xb8599f0300cc0001 Quantum Mellanox Technologies:
           3    1[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>       1   41[  ] "Quantum Mellanox Technologies" ( )
           3    2[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>       2   41[  ] "Quantum Mellanox Technologies" ( )
"""


def each_on_its_line(text: str) -> str:
    """The same as `iblinkinfo --line` prints it."""
    lines, switch = [], ""
    for line in text.splitlines():
        if line.startswith("Switch: "):
            guid, _, name = line.removeprefix("Switch: ").rstrip(":").partition(" ")
            switch = f'{guid} "{name:>30}"'
        else:
            lines.append(switch + line.replace("==>", "==>  0x0000000000000001"))
    return "\n".join(lines)


@pytest.mark.parametrize("text", [SAME_NAMES, each_on_its_line(SAME_NAMES)], ids=["blocks", "lines"])
def test_switches_of_one_description_are_told_apart_in_iblinkinfo(text: str, tmp_path: Path) -> None:
    (tmp_path / "ibl.txt").write_text(text)
    switches = read_switches(tmp_path / "ibl.txt")
    assert switches.relation("node001", "node002") == SAME_SWITCH
    assert switches.relation("node001", "node003") == OTHER_SWITCH
    assert switches.place("node001") == ("b8599f0300aa0001",)


def test_only_the_switches_of_one_description_are_called_by_their_guid(tmp_path: Path) -> None:
    renamed = SAME_NAMES.replace("0xb8599f0300aa0001 Quantum Mellanox Technologies", "0xb8599f0300aa0001 leaf1")
    (tmp_path / "ibl.txt").write_text(renamed)
    switches = read_switches(tmp_path / "ibl.txt")
    assert switches.place("node001") == ("leaf1",)
    assert switches.place("node003") == ("b8599f0300bb0001",)


def test_rows_of_adapters_are_no_switches(tmp_path: Path) -> None:
    own = """0xb8599f0300000013 "node003 HCA-1" 13 1[  ] ==( 4X 53.125 Gbps Active/ LinkUp)==>  0xb8599f0300bb0001 2 1[  ] "Quantum Mellanox Technologies" ( )
0xb8599f0300000011 "node001 HCA-1" 11 1[  ] ==( 4X 53.125 Gbps Active/ LinkUp)==>  0xb8599f0300aa0001 1 1[  ] "Quantum Mellanox Technologies" ( )
"""  # noqa: E501
    (tmp_path / "ibl.txt").write_text(own + each_on_its_line(SAME_NAMES))
    switches = read_switches(tmp_path / "ibl.txt")
    assert switches.relation("node001", "node003") == OTHER_SWITCH
    assert switches.place("node003") == ("b8599f0300bb0001",)


@pytest.mark.parametrize(
    "line",
    [f"Switch: 0x0{' ' * 200_000}x", f"a: lldp.1.chassis.name=a{' ' * 200_000}b ", f"<-> 0x1 1 SW a{' ' * 200_000}b "],
)
def test_a_line_of_many_blanks_is_read_in_no_time(tmp_path: Path, line: str) -> None:
    """Patterns that divide blanks in many ways took the square of their number: minutes."""
    file = tmp_path / "switches"
    file.write_text(f"SwitchName=leaf1 Nodes=n[1-2]\n{line}\n")
    with contextlib.suppress(UsageError):
        read_switches(file)


SCONTROL = """SwitchName=l1 Level=0 LinkSpeed=1 Nodes=n1
SwitchName=l2 Level=0 LinkSpeed=1 Nodes=n2
SwitchName=l3 Level=0 LinkSpeed=1 Nodes=n3
SwitchName=p1 Level=1 LinkSpeed=1 Nodes=n[1-2] Switches=l[1-2]
SwitchName=p2 Level=1 LinkSpeed=1 Nodes=n3 Switches=l3
SwitchName=c Level=2 LinkSpeed=1 Nodes=n[1-3] Switches=p[1-2]
"""


def test_nodes_below_the_switches_of_a_switch_are_not_at_it(tmp_path: Path) -> None:
    """`scontrol show topology` lists the nodes of all levels."""
    (tmp_path / "topo").write_text(SCONTROL)
    switches = read_switches(tmp_path / "topo")
    assert (switches.relation("n1", "n2"), switches.relation("n1", "n3")) == (SAME_POD, OTHER_POD)
    assert switches.place("n1") == ("p1", "l1")


def test_ports_outside_a_chassis_are_read(tmp_path: Path) -> None:
    """As `ibnetdiscover -g` writes them."""
    text = (FOLDER / "ibnetdiscover.txt").read_text()
    grouped = text.replace("[1]\t", "[1][ext 18]\t").replace("[2]\t", "[2][ext 17]\t")
    assert grouped.count("[ext") > 4
    (tmp_path / "grouped").write_text(grouped)
    assert read_switches(tmp_path / "grouped") == read_switches(FOLDER / "ibnetdiscover.txt")


def test_links_of_a_director_and_of_true_scale_are_read(tmp_path: Path) -> None:
    """Its leaves share a first word, lines about ports and cables lie between, and iba_report names the MTU."""
    file = tmp_path / "extlinks.txt"
    file.write_text(
        "Rate MTU  NodeGUID          Port Type Name\n"
        "40g  2048 0x00117501000000aa   1 CA   n1 HCA-1\n    PortState: Active\n"
        "<->       0x0006600000000001   3 SW   opa1 L101A\n    Cable: 4-7 3m\n"
        "40g  2048 0x0006600000000002   9 SW   opa1 L102B\n"
        "<->       0x00117501000000bb   1 CA   n2 HCA-1\n"
        "40g  2048 0x0006600000000001  19 SW   opa1 L101A\n"
        "<->       0x0006600000000003   1 SW   opa1 S201A\n"
        "40g  2048 0x0006600000000002  19 SW   opa1 L102B\n"
        "<->       0x0006600000000003   2 SW   opa1 S201A\n"
    )
    switches = read_switches(file)
    assert switches.leaves == {"n1": {"opa1 L101A"}, "n2": {"opa1 L102B"}}
    assert switches.relation("n1", "n2") == OTHER_SWITCH


def test_what_has_no_name_of_its_own_is_no_host(tmp_path: Path) -> None:
    row = '           2   {0}[  ] ==( 4X  53.125 Gbps Active/  LinkUp)==>      2{0}    1[  ] "{1}" ( )\n'
    added = row.format(7, "Mellanox Technologies Aggregation Node") + row.format(8, "MF0;top:SX6536/S01/U1")
    own = row.format(6, "n9:mlx5_0")
    (tmp_path / "ibl.txt").write_text(f"Switch: 0x00000000000000a2 leaf2:\n{own}{added}")
    switches = read_switches(tmp_path / "ibl.txt")
    assert (sorted(switches.leaves), switches.links) == (["n9"], {frozenset({"leaf2", "top"})})


def test_switches_without_a_host_are_refused(tmp_path: Path) -> None:
    (tmp_path / "topology.conf").write_text("SwitchName=top Switches=leaf[1-2]\n")
    with pytest.raises(UsageError, match="names no host at a switch"):
        read_switches(tmp_path / "topology.conf")


CARDS = """CA: node001 mlx5_0:
      0x0c42a10300000011     11    1[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>       1    1[  ] "{0}" ( )
CA: node002 mlx5_0:
      0x0c42a10300000012     12    1[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>       1    2[  ] "{0}" ( )
      0x0c42a10300000013     13    2[  ] ==(                Down/ Polling)==>             [  ] "" ( )
CA: node003 mlx5_0:
      0x0c42a10300000014     14    1[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>       2    7[  ] "{1}" ( )
"""
PORTS = """SW     1  1 0xb8599f0300aa0001 4x HDR - CA    11  1 0x0c42a10300000011 ( '{0}' - 'node001 mlx5_0' )
SW     1  2 0xb8599f0300aa0001 4x HDR - CA    12  1 0x0c42a10300000012 ( '{0}' - 'node002 mlx5_0' )
SW     1  9 0xb8599f0300aa0001 4x SDR                                    '{0}'
CA    11  1 0x0c42a10300000011 4x HDR - SW     1  1 0xb8599f0300aa0001 ( 'node001 mlx5_0' - '{0}' )
SW     2  7 0xb8599f0300bb0001 4x HDR - CA    14  1 0x0c42a10300000014 ( '{1}' - 'node003 mlx5_0' )
SW     2  9 0xb8599f0300bb0001 4x HDR - SW     1  8 0xb8599f0300aa0001 ( '{1}' - '{0}' )
"""
OLD = """Switch 0xb8599f0300aa0001 {0}:
           1    1[  ] ==( 4X 10.0 Gbps Active/  LinkUp)==>      11    1[  ] "node001 HCA-1" ( )
           1    2[  ] ==( 4X 10.0 Gbps Active/  LinkUp)==>      12    1[  ] "node002 HCA-1" ( )
Switch 0xb8599f0300bb0001 {1}:
           2    7[  ] ==( 4X 10.0 Gbps Active/  LinkUp)==>      14    1[  ] "node003 HCA-1" ( )
"""


@pytest.mark.parametrize("names", [("MF0;leaf1:MQM8700/U1", "leaf2"), ("Quantum Mellanox Technologies",) * 2])
@pytest.mark.parametrize("text", [CARDS, PORTS, OLD], ids=["iblinkinfo --cas-only", "ibnetdiscover -p", "release 1.5"])
@pytest.mark.parametrize("tag", ["", "mgmt01: "])
def test_other_forms_of_iblinkinfo_and_ibnetdiscover_say_the_same(
    tag: str, text: str, names: tuple[str, str], tmp_path: Path
) -> None:
    lines = text.format(*names).splitlines()
    (tmp_path / "switches").write_text("".join(f"{tag}{line}\n" for line in lines))
    switches = read_switches(tmp_path / "switches")
    assert switches.relation("node001", "node002") == SAME_SWITCH
    assert switches.relation("node001", "node003") == OTHER_SWITCH


def test_adapters_without_a_switch_between_them_are_at_none(tmp_path: Path) -> None:
    pair = CARDS.replace("       1    1[  ] ", "      12    1[  ] ").replace("       1    2[  ] ", "      11    1[  ] ")
    (tmp_path / "switches").write_text(pair.format("node002 mlx5_0", "leaf2"))
    assert set(read_switches(tmp_path / "switches").leaves) == {"node003"}


def test_a_router_is_no_host(tmp_path: Path) -> None:
    text = """Switch 36 "S-0001" # "leaf1" base port 0 lid 4 lmc 0
[1] "H-0011"[1](11) # "node001 HCA-1" lid 1 4xEDR
[2] "R-0021"[1](21) # "router1" lid 9 4xEDR
"""
    (tmp_path / "switches").write_text(text)
    assert set(read_switches(tmp_path / "switches").leaves) == {"node001"}
