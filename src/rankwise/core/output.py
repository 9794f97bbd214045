"""What a program prints, in bounded memory: its beginning and its end are kept."""

from __future__ import annotations

import contextlib
import os
import subprocess  # noqa: TID251  (of the one door)
import threading
import time
from collections import deque
from typing import IO

HEAD_BYTES = TAIL_BYTES = 16 << 20  # of a stream; a listing of all knobs of an MPI takes about 1 MB

_LONGEST_S = 1e8  # a thread cannot be waited for much longer


class _Kept(threading.Thread):
    """Reads a stream to its end."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self._stream = stream
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_bytes = self._left_out = 0
        self.start()

    def run(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # closed under it: its program was ended
            while data := os.read(self._stream.fileno(), 1 << 16):
                room = HEAD_BYTES - len(self._head)
                self._head += data[:room]
                self._tail.append(data[max(room, 0) :])
                self._tail_bytes += len(self._tail[-1])
                while self._tail_bytes - len(self._tail[0]) >= TAIL_BYTES:
                    self._tail_bytes -= len(self._tail[0])
                    self._left_out += len(self._tail.popleft())

    def text(self) -> str:
        """What it printed; where that was too much, its beginning and its end, and how much lay between."""
        between = f"\n[rankwise: {self._left_out} bytes left out]\n".encode() if self._left_out else b""
        return b"".join([bytes(self._head), between, *self._tail]).decode(errors="replace")


class Output:
    """Reads standard output and error of a program while it runs, and gives it its input."""

    def __init__(self, program: subprocess.Popen[bytes], given: bytes | None) -> None:
        self._program = program
        self._streams = [_Kept(stream) if stream else None for stream in (program.stdout, program.stderr)]
        if given is not None:
            threading.Thread(target=self._give, args=(given,), daemon=True).start()

    def finish(self, timeout_s: float) -> tuple[str, str]:
        """Both texts once the program and all who write there have ended. Raises subprocess.TimeoutExpired."""
        end_s = time.monotonic() + min(timeout_s, _LONGEST_S)
        for stream in filter(None, self._streams):
            stream.join(max(0.0, end_s - time.monotonic()))
            if stream.is_alive():
                raise subprocess.TimeoutExpired(self._program.args, timeout_s)
        self._program.wait(max(0.0, end_s - time.monotonic()))
        return self.texts()

    def texts(self) -> tuple[str, str]:
        """What was printed so far."""
        out, err = ("" if stream is None else stream.text() for stream in self._streams)
        return out, err

    def close(self) -> None:
        """Closes the streams of a program that has ended."""
        for stream in filter(None, (self._program.stdout, self._program.stderr)):
            stream.close()

    def _give(self, given: bytes) -> None:
        stream = self._program.stdin
        assert stream is not None
        with contextlib.suppress(OSError):  # it does not read all of it
            stream.write(given)
        with contextlib.suppress(OSError):
            stream.close()
