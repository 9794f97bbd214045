"""What a plan and a check of a cluster print."""

from __future__ import annotations

from pathlib import Path

from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map
from rankwise.cluster.records import ClusterCheck, ClusterMismatch
from rankwise.report.cluster import check_lines, plan_lines

EXAMPLE = Path(__file__).parents[2] / "examples" / "phi-cluster.toml"


def test_endpoints_that_deviate_alike_are_told_once() -> None:
    mismatches = tuple(
        ClusterMismatch(
            endpoint=f"n{number}", fact="MTU of ib0", expected="9000", found=found, fix="ip link set ib0 mtu 9000"
        )
        for number, found in [*((number, "1500") for number in range(1, 39)), (39, "4096")]
    )
    text = list(
        check_lines(ClusterCheck(plan="c", endpoints=39, facts=390, pairs=0, pairs_tried=0, mismatches=mismatches))
    )
    assert text[1] == "39 endpoints are not as planned, in 39 facts"
    assert "\nn1, n2, n3, n4, n5, n6 and 32 more" in text
    assert text.count("  MTU of ib0: 1500; planned: 9000") == 1
    assert text.index("\nn39") + 1 == text.index("  MTU of ib0: 4096; planned: 9000")


def test_endpoints_without_a_majority_are_no_odd_ones_and_not_as_planned() -> None:
    found = "n1 has 1; n2 has 2; no plan says which is right"
    apart = ClusterMismatch(endpoint="", fact="kernel", expected="alike", found=found)
    odd = ClusterMismatch(endpoint="n1", fact="clock", expected="as here", found="+9.0 s apart")
    for mismatches, words in (
        ((apart,), ["endpoints of one kind are not alike, in 1 fact"]),
        (
            (odd, apart),
            ["1 endpoint is not as planned, in 1 fact", "endpoints of one kind are not alike, in 1 fact"],
        ),
    ):
        check = ClusterCheck(plan="c", endpoints=2, facts=9, pairs=0, pairs_tried=0, mismatches=mismatches)
        text = list(check_lines(check))
        assert text[1 : 1 + len(words)] == words and "what was looked at is all as planned" not in text
        assert text[-2:] == ["\nbetween endpoints", f"  kernel: {found}; planned: alike"]


def test_endpoints_that_gave_no_answer_are_not_counted_as_looked_at() -> None:
    check = ClusterCheck(
        plan="c",
        endpoints=3,
        facts=1,
        pairs=1,
        pairs_tried=0,
        mismatches=(),
        silent={"n1": "no route", "n2": "no route"},
    )
    first, second, *_ = check_lines(check)
    assert first.startswith("c: 1 of 3 endpoints, 1 fact, 0 of 1 connection, ")
    assert second.startswith("\nn1\n"), "nothing is said to be as planned"


def test_a_plan_is_a_tree_of_who_is_there_and_what_paths_should_carry() -> None:
    plan = read_plan(EXAMPLE)
    text = list(plan_lines(plan, to_map(plan)))
    assert text[0] == "phi-cluster: 2 hosts, 8 cards, 2 networks"
    assert text[1].split() == ["head", "head", "10.32.0.1", "(ethernet)"]
    cards = [line for line in text if " card  " in line]
    assert len(cards) == 8 and [line.strip()[:2] for line in cards[:4]] == ["|-", "|-", "|-", "`-"]
    assert cards[0].endswith("10.34.1.21 (infiniband); socket 0, near the adapter") and cards[3].endswith("; socket 1")
    assert "  network ethernet: 10.32.0.0/15, flat, tcp, MTU 1500, bridge br0 on hosts" in text
    slowest = next(line.split() for line in text if line.endswith("far card to far card, other node") and "250" in line)
    assert slowest[:6] == ["10.0", "us,", "250", "MB/s", "8", "paths:"]
    assert "  share   /opt/intel of host for card, on ethernet" in text and "  service opensmd on c001-n001" in text
    assert text[-1] == "  MPI     impi: messages on infiniband, started on ethernet"
