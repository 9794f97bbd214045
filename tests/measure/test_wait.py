"""The engine's waiting for a common start, compiled apart from visits."""

from pathlib import Path

from rankwise.core.process import run
from rankwise.core.records import Mpi
from rankwise.measure.source import SOURCE


def test_a_start_is_never_early_and_how_late_it_is_is_told(mpich: Mpi, tmp_path: Path) -> None:
    program = tmp_path / "test_wait"
    assert mpich.compiler
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{SOURCE}"]
    built = run([mpich.compiler, *flags, Path(__file__).with_suffix(".cpp"), "-o", program], timeout_s=300)
    assert built.ok, built.describe()
    done = run([program], timeout_s=60)
    assert done.ok, done.stdout
