"""Probes: one small process on every endpoint, asleep, that says whom it reaches and what its interfaces count."""

from __future__ import annotations

import contextlib
import secrets
import selectors
import shlex
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import IO
from urllib.parse import quote

from rankwise.core.grouped import grouped
from rankwise.core.process import PIPE, Job
from rankwise.core.reach import SSH, to_host
from rankwise.measure.frames import Counted, Counter, Frame, FrameReader, Probed, Reached

STATES = {
    "unresolved": "cannot resolve the address",
    "unreachable": "cannot be reached",
    "refused": "refuses the connection",
    "silent": "does not answer (packets vanish: firewall, route, cable?)",
    "mute": "takes the connection and says nothing",
    "stranger": "is somebody else at that address",
    "stuck-there": "takes small messages, but large ones never arrive (MTU?)",
    "stuck-back": "takes large messages, but its own large ones never come back (MTU?)",
    "cut": "cuts the connection",
}
"""What may become of a call, in words, beside `ok`."""
_NO_WAY = ("unresolved", "unreachable", "silent", "refused")
"""The launch agent of whoever names none."""
_BULK_BYTES = 16384  # more than the largest usual packet (9000), so that a wrong MTU shows


@dataclass(frozen=True)
class ProbeSpec:
    """Where a probe runs: `host` for the agent (None: this machine), the engine there and what it needs to start."""

    name: str
    host: str | None
    program: str
    env: Mapping[str, str]


@dataclass(frozen=True)
class ProbeCall:
    """What came of a call from one endpoint to another: `state` is `ok` or a key of `STATES`."""

    source: str
    target: str
    state: str
    seconds: float
    words: str = ""

    @property
    def ok(self) -> bool:
        return self.state == "ok"


class _Running:
    def __init__(self, spec: ProbeSpec, job: Job) -> None:
        self.spec = spec
        self.job = job
        self.reader = FrameReader()
        self.facts: Probed | None = None
        self.open = True

    @property
    def stdout(self) -> IO[bytes]:
        assert self.job.popen.stdout is not None
        return self.job.popen.stdout


