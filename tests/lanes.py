"""Which tests `make test` runs, and which `make test-all` alone.

`make test` proves each behaviour once. What is left to `--all`:

- a test or a case that is marked `thorough(reason)`;
- of a test that is marked `drawn(count)` all cases but `count`;
- of a test for `any_mpi` two of the three MPIs, unless it is marked `each_mpi`: what it tests is each MPI's own.

What is drawn depends on the names of tests alone. `--part K/N` runs the K-th of N parts of what `--all` adds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from hashlib import sha256

import pytest
from xdist.scheduler import LoadScopeScheduling

LAB = "tests/lab/"
FAMILIES = ("mpich", "openmpi", "impi")
_DRAWN = (*FAMILIES, "mpich", "mpich", "impi")
"""Of these a test draws its MPI: a start of Open MPI takes ten times as long as one of MPICH."""


def add_options(parser: pytest.Parser) -> None:
    """`--all` and `--part`."""
    parser.addoption("--all", action="store_true", help="also what `make test` leaves out: all MPIs, cases and faults")
    parser.addoption("--part", default="", metavar="K/N", help="of what --all adds, the K-th of N parts, alone")


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves in `items` what these options ask for. A test that the command line names with `::` always runs."""
    part = config.getoption("--part")
    if not part and (config.getoption("--all") or any("::" in word for word in config.args)):
        return
    left_out = thorough(items)
    keep = in_part(left_out, part) if part else {item.nodeid for item in items} - left_out
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in keep])
    items[:] = [item for item in items if item.nodeid in keep]


class OneLab(LoadScopeScheduling):
    """How several processes share the tests: those with a lab all go to one, since two at once are too slow for what
    their networks promise."""

    def _split_scope(self, nodeid: str) -> str:
        return LAB if nodeid.startswith(LAB) else nodeid


def in_part(ids: Iterable[str], part: str) -> set[str]:
    """Of these tests the K-th of N parts. Raises UsageError when `part` is not K/N with 1 <= K <= N."""
    number, _, parts = part.partition("/")
    if not (number.isdecimal() and parts.isdecimal() and 1 <= int(number) <= int(parts)):
        raise pytest.UsageError(f"--part {part}: give K/N with K from 1 to N, such as 3/12")
    return {name for name in ids if drawn(name) % int(parts) == int(number) - 1}


def thorough(items: Sequence[pytest.Item]) -> set[str]:
    """The ids of the tests that `make test` leaves out."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[function_of(item)].append(item)
    return {name for several in cases.values() for name in _left_out(several)}


def _left_out(cases: list[pytest.Item]) -> set[str]:
    """Of the cases of one test function those that are left out."""
    named = set(map(_family, cases))  # of a test for two of them the third is not drawn
    mpis = [family for family in _DRAWN if family in named]
    usual = [item for item in cases if not item.get_closest_marker("thorough") and _is_mpi_of_its_name(item, mpis)]
    limit = cases[0].get_closest_marker("drawn")
    if limit:
        usual = sorted(usual, key=lambda item: drawn(item.nodeid))[: limit.args[0]]
    return {item.nodeid for item in cases} - {item.nodeid for item in usual}


def _is_mpi_of_its_name(item: pytest.Item, mpis: Sequence[str]) -> bool:
    """Whether a case of `any_mpi` is that of the MPI that is drawn, of `mpis`, for the case's other parameters."""
    family = _family(item)
    if not family or item.get_closest_marker("each_mpi"):
        return True
    words = item.name.partition("[")[2].removesuffix("]").split("-")
    words.remove(family)
    return bool(family == mpis[drawn(f"{function_of(item)}[{'-'.join(words)}]") % len(mpis)])


def _family(item: pytest.Item) -> str:
    """The MPI of a case of `any_mpi`; empty where there is none."""
    call = getattr(item, "callspec", None)
    return str(call.params.get("any_mpi", "")) if call else ""


def function_of(item: pytest.Item) -> str:
    """The id of a test without its parameters."""
    return item.nodeid.partition("[")[0]


def drawn(name: str) -> int:
    """A number that depends on this name alone, the same on every machine."""
    return int.from_bytes(sha256(name.encode()).digest()[:8], "big")
