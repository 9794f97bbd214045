"""Runs hostile cases, each in a process and a folder of its own, and tells what is wrong with what came of it.

`python -m benchmarks.robust.sandbox FOLDER` takes the numbers of cases on standard input and prints a line of JSON for
each: one process, which has imported everything, forks for each case.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pkgutil
import re
import resource
import select
import shlex
import shutil
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import rankwise
from benchmarks.robust.case import CANARY, MARK, WORK, Case

LONGEST_S: Final = 240.0
"""Until a case is ended: long enough for a machine that does much else."""

_SHIMS: Final = ("ssh", "scp", "srun", "sbatch", "salloc", "mpiexec", "mpirun", "mpicc", "mpicxx", "gcc", "g++", "cc",
                 "c++", "curl", "wget", "xdg-open", "sudo", "ip", "mount")  # fmt: skip
_SHIM: Final = """#!/bin/sh
printf "%s " "$(basename "$0")" "$@" | tr "\\n" " " >> "$HOSTILE_STARTED"
echo >> "$HOSTILE_STARTED"
exit 1
"""
# C0 but tab and newline, DEL, C1, and what turns the direction of writing.
_STEERING: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_WRITABLE: Final = ("work/out", "work/rankwise-results", "home/.cache", "home/.local", "home/.config/none", "started")


@dataclass(frozen=True)
class Outcome:
    """What came of a case: what is wrong, empty where nothing is; the last status, time of its processors, memory."""

    id: str
    wrong: tuple[str, ...]
    statuses: tuple[int | None, ...]
    cpu_s: float
    memory_mb: int
    said: str


def run(case: Case, folder: Path) -> Outcome:
    """Runs a case in a new folder below this one, which is removed."""
    root = folder / "case"
    _lay_out(case, root)
    before = _seen(root)
    pid = os.fork()
    if pid == 0:
        _child(case, root)
    wrong = []
    if not _ended(pid):
        wrong.append(f"it did not end in {LONGEST_S:.0f} s")
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
    _, _, usage = os.wait4(pid, 0)
    wrong += [f"left running: {words}" for words in _left(pid)]
    result = _result(root)
    if case.shell:
        subprocess.run(["bash", "-c", case.shell], cwd=root / "work", check=False, capture_output=True, timeout=20)
    wrong += [*result["wrong"], *_changes(before, _seen(root)), *_written(root), *_started(root)]
    statuses: list[int | None] = result["statuses"]
    if not wrong and statuses[-1] not in case.statuses:
        wrong.append(f"status {statuses[-1]}, not one of {case.statuses}")
    said = (root / "said").read_bytes().decode(errors="replace") if (root / "said").exists() else ""
    if letters := _STEERING.search(said):
        wrong.append(f"it prints {letters[0]!a}")
    shutil.rmtree(root, ignore_errors=True)
    cpu_s = round(usage.ru_utime + usage.ru_stime, 2)
    return Outcome(case.id, tuple(wrong), tuple(statuses), cpu_s, usage.ru_maxrss >> 10, said[:2000])


def _lay_out(case: Case, root: Path) -> None:
    shutil.rmtree(root, ignore_errors=True)
    for name in ("work", "outside", "home/.cache", "home/.config", "home/.local", "shims"):
        (root / name).mkdir(parents=True, exist_ok=True)
    (root / "outside/canary").write_text("mine\n")
    (root / "home/.bashrc").write_text("mine\n")
    for name in _SHIMS:
        (root / "shims" / name).write_text(_SHIM)
        (root / "shims" / name).chmod(0o755)
    for below, files in (("work", case.files), ("home", case.home)):
        for name, content in files.items():
            path = root / below / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if callable(content):
                content(path)
            elif isinstance(content, str):
                path.write_text(_filled(content, root), errors="surrogateescape")
            else:
                path.write_bytes(content)


def _filled(text: str, root: Path) -> str:
    return text.replace(CANARY, f"{root}/outside/canary").replace(WORK, f"{root}/work")


def _environment(case: Case, root: Path) -> dict[str, str]:
    home = root / "home"
    kept = Path(os.environ.get("RANKWISE_TEST_MPIS", Path("~/.cache/rankwise-tests").expanduser()))
    shared = {"XDG_DATA_HOME": f"{kept}/data", "XDG_CACHE_HOME": f"{kept}/cache"} if case.mpi else {}
    return {
        "HOME": str(home),
        "PATH": f"{root}/shims:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "XDG_CACHE_HOME": f"{home}/.cache",
        "XDG_DATA_HOME": f"{home}/.local/share",
        "XDG_STATE_HOME": f"{home}/.local/state",
        "XDG_CONFIG_HOME": f"{home}/.config",
        "HOSTILE_STARTED": f"{root}/started",
        "OPENBLAS_NUM_THREADS": "1",
        **shared,
    }


def _child(case: Case, root: Path) -> None:
    """Runs the lines and writes what became of them; never returns."""
    statuses: list[int | None] = []
    wrong: list[str] = []
    try:
        os.setsid()
        os.chdir(root / "work")
        os.environ.clear()
        os.environ.update(_environment(case, root))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        said = os.open(root / "said", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for number, handle in ((0, nothing), (1, said), (2, said)):
            os.dup2(handle, number)
        for line in case.lines:
            statuses.append(_command(_filled(line, root), wrong))
    except BaseException as error:
        wrong.append(f"the case itself: {error!r}")
    finally:
        (root / "result.json").write_text(json.dumps({"statuses": statuses, "wrong": wrong}))
        os._exit(0)


def entry() -> Callable[[], object]:
    """What a command line starts."""
    from rankwise.cli.main import main

    return main


def _command(line: str, wrong: list[str]) -> int | None:
    words = shlex.split(line)
    sys.argv = [
        "rankwise",
        *(word.encode("latin-1").decode("unicode_escape") if "\\x" in word else word for word in words),
    ]
    try:
        entry()()
        return 0
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        wrong.append(
            f"traceback: {type(error).__name__}: {str(error)[:100]} ({Path(place.filename).name}:{place.lineno})"
        )
        return None
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def _ended(pid: int) -> bool:
    handle = os.pidfd_open(pid)
    try:
        return bool(select.select([handle], [], [], LONGEST_S)[0])
    finally:
        os.close(handle)


def _left(session: int) -> list[str]:
    """Processes that a case left behind, which are ended."""
    left = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(fields[3]) == session and fields[0] not in "ZX":
                left.append((entry / "cmdline").read_text(errors="replace").replace("\0", " ")[:100])
                os.kill(int(entry.name), signal.SIGKILL)
    return left


def _result(root: Path) -> dict[str, Any]:
    try:
        result: dict[str, Any] = json.loads((root / "result.json").read_text())
        return result
    except (OSError, ValueError):
        return {"statuses": [None], "wrong": ["it was killed"]}


def _seen(root: Path) -> dict[str, tuple[object, ...]]:
    """Everything that is there but for what commands may write: kind, mode, and content or target."""
    seen: dict[str, tuple[object, ...]] = {}
    for at, folders, names in os.walk(root):
        below = os.path.relpath(at, root)
        folders[:] = [name for name in folders if os.path.normpath(f"{below}/{name}") not in _WRITABLE]
        for name in [*folders, *names]:
            path = Path(at, name)
            place = os.path.normpath(f"{below}/{name}")
            if place in ("said", "result.json", *_WRITABLE):
                continue
            status = path.lstat()
            if path.is_symlink():
                content: object = str(path.readlink())
            elif path.is_file() and status.st_size < 1 << 20:
                content = path.read_bytes()
            else:
                content = status.st_size if path.is_file() else None
            seen[place] = (status.st_mode, content)
    return seen


def _changes(before: dict[str, tuple[object, ...]], after: dict[str, tuple[object, ...]]) -> list[str]:
    """What is there now and was not, is gone, or is another."""
    new = [f"new: {place}" for place in after.keys() - before.keys()]
    gone = [f"gone: {place}" for place in before.keys() - after.keys()]
    other = [f"changed: {place}" for place in before.keys() & after.keys() if before[place] != after[place]]
    return sorted([*new, *gone, *other])[:5]


def _written(root: Path) -> list[str]:
    """Lines and markup of the hostile kind in what commands wrote, and links that lead out of it."""
    wrong = []
    for below in ("work/out", "work/rankwise-results"):
        for path in (root / below).rglob("*"):
            if path.is_symlink():
                if path.lstat().st_mtime != 0.0 and not path.resolve().is_relative_to(root / "work"):
                    wrong.append(f"{path.name} is a link out of the folder")
            elif path.is_file() and not path.is_symlink() and path.suffix != ".db":
                text = path.read_bytes().decode(errors="replace")
                page = path.suffix in (".html", ".svg")  # where a line means nothing
                if not page and re.search(rf"^\W*{MARK}", text, re.MULTILINE):
                    wrong.append(f"a line of {path.name} begins with {MARK}")
                if page and f"<script>{MARK}" in text:
                    wrong.append(f"{path.name} holds markup")
    return wrong[:5]


def _started(root: Path) -> list[str]:
    """Programs that were started with hostile words."""
    file = root / "started"
    lines = file.read_text(errors="replace").splitlines() if file.exists() else []
    return [f"started: {line[:120]}" for line in lines if MARK in line or "outside/canary" in line]


def main() -> None:
    """Serves numbers of cases until its input ends."""
    from benchmarks.robust.table import cases
    from rankwise.cli.main import app

    for module in pkgutil.walk_packages(rankwise.__path__, "rankwise."):  # once, before the forks
        if not module.name.endswith(("_probe", "single_copy")):
            importlib.import_module(module.name)
    dict(app.commands)  # each is made once
    folder, table = Path(sys.argv[1]), cases()
    for line in sys.stdin:
        print(json.dumps(asdict(run(table[int(line)], folder))), flush=True)


if __name__ == "__main__":
    main()
