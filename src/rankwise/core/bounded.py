"""What comes from outside is read up to a stated size and a stated wait, whatever a name stands for.

A name that somebody gives may be a device without an end, a pipe that nobody writes to, or a file that unpacks to
more than the memory. Every reader names its row of `LIMITS`.
"""

from __future__ import annotations

import errno
import os
import select
import stat
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

_MIB: Final = 1 << 20
LIMITS: Final = {
    "text": 4 * _MIB,  # what people write: plans, tunings, endpoints, settings, lists, rendered files
    "log": 64 * _MIB,  # what IMB, OMB, ibnetdiscover print
    "long log": 1088 * _MIB,  # what a job printed, read in pieces: 1 GiB and a little
    "recording": 64 * _MIB,  # of a node, packed or not; those of large nodes take some MB
    "record": 128 * _MIB,  # JSON of ours: maps, evidence of tunings, labs
    "schedules": 64 * _MIB,
    "window": _MIB,  # the last half minute of a rank
    "trace": 16 * _MIB,  # of a rank; the library writes 6 MB
}
"""The most bytes that a reader takes, by what it reads."""

UNPACKED: Final = 32 * _MIB
_PER_PACKED_BYTE: Final = 64  # text packs to a tenth; only bombs and blank lines pack better than this
_WRITER_S: Final = 5.0
_SILENT_S: Final = 60.0
_LONGEST_S: Final = 2e6  # that poll can wait
_CHUNK: Final = 1 << 20

_NOT_READ: Final = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISCHR, "a device"),
)


def content(path: Path, most_bytes: int) -> bytes:
    """The bytes of a regular file, or of a pipe until its writers close it.

    Raises OSError, whose `strerror` says what is wrong: no file, a folder, a device, a pipe without a writer or with a
    silent one, more than `most_bytes`. A device is not opened: that alone can have effects.
    """
    data = bytearray()
    for part in pieces(path):
        data += part
        if len(data) > most_bytes:
            raise _larger(most_bytes)
    return bytes(data)


def pieces(path: Path, silent_s: float | None = None) -> Iterator[bytes]:
    """The same bytes in pieces of at most 1 MiB, without a limit: who takes them has one. Raises OSError as well, for a
    pipe after `silent_s` without a word, by default a minute."""
    try:
        status = path.stat()
        for is_kind, name in _NOT_READ:
            if is_kind(status.st_mode):
                raise _refused(f"it is {name}; name a file")
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except ValueError as error:  # of a name with a NUL
        raise _refused(str(error)) from error
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISFIFO(mode):
            yield from _of_pipe(handle, _SILENT_S if silent_s is None else silent_s, named=path.resolve().exists())
        elif not stat.S_ISREG(mode):
            raise _refused("it is no file any more")
        else:
            while part := os.read(handle, _CHUNK):
                yield part
    finally:
        os.close(handle)


def _of_pipe(handle: int, silent_s: float, *, named: bool) -> Iterator[bytes]:
    """Until the end. Of a pipe in the file system, which has no end before its first writer, that writer is awaited."""
    ready = select.poll()
    ready.register(handle, select.POLLIN)
    written = not named
    while True:
        try:
            part = os.read(handle, _CHUNK)
        except BlockingIOError:  # there is a writer, which has not written
            written = True
            if not ready.poll(min(silent_s, _LONGEST_S) * 1e3):
                raise _refused(f"it is a pipe, and nothing came for {silent_s:.0f} s") from None
            continue
        if part:
            yield part
            written = True
        elif written:
            return
        elif ready.poll(_WRITER_S * 1e3):
            written = True
        else:
            raise _refused(f"it is a pipe that nobody opened for writing in {_WRITER_S:.0f} s")


def unpacked(data: bytes, *, gzip: bool = False, most_bytes: int | None = None) -> bytes:
    """What zlib or gzip packed; by default at most `allowance(data)` bytes of it.

    Raises ValueError where it grows larger, and where the data are damaged or end in the middle.
    """
    most = allowance(len(data)) if most_bytes is None else most_bytes
    unpacker = zlib.decompressobj(wbits=31 if gzip else 15)
    try:
        result = unpacker.decompress(data, most + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if len(result) > most:
        raise ValueError(f"it unpacks to more than {_words(most)}")
    if not unpacker.eof:
        raise ValueError("it ends in the middle")
    return result


def unpacked_pieces(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of a file, unpacked where gzip packed it. Raises ValueError where the data are damaged or end in the
    middle, after what could be unpacked."""
    unpacker = None
    for number, part in enumerate(parts):
        if number == 0 and part.startswith(b"\x1f\x8b"):
            unpacker = zlib.decompressobj(wbits=31)
        if unpacker is None:
            yield part
            continue
        try:
            left = part
            while left:
                if unpacker.eof:  # files that were packed one after the other
                    unpacker = zlib.decompressobj(wbits=31)
                yield unpacker.decompress(left, _CHUNK)
                left = unpacker.unused_data if unpacker.eof else unpacker.unconsumed_tail
        except zlib.error as error:
            raise ValueError(str(error)) from error
    if unpacker is not None and not unpacker.eof:
        raise ValueError("it ends in the middle")


def allowance(packed_bytes: int) -> int:
    """To how many bytes so many may unpack: a file of 1 MiB cannot ask for a GiB."""
    return UNPACKED + _PER_PACKED_BYTE * packed_bytes


def _words(size_bytes: int) -> str:
    return f"{size_bytes >> 20} MiB" if size_bytes >= _MIB else f"{size_bytes} bytes"


def _larger(most_bytes: int) -> OSError:
    return OSError(errno.EFBIG, f"it is larger than {_words(most_bytes)}")


def _refused(why: str) -> OSError:
    return OSError(errno.EINVAL, why)
