"""How to get from a function to the one that called it, by the table for exceptions that compilers write into every
program and library (`.eh_frame`), and the functions that addresses lie in.

Layout: Linux Standard Base Core 5.0, chapter 10.6; DWARF 5, section 6.4; System V ABI, chapters 4 and 5.
"""

from __future__ import annotations

import struct
from array import array
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import itemgetter
from typing import Literal, NamedTuple

from rankwise.core import elf

_LOADED, _TABLE = 1, 0x6474E550  # PT_LOAD, PT_GNU_EH_FRAME
_SYMBOLS = (2, 11)  # SHT_SYMTAB, SHT_DYNSYM
_SORTED = b"\1\x1b\3\x3b"  # of a table of 4-byte offsets, which all linkers write
_ABSOLUTE, _RELATIVE = 0x00, 0x10
_FORMS = {0x00: "Q", 0x02: "H", 0x03: "I", 0x04: "Q", 0x0A: "h", 0x0B: "i", 0x0C: "q"}
_MOST_BYTES = 1 << 14  # of what is said of a function
_SYMBOL = struct.Struct("<IBBHQQ")  # name, kind, visibility, section, value, size
_FUNCTION = 2


How = Literal["saved", "value", "register", "same", "lost"]


class Rule(NamedTuple):
    """Where the caller's value of a register is: `saved` at an address, that address as `value`, in another `register`
    (`offset` is its number), the `same` as here, or `lost`. The address is the frame's plus `offset`, or what
    `expression` gives for it."""

    how: How
    offset: int = 0
    expression: bytes = b""


@dataclass(frozen=True)
class Rules:
    """At one instruction. `frame`: what the frame's address is, a register and what to add, or an expression;
    `registers` that are not as they were; `returns`: the one of the address to return to; `signal`: nobody called this
    function, the kernel made its frame."""

    frame: tuple[int, int] | bytes
    registers: dict[int, Rule]
    returns: int
    signal: bool


@dataclass
class Cursor:
    """Reads little-endian numbers one after the other. Raises struct.error or IndexError at the end."""

    data: bytes
    at: int = 0

    def number(self, form: str) -> int:
        (value,) = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return int(value)

    def leb(self, *, signed: bool = False) -> int:
        value, shift, byte = 0, 0, 0x80
        while byte & 0x80:
            byte = self.data[self.at]
            value |= (byte & 0x7F) << shift
            self.at, shift = self.at + 1, shift + 7
        return value - (1 << shift) if signed and byte & 0x40 else value

    def block(self) -> bytes:
        size = self.leb()
        self.at += size
        return self.data[self.at - size : self.at]


@dataclass(frozen=True)
class _Common:
    """What many functions share: factors of code and data, where the address to return to is, the form of addresses,
    and the first instructions."""

    code: int
    data: int
    returns: int
    form: int
    signal: bool
    augmented: bool
    first: bytes


@dataclass
class _State:
    frame: tuple[int, int] | bytes = (0, 0)
    registers: dict[int, Rule] = field(default_factory=dict)


