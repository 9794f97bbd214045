"""The registers and the stack of a process at one moment. It stands still only while they are copied, and goes on as
it was: also stopped, where it was stopped, and with the signal that came meanwhile. As under a debugger a few blocking
calls return EINTR (signal(7))."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import platform
import struct
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

_GETREGS, _DETACH, _SEIZE, _INTERRUPT = 12, 17, 0x4206, 0x4207  # ptrace(2)
_EVENT_STOP, _WALL = 128, 0x40000000
_STOPS_WITHIN_S, _LOOK_S = 0.1, 1e-4
_MOST_BYTES = 8 << 20  # of a stack: the usual limit of a whole one
# Of user_regs_struct, by the numbers of the System V ABI for x86-64 (figure 3.36): rax, rdx, rcx, rbx, rsi, rdi, rbp,
# rsp, r8 to r15, rip.
_PLACES = (10, 12, 11, 5, 13, 14, 4, 19, 9, 8, 7, 6, 3, 2, 1, 0, 16)
_REGISTERS = struct.Struct("27Q")
RSP, RIP = 7, 16
_BELOW_BYTES = 512  # what a function has just taken off the stack, and what one that calls nothing keeps there


@dataclass(frozen=True)
class Snapshot:
    """`registers` by their DWARF numbers; `stack`: bytes from the address `low` on."""

    registers: Mapping[int, int]
    low: int
    stack: bytes

    def word(self, address: int) -> int:
        """The eight bytes at an address. Raises IndexError where they are not on the stack that was copied."""
        at = address - self.low
        if not 0 <= at <= len(self.stack) - 8:
            raise IndexError(f"no copy of {address:#x}")
        return int.from_bytes(self.stack[at : at + 8], "little")


def snapshot(pid: int) -> Snapshot | None:
    """Of the main thread; None on other processors than x86-64, and where nobody may look, or the process has ended.

    A thread of its own traces it: the kernel lets a process go on whose tracer ends, however that ends.
    """
    if platform.machine() != "x86_64":
        return None
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(_copy, pid).result()


def _copy(pid: int) -> Snapshot | None:
    buffer = ctypes.create_string_buffer(_REGISTERS.size)
    with mmap.mmap(-1, _MOST_BYTES) as room:  # takes memory only for what is written into it
        try:
            with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory, _stopped(pid):
                _ptrace(_GETREGS, pid, ctypes.addressof(buffer))
                low = memory.seek(_REGISTERS.unpack(buffer.raw)[_PLACES[RSP]] - _BELOW_BYTES)
                size = memory.readinto(room) or 0
        except (OSError, OverflowError):  # a stack pointer may be anything
            return None
        fields = _REGISTERS.unpack(buffer.raw)
        return Snapshot({number: fields[place] for number, place in enumerate(_PLACES)}, low, room[:size])


@contextlib.contextmanager
def _stopped(pid: int) -> Iterator[None]:
    """Within it the process stands still. Raises OSError where it does not, or nobody may trace it."""
    _ptrace(_SEIZE, pid)
    _ptrace(_INTERRUPT, pid)
    end_s = time.monotonic() + _STOPS_WITHIN_S
    changed, status = os.waitpid(pid, os.WNOHANG | _WALL)
    while not changed and time.monotonic() < end_s:
        time.sleep(_LOOK_S)  # one that runs stops at its next interrupt
        changed, status = os.waitpid(pid, os.WNOHANG | _WALL)
    if not changed or not os.WIFSTOPPED(status):
        raise ProcessLookupError(f"process {pid} has ended, or waits for a device")
    signal = os.WSTOPSIG(status) if status >> 16 != _EVENT_STOP else 0  # one that was about to be delivered
    try:
        yield
    finally:
        _ptrace(_DETACH, pid, signal)


def _ptrace(request: int, pid: int, data: int = 0) -> None:
    if _LIBC.ptrace(request, pid, None, data) < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.ptrace.restype = ctypes.c_long
_LIBC.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
