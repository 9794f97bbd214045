"""A foreign MPI program whose ranks sleep at every MPI_Barrier until they may pass a number of them."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import socket
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from rankwise.core.process import Job
from rankwise.core.records import Endpoint, LaunchSpec, Mpi, Place
from rankwise.measure.preload import preload_for
from rankwise.mpis import catalog

_LIMIT_S = 60.0
H = TypeVar("H", bound="Held")


class Held:
    """A running program under `preloads/gate.c`. Use as a context manager; leaving it ends the whole job.

    Ranks are bound by `taskset` before they start, as the engine binds its own, and the launcher keeps its hands off.
    """

    def __init__(self, mpi: Mpi, endpoints: Sequence[Endpoint], program: Path, arguments: Sequence[str]) -> None:
        self._ranks = len(endpoints)
        self._folder = Path(tempfile.mkdtemp(prefix="rankwise-held-"))
        self._sockets: list[socket.socket] = []
        self._text = b""
        self._job: Job | None = None
        try:
            with socket.socket(socket.AF_UNIX) as listener:
                address = self._folder / "gate"
                listener.bind(str(address))
                listener.listen(self._ranks)
                listener.settimeout(_LIMIT_S)
                env = {"LD_PRELOAD": str(preload_for("gate")), "RANKWISE_GATE": str(address)}
                places = tuple(
                    Place(
                        host=None,
                        program=shutil.which("taskset") or "taskset",
                        args=("--cpu-list", ",".join(map(str, endpoint.cpus)), str(program), *arguments),
                        env=env,
                    )
                    for endpoint in endpoints
                )
                launch = catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=places))
                self._job = Job.start(launch.argv, env=launch.env)
                self._sockets = [listener.accept()[0] for _ in endpoints]
            for rank in self._sockets:
                rank.settimeout(_LIMIT_S)
            self._wait_until_held()
            assert self._job.popen.stdout is not None
            os.set_blocking(self._job.popen.stdout.fileno(), False)
        except BaseException:
            self.close()
            raise

    def __enter__(self: H) -> H:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def advance(self, barriers: int) -> bool:
        """Lets every rank pass `barriers` barriers, and returns when all sleep at the next one; False: it has ended."""
        for rank in self._sockets:
            rank.sendall(b"%d\n" % barriers)
        return self._wait_until_held()

    def line(self, limit_s: float = 5.0) -> str | None:
        """The next line that the program has printed; None when there is none within the limit."""
        assert self._job is not None and self._job.popen.stdout is not None
        end_s = time.monotonic() + limit_s
        while b"\n" not in self._text:
            ready, _, _ = select.select([self._job.popen.stdout], [], [], max(0.0, end_s - time.monotonic()))
            chunk = self._job.popen.stdout.read() if ready else None
            if not chunk:
                return None
            self._text += chunk
        line, self._text = self._text.split(b"\n", 1)
        return line.decode(errors="replace")

    def close(self) -> None:
        """Ends the job."""
        for rank in self._sockets:
            with contextlib.suppress(OSError):
                rank.close()
        if self._job is not None:
            self._job.stop()
            for stream in (self._job.popen.stdout, self._job.popen.stderr):
                if stream is not None:
                    stream.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _wait_until_held(self) -> bool:
        held = [rank.recv(1) == b"h" for rank in self._sockets]
        return all(held)