class Object:
    """A program or a library. `read` gives bytes of its file, by offset and number. All methods raise ValueError,
    IndexError or struct.error for what is damaged or of another processor."""

    def __init__(self, read: Callable[[int, int], bytes]) -> None:
        self._read = read
        self._head = elf.header(read(0, elf.HEADER_BYTES))
        if self._head.machine != "x86_64":
            raise ValueError(f"a file for {self._head.machine}")
        self._segments = elf.rows_of(self._part(self._head.segments), "<IIQQQQ", self._head.segments._replace(at=0))
        self._known: dict[int, Rules | None] = {}
        self._common: dict[int, _Common] = {}

    def address(self, offset: int) -> int:
        """Where the byte of the file lies before the loader moves it."""
        for kind, _, begin, base, _, length in self._segments:
            if kind == _LOADED and begin <= offset < begin + length:
                return base + offset - begin
        raise ValueError(f"byte {offset} is not loaded")

    def rules(self, address: int) -> Rules | None:
        """For a frame that stands at an address; None where the file says nothing of it."""
        if address not in self._known:
            self._known[address] = self._rules(address)
        return self._known[address]

    def function(self, address: int) -> str:
        """Its name; empty where the file has none."""
        starts, functions = self._functions
        row = bisect_right(starts, address) - 1
        return self._name(*functions[row][2:]) if row >= 0 and address < functions[row][1] else ""

    def _part(self, table: elf.Table) -> bytes:
        return self._read(table.at, table.size * table.rows)

    def _at(self, address: int) -> bytes:
        """What lies at an address, so much that a function's entry is in it."""
        for kind, _, begin, base, _, length in self._segments:
            if kind == _LOADED and base <= address < base + length:
                return self._read(begin + address - base, min(_MOST_BYTES, base + length - address))
        raise ValueError(f"address {address:#x} is not loaded")

    @cached_property
    def _entries(self) -> tuple[int, array[int], array[int]]:
        """An address, and how far behind it functions begin, sorted, and the entry of each."""
        for kind, _, begin, base, _, length in self._segments:
            if kind == _TABLE:
                data = self._read(begin, length)
                if data[:4] != _SORTED:
                    raise ValueError("an unsorted table of functions")
                count = int.from_bytes(data[8:12], "little")
                pairs = array("i", data[12 : 12 + 8 * count])
                if len(pairs) < 2 * count:
                    raise ValueError("a table of functions that is cut short")
                return base, pairs[0::2], pairs[1::2]
        raise ValueError("no table of functions")

    def _rules(self, address: int) -> Rules | None:
        base, starts, entries = self._entries
        row = bisect_right(starts, address - base) - 1
        if row < 0:
            return None
        entry = base + entries[row]
        cursor = Cursor(self._at(entry))
        end = cursor.number("I") + 4
        place = entry + cursor.at
        common = self._shared(place - cursor.number("I"))
        start = self._pointer(cursor, common.form, entry)
        if address >= start + self._pointer(cursor, common.form & 0x0F, entry):
            return None
        if common.augmented:
            cursor.block()
        state = _State()
        _run(common.first, common, state, (0, 1), state)
        first = replace(state, registers=dict(state.registers))
        _run(cursor.data[cursor.at : end], common, state, (start, address), first)
        return Rules(state.frame, state.registers, common.returns, common.signal)

    def _shared(self, entry: int) -> _Common:
        if entry not in self._common:
            cursor = Cursor(self._at(entry))
            end = cursor.number("I") + 4
            cursor.at += 4
            version = cursor.number("B")
            words = cursor.data[cursor.at : cursor.data.index(b"\0", cursor.at)].decode("ascii", "replace")
            cursor.at += len(words) + 1
            code, data = cursor.leb(), cursor.leb(signed=True)
            returns = cursor.number("B") if version == 1 else cursor.leb()
            form, augmented = _ABSOLUTE, words.startswith("z")
            if augmented:
                more = Cursor(cursor.block())
                for letter in words[1:]:
                    if letter == "R":
                        form = more.number("B")
                    elif letter == "L":
                        more.at += 1
                    elif letter == "P":
                        more.number(_FORMS[more.number("B") & 0x0F])
            first = cursor.data[cursor.at : end]
            self._common[entry] = _Common(code, data, returns, form, "S" in words, augmented, first)
        return self._common[entry]

    def _pointer(self, cursor: Cursor, form: int, base: int) -> int:
        """An address in a form of LSB 10.5; `base`: where the cursor's data lie."""
        place = base + cursor.at
        if form & 0x70 not in (_ABSOLUTE, _RELATIVE) or form & 0x0F not in _FORMS:
            raise ValueError(f"addresses in form {form:#x}")
        return cursor.number(_FORMS[form & 0x0F]) + (place if form & 0x70 == _RELATIVE else 0)

    @cached_property
    def _functions(self) -> tuple[list[int], list[tuple[int, int, int, int]]]:
        """Sorted first addresses of functions; of each again its first address, its end, where names are, and where its
        name is among them."""
        sections = elf.rows_of(self._part(self._head.sections), "<IIQQQQIIQQ", self._head.sections._replace(at=0))
        functions: list[tuple[int, int, int, int]] = []
        for section in sections:
            if section[1] in _SYMBOLS and section[6] < len(sections):
                names = sections[section[6]][4]
                rows = _SYMBOL.iter_unpack(self._read(section[4], section[5] // _SYMBOL.size * _SYMBOL.size))
                functions += [
                    (value, value + size, names, name)
                    for name, kind, _, at, value, size in rows
                    if kind & 0xF == _FUNCTION and at
                ]
        functions.sort(key=itemgetter(0))
        return [first for first, *_ in functions], functions

    def _name(self, names: int, name: int) -> str:
        return self._read(names + name, 256).partition(b"\0")[0].decode("ascii", "replace")


def _run(program: bytes, common: _Common, state: _State, reach: tuple[int, int], first: _State) -> None:
    """The instructions from the first address of `reach` up to those that hold at its last. `first`: how registers are
    where a function begins."""
    cursor, (at, address), kept = Cursor(program), reach, list[_State]()
    while cursor.at < len(program):
        code = cursor.number("B")
        kind, low = code & 0xC0, code & 0x3F
        if kind == 0x40 or code in (0x02, 0x03, 0x04):
            at += (low if kind else cursor.number("BHI"[code - 2])) * common.code
            if at > address:
                return
        elif kind == 0x80:
            state.registers[low] = Rule("saved", cursor.leb() * common.data)
        elif kind == 0xC0 or code == 0x06:
            _restore(state, first, low if kind else cursor.leb())
        elif code == 0x0A:
            kept.append(replace(state, registers=dict(state.registers)))
        elif code == 0x0B:
            before = kept.pop()
            state.frame, state.registers = before.frame, before.registers
        elif 0x0C <= code <= 0x0F or code in (0x12, 0x13):
            state.frame = _frame(code, cursor, state.frame, common.data)
        elif code == 0x2E:
            cursor.leb()  # bytes of arguments on the stack
        elif code:
            register = cursor.leb()
            state.registers[register] = _rule(code, cursor, common.data)


def _restore(state: _State, first: _State, register: int) -> None:
    state.registers.pop(register, None)
    if register in first.registers:
        state.registers[register] = first.registers[register]


def _frame(code: int, cursor: Cursor, before: tuple[int, int] | bytes, data: int) -> tuple[int, int] | bytes:
    """What the frame's address is after an instruction that defines it."""
    if code == 0x0F:
        return cursor.block()
    if code in (0x0C, 0x12):
        register = cursor.leb()
        return register, cursor.leb() if code == 0x0C else cursor.leb(signed=True) * data
    if isinstance(before, bytes):
        raise ValueError("an offset from an expression")
    if code == 0x0D:
        return cursor.leb(), before[1]
    return before[0], cursor.leb() if code == 0x0E else cursor.leb(signed=True) * data


def _rule(code: int, cursor: Cursor, data: int) -> Rule:
    """What an instruction says of a register."""
    if code not in _RULES:
        raise ValueError(f"instruction {code:#x}")
    how, argument = _RULES[code]
    if argument == "block":
        return Rule(how, expression=cursor.block())
    if argument == "number":
        return Rule(how, cursor.leb())
    return Rule(how, cursor.leb(signed=argument == "signed") * data) if argument else Rule(how)


_RULES: Mapping[int, tuple[How, str]] = {
    0x05: ("saved", "unsigned"),
    0x07: ("lost", ""),
    0x08: ("same", ""),
    0x09: ("register", "number"),
    0x10: ("saved", "block"),
    0x11: ("saved", "signed"),
    0x14: ("value", "unsigned"),
    0x15: ("value", "signed"),
    0x16: ("value", "block"),
}
