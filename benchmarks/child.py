"""One benchmark in a process of its own: `python -m benchmarks.child NAME FILE [--quick]` writes its report as JSON."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import msgspec

from benchmarks.table import BY_NAME
from rankwise.core.errors import RankwiseError


def main(name: str, file: str, *words: str) -> int:
    """0 with a report, 3 with the reason why there is none on standard error."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # a lab that is up is taken down
    try:
        report = BY_NAME[name].run("--quick" in words)
    except RankwiseError as error:
        print(f"{error.message}\n{error.hint}", file=sys.stderr)
        Path(file).with_suffix(".why").write_text(error.message)
        return 3
    Path(file).write_bytes(msgspec.json.encode(report))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
