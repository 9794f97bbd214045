"""Forwarders on relay endpoints, as long as a job runs: started through the launch agent, gone with this process.

A forwarder lives as long as its standard input is open, and that ends with us, also after `kill -9`.
"""

from __future__ import annotations

import contextlib
import ipaddress
import secrets
import shlex
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from msgspec.structs import replace

from rankwise.core import process
from rankwise.core.at_once import on_each
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.reach import SSH, checked, to_host
from rankwise.core.records import Forwarding
from rankwise.core.units import few
from rankwise.measure.preload import forwarder, preload_for
from rankwise.optimise.records import Relay, RelayedPair

VARIABLES = ("LD_PRELOAD", process.RELAY_TOKEN_VARIABLE, "RANKWISE_RELAY_ROUTES")
"""What ranks need to use forwarders."""
_LIMIT_S = 20.0
_COST_LIMIT_S = 60.0
_BY_HAND = "try it by hand; --agent, RANKWISE_AGENT or `agent` in rankwise.toml names another way to get there"


@dataclass
class Forwarder:
    """One forwarder: `carried` are the pairs of addresses whose connections it has carried; `lost` how it ended, where
    that was before its time; the figures are known when it is over."""

    host: str
    address: str
    port: int = 0
    carried: set[tuple[str, str]] = field(default_factory=set)
    lost: str = ""
    connections: int = 0
    moved_bytes: int = 0
    cpu_s: float = 0.0


@dataclass
class Relays:
    """Forwarders at work. `env` is what ranks need, `names` the hosts of their addresses."""

    forwarders: list[Forwarder]
    env: dict[str, str]
    names: dict[str, str]
    changed: threading.Event = field(default_factory=threading.Event)
    ending: bool = False

    def broken(self, wait_s: float = 0.0) -> list[str]:
        """What is lost, in words, with the pairs whose connections went through it. With `wait_s` what is lost by then,
        where nothing is yet."""
        deadline = time.monotonic() + wait_s
        while not self.lost_hosts() and time.monotonic() < deadline:
            self.changed.clear()
            self.changed.wait(deadline - time.monotonic())
        return [
            f"the forwarder on {forwarder.host} {forwarder.lost}, with connections of {self._pairs(forwarder)}"
            for forwarder in self.forwarders
            if forwarder.lost and forwarder.carried
        ]

    def lost_hosts(self) -> tuple[str, ...]:
        """The hosts whose forwarders ended before their time."""
        return tuple(forwarder.host for forwarder in self.forwarders if forwarder.lost)

    def _pairs(self, forwarder: Forwarder) -> str:
        pairs = [f"{self.names.get(a, a)} and {self.names.get(b, b)}" for a, b in sorted(forwarder.carried)]
        return few(pairs, 4)


@contextmanager
def relays(lines: Sequence[Relay], agent: str = "", without: Iterable[str] = ()) -> Iterator[Relays]:
    """Within it forwarders of these lines run, for one job. Pairs through hosts of `without` are left out.

    Raises UsageError for a pair that makes no sense, EnvironmentProblem for a host that is not reached, or where the
    hosts share no network.
    """
    lines = [kept for line in lines if (kept := _kept(line, set(without))).pairs]
    for line in lines:
        for pair in line.pairs:
            _check(pair)
    hosts = list(dict.fromkeys(host for line in lines for host in _hosts(line)))
    reach = _Reach(shlex.split(agent or SSH), str(forwarder()) if hosts else "")
    known = on_each(hosts, reach.addresses)
    asked = [(pair, network) for line in lines for network in _networks(line, known) for pair in line.pairs]
    places = {(host, network) for pair, network in asked for host in pair.through}
    token = secrets.token_hex(16)
    with ExitStack() as stack:
        started = Relays([], {}, {})
        running = {}
        for host, network in sorted(places):
            relay = Forwarder(host, known[host][network])
            running[host, network] = (relay, stack.enter_context(reach.running(relay, token, started)))
            started.forwarders.append(relay)
        for _, job in running.values():
            _write(job, [f"peer {relay.address} {relay.port}" for relay, _ in running.values()])
        routes: dict[tuple[str, str], list[Forwarder]] = {}
        for pair, network in asked:
            ends = known[pair.source][network], known[pair.target][network]
            started.names.update(zip(ends, (pair.source, pair.target), strict=True))
            way = [running[host, network][0] for host in pair.through]
            routes[ends] = way
            routes.setdefault((ends[1], ends[0]), way[::-1])
        if routes:
            started.env = dict(zip(VARIABLES, (str(preload_for("relay")), token, _words(routes)), strict=True))
        try:
            yield started
        finally:
            started.ending = True


def forwarding_of(hosts: Sequence[str], agent: str = "") -> tuple[Forwarding, ...]:
    """What passing on messages costs each of the hosts, measured there over its own loop; hosts that do not answer are
    left out."""
    try:
        reach = _Reach(shlex.split(agent or SSH), str(forwarder()) if hosts else "")
    except EnvironmentProblem:  # no compiler: nothing can be relayed either
        return ()
    return tuple(filter(None, on_each(hosts, reach.cost).values()))


def _kept(line: Relay, without: set[str]) -> Relay:
    return replace(line, pairs=tuple(pair for pair in line.pairs if not set(pair.through) & without))


def _hosts(line: Relay) -> list[str]:
    return list(dict.fromkeys(host for pair in line.pairs for host in (pair.source, *pair.through, pair.target)))


