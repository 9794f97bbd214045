"""The control plane alone with many ranks: processes that connect, sleep and answer, as engines do, without any MPI."""

from __future__ import annotations

import itertools
import math
import multiprocessing
import os
import resource
import secrets
import select
import shutil
import socket
import statistics
import time
import zlib

from msgspec.structs import replace

from benchmarks.goals import Goal, Report
from builders.declared import declared_map
from rankwise.core.records import Endpoint
from rankwise.core.units import format_seconds
from rankwise.measure.cells import cell
from rankwise.measure.exchange import Exchange
from rankwise.measure.frames import ReadyFrame
from rankwise.measure.ranks import Connection, Ranks
from rankwise.measure.seal import NONCE_BYTES, Seal
from rankwise.measure.visits import DEFAULT_OPTIONS, visit_line
from rankwise.placement.placement import Placement
from rankwise.simulate import smpi

_COUNTS, _QUICK_COUNTS = (64, 256, 1024, 4096), (64, 256, 1024)
_ROUNDS = 5
_ROUND_S, _TOOL_BYTES = 1.0, 500e6
_SIMULATED, _QUICK_SIMULATED, _HOSTS = 1024, 64, 16


def scale(quick: bool) -> Report:
    """Start, a round of all ranks, the message each gets, relations of all endpoints; by number of ranks."""
    method = (
        "one process of this machine holds as many connections as there are ranks, says hello and ready on each, and "
        f"answers each visit; the median of {_ROUNDS} rounds in which every rank is asked once and has answered"
    )
    counts = _QUICK_COUNTS if quick else _COUNTS
    rows, rounds, peaks = [], {}, {}
    for count in counts:
        started_s, round_s, line_bytes = _measured(count)
        begin_s = time.perf_counter()
        pairs = _relations(count)
        relations_s = time.perf_counter() - begin_s
        rounds[count], peaks[count] = round_s, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        rows.append(
            (
                str(count),
                format_seconds(started_s),
                format_seconds(round_s),
                str(line_bytes),
                f"{format_seconds(relations_s)} for {pairs}",
                f"{peaks[count] / 1e6:.0f} MB",
            )
        )
    smallest, *_, middle, largest = counts
    tool_bytes = peaks[largest]
    method += (
        f". From {middle} to {largest} ranks a round grows as {_growth(rounds, middle, largest)}, and "
        f"what the tool's memory holds beyond that of {smallest} ranks as "
        f"{_growth({count: peak - peaks[smallest] for count, peak in peaks.items()}, middle, largest)}"
    )
    goals = (
        Goal(
            f"a round of {largest} ranks",
            format_seconds(rounds[largest]),
            f"<= {_ROUND_S:g} s",
            rounds[largest] <= _ROUND_S,
        ),
        Goal(
            "memory of the tool",
            f"{tool_bytes / 1e6:.0f} MB",
            f"<= {_TOOL_BYTES / 1e6:.0f} MB",
            tool_bytes <= _TOOL_BYTES,
        ),
        _simulated(_QUICK_SIMULATED if quick else _SIMULATED),
    )
    header = ("ranks", "all have said ready", "a round", "bytes of a visit", "relations", "memory of the tool")
    return Report(method, goals, header, tuple(rows))


