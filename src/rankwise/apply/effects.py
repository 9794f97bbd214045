"""Everything that a tuning would do, in the order in which `rankwise run` does it, and what of it is refused.

Asked of the tables of the file as they are: what no record may hold is listed with the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from rankwise.apply.records import Effect
from rankwise.core import knob_trust
from rankwise.core.words import FullPath, KnobName, Preload, ReachedHost, Sha256, Value, unlike

_MOST_LETTERS: Final = 300  # of a value that is shown


def effects(tables: Mapping[str, Any], allow: Collection[str] = ()) -> tuple[Effect, ...]:
    """What the tables of a tuning's file would do. `allow`: knobs that are set although they are none that a tuning may
    set."""
    lines = [line for line in _list(tables.get("lines")) if isinstance(line, dict)]
    steps = (_builds, _rules, _schedules, _relays, partial(_knobs, allow=allow), _preloads, _orders)
    return (
        *_build(tables.get("build"), ""),
        *(effect for step in steps for line in lines for effect in step(line, _shown(line.get("id", "")))),
        *_device_memory(tables.get("memory")),
    )


def refusals(tables: Mapping[str, Any], allow: Collection[str] = ()) -> list[str]:
    """What of a tuning is refused, in words: `line 'x' sets env:LD_PRELOAD = /x, which loads code`."""
    return [in_words(effect) for effect in effects(tables, allow) if effect.refused]


def in_words(effect: Effect) -> str:
    """An effect in a sentence."""
    whose = f"line '{effect.line}'" if effect.line else "the tuning"
    return f"{whose} {effect.does} {effect.what}" + (f", which {effect.refused}" if effect.refused else "")


def _build(build: Any, line: str) -> Iterator[Effect]:
    if isinstance(build, dict):
        what = f"{_shown(build.get('family'))} {_shown(build.get('version'))} at {_shown(build.get('library'))}"
        yield Effect(does="starts ranks of", what=what, line=line, refused=unlike(build.get("library"), FullPath))


def _builds(line: dict[str, Any], name: str) -> Iterator[Effect]:
    yield from _build(line.get("mpi"), name)


def _rules(line: dict[str, Any], name: str) -> Iterator[Effect]:
    if isinstance(rule := line.get("rule"), dict):
        sizes = f"{_shown(rule.get('from_bytes'))} to {_shown(rule.get('to_bytes'))} B"
        what = f"{_shown(rule.get('collective'))} by {_shown(rule.get('algorithm'))}, {sizes}, below rankwise's cache"
        yield Effect(does="writes rules for", what=what, line=name)


def _schedules(line: dict[str, Any], name: str) -> Iterator[Effect]:
    for sha256 in _list(line.get("schedules")):
        what = f"{_shown(sha256)} from the folder beside the tuning"
        yield Effect(does="copies schedules", what=what, line=name, refused=unlike(sha256, Sha256))


def _relays(line: dict[str, Any], name: str) -> Iterator[Effect]:
    relay = line.get("relay")
    pairs = [pair for pair in _list(relay.get("pairs")) if isinstance(pair, dict)] if isinstance(relay, dict) else []
    for host in dict.fromkeys(_shown(host) for pair in pairs for host in _list(pair.get("through"))):
        what = f"{host}, through the launch agent (ssh)"
        yield Effect(does="starts a forwarder on", what=what, line=name, refused=unlike(host, ReachedHost))
    for pair in pairs:
        ends = [_shown(pair.get(end)) for end in ("source", "target")]
        wrong = next(filter(None, (unlike(end, ReachedHost) for end in ends)), "")
        yield Effect(does="relays between", what=" and ".join(ends), line=name, refused=wrong)


def _knobs(line: dict[str, Any], name: str, *, allow: Collection[str]) -> Iterator[Effect]:
    knobs = line.get("knobs")
    for knob, value in (knobs if isinstance(knobs, dict) else {}).items():
        wrong = unlike(knob, KnobName) or unlike(value, Value)
        if not wrong and not knob_trust.allowed(knob, allow):
            wrong = knob_trust.refused(knob, value)
        yield Effect(does="sets", what=f"{_shown(knob)} = {_shown(value)}", line=name, refused=wrong)


def _preloads(line: dict[str, Any], name: str) -> Iterator[Effect]:
    if preload := line.get("preload"):
        yield Effect(does="preloads", what=_shown(preload), line=name, refused=unlike(preload, Preload))
    if line.get("schedules"):
        yield Effect(does="preloads", what="rankwise's library of schedules", line=name)


def _device_memory(memory: Any) -> Iterator[Effect]:
    if isinstance(memory, dict) and memory.get("library"):
        yield Effect(does="preloads", what="rankwise's library for device buffers")


def _orders(line: dict[str, Any], name: str) -> Iterator[Effect]:
    placement = line.get("placement")
    ranks = _list(placement.get("ranks")) if isinstance(placement, dict) else []
    hosts = dict.fromkeys(_shown(rank.get("host")) for rank in ranks if isinstance(rank, dict))
    if hosts:
        wrong = next(filter(None, (unlike(host, ReachedHost) for host in hosts)), "")
        yield Effect(does="orders ranks on", what=_shown(", ".join(hosts)), line=name, refused=wrong)


def _list(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list) else ()


def _shown(value: Any) -> str:
    """A value of a file as it may be printed: on one line, and not endless."""
    text = value if isinstance(value, str) else repr(value)
    text = text if text.isprintable() else ascii(text)[1:-1]
    return text if len(text) <= _MOST_LETTERS else f"{text[:_MOST_LETTERS]}..."
