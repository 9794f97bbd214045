"""One reader under Atheris: `guided.py READER OPTIONS... FOLDERS...`, with options and folders as libFuzzer takes them.

Atheris counts the branches that each input takes, and keeps inputs that take new ones. An error of ours is an answer;
any other ends it.
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["rankwise", "tomllib"]):
    from fuzz.readers import by_name
    from rankwise.core.errors import RankwiseError
    from rankwise.core.toml import TomlError

_FILE = Path("input")


def main() -> None:
    """Reads inputs, in the working folder, until libFuzzer has enough."""
    reader = by_name(sys.argv[1])

    def read(data: bytes) -> None:
        with contextlib.suppress(RankwiseError, TomlError):
            reader.read(data, _FILE)

    atheris.Setup([sys.argv[0], *sys.argv[2:]], read)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
