"""Reads what an ELF file says of itself: machine, soname, needed libraries and where they lie. No
dependency, no tool to install."""

from __future__ import annotations

import os
import re
import shutil
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rankwise.core import process

_LDD_S = 10.0
_HEADER_BYTES = 64
_MACHINES = {3: "i386", 21: "ppc64", 22: "s390x", 62: "x86_64", 183: "aarch64", 243: "riscv64", 181: "k1om"}
_PT_LOAD, _PT_DYNAMIC = 1, 2
_DT_NEEDED, _DT_STRTAB, _DT_SONAME, _DT_RUNPATH = 1, 5, 14, 29


@dataclass(frozen=True)
class Elf:
    """`machine` in the kernel's words (`x86_64`, `aarch64`); `soname` None for programs. `runpath`: folders that the
    loader looks into after those of LD_LIBRARY_PATH, `$ORIGIN` for the file's own."""

    machine: str
    soname: str | None
    needed: tuple[str, ...]
    runpath: tuple[str, ...] = ()


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
            head = file.read(_HEADER_BYTES)
            there = file.seek(0, os.SEEK_END)
            if head[:4] != b"\x7fELF" or head[4] != 2:
                return ""
            order = "<" if head[5] == 1 else ">"
            programs, sections = struct.unpack_from(order + "QQ", head, 32)
            program_size, program_count, section_size, section_count = struct.unpack_from(order + "HHHH", head, 54)
            file.seek(programs)
            table = file.read(program_size * program_count)
    except (OSError, struct.error, IndexError):
        return ""
    ends = [programs + program_size * program_count, sections + section_size * section_count]
    for at in range(0, len(table) - program_size + 1, max(program_size, 1)):
        _, _, offset, _, _, length = struct.unpack_from(order + "IIQQQQ", table, at)
        ends.append(offset + length)
    return f"{there} of {max(ends)} bytes are there" if there < max(ends) else ""


def _parse(data: bytes) -> Elf | None:
    if data[:4] != b"\x7fELF" or data[4] != 2:
        return None
    order = "<" if data[5] == 1 else ">"
    (machine,) = struct.unpack_from(order + "H", data, 18)
    (table,) = struct.unpack_from(order + "Q", data, 32)
    size, count = struct.unpack_from(order + "HH", data, 54)
    loads: list[tuple[int, int, int]] = []
    dynamic: tuple[int, int] | None = None
    for index in range(count):
        kind, _, offset, address, _, length = struct.unpack_from(order + "IIQQQQ", data, table + index * size)
        if kind == _PT_LOAD:
            loads.append((address, offset, length))
        elif kind == _PT_DYNAMIC:
            dynamic = (offset, length)
    name = _MACHINES.get(machine, f"elf{machine}")
    if dynamic is None:
        return Elf(name, None, ())
    entries = list(struct.iter_unpack(order + "qQ", data[dynamic[0] : dynamic[0] + dynamic[1] // 16 * 16]))
    address = next(value for tag, value in entries if tag == _DT_STRTAB)
    strings = next(offset + address - base for base, offset, length in loads if base <= address < base + length)

    def text(at: int) -> str:
        start = strings + at
        return data[start : data.index(b"\0", start)].decode()

    needed = tuple(text(value) for tag, value in entries if tag == _DT_NEEDED)
    soname = next((text(value) for tag, value in entries if tag == _DT_SONAME), None)
    runpath = next((text(value) for tag, value in entries if tag == _DT_RUNPATH), "")
    return Elf(name, soname, needed, tuple(filter(None, runpath.split(":"))))


def not_found(file: str | Path) -> list[str]:
    """Libraries that the loader does not find for an ELF file, by `ldd`; none where there is no such tool."""
    return re.findall(r"^[ \t]*(\S+) => not found", _ldd(file), re.MULTILINE)


def loaded(file: str | Path) -> list[str]:
    """Libraries that an ELF file is started with, also those that its libraries need, by `ldd`."""
    return re.findall(r"^[ \t]*(\S+) => ", _ldd(file), re.MULTILINE)


def files_loaded(file: str | Path, env: Mapping[str, str]) -> dict[str, Path]:
    """The files that the loader takes for an ELF file in an environment, by their sonames, as `ldd` shows them."""
    rows = re.findall(r"^[ \t]*(\S+) => (/.+?) \(0x[0-9a-f]+\)$", _ldd(file, env), re.MULTILINE)
    return {name: Path(path) for name, path in rows}


def _ldd(file: str | Path, env: Mapping[str, str] | None = None) -> str:
    tool = shutil.which("ldd")
    return process.run([tool, file], timeout_s=_LDD_S, env=env).stdout if tool else ""
