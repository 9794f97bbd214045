"""The rules that `cluster new` makes of host names."""

from __future__ import annotations

import pytest

from builders import surveys
from builders.cpu_time import at_most
from rankwise.verbs.cluster.new import _numbered


@pytest.mark.parametrize(
    ("host", "rule", "cabinet", "number"),
    [
        ("n7", "n{node}", 1, 7),
        ("n007.site", "n{node:03}.site", 1, 7),
        ("c001-n002", "c{cabinet:03}-n{node:03}", 1, 2),
        ("r2c03n14-ib", "r2c{cabinet:02}n{node}-ib", 3, 14),
        ("12", "{node}", 1, 12),
        ("login", "login", 1, 5),
    ],
)
def test_the_last_numbers_of_a_name_are_its_place(host: str, rule: str, cabinet: int, number: int) -> None:
    made = _numbered(host, 5, surveys.node("n", 2))
    assert (made.group, made.cabinet, made.number) == (rule, cabinet, number)


def test_a_long_name_takes_no_time() -> None:
    with at_most(2.0):
        _numbered("a1-" * 1000, 1, surveys.node("n", 2))
