"""Rules for Intel MPI as the library has read them: it writes the table that it follows on request."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.tunings import a_rule
from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.mpis import catalog
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.impi.rules import TABLES, as_file, carried
from rankwise.mpis.impi.table import collectives
from rankwise.mpis.knob_lists import bare_environment
from rankwise.mpis.rules import UNLIMITED
from rankwise.tuning.records import CollectiveRule

# An operation that is not associative, so that the result of an allreduce depends on its algorithm. The constants are
# those of the ABI of MPICH.
_REDUCE = """
import ctypes, sys
lib = ctypes.CDLL(sys.argv[1])
numbers = ctypes.POINTER(ctypes.c_double)
def mixed(left, right, count, _type):
    for i in range(count[0]):
        right[i] = 0.7 * left[i] + 0.3 * right[i]
made = ctypes.CFUNCTYPE(None, numbers, numbers, ctypes.POINTER(ctypes.c_int), ctypes.c_void_p)(mixed)
world, double, rank, op = 0x44000000, 0x4C00080B, ctypes.c_int(), ctypes.c_int()
lib.MPI_Init(None, None)
lib.MPI_Comm_rank(world, ctypes.byref(rank))
lib.MPI_Op_create(made, 1, ctypes.byref(op))
ours, result = (ctypes.c_double * 64)(*[1 + rank.value**2] * 64), (ctypes.c_double * 64)()
lib.MPI_Allreduce(ours, result, 64, double, op, world)
if rank.value == 0:
    print("result", *result)
lib.MPI_Finalize()
"""
_INIT = "import ctypes, sys; lib = ctypes.CDLL(sys.argv[1]); lib.MPI_Init(None, None); lib.MPI_Finalize()"


def table(mpi: Mpi, given: Mapping[str, str], folder: Path) -> bytes:
    """The table of a job with these knobs."""
    folder.mkdir(exist_ok=True)
    knobs = {name.partition(":")[2]: value for name, value in given.items()}
    env = {**os.environ, **bare_environment(mpi), **knobs, "I_MPI_TUNING_BIN_DUMP": str(folder / "table")}
    subprocess.run([sys.executable, "-I", "-c", _INIT, str(mpi.library)], env=env, check=True)
    return zlib.decompress((folder / "table").read_bytes())


@pytest.mark.mpi(1)
def test_rules_stand_among_the_own_entries_of_the_library(impi: Mpi, tmp_path: Path) -> None:
    assert FAMILIES["impi"].rules.combining(impi) is None, "no size needs a rule"
    rules = [a_rule("allreduce", "1", 101, 4096), a_rule("bcast", "3", 0, UNLIMITED)]
    before = collectives(table(impi, {}, tmp_path / "own"))
    after = collectives(table(impi, carried(impi, rules, tmp_path), tmp_path / "ruled"))
    changed = [number for number in before if after[number] != before[number]]
    assert len(changed) == 2
    for number in changed:
        for own, now in zip(before[number].below, after[number].below, strict=True):
            assert [one for one in now.below if one.value > 2] == [one for one in own.below if one.value > 2]
    ruled, whole = (after[number].below[0].at(2, -1).below for number in changed)
    assert [size.value for size in whole] == [-1], "the rule of bcast is for all sizes"
    own = next(one for one in before[changed[0]].below[0].below if one.value >= 2).at(-1).below
    assert {size.value for size in ruled} >= {100, 4096}
    others = [size for size in ruled if size.value not in (100, 4096)]
    assert others == [size for size in own if not 100 <= size.value <= 4096]


@pytest.mark.mpi(1)
def test_copies_replace_those_of_another_processor_and_leave_the_library_alone(impi: Mpi, tmp_path: Path) -> None:
    rules = [a_rule("allreduce", "1", 101, 4096)]
    carried(impi, rules, tmp_path)
    files = sorted((tmp_path / TABLES).iterdir())
    copy, link = (next(file for file in files if file.is_symlink() == linked) for linked in (False, True))
    own = link.resolve().parent / copy.name
    before, content = own.read_bytes(), copy.read_bytes()
    copy.unlink()
    copy.symlink_to(own)
    carried(impi, rules, tmp_path)
    assert copy.read_bytes() == content
    assert not copy.is_symlink()
    assert own.read_bytes() == before != content
    assert sorted((tmp_path / TABLES).iterdir()) == files


@pytest.mark.mpi(1)
@pytest.mark.parametrize("copies", [True, False], ids=["copies of tables", "a file of presets"])
def test_each_size_keeps_its_own_preset(impi: Mpi, tmp_path: Path, copies: bool) -> None:
    def carry(rules: Sequence[CollectiveRule], folder: Path) -> dict[str, str]:
        return carried(impi, rules, folder) if copies else as_file(rules, folder)

    parts = [("1", 0, 100), ("6", 101, 4096), ("8", 4097, UNLIMITED)]
    rules = [a_rule("allreduce", preset, low, high) for preset, low, high in parts]

    def of(rules: Sequence[CollectiveRule], name: str) -> bytes:
        (tmp_path / name).mkdir()
        return table(impi, carry(rules, tmp_path / name), tmp_path / name)

    whole = of(rules, "all")
    assert whole != of([rules[-1]], "last"), "the first sizes have entries of their own"
    for index, other in enumerate(("2", "5", "3")):
        changed = [*rules[:index], a_rule("allreduce", other, *parts[index][1:]), *rules[index + 1 :]]
        assert of(changed, f"other {index}") != whole, "each preset is read"


def reduced_by_4(mpi: Mpi, preset: str, ranks: int, folder: Path) -> str:
    """What 4 ranks get of an allreduce whose result shows its algorithm, with a preset for `ranks` ranks."""
    folder.mkdir()
    rule = replace(a_rule("allreduce", preset, 0, UNLIMITED), ranks=ranks)
    place = Place(host=None, program=sys.executable, args=("-I", "-c", _REDUCE, str(mpi.library)))
    spec = LaunchSpec(places=(place,) * 4, knobs=carried(mpi, [rule], folder), oversubscribed=True)
    launch = catalog.launcher_for(mpi).command(mpi, spec)
    done = process.run(launch.argv, timeout_s=60, env=launch.env)
    assert done.ok, done.describe()
    return next(line for line in done.stdout.splitlines() if line.startswith("result "))


@pytest.mark.mpi(4)
def test_a_rule_serves_communicators_of_its_own_size_alone(impi: Mpi, tmp_path: Path) -> None:
    """Without entries around it a rule for 2 or 8 ranks serves 4 ranks too."""
    found = {
        ranks: {reduced_by_4(impi, preset, ranks, tmp_path / f"{ranks} by {preset}") for preset in ("1", "4")}
        for ranks in (2, 4, 8)
    }
    if len(found[4]) == 1:
        pytest.skip("on this processor all presets of 512 B add in one order: the result does not show which is used")
    assert len(found[2]) == len(found[8]) == 1, "no rule is for 4 ranks"
