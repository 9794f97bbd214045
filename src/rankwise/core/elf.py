"""What an ELF file contains: machine, soname, needed libraries, dynamic symbols; and what the loader takes for it.

Files of others are read here: the time is bounded by the size of the file.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from rankwise.core import process

_LDD_S = 10.0
HEADER_BYTES = 64
_MOST_ENTRIES, _LONGEST = 4096, 1 << 14  # of a dynamic section; of one of its words, in bytes
_MACHINES = {3: "i386", 21: "ppc64", 22: "s390x", 62: "x86_64", 183: "aarch64", 243: "riscv64", 181: "k1om"}
_PT_LOAD, _PT_DYNAMIC = 1, 2
_SEGMENT, _SECTION = "IIQQQQ", "IIQQQQIIQQ"
_SHT_DYNSYM = 11
_DT_NEEDED, _DT_STRTAB, _DT_SONAME, _DT_RUNPATH = 1, 5, 14, 29
_SYMBOL_NAME, _SYMBOL_SECTION, _SYMBOL_VALUE = 0, 6, 8  # where in a symbol; it has 24 bytes


class Elf(Struct, frozen=True):
    """`machine` in the kernel's words (`x86_64`, `aarch64`); `soname` None for programs. `runpath`: folders that the
    loader looks into after those of LD_LIBRARY_PATH, `$ORIGIN` for the file's own."""

    machine: str
    soname: str | None
    needed: tuple[str, ...]
    runpath: tuple[str, ...] = ()


class Loaded(Struct, frozen=True):
    """The files that the loader takes for an ELF file, by their sonames, also those that its libraries need; and the
    sonames of those that it does not find."""

    files: dict[str, Path]
    missing: tuple[str, ...]


def read(path: str | Path) -> Elf | None:
    """The ELF facts of a 64-bit file, None when it is a script, a linker script, 32-bit or damaged.

    Layout: System V ABI, chapters 4 and 5.
    """
    try:
        if not Path(path).is_file():  # a pipe would be waited for
            return None
        return _parse(Path(path).read_bytes())
    except (OSError, struct.error, IndexError, ValueError, ArithmeticError, StopIteration):
        return None


def cut_short(path: str | Path) -> str:
    """How much of an ELF file is there, where its header tells of more than that; else empty."""
    try:
        with Path(path).open("rb") as file:
            head = header(file.read(HEADER_BYTES))
            there = file.seek(0, os.SEEK_END)
            file.seek(head.segments.at)
            segments = file.read(head.segments.size * head.segments.rows)
            whole = len(segments) // max(head.segments.size, 1)
            rows = rows_of(segments, head.order + _SEGMENT, Table(0, head.segments.size, whole))
    except (OSError, struct.error, ValueError, ArithmeticError):
        return ""
    tables = [table.at + table.size * table.rows for table in (head.segments, head.sections)]
    end = max(*tables, *(offset + length for _, _, offset, _, _, length in rows))
    return f"{there} of {end} bytes are there" if there < end else ""


def names(library: bytes) -> set[str]:
    """Every name in the table of dynamic symbols. Raises ValueError where there is no such table."""
    return {name for _, name in _symbols(library)}


def defined(file: bytes) -> set[str]:
    """The names that a program or library has itself, as others see them. Raises ValueError as `names`."""
    return {name for at, name in _symbols(file) if file[at + _SYMBOL_SECTION : at + _SYMBOL_SECTION + 2] != b"\0\0"}


def without(library: bytes, unwanted: Callable[[str], bool]) -> bytes:
    """The library with the unwanted names made undefined. The loader and `dlsym` pass over a symbol that has no value
    and no section (`do_lookup_x` of glibc, `find_sym` of musl), so the hash table may stay as it is.

    Only for names that the library does not use itself. Raises ValueError as `names`.
    """
    changed = bytearray(library)
    for at, name in _symbols(library):
        if unwanted(name):
            changed[at + _SYMBOL_SECTION : at + _SYMBOL_SECTION + 2] = bytes(2)
            changed[at + _SYMBOL_VALUE : at + _SYMBOL_VALUE + 8] = bytes(8)
    return bytes(changed)


