"""The functions in which a process stands, from a copy of its registers and stack, with no debugger."""

from __future__ import annotations

import ctypes
import os
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from stat import S_ISREG

from rankwise.core import proc
from rankwise.diagnoses.snapshot import RIP, RSP, Snapshot, snapshot
from rankwise.diagnoses.unwind_rules import Cursor, Object, Rule, Rules

_MOST_FRAMES = 256
_WORD = (1 << 64) - 1
_AT_ONCE = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW
_CODE = re.compile(r"^(\w+)-(\w+) ..x. (\w+) \S+ (\d+) +(/.*|\[vdso\])$", re.MULTILINE)  # of proc_pid_maps(5)
_KERNELS = "[vdso]"  # functions that the kernel puts into every process: gettimeofday and its like
_BY_TWO: Mapping[int, Callable[[int, int], int]] = {
    0x1A: lambda a, b: a & b,
    0x1C: lambda a, b: a - b,
    0x21: lambda a, b: a | b,
    0x22: lambda a, b: a + b,
    0x24: lambda a, b: a << (b & 63),
    0x2A: lambda a, b: int(a >= b),
}


@dataclass(frozen=True)
class _Area:
    """A file that is mapped into a process from `low` to `high`: its `path` as the process calls it."""

    low: int
    high: int
    offset: int
    inode: int
    path: str


class Stacks:
    """Of processes on this node that are looked at again and again."""

    def __init__(self) -> None:
        self._objects: dict[tuple[int, _Area], Object] = {}
        self._known: dict[tuple[int, int], Object] = {}

    def frames(self, pid: int) -> list[tuple[str, str]] | None:
        """Each function in which the main thread stands, the innermost first, and the file that it is in; `??` for one
        without a name. None where that cannot be told: nobody may look, or code that says nothing of its frames."""
        copy = snapshot(pid)
        if copy is None:
            return None
        try:
            return list(self._walk(pid, copy))
        except (ValueError, OSError, LookupError, struct.error):
            return None

    def _walk(self, pid: int, copy: Snapshot) -> Iterator[tuple[str, str]]:
        """Raises ValueError, OSError, LookupError and struct.error where it cannot go on to the first function."""
        registers, called = dict(copy.registers), False
        areas = list(_areas(pid))  # anew: libraries come and go
        for _ in range(_MOST_FRAMES):
            pc = registers[RIP]
            area = next((area for area in areas if area.low <= pc < area.high), None)
            if area is None:
                raise ValueError(f"{pc:#x} is in no file")
            inside = self._object(pid, area)
            # The address to return to may be the first of the next function, where a call never returns.
            address = inside.address(pc - area.low + area.offset) - called
            yield inside.function(address) or "??", area.path
            rules = inside.rules(address)
            if rules is None:
                raise ValueError(f"{area.path} says nothing of {address:#x}")
            back = rules.registers.get(rules.returns)
            if back is None or back.how == "lost":
                return
            registers = _caller(rules, registers, copy)
            registers[RIP] = registers[rules.returns]
            called = not rules.signal
            if not registers[RIP]:
                return
        raise ValueError("too many frames")

    def _object(self, pid: int, area: _Area) -> Object:
        if area.path == _KERNELS:
            return _object_of_kernel()
        if (pid, area) not in self._objects:
            self._objects[pid, area] = self._opened(pid, area)
        return self._objects[pid, area]

    def _opened(self, pid: int, area: _Area) -> Object:
        """A file as the process sees it, perhaps in a container; shared by all processes that have mapped it."""
        path = Path(f"/proc/{pid}/root{area.path}")
        status = path.lstat()
        if not S_ISREG(status.st_mode) or status.st_ino != area.inode:
            raise ValueError(f"{area.path} is another file now")
        return self._known.setdefault((status.st_dev, status.st_ino), Object(reader(path)))


def reader(path: Path) -> Callable[[int, int], bytes]:
    """Reads so many bytes of a file from a place on; raises ValueError behind its end, OSError where it is a link."""
    file = os.fdopen(os.open(path, _AT_ONCE), "rb", buffering=0)
    length = os.fstat(file.fileno()).st_size

    def read(at: int, size: int) -> bytes:
        if at > length or size > 2 * length:
            raise ValueError(f"{path} has no {size} bytes from {at} on")
        return os.pread(file.fileno(), size, at)

    return read


@cache
def _object_of_kernel() -> Object:
    """It is the same in all processes, so this one's tells of it."""
    area = next(area for area in _areas(os.getpid()) if area.path == _KERNELS)
    image = ctypes.string_at(area.low, area.high - area.low)
    return Object(lambda at, size: image[at : at + size])


def _areas(pid: int) -> Iterator[_Area]:
    for low, high, offset, inode, path in _CODE.findall(proc.read(pid, "maps")):
        yield _Area(int(low, 16), int(high, 16), int(offset, 16), int(inode), path)


def _caller(rules: Rules, registers: Mapping[int, int], copy: Snapshot) -> dict[int, int]:
    """The registers as they are in the function that called this one."""
    if isinstance(rules.frame, bytes):
        frame = _value(rules.frame, registers, copy, [])
    else:
        frame = registers[rules.frame[0]] + rules.frame[1] & _WORD
    before = {**registers, RSP: frame}
    for register, rule in rules.registers.items():
        before[register] = _restored(rule, register, frame, registers, copy)
    return before


def _restored(rule: Rule, register: int, frame: int, registers: Mapping[int, int], copy: Snapshot) -> int:
    if rule.how in ("register", "same"):
        return registers[rule.offset if rule.how == "register" else register]
    if rule.how == "lost":
        return 0
    address = _value(rule.expression, registers, copy, [frame]) if rule.expression else frame + rule.offset & _WORD
    return copy.word(address) if rule.how == "saved" else address


def _value(expression: bytes, registers: Mapping[int, int], copy: Snapshot, stack: list[int]) -> int:
    """What an expression of DWARF 5, section 2.5 gives. Raises ValueError for an operation that frames do not need."""
    cursor = Cursor(expression)
    while cursor.at < len(expression):
        code = cursor.number("B")
        if 0x30 <= code <= 0x4F:
            stack.append(code - 0x30)
        elif 0x70 <= code <= 0x8F:
            stack.append(registers[code - 0x70] + cursor.leb(signed=True) & _WORD)
        elif code in (0x08, 0x09):
            stack.append(cursor.number("Bb"[code - 0x08]))
        elif code == 0x23:
            stack.append(stack.pop() + cursor.leb() & _WORD)
        elif code == 0x06:
            stack.append(copy.word(stack.pop()))
        elif code in _BY_TWO:
            last = stack.pop()
            stack.append(_BY_TWO[code](stack.pop(), last) & _WORD)
        else:
            raise ValueError(f"operation {code:#x}")
    return stack.pop()
