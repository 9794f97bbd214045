"""The stack of a process by gdb: the MPI call that it is in, who made it, and the messages that it waits for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from rankwise.core import process
from rankwise.diagnoses.call_site import KEPT, site
from rankwise.diagnoses.messages import COMMUNICATORS, PLACES, REQUESTS, messages, on_world, plain
from rankwise.diagnoses.records import StandingMessage

_GDB_S = 30.0
_CALL = re.compile(r"P?(MPIX?_[A-Z]\w*)")
_FORTRAN = re.compile(r"p?(mpi_[a-z]\w*?)(_f08(ts)?)?_{1,2}")
_FRAME = re.compile(r"#\d+ +(?:0x[0-9a-f]+ in )?(\S.*)")
_LIBRARY = re.compile(r".*/lib(mpi|mpich|mpi_abi)\.so[^/]*")
_SITE = re.compile(r"<(\w+)@(?:plt|got)")
_REGISTER = re.compile(r"^(\w+)\s+(0x[0-9a-f]+)", re.MULTILINE)
_WORLD = re.compile(r"\(.*\) (0x[0-9a-f]+) <ompi_mpi_comm_world>")
_SITES, _REGISTERS = "--sites--", "--registers--"
_BEFORE_BYTES, _INSTRUCTIONS = 2048, 1200  # of the function that called

UNNAMED = "an MPI call"

Stack = tuple[list[str], str, str, tuple[StandingMessage, ...], bool | None]


def stack_of(pid: int) -> Stack:
    """Names of the functions in which a process stands, the innermost first, the MPI call among them, who made it, and
    its messages, and whether it is a collective call on MPI_COMM_WORLD; nothing where nobody may see that."""
    # In one session: a rank that polls is elsewhere in the next.
    text = _gdb(
        pid,
        "bt 60",
        f"echo {_SITES}\\n",
        "frame apply 60 -q -s x/i $pc-5",
        f"echo {_REGISTERS}\\n",
        f"frame apply 60 -s info registers rip {' '.join(KEPT)}",
    )
    stack, _, rest = text.partition(_SITES)
    sites, _, registers = rest.partition(_REGISTERS)
    names, call, caller, index, fortran = standing_in(stack, sites)
    return names, call, caller, *_arguments(pid, call, fortran, _kept(registers, index + 1))


def standing_in(stack: str, sites: str) -> tuple[list[str], str, str, int, bool]:
    """From what gdb says of the frames, and of the instruction before each return: the functions, the MPI call, who
    made it, the frame of the call (-1: none), and whether it is one of Fortran."""
    frames = list(_frames(stack))
    call, caller, index = call_in(frames)
    name = frames[index][0] if index >= 0 else ""
    if call == UNNAMED:  # the library tells no name: the instruction that called it does
        lines = [line for line in sites.splitlines() if line.lstrip("=> ").startswith("0x")]
        made = lines[index + 1] if len(lines) == len(frames) and index + 1 < len(frames) else ""
        named = _SITE.search(made)
        name = named[1] if named and "call" in made[: named.start()] else ""
        call = _plain(name) or UNNAMED
    fortran = _FORTRAN.fullmatch(name.partition("@")[0]) is not None
    return [inner for inner, _ in frames], call, caller, index, fortran


def _frames(stack: str) -> Iterator[tuple[str, str]]:
    """The function of each frame and the library that it is in, from `#1 0x7f in name (arguments) from library`."""
    for line in stack.splitlines():
        if match := _FRAME.fullmatch(line):
            name, bracket, rest = match[1].partition(" (")
            _, lies_in, library = rest.rpartition(") from ")
            if lies_in or (bracket and (rest.endswith(")") or ") at " in rest)):
                yield name, library if lies_in else ""


def place_of(pid: int) -> tuple[list[str], str]:
    """The functions in which a process stands, the innermost first, and the MPI call among them, in one short stop.
    Both empty where nobody may see that."""
    frames = list(_frames(_gdb(pid, "bt 60")))
    return [name for name, _ in frames], call_in(frames)[0]


def _kept(text: str, frame: int) -> dict[str, int]:
    """The registers of a frame, which gdb prints behind its head."""
    block = re.search(rf"^#{frame}\s.*?\n(.*?)(?=^#\d|\Z)", text, re.MULTILINE | re.DOTALL)
    return {name: int(value, 16) for name, value in _REGISTER.findall(block[1])} if block else {}


def _arguments(
    pid: int, call: str, fortran: bool, kept: Mapping[str, int]
) -> tuple[tuple[StandingMessage, ...], bool | None]:
    pc = kept.get("rip", 0)
    if not any(plain(call) in table for table in (PLACES, REQUESTS, COMMUNICATORS)) or not pc:
        return (), None
    listing = _gdb(pid, "print &ompi_mpi_comm_world", f"x/{_INSTRUCTIONS}i {pc - _BEFORE_BYTES:#x}")
    at = site(listing, pc, kept, _memory_of(pid))
    if at is None or _plain(at.name or call) != call:
        return (), None
    symbol = _WORLD.search(listing)
    world = int(symbol[1], 16) if symbol else None
    return messages(call, at, fortran, world), on_world(call, at, fortran, world)


def _memory_of(pid: int) -> Callable[[int, int], int | None]:
    def read(address: int, size: int) -> int | None:
        try:
            with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
                memory.seek(address)
                return int.from_bytes(memory.read(size), "little")
        except (OSError, OverflowError, ValueError):
            return None

    return read


def _gdb(pid: int, *commands: str) -> str:
    words = [word for command in ("set debuginfod enabled off", *commands) for word in ("-ex", command)]
    return process.printed("gdb", "-nx", "-batch", "-p", str(pid), *words, timeout_s=_GDB_S)


def call_in(frames: Sequence[tuple[str, str]]) -> tuple[str, str, int]:
    """The MPI call that the program made, the function that made it, and the call's place: the outermost frame that is
    one by its name, or else lies in an MPI library. Frames are names with their libraries, the innermost first."""
    for index in reversed(range(len(frames))):
        name, library = frames[index]
        after = frames[index + 1][0] if index + 1 < len(frames) else ""
        if known := _plain(name):
            return known, after, index
        if name == "??" and _LIBRARY.fullmatch(library):
            return UNNAMED, after, index
    return "", "", -1


def _plain(name: str) -> str:
    """A function of MPI by the name of its C binding; empty for any other."""
    name = name.partition("@")[0]
    if known := _CALL.fullmatch(name):
        return known[1]
    if known := _FORTRAN.fullmatch(name):
        words = known[1].split("_", 1)[1]
        return f"MPI_{words[:1].upper()}{words[1:]}"
    return ""
