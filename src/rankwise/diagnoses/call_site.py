"""The arguments of a call that has not returned, from the instructions before it: no debug information is needed.

A caller puts arguments into registers just before it calls, and the library soon overwrites those. What the caller put
there is found again by reading its instructions backwards: constants, its own variables in memory, and registers that a
called function must give back as they were. Machine code is that of x86-64 under Linux, in the words of gdb.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

ARGUMENTS: Final = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")
KEPT: Final = ("rbx", "rbp", "rsp", "r12", "r13", "r14", "r15")
"""Registers that a called function must restore, so that gdb knows them for the caller too."""

_LINE = re.compile(r"^(=>)?[ \t]*0x([0-9a-f]{1,16}\b)[^\t\n]*:\t(\S+)[ ]*([^\n#]*)", re.MULTILINE)
_MEMORY = re.compile(r"(?:%fs:)?(-?0x[0-9a-f]+)?\(%(\w+)(?:,%(\w+),(\d))?\)")
_OPERAND = re.compile(r"(?:[^,(]|\([^)]*\)?)+")
_TARGET = re.compile(r"0x([0-9a-f]+)")
_LOW = {name: f"r{name[1:]}" for name in ("eax", "ebx", "ecx", "edx", "esi", "edi", "ebp", "esp")}
_ENDS = ("jmp", "ret", "hlt", "ud2")
_READS_ONLY = ("cmp", "test", "push", "nop", "j", "endbr", "bt", "prefetch", "ucomis", "comis")


@dataclass(frozen=True)
class Instruction:
    at: int
    name: str
    operands: tuple[str, ...]
    text: str

    @property
    def target(self) -> int | None:
        """Where a jump goes; None for other instructions, and where a register says it."""
        known = _TARGET.match(self.text) if self.name.startswith("j") else None
        return int(known[1], 16) if known else None


@dataclass(frozen=True)
class CallSite:
    """A call that did not return, or one before it in the same function. `code`: the instructions of the function, in
    order; `index`: where the call is among them; `stands`: where the call that did not return is. `kept`: registers of
    that frame. `read(address, bytes)`: a number in the memory of the process, or None."""

    code: Sequence[Instruction]
    index: int
    stands: int
    kept: Mapping[str, int]
    read: Callable[[int, int], int | None]

    @property
    def name(self) -> str:
        """The function that is called, by the name in the instruction; empty for a call through a pointer."""
        named = re.search(r"<\*?(\w+)(?:@\S+)?>", self.code[self.index].text)
        return named[1] if named else ""

    def argument(self, number: int) -> int | None:
        """The argument with this number from 0, as 64 bits without sign; None where the code does not tell it."""
        if number < len(ARGUMENTS):
            return self._register(ARGUMENTS[number], self.index)
        if self.index != self.stands:
            return self._pushed_last() if number == len(ARGUMENTS) else None
        stack = self.kept.get("rsp")
        return None if stack is None else self.read(stack + 8 * (number - len(ARGUMENTS)), 8)

    def before(self, names: Container[str]) -> Iterator[CallSite]:
        """The calls of these functions that stand before it. Their arguments are told only where nothing that they were
        made of was written since."""
        for index in range(self.index):
            if self.code[index].name.startswith("call"):
                earlier = replace(self, index=index)
                if earlier.name in names:
                    yield earlier

    def _pushed_last(self) -> int | None:
        """The first argument on the stack, by the instruction that put it there: other calls use the place again."""
        for at in range(self.index - 1, -1, -1):
            step = self.code[at]
            if step.name in _ENDS or step.name.startswith("call"):
                return None
            if step.name.startswith("push") or (step.name.startswith("mov") and step.operands[-1] == "(%rsp)"):
                return self._value(step.operands[0], at, 8)
            if _pushed(step):
                return None
        return None

    def _register(self, name: str, before: int) -> int | None:
        """A register as it was when the instruction at `before` began."""
        if name in KEPT:
            since = self.code[before : self.stands]
            if name == "rsp":
                return None if "rsp" not in self.kept else self.kept["rsp"] + sum(map(_pushed, since))
            return None if any(_writes(step, name) for step in since) else self.kept.get(name)
        for at in range(before - 1, -1, -1):
            step = self.code[at]
            if step.name in _ENDS or step.name.startswith("call"):
                return None
            if _writes(step, name):
                return None if self._entered(step.at, self.code[before].at) else self._written(at)
        return None

    def _entered(self, start: int, end: int) -> bool:
        """Whether a jump from elsewhere leads behind `start` and not behind `end`: then another instruction may have
        written the register."""
        return any(
            step.target is not None and start < step.target <= end and not start <= step.at <= end for step in self.code
        )

    def _written(self, at: int) -> int | None:
        step = self.code[at]
        source, target = step.operands[0], step.operands[-1]
        wide = _whole(target[1:]) == target[1:]
        value: int | None = None
        if step.name in ("xor", "sub") and source == target:
            value = 0
        elif step.name.startswith("lea"):
            value = self._address(source, at)
        elif step.name in ("mov", "movl", "movq", "movabs", "movslq"):
            value = self._value(source, at, 8 if wide and step.name != "movslq" else 4)
        elif step.name in ("add", "sub") and source.startswith("$"):
            known = self._register(_whole(target[1:]), at)
            by = int(source[1:], 16) * (1 if step.name == "add" else -1)
            value = None if known is None else (known + by) % 2**64
        elif step.name == "or" and source == "$0xffffffff":
            value = 2**64 - 1
        return value if value is None or wide else value & 0xFFFFFFFF

    def _value(self, operand: str, at: int, size: int) -> int | None:
        if operand.startswith("$"):
            return int(operand[1:], 16) % 2**64
        if operand.startswith("%"):
            value = self._register(_whole(operand[1:]), at)
            return value if value is None or size == 8 else value & 0xFFFFFFFF
        address = self._address(operand, at)
        return None if address is None or self._changed(address) else self.read(address, size)

    def _changed(self, address: int) -> bool:
        """Whether an instruction after an earlier call writes there."""
        for at in range(self.index + 1, self.stands):
            step = self.code[at]
            writes = step.name.startswith(("mov", "add", "sub", "inc", "dec", "lea"))
            if writes and step.operands and self._address(step.operands[-1], at) == address:
                return True
        return False

    def _address(self, operand: str, at: int) -> int | None:
        known = _MEMORY.fullmatch(operand)
        if known is None or operand.startswith("%fs:"):
            return None
        offset = int(known[1] or "0x0", 16)
        if known[2] == "rip":
            return self.code[at + 1].at + offset
        base = self._register(_whole(known[2]), at)
        index = self._register(_whole(known[3]), at) if known[3] else 0
        return None if base is None or index is None else (base + offset + index * int(known[4] or 0)) % 2**64


def site(listing: str, pc: int, kept: Mapping[str, int], read: Callable[[int, int], int | None]) -> CallSite | None:
    """The call that returns to `pc`, from gdb's listing of the code around it; None where no call is there."""
    code = [
        Instruction(int(at, 16), name, tuple(_operands(text)), text.strip())
        for _, at, name, text in _LINE.findall(listing)
    ]
    after = next((number for number, step in enumerate(code) if step.at == pc), 0)
    if not after or not code[after - 1].name.startswith("call"):
        return None
    return CallSite(code, after - 1, after - 1, kept, read)


