"""The published cluster renders every published value; folders are written with care."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from rankwise.cluster.plan import read_plan
from rankwise.cluster.records import ClusterPlan
from rankwise.cluster.render import difference, render, write
from rankwise.core.errors import UsageError
from rankwise.verbs.cluster.files import check_of, rendered_files

EXAMPLE = Path(__file__).parents[2] / "examples/phi-cluster.toml"
Read = Callable[..., ClusterPlan]

STATIC_PAIR = (
    ('name = "ethernet"', 'name = "pcie"\nmodel = "static-pair"'),
    ('cidr = "10.32.0.0/15"', 'cidr = "172.31.{card + 1}.0/24"'),
    ('host = "10.33.{cabinet}.{node}"', 'host = "172.31.{card + 1}.254"'),
    ('card = "10.33.{cabinet}.{node + 20 * (card + 1)}"', 'card = "172.31.{card + 1}.1"'),
)


def lines(plan: ClusterPlan, path: str) -> list[str]:
    return render(plan)[path].text.splitlines()


def ifcfg(plan: ClusterPlan, endpoint: str, name: str) -> dict[str, str]:
    text = render(plan)[f"{endpoint}/etc/sysconfig/network-scripts/ifcfg-{name}"].text
    return dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))


def test_hosts_of_the_published_cluster() -> None:
    assert lines(read_plan(EXAMPLE), "head/etc/hosts") == [
        "127.0.0.1 localhost",
        "10.32.0.1 head",
        *("10.33.1.1 c001-n001", "10.33.1.21 c001-n001-mic0", "10.33.1.41 c001-n001-mic1"),
        *("10.33.1.61 c001-n001-mic2", "10.33.1.81 c001-n001-mic3"),
        *("10.33.1.2 c001-n002", "10.33.1.22 c001-n002-mic0", "10.33.1.42 c001-n002-mic1"),
        *("10.33.1.62 c001-n002-mic2", "10.33.1.82 c001-n002-mic3"),
    ]


def test_interfaces_of_the_published_cluster() -> None:
    plan = read_plan(EXAMPLE)
    always = {"ONBOOT": "yes", "NM_CONTROLLED": "no", "MTU": "1500"}
    address = {"BOOTPROTO": "static", "NETMASK": "255.254.0.0", **always}
    bridge = {"DEVICE": "br0", "TYPE": "Bridge", "IPADDR": "10.33.1.1", **address}
    assert ifcfg(plan, "c001-n001", "br0") == bridge
    member = {"TYPE": "Ethernet", "BRIDGE": "br0", "BOOTPROTO": "none", **always}
    for name in ("eth0", "mic0", "mic1", "mic2", "mic3"):
        assert ifcfg(plan, "c001-n001", name) == {"DEVICE": name, **member}
    assert ifcfg(plan, "c001-n001", "ib0") == {"DEVICE": "ib0", "TYPE": "InfiniBand", "IPADDR": "10.34.1.1", **address}


def test_the_rest_of_the_published_cluster() -> None:
    plan = read_plan(EXAMPLE)
    assert "net.ipv4.ip_forward = 1" in lines(plan, "c001-n001/etc/sysctl.d/90-cluster.conf")
    assert lines(plan, "head/etc/exports.d/cluster.exports") == [
        "/home 10.32.0.0/15(rw,no_root_squash)",
        "/opt/intel 10.32.0.0/15(rw,no_root_squash)",
    ]
    assert lines(plan, "c001-n001-mic2/etc/fstab.cluster") == [
        "head:/home /home nfs nolock 0 0",
        "c001-n001:/opt/intel /opt/intel nfs nolock 0 0",
    ]
    cards = lines(plan, "c001-n001/setup/cards.sh")
    assert "micctrl --addbridge=br0 --type=external --ip=10.33.1.1 --netbits=15" in cards
    assert "micctrl --network=static --bridge=br0 --ip=10.33.1.21:10.33.1.41:10.33.1.61:10.33.1.81" in cards
    managers = [name for name, file in render(plan).items() if "enable --now opensmd" in file.text]
    assert managers == ["c001-n001/setup/services.sh"]
    assert "export I_MPI_MIC=enable" in lines(plan, "c001-n002-mic3/etc/profile.d/mpi-impi.sh")
    assert lines(plan, "slurm/topology.conf") == ["SwitchName=leaf1 Nodes=c001-n001,c001-n002"]
    assert lines(plan, "machinefile.mpich")[:2] == ["c001-n001:1", "c001-n001-mic0:1"]
    assert lines(plan, "hostfile.openmpi")[:2] == ["c001-n001 slots=1", "c001-n001-mic0 slots=1"]


def test_a_static_pair(plan_of: Read) -> None:
    plan = replace(plan_of(*STATIC_PAIR), interface_files="networkd")
    assert lines(plan, "c001-n002/etc/hosts")[1:] == [
        "172.31.1.1 c001-n002-mic0 mic0",
        "172.31.2.1 c001-n002-mic1 mic1",
    ]
    assert lines(plan, "c001-n002-mic0/etc/hosts")[1] == "172.31.1.254 host c001-n002"
    network = render(plan)["c001-n002-mic0/etc/systemd/network/60-mic0.network"].text
    assert "Address=172.31.1.1/24" in network and "Destination=172.31.2.0/24\nGateway=172.31.1.254" in network
    ssh = "\n".join(lines(plan, "c001-n001-mic0/etc/ssh/ssh_config.d/50-cluster.conf"))
    assert "Host c001-n001-mic1\n    HostName 172.31.2.1" in ssh
    assert "c001-n002" not in ssh  # a card of a static pair reaches its own node alone


def test_a_key_file_is_for_its_owner_alone(plan_of: Read) -> None:
    files = render(replace(plan_of(), interface_files="networkmanager"))
    keys = [item for path, item in files.items() if path.endswith(".nmconnection")]
    assert keys and all(item.mode == 0o600 for item in keys)


def test_a_sites_template_goes_first_and_adds_files(plan_of: Read, tmp_path: Path) -> None:
    (tmp_path / "any/etc").mkdir(parents=True)
    (tmp_path / "any/etc/hosts.j2").write_text("# ours: {{ facts.name }}\n")
    (tmp_path / "host").mkdir()
    (tmp_path / "host/motd.j2").write_text("{{ facts.node.cards | length }} cards\n")
    files = render(plan_of(), site=tmp_path)
    assert files["c001-n001/etc/hosts"].text == "# ours: c001-n001\n"
    assert files["c001-n002/motd"].text == "2 cards\n" and "c001-n002-mic0/motd" not in files


def test_a_bad_template_is_named_with_its_line(plan_of: Read, tmp_path: Path) -> None:
    (tmp_path / "host").mkdir()
    (tmp_path / "host/motd.j2").write_text("fine\n{% if %}\n")
    with pytest.raises(UsageError, match=r"motd.j2, line 2"):
        render(plan_of(), site=tmp_path)


def test_a_second_rendering_goes_over_its_own_files_alone(plan_of: Read, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    first, second = render(plan_of()), render(plan_of(("numbers = [1, 2]", "numbers = [1]")))
    write(first, folder)
    assert difference(first, folder) == ""
    assert "-10.33.1.2 c001-n002" in difference(second, folder)
    _, gone = write(second, folder)
    assert "c001-n002/etc/hosts" in gone and not (folder / "c001-n002/etc/hosts").exists()


def test_the_folder_of_its_files_names_a_plan(tmp_path: Path) -> None:
    plan, folder = read_plan(EXAMPLE), tmp_path / "files"
    write(render(plan, EXAMPLE.read_text()), folder)
    assert replace(read_plan(folder), source=plan.source) == plan
    assert check_of(folder).plan == read_plan(folder)
    assert rendered_files(folder)[1].keys() == rendered_files(EXAMPLE)[1].keys()


def test_what_somebody_changed_is_not_written_over(plan_of: Read, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    write(render(plan_of()), folder)
    (folder / "c001-n001/etc/hosts").write_text("mine\n")
    with pytest.raises(UsageError, match="changed by hand since they were rendered: c001-n001/etc/hosts"):
        write(render(plan_of()), folder)
    assert (folder / "c001-n001/etc/hosts").read_text() == "mine\n"


def test_folders_of_others_are_refused(plan_of: Read, tmp_path: Path) -> None:
    (tmp_path / "theirs").write_text("x")
    with pytest.raises(UsageError, match="holds files that are not of a rendering"):
        write(render(plan_of()), tmp_path)
    with pytest.raises(UsageError, match="is the system's own"):
        write(render(plan_of()), Path("/etc/cluster"))
