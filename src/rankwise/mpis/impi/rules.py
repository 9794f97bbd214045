"""Intel MPI's presets for collectives, by message size and communicator size: a file of `I_MPI_TUNING`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.core.files import put
from rankwise.core.records import Mpi
from rankwise.mpis.impi import presets
from rankwise.mpis.rules import COLLECTIVES, UNLIMITED, number, ordered, take
from rankwise.tuning.records import CollectiveRule

NO_PRESET = 999
FILE = "impi-tuning.json"
TABLES = "impi-tables"
ELSEWHERE = "on communicators of other sizes this collective no longer follows Intel's own table"
# What stands in the library beside its reader, coll_tree_json.c: a key that is none of these it skips with all below.
_CONDITION = re.compile(rf"coll=i?({'|'.join(COLLECTIVES)})|(ppn|comm_size|comm_id|msg_size)=-?\d+", re.IGNORECASE)
_PRESET = re.compile(rf"i?({'|'.join(COLLECTIVES)})(_composition|_network|_node)?=-?\d+", re.IGNORECASE)
_IGNORED = "Intel MPI would ignore it without a word, or end"


def combined(rules: Sequence[CollectiveRule]) -> str:
    """The algorithm of one rule for all sizes that does what these do, each for its own: presets with their sizes."""
    return ";".join(f"{rule.algorithm}:{rule.from_bytes}-{rule.to_bytes}" for rule in rules)


def _presets(rule: CollectiveRule) -> Iterator[tuple[int, int, int]]:
    """Each preset of a rule, the first and the last size that it serves."""
    for part in rule.algorithm.split(";"):
        preset, _, sizes = part.partition(":")
        low, _, high = sizes.partition("-")
        first, last = (number(rule, low, "size"), number(rule, high, "size")) if sizes else (0, UNLIMITED)
        yield number(rule, preset, "preset"), max(first, rule.from_bytes), min(last, rule.to_bytes)


def carried(mpi: Mpi, rules: Sequence[CollectiveRule], folder: Path) -> dict[str, str]:
    """The variable, and what it names in `folder`: copies of the library's own tables with the rules among their
    entries, or, where it does not say what these are, a file of I_MPI_TUNING, which replaces them for a collective.

    The variables `I_MPI_ADJUST_<OP>` are no way: of several presets for communicators of one size
    (`3:0-1023@2-2;1:1024-4096@2-2`) Intel MPI 2021.18 keeps the last one alone, for all sizes up to its own."""
    if presets.copies(mpi, _numbered(rules), folder / TABLES):
        return {presets.PATH: f"{folder / TABLES}/"}
    return as_file(rules, folder)


def as_file(rules: Sequence[CollectiveRule], folder: Path) -> dict[str, str]:
    """The variable I_MPI_TUNING, and the file that it names in `folder`."""
    file = folder / FILE
    put(file, as_json(rules))
    return {"env:I_MPI_TUNING": str(file)}


def _numbered(rules: Sequence[CollectiveRule]) -> dict[str, dict[int, list[tuple[int, int, int]]]]:
    return {
        name: {
            ranks: [
                (low, -1 if high >= UNLIMITED else high, preset)
                for rule in chosen
                for preset, low, high in _presets(_taken(rule))
            ]
            for ranks, chosen in by_ranks.items()
        }
        for name, by_ranks in ordered(rules).items()
    }


def _taken(rule: CollectiveRule) -> CollectiveRule:
    take(rule, {})
    return rule


def as_json(rules: Sequence[CollectiveRule]) -> str:
    """The tree of I_MPI_TUNING: each message size is the last one of its entry, -1 any other; preset -1 is what the
    library does without any table, at sizes that no rule has: not its own choice from its tables, which a rule for some
    sizes takes away from all (an allreduce of 1 MiB was seen to take 3.1 times as long). Form as in Intel's developer
    guide, "MPI tuning".

    A communicator follows the entry of the next larger size, and one beyond all entries the last. Rules measured at 2
    or 8 ranks were seen to serve a communicator of 4, so entries of preset -1 stand around those of rules."""
    tree: dict[str, Any] = {}
    for name, by_ranks in ordered(rules).items():
        fence: dict[str, Any] = {"comm_id=-1": {"msg_size=-1": {f"{name.upper()}=-1": {}}}}
        communicators: dict[str, Any] = {}
        before = 0
        for ranks, chosen in by_ranks.items():
            if ranks > before + 1:
                communicators[f"comm_size={ranks - 1}"] = fence
            communicators[f"comm_size={ranks}"] = {"comm_id=-1": _by_size(name, chosen)}
            before = ranks
        communicators["comm_size=-1"] = fence
        tree[f"coll={name.capitalize()}"] = {"ppn=-1": communicators}
    return json.dumps(tree, indent=1) + "\n"


def _by_size(name: str, chosen: Sequence[CollectiveRule]) -> dict[str, Any]:
    """The entries of one communicator size, with preset -1 where no rule is."""
    sizes: dict[str, Any] = {}
    end = -1
    for preset, low, high in (part for rule in chosen for part in _presets(_taken(rule))):
        if low > end + 1:
            sizes[f"msg_size={low - 1}"] = {f"{name.upper()}=-1": {}}
        end = high
        last = -1 if end >= UNLIMITED else end
        sizes[f"msg_size={last}"] = {f"{name.upper()}={preset}": {}}
    sizes.setdefault("msg_size=-1", {f"{name.upper()}=-1": {}})
    return sizes


def check_file(text: str) -> None:
    """Raises UsageError for a tree of I_MPI_TUNING that the library would skip in part, or stop at."""
    try:
        presets = list(_presets_of(json.loads(text)))
    except ValueError as error:
        raise UsageError("bad-rules", f"rules: {error}", _IGNORED) from error
    if not presets:
        raise UsageError("bad-rules", "rules: no preset is in them", _IGNORED)


def _presets_of(tree: object) -> Iterator[str]:
    if not isinstance(tree, dict):
        raise UsageError("bad-rules", f"rules: {json.dumps(tree):.40} is not an object of conditions", _IGNORED)
    for key, below in tree.items():
        if _PRESET.fullmatch(key):
            yield key
        elif _CONDITION.fullmatch(key):
            yield from _presets_of(below)
        else:
            raise UsageError("bad-rules", f"rules: unknown condition or preset '{key}'", _IGNORED)


def loaded(output: str, knobs: Mapping[str, str]) -> tuple[bool, str] | None:
    """Whether the library read the copies of its tables, under I_MPI_DEBUG; None without such copies."""
    if presets.PATH not in knobs:
        return None
    read = presets.read_from(output, knobs[presets.PATH])
    return bool(read), f"the library says that it read {read}" if read else "the library read none of these tables"


def failing(_mpi: Mpi, rules: Sequence[CollectiveRule], folder: Path) -> dict[str, str]:
    """As `as_file`, with presets that do not exist: the library says that it ignores them."""
    return as_file([replace(rule, algorithm=str(NO_PRESET)) for rule in rules], folder)


def message_of(output: str, name: str, value: str) -> tuple[bool, str] | None:
    """Whether the library took a variable, and its words, under I_MPI_DEBUG; None when it says nothing."""
    for line in output.splitlines():
        message = line.partition("MPI startup(): ")[2].strip()
        if (
            message.startswith(f"{name} environment variable is not supported")
            or (message.startswith(f'"{value}"') and "is not supported" in message)
            or message.startswith(f"{value} fabric is unknown")
        ):
            return False, message
    if f"MPI startup(): {name}={value}" in output:
        return True, f"it lists {name}={value} among its settings and refuses neither name nor value"
    return None


def ignored(output: str, collective: str) -> bool:
    """Whether the library said that it knows no such preset, under I_MPI_DEBUG."""
    return f"Incorrect algorithm: {collective.upper()}=" in output