def _symbols(library: bytes) -> Iterator[tuple[int, str]]:
    """Where each dynamic symbol is in the file, and its name."""
    try:
        head = header(library)
        sections = rows_of(library, head.order + _SECTION, head.sections)
        symbols = next((section for section in sections if section[1] == _SHT_DYNSYM), None)
        if symbols is None:
            raise ValueError("no table of dynamic symbols")
        begin, length, strings, step = symbols[4], symbols[5], sections[symbols[6]][4], symbols[9]
        for at in range(begin, begin + length, step):
            name = strings + struct.unpack_from(head.order + "I", library, at + _SYMBOL_NAME)[0]
            yield at, _word(library, name).decode("ascii", "replace")
    except (struct.error, IndexError, ArithmeticError) as error:
        raise ValueError(f"damaged ELF file: {error}") from error


class Table(NamedTuple):
    """Where it is in the file, the bytes of a row, and how many rows."""

    at: int
    size: int
    rows: int


class Head(NamedTuple):
    """`order`: of bytes, in the words of `struct`."""

    order: str
    machine: str
    segments: Table
    sections: Table


def header(data: bytes) -> Head:
    """The header. Raises ValueError for what is no 64-bit ELF file, struct.error for one that is cut short."""
    if data[:5] != b"\x7fELF\2":
        raise ValueError("no 64-bit ELF file")
    order = "<" if data[5:6] == b"\1" else ">"
    (machine,) = struct.unpack_from(order + "H", data, 18)
    segments, sections = struct.unpack_from(order + "QQ", data, 32)
    rows = struct.unpack_from(order + "HHHH", data, 54)
    name = _MACHINES.get(machine, f"elf{machine}")
    return Head(order, name, Table(segments, *rows[:2]), Table(sections, *rows[2:]))


def rows_of(data: bytes, form: str, table: Table) -> list[tuple[int, ...]]:
    """The rows of a table, each in a form of `struct`. Raises struct.error for a table that is cut short."""
    return [struct.unpack_from(form, data, table.at + index * table.size) for index in range(table.rows)]


def _word(data: bytes, start: int) -> bytes:
    """Up to the next zero byte. Raises ValueError where that is far away: many rows may name one long word."""
    return data[start : data.index(b"\0", start, start + _LONGEST)]


def _parse(data: bytes) -> Elf:
    head = header(data)
    segments = rows_of(data, head.order + _SEGMENT, head.segments)
    dynamic = [(offset, length) for kind, _, offset, _, _, length in segments if kind == _PT_DYNAMIC]
    if not dynamic:
        return Elf(head.machine, None, ())
    offset, length = dynamic[-1]
    entries = list(struct.iter_unpack(head.order + "qQ", data[offset : offset + min(length // 16, _MOST_ENTRIES) * 16]))
    address = next(value for tag, value in entries if tag == _DT_STRTAB)
    strings = next(
        offset + address - base
        for kind, _, offset, base, _, length in segments
        if kind == _PT_LOAD and base <= address < base + length
    )

    def text(at: int) -> str:
        return _word(data, strings + at).decode()

    needed = tuple(text(value) for tag, value in entries if tag == _DT_NEEDED)
    soname = next((text(value) for tag, value in entries if tag == _DT_SONAME), None)
    runpath = next((text(value) for tag, value in entries if tag == _DT_RUNPATH), "")
    return Elf(head.machine, soname, needed, tuple(filter(None, runpath.split(":"))))


def loaded(file: str | Path, env: Mapping[str, str] | None = None) -> Loaded:
    """The libraries with which an ELF file is started in an environment (None: this one), as `ldd` shows them; none
    where there is no such tool."""
    text = process.printed("ldd", file, timeout_s=_LDD_S, env=env)
    rows = re.findall(r"^[ \t]*(\S+) => (.+?)(?: \(0x[0-9a-f]+\))?$", text, re.MULTILINE)
    return Loaded(
        {name: Path(path) for name, path in rows if path.startswith("/")},
        tuple(name for name, path in rows if path == "not found"),
    )
