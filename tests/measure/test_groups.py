"""Communicators by name."""

from __future__ import annotations

import pytest

from rankwise.core.errors import UsageError
from rankwise.measure.groups import members


def test_names_of_groups() -> None:
    assert [member.groups for member in members("world", 3)] == [((0, 1, 2),)]
    assert [member.duplicate for member in members("duplicate", 3)] == [True]
    assert members("halves", 5)[0].groups == ((0, 1), (2, 3, 4))
    assert members("quarters", 9)[0].groups == ((0, 1), (2, 3), (4, 5), (6, 7, 8))
    assert members("world-1", 3)[0].groups == ((0, 1),)
    assert members("layers:2", 6)[0].groups == ((0, 2, 4), (1, 3, 5))
    assert members("3,1;0", 4)[0].groups == ((3, 1), (0,))


def test_bisections_are_orders_of_the_world_and_the_same_each_time() -> None:
    found = members("bisections:4", 8)
    assert found == members("bisections:4", 8)
    assert found[0].groups == (tuple(range(8)),)
    assert len({one.groups for one in found}) == 4
    assert all(sorted(one.groups[0]) == list(range(8)) for one in found)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("thirds", "bad-communicator"),
        ("0,1;1,2", "bad-communicator"),
        ("0,9", "no-such-rank"),
        ("layers:3", "bad-layers"),
        ("layers:0", "bad-communicator"),
    ],
)
def test_what_names_no_group_is_told(text: str, code: str) -> None:
    with pytest.raises(UsageError) as error:
        members(text, 4)
    assert error.value.code == code


def test_too_few_ranks_for_parts() -> None:
    for text, ranks in (("halves", 1), ("quarters", 3), ("world-1", 1)):
        with pytest.raises(UsageError, match="rank"):
            members(text, ranks)
