"""The dynamic symbols of a 64-bit ELF library: their names, and a copy of the library that offers fewer of them."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

_SHT_DYNSYM = 11
_NAME, _SECTION, _VALUE = 0, 6, 8  # where in a symbol; it has 24 bytes


def names(library: bytes) -> set[str]:
    """Every name in the table of dynamic symbols. Raises ValueError where there is no such table."""
    return {name for _, name in _symbols(library)}


def defined(file: bytes) -> set[str]:
    """The names that a program or library has itself, as others see them. Raises ValueError as `names`."""
    return {name for at, name in _symbols(file) if file[at + _SECTION : at + _SECTION + 2] != b"\0\0"}


def without(library: bytes, unwanted: Callable[[str], bool]) -> bytes:
    """The library with the unwanted names made undefined. The loader and `dlsym` pass over a symbol that has no value
    and no section (`do_lookup_x` of glibc, `find_sym` of musl), so the hash table may stay as it is.

    Only for names that the library does not use itself. Raises ValueError as `names`.
    """
    changed = bytearray(library)
    for at, name in _symbols(library):
        if unwanted(name):
            changed[at + _SECTION : at + _SECTION + 2] = bytes(2)
            changed[at + _VALUE : at + _VALUE + 8] = bytes(8)
    return bytes(changed)


def _symbols(library: bytes) -> Iterator[tuple[int, str]]:
    """Where each dynamic symbol is in the file, and its name. Layout: System V ABI, chapter 4."""
    if library[:5] != b"\x7fELF\2":
        raise ValueError("no 64-bit ELF file")
    order = "<" if library[5:6] == b"\1" else ">"
    try:
        (table,) = struct.unpack_from(order + "Q", library, 40)
        size, count = struct.unpack_from(order + "HH", library, 58)
        sections = [struct.unpack_from(order + "IIQQQQIIQQ", library, table + index * size) for index in range(count)]
        symbols = next((section for section in sections if section[1] == _SHT_DYNSYM), None)
        if symbols is None:
            raise ValueError("no table of dynamic symbols")
        begin, length, strings, step = symbols[4], symbols[5], sections[symbols[6]][4], symbols[9]
        for at in range(begin, begin + length, step):
            name = strings + struct.unpack_from(order + "I", library, at + _NAME)[0]
            yield at, library[name : library.index(b"\0", name)].decode("ascii", "replace")
    except (struct.error, IndexError) as error:
        raise ValueError(f"damaged ELF file: {error}") from error
