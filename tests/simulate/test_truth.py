"""The engine under SimGrid finds what was declared: latency, bandwidth and path classes."""

from __future__ import annotations

import math
import random
from itertools import permutations
from pathlib import Path

import pytest

from builders.declared import Figures, declared_map, two_hosts
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Cell
from rankwise.measure.cells import cell
from rankwise.model.classes import MeasuredPath, classify
from rankwise.model.records import Map
from rankwise.simulate import smpi

pytestmark = pytest.mark.simgrid

SMALL, LARGE, LARGER = 0, 1 << 20, 1 << 22


def figures(small_s: float, large_s: float, larger_s: float) -> Figures:
    """Latency and bandwidth from three times: the small one, and the slope between the large sizes."""
    return small_s, (LARGER - LARGE) / (larger_s - large_s)


def measure(machine: Map, kernel: str) -> dict[tuple[int, int], Figures]:
    """Latency and bandwidth of every ordered pair of ranks."""
    pairs = list(permutations(range(len(machine.endpoints)), 2))
    cells = [cell("simulated", kernel, size, pair) for pair in pairs for size in (SMALL, LARGE, LARGER)]
    done = smpi.run_cells(machine, cells)
    assert done.errors == {}
    times = [visit.samples_s[0] for visit in done.visits]
    return {pair: figures(*times[3 * index : 3 * index + 3]) for index, pair in enumerate(pairs)}


def random_figures(rng: random.Random) -> Figures:
    return math.exp(rng.uniform(math.log(0.5e-6), math.log(1e-3))), math.exp(rng.uniform(math.log(1e7), math.log(1e11)))


@pytest.mark.parametrize("seed", range(10))
def test_pingpong_finds_the_declared_latency_and_bandwidth(seed: int) -> None:
    declared = random_figures(random.Random(seed))
    for found in measure(two_hosts(*declared), "pingpong").values():
        assert found == pytest.approx(declared, rel=0.01)


@pytest.mark.parametrize("seed", range(3))
def test_oneway_tells_the_directions_apart(seed: int) -> None:
    rng = random.Random(100 + seed)
    there, back = random_figures(rng), random_figures(rng)
    found = measure(two_hosts(*there, back=back), "oneway")
    assert found[0, 1] == pytest.approx(there, rel=0.01)
    assert found[1, 0] == pytest.approx(back, rel=0.01)


def planted(rng: random.Random, classes: int) -> tuple[Map, set[frozenset[tuple[str, str]]]]:
    """A machine whose ordered pairs each belong to one of so many classes, any two of which differ by more than 25 %
    in latency or in bandwidth."""
    levels: list[tuple[float, float]] = []
    while len(levels) < classes:
        new = (rng.uniform(0.0, 3.0), rng.uniform(0.0, 3.0))
        if all(max(abs(new[0] - old[0]), abs(new[1] - old[1])) > math.log(1.25) for old in levels):
            levels.append(new)
    ends = [f"n{index}" for index in range(rng.randint(3, 6))]
    pairs = list(permutations(ends, 2))
    rng.shuffle(pairs)
    # Every class has at least one path: the first ones are dealt in turn.
    which = {pair: index if index < classes else rng.randrange(classes) for index, pair in enumerate(pairs)}
    level = {pair: levels[which[pair]] for pair in permutations(ends, 2)}
    machine = declared_map("planted", {pair: (1e-6 * math.exp(a), 1e9 * math.exp(b)) for pair, (a, b) in level.items()})
    return machine, {frozenset(pair for pair in pairs if which[pair] == index) for index in range(classes)}


@pytest.mark.parametrize("seed", range(50))
def test_planted_path_classes_are_recovered_exactly(seed: int) -> None:
    machine, truth = planted(random.Random(seed), classes=2 + seed % 5)
    ids = [endpoint.id for endpoint in machine.endpoints]
    paths = [
        MeasuredPath(
            ids[source], ids[target], "simulated", "other node", latency_s, latency_s, latency_s, rate, rate, rate
        )
        for (source, target), (latency_s, rate) in measure(machine, "oneway").items()
    ]
    assert {frozenset(found.paths) for found in classify(paths)} == truth


