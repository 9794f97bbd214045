"""Parts of the engine that need no launch, each compiled with a program of its own that expects something of it."""

from pathlib import Path

import pytest

from rankwise.core.process import run
from rankwise.core.records import Mpi
from rankwise.measure.source import SOURCE


@pytest.mark.parametrize(
    "part", ["cold", "counters", "grid", "large", "lead", "pattern", "pools", "seal", "wait", "warmup"]
)
def test_a_part_by_itself(mpich: Mpi, tmp_path: Path, part: str) -> None:
    program = tmp_path / part
    assert mpich.compiler
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{SOURCE}"]
    built = run([mpich.compiler, *flags, Path(__file__).parent / f"test_{part}.cpp", "-o", program], timeout_s=300)
    assert built.ok, built.describe()
    done = run([program], timeout_s=60)
    assert done.ok, done.stdout
