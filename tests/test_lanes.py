"""What `make test` leaves out runs in `make test-all`, and in one of its parts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

CASES = """
import pytest

@pytest.fixture(params=["mpich", "openmpi", "impi"])
def any_mpi(request): return request.param

def test_plain(): pass

@pytest.mark.thorough("test_plain")
def test_long(): pass

@pytest.mark.parametrize("size", [1, pytest.param(2, marks=pytest.mark.thorough("size 1"))])
def test_sizes(size): pass

@pytest.mark.drawn(2)
@pytest.mark.parametrize("fault", range(5))
def test_faults(fault): pass

@pytest.mark.parametrize("ranks", range(8))
def test_ranks(any_mpi, ranks): pass

@pytest.mark.parametrize("any_mpi", ["openmpi", "impi"], indirect=True)
def test_two(any_mpi): pass

@pytest.mark.each_mpi
def test_own(any_mpi): pass
"""


CONFTEST = """
import lanes
def pytest_addoption(parser): lanes.add_options(parser)
def pytest_collection_modifyitems(config, items): lanes.select(config, items)
"""


@pytest.fixture
def run(pytester: pytest.Pytester) -> Callable[..., list[str]]:
    """The names of the tests that these words select, or what is wrong with the words."""
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(test_cases=CASES)

    def selected(*words: str) -> list[str]:
        done = pytester.runpytest_inprocess("-q", "--collect-only", "-p", "no:cacheprovider", *words)
        refused = [line.removeprefix("ERROR: ") for line in done.stderr.lines if line.startswith("ERROR: ")]
        return refused or re.findall(r"::(\S+)", done.stdout.str())

    return selected


def test_each_behaviour_runs_once(run: Callable[..., list[str]]) -> None:
    names = run()
    assert [name for name in names if "[" not in name] == ["test_plain"]
    assert [name for name in names if name.startswith("test_sizes")] == ["test_sizes[1]"]
    assert len([name for name in names if name.startswith("test_faults")]) == 2
    ranks = [re.split(r"[\[\]-]", name)[1:3] for name in names if name.startswith("test_ranks")]
    assert sorted(int(count) for _, count in ranks) == list(range(8)), "one MPI for each case"
    assert len({family for family, _ in ranks}) > 1, "drawn anew for each case"
    assert len([name for name in names if name.startswith("test_two")]) == 1, "never the MPI that it leaves out"
    assert len([name for name in names if name.startswith("test_own")]) == 3


def test_parts_have_what_is_left_out_once_each(run: Callable[..., list[str]]) -> None:
    everything, usual = run("--all"), run()
    assert len(everything) == 38
    parts = [name for number in (1, 2, 3) for name in run(f"--part={number}/3") if name.startswith("test_")]
    assert sorted(parts + usual) == sorted(everything)


def test_a_test_that_is_named_runs(run: Callable[..., list[str]]) -> None:
    assert run("test_cases.py::test_long") == ["test_long"]
    assert len(run("test_cases.py::test_faults")) == 5


@pytest.mark.parametrize("part", ["0/3", "4/3", "3", "a/b"])
def test_no_part_is_refused(run: Callable[..., list[str]], part: str) -> None:
    (line,) = run(f"--part={part}")
    assert line == (f"--part {part}: give K/N with K from 1 to N, such as 3/12")