def _words(routes: Mapping[tuple[str, str], Sequence[Forwarder]]) -> str:
    """As `preloads/relay.c` reads them."""
    return " ".join(
        f"{source}>{target}=" + ",".join(f"{hop.address}:{hop.port}" for hop in way)
        for (source, target), way in routes.items()
    )


def _check(pair: RelayedPair) -> None:
    stops = (pair.source, *pair.through, pair.target)
    words = " > ".join(map(checked, stops))
    if not 1 <= len(pair.through) <= 2:
        raise UsageError("bad-relay", f"'{words}' has {len(pair.through)} relays", "name one or two in `through`")
    if len(set(stops)) != len(stops):
        raise UsageError("bad-relay", f"'{words}' meets a host twice", "name each host once")


def _networks(line: Relay, known: dict[str, dict[str, str]]) -> list[str]:
    """Those to relay over: the one that is named, else all that the hosts share, for nobody here knows which of them
    the MPI uses."""
    hosts = _hosts(line)
    shared = [network for network in known[hosts[0]] if _is_of(network, [known[host] for host in hosts])]
    if line.network:
        wanted = str(ipaddress.ip_network(line.network, strict=False)) if _is_network(line.network) else ""
        if wanted in shared:
            return [wanted]
        hint = f"they share {', '.join(shared) or 'none'}"
        raise UsageError("no-network", f"{', '.join(hosts)} are not all on the network '{line.network}'", hint)
    if not shared:
        raise EnvironmentProblem("no-network", f"{', '.join(hosts)} share no IPv4 network", "take the line out")
    return shared


def _is_of(network: str, known: Sequence[dict[str, str]]) -> bool:
    """Whether hosts are on a network, each under an address of its own: towards their cards all hosts may have one."""
    return len({addresses.get(network, "") for addresses in known} - {""}) == len(known)


def _is_network(text: str) -> bool:
    try:
        ipaddress.IPv4Network(text, strict=False)
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class _Reach:
    """How the forwarder is started on a host."""

    agent: list[str]
    program: str

    def addresses(self, host: str) -> dict[str, str]:
        """The IPv4 addresses of a host by their network, without its own loop."""
        done = process.run(to_host(self.agent, host, shlex.quote(self.program)), timeout_s=_LIMIT_S)
        addresses = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("address ")]
        if not done.ok or not addresses:
            hint = f"{_BY_HAND}; {self.program} must be there too"
            raise EnvironmentProblem("no-contact", f"no forwarder starts on {host}: {done.describe()}", hint)
        interfaces = [ipaddress.IPv4Interface(text) for text in addresses]
        return {str(interface.network): str(interface.ip) for interface in interfaces if not interface.is_loopback}

    def cost(self, host: str) -> Forwarding | None:
        """What passing on costs there; None where that is not told."""
        command = f"{shlex.quote(self.program)} cost"
        done = process.run(to_host(self.agent, host, command), timeout_s=_COST_LIMIT_S)
        match done.stdout.split():
            case ["cost", message, rate] if done.ok:
                return Forwarding(
                    hosts=(host,),
                    message_s=float(message),
                    rate_bytes_per_s=float(rate),
                    evidence="a forwarder on its own loop",
                )
        return None

    @contextmanager
    def running(self, forwarder: Forwarder, token: str, all_of_them: Relays) -> Iterator[process.Job]:
        """A forwarder that listens; when the context ends it does too, and its figures are known."""
        job = process.Job.start(
            to_host(self.agent, forwarder.host, shlex.quote(self.program)), stdin=process.PIPE, stderr=2
        )
        _write(job, [f"token {token}", f"listen {forwarder.address}"])
        reader = threading.Thread(target=_read, args=(job, forwarder, all_of_them), daemon=True)
        reader.start()
        deadline = time.monotonic() + _LIMIT_S
        while not forwarder.port and reader.is_alive() and time.monotonic() < deadline:
            all_of_them.changed.wait(0.02)
            all_of_them.changed.clear()
        try:
            if not forwarder.port:
                raise EnvironmentProblem(
                    "no-forwarder", f"the forwarder on {forwarder.host} {forwarder.lost or 'does not answer'}", _BY_HAND
                )
            yield job
        finally:
            assert job.popen.stdin is not None
            with contextlib.suppress(OSError):  # it ended before
                job.popen.stdin.close()
            reader.join(_LIMIT_S)
            job.stop(grace_s=1.0)


def _write(job: process.Job, lines: Sequence[str]) -> None:
    assert job.popen.stdin is not None
    with contextlib.suppress(OSError):  # it has ended, which its reader tells
        job.popen.stdin.write("".join(f"{line}\n" for line in lines).encode())
        job.popen.stdin.flush()


def _read(job: process.Job, forwarder: Forwarder, all_of_them: Relays) -> None:
    assert job.popen.stdout is not None
    for raw in job.popen.stdout:
        words = raw.decode(errors="replace").split()
        match words:
            case ["ready", _, port]:
                forwarder.port = int(port)
            case ["open", source, target]:
                forwarder.carried.add((source, target))
            case ["done", connections, moved, cpu]:
                forwarder.connections, forwarder.moved_bytes, forwarder.cpu_s = int(connections), int(moved), float(cpu)
            case ["error", *what]:
                forwarder.lost = " ".join(what)
            case _:
                continue
        all_of_them.changed.set()
    if not all_of_them.ending:
        forwarder.lost = forwarder.lost or "ended"
        all_of_them.changed.set()
