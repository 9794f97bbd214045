"""A skip that nothing forgives fails a run that asks for none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

CASES = """
import pytest

@pytest.mark.gpu
def test_device(): pytest.skip("no GPU")

def test_other(): {body}
"""


@pytest.mark.parametrize(
    "processes", ["0", pytest.param("2", marks=pytest.mark.thorough("skips of one process, which others report alike"))]
)
@pytest.mark.parametrize(("body", "status"), [("pass", 0), ("pytest.skip('too lazy')", 1)])
def test_only_forgiven_skips_pass(tmp_path: Path, body: str, status: int, processes: str) -> None:
    (tmp_path / "conftest.py").write_text((TESTS / "conftest.py").read_text())
    (tmp_path / "test_cases.py").write_text(CASES.format(body=body))
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    gpu: needs a GPU\n")
    argv = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--no-skips",
        "-n",
        processes,
        "-p",
        "no:cacheprovider",
        str(tmp_path),
    ]
    environment = {**os.environ, "PYTHONPATH": str(TESTS), "RANKWISE_TEST_MPIS": str(tmp_path / "kept")}
    done = subprocess.run(argv, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
    assert done.returncode == status, done.stdout
    assert ("too lazy" in done.stdout) == bool(status)
