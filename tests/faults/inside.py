"""One injection, in a mount namespace of its own: `inside.py FILE` reads what to do and answers on standard output.

The command has /dev/shm, /tmp and a results folder that nobody else writes to, and a variable in its environment by
which every process that it leaves is found.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

MARK = "RANKWISE_FAULT"
RESULTS = Path(f"/tmp/rankwise-fault-{os.getpid()}/results")
_LIMIT_S, _LEFT_S, _STOPPED_S = 100.0, 12.0, 3.0


def processes() -> dict[int, str]:
    """The living processes of the command: number and program."""
    found: dict[int, str] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with contextlib.suppress(OSError):
                if f"{MARK}={os.getpid()}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found[int(entry.name)] = (entry / "exe").readlink().name.removesuffix(" (deleted)")
    return found


def victims(kind: str, tool: int) -> list[int]:
    """Processes that a signal can be sent to."""
    if kind == "tool":
        return [tool]
    named = {pid: name for pid, name in processes().items() if pid != tool}
    ranks = [pid for pid, name in named.items() if name.startswith("rankwise-engine") or "engine" in name]
    launchers = [pid for pid, name in named.items() if name.startswith(("mpiexec", "prterun", "mpirun", "orterun"))]
    return sorted(ranks if kind == "rank" else launchers)


def mount(what: str) -> None:
    subprocess.run(["mount", *what.split()], check=True)


def prepare(what: str) -> None:
    """The world as the injection wants it, but for what happens later."""
    mount("-t tmpfs tmpfs /dev/shm" + (" -o size=64k" if what == "small /dev/shm" else ""))
    if not sys.executable.startswith("/tmp/"):  # else the program that is tried would be covered
        mount("-t tmpfs tmpfs /tmp")
    RESULTS.mkdir(parents=True)
    mount(f"-t tmpfs tmpfs {RESULTS}" + (" -o size=48k" if what == "full disk" else ""))
    if what == "read-only folder":
        mount(f"-o remount,ro {RESULTS}")


def limits(what: str, megabytes: int) -> None:
    """Of the command, set in its process."""
    if what == "memory limit":
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    if what == "few open files":
        resource.setrlimit(resource.RLIMIT_NOFILE, (megabytes // 40, megabytes // 40))


def main() -> None:
    """Starts the command, does it, waits, looks."""
    wanted = json.loads(Path(sys.argv[1]).read_text())
    what, victim = wanted["what"], wanted["victim"]
    prepare(what)
    environment = {**os.environ, MARK: str(os.getpid()), "TMPDIR": "/tmp", **wanted["env"]}
    output, errors = RESULTS.with_name("output"), RESULTS.with_name("errors")
    begin_s = time.monotonic()
    with output.open("wb") as out, errors.open("wb") as err:
        tool = subprocess.Popen(
            [*wanted["argv"], "--out", str(RESULTS), "--json", "-q"], stdout=out, stderr=err, env=environment,
            stdin=subprocess.DEVNULL, cwd="/", start_new_session=True,
            preexec_fn=lambda: limits(what, 200 + int(1800 * wanted["after_s"])),  # noqa: PLW1509  (has no threads)
        )  # fmt: skip
        done = ""
        if wanted["late"]:
            wait(lambda: bool(victims("rank", tool.pid)) or tool.poll() is not None, _LIMIT_S)
        with contextlib.suppress(subprocess.TimeoutExpired):
            tool.wait(wanted["after_s"])
        if victim:
            done = signalled(what, victim, tool, wanted["draw"])
        elif what == "folder removed" and tool.poll() is None:
            for entry in RESULTS.iterdir():
                entry.unlink()
            done = "removed"
        with contextlib.suppress(subprocess.TimeoutExpired):
            tool.wait(_LIMIT_S)
        hung = tool.poll() is None
        if hung:
            tool.kill()
            tool.wait()
    took_s = time.monotonic() - begin_s
    wait(lambda: not processes(), _LEFT_S)
    left = [f"process {name}" for name in processes().values()]
    for pid in processes():
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    left += [str(path) for path in Path("/dev/shm").iterdir()]
    left += [str(path) for path in Path("/tmp").iterdir() if os.path.ismount("/tmp") and path != RESULTS.parent]
    answer = {"status": tool.returncode, "hung": hung, "done": done, "left": left, "took_s": took_s,
              "out": output.read_text(errors="replace"), "err": errors.read_text(errors="replace")}  # fmt: skip
    with contextlib.suppress(OSError):
        shutil.copytree(RESULTS, wanted["keep"], dirs_exist_ok=True)
    print(json.dumps(answer))


def signalled(what: str, victim: str, tool: subprocess.Popen[bytes], draw: int) -> str:
    """Sends the signal to one process of its kind; what was hit, empty when there was none."""
    if tool.poll() is not None or not (choice := victims(victim, tool.pid)):
        return ""
    pid = choice[draw % len(choice)]
    with contextlib.suppress(ProcessLookupError):
        caught = catches(pid, signal.Signals[what])
        os.kill(pid, signal.Signals[what])
        if caught:
            return f"{what} to {victim}, which catches it"
        if what == "SIGSTOP":
            with contextlib.suppress(subprocess.TimeoutExpired):
                tool.wait(_STOPPED_S)
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        return f"{what} to {victim}"
    return ""


def catches(pid: int, number: int) -> bool:
    """Whether a process has a handler for a signal, or ignores it: UCX takes SIGHUP for its debugging."""
    text = Path(f"/proc/{pid}/status").read_text()
    masks = [int(line.split()[1], 16) for line in text.splitlines() if line.startswith(("SigCgt", "SigIgn"))]
    return any(mask >> (number - 1) & 1 for mask in masks)


def wait(condition: object, limit_s: float) -> None:
    assert callable(condition)
    end_s = time.monotonic() + limit_s
    while not condition() and time.monotonic() < end_s:
        time.sleep(0.01)


if __name__ == "__main__":
    main()
