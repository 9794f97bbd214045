"""Relations of endpoints: recorded machines with known answers, and laws that hold for any machine."""

import itertools

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankwise.core.records import Endpoint
from rankwise.inventory.records import DriverDevice, GpuDriver, Inventory
from rankwise.model.endpoints_of import endpoints_of
from rankwise.model.topology import RELATIONS, Topology, core_endpoints, relation
from recorded.machines import NAMES, node

SMT = Inventory(nodes=(node("two-socket-smt"),))
CARDS = Inventory(nodes=(node("phi-host"), node("phi-card")))


def cpu(number: int, host: str = "two-socket-smt") -> Endpoint:
    return Endpoint(id=f"{host}:c{number}", node=host, cpus=(number,))


def card(host: str, name: str) -> Endpoint:
    return Endpoint(id=f"{host}-{name}", node=host, kind="card")


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (0, 0, "same cpu"),
        (0, 8, "same core (SMT)"),
        (0, 1, "shared L3"),
        (9, 0, "shared L3"),
        (0, 2, "same socket"),
        (0, 4, "other socket"),
    ],
)
def test_two_sockets_with_smt(a: int, b: int, expected: str) -> None:
    assert relation(SMT, cpu(a), cpu(b)) == expected


def test_arm_cores_share_their_l2_and_sockets_are_unknown() -> None:
    board = Inventory(nodes=(node("arm-board"),))
    assert relation(board, cpu(0, "board"), cpu(3, "board")) == "shared L2"


def test_less_known_is_coarser_never_wrong() -> None:
    whole = node("two-socket-smt")
    bare = msgspec.structs.replace(whole, caches=())
    assert relation(Inventory(nodes=(bare,)), cpu(0), cpu(1)) == "same NUMA node"
    flat = tuple(msgspec.structs.replace(each, numa=None) for each in whole.cpus)
    bare = msgspec.structs.replace(whole, caches=(), cpus=flat)
    assert relation(Inventory(nodes=(bare,)), cpu(0), cpu(1)) == "same socket"
    flat = tuple(msgspec.structs.replace(each, socket=None) for each in flat)
    bare = msgspec.structs.replace(bare, cpus=flat)
    assert relation(Inventory(nodes=(bare,)), cpu(0), cpu(1)) == "same node"
    assert relation(Inventory(nodes=()), cpu(0), cpu(1)) == "same node"
    assert relation(Inventory(nodes=()), cpu(0), cpu(0, "elsewhere")) == "other node"


def test_a_cache_over_two_memory_nodes_makes_no_neighbours() -> None:
    whole = node("two-socket-smt")
    socket = tuple(each.id for each in whole.cpus if each.socket == 0)
    spanning = tuple(msgspec.structs.replace(each, cpus=socket) for each in whole.caches if each.level == 3)
    inventory = Inventory(nodes=(msgspec.structs.replace(whole, caches=spanning),))
    assert relation(inventory, cpu(0), cpu(1)) == "same NUMA node"
    assert relation(inventory, cpu(0), cpu(2)) == "same socket"


def test_unbound_endpoints_are_on_the_same_node() -> None:
    loose = Endpoint(id="any", node="two-socket-smt")
    assert relation(SMT, loose, cpu(1)) == "same node"


def test_cards_are_near_or_far_from_the_network_port() -> None:
    near, far, host = card("c001-n002", "mic0"), card("c001-n002", "mic2"), cpu(0, "c001-n002")
    assert relation(CARDS, near, card("c001-n002", "mic1")) == "near card to near card, same socket"
    assert relation(CARDS, near, far) == "near card to far card, other socket"
    assert relation(CARDS, host, far) == "host to far card, other socket"
    assert relation(CARDS, far, host) == "far card to host, other socket"
    assert relation(CARDS, host, near) == "host to near card, same socket"
    assert relation(CARDS, far, card("c001-n003", "mic2")) == "far card to card, other node"
    assert relation(CARDS, near, cpu(0, "c001-n003")) == "near card to host, other node"


def test_a_card_looked_at_as_a_node_of_its_own_is_found_on_its_host() -> None:
    cores = core_endpoints(node("phi-card"))
    assert [each.cpus for each in cores] == [(0,), (2,)]
    assert relation(CARDS, *cores) == "same socket, inside a card"
    assert relation(CARDS, cpu(3, "c001-n002"), cores[0]) == "host to near card, other socket"
    assert relation(CARDS, cores[0], card("c001-n002", "mic2")) == "near card to far card, other socket"
    named = Inventory(nodes=(msgspec.structs.replace(node("phi-card"), hostname="dpu", carrier="c001-n002"),))
    assert relation(named, Endpoint(id="dpu:c0", node="dpu", cpus=(0,)), cpu(0, "c001-n002")) == (
        "card to host, same node"
    )


def test_gpus_are_placed_by_their_address() -> None:
    gpus = node("gpu-node").gpus
    host = msgspec.structs.replace(node("two-socket-smt"), gpus=(gpus[0], msgspec.structs.replace(gpus[1], numa=2)))
    assert [end.root_port for end in endpoints_of(host, "gpu").endpoints] == ["0000:15:01.0", "0000:97:01.0"]
    inventory = Inventory(nodes=(host,))
    first, second = (Endpoint(id=f"gpu{i}", node=host.hostname, kind="gpu", address=gpus[i].pci) for i in range(2))
    assert relation(inventory, first, first) == "same GPU"
    assert relation(inventory, first, second) == "GPU to GPU, other socket"
    assert relation(inventory, cpu(1), first) == "host to GPU, same socket"
    assert relation(inventory, second, cpu(1)) == "GPU to host, other socket"
    assert relation(inventory, first, Endpoint(id="gpu9", node="n", kind="gpu")) == "GPU to GPU, other node"


