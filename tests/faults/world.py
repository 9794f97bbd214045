"""The world of one injection: file systems, MPI, limits and clocks as a plan wants them. Runs in namespaces of its own.

What is mounted here is seen by nobody else, and ends with the injection.
"""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
_FAR_S = 100_000_000  # of the clocks of another time namespace
_STEP_S = 3600
_SLOW_MS = 30
_GROUPS = Path("/sys/fs/cgroup")


def mount(*words: str | Path) -> None:
    """Mounts in this namespace alone."""
    subprocess.run(["mount", *words], check=True)


class World:
    """`place` is a folder that is only here; the command writes its results to `results`."""

    def __init__(self, wanted: Mapping[str, Any], place: Path) -> None:
        self.wanted, self.what, self.place = wanted, str(wanted["what"]), place
        self.results = place / "results"
        self.environment: dict[str, str] = {"TMPDIR": "/tmp", "XDG_STATE_HOME": str(place / "state")}
        self.before: tuple[str, ...] = ()
        self._group = (
            _GROUPS / "pids" if (_GROUPS / "pids").is_dir() else _GROUPS
        ) / f"rankwise-fault-{place.parent.name}"

    def prepare(self) -> None:
        """Makes it. Raises OSError or CalledProcessError where this machine does not let it be made."""
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        mount("-t", "tmpfs", "tmpfs", "/dev/shm", *(["-o", "size=64k"] if self.what == "small /dev/shm" else []))
        if not self.wanted["argv"][0].startswith("/tmp/"):  # else the program that is tried would be covered
            mount("-t", "tmpfs", "tmpfs", "/tmp")
        mount("-t", "tmpfs", "tmpfs", self.place)
        self.results.mkdir()
        mount("-t", "tmpfs", "tmpfs", self.results, *(["-o", "size=48k"] if self.what == "full disk" else []))
        if self.what == "read-only folder":
            mount("-o", "remount,ro", self.results)
        if self.wanted["verb"] == "build":
            self.environment["XDG_CACHE_HOME"] = str(self.place / "cache")
        if self.wanted["moment"] == "write" or self.what == "slow folder":
            self._watch_steps()
        if self.what.startswith("clock steps"):
            self._set_clock()
        if self.what.startswith(("launcher", "connection", "slow connection")):
            self._replace_launcher()
        if self.what == "broken library":
            library = Path(self.wanted["library"])
            part = self.place / "library"
            whole = library.read_bytes()
            part.write_bytes(whole[: len(whole) // 3])
            mount("--bind", part, library)
        if self.what == "few processes":
            if self._group.parent == _GROUPS:  # version 2
                (_GROUPS / "cgroup.subtree_control").write_text("+pids")
            self._group.mkdir()
            (self._group / "pids.max").write_text(str(2 + int(80 * float(self.wanted["after"]))))
        self.before = _made()

    def argv(self) -> list[str]:
        """The command."""
        if self.what == "other clocks":
            return ["unshare", "--time", "--fork", "--kill-child", f"--monotonic={_FAR_S}", f"--boottime={_FAR_S}",
                    *self.wanted["argv"]]  # fmt: skip
        return list(self.wanted["argv"])

    def limit(self) -> None:
        """Limits of the command, set in its process before it starts."""
        draw = float(self.wanted["after"])
        if self.what == "memory limit":
            bound = (200 + int(1800 * draw)) << 20
            resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
        if self.what == "few open files":
            bound = 6 + int(60 * draw)
            resource.setrlimit(resource.RLIMIT_NOFILE, (bound, bound))
        if self.what == "few processes":
            (self._group / "cgroup.procs").write_text(str(os.getpid()))

    def happen(self) -> str:
        """What is done while the command runs; a word for it, or nothing."""
        if self.what == "folder removed":
            for entry in self.results.iterdir():
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
            return "removed"
        if self.what == "folder unmounted":
            subprocess.run(["umount", "--lazy", self.results], check=True)
            return "unmounted"
        return ""

    def left(self) -> list[str]:
        """What is here that was not before."""
        made = [name for name in _made() if name not in self.before]
        temporary = [path for path in Path("/tmp").iterdir() if os.path.ismount("/tmp")]
        unfinished = [path for path in self.place.glob("cache/**/.build-*") if not self.wanted["killed"]]
        return [*made, *map(str, [*Path("/dev/shm").iterdir(), *temporary, *unfinished])]

    def close(self) -> None:
        """Removes what outlives a namespace."""
        with contextlib.suppress(OSError):
            self._group.rmdir()

    def _watch_steps(self) -> None:
        signal_number = self.wanted["signal"] if self.wanted["moment"] == "write" else 0
        self.environment |= {
            "LD_PRELOAD": self.wanted["preloads"] + "/writes.so", "RECORD_FOLDER": str(self.results),
            "STEP_NUMBER": str(int(self.wanted["after"])) if signal_number else "0",
            "STEP_SIGNAL": str(signal_number), "STEP_MS": str(_SLOW_MS if self.what == "slow folder" else 0),
        }  # fmt: skip

    def _set_clock(self) -> None:
        step_s = _STEP_S if self.what.endswith("forward") else -_STEP_S
        self.environment |= {
            "LD_PRELOAD": self.wanted["preloads"] + "/clock.so", "CLOCK_STEP_S": str(step_s),
            "CLOCK_AT_S": str(int(time.monotonic()) + 2),
        }  # fmt: skip

    def _replace_launcher(self) -> None:
        """Puts a script over the launcher; the real one is beside it, in an overlay that only this namespace has."""
        launcher = Path(self.wanted["launcher"])
        upper, work = self.place / "upper", self.place / "work"
        for folder in (upper, work):
            folder.mkdir()
        options = f"lowerdir={launcher.parent},upperdir={upper},workdir={work}"
        mount("-t", "overlay", "overlay", "-o", options, launcher.parent)
        real = launcher.with_name(f"{launcher.name}.real")
        launcher.rename(real)
        relayed = f"exec {self.wanted['python']} {HERE}/relayed.py {real} $0"
        does = {
            "launcher hangs": "exec sleep 300",
            "launcher ends at once": "exit 0",
            "launcher prints garbage": "head -c 100000 /dev/urandom; printf '@rw1 12 00000000 {}'; exit 1",
            "connection cut": f'{relayed} cut {self.wanted["after"]} "$@"',
            "slow connection": f'{relayed} slow 0.02 "$@"',
        }[self.what]
        launcher.write_text(
            f'#!/bin/bash\ncase "$*" in *rankwise-engine*|*ring*) {does} ;; esac\nexec -a $0 {real} "$@"\n'
        )
        launcher.chmod(0o755)


def _made() -> tuple[str, ...]:
    """Links, mounts and control groups that a lab can make."""
    links = subprocess.run(["ip", "-o", "link"], capture_output=True, text=True, check=True).stdout.splitlines()
    mounts = Path("/proc/self/mountinfo").read_text().splitlines()
    groups = [str(path) for path in Path("/sys/fs/cgroup").glob("cpu/rankwise-lab.fault*")]
    return (
        *(f"link {line.split()[1]}" for line in links),
        *(f"mount {line.split()[4]}" for line in mounts),
        *groups,
    )
