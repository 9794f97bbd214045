"""A diagnosis in words: what a job really gets, then what is wrong, worst first, each with its fix."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rankwise.core.grouped import grouped
from rankwise.core.records import Evidence, Finding
from rankwise.core.units import few, plural
from rankwise.diagnoses.records import Diagnosis, ReadLog, StandingRank
from rankwise.report import words
from rankwise.report.doctor_start import started
from rankwise.report.explanation import lines as explained_lines
from rankwise.report.not_looked import not_looked
from rankwise.report.page import environment
from rankwise.report.tables import columns, told, wrapped
from rankwise.report.words import alike

_WIDTH = 116
_MOST_KINDS = 4  # of what nodes show, in one finding or line


def lines(diagnosis: Diagnosis) -> list[str]:
    """For a terminal, the answer first; before an all-clear, and of a log, what was not looked at. One screen where
    nothing much is wrong."""
    if diagnosis.explained:
        return explained_lines(diagnosis.explained)
    unlooked = [*not_looked(diagnosis.not_looked)]
    before, after = ([], unlooked) if diagnosis.answer == "problems" and not diagnosis.log else (unlooked, [])
    parts = [
        [*before, *told(words.sentence(verdict(diagnosis)))],
        [part for line in facts(diagnosis) for part in ([line] if line.startswith("job ") else told(line, " " * 10))],
        *map(_finding, _in_common(diagnosis)),
        [*_unknown(diagnosis.log)] if diagnosis.log else [*after, f"{len(diagnosis.checked)} checks made"],
    ]
    return [line for part in parts if part for line in ("", *part)][1:]


def verdict(diagnosis: Diagnosis) -> str:
    """The answer in a sentence; of an explained launch line there is none."""
    if diagnosis.explained:
        return ""
    bad = [finding for finding in _in_common(diagnosis) if finding.severity in ("critical", "serious")]
    if bad:
        return f"{plural(len(bad), 'problem')}{', the worst' if bad[1:] else ''}: {bad[0].title}"
    if diagnosis.log:
        return _verdict_of_log(diagnosis)
    if diagnosis.answer == "cannot tell":
        return "cannot tell: the program was not seen to start MPI"
    return "nothing serious found in what was looked at"


def _unknown(log: ReadLog) -> Iterator[str]:
    """The lines about MPI that are in no row."""
    if log.unknown:
        verb = "is" if log.unknown_lines == 1 else "are"
        yield f"{log.unknown_lines} of {plural(log.about, 'different line')} about MPI {verb} unknown to us:"
        yield from (f"  | {line[: _WIDTH - 4]}" for line in log.unknown)
        if log.unknown_lines > len(log.unknown):
            yield f"  and {log.unknown_lines - len(log.unknown)} more"


def _verdict_of_log(diagnosis: Diagnosis) -> str:
    log = diagnosis.log
    if log is not None and not log.about:
        return "cannot tell: nothing in it is about MPI"
    if diagnosis.answer == "cannot tell":
        return "cannot tell: no message that rankwise knows explains a failure"
    return "no message of a failure in it; what a job does not print is not seen"


def facts(diagnosis: Diagnosis) -> Iterator[str]:
    """What the line starts and what the short start showed."""
    if diagnosis.explained:
        yield from explained_lines(diagnosis.explained)
        return
    if log := diagnosis.log:
        told = ", ".join(f"{name} {value}".strip() for name, value in log.told.items())
        yield f"log       {', '.join(log.files)}: {plural(log.lines, 'line')}" + (f"; it names {told}" if told else "")
    yield from _nodes(diagnosis)
    if diagnosis.command:
        yield f"job       {shlex.join(diagnosis.command)}"
        yield f"launcher  {diagnosis.launcher or 'none that rankwise knows'}"
        yield f"library   {diagnosis.library or 'not known before the program runs'}"
    for rank in diagnosis.standing:
        does = f"{rank.state}, {rank.cpu_share:.0%} of a CPU"
        yield f"rank {rank.number:<4} {rank.host and rank.host + ', '}process {rank.pid}, {does}, in {_place(rank)}"
    if diagnosis.ranks:
        yield from started(diagnosis.ranks, diagnosis.asked_ranks)


def _names(diagnosis: Diagnosis) -> list[str]:
    """The nodes and cards that were to be looked at; none where it was a job or this machine."""
    places = diagnosis.run.plan.endpoints
    return list(dict.fromkeys(place.id if place.kind == "card" else place.node for place in places))


def _nodes(diagnosis: Diagnosis) -> Iterator[str]:
    """Of several nodes those that give no answer, how many do not stand out, and in what the others do."""
    names = _names(diagnosis)
    if len(names) < 2:
        return
    lost, odd = _affected(diagnosis, "no-answer"), _affected(diagnosis, "odd-node")
    text = [f"{few(list(lost))}: no answer"] if lost else []
    unlike = _affected(diagnosis, "unlike-nodes")
    text += [f"{few(list(unlike))}: they differ from one another"] if unlike else []
    alone = len(names) - len({*lost, *odd, *unlike})
    text += [f"{alone} of {len(names)} do not stand out"] if alone or not unlike else []
    kinds = alike((name, finding.evidence[0]) for name, finding in odd.items())
    text += [f"{few(who)}: {seen.source} {seen.observation}" for who, seen in kinds[:_MOST_KINDS]]
    text += [f"and {len(kinds) - _MOST_KINDS} more that differ in other ways"] if len(kinds) > _MOST_KINDS else []
    yield from (f"{'' if number else 'nodes':<9} {line}" for number, line in enumerate(text))


def _affected(diagnosis: Diagnosis, kind: str) -> dict[str, Finding]:
    return {name: finding for finding in diagnosis.findings if finding.id == kind for name in finding.affects}


def _in_common(diagnosis: Diagnosis) -> list[Finding]:
    """The findings. Those that several nodes have in common are one, at the place of the first."""
    if len(_names(diagnosis)) < 2:
        return list(diagnosis.findings)
    kinds = grouped(
        (_kind(finding) if len(finding.affects) == 1 else finding, finding) for finding in diagnosis.findings
    )
    return [_together(group) if len(group[0].affects) == 1 else group[0] for group in kinds.values()]


def _kind(finding: Finding) -> tuple[str, ...]:
    """What the finding has in common with those of other nodes: its words without the node's name."""
    texts = (finding.id, finding.severity, finding.title, *(fix.text for fix in finding.fixes))
    return tuple(re.sub(_name(finding), "", text) for text in texts)


