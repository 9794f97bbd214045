"""Can one process read a sibling's memory? Ranks are siblings, and every MPI's single-copy path rests on this.

A parent may always read its child, so a parent-and-child test would pass where ranks fail (Yama's ptrace_scope 1).
"""

from __future__ import annotations

import sys

from rankwise.core import process
from rankwise.core.errors import RankwiseError

NAME = "single-copy"

# Holds a word in memory, says where, and lives until its standard input closes; the alarm ends a test that hangs.
_OWNER = """
import ctypes, os, signal, sys
signal.alarm(20)
libc = ctypes.CDLL(None, use_errno=True)
word = ctypes.create_string_buffer(b"rankwise")
PR_SET_PTRACER, ANY = 0x59616D61, ctypes.c_ulong(-1)
print(os.getpid(), ctypes.addressof(word), flush=True)
sys.stdin.readline()
libc.prctl(PR_SET_PTRACER, ANY, 0, 0, 0)
print("open", flush=True)
sys.stdin.readline()
"""

# Reads that word from the owner and prints `works` or the name of the error.
_READER = """
import ctypes, errno, sys
class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
libc = ctypes.CDLL(None, use_errno=True)
read = getattr(libc, "process_vm_readv", None)
pid, address = int(sys.argv[1]), int(sys.argv[2])
if read is None:
    print("not in this C library")
    sys.exit()
read.restype = ctypes.c_ssize_t
read.argtypes = [ctypes.c_int, ctypes.POINTER(Vector), ctypes.c_ulong, ctypes.POINTER(Vector)] + [ctypes.c_ulong] * 2
buffer = ctypes.create_string_buffer(8)
local, remote = Vector(ctypes.addressof(buffer), 8), Vector(address, 8)
got = read(pid, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0)
if got == 8 and buffer.raw == b"rankwise":
    print("works")
else:
    print(errno.errorcode.get(ctypes.get_errno(), "wrong bytes") if got < 0 else "wrong bytes")
"""


def sibling_test() -> str:
    """`works`, `works with PR_SET_PTRACER`, or the error's name (`EPERM`); empty when the test could not run."""
    try:
        owner = process.Job.start([sys.executable, "-S", "-E", "-c", _OWNER], stdin=process.PIPE)
    except RankwiseError:
        return ""
    try:
        stdin, stdout = owner.popen.stdin, owner.popen.stdout
        assert stdin is not None and stdout is not None
        where = stdout.readline().decode().split()
        if len(where) != 2:
            return ""
        answer = _read_from(where)
        if answer != "EPERM":
            return answer
        stdin.write(b"open\n")
        stdin.flush()
        stdout.readline()
        return "works with PR_SET_PTRACER" if _read_from(where) == "works" else answer
    except OSError:
        return ""
    finally:
        owner.stop(grace_s=0.2)
        for pipe in (owner.popen.stdin, owner.popen.stdout, owner.popen.stderr):
            if pipe is not None:
                pipe.close()


def _read_from(where: list[str]) -> str:
    return process.run([sys.executable, "-S", "-E", "-c", _READER, *where], timeout_s=10.0).stdout.strip()
