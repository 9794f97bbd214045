"""What an endpoint says of itself where a plan says how it should be: one short shell script, read only."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rankwise.cluster.facts import Facts
from rankwise.cluster.records import ClusterPlan
from rankwise.core.at_once import answers_of
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.reach import to_host
from rankwise.inventory.archive import Archive
from rankwise.inventory.collector import collected, script

_LIMIT_S = 15.0
_SSH = "ssh -o BatchMode=yes -o ConnectTimeout=3 --"  # asks nothing: neither a password nor about a new key
_FORWARD, _KERNEL = "/proc/sys/net/ipv4/ip_forward", "/proc/sys/kernel/osrelease"
_PORTS = "/sys/class/infiniband/*/ports/*"
_ADDRESS = re.compile(r"^\d+: ([^\s@]+)(?:@\S+)?\s+inet (\S+)", re.MULTILINE)
_LINK = re.compile(r"^\d+: ([^:@]+)(?:@[^:]+)?: <[^>]*> mtu (\d+)(?:.* master (\S+))?", re.MULTILINE)


@dataclass(frozen=True)
class SeenEndpoint:
    """An endpoint as it is. `addresses` is (address, prefix length) by interface, `links` (MTU, bridge), `names` the
    first address of each name that was asked, `inodes` of folders, `ssh` an endpoint that it called, with what
    became of that, `clock` how far its clock is from here, in seconds
    after the time that the asking took, and `equal` what must be the same on all of a kind."""

    addresses: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    links: dict[str, tuple[int, str]] = field(default_factory=dict)
    routes: dict[str, str] = field(default_factory=dict)
    forward: bool | None = None
    names: dict[str, str] | None = None
    users: dict[str, tuple[str, str]] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)
    inodes: dict[str, str] = field(default_factory=dict)
    services: dict[str, str] = field(default_factory=dict)
    modules: dict[str, str] = field(default_factory=dict)
    kernel: str = ""
    ports: dict[str, dict[str, str]] = field(default_factory=dict)
    clock_s: float = 0.0
    ssh: tuple[str, str] = ("", "")
    equal: dict[str, str] = field(default_factory=dict)


def see_all(agent: str, facts: Sequence[Facts], plan: ClusterPlan) -> tuple[dict[str, SeenEndpoint], dict[str, str]]:
    """What every endpoint says, and why others say nothing."""
    by_ssh = Path(shlex.split(agent)[0]).name == "ssh"
    following = dict(zip((item.name for item in facts), [item.name for item in (*facts[1:], *facts[:1])], strict=True))
    by_name = {item.name: item for item in facts}

    def see(name: str) -> SeenEndpoint:
        return _see(agent, by_name[name], plan, following[name] if by_ssh else "")

    seen, silent = answers_of(by_name, see)
    return seen, {name: _why(problem) for name, problem in silent.items()}


def _why(problem: EnvironmentProblem) -> str:
    return f"no answer in {_LIMIT_S:.0f} s" if "time limit" in problem.message else problem.message.splitlines()[-1]


def _see(agent: str, facts: Facts, plan: ClusterPlan, calls: str) -> SeenEndpoint:
    files = [_FORWARD, _KERNEL, *(f"{_PORTS}/{name}" for name in ("state", "phys_state", "rate", "link_layer"))]
    text = script(files, (), (), commands(facts, plan, calls))
    before_s = time.time()
    archive = collected(to_host(agent, facts.name, "sh"), facts.name, text, _LIMIT_S)
    return read(archive, before_s, time.time())


def commands(facts: Facts, plan: ClusterPlan, calls: str = "") -> dict[str, str]:
    """What an endpoint is asked, by the name of the answer, as lines of a shell. `calls` is an endpoint that it must
    reach by ssh without a question; empty: none is tried."""
    names = _words(name for _, known in facts.hosts for name in known)
    users, groups = _words(user.name for user in plan.users), _words(group.name for group in plan.groups)
    folders = _words([*(mount.mount for mount in facts.mounts), *(path for path, _, _ in facts.exports)])
    services = _words([*facts.services, *facts.not_services])
    modules = _words(facts.node.modules if facts.node and facts.kind == "host" else ())
    libraries = " ".join(f"{shlex.quote(prefix)}/lib*/libmpi.so*" for _, prefix in facts.mpis if prefix)
    # One process for all names where each has one address, which is told in their order; else one for each name.
    together = f"getent ahostsv4 {names} | grep STREAM"
    resolve = 'echo "$n" $(getent ahostsv4 "$n" | head -n 1)'
    count = len({name for _, known in facts.hosts for name in known})
    state = 'if [ -d /run/systemd/system ]; then systemctl is-active "$s"; else pgrep -x "$s" >/dev/null && echo active'
    return {
        "ssh": f"{_SSH} {shlex.quote(calls)} true 2>&1 </dev/null && echo {shlex.quote(calls)} works || "
        f"echo {shlex.quote(calls)} fails"
        if calls
        else "true",
        "time": "date +%s.%N",
        "addr": "ip -o -4 addr",
        "link": "ip -o link",
        "route": "ip -4 route",
        "names-together": f'[ "$({together} | wc -l)" = {count} ] && {{ echo {names}; {together} | cut -d " " -f 1; }}',
        "names": f'command -v getent >/dev/null && [ "$({together} | wc -l)" != {count} ] && '
        f"for n in {names}; do {resolve}; done",
        "users": f'for u in {users}; do getent passwd "$u"; done',
        "groups": f'for g in {groups}; do getent group "$g"; done',
        "folders": f'for p in {folders}; do echo "$p" $(stat -L -c %i "$p"); done',
        "services": f'for s in {services}; do echo "$s" $({state} || echo inactive; fi); done',
        "modules": f'for m in {modules}; do echo "$m" $(modinfo -F vermagic "$m" | cut -d " " -f 1); done',
        "limits": "ulimit -l; ulimit -n",
        "microcode": "grep -m 1 microcode /proc/cpuinfo",
        "library": f"for f in {libraries}; do [ -L $f ] || cksum <$f; done" if libraries else "true",
    }


def _words(names: object) -> str:
    return " ".join(shlex.quote(name) for name in dict.fromkeys(names))  # type: ignore[call-overload]


def read(archive: Archive, before_s: float, after_s: float) -> SeenEndpoint:
    """The answer of an endpoint, asked between these two times of this machine's clock."""
    addresses: dict[str, list[tuple[str, int]]] = {}
    for name, text in _ADDRESS.findall(archive.run("addr") or ""):
        address, _, prefix = text.partition("/")
        addresses.setdefault(name, []).append((address, int(prefix or 32)))
    ports: dict[str, dict[str, str]] = {}
    for path, text in archive.files.items():
        if match := re.fullmatch(r"/sys/class/infiniband/([^/]+)/ports/(\d+)/(\w+)", path):
            ports.setdefault(f"{match[1]} port {match[2]}", {})[match[3]] = text.strip()
    told = [line.split(":") for line in (archive.run("users") or "").splitlines()]
    clock = archive.run("time") or ""
    limits = (archive.run("limits") or "").split()
    asked, *addresses_told = (archive.run("names-together") or "").splitlines() or [""]
    names = dict(zip(asked.split(), addresses_told, strict=False)) or _pairs(archive, "names")
    return SeenEndpoint(
        addresses=addresses,
        links={name: (int(mtu), bridge) for name, mtu, bridge in _LINK.findall(archive.run("link") or "")},
        routes={
            words[0]: words[2]
            for line in (archive.run("route") or "").splitlines()
            if len(words := line.split()) > 2 and words[1] == "via"
        },
        forward=None if archive.read(_FORWARD) is None else archive.read(_FORWARD) == "1",
        names=names or None,
        users={row[0]: (row[2], row[3]) for row in told if len(row) > 3},
        groups={
            row[0]: row[2] for line in (archive.run("groups") or "").splitlines() if len(row := line.split(":")) > 2
        },
        inodes=_pairs(archive, "folders"),
        services=_pairs(archive, "services"),
        modules=_pairs(archive, "modules"),
        kernel=archive.read(_KERNEL) or "",
        ports=ports,
        ssh=_ssh(archive.run("ssh") or ""),
        clock_s=_offset(clock, before_s, after_s),
        equal={
            "kernel": archive.read(_KERNEL) or "",
            "microcode": (archive.run("microcode") or "").partition(":")[2].strip(),
            "locked memory (ulimit -l)": limits[0] if limits else "",
            "open files (ulimit -n)": limits[1] if len(limits) > 1 else "",
            "MPI library (cksum)": " ".join(sorted((archive.run("library") or "").splitlines())),
        },
    )


def _ssh(text: str) -> tuple[str, str]:
    """Whom an endpoint called by ssh, and `works` or ssh's own words."""
    *words, last = text.strip().splitlines() or [""]
    name, _, result = last.rpartition(" ")
    return name, "works" if result == "works" else " ".join(words[-1:]).strip() or "fails"


def _pairs(archive: Archive, name: str) -> dict[str, str]:
    rows = [line.split() for line in (archive.run(name) or "").splitlines()]
    return {row[0]: row[1] if len(row) > 1 else "" for row in rows if row}


def _offset(text: str, before_s: float, after_s: float) -> float:
    """How far a clock is outside of the time in which it was read; 0 inside of it, or where `date` has no fractions."""
    try:
        there_s = float(text.strip().removesuffix(".%N").removesuffix(".N"))
    except ValueError:
        return 0.0
    return min(0.0, there_s - before_s) or max(0.0, there_s - after_s)