def _name(finding: Finding) -> str:
    """The pattern of the node's name as a word."""
    return rf"(?<![\w.-]){re.escape(finding.affects[0])}(?![\w-])"


def _together(group: Sequence[Finding]) -> Finding:
    """One finding for several nodes: who they are, and what was seen, by node as far as that differs."""
    first = group[0]
    names = [finding.affects[0] for finding in group]
    if not re.search(_name(first), first.title):
        title = f"{first.title} on {few(names)}"
    else:
        title = f"{first.title} (and {few(names[1:])})" if names[1:] else first.title
    kinds = alike((finding.affects[0], finding.evidence) for finding in group)
    seen = [
        Evidence(source=f"{few(who)}: {item.source}" if len(kinds) > 1 else item.source, observation=item.observation)
        for who, evidence in kinds[:_MOST_KINDS]
        for item in evidence
    ]
    if rest := [name for who, _ in kinds[_MOST_KINDS:] for name in who]:
        seen.append(Evidence(source=few(rest), observation="other figures (--json has them)"))
    return replace(first, title=title, evidence=tuple(seen), affects=tuple(names))


def _place(rank: StandingRank) -> str:
    if rank.call:
        return f"{rank.call} called by {rank.caller}" if rank.caller else rank.call
    return next((name for name in rank.stack if name != "??"), rank.waits_in) or "a place that cannot be seen"


def script(diagnosis: Diagnosis) -> list[str]:
    """The fixes as a script to read and run by hand: each line explained, and none that runs by itself."""
    text = ["#!/bin/sh", "# Fixes that rankwise proposes. Read each one, take away the # of those that you want."]
    for finding in _in_common(diagnosis):
        text += ["", f"# {finding.title} ({finding.severity}): {finding.cause}"]
        for fix in finding.fixes:
            text += [f"# for {fix.mpi}, {fix.launcher}:" + (f" {fix.words}" if fix.words else "")]
            text += [f"# {fix.line}"] if fix.line else []
        text += [f"# verify: {finding.check}"] if finding.check else []
    return text


def render(diagnosis: Diagnosis) -> str:
    """The page as text."""
    template = environment().get_template("doctor.html.j2")
    told = {"diagnosis": diagnosis, "facts": list(facts(diagnosis)), "findings": _in_common(diagnosis)}
    return str(template.render(run=diagnosis.run, verdict=verdict(diagnosis), **told))


def _finding(finding: Finding) -> list[str]:
    text = told(f"{finding.severity.upper()}: {finding.title}", "  ")
    text += _indented("because", finding.cause)
    for evidence in finding.evidence:
        text += _indented("seen", f"{evidence.source}: {evidence.observation}")
    for fix in finding.fixes:
        of = f"    ({fix.launcher})" if len(finding.fixes) > 1 else ""
        text += _typed("fix", fix.words and f"{fix.words}{of}", f"{fix.line}{of}")
    return [*text, *_typed("verify", finding.verify_words, finding.verify)] if finding.check else text


def _typed(word: str, text: str, line: str) -> list[str]:
    """What to do, in words where there are some; else the line, which is never broken."""
    return told(f"  {word:<8} {text}", " " * 11) if text else [f"  {word:<8} {line}"]


def _indented(word: str, text: str) -> list[str]:
    first, *rest = wrapped(text, columns(_WIDTH) - 11) or [""]
    return [f"  {word:<8} {first}", *(f"           {line}" for line in rest)]
