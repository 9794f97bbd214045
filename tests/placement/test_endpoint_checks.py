from msgspec.structs import replace

from rankwise.inventory.records import EndpointLook
from rankwise.model.records import Path
from rankwise.placement.endpoint_checks import PlannedFacts, cut_off, endpoint_findings

NAMES = ("n1", "n2", "n3", "n4")
ADDRESS = {name: f"10.33.1.{name[1]}" for name in NAMES}
HEALTHY = [
    EndpointLook(
        endpoint=name,
        machine=name,
        addresses={"lo": ("127.0.0.1/8", "::1/128"), "eth0": (f"{ADDRESS[name]}/15", "fe80::1/64")},
        names={**ADDRESS, name: "127.0.1.1"},
        shared_memory_bytes=64 << 20,
        forwards=True,
        cpu_quota=None,
    )
    for name in NAMES
]
PLAN = PlannedFacts(
    names={name: {other: [address] for other, address in ADDRESS.items()} for name in NAMES},
    interfaces={name: {"eth0": ADDRESS[name]} for name in NAMES},
    forwards={"n1"},
    addresses=set(ADDRESS.values()),
)


def found(look: EndpointLook, expected: PlannedFacts = PLAN) -> list[tuple[str, tuple[str, ...]]]:
    """Findings when one endpoint looks like this and the others are healthy."""
    looks = [look if one.endpoint == look.endpoint else one for one in HEALTHY]
    return [(finding.id, finding.affects) for finding in endpoint_findings(looks, expected)]


def test_nothing_is_found_on_healthy_endpoints_with_a_plan_or_without() -> None:
    assert endpoint_findings(HEALTHY, PLAN) == []
    assert endpoint_findings(HEALTHY, PlannedFacts()) == []
    assert endpoint_findings([EndpointLook(endpoint="x", machine="x")], PLAN) == []


def test_a_wrong_name_is_told_by_the_plan_and_by_the_others() -> None:
    wrong = replace(HEALTHY[1], names={**HEALTHY[1].names, "n3": "10.33.1.99"})
    missing = replace(HEALTHY[1], names={**HEALTHY[1].names, "n3": None})
    for look in (wrong, missing):
        for expected in (PLAN, PlannedFacts()):
            assert found(look, expected) == [("wrong-host", ("n2",))]


def test_one_address_on_several_machines_is_told_once_with_all_of_them() -> None:
    looks = [replace(one, addresses={**one.addresses, "docker0": ("172.17.0.1/16",)}) for one in HEALTHY]
    (finding,) = endpoint_findings(looks, PLAN)
    assert (finding.id, finding.affects) == ("duplicate-address", NAMES)
    together = [replace(look, machine="same") for look in looks]
    assert endpoint_findings(together, PLAN) == []


def test_addresses_that_a_plan_gives_to_several_are_none() -> None:
    looks = [replace(one, addresses={**one.addresses, "mic0": ("172.31.1.254/24",)}) for one in HEALTHY]
    assert endpoint_findings(looks, replace_addresses(PLAN, "172.31.1.254")) == []


def replace_addresses(expected: PlannedFacts, *more: str) -> PlannedFacts:
    return PlannedFacts(expected.names, expected.interfaces, expected.forwards, {*expected.addresses, *more})


def test_an_address_on_another_interface_than_planned() -> None:
    look = replace(HEALTHY[2], addresses={"eth1": HEALTHY[2].addresses["eth0"]})
    assert found(look) == [("interface-order", ("n3",))]


def test_forwarding_matters_where_cards_need_it() -> None:
    assert found(replace(HEALTHY[0], forwards=False)) == [("no-forwarding", ("n1",))]
    assert found(replace(HEALTHY[1], forwards=False)) == []


def test_small_shared_memory_and_less_than_a_cpu() -> None:
    look = replace(HEALTHY[3], shared_memory_bytes=1 << 20, cpu_quota=0.5)
    assert found(look) == [("small-shm", ("n4",)), ("cpu-quota", ("n4",))]


def test_whom_nobody_reaches_is_named_unless_hardly_anybody_reaches_anybody() -> None:
    def paths(*dead: str) -> list[Path]:
        return [
            Path(source=a, target=b, fabric="net", reachable=not {a, b} & {*dead}, error="silent")
            for a in NAMES
            for b in NAMES
            if a != b
        ]

    (finding,) = cut_off(paths("n2"), "net", ())
    assert (finding.id, finding.affects) == ("cut-off", ("n2",))
    assert cut_off(paths(), "net", ()) == []
    assert cut_off(paths("n1", "n2", "n3"), "net", ()) == []
    meant = [(a, b) for a in NAMES for b in NAMES if "n2" in (a, b)]
    assert cut_off(paths("n2"), "net", meant) == []
