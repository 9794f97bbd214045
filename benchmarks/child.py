"""One benchmark in a process of its own: `python -m benchmarks.child MODULE:FUNCTION FILE quick|whole ARGUMENTS` writes
its report as JSON. It knows no other benchmark, so that what it reads is what it exercises."""

from __future__ import annotations

import json
import signal
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from rankwise.core.errors import RankwiseError


def _plain(value: Any) -> Any:
    """A number or a truth of NumPy's as Python's own."""
    return value.item()


def main(function: str, file: str, quick: str, arguments: str) -> int:
    """0 with a report, 3 with the reason why there is none on standard error. `arguments`: its first ones, and those
    with a name, in JSON."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # a lab that is up is taken down
    module, _, name = function.partition(":")
    first, named = json.loads(arguments)
    try:
        report = getattr(import_module(module), name)(*first, quick == "quick", **named)
    except RankwiseError as error:
        print(f"{error.message}\n{error.hint}", file=sys.stderr)
        Path(file).with_suffix(".why").write_text(error.message)
        return 3
    Path(file).write_bytes(msgspec.json.encode(report, enc_hook=_plain))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
