"""Names of a library's dynamic symbols, and a copy of it that offers fewer of them."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import pytest

from fuzz import seeds
from rankwise.core import elf
from rankwise.core.elf import names, without

SOURCE = """
int kept(void) { return 1; }
int gone(void) { return 2; }
int also_gone(void) __attribute__((alias("gone")));
extern int puts(const char* text);
int speak(void) { return puts("spoken"); }
"""


@pytest.fixture
def library(tmp_path: Path) -> bytes:
    (tmp_path / "some.c").write_text(SOURCE)
    subprocess.run(["gcc", "-shared", "-fPIC", "some.c", "-o", "some.so"], cwd=tmp_path, check=True)
    return (tmp_path / "some.so").read_bytes()


def test_what_it_offers_and_needs_is_named(library: bytes) -> None:
    assert {"kept", "gone", "also_gone", "speak", "puts"} <= names(library)
    assert "some.c" not in names(library)


def test_the_loader_passes_over_what_is_made_undefined(library: bytes, tmp_path: Path) -> None:
    (tmp_path / "fewer.so").write_bytes(without(library, lambda name: name.endswith("gone")))
    fewer = ctypes.CDLL(str(tmp_path / "fewer.so"))
    assert fewer.kept() == 1
    assert not hasattr(fewer, "gone") and not hasattr(fewer, "also_gone")
    whole = ctypes.CDLL(str(tmp_path / "some.so"))
    assert whole.also_gone() == 2


@pytest.mark.parametrize("damaged", [b"", b"#!/bin/sh", b"\x7fELF\2", b"\x7fELF\2\1" + bytes(100)])
def test_what_is_no_library_is_refused(damaged: bytes) -> None:
    with pytest.raises(ValueError, match=r"ELF|table"):
        names(damaged)


def test_a_library_whose_rows_name_one_long_word_is_damaged(tmp_path: Path) -> None:
    """A million rows of a megabyte would be a terabyte."""
    file = tmp_path / "app.so"
    file.write_bytes(seeds.library())
    whole = elf.read(file)
    assert whole is not None and (whole.soname, whole.needed) == ("libapp.so.1", ("libmpi.so.12",))
    assert whole.runpath == ("$ORIGIN", "/opt/lib")
    file.write_bytes(seeds.library(b"x" * 40_000))
    assert elf.read(file) is None
