"""How many threads are asked of the program, and of which programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders.improving import case
from rankwise.verbs.improve.candidates.threads import offers, why_not

KNOB = "env:OMP_NUM_THREADS"


@pytest.mark.parametrize(
    ("hosts", "cpus", "threads", "asked"),
    [
        (("a", "a"), (0, 1, 2, 3), 0, [{KNOB: "1"}, {KNOB: "2"}]),
        (("a", "b"), (0, 1, 2, 3), 4, [{KNOB: "1"}]),
        (("a", "a"), (0, 1), 2, [{KNOB: "1"}]),
        (("a", "a"), (0, 1), 1, []),
    ],
)
def test_threads_are_one_or_a_share_of_the_cores(
    hosts: tuple[str, ...], cpus: tuple[int, ...], threads: int, asked: list[dict[str, str]], tmp_path: Path
) -> None:
    found = [offer.line.knobs for offer in offers(case(tmp_path, hosts, cpus=cpus, threads=threads))]
    assert found == asked


def test_a_program_without_threads_is_left_alone(tmp_path: Path) -> None:
    assert "not linked to OpenMP" in why_not(case(tmp_path, ("a", "a"), "mpiexec -n 2 sh"))
    assert not why_not(case(tmp_path, ("a", "a"), "mpiexec -n 2 sh", threads=2))
