"""Which branches of a reader inputs reach: `reached.py READER FOLDERS...`, with folders of inputs.

Prints JSON: the branches of the reader's files in functions that were entered, those that were taken, and where others
are. Functions that no input enters (what writes such files) do not count; their names are listed.
"""

from __future__ import annotations

import ast
import contextlib
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import coverage

from fuzz.readers import by_name
from rankwise.core.errors import RankwiseError
from rankwise.core.toml import TomlError


def main() -> None:
    """Gives every input to the reader, under coverage."""
    reader, inputs = by_name(sys.argv[1]), list(_inputs())  # what makes inputs is no reader's
    measured = coverage.Coverage(branch=True, data_file=None, source_pkgs=["rankwise"])
    measured.start()
    with tempfile.TemporaryDirectory() as folder:
        for data in inputs:
            with contextlib.suppress(RankwiseError, TomlError):
                reader.read(data, Path(folder, "input"))
    measured.stop()
    branches, taken, missed, silent = 0, 0, [], []
    for module in reader.modules:
        file = sys.modules[module].__file__
        assert file is not None
        _, statements, _, unreached, _ = measured.analysis2(file)
        stats = measured.branch_stats(file)
        for name, lines in _functions(Path(file)):
            inside = [line for line in statements if line in lines]
            if all(line in unreached for line in inside):
                silent.append(f"{module.rpartition('.')[2]}.{name}")
                continue
            for line in inside:
                exits, used = stats.get(line, (0, 0))
                branches, taken = branches + exits, taken + used
                missed += [f"{module.rpartition('.')[2]}:{line}"] * (exits - used)
    print(json.dumps({"branches": branches, "taken": taken, "missed": missed, "silent": silent}))


def _inputs() -> Iterator[bytes]:
    yield from by_name(sys.argv[1]).begin
    for folder in sys.argv[2:]:
        for file in sorted(Path(folder).iterdir()):
            yield file.read_bytes()


def _functions(file: Path) -> Iterator[tuple[str, range]]:
    """The lines of the bodies of functions, without those of functions inside them, whose lines count for both."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, range(node.body[0].lineno, (node.end_lineno or 0) + 1)


if __name__ == "__main__":
    main()
