"""Is a tuning really in effect? Asked of the library at work, for a setting that is ignored says nothing.

A rule for a collective is proven by its failing twin: the same file with something in the rule's place that no call can
follow. Calls that the rule is meant for must then fail, and their neighbours must not. A knob is read back from a
running rank, and where it chooses a transport, the library is heard to name another one than with all lines but it.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rankwise.apply.carry import carry, served
from rankwise.apply.points import Points, points
from rankwise.apply.questions import Call, JobAnswer, Settings, ask
from rankwise.apply.records import LineCheck, TuningCheck
from rankwise.core.files import make
from rankwise.core.records import Change, Mpi
from rankwise.core.units import few, format_size, plural
from rankwise.mpis import knobs as known_knobs
from rankwise.mpis import transport, transport_output
from rankwise.mpis.families import FAMILIES
from rankwise.tuning.records import CollectiveRule, Tuning, TuningLine

# Knobs that choose a transport: what the library names as such must then change.
_CHOOSES = re.compile(r"^(pml|btl|mtl|smsc)$|^pml_ucx_(tls|devices)$|_(TLS|NET_DEVICES|NETMOD|PROVIDER|FABRICS)$")
# What a launcher reads to choose cores for ranks.
_PLACES = re.compile(r"^HYDRA_(BINDING|MAPPING)$|_(binding|mapping)_policy$|^I_MPI_PIN")
_MOST_RANKS = 16  # also on few cores, where they take turns
_Answer = Literal["in effect", "not in effect", "cannot tell"]
_YES: _Answer = "in effect"
_NO: _Answer = "not in effect"
_UNKNOWN: _Answer = "cannot tell"
_TRUE, _FALSE = ("1", "true", "yes", "on", "enable", "enabled", "y"), ("0", "false", "no", "off", "disable", "n")


def check(
    tuning: Tuning, mpi: Mpi, change: Change, preloads: Sequence[Path], folder: Path, *, schedules: Path | None = None
) -> TuningCheck:
    """Asks a handful of jobs on this machine whether each line is in effect: seconds. Files of failing twins are
    written below `folder`; `schedules` is the folder of those that lines name."""
    began_s = time.monotonic()
    asked = _Lines(tuning, mpi, change, preloads, folder, schedules=schedules)
    lines = asked.answers()
    return TuningCheck(
        tuning=tuning.name,
        mpi=mpi.name,
        version=mpi.version,
        lines=lines,
        died=asked.died,
        took_s=time.monotonic() - began_s,
    )


@dataclass(frozen=True)
class _Seen:
    """What was seen of a line or a part of it."""

    answer: _Answer
    evidence: str
    seen_by: Literal["behaviour", "library", ""] = ""


class _Lines:
    def __init__(
        self,
        tuning: Tuning,
        mpi: Mpi,
        change: Change,
        preloads: Sequence[Path],
        folder: Path,
        *,
        schedules: Path | None,
    ) -> None:
        self.schedules = [schedules] if schedules else []
        self.lines = tuning.lines
        self.mpi = mpi
        self.rule_file = FAMILIES[mpi.family].rules
        self.change = change
        self.preloads = preloads
        self.folder = folder
        self.usual_ranks = max(2, min(tuning.ranks, 4))
        self.rules = [line.library_rule for line in tuning.lines if line.library_rule is not None]
        self.loud = transport.talkative(mpi)
        self.unset = {knob.name: knob.value for knob in known_knobs.knobs(mpi)}
        self.died = ""

    def answers(self) -> tuple[LineCheck, ...]:
        """One answer for each line."""
        for _ in range(2):  # a machine that others keep busy may fail once
            tuned = self._ask(self.change.knobs, self.usual_ranks, variables=self._variables())
            if not tuned.died:
                break
        else:
            self.died = tuned.died
            return self._apart()
        ruled = dict(zip((id(rule) for rule in self.rules), self._ruled(), strict=True))
        return tuple(self._answer(line, tuned, ruled) for line in self.lines)

    def _ask(
        self, knobs: Mapping[str, str], ranks: int, calls: Sequence[Call] = (), variables: Sequence[str] = ()
    ) -> JobAnswer:
        return ask(self.mpi, Settings({**self.loud, **knobs}, self.preloads), ranks, calls, variables)

    def _variables(self) -> list[str]:
        return [name.partition(":")[2] for name in self.change.knobs]

    def _without(self, line: TuningLine, tuned: JobAnswer) -> JobAnswer:
        """A job with all lines but this one, which tells what a line that chooses a transport does; else, and where no
        such job comes to an end, the job with all."""
        if not any(_CHOOSES.search(name.partition(":")[2]) for name in line.knobs):
            return tuned
        answer = self._ask(self._all_but(line), self.usual_ranks)
        return tuned if answer.died else answer

    def _all_but(self, line: TuningLine) -> dict[str, str]:
        """The knobs of all lines, less those that only this one sets."""
        kept = {name for other in self.lines if other is not line for name in other.knobs}
        return {name: value for name, value in self.change.knobs.items() if name in kept or name not in line.knobs}

    def _apart(self) -> tuple[LineCheck, ...]:
        """Which of the lines a job does not start with: or all together, or none where no job starts at all."""
        plain = ask(self.mpi, Settings(self.loud), self.usual_ranks)
        if plain.died:
            nothing = _Seen(_UNKNOWN, f"no job starts here, with the lines or without: {plain.died}")
            return tuple(_together(line, [nothing]) for line in self.lines)
        alone = [self._alone(line) for line in self.lines]
        seen = _Seen(_UNKNOWN, "a job does not start with all lines together")
        if not any(alone):
            seen = _Seen(_NO, f"a job does not start with these lines together: {self.died}", "behaviour")
        return tuple(_together(line, [own or seen]) for line, own in zip(self.lines, alone, strict=True))

    def _alone(self, line: TuningLine) -> _Seen | None:
        """What a job says that does not start with one line alone."""
        alone = carry([line], self.mpi, self.folder / "alone", self.schedules)
        preloads = self.preloads if line.preload or line.schedules else ()
        answer = ask(self.mpi, Settings({**self.loud, **alone.knobs}, preloads), 2)
        return _Seen(_NO, f"a job does not even start with it: {answer.died}", "behaviour") if answer.died else None

    def _answer(self, line: TuningLine, tuned: JobAnswer, ruled: dict[int, _Seen]) -> LineCheck:
        without = self._without(line, tuned)
        placing = {name for name in line.knobs if _PLACES.search(name.partition(":")[2])}
        parts = [self._knob(name, wanted, tuned, without) for name, wanted in line.knobs.items() if name not in placing]
        parts += [self._placed(line)] if placing else []
        parts += [self._preloaded(line.preload, tuned)] if line.preload else []
        parts += [self._scheduled(line, tuned)] if line.schedules else []
        parts += [ruled[id(line.rule)]] if line.library_rule is not None else []
        if line.placement is not None:
            parts.append(_Seen(_UNKNOWN, "an order of ranks shows in a job on its own hosts alone"))
        if line.relay is not None:
            parts.append(_Seen(_UNKNOWN, "relays are tried when `rankwise run` starts a job on their hosts"))
        if line.mpi is not None:
            parts.append(_Seen(_YES, f"this job had {self.mpi.name} {self.mpi.version} and its launcher", "behaviour"))
        return _together(line, parts)

    def _placed(self, line: TuningLine) -> _Seen:
        """Two ranks where the launcher puts them, with all lines and with all but this one."""
        there, before = (
            ask(self.mpi, Settings(knobs, self.preloads, bind=False), 2).cpus
            for knobs in (self.change.knobs, self._all_but(line))
        )
        if there and before and there != before:
            return _Seen(
                _YES, f"ranks run on CPUs {_listed(there)}, without this line on {_listed(before)}", "behaviour"
            )
        return _Seen(_UNKNOWN, "two ranks run on the same CPUs here with it and without it")

    def _preloaded(self, name: str, tuned: JobAnswer) -> _Seen:
        for preload in self.preloads:
            if name in preload.name and str(preload) in tuned.files:
                return _Seen(_YES, f"{preload.name} is mapped into the ranks", "behaviour")
        return _Seen(_NO, f"the library of '{name}' is not mapped into the ranks", "behaviour")

    def _scheduled(self, line: TuningLine, tuned: JobAnswer) -> _Seen:
        """The library of schedules takes calls of the ranks that they were made for alone: so many, on these hosts."""
        mapped = self._preloaded("schedules", tuned)
        if mapped.answer == _NO:
            return mapped
        here, made = os.uname().nodename, served(line, self.schedules)
        own = [here.partition(".")[0]] * tuned.ranks
        if any([host.partition(".")[0] for host in hosts] == own for hosts in made):
            return mapped
        whose = "; ".join(
            f"{', '.join(names)} of {plural(len(hosts), 'rank')} on {few(list(dict.fromkeys(hosts)))}"
            for hosts, names in made.items()
        )
        return _Seen(_UNKNOWN, f"its schedules serve {whose}, and this check starts {tuned.ranks} ranks on {here}")

    def _knob(self, name: str, wanted: str, tuned: JobAnswer, without: JobAnswer) -> _Seen:
        bare = name.partition(":")[2]
        parsed, before = transport.parsed(self.mpi, tuned.output), transport.parsed(self.mpi, without.output)
        message = self.rule_file.message_of(tuned.output, bare, wanted) if self.rule_file.message_of else None
        if message and not message[0]:  # what it uses instead may well be another transport
            return _Seen(_NO, f"in the library's words: {message[1]}", "library")
        below = self._below(bare, wanted, tuned, parsed)
        if below.answer == _NO:
            return below
        if _CHOOSES.search(bare) and set(parsed) != set(before):  # ranks speak in any order
            words = f"ranks talk over {' '.join(parsed)}, without this line over {' '.join(before)}"
            return _Seen(_YES, words, "behaviour")
        if message:
            return _Seen(_YES, f"in the library's words: {message[1]}", "library")
        if other := transport.passed_over(self.mpi, bare, tuned.output):
            return _Seen(_UNKNOWN, f"messages go over {other}, which has no use for {bare}")
        seen = tuned.variables.get(bare)
        return below if seen is None else self._read_back(name, wanted, seen)

    def _below(self, bare: str, wanted: str, tuned: JobAnswer, parsed: tuple[str, ...]) -> _Seen:
        """A variable that something under the library reads."""
        if bare == "GLIBC_TUNABLES" and "hugetlb" in wanted:
            words = f"{format_size(tuned.huge_bytes)} of an array of 16MiB lie in huge pages"
            return _Seen(_YES if tuned.huge_bytes else _NO, words, "behaviour")
        if bare.startswith("UCX_"):
            return _of_ucx(bare, tuned, parsed)
        loaded = any("/libfabric.so" in name for name in tuned.files) or transport_output.libfabric(tuned.output)
        if bare.startswith("FI_") and not loaded:
            return _Seen(_NO, f"{self.mpi.name} has not loaded libfabric, which would read {bare}", "behaviour")
        return _Seen(_UNKNOWN, f"the library does not say what {bare} is")

    def _read_back(self, name: str, wanted: str, seen: str) -> _Seen:
        bare, usual = name.partition(":")[2], self.unset.get(name)
        if _same(seen, wanted):
            return _Seen(_YES, f"a running rank has {bare} = {seen}", "library")
        if not seen:
            return _Seen(_UNKNOWN, f"a running rank does not say what {bare} is")
        if usual is not None and not _same(seen, usual):
            return _Seen(_YES, f"a running rank has {bare} = {seen} (asked: {wanted}, unset: {usual})", "library")
        if _is_number(seen) and not _is_number(wanted):  # of a list whose names it does not tell
            words = f"the library does not say whether that number means {wanted}"
            return _Seen(_UNKNOWN, f"a running rank shows {bare} as {seen}, and {words}")
        return _Seen(_NO, f"a running rank has {bare} = {seen}, asked was {wanted}", "library")

    def _ruled(self) -> list[_Seen]:
        """What is seen of each rule: all of them at work, then their failing twins."""
        everything = [(rule, points(rule, self.rules)) for rule in self.rules]
        known: dict[int, _Seen] = {}
        for ranks in {rule.ranks for rule in self.rules}:
            if ranks > (most := max(_MOST_RANKS, len(os.sched_getaffinity(0)))):
                words = f"it is for {ranks} ranks, and no more than {most} are started here"
                known |= {id(rule): _Seen(_UNKNOWN, words) for rule in self.rules if rule.ranks == ranks}
                continue
            chosen = [(rule, at) for rule, at in everything if rule.ranks == ranks]
            tuned = self._ask(self.change.knobs, ranks, [call for point in chosen for call in _calls(*point)])
            self.died = self.died or tuned.died
            left = [point for point in chosen if not self._settled(*point, tuned, known)]
            # Where calls of a twin come back one job serves all; else each rule ends a job of its own.
            for group in [left] if self.rule_file.returns and left else [[point] for point in left]:
                self._twins(group, ranks, known)
        return [known[id(rule)] for rule in self.rules]

    def _settled(self, rule: CollectiveRule, at: Points, tuned: JobAnswer, seen: dict[int, _Seen]) -> bool:
        """What can be said without a twin."""
        name = rule.collective
        wrong = [size for size in at.inside if not tuned.right((name, size))]
        if not at.inside:
            seen[id(rule)] = _Seen(_UNKNOWN, "no call fits into its sizes")
        elif self.rule_file.ignored and self.rule_file.ignored(tuned.output, name):
            words = f"the library says that it ignores preset {rule.algorithm} of {name}"
            seen[id(rule)] = _Seen(_NO, words, "library")
        elif wrong:
            how = tuned.calls.get((name, wrong[0]), tuned.died or "no answer")
            seen[id(rule)] = _Seen(_NO, f"{name} of {wrong[0]} bytes goes wrong with it: {how}", "behaviour")
        elif loaded := self.rule_file.loaded(tuned.output, self.change.knobs):
            seen[id(rule)] = _Seen(_YES if loaded[0] else _NO, loaded[1], "library")
        elif self.rule_file.skips(self.mpi):
            words = (
                f"{self.mpi.name} {self.mpi.version} skips a rule that no call can follow, so none is seen to be read"
            )
            seen[id(rule)] = _Seen(_UNKNOWN, words)
        return id(rule) in seen

    def _twins(self, group: Sequence[tuple[CollectiveRule, Points]], ranks: int, seen: dict[int, _Seen]) -> None:
        folder = make(self.folder / "failing")
        rules = [rule for rule, _ in group]
        knobs = {**self.change.knobs, **self.rule_file.failing(self.mpi, rules, folder)}
        twin = self._ask(knobs, ranks, [call for point in group for call in _calls(*point)])
        for rule, at in group:
            if self.rule_file.ignored:
                refused = self.rule_file.ignored(twin.output, rule.collective)
                seen[id(rule)] = _refused(rule, self.rule_file.elsewhere, refused=refused)
                continue
            if twin.died and not any((rule.collective, size) in twin.calls for size in at.outside):
                # Libraries make calls of their own within others: neighbours die of those, and say nothing.
                alone = Points(at.inside, ())
                seen[id(rule)] = _proof(rule, alone, self._ask(knobs, ranks, _calls(rule, alone)))
            else:
                seen[id(rule)] = _proof(rule, at, twin)


def _listed(cpus: Sequence[Sequence[int]]) -> str:
    """`0 | 1`: of each rank."""
    return " | ".join(",".join(map(str, each)) for each in cpus)


def _refused(rule: CollectiveRule, elsewhere: str, *, refused: bool) -> _Seen:
    if refused:
        words = f"the library reads it: it refuses an unknown preset of {rule.collective}"
        words += f"; note: {elsewhere}" if elsewhere else ""
        return _Seen(_YES, words, "library")
    return _Seen(_NO, f"the library does not even refuse an unknown preset of {rule.collective}", "library")


def _of_ucx(bare: str, tuned: JobAnswer, parsed: tuple[str, ...]) -> _Seen:
    """A variable of UCX, which lists those that it was given when it starts, and those that nothing read."""
    lines = re.sub(r"\(maybe: [^()]*\)", "", tuned.output).splitlines()
    if any(re.search(rf"\b{bare}\b", behind) for behind in _behind(r"unused environment variables?:", lines)):
        return _Seen(_NO, f"UCX says that it knows no {bare}", "library")
    if not any(re.search(rf"\b{bare}=", behind) for behind in _behind(r"UCX_\* env variables?:", lines)):
        return _Seen(_NO, f"UCX does not start in the ranks, and would read {bare}", "behaviour")
    words = f"; ranks talk over {' '.join(parsed)}" if parsed else ""
    return _Seen(_YES, f"UCX was started with {bare} and does not call it unused{words}", "library")


def _behind(head: str, lines: Sequence[str]) -> Iterator[str]:
    """What follows a head on its line."""
    for line in lines:
        if match := re.search(head, line):
            yield line[match.end() :]


def _proof(rule: CollectiveRule, at: Points, twin: JobAnswer) -> _Seen:
    """What the failing twin of a rule shows."""
    name = rule.collective
    if not twin.files:  # the same job with the rule itself does start, and the file differs in nothing else
        return _Seen(_YES, f"calls of {name} that the library makes for itself when it starts follow it", "behaviour")
    if unmoved := [size for size in at.inside if twin.right((name, size))]:
        words = f"{name} of {unmoved[0]} bytes does not follow it: another component or level serves the call"
        return _Seen(_NO, words, "behaviour")
    if beyond := [size for size in at.outside if not twin.right((name, size))]:
        return _Seen(_NO, f"{name} of {beyond[0]} bytes follows it, which is not of its sizes", "behaviour")
    sizes = " and ".join(map(str, at.inside))
    others = f"; {' and '.join(map(str, at.outside))} do not" if at.outside else ""
    return _Seen(_YES, f"calls of {sizes} bytes on {rule.ranks} ranks follow it{others}", "behaviour")


def _calls(rule: CollectiveRule, at: Points) -> list[Call]:
    # What must go well comes first: a twin may end the job.
    return [(rule.collective, size) for size in (*at.outside, *at.inside)]


def _together(line: TuningLine, parts: Sequence[_Seen]) -> LineCheck:
    """In effect when every part is, else the worst part. Behaviour says more than the library's word."""
    worst = min((part.answer for part in parts), key=(_NO, _UNKNOWN, _YES).index)
    chosen = sorted((part for part in parts if part.answer == worst), key=lambda part: part.seen_by != "behaviour")
    words = "; ".join(dict.fromkeys(part.evidence for part in chosen))
    return LineCheck(id=line.id, answer=worst, seen_by=chosen[0].seen_by, evidence=words)


def _is_number(text: str) -> bool:
    return text.strip().lstrip("-").isdecimal()


def _same(text: str, other: str) -> bool:
    first, second = text.strip().lower(), other.strip().lower()
    return first == second or any(first in words and second in words for words in (_TRUE, _FALSE))
