"""What a check of a cluster prints."""

from __future__ import annotations

from rankwise.cluster.records import ClusterCheck, ClusterMismatch
from rankwise.report.cluster import check_lines


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
