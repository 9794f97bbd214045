"""Who sends what to whom, as a trace says it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from builders.traces import a_trace, sent
from rankwise.core.errors import UsageError
from rankwise.tracing.traffic import traffic_of_trace


def test_messages_between_pairs_keep_their_sizes() -> None:
    own = (sent("Send", 100, 5, 1), sent("Isend", 4000, 2, 1), sent("Send", 8, 1, 0))
    found = traffic_of_trace(a_trace({0: own, 1: (), 2: (), 3: ()}))
    assert found.sends == {(0, 1): ((100, 5.0), (4000, 2.0))}  # what a rank sends itself crosses no path


def test_what_is_fetched_comes_from_the_target() -> None:
    fetched = replace(sent("Get", 4000, 2, 1), direction="fetched")
    found = traffic_of_trace(a_trace({0: (fetched, sent("Put", 64, 1, 2)), 1: (), 2: (), 3: ()}))
    assert found.sends == {(1, 0): ((4000, 2.0),), (0, 2): ((64, 1.0),)}


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("Alltoall", {(0, 1): ((64, 3.0),), (0, 2): ((64, 3.0),), (0, 3): ((64, 3.0),)}),
        ("Iallgather", {(0, 1): ((64, 9.0),)}),
        ("Allreduce", {(0, 1): ((64, 3.0),), (0, 2): ((64, 3.0),)}),
    ],
)
def test_collectives_are_the_messages_of_a_usual_algorithm(call: str, expected: object) -> None:
    assert traffic_of_trace(a_trace({0: (sent(call, 64, 3),), 1: (), 2: (), 3: ()})).sends == expected


def test_a_trace_that_lacks_ranks_or_messages_is_refused() -> None:
    with pytest.raises(UsageError, match=r"lacks 1 of 4 ranks, rank 2 among them"):
        traffic_of_trace(a_trace({0: (), 1: (), 3: ()}))
    with pytest.raises(UsageError, match="holds no messages"):
        traffic_of_trace(a_trace({rank: (sent("Bcast", 64, 3),) for rank in range(4)}))
