"""`doctor --explain -- LINE`: what a launcher makes of a line, without a start; and, to try it, with a probe."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.core.files import exists
from rankwise.core.hostlist import parse_hosts
from rankwise.diagnoses.explain import Machines, explain
from rankwise.diagnoses.look import look_at, started
from rankwise.diagnoses.records import Diagnosis, Explained, ProbedRank, ToldRank
from rankwise.inventory.collect import collect, load
from rankwise.inventory.records import NodeInventory
from rankwise.inventory.synthetic import from_synthetic
from rankwise.store import Recording


def explained(argv: Sequence[str], machines: Sequence[str] = (), mpi: str = "", *, try_s: float = 0.0) -> Explained:
    """What the line does on these hosts. `machines`: recordings, hwloc XML or synthetic descriptions, each
    `HOSTS=MACHINE`, or alone for all hosts. `try_s` above 0: a probe is started through the line, for so long at most,
    and the answer says where it ran elsewhere than told.

    Raises UsageError as `diagnoses.explain.explain`, and for machines that cannot be read.
    """
    told = explain(argv, _machines(machines), mpi)
    if try_s <= 0 or told.refused:
        return told
    if machines:
        raise UsageError("not-here", "a recorded machine can start nothing", "leave --machine away, or --try")
    return _with_trial(told, argv, try_s)


def of_line(recording: Recording, argv: Sequence[str], machines: Sequence[str], mpi: str, *, try_s: float) -> Diagnosis:
    """What `explained` says of a line: problems where it is refused, or ran elsewhere than told."""
    told = explained(argv, machines, mpi, try_s=try_s)
    wrong = told.refused or told.trial or any(rank.differs for rank in told.ranks)
    return Diagnosis(
        run=recording.ended(),
        command=told.command,
        launcher=f"{told.launcher} {told.version}".strip(),
        asked_ranks=len(told.ranks),
        explained=told,
        answer="problems" if wrong else "nothing serious",
    )


def _machines(words: Sequence[str]) -> Machines:
    here = collect()
    named: dict[str, NodeInventory] = {}
    other, other_is = here, ""
    for word in words:
        hosts, equals, what = word.partition("=")
        if equals and "(" not in hosts:
            node = _machine(what)
            named |= dict.fromkeys(parse_hosts(hosts), node)
        else:
            other, other_is = _machine(word), word
    return Machines(named, other, other_is, here.hostname)


def _machine(word: str) -> NodeInventory:
    path = Path(word)
    return load(path) if exists(path) or "/" in word or "." in word else from_synthetic(word)


def _with_trial(told: Explained, argv: Sequence[str], limit_s: float) -> Explained:
    case = started(look_at(argv, collect()), limit_s)
    ranks = {rank.number: rank for rank in case.start.ranks} if case.start else {}
    if not ranks or -1 in ranks:
        words = case.last_words or f"it did not answer in {limit_s:.0f} s"
        return replace(told, tried=True, trial=f"the trial start shows nothing: {words}")
    seen = tuple(_seen(rank, ranks.get(rank.number), here=case.node.allowed_cpus) for rank in told.ranks)
    more = len(ranks) - len(seen)
    trial = f"{abs(more)} ranks {'more' if more > 0 else 'fewer'} than told" if more else ""
    return replace(told, tried=True, ranks=seen, trial=trial)


def _seen(told: ToldRank, seen: ProbedRank | None, here: Collection[int]) -> ToldRank:
    if seen is None:
        return replace(told, differs=True)
    cpus = told.cpus if told.cpus is not None else here
    elsewhere = not _same_host(told.host, seen.host)
    differs = elsewhere or tuple(sorted(cpus)) != tuple(sorted(seen.cpus))
    return replace(told, seen_host=seen.host, seen_cpus=seen.cpus, differs=differs)


def _same_host(told: str, seen: str) -> bool:
    return told in ("localhost", "127.0.0.1") or told.partition(".")[0] == seen.partition(".")[0]
