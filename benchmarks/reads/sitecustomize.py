"""Notes which files of this checkout a Python process reads, modules too, in the folder that BENCHMARK_READS names.

It is first on the path of every process of a benchmark. Each process has a file there, with a name a line.
"""

import os
import sys
from typing import Any

_FOLDER = os.environ.get("BENCHMARK_READS", "")
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))) + os.sep
_OURS = tuple(_ROOT + name + os.sep for name in ("src", "benchmarks", "tests", "examples"))
_seen: set[str] = set()


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    if event != "open" or not isinstance(arguments[0], str) or arguments[0] in _seen:
        return
    name = arguments[0]
    _seen.add(name)
    path = os.path.abspath(name)
    if not path.startswith(_OURS) or any(mark in str(arguments[1] or "") for mark in "wax"):
        return
    folder, base = os.path.split(path)
    if os.path.basename(folder) == "__pycache__":
        path = os.path.join(os.path.dirname(folder), base.partition(".")[0] + ".py")
    try:
        file = os.open(os.path.join(_FOLDER, str(os.getpid())), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        os.write(file, f"{path.removeprefix(_ROOT)}\n".encode())
        os.close(file)
    except OSError:
        return  # the benchmark is over


if _FOLDER:
    sys.addaudithook(_note)
