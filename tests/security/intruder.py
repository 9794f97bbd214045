"""A second user of the machine, who tries to change what the first one has: `intruder.py FOLDER [RANKWISE]` becomes
user 65534.

Until there is something on its standard input it tries to write to, remove, rename, link beside and change everything
below FOLDER, to write to shared memory of the first user, to connect to every abstract socket, and to run commands on
the first user's results. RANKWISE is a program that this user may run: it measures, ends labs and lists runs with it
too. It prints a line for each thing that worked, and at last how much it tried.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from click.testing import CliRunner

from rankwise.cli.main import app

_OWN = """
mine=$(mktemp -d) && cd "$mine" && export HOME="$mine" && trap 'cd /; rm -rf "$mine"' EXIT && trap 'exit 0' TERM
while :; do
    for words in "runs list --out $1/results" "runs page --out $1/results" "lab list" "lab down --all" "mpi list" \
        "bench pingpong --sizes 8 --budget 1s --ranks 2 -q --out $1/results" "survey --quick --no-experiments -q"; do
        "$2" $words >>"$mine/said" 2>&1 & wait $!
    done
done
"""
"""What the second user does with rankwise itself, over and over."""


def main() -> None:
    """Tries until there is no more input."""
    folder = Path(sys.argv[1])
    CliRunner().invoke(
        app, ["runs", "list", "--out", str(folder / "results")]
    )  # imports what it needs as the first user
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
    os.environ["HOME"] = "/nonexistent"
    own = subprocess.Popen(["sh", "-c", _OWN, "sh", *sys.argv[1:3]], process_group=0) if sys.argv[2:] else None
    print("ready", flush=True)
    tried = 0
    while not select.select([sys.stdin], [], [], 0)[0] or not tried:
        for path in _targets(folder):
            for name, attempt in ATTEMPTS.items():
                tried += 1
                with contextlib.suppress(OSError):
                    if name in ("linked beside", "made in it") and _is_shared(path):
                        continue
                    attempt(path)
                    print(f"{name}: {path}", flush=True)
        for words in (
            ["runs", "page", "--out", f"{folder}/results"],
            ["runs", "import", "/etc/hostname", "--out", f"{folder}/results"],
        ):
            CliRunner().invoke(app, words)
        for segment in os.scandir("/dev/shm"):
            with contextlib.suppress(OSError):
                if segment.stat(follow_symlinks=False).st_uid == 0:
                    tried += 1
                    _appended(Path(segment.path))
                    print(f"opened for writing: {segment.path}", flush=True)
        _call_all()
    if own is not None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(own.pid, signal.SIGTERM)
        own.wait()
    print(f"tried {tried}", flush=True)


def _targets(folder: Path) -> Iterator[Path]:
    for at, _, names in os.walk(folder):
        yield Path(at)
        yield from (Path(at, name) for name in names)


def _is_shared(path: Path) -> bool:
    """Whether everybody may make names there, as in /tmp."""
    return any(place.stat().st_mode & stat.S_ISVTX for place in (path, path.parent))


def _appended(path: Path) -> None:
    os.close(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK))


def _linked(path: Path) -> None:
    path.with_name(f".{path.name}.intruder").symlink_to("/etc/passwd")


def _made(path: Path) -> None:
    (path / "intruder").mkdir()


ATTEMPTS: dict[str, Callable[[Path], object]] = {
    "opened for writing": _appended,
    "removed": lambda path: path.unlink() if not path.is_dir() else path.rmdir(),
    "renamed": lambda path: path.rename(path.with_name(f"{path.name}.intruder")),
    "linked beside": _linked,
    "made in it": _made,
    "made readable": lambda path: path.chmod(0o777),
}


def _call_all() -> None:
    """Says something that is no hello to each abstract socket of the machine."""
    table = Path("/proc/net/unix").read_text(errors="replace")
    for name in re.findall(r" 00010000 0001 01 +\d+ @(\S+)$", table, re.MULTILINE):
        with socket.socket(socket.AF_UNIX) as caller, contextlib.suppress(OSError):
            caller.settimeout(0.1)
            caller.connect(b"\0" + name.encode())
            caller.send(b"x" * 100)


if __name__ == "__main__":
    main()
