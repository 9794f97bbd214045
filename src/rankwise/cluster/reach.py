"""Who connects to whom: every endpoint listens on a port of the system's choice and tries the others' at once."""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rankwise.cluster.records import ClusterMismatch
from rankwise.core.grouped import grouped
from rankwise.core.process import PIPE, Job
from rankwise.core.reach import to_host
from rankwise.core.units import format_seconds

_PROGRAM = Path(__file__).with_name("reach_probe.py")
# Whoever starts it reads words in different ways (ssh by a shell, srun not), so a shell is started and told the line.
# The text follows only when Python has taken over: a shell may read ahead of its line.
_READ = "exec python3 -c 'import sys; print(\"{{}}\", flush=True); exec(sys.stdin.buffer.read({size}))'\n"
_START_S = 15.0
_WORDS = {
    "timeout": "no answer in time: a firewall drops it, or no route",
    "refused": "refused: a firewall rejects it",
    "large": "short messages pass, 64 KiB do not: an MTU on the way is smaller than both ends say",
}


@dataclass(frozen=True)
class Way:
    """One endpoint to another, by the address that the plan gives it on a network."""

    source: str
    target: str
    network: str
    address: str


@dataclass(frozen=True)
class Reached:
    """What became of it: `ok`, or `refused`, `timeout`, `large` (short messages pass, long ones do not) or an error's
    words. `rtt_s` is the shortest round trip of a short message."""

    way: Way
    answer: str
    rtt_s: float | None = None


def try_all(
    agent: str, ways: Sequence[Way], *, limit_s: float = 3.0, hosts: Mapping[str, str] | None = None
) -> tuple[list[Reached], dict[str, str]]:
    """What became of each way, and why some endpoints could not take part (their ways are missing). `hosts` is how the
    agent calls an endpoint where that is not its name; `limit_s` is for each connection."""
    names = list(dict.fromkeys(name for way in ways for name in (way.source, way.target)))
    if not names:
        return [], {}
    sessions: dict[str, _Session] = {}
    try:
        with ThreadPoolExecutor(min(64, len(names))) as pool:
            started = pool.map(lambda name: _Session.start(agent, (hosts or {}).get(name, name), limit_s), names)
            sessions = dict(zip(names, started, strict=True))
            ports = {name: session.port for name, session in sessions.items() if session.port}
            silent = {name: session.words for name, session in sessions.items() if not session.port}
            open_ways = [way for way in ways if way.source in ports and way.target in ports]
            asked: dict[str, list[Way]] = {name: [] for name in ports}
            for way in open_ways:
                asked[way.source].append(way)
            answers = pool.map(lambda name: sessions[name].tried(asked[name], ports, limit_s), list(ports))
            return [reached for answered in answers for reached in answered], silent
    finally:
        for session in sessions.values():
            session.end()


class _Session:
    """The probe on one endpoint: it listens as long as this side keeps its input open."""

    def __init__(self, job: Job | None, port: int, words: str) -> None:
        self.job, self.port, self.words = job, port, words

    @staticmethod
    def start(agent: str, host: str, limit_s: float) -> _Session:
        text = _PROGRAM.read_bytes()
        job = Job.start(to_host(agent, host, "sh"), stdin=PIPE)
        answer = None
        if (
            _written(job, _READ.format(size=len(text)).encode())
            and _line(job, _START_S) is not None
            and _written(job, text)
        ):
            answer = _line(job, _START_S)
        if isinstance(answer, dict) and answer.get("port"):
            return _Session(job, int(answer["port"]), "")
        done = job.let_end(1.0)
        return _Session(None, 0, f"cannot listen there: {done.last_line}; python3 is needed for this part")

    def tried(self, ways: Sequence[Way], ports: Mapping[str, int], limit_s: float) -> Iterator[Reached]:
        if not ways or self.job is None:
            return iter(())
        targets = [[way.address, ports[way.target]] for way in ways]
        if not _written(self.job, json.dumps({"targets": targets, "limit_s": limit_s}).encode() + b"\n"):
            return iter([Reached(way, "its probe ended") for way in ways])
        answer = _line(self.job, _START_S + limit_s * (3 + len(ways) / 16))
        rows = answer.get("answers") if isinstance(answer, dict) else None
        if not isinstance(rows, list) or len(rows) != len(ways):
            return iter([Reached(way, "its probe gave no answer") for way in ways])
        return (Reached(way, str(row[0]), row[1]) for way, row in zip(ways, rows, strict=True))

    def end(self) -> None:
        if self.job is not None:
            self.job.let_end(2.0)


def _written(job: Job, data: bytes) -> bool:
    """Whether it could be told that; else it has ended, and its words say why."""
    assert job.popen.stdin is not None
    try:
        job.popen.stdin.write(data)
        job.popen.stdin.flush()
    except OSError:
        return False
    return True


def _line(job: Job, limit_s: float) -> Any:
    """One line of JSON of the probe; None when it ends or says nothing in time. What a login prints is passed over."""
    assert job.popen.stdout is not None
    deadline_s, raw = time.monotonic() + limit_s, b""
    file = job.popen.stdout.fileno()
    while (left_s := deadline_s - time.monotonic()) > 0:
        if not select.select([file], [], [], left_s)[0]:
            return None
        part = os.read(file, 1 << 16)
        if not part or len(raw) > 1 << 24:
            return None
        raw += part
        while b"\n" in raw:
            line, _, raw = raw.partition(b"\n")
            if line.startswith(b"{"):
                try:
                    return json.loads(line)
                except ValueError:
                    return None
    return None


def connections(reached: Sequence[Reached]) -> list[ClusterMismatch]:
    """Who does not connect: an endpoint that nobody reaches, or that reaches nobody, once; else each pair."""
    by_target = grouped(((item.way.target, item.way.network), item) for item in reached)
    by_source = grouped(((item.way.source, item.way.network), item) for item in reached)
    dead_target = {key for key, items in by_target.items() if len(items) > 1 and all(i.answer != "ok" for i in items)}
    dead_source = {key for key, items in by_source.items() if len(items) > 1 and all(i.answer != "ok" for i in items)}
    if len({target for target, _ in dead_target}) > 1 and len(dead_target) == len(by_target):
        dead_target = dead_source = set()  # nobody reaches anybody: no one is the odd one out
    broken = []
    for name, network in sorted(dead_target):
        items = by_target[name, network]
        words = ", ".join(sorted({_WORDS.get(item.answer, item.answer) for item in items}))
        broken.append(
            _broken(name, f"connections from others on {network}", items[0], f"none of {len(items)}: {words}")
        )
    for name, network in sorted(dead_source - dead_target):
        items = [item for item in by_source[name, network] if (item.way.target, network) not in dead_target]
        if items:
            words = ", ".join(sorted({_WORDS.get(item.answer, item.answer) for item in items}))
            broken.append(
                _broken(name, f"connections to others on {network}", items[0], f"none of {len(items)}: {words}")
            )
    for item in reached:
        way = item.way
        if item.answer == "ok" or (way.target, way.network) in dead_target or (way.source, way.network) in dead_source:
            continue
        trip = f" (round trip {format_seconds(item.rtt_s)})" if item.rtt_s else ""
        words = _WORDS.get(item.answer, item.answer) + trip
        broken.append(_broken(way.source, f"connection to {way.target} on {way.network}", item, words))
    return broken


def _broken(endpoint: str, fact: str, item: Reached, words: str) -> ClusterMismatch:
    return ClusterMismatch(endpoint=endpoint, fact=fact, expected=f"at {item.way.address}", found=words)