def test_gpus_below_one_switch_and_those_that_access_each_other() -> None:
    host = node("gpu-node")
    first, second = host.gpus[:2]
    devices = tuple(
        DriverDevice(ordinal=at, name="", uuid="", pci=gpu.pci or "", memory_bytes=1, mode="default", peers=(1 - at,))
        for at, gpu in enumerate((first, second))
    )
    one, other = (Endpoint(id=f"gpu{i}", node=host.hostname, kind="gpu", address=host.gpus[i].pci) for i in range(2))

    def between(*bridges: tuple[str, ...], peers: tuple[DriverDevice, ...]) -> str:
        gpus = tuple(msgspec.structs.replace(gpu, bridges=up) for gpu, up in zip((first, second), bridges, strict=True))
        driver = GpuDriver(version="12.4", devices=peers)
        changed = msgspec.structs.replace(host, gpus=gpus, gpu_driver=driver)
        return relation(Inventory(nodes=(changed,)), one, other)

    switched = (("0000:15:01.0", "0000:16:00.0"), ("0000:15:01.0", "0000:16:01.0"))
    assert between(*switched, peers=()) == "GPU to GPU, same switch"
    assert between(*switched, peers=devices) == "peer GPU to peer GPU, same switch"
    assert between(("0000:15:01.0",), ("0000:97:01.0",), peers=devices) == "peer GPU to peer GPU, same node"
    one_way = (devices[0], msgspec.structs.replace(devices[1], peers=()))
    assert between((), (), peers=one_way) == "GPU to GPU, same node"


def test_core_endpoints_are_one_for_each_allowed_core() -> None:
    whole = node("two-socket-smt")
    assert [each.id for each in core_endpoints(whole)] == [f"two-socket-smt:c{n}" for n in range(8)]
    sandbox = msgspec.structs.replace(whole.sandbox, allowed_cpus=(1, 8, 9, 12))
    assert [each.cpus for each in core_endpoints(msgspec.structs.replace(whole, sandbox=sandbox))] == [
        (1,),
        (8,),
        (12,),
    ]
    off = tuple(msgspec.structs.replace(each, online=each.id != 0) for each in whole.cpus)
    assert core_endpoints(msgspec.structs.replace(whole, cpus=off))[-1].cpus == (8,)


EVERYTHING = Inventory(nodes=tuple(node(name) for name in NAMES))
PLACES = st.builds(
    Endpoint,
    id=st.sampled_from(["a", "mic0", "c001-n002-mic2", "x:c0"]),
    node=st.sampled_from([each.hostname for each in EVERYTHING.nodes] + ["not looked at"]),
    kind=st.sampled_from(["core", "card", "gpu"]),
    cpus=st.lists(st.integers(0, 20), max_size=3, unique=True).map(tuple),
    address=st.sampled_from([None, "0000:1b:00.0"]),
)


@given(PLACES, PLACES)
def test_any_two_endpoints_have_a_word_of_the_vocabulary(a: Endpoint, b: Endpoint) -> None:
    topology = Topology(EVERYTHING)
    there, back = topology.relation(a, b), topology.relation(b, a)
    assert {there, back} <= RELATIONS
    if " to " in there:
        ends, _, where = there.rpartition(", ")
        assert back == f"{' to '.join(reversed(ends.split(' to ')))}, {where}"
    else:
        assert there == back


def test_all_pairs_of_a_large_node_take_no_time_worth_speaking_of() -> None:
    # 64 cores: 4,032 ordered pairs from one prepared topology, each looked up and not searched for.
    whole = SMT.nodes[0]
    many = tuple(msgspec.structs.replace(whole.cpus[n % 16], id=n, siblings=(n,)) for n in range(64))
    big = msgspec.structs.replace(whole, cpus=many, caches=())
    endpoints = core_endpoints(big)
    topology = Topology(Inventory(nodes=(big,)))
    words = {topology.relation(a, b) for a, b in itertools.permutations(endpoints, 2)}
    assert words == {"same NUMA node", "same socket", "other socket"}


@pytest.mark.parametrize(("first", "second", "near"), [(1e9, 5e9, "mic2"), (5e9, 1e9, "mic0"), (None, 1e9, "mic2")])
def test_the_fastest_port_decides_which_card_is_near(first: float | None, second: float, near: str) -> None:
    host = node("phi-host")
    port = host.nics[0]
    nics = tuple(
        msgspec.structs.replace(port, name=f"ib{numa}", state="up", numa=numa, speed_bytes_per_s=rate)
        for numa, rate in ((0, first), (1, second))
    )
    machine = Inventory(nodes=(msgspec.structs.replace(host, nics=nics), node("phi-card")))
    far = "mic2" if near == "mic0" else "mic0"
    assert relation(machine, card("c001-n002", near), card("c001-n002", far)).startswith("near card to far card")
