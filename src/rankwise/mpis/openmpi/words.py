"""The words of an Open MPI launch line that map, rank and bind: the same for releases 4 and 5."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rankwise.mpis.layout.request import Request, host_file, host_words, joined
from rankwise.mpis.layout.topology import level_of

_HOSTS, _FILES = ("H", "host"), ("hostfile", "machinefile", "default-hostfile")
# Old words that stand alone, and the mapping that each is.
_BY: Mapping[str, str] = {
    "bynode": "node",
    "bycore": "core",
    "byslot": "slot",
    "bysocket": "socket",
    "pernode": "ppr:1:node",
}
_PER: Mapping[str, str] = {"N": "node", "npernode": "node", "npersocket": "socket"}
_PARAMETERS = ("mca", "prtemca")
_PES = ("cpus-per-proc", "cpus-per-rank")


@dataclass(frozen=True)
class Policy:
    """`by`: slot, node, or the level of objects. `per`: ranks on each of these, 0: as many as fit. `cpus`: PE=N, of
    each rank. `file` of a rankfile, `listed`: CPUs of pe-list. `why`: the words that said so, empty for a default."""

    by: str
    per: int = 0
    cpus: int = 0
    file: str = ""
    listed: tuple[int, ...] = ()
    flags: frozenset[str] = frozenset()
    why: str = ""

    @property
    def spans(self) -> bool:
        """Whether objects of all hosts take turns; slots are no objects."""
        return "span" in self.flags and self.by not in ("slot", "node")


def mapping(request: Request, variable: str, parameter: str) -> Policy | None:
    """What the line, or else a variable, says of the mapping; None where nothing does."""
    policy, flags, cpus, why = Policy(""), set[str](), 0, []
    for name, value in request.whole.options:
        said = f"--{name} {value}".strip()
        if name in ("oversubscribe", "nooversubscribe"):
            flags.add(name)
        elif name == "use-hwthread-cpus":
            flags.add("hwtcpus")
        elif name in _PES and value.isdecimal():
            cpus = int(value)
        elif (own := _policy(name, value, parameter, said)) and (own.by != "list" or not policy.by):
            policy = own
        else:
            continue
        why.append(said)
    setting, _ = request.setting(variable)
    if not policy.by and setting:
        policy = _parsed(setting, request.said(variable))
    if not (policy.by or policy.flags or policy.cpus or cpus or flags):
        return None
    return replace(policy, cpus=policy.cpus or cpus, flags=policy.flags | flags, why=policy.why or " ".join(why))


def _policy(name: str, value: str, parameter: str, said: str) -> Policy | None:
    """The mapping that an option is, if it is one."""
    mapped = _BY.get(name) or (f"ppr:{value}:{_PER[name]}" if name in _PER else value)
    if name in ("map-by", *_BY, *_PER):
        return _parsed(mapped, said)
    if name in ("rankfile", "rf"):
        return Policy("user", file=value, why=said)
    if name in ("cpu-set", "cpu-list"):
        return Policy("list", listed=numbers(value), why=said)
    if name in _PARAMETERS and value.startswith(f"{parameter} "):
        return _parsed(value.partition(" ")[2], said)
    return None


def _parsed(value: str, why: str) -> Policy:
    kind, *rest = value.split(":")
    kind, per = kind.lower(), 0
    if kind == "ppr" and len(rest) >= 2:
        per, kind, rest = int(rest[0]) if rest[0].isdecimal() else 0, rest[1].lower(), rest[2:]
    rest = [word for words in rest for word in words.split(",")] if kind != "rankfile" else rest
    settings = {name.lower(): setting for name, _, setting in (word.partition("=") for word in rest if "=" in word)}
    flags = frozenset(word.lower() for word in rest if word and "=" not in word)
    if kind == "rankfile":
        return Policy("user", file=settings.get("file", ""), flags=flags, why=why)
    if kind.startswith("pe-list="):
        return Policy("list", listed=numbers(kind[8:]), flags=flags, why=why)
    cpus = settings.get("pe", "")
    return Policy(level_of(kind), per=per, cpus=int(cpus) if cpus.isdecimal() else 0, flags=flags, why=why)


def binding(request: Request, variable: str, parameter: str) -> tuple[str, frozenset[str], str]:
    """To what the line, or else a variable, binds, with its flags, and the words that say so; empty for neither."""
    for name, value in reversed(request.whole.options):
        if name == "bind-to":
            return *_bound(value), f"--bind-to {value}"
        if name.startswith("bind-to-"):
            return *_bound(name.removeprefix("bind-to-")), f"--{name}"
        if name in _PARAMETERS and value.startswith(f"{parameter} "):
            return *_bound(value.partition(" ")[2]), f"--{name} {value}"
    setting, _ = request.setting(variable)
    return (*_bound(setting), request.said(variable)) if setting else ("", frozenset(), "")


def _bound(value: str) -> tuple[str, frozenset[str]]:
    kind, *flags = value.lower().split(":")
    return level_of(kind), frozenset(flags)


def slots(request: Request) -> tuple[dict[str, int | None], list[list[str]]]:
    """The hosts of the job with their slots, None where the line does not tell, and which of them each program may
    use."""
    everyone: dict[str, int | None] = {}
    own: list[list[str]] = []
    for part in request.parts:
        in_files = [row for name, value in part.options if name in _FILES for row in host_file(value)]
        filed = dict(joined(in_files))
        unnamed = None if filed else 1
        named = [row for name, value in part.options if name in _HOSTS for row in host_words(value, unnamed=unnamed)]
        picked = dict(joined(named))
        mine = {host: picked[host] or filed.get(host) for host in picked} if picked else filed
        everyone |= {host: count for host, count in mine.items() if host not in everyone}
        own.append(list(mine))
    everyone = everyone or {request.here: None}
    return everyone, [hosts or list(everyone) for hosts in own]


def numbers(value: str) -> tuple[int, ...]:
    """`0,2-4` as numbers; what is none is left out."""
    listed: list[int] = []
    for word in value.split(","):
        low, _, high = word.partition("-")
        if low.isdecimal() and (not high or high.isdecimal()):
            listed += range(int(low), int(high or low) + 1)
    return tuple(listed)


def rank_file(text: str) -> dict[int, tuple[str, str]]:
    """The host and the `slot=` words of each rank of a rankfile."""
    rows = re.findall(r"^[ \t]*rank[ \t]+(\d{1,9})[ \t]*=[ \t]*(\S+)[ \t]+slots?[ \t]*=[ \t]*(\S+)", text, re.MULTILINE)
    return {int(rank): (host, slot) for rank, host, slot in rows}
