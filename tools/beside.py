"""Runs the tests in two lanes side by side: real jobs one after the other, and whatever starts none beside them.

    python tools/beside.py MARKS [WORDS FOR PYTEST]      MARKS: of what starts no job

Where root may give it, the lane beside has shared memory of its own: neither sweeps what is of the other. What it
printed is shown after that of the jobs.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

_PRINTED = Path("build/lane-beside.txt")
_AGAIN = ("--reruns", "1", "--max-suite-reruns", "3", "--rerun-show-tracebacks")
"""Real jobs on a machine that others use: what fails is tried once more, up to three of all. What passed only then is
printed at the end with how it failed, and is to be mended."""


def main() -> int:
    """The first status of a lane that is not 0."""
    beside, *words = sys.argv[1:]
    pytest = [str(Path(sys.executable).with_name("pytest")), "--no-skips", *_AGAIN, *words]
    _PRINTED.parent.mkdir(exist_ok=True)
    begin = time.monotonic()
    with _PRINTED.open("w") as printed:
        other = subprocess.Popen(_apart([*pytest, "-n", "2", "-m", beside]), stdout=printed, stderr=subprocess.STDOUT)
    try:
        status = subprocess.call([*pytest, "-m", f"not ({beside})"])
        took_s = time.monotonic() - begin
        status = other.wait() or status
    finally:  # Ctrl-C reaches both, and both clean up
        other.wait()
        print(_PRINTED.read_text(errors="replace"), end="")
    print(f"jobs took {took_s / 60:.1f} minutes, both lanes {(time.monotonic() - begin) / 60:.1f}")
    return status


def _apart(command: list[str]) -> list[str]:
    own, memory = ["unshare", "--mount", "sh", "-c"], "mount -t tmpfs tmpfs /dev/shm"
    may = shutil.which(own[0]) and subprocess.run([*own, memory], capture_output=True, check=False).returncode == 0
    return [*own, f"{memory} && exec {shlex.join(command)}"] if may else command


if __name__ == "__main__":
    sys.exit(main())
