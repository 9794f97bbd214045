"""A program of the user's own beside which rankwise stays, to relay its messages or to clean up behind it."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rankwise.apply import file as tuning_file
from rankwise.core import leftovers, paths, process, settings
from rankwise.core.errors import MeasurementFailed
from rankwise.core.files import put
from rankwise.core.units import format_size
from rankwise.measure import leash
from rankwise.measure.relays import Relays, relays
from rankwise.optimise.records import Relay

_LOOK_S = 0.1
_GRACE_S = 3.0
_LAST_WORDS_S = 0.5
_PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def relay_lines(file: Path, allow: Collection[str] = ()) -> list[Relay]:
    """What the tuning of a file relays. Raises as `file.read`."""
    return [line.relay for line in tuning_file.read(file, allow).lines if line.relay is not None]


@contextmanager
def relayed(lines: Sequence[Relay], tell: Callable[[str], None], agent: str = "") -> Iterator[Relays]:
    """Within it the forwarders of these lines run. A relay that was lost in the last job is left out of this one."""
    agent = settings.value("agent", agent or None)
    lost = _lost_before()
    for host in lost:
        tell(f"the relay {host} was lost in the last job: this one goes without it")
    with relays(lines, agent, without=lost) as started:
        for forwarder in started.forwarders:
            tell(f"relay {forwarder.host}: {forwarder.address}")
        try:
            yield started
        finally:
            if started.lost_hosts():
                put(_lost_file(), "".join(f"{host}\n" for host in started.lost_hosts()))
    for forwarder in started.forwarders:
        moved = (
            f"{forwarder.connections} connections, {format_size(forwarder.moved_bytes)}, {forwarder.cpu_s:.2f} CPU s"
        )
        tell(f"relay {forwarder.host}: {moved if not forwarder.lost else forwarder.lost}")


def run_beside(
    started: Relays | None, argv: Sequence[str], env: Mapping[str, str], *, keeps_output: bool = False
) -> process.Completed:
    """Runs a launch line to its end; signals go on to it. `started`: the forwarders that it uses. `keeps_output`: what
    it prints is in the answer.

    Raises MeasurementFailed `relay-lost`, and ends the job, when a forwarder ends that has carried connections.
    """
    pipe = process.PIPE
    before = leftovers.present()
    line = [sys.executable, "-I", str(Path(leash.__file__)), str(os.getpid()), *argv]
    out, err = (pipe, pipe) if keeps_output else (1, 2)
    job = process.Job.start(line, env=env, stdin=0, stdout=out, stderr=err)
    outputs: list[tuple[bytes, bytes]] = []
    reader = threading.Thread(target=lambda: outputs.append(job.popen.communicate()), daemon=True)
    with _passing_on(job):
        reader.start()
        while reader.is_alive() and not (started and started.broken()):
            reader.join(_LOOK_S)
        if ended_here := reader.is_alive():
            job.stop(grace_s=_GRACE_S)
    reader.join()
    if job.popen.returncode:
        job.kill_rest()
        leftovers.sweep(before)  # of ranks that were killed
    # A rank may have missed the forwarder before we did, and its MPI have ended the job.
    failed = ended_here or job.popen.returncode
    if started and failed and (broken := started.broken(wait_s=_LAST_WORDS_S)):
        hint = "start it again: the next start goes without this relay"
        raise MeasurementFailed("relay-lost", f"{'; '.join(broken)}: the job has ended", hint)
    stdout, stderr = outputs[0] if outputs else (b"", b"")
    return process.Completed(
        tuple(argv),
        job.popen.returncode,
        (stdout or b"").decode(errors="replace"),
        (stderr or b"").decode(errors="replace"),
    )


@contextmanager
def _passing_on(job: process.Job) -> Iterator[None]:
    """Signals of the terminal and of schedulers go to the launcher, as if it were here in our place."""

    def pass_on(number: int, _frame: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            job.popen.send_signal(number)

    before = {number: signal.signal(number, pass_on) for number in _PASSED_ON}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _lost_file() -> Path:
    return paths.state_dir() / "lost-relays"


def _lost_before() -> tuple[str, ...]:
    """Hosts whose forwarder was lost in the last job; known once, so that the start after this one tries them again."""
    file = _lost_file()
    try:
        hosts = file.read_text().split()
        file.unlink()
    except OSError:
        return ()
    return tuple(hosts)


def shell_status(done: process.Completed) -> int:
    """The exit status of a program as a shell says it: 128 and the number of the signal that ended it."""
    status = done.returncode or 0
    return status if status >= 0 else 128 - status
