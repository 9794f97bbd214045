"""How far ahead the engine sets a common start, compiled apart from visits."""

from pathlib import Path

from rankwise.core.process import run
from rankwise.core.records import Mpi
from rankwise.measure.source import SOURCE


def test_a_lead_grows_while_ranks_are_late_and_comes_back(mpich: Mpi, tmp_path: Path) -> None:
    program = tmp_path / "test_lead"
    assert mpich.compiler
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{SOURCE}"]
    built = run([mpich.compiler, *flags, Path(__file__).with_suffix(".cpp"), "-o", program], timeout_s=300)
    assert built.ok, built.describe()
    done = run([program], timeout_s=60)
    assert done.ok, done.stdout
