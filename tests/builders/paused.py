"""Runs rankwise, and waits after the first call of a function: `paused.py MODULE:CLASS.METHOD FOLDER WORDS...`.

It opens FOLDER/reached for writing, then FOLDER/go-on for reading: both are named pipes, so each side waits for the
other and nobody sleeps."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    module, _, path = sys.argv[1].partition(":")
    owner, _, method = path.partition(".")
    folder = Path(sys.argv[2])
    target = getattr(importlib.import_module(module), owner)
    original = getattr(target, method)
    calls = 0

    def paused(*words: Any, **named: Any) -> Any:
        nonlocal calls
        answer = original(*words, **named)
        calls += 1
        if calls == 1:
            (folder / "reached").write_text("")
            (folder / "go-on").read_text()
        return answer

    setattr(target, method, paused)
    from rankwise.cli import main as command

    sys.argv = ["rankwise", *sys.argv[3:]]
    command.main()


if __name__ == "__main__":
    main()
