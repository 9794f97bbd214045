"""Expectations follow from the other results, say why, and condemn only what is slow."""

import pytest

from model.build import measured
from rankwise.core.records import Estimate
from rankwise.model.expected import Key, expectations
from rankwise.model.records import Expected
from rankwise.model.rules import COMPOSITION
from rankwise.model.verdict import judge


def by_basis(expecteds: list[Expected], basis: str) -> list[Expected]:
    return [one for one in expecteds if one.basis == basis]


def machine(latency_s: float = 1e-6, gap_s: float = 1e-10, ranks: tuple[int, ...] = (2, 4)) -> dict[Key, Estimate]:
    """A machine whose collectives are all well made: costs of the usual algorithms on one switch."""
    sizes = [0, 4, 8] + [1 << power for power in range(4, 21)]
    cost = {
        "pingpong": lambda n, p: latency_s + n * gap_s,
        "pingping": lambda n, p: 1.3 * (latency_s + n * gap_s),
        "sendrecv": lambda n, p: 1.3 * (latency_s + n * gap_s),
        "exchange": lambda n, p: 2.0 * (latency_s + n * gap_s),
        "barrier": lambda n, p: latency_s * (p.bit_length() - 1),
        "bcast": lambda n, p: latency_s * (p.bit_length() - 1) + n * gap_s,
        "reduce": lambda n, p: latency_s * (p.bit_length() - 1) + n * gap_s * 1.1,
        "allreduce": lambda n, p: latency_s * (p.bit_length() - 1) * 1.3 + n * gap_s * 1.5,
        "reduce_scatter": lambda n, p: latency_s * (p.bit_length() - 1) * 1.1 + n * gap_s * 1.1,
        "gather": lambda n, p: latency_s * (p.bit_length() - 1) + n * (p - 1) * gap_s,
        "scatter": lambda n, p: latency_s * (p.bit_length() - 1) + n * (p - 1) * gap_s,
        "allgather": lambda n, p: latency_s * (p.bit_length() - 1) + n * (p - 1) * gap_s * 1.1,
        "alltoall": lambda n, p: 1.25 * (p - 1) * (latency_s + n * gap_s),
    }
    point_to_point = {"pingpong", "pingping"}
    return {
        Key(kernel, 0 if kernel == "barrier" else size, count): measured(time(size, count))
        for kernel, time in cost.items()
        for size in sizes
        for count in ((2,) if kernel in point_to_point else ranks)
    }


def test_nothing_is_slow_on_a_well_made_machine() -> None:
    results = machine()
    for key, one in results.items():
        found = expectations(key, results, uniform_paths=True)
        worst = [because.explanation for because in found if judge(one, [because])[0] == "slow"]
        assert not worst, f"{key}: {worst}"


@pytest.mark.parametrize("kernel", sorted({rule.kernel for rule in COMPOSITION}))
def test_a_slow_collective_is_found_by_composition(kernel: str) -> None:
    results = machine()
    key = Key(kernel, 0 if kernel == "barrier" else 4096, 2)
    results[key] = measured(20 * results[key].median_s)
    found = by_basis(expectations(key, results, uniform_paths=True), "composition")
    verdict, ratio = judge(results[key], found)
    assert verdict == "slow"
    assert ratio is not None
    assert ratio > 2.0
    assert "the same can be done by" in found[0].explanation


def test_a_sum_carries_the_upper_ends_of_its_parts() -> None:
    results = {
        Key("reduce", 8, 4): measured(2e-6, 0.5),
        Key("bcast", 8, 4): measured(1e-6, 0.1),
    }
    (one,) = expectations(Key("allreduce", 8, 4), results)
    assert one.time_s == pytest.approx(3e-6)
    assert one.high_s == pytest.approx(4.1e-6)
    assert one.explanation == (
        "the same can be done by reduce of 8 B on 4 ranks (2.00 us each) then bcast of 8 B on 4 ranks (1.00 us each): "
        "3.00 us"
    )


