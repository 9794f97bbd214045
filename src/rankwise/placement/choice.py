"""What a user calls a side: `mpi=openmpi+mca:pml=ucx`, in words that say what is wrong with it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rankwise.core.errors import UsageError
from rankwise.core.hostlist import parse_hosts
from rankwise.core.words import Prose, problem
from rankwise.mpis.families import FAMILIES
from rankwise.optimise.records import Relay

FORMS = (
    "default",
    "mpi=NAME",
    "env:NAME=VALUE",
    "mca:NAME=VALUE",
    "fabric=NAME",
    "tuning=FILE",
    "bind=none",
    "cpus=0,1",
    "endpoints=FILE",
    "hosts=A,B",
    "ranks=N",
    "device=staged|auto|off",
    "container=COMMAND",
)
_KEYS = ("mpi", "fabric", "tuning", "bind", "cpus", "endpoints", "hosts", "ranks", "device", "container")
_DEVICE = ("staged", "auto", "off")
_KINDS = ("env", "mca")
# A part begins where a key or a kind follows, or `+default`: so a value may hold `+` (`env:X=a+b`) but no ` key=`.
_JOINT = re.compile(r"(?<![+\s])(?:[+\s]+(?=[a-z_]+=|[a-z]+:[\w.]+=)|\+(?=default(?:\+|$)))")
_COMMA = re.compile(rf",((?:(?:env|mca):[\w.]+|{'|'.join(_KEYS)})=)")


@dataclass(frozen=True)
class Choice:
    """One side as it was asked for. `mpi` is empty for the usual one; `knobs` are `env:NAME`
    and `mca:NAME` with their values; `bind` False leaves placement to the MPI; `cpus` empty means the usual cores;
    `fabric` forces messages onto one way (`rankwise fabrics` lists them); `tuning` is a file of `rankwise tune`, whose
    MPI is meant when none is named; `ranks` 0 leaves a program's own line as it is; `device` is how a program's ranks
    pass device pointers, empty without the library for it; `container` the command that starts a program in one;
    `allow` names knobs that its tuning sets although no tuning may set them; `relay` is on top of its tuning."""

    name: str
    mpi: str = ""
    knobs: dict[str, str] = field(default_factory=dict)
    bind: bool = True
    cpus: tuple[int, ...] = ()
    endpoints: Path | None = None
    hosts: tuple[str, ...] = ()
    fabric: str = ""
    tuning: Path | None = None
    ranks: int = 0
    device: str = ""
    container: str = ""
    allow: tuple[str, ...] = ()
    relay: Relay | None = None


def parse(text: str, allow: tuple[str, ...] = ()) -> Choice:
    """A side from its words. Raises UsageError that names the nearest known word."""
    words = [f"mpi={word}" if _names_mpi(word) else word for word in _parts(text)]
    name = "+".join(words)
    given: dict[str, str] = {}
    knobs: dict[str, str] = {}
    for word in words:
        if word == "default":
            continue
        key, equals, value = word.partition("=")
        kind, colon, knob = key.partition(":")
        known = (kind in _KINDS and bool(knob)) if colon else key in _KEYS
        if not known or not equals:
            raise _unknown(word, kind if colon else key)
        place, entry = (knobs, key) if colon else (given, key)
        if entry in place:
            raise UsageError("bad-side", f"'{text}' says {entry} twice", "keep one of them")
        if not value and not colon:
            raise UsageError("bad-side", f"'{word}' has no value", f"write {_form(key)}")
        place[entry] = value
    if given.get("bind", "none") != "none":
        raise UsageError("bad-side", f"'bind={given['bind']}' is not known", "bind=none leaves placement to the MPI")
    if not given.get("ranks", "1").isdecimal() or given.get("ranks") == "0":
        raise UsageError("bad-side", f"'ranks={given['ranks']}' is not a number of ranks", "write ranks=4")
    if given.get("device", "off") not in _DEVICE:
        raise UsageError(
            "bad-side", f"'device={given['device']}' is not known", f"write device=, then {', '.join(_DEVICE)}"
        )
    if "cpus" in given and given.keys() & {"bind", "endpoints", "hosts"}:
        raise UsageError("bad-side", f"'{text}': cpus needs binding on this machine", "leave bind and endpoints away")
    if "hosts" in given and "endpoints" in given:
        raise UsageError("bad-side", f"'{text}' says twice where ranks run", "give hosts or endpoints")
    return Choice(
        name=name,
        mpi=given.get("mpi", ""),
        knobs=knobs,
        bind="bind" not in given,
        cpus=_cpus(given["cpus"]) if "cpus" in given else (),
        endpoints=Path(given["endpoints"]) if "endpoints" in given else None,
        hosts=parse_hosts(given["hosts"]) if "hosts" in given else (),
        fabric=given.get("fabric", ""),
        tuning=Path(given["tuning"]) if "tuning" in given else None,
        ranks=int(given.get("ranks", "0")),
        device=given.get("device", ""),
        container=given.get("container", ""),
        allow=allow,
    )


def _parts(text: str) -> list[str]:
    """The words of a side that say one thing each. Raises UsageError where they cannot be told apart."""
    if why := problem(text, Prose):
        raise UsageError("bad-side", why, "rename the file, or write another value")
    if comma := _COMMA.search(text):
        raise UsageError(
            "bad-side",
            f"'{text}' joins its parts by a comma, which values may hold",
            f"write +{comma[1]} for ,{comma[1]}",
        )
    parts = [part for part in _JOINT.split(text.strip()) if part]
    if not parts:
        raise UsageError("bad-side", "a side is empty", f"write {', '.join(FORMS)}, joined by +")
    return parts


def parse_all(texts: Sequence[str], allow: tuple[str, ...] = ()) -> list[Choice]:
    """At least two sides, all different."""
    if len(texts) < 2:
        raise UsageError(
            "too-few-sides", "a comparison needs two sides", "for example: rankwise compare mpi=mpich mpi=openmpi"
        )
    choices = [parse(text, allow) for text in texts]
    names = [choice.name for choice in choices]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(
                "same-sides",
                f"'{name}' is named twice",
                "a control beside every comparison launches the first side a second time",
            )
    return choices


def _cpus(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d+(,\d+)*", text):
        raise UsageError("bad-side", f"'cpus={text}' is not a list of CPUs", "write cpus=0,1: one for each rank")
    return tuple(int(part) for part in text.split(","))


def _form(key: str) -> str:
    return next(form for form in FORMS if form.startswith(key))


def _names_mpi(word: str) -> bool:
    """Whether a word alone is an MPI's name, not a mistyped part."""
    if word.partition("@")[0] in FAMILIES:
        return True
    alone = re.fullmatch(r"[a-z]\w*(@.*)?", word) is not None and word != "default"
    return alone and not difflib.get_close_matches(word, (*_KEYS, *_KINDS, "default"), n=1, cutoff=0.8)


def _unknown(word: str, key: str) -> UsageError:
    near = difflib.get_close_matches(key, (*_KEYS, *_KINDS, "default"), n=1, cutoff=0.5)
    if key in _KINDS:
        hint = f"write {_form(key)}"
    elif near:
        hint = f"did you mean {_form(near[0])}?"
    else:
        hint = f"a side is made of {', '.join(FORMS)}"
    return UsageError("bad-side", f"'{word}' says nothing that a side is made of", hint)
