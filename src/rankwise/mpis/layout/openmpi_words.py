"""The words of an Open MPI launch line that map, rank and bind: the same for releases 4 and 5."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rankwise.mpis.layout.asked import Asked, Part, Slots, host_file, host_words
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
        return "span" in self.flags


def mapping(asked: Asked, part: Part, variables: tuple[str, ...], parameters: tuple[str, ...]) -> Policy | None:
    """What the line, or else a variable, says of the mapping; None where nothing does."""
    policy: Policy | None = None
    cpus, flags, why = 0, set[str](), []
    for name, value in part.options:
        words = f"--{name} {value}".strip()
        if name in ("map-by", *_BY) or name in _PER:
            policy = _parsed(_BY.get(name) or (f"ppr:{value}:{_PER[name]}" if name in _PER else value), words)
        elif name == "rankfile" or name == "rf":
            policy = Policy("user", file=value, why=words)
        elif name in ("cpu-set", "cpu-list") and policy is None:
            policy = Policy("list", listed=numbers(value), why=words)
        elif name in _PES and value.isdecimal():
            cpus = int(value)
        elif name == "mca" or name == "prtemca":
            parameter, _, setting = value.partition(" ")
            policy = _parsed(setting, words) if parameter in parameters and policy is None else policy
        elif name in ("oversubscribe", "nooversubscribe"):
            flags.add(name)
        elif name == "use-hwthread-cpus":
            flags.add("hwtcpus")
        else:
            continue
        why.append(words)
    setting, variable = asked.setting(*variables)
    if policy is None and setting:
        policy = _parsed(setting, f"{variable}={setting}")
    if policy is None and not (cpus or flags):
        return None
    policy = policy or Policy("")
    return replace(policy, cpus=policy.cpus or cpus, flags=policy.flags | flags, why=policy.why or " ".join(why))


def _parsed(value: str, why: str) -> Policy:
    words = re.split(r":(?![^=]*\Z)|:", value.lower()) if "file=" not in value.lower() else value.split(":")
    kind, *rest = words
    per = 0
    if kind.lower() == "ppr" and len(rest) >= 2:
        per, kind, rest = int(rest[0]) if rest[0].isdecimal() else 0, rest[1], rest[2:]
    cpus = next((int(word[3:]) for word in rest if word.lower().startswith("pe=") and word[3:].isdecimal()), 0)
    flags = frozenset(word.lower() for word in rest if "=" not in word)
    if kind.lower() == "rankfile":
        file = next((word[5:] for word in rest if word.lower().startswith("file=")), "")
        return Policy("user", file=file, flags=flags, why=why)
    if kind.startswith("pe-list="):
        return Policy("list", listed=numbers(kind[8:]), flags=flags, why=why)
    return Policy(level_of(kind), per=per, cpus=cpus, flags=flags, why=why)


def binding(asked: Asked, variables: tuple[str, ...], parameters: tuple[str, ...]) -> tuple[str, frozenset[str], str]:
    """To what the line, or else a variable, binds, with its flags, and the words that say so; empty for neither."""
    part = asked.whole
    for name, value in reversed(part.options):
        if name == "bind-to":
            return *_bound(value), f"--bind-to {value}"
        if name.startswith("bind-to-"):
            return *_bound(name[len("bind-to-") :]), f"--{name}"
        if name in ("mca", "prtemca"):
            parameter, _, setting = value.partition(" ")
            if parameter in parameters:
                return *_bound(setting), f"--{name} {value}"
    setting, variable = asked.setting(*variables)
    return (*_bound(setting), f"{variable}={setting}") if setting else ("", frozenset(), "")


def _bound(value: str) -> tuple[str, frozenset[str]]:
    kind, *flags = value.lower().split(":")
    return level_of(kind), frozenset(flags)


def slots(asked: Asked) -> tuple[Slots, list[list[str]]]:
    """The hosts of the job with their slots, and which of them each program may use."""
    everyone: Slots = {}
    own: list[list[str]] = []
    for part in asked.parts:
        named: Slots = {}
        for name, value in part.options:
            if name in _FILES:
                host_file(value, named)
        filed = dict(named)
        picked: Slots = {}
        for name, value in part.options:
            if name in _HOSTS:
                host_words(value, picked, unnamed=None if filed else 1)
        mine = {host: picked[host] or filed.get(host) for host in picked} if picked else filed
        everyone |= {host: count for host, count in mine.items() if host not in everyone}
        own.append(list(mine))
    everyone = everyone or {asked.here: None}
    return everyone, [hosts or list(everyone) for hosts in own]


def numbers(value: str) -> tuple[int, ...]:
    """`0,2-4` as numbers; what is none is left out."""
    found: list[int] = []
    for word in value.split(","):
        low, _, high = word.partition("-")
        if low.isdecimal() and (not high or high.isdecimal()):
            found += range(int(low), int(high or low) + 1)
    return tuple(found)


def rank_file(text: str) -> dict[int, tuple[str, str]]:
    """The host and the `slot=` words of each rank of a rankfile."""
    rows = re.findall(r"^\s*rank\s+(\d{1,9})\s*=\s*(\S+)\s+slots?\s*=\s*(\S+)", text, re.MULTILINE)
    return {int(rank): (host, slot) for rank, host, slot in rows}
