"""Where sides stand, and what a run keeps of it for later."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from rankwise.core.errors import UsageError
from rankwise.core.records import Inventory
from rankwise.model.topology import RELATIONS, core_endpoints, relation
from rankwise.placement.ground import Ground, chosen_ground, ground_named_in, named_ground, this_machine
from recorded.machines import node


@pytest.mark.parametrize(
    ("endpoints", "hosts"), [(None, ()), (None, ("n1",)), (None, ("n1", "n2", "n1")), (Path("/x/endpoints.toml"), ())]
)
def test_a_run_that_goes_on_finds_its_ground_again(endpoints: Path | None, hosts: tuple[str, ...]) -> None:
    assert ground_named_in({"mpi": "mpich", **named_ground(endpoints, hosts)}) == (endpoints, hosts)


@pytest.mark.parametrize(
    ("ranks", "endpoints", "hosts"), [(2, None, ("n1",)), (2, Path("e.toml"), ()), (0, Path("e.toml"), ("n1",))]
)
def test_one_of_them_says_how_many_ranks_there_are(ranks: int, endpoints: Path | None, hosts: tuple[str, ...]) -> None:
    with ExitStack() as stack, pytest.raises(UsageError, match="each say how many ranks"):
        chosen_ground(stack, ranks, endpoints, hosts)


def test_what_two_cores_are_to_each_other_is_their_path_class() -> None:
    with ExitStack() as stack:
        assert this_machine(stack, 2).path_class in RELATIONS


def test_a_pair_of_ranks_for_each_relation_the_first_two_first() -> None:
    whole = node("two-socket-smt")
    with ExitStack() as stack:
        ground = Ground(core_endpoints(whole), Inventory(nodes=(whole,)), stack)
        pairs = ground.pairs()
    assert pairs[0] == (0, 1)
    found = [relation(ground.inventory, ground.endpoints[a], ground.endpoints[b]) for a, b in pairs]
    assert ", ".join(found) == ground.path_class
    assert "other socket" in found and len(found) == len(set(found)) > 1
