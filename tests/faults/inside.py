"""One injection, in namespaces of its own: `inside.py FILE` reads what to do and answers on standard output.

It is the first process of its namespace: each process that it sees belongs to the command. File systems, network and
shared memory are its own, so what is there at the end is what the command left.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from world import World

_LIMIT_S, _LEFT_S = 240.0, 60.0
_KINDS = {
    "rank": ("rankwise-engine", "ring"), "launcher": ("mpiexec", "prterun", "mpirun"), "compiler": ("cc1plus",),
    "keeper": ("rankwise-endpoint",),
}  # fmt: skip
STARTED: list[int] = []
"""The tools: those that are waited for by their objects."""


def processes() -> dict[int, str]:
    """The living processes of the command: number and program. Those that ended without a parent are buried."""
    found: dict[int, str] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or entry.name == "1":
            continue
        with contextlib.suppress(OSError):
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                found[int(entry.name)] = (entry / "exe").readlink().name.removesuffix(" (deleted)")
            elif parent == "1" and int(entry.name) not in STARTED:
                os.waitpid(int(entry.name), 0)
    return found


def victims(kind: str) -> list[int]:
    """Processes that a signal can be sent to."""
    if kind == "tool":
        return STARTED[:1]
    return sorted(pid for pid, name in processes().items() if pid not in STARTED and name.startswith(_KINDS[kind]))


def main() -> None:
    """Starts the command, does it, waits, looks."""
    wanted = json.loads(Path(sys.argv[1]).read_text())
    world = World(wanted, Path(wanted["place"]))
    try:
        world.prepare()
    except (OSError, subprocess.CalledProcessError) as error:
        print(json.dumps({"impossible": str(error)}))
        return
    output, errors = world.place / "output", world.place / "errors"
    begin_s = time.monotonic()
    tool = start(world, output, errors)
    second = start(world, world.place / "output2", world.place / "errors2") if wanted["what"] == "two tools" else None
    done = happen(wanted, world, tool)
    hung = not wait(lambda: tool.poll() is not None, _LIMIT_S)
    if hung:
        tool.kill()
        tool.wait()
    words = [file.read_text(errors="replace") for file in (output, errors)]
    other = second.wait(_LIMIT_S) if second else 0
    if wanted["after_all"] and (tool.returncode == 0 or wanted["signal"] == signal.SIGKILL):
        subprocess.run(wanted["after_all"], env={**os.environ, **world.environment}, capture_output=True, check=False)
    took_s = time.monotonic() - begin_s
    wait(lambda: not processes(), _LEFT_S)
    left = [f"process {name}" for name in processes().values()] + world.left()
    for pid in processes():
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    wait(lambda: not processes(), _LEFT_S)
    world.close()
    with contextlib.suppress(OSError):
        shutil.copytree(world.results, wanted["keep"], dirs_exist_ok=True)
    answer = {"status": tool.returncode, "second": other, "hung": hung, "done": done, "left": left, "took_s": took_s}
    print(json.dumps({**answer, "out": words[0], "err": words[1]}))


def start(world: World, output: Path, errors: Path) -> subprocess.Popen[bytes]:
    """The command, with its output in files: it never waits for a reader."""
    with output.open("wb") as out, errors.open("wb") as err:
        started = subprocess.Popen(
            world.argv(), stdout=out, stderr=err, env={**os.environ, **world.environment}, stdin=subprocess.DEVNULL,
            cwd="/", start_new_session=True, preexec_fn=world.limit,  # noqa: PLW1509  (has no threads)
        )  # fmt: skip
        STARTED.append(started.pid)
        return started


def happen(wanted: dict[str, Any], world: World, tool: subprocess.Popen[bytes]) -> str:
    """Waits for the moment, does what was drawn; what was done, empty when it was too late."""
    if wanted["moment"] == "write":  # the preload does it; whether it did is seen by how the command ends
        if wanted["what"] == "SIGSTOP" and wait(lambda: stopped(tool.pid) or tool.poll() is not None, _LIMIT_S):
            pause(tool, wanted["stopped_s"])
        return "at a write"
    if wanted["moment"] == "ready":
        kind = wanted["victim"] if wanted["victim"] in ("compiler", "keeper") else wanted["ready"]
        wait(lambda: bool(victims(kind)) or tool.poll() is not None, _LIMIT_S)
    with contextlib.suppress(subprocess.TimeoutExpired):
        tool.wait(wanted["after"])
    if not wanted["victim"]:
        return world.happen() if tool.poll() is None else ""
    return signalled(wanted, tool)


def signalled(wanted: dict[str, Any], tool: subprocess.Popen[bytes]) -> str:
    """Sends the signal to one process of its kind, as soon as there is one; what was hit, empty when none came."""
    wait(lambda: bool(victims(wanted["victim"])) or tool.poll() is not None, _LIMIT_S)
    if tool.poll() is not None or not (choice := victims(wanted["victim"])):
        return ""
    pid, number = choice[wanted["draw"] % len(choice)], wanted["signal"]
    with contextlib.suppress(OSError):
        caught = catches(pid, number)
        os.kill(pid, number)
        if caught:
            return "a signal that it catches"
        if number == signal.SIGSTOP:
            pause(tool, wanted["stopped_s"])
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        return "a signal"
    return ""


def pause(tool: subprocess.Popen[bytes], seconds: float) -> None:
    """Lets time go by while something is stopped."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        tool.wait(seconds)
    if tool.poll() is None and stopped(tool.pid):
        tool.send_signal(signal.SIGCONT)


def stopped(pid: int) -> bool:
    """Whether a process got SIGSTOP."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
    return False


def catches(pid: int, number: int) -> bool:
    """Whether a process has a handler for a signal, or ignores it: UCX takes SIGHUP for its debugging."""
    text = Path(f"/proc/{pid}/status").read_text()
    masks = [int(line.split()[1], 16) for line in text.splitlines() if line.startswith(("SigCgt", "SigIgn"))]
    return any(mask >> (number - 1) & 1 for mask in masks)


def wait(condition: Callable[[], bool], limit_s: float) -> bool:
    """Whether it came true."""
    end_s = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > end_s:
            return False
        time.sleep(0.02)
    return True


if __name__ == "__main__":
    main()
