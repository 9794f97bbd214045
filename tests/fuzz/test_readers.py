"""No input from outside ends in a traceback, and the engine's readers hold under sanitizers."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from fuzz.fuzzed import engine_fuzzer, fuzzed
from fuzz.readers import Reader, readers
from rankwise.core.process import run

_RUNS = 400
_CARELESS = """
from fuzz import readers
readers.by_name = lambda name: readers.Reader(name, lambda data, _file: data.decode("ascii"), ())
from fuzz.guided import main
main()
"""


def test_the_modules_of_readers_are_there() -> None:
    assert {module for reader in readers() for module in reader.modules} <= set(sys.modules)


@pytest.mark.fuzz
@pytest.mark.drawn(9)  # each takes some seconds of a processor
@pytest.mark.parametrize("reader", readers(), ids=lambda reader: reader.name)
def test_any_input_is_read_or_refused_in_words(reader: Reader, tmp_path: Path) -> None:
    seen = fuzzed(reader, tmp_path, _RUNS)
    assert seen.error == ""
    assert seen.inputs >= _RUNS


@pytest.mark.fuzz
def test_the_search_finds_a_reader_that_fails(tmp_path: Path) -> None:
    careless = tmp_path / "careless.py"
    careless.write_text(_CARELESS)
    seen = fuzzed(Reader("careless", lambda _data, _file: None, (b"some text",)), tmp_path, _RUNS, careless)
    assert "UnicodeDecodeError" in seen.error


@pytest.mark.thorough("`make native` runs it, and the engine under the same sanitizers")
def test_commands_and_records_under_sanitizers(tmp_path: Path) -> None:
    fuzzer = engine_fuzzer(tmp_path)
    first, all_ = (run([fuzzer, "1", count], timeout_s=100) for count in ("2", "20000"))
    assert all_.ok, all_.describe()
    assert _branches(first.stdout) < _branches(all_.stdout)


def _branches(words: str) -> int:
    match = re.search(r"inputs, (\d+) branches", words)
    assert match
    return int(match[1])
