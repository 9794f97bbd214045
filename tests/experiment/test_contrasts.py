"""A node or a direction is accused when all of it is slower than what is beside it, and never for one slow pair."""

import random
import re
from itertools import combinations

import pytest

from builders.surveys import estimate as estimate_of
from rankwise.core.records import Evidence, Finding
from rankwise.experiment.contrasts import ComparedPath, Contrast, contrasts, findings
from rankwise.measure.cells import cell

NODES = ("n1", "n2", "n3", "n4")


def series(time_s: float, salt: int, noise: float = 0.02) -> dict[tuple[int, int], float]:
    draw = random.Random(salt)
    return {(launch, number): time_s * draw.lognormvariate(0.0, noise) for launch in range(4) for number in range(3)}


def paths(slow: dict[str, float], *, nodes: int = 4, noise: float = 0.02) -> list[ComparedPath]:
    """Each pair of nodes; `slow` has the factor of a node (`n2`) or of a pair (`n1-n2`)."""
    found = []
    for salt, (a, b) in enumerate(combinations(range(nodes), 2)):
        source, target = NODES[a], NODES[b]
        factor = max(slow.get(source, 1.0), slow.get(target, 1.0), slow.get(f"{source}-{target}", 1.0))
        measured = cell("mpich", "pingpong", 1 << 20, (a, b))
        found.append(ComparedPath(source, target, measured, series(1e-2 * factor, salt, noise)))
    return found


def ways(factor: float, noise: float = 0.02) -> tuple[ComparedPath, ComparedPath]:
    there, back = (cell("mpich", "uniband", 1 << 16, pair) for pair in ((0, 1), (1, 0)))
    return ComparedPath("n1", "n2", there, series(factor, 1, noise)), ComparedPath(
        "n2", "n1", back, series(1.0, 2, noise)
    )


@pytest.mark.parametrize("nodes", [3, 4])
def test_a_node_whose_paths_are_all_slow_is_named_and_no_other(nodes: int) -> None:
    (found,) = contrasts(paths({"n2": 2.0}, nodes=nodes), [])
    assert found.node == "n2"
    assert len(found.slow) == nodes - 1
    assert 1.7 < found.ratio.ratio < 2.2


@pytest.mark.parametrize("slow", [{}, {"n1-n2": 3.0}, {"n2": 1.1}])
def test_equal_paths_one_slow_pair_and_small_differences_accuse_no_node(slow: dict[str, float]) -> None:
    assert contrasts(paths(slow), [ways(1.1)]) == []


def test_of_two_nodes_neither_is_the_slow_one() -> None:
    assert contrasts(paths({"n2": 2.0}, nodes=2), []) == []


def test_noise_accuses_nobody() -> None:
    assert contrasts(paths({"n2": 1.6}, noise=0.6), [ways(1.6, noise=0.6)]) == []


@pytest.mark.parametrize(("factor", "way"), [(2.5, ("n1", "n2")), (0.4, ("n2", "n1"))])
def test_the_slow_one_of_two_directions_is_named(factor: float, way: tuple[str, str]) -> None:
    (found,) = contrasts([], [ways(factor)])
    assert (found.slow[0].source, found.slow[0].target) == way
    (told,) = one_of([found])
    assert told.id == f"mpich:one-way-{way[0]}-{way[1]}"
    assert told.affects == (found.slow[0].cell.id,)
    (times,) = (part.observation for part in told.evidence if part.source == "contrast")
    ratio, low, high = map(float, re.findall(r"(\d+\.\d+)[x ()]", times)[:3])
    assert 1.0 < low < ratio < high, times


def one_of(found: list[Contrast], odd: tuple[Finding, ...] = ()) -> list[Finding]:
    return findings("mpich", found, odd, lambda _cell: estimate_of(1e-2))


def test_how_a_slow_node_differs_is_its_cause() -> None:
    facts = (
        Evidence(source="kernel", observation="6.1; 3 others: 6.2"),
        Evidence(source="MTU of eth0", observation="600; 3 others: 1500"),
    )
    odd = Finding(id="odd-node", title="", severity="serious", cause="", evidence=facts, affects=("n2",))
    found = contrasts(paths({"n2": 2.0}), [])
    (known,), (unknown,) = one_of(found, (odd,)), one_of(found)
    assert "every path of n2 is slow: MTU of eth0 is 600, 3 other nodes: 1500" in known.title
    assert "MTU of eth0" in known.cause
    assert unknown.title.endswith("every path of n2 is slow")
    assert "switch port of n2" in unknown.cause
    for told in (known, unknown):
        assert len(told.experiments) == 3 == len(told.affects)
        assert {f"mpich: {one.change}" for one in told.experiments} == {told.title}
        assert told.fixes and told.evidence[0].observation.startswith("paths of n2 take")