def _operands(text: str) -> list[str]:
    """The operands of an instruction, at commas outside of parentheses."""
    return [word.strip() for word in _OPERAND.findall(text) if word.strip()]


def _whole(name: str) -> str:
    """The register of 64 bits that a name is a part of."""
    if name in _LOW:
        return _LOW[name]
    return name[:-1] if re.fullmatch(r"r\d+[dwb]", name) else name


def _writes(step: Instruction, register: str) -> bool:
    if step.name in ("cltd", "cqto", "idiv", "idivl", "div", "divl", "mul", "mull", "cpuid", "rep", "syscall"):
        return register in ("rax", "rdx", "rcx", "rsi", "rdi")
    if not step.operands or step.name.startswith(_READS_ONLY):
        return False
    last = step.operands[-1]
    return last.startswith("%") and _covers(last[1:], register)


def _covers(name: str, register: str) -> bool:
    """Whether a name is the register or a part of it, those of 8 and 16 bits too."""
    short = register[1:]
    return _whole(name) == register or name in (short, f"{short[0]}l", f"{short[0]}h", f"{short}l")


def _pushed(step: Instruction) -> int:
    """By how much an instruction lowers the stack."""
    if step.name.startswith("push"):
        return 8
    if step.name.startswith("pop"):
        return -8
    if step.name in ("sub", "add") and step.operands[-1:] == ("%rsp",) and step.operands[0].startswith("$"):
        return int(step.operands[0][1:], 16) * (1 if step.name == "sub" else -1)
    return 0
