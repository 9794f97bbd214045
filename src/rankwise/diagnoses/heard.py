"""What a job under watch prints: passed on at once, and read meanwhile."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Mapping

from rankwise.logs.reader import Log, Reader

_GRACE_S = 2.0  # for what a job that ended left in the pipe
STANDARD_ERROR = 2


class Heard(threading.Thread):
    """Reads a pipe, whose other end is `given`, and writes all of it to standard error. `facts`: what is known of the
    job before it speaks."""

    def __init__(self, facts: Mapping[str, str]) -> None:
        super().__init__(daemon=True)
        self._end, self.given = os.pipe()
        self._reader = Reader(of_mpi=True)
        self._reader.log.facts |= facts
        self.start()

    def run(self) -> None:
        """Until all who hold the other end have closed it."""
        with contextlib.suppress(OSError):  # standard error went away
            while data := os.read(self._end, 1 << 16):
                self._reader.feed(data)
                left = data
                while left:
                    left = left[os.write(STANDARD_ERROR, left) :]

    def started(self) -> None:
        """The job has the other end: it alone shall hold it."""
        os.close(self.given)

    def log(self) -> Log:
        """All that was printed. To be called once, after the job."""
        self.join(_GRACE_S)
        self._reader.end_file()
        return self._reader.ended()
