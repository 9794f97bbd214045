"""Schedules are made where paths lead from each rank to each other, over others too."""

import pytest

from builders.declared import declared_map
from rankwise.core.errors import UsageError
from rankwise.optimise.schedules.network import network_of
from rankwise.optimise.schedules.steps import COLLECTIVES, ROOTED
from rankwise.optimise.schedules.table import schedules

WAY = (1e-6, 1e9)


@pytest.mark.parametrize("pairs", [[("a", "b"), ("b", "a"), ("c", "a")], [("a", "b"), ("b", "a"), ("a", "c")]])
def test_an_endpoint_that_no_path_leads_to_or_from_is_refused(pairs: list[tuple[str, str]]) -> None:
    with pytest.raises(UsageError, match=r"leads (to|from) 'c'"):
        network_of(declared_map("m", dict.fromkeys(pairs, WAY)))


@pytest.mark.parametrize("collective", COLLECTIVES)
def test_a_chain_of_endpoints_has_schedules_or_none_that_are_wrong(collective) -> None:  # type: ignore[no-untyped-def]
    pairs = [("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")]
    network = network_of(declared_map("m", dict.fromkeys(pairs, WAY)))
    made = schedules(network, collective, 0 if collective in ROOTED else -1, "any")  # proves each
    assert all(schedule.collective == collective for schedule in made)