class Probes:
    """Use as a context manager; leaving it ends every probe.

    `facts` holds what each probe said of its node, `lost` why an endpoint has none (in its agent's words).
    """

    def __init__(self, specs: Sequence[ProbeSpec], agent: str | None, *, timeout_s: float = 15.0) -> None:
        self.facts: dict[str, Probed] = {}
        self.lost: dict[str, str] = {}
        self._number = 0
        self._secret = secrets.token_hex(8)
        self._running: dict[str, _Running] = {}
        self._selector = selectors.DefaultSelector()
        try:
            for spec in specs:
                self._start(spec, agent)
            self._wait(timeout_s, lambda: len(self.facts) + len(self.lost) == len(specs))
            for name in [name for name in self._running if name not in self.facts]:
                self._lose(name, f"did not start within {timeout_s:g} s")
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Probes:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _e: BaseException | None, _t: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends the probes: each stops by itself when its standard input closes."""
        for engine in self._running.values():
            assert engine.job.popen.stdin is not None
            with contextlib.suppress(OSError):
                engine.job.popen.stdin.close()
        for engine in self._running.values():
            _ended(engine.job)
        self._running.clear()
        self._selector.close()

    def reach(
        self, pairs: Iterable[tuple[str, str]], address: Callable[[str, str], str], *, timeout_s: float = 4.0
    ) -> list[ProbeCall]:
        """Every ordered pair whose ends have probes, all at the same time: connects to `address(source, target)`, says
        who it is, sends and receives more than one packet. At most `timeout_s` and a little."""
        wanted = grouped(
            (source, target) for source, target in pairs if source in self._running and target in self._running
        )
        number = self._next()
        calls: dict[tuple[str, str], ProbeCall] = {}
        for source, targets in wanted.items():
            words = ",".join(
                f"{quote(target)}@{address(source, target)}:{self.facts[target].port}" for target in targets
            )
            self._tell(source, f"reach id={number} timeout_s={timeout_s} bytes={_BULK_BYTES} targets={words}")
        count = sum(map(len, wanted.values()))

        def note(name: str, frame: Frame) -> None:
            if isinstance(frame, Reached) and frame.id == number:
                calls[name, frame.label] = _call(name, frame)

        self._wait(timeout_s + 2.0, lambda: len(calls) >= count, note)
        for source, targets in wanted.items():
            for target in targets:
                calls.setdefault((source, target), ProbeCall(source, target, "silent", timeout_s))
        return [calls[pair] for pair in sorted(calls)]

    def knock(self, names: Iterable[str], host: str, port: int, *, timeout_s: float = 2.0) -> dict[str, str]:
        """Which of `names` have no way to a port, with why. Whoever listens there lets them in and says nothing."""
        asked = [name for name in names if name in self._running]
        number = self._next()
        for name in asked:
            self._tell(name, f"reach id={number} timeout_s={timeout_s} bytes=1 targets=here@{host}:{port}")
        states: dict[str, str] = {}

        def note(name: str, frame: Frame) -> None:
            if isinstance(frame, Reached) and frame.id == number:
                states[name] = frame.state

        self._wait(timeout_s + 2.0, lambda: len(states) >= len(asked), note)
        answers = {name: states.get(name, "silent") for name in asked}
        return {name: STATES[state] for name, state in answers.items() if state in _NO_WAY}

    def count(self, names: Sequence[str], *, timeout_s: float = 5.0) -> dict[str, dict[str, tuple[int, int]]]:
        """For each of `names` that has a probe, bytes received and sent by every interface, by name."""
        number = self._next()
        asked = [name for name in names if name in self._running]
        counts: dict[str, dict[str, tuple[int, int]]] = {name: {} for name in asked}
        done: set[str] = set()

        def note(name: str, frame: Frame) -> None:
            if isinstance(frame, Counter) and frame.id == number:
                counts[name][frame.interface] = (frame.received, frame.sent)
            elif isinstance(frame, Counted) and frame.id == number:
                done.add(name)

        for name in asked:
            self._tell(name, f"count id={number}")
        self._wait(timeout_s, lambda: done >= set(asked), note)
        return counts

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _start(self, spec: ProbeSpec, agent: str | None) -> None:
        words = ["env", *(f"{name}={value}" for name, value in spec.env.items()), spec.program, "--probe"]
        argv = words if spec.host is None else to_host(agent or SSH, spec.host, shlex.join(words))
        job = Job.start(argv, stdin=PIPE)
        self._running[spec.name] = engine = _Running(spec, job)
        self._selector.register(engine.stdout, selectors.EVENT_READ, spec.name)
        self._tell(spec.name, f"begin name={quote(spec.name)} secret={self._secret}")

    def _tell(self, name: str, line: str) -> None:
        stdin = self._running[name].job.popen.stdin
        assert stdin is not None
        with contextlib.suppress(OSError):  # a probe that is gone is seen when it says nothing
            stdin.write(line.encode() + b"\n")
            stdin.flush()

    def _wait(
        self, timeout_s: float, enough: Callable[[], bool], note: Callable[[str, Frame], None] = lambda _n, _f: None
    ) -> None:
        end_s = time.monotonic() + timeout_s
        while not enough() and (left_s := end_s - time.monotonic()) > 0:
            for key, _ in self._selector.select(left_s):
                name: str = key.data
                data = self._running[name].stdout.read1(1 << 16)  # type: ignore[attr-defined]
                if not data:
                    self._lose(name, "")
                    continue
                for frame in self._running[name].reader.feed(data):
                    if isinstance(frame, Probed):
                        self.facts[name] = frame
                    note(name, frame)

    def _lose(self, name: str, why: str) -> None:
        engine = self._running.pop(name)
        self._selector.unregister(engine.stdout)
        words = _ended(engine.job) or bytes(engine.reader.foreign).decode(errors="replace").strip()
        self.facts.pop(name, None)
        self.lost[name] = why or words or f"ended with status {engine.job.popen.returncode}"


def _call(source: str, frame: Reached) -> ProbeCall:
    state, words = frame.state, frame.error
    if state == "ok" and frame.peer != frame.label:
        state, words = "stranger", f"{frame.peer} answers there"
    return ProbeCall(source, frame.label, state, frame.took, words)


def _ended(job: Job) -> str:
    """Ends the job and returns its last words."""
    assert job.popen.stderr is not None and job.popen.stdout is not None and job.popen.stdin is not None
    with contextlib.suppress(Exception):
        job.popen.wait(0.5)
    if job.popen.poll() is None:
        job.stop(grace_s=0.5)
    words = job.popen.stderr.read().decode(errors="replace").strip()
    for stream in (job.popen.stdin, job.popen.stdout, job.popen.stderr):
        with contextlib.suppress(OSError):
            stream.close()
    return words.splitlines()[-1] if words else ""
