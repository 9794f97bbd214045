"""How the tests use a lab as a user would: by the command line."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rankwise.lab.records import Lab

RANKWISE = Path(sys.executable).with_name("rankwise")


def lab_run(
    lab: Lab, words: Sequence[object], *options: str, timeout_s: float = 250
) -> subprocess.CompletedProcess[str]:
    """`rankwise lab run OPTIONS -- WORDS`, to its end."""
    line = [str(RANKWISE), "lab", "run", "--lab", lab.name, *options, "--", *map(str, words)]
    return subprocess.run(line, capture_output=True, text=True, cwd="/", env=os.environ, check=False, timeout=timeout_s)


def bench(lab: Lab, mpi: str, endpoints: str, *words: str, network: str) -> dict[str, Any]:
    """The run that `rankwise bench --endpoints` stores, started on the lab's head."""
    folder = Path(lab.folder)  # the one folder that endpoints see
    file = folder / "endpoints.toml"
    file.write_text(endpoints)
    line = [RANKWISE, "bench", "--endpoints", file, "--mpi", mpi, "--out", folder / "results", "--json", "-q", *words]
    done = lab_run(lab, line, "--network", network)
    answer: dict[str, Any] = json.loads(done.stdout)
    assert answer["ok"], done.stdout + done.stderr
    run: dict[str, Any] = answer["data"]
    return run
