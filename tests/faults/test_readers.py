"""No input from outside ends in a traceback, and the engine's readers hold under sanitizers."""

from __future__ import annotations

from pathlib import Path

import pytest

from faults.readers import Reader, readers, tried
from rankwise.core.process import run
from rankwise.measure.source import SOURCE

_COUNT = 60


@pytest.mark.parametrize("reader", readers(), ids=lambda reader: reader.name)
def test_any_input_is_read_or_refused_in_words(reader: Reader, tmp_path: Path) -> None:
    assert tried(reader, 1, _COUNT, tmp_path / "input") == []


def test_the_search_finds_a_reader_that_fails(tmp_path: Path) -> None:
    careless = Reader("careless", lambda data, _: data.decode("ascii"), (b"some text of letters",))
    assert tried(careless, 1, _COUNT, tmp_path / "input") != []


def test_commands_and_records_under_sanitizers(tmp_path: Path) -> None:
    program = tmp_path / "fuzz"
    flags = ["-std=c++20", "-O1", "-g", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{SOURCE}"]
    sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    built = run(["g++", *flags, *sanitizers, Path(__file__).with_name("fuzz.cpp"), "-o", program], timeout_s=200)
    assert built.ok, built.describe()
    done = run([program, "1", "20000"], timeout_s=100)
    assert done.ok, done.describe()
