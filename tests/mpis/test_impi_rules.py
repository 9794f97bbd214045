"""Rules for Intel MPI as the library has read them: it writes the table that it follows on request."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from builders.tunings import a_rule
from rankwise.core.records import CollectiveRule, Mpi
from rankwise.mpis.impi_rules import carried
from rankwise.mpis.knob_lists import bare_environment
from rankwise.mpis.rules import UNLIMITED

_INIT = "import ctypes, sys; lib = ctypes.CDLL(sys.argv[1]); lib.MPI_Init(None, None); lib.MPI_Finalize()"


def table(mpi: Mpi, rules: Sequence[CollectiveRule], folder: Path) -> bytes:
    """The table of a job with these rules."""
    folder.mkdir()
    knobs = {name.partition(":")[2]: value for name, value in carried(mpi, rules, folder).items()}
    env = {**os.environ, **bare_environment(mpi), **knobs, "I_MPI_TUNING_BIN_DUMP": str(folder / "table")}
    subprocess.run([sys.executable, "-I", "-c", _INIT, str(mpi.library)], env=env, check=True)
    return zlib.decompress((folder / "table").read_bytes())


@pytest.mark.mpi(1)
def test_each_size_keeps_its_own_preset(impi: Mpi, tmp_path: Path) -> None:
    parts = [("1", 0, 100), ("6", 101, 4096), ("8", 4097, UNLIMITED)]
    rules = [a_rule("allreduce", preset, low, high) for preset, low, high in parts]
    whole = table(impi, rules, tmp_path / "all")
    assert len(whole) > len(table(impi, [rules[-1]], tmp_path / "last")), "the first sizes have entries of their own"
    for index, other in enumerate(("2", "5", "3")):
        changed = [*rules[:index], a_rule("allreduce", other, *parts[index][1:]), *rules[index + 1 :]]
        assert table(impi, changed, tmp_path / f"other {index}") != whole, "each preset is read"
