"""A second user beside the first one, and what was seen of it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass
class SecondUser:
    """`worked`: what it could change, a line for each; known when it has ended, as how much it `tried`."""

    worked: list[str] = field(default_factory=list)
    tried: int = 0


@contextlib.contextmanager
def second_user(folder: Path, program: Path | None = None) -> Iterator[SecondUser]:
    """Tries to change what the first user has below a folder, until the block ends. `program`: a rankwise that every
    user of the machine may run. Needs root."""
    line = [
        sys.executable,
        str(Path(__file__).with_name("intruder.py")),
        str(folder),
        *([str(program)] if program else []),
    ]
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'tests'}:{ROOT}"}
    seen = SecondUser()
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as intruder:
        try:
            assert intruder.stdout is not None
            assert intruder.stdout.readline() == "ready\n"
            yield seen
        finally:
            said, _ = intruder.communicate("\n", timeout=300)
    *seen.worked, tried = said.splitlines()
    seen.tried = int(tried.removeprefix("tried "))


def installed(wheel: Path, folder: Path) -> Path:
    """The program of a wheel that is installed below a folder, with the Python of the system, for all users."""
    subprocess.run(["/usr/bin/python3", "-m", "venv", folder], check=True)
    words = ("install", "--quiet", "--disable-pip-version-check", f"{wheel}[mpich]")
    subprocess.run([str(folder / "bin/pip"), *words], check=True)
    return folder / "bin/rankwise"