def test_parts_at_sizes_not_measured_use_the_next_larger_one() -> None:
    """Three ranks: gather of 3 x 8 bytes needs a bcast of 24, and 32 was measured; 4096 would be no bound."""
    key = Key("scatter", 8, 3)
    assert expectations(key, {Key("bcast", 32, 3): measured(5e-6)})[0].time_s == 5e-6
    assert expectations(key, {Key("bcast", 4096, 3): measured(5e-6)}) == []


def test_a_barrier_is_held_against_the_smallest_vector_that_can_be_reduced() -> None:
    results = {Key("allreduce", size, 4): measured(size * 1e-6) for size in (0, 3, 4, 8)}
    (one,) = expectations(Key("barrier", 0, 4), results)
    assert one.time_s == 4e-6


def test_larger_messages_and_more_ranks_bound_smaller_ones() -> None:
    results = {
        Key("bcast", 1024, 4): measured(9e-6),
        Key("bcast", 2048, 4): measured(3e-6),
        Key("bcast", 1024, 8): measured(4e-6),
    }
    found = expectations(Key("bcast", 1024, 4), results)
    assert [(one.basis, one.time_s) for one in found] == [("monotony", 3e-6), ("monotony", 4e-6)]
    assert "2KiB" in found[0].explanation
    assert "8 ranks" in found[1].explanation


def test_two_halves_bound_the_whole() -> None:
    results = {Key("pingpong", 4096, 2): measured(2e-6)}
    (one,) = expectations(Key("pingpong", 8192, 2), results)
    assert (one.basis, one.time_s) == ("composition", 4e-6)


def test_collectives_over_other_pairs_count_only_where_paths_are_alike() -> None:
    results = {Key("sendrecv", 8, 4): measured(1e-6)}
    key = Key("alltoall", 8, 4)
    assert expectations(key, results) == []
    assert expectations(key, results, uniform_paths=True)[0].time_s == pytest.approx(4e-6)


def test_memory_bounds_large_messages_only() -> None:
    results = {Key("pingpong", 8, 2): measured(0.5e-6)}
    (one,) = expectations(Key("pingpong", 1 << 20, 2), results, copy_rate_bytes_per_s=10e9)
    assert one.basis == "copy-bandwidth"
    assert one.time_s == pytest.approx(0.5e-6 + 2 * (1 << 20) / 10e9)
    assert expectations(Key("pingpong", 4096, 2), results, copy_rate_bytes_per_s=10e9) == []


def test_the_best_mpi_here_and_siblings_are_named() -> None:
    key = Key("pingpong", 8, 2)
    found = expectations(
        key,
        {},
        other_mpis={"MPICH 5.0": {key: measured(0.2e-6)}, "Open MPI 5.0": {key: measured(0.3e-6)}},
        siblings={"a -> b": measured(1e-6), "c -> d": measured(2e-6), "e -> f": measured(1.1e-6)},
    )
    assert by_basis(found, "best-mpi")[0].explanation == "MPICH 5.0 on the same ranks takes 0.20 us"
    assert by_basis(found, "sibling")[0].time_s == 1.1e-6
    assert by_basis(found, "sibling")[0].explanation == (
        "a -> b, c -> d, e -> f of the same relation take a median of 1.10 us"
    )


def test_strictest_comes_first() -> None:
    results = machine()
    times = [expectation.time_s for expectation in expectations(Key("allreduce", 4096, 2), results)]
    assert len(times) >= 3
    assert times == sorted(times)


def test_the_fastest_of_several_larger_sizes_is_the_bound() -> None:
    sizes = {1024: 9e-6, 2048: 4e-6, 4096: 3e-6, 8192: 8e-6}
    results = {Key("reduce", size, 4): measured(time_s) for size, time_s in sizes.items()}
    (found,) = by_basis(expectations(Key("reduce", 1024, 4), results), "monotony")
    assert found.time_s == 3e-6
