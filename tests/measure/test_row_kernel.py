"""The kernel that copies rows: its PTX is that of the source, and assembles for the GPUs that there are."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from rankwise.core import process
from rankwise.measure.mpi_preload import DEVICE_BUFFERS

PTX = DEVICE_BUFFERS.folder / "rows_ptx.h"


@pytest.fixture(scope="module")
def ptx(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lines = re.findall(r'^    "(.*)\\n"', PTX.read_text(), re.MULTILINE)
    file = tmp_path_factory.mktemp("ptx") / "rows.ptx"
    file.write_text("\n".join(lines) + "\n")
    return file


def test_the_text_is_that_of_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "tools")
    import device_kernels

    assert f"fingerprint {device_kernels.fingerprint()}" in PTX.read_text(), "run tools/device_kernels.py CLANG"


@pytest.mark.parametrize("architecture", [70, 80, 90, 120])
def test_it_assembles(ptx: Path, architecture: int, tmp_path: Path) -> None:
    package = importlib.util.find_spec("nvidia.cuda_nvcc")
    assert package is not None and package.submodule_search_locations
    assembler = Path(next(iter(package.submodule_search_locations)), "bin/ptxas")
    line = [str(assembler), f"-arch=sm_{architecture}", "-v", str(ptx), "-o", str(tmp_path / "rows.cubin")]
    done = process.run(line, timeout_s=60)
    assert done.ok, done.describe()
    assert "0 bytes stack frame" in done.stdout + done.stderr  # its parameters are read where they are