def _simulated(ranks: int) -> Goal:
    """The engine itself with so many ranks, under SimGrid: its collectives end, with the right bytes."""
    what = f"the engine under SimGrid with {ranks} ranks on {_HOSTS} hosts: allreduce, barrier"
    if shutil.which("smpicxx") is None:
        return Goal(what, "SimGrid is not installed", "both right", None)
    hosts = [f"h{number}" for number in range(_HOSTS)]
    machine = declared_map("hosts", dict.fromkeys(itertools.permutations(hosts, 2), (1e-6, 1e9)))
    machine = replace(machine, endpoints=machine.endpoints * (ranks // _HOSTS))
    cells = [cell("smpi", kernel, 8, tuple(range(ranks))) for kernel in ("allreduce", "barrier")]
    begin_s = time.monotonic()
    done = smpi.run_cells(machine, cells)
    right = len(done.visits) == len(cells) and not done.errors
    told = "both right" if right else "; ".join(done.errors.values())
    return Goal(what, f"{told}, in {time.monotonic() - begin_s:.0f} s", "both right", right)


def _growth(found: dict[int, float], smaller: int, larger: int) -> str:
    """The power of the number of ranks as which a value grows between two numbers of them."""
    if found[smaller] <= 0 or found[larger] <= 0:
        return "unknown (too little to see)"
    return f"ranks^{math.log(found[larger] / found[smaller]) / math.log(larger / smaller):.2f}"


def _measured(count: int) -> tuple[float, float, int]:
    secret = secrets.token_hex(16)
    ranks = Ranks("unix", count, secret)
    begin_s = time.perf_counter()
    child = multiprocessing.get_context("fork").Process(
        target=_engines, args=(ranks.address, count, secret), daemon=True
    )
    child.start()
    by_rank: dict[int, Connection] = {}
    try:
        while len(by_rank) < count:
            for connection, frame in ranks.receive(time.monotonic() + 1.0):
                if isinstance(frame, ReadyFrame):
                    connection.rank = frame.facts.rank
                    by_rank[frame.facts.rank] = connection
        started_s = time.perf_counter() - begin_s
        ranks.seal()
        line = visit_line(1, cell("x", "allreduce", 8, tuple(range(count))), DEFAULT_OPTIONS, 20.0)
        rounds = []
        for _ in range(_ROUNDS):
            begin_s = time.perf_counter()
            exchange = Exchange(ranks, by_rank, 1, range(count))
            exchange.send(line)
            exchange.finish(time.monotonic() + 60.0)
            rounds.append(time.perf_counter() - begin_s)
            assert not exchange.waiting
        return started_s, statistics.median(rounds), len(line)
    finally:
        ranks.close()
        child.join(10)


def _engines(address: str, count: int, secret: str) -> None:
    """What the engines of a launch say, from one process; until the tool closes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 2 * count + 256)), hard))
    name = "\0" + address.partition(":")[2]
    poll = select.epoll()
    engines: dict[int, tuple[socket.socket, int, Seal]] = {}
    for rank in range(count):
        sock = socket.socket(socket.AF_UNIX)
        sock.connect(name)
        nonce = secrets.token_bytes(NONCE_BYTES)
        hello = _frame(f'{{"t":"hello","guess":{rank},"host":"h","pid":{os.getpid()}}}')
        sock.sendall(nonce + Seal(secret, b"hello", nonce).sealed(hello, b"r"))
        session = Seal(secret, b"session", nonce + sock.recv(NONCE_BYTES, socket.MSG_WAITALL))
        ready = _frame(
            f'{{"t":"ready","size":{count},"library":"","facts":{{"rank":{rank},"host":"h","pid":1,"cpus":[0],'
            '"init_s":0.1,"rss_before_init_bytes":1,"rss_after_init_bytes":1,"clock_read_s":1e-8,"arch":"x86_64",'
            '"clock_domain":"d"}}'
        )
        sock.sendall(session.sealed(ready, b"r"))
        engines[sock.fileno()] = (sock, rank, session)
        poll.register(sock, select.EPOLLIN)
    while True:
        for number, _ in poll.poll():
            sock, rank, session = engines[number]
            if not sock.recv(1 << 17):
                return
            done = _frame(f'{{"t":"done","visit":1,"rank":{rank},"clock_error":0.0,"clock_offset_ns":0}}')
            sock.sendall(session.sealed(done, b"r"))


def _frame(text: str) -> bytes:
    data = text.encode()
    return b"\n@rw1 %d %08x " % (len(data), zlib.crc32(data)) + data + b"\n"


def _relations(count: int) -> int:
    """How many relations endpoints of so many nodes have, found without asking for every pair."""
    endpoints = tuple(Endpoint(id=f"n{number}", node=f"n{number}", cpus=(0,)) for number in range(count))
    placement = Placement("many", endpoints, {end.id: end.id for end in endpoints}, planned_relation=_by_leaf)
    return len(placement.pairs())


def _by_leaf(a: Endpoint, b: Endpoint) -> str:
    return "same leaf" if int(a.node[1:]) // 16 == int(b.node[1:]) // 16 else "other leaf"