def test_two_runs_give_the_same_bytes(tmp_path: Path) -> None:
    machine, _ = planted(random.Random(7), classes=4)
    ranks = tuple(range(len(machine.endpoints)))
    cells = [cell("simulated", kernel, 1000, ranks) for kernel in ("allreduce", "alltoall", "bcast", "sendrecv")]
    results = []
    for run in ("first", "second"):
        (tmp_path / run).mkdir()
        smpi.run_cells(machine, cells, keep=tmp_path / run)
        results.append((tmp_path / run / "results").read_bytes())
    assert results[0].count(b'"visit",') == len(cells)
    assert results[0] == results[1]


def test_messages_of_one_direction_share_its_bandwidth_and_directions_do_not() -> None:
    size, rate = 1 << 20, 1e9
    cells = [cell("simulated", kernel, size, (0, 1), window=4) for kernel in ("uniband", "pingping")]
    uniband, pingping = smpi.run_cells(two_hosts(1e-6, rate), cells).visits
    assert uniband.samples_s[0] == pytest.approx(4 * size / rate, rel=0.01)
    assert pingping.samples_s[0] == pytest.approx(size / rate, rel=0.01)


def test_idle_ranks_wait_for_others_at_no_cost() -> None:
    """A transfer of 400 s while two of four ranks have nothing to do ends in no real time."""
    machine = declared_map("slow", dict.fromkeys(permutations("abcd", 2), (1e-3, 1e4)))
    done = smpi.run_cells(machine, [cell("simulated", "pingpong", 4_000_000, (1, 3))], timeout_s=100)
    assert done.visits[0].samples_s[0] == pytest.approx(400, rel=0.01)


def test_a_simulation_that_does_not_end_is_ended() -> None:
    cells = [cell("simulated", "barrier", 0, (0, 1))]
    with pytest.raises(MeasurementFailed, match="did not end in its time") as caught:
        smpi.run_cells(two_hosts(1e-6, 1e9), cells, faults=[f"hang:1:{cells[0].id}"], timeout_s=3)
    assert caught.value.code == "simulation-failed"


def test_ranks_that_wait_for_each_other_are_named_with_their_calls(tmp_path: Path) -> None:
    """SimGrid ends such a job with status 0, so it was told to have ended well."""
    program = tmp_path / "waits.cpp"
    program.write_text(
        """#include <mpi.h>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, word = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank < 2) MPI_Recv(&word, 1, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
}
"""
    )
    ids = ("a", "b", "c")
    machine = declared_map("three hosts", dict.fromkeys(permutations(ids, 2), (1e-6, 1e9)))
    with pytest.raises(MeasurementFailed) as caught:
        smpi.run_program(machine, program)
    assert caught.value.code == "simulation-deadlock"
    assert caught.value.message.endswith(
        ": rank 0 in MPI_Recv with rank 1, tag 7, rank 1 in MPI_Recv with rank 0, tag 7, rank 2 in MPI_Barrier"
    )


def test_a_cell_that_cannot_run_leaves_the_others() -> None:
    cells = [
        Cell(id="none", side="s", kernel="no_such", size_bytes=8, groups=((0, 1),)),
        cell("s", "barrier", 0, (0, 1)),
    ]
    done = smpi.run_cells(two_hosts(1e-6, 1e9), cells)
    assert "unknown kernel" in done.errors["none"]
    assert [visit.cell for visit in done.visits] == [cells[1].id]


@pytest.mark.parametrize(("skew_s", "calls"), [(20e-6, 5), (300e-6, 1)])
def test_ranks_that_leave_a_barrier_apart_do_not_lengthen_a_short_batch(skew_s: float, calls: int) -> None:
    """Batches grow until the spread of their beginnings is 0.5 % of them; where that takes long they begin together."""
    machine, reduce = two_hosts(400e-6, 1e9), cell("simulated", "allreduce", 8, (0, 1))
    (plain,) = smpi.run_cells(machine, [reduce]).visits
    (skewed,) = smpi.run_cells(machine, [reduce], faults=[f"skew:1:{skew_s * 1e9:.0f}"]).visits
    assert skewed.samples_s[0] == pytest.approx(plain.samples_s[0], rel=0.0051)
    assert skewed.calls_per_sample == calls
