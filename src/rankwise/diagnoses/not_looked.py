"""What a diagnosis of a job could not look at: the program itself, other nodes, ways that were not tried."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rankwise.core.files import is_file
from rankwise.diagnoses.case import Case
from rankwise.diagnoses.findings.container import elsewhere

_READERS: Final = ("cat", "zcat", "less", "more", "head", "tail", "grep", "tac", "bat")


def _is_file(word: str) -> bool:
    try:
        return is_file(word)
    except (OSError, ValueError):
        return False


def unseen_programs(case: Case) -> list[str]:
    """Programs of a line that were not seen to start MPI: scripts, programs that are not linked to it, and those that
    are in a container or on another machine."""
    parts = [part for part in (case, *case.others) if part.library is None and not part.static]
    return [str(part.program or part.words[0]) for part in parts if part.program or (part.words and elsewhere(part))]


def not_looked(case: Case, *, ran: bool) -> Iterator[str]:
    """Sentences for a report; `ran`: the job itself was started too."""
    if Path(case.argv[0]).name in _READERS and (file := next(filter(_is_file, case.argv[1:]), "")):
        yield f"what {file} says: rankwise doctor --log {shlex.quote(file)} reads a log"
    where = elsewhere(case)
    why = "it is not linked to one, and what it loads is known only while it runs"
    if where:
        why = f"`{where}` takes it where files of this machine say nothing"
    for program in dict.fromkeys(unseen_programs(case)):
        yield f"whether {program} starts MPI, and with which library: {why}"
    if case.start is None:
        yield "how the job starts: no trial start was made"
    elif not ran:
        yield f"the program itself: a probe ran in its place (rankwise doctor --run -- {shlex.join(case.argv)})"
    here = case.node.hostname
    away = sorted({rank.host for rank in case.ranks} - {here})
    if away:
        yield f"the nodes {', '.join(away)}: facts of the machine are those of {here} (doctor --hosts {','.join(away)})"
    if case.ranks and case.node.running:
        yield "other ways of copying inside a node: other processes use the CPUs, and their turns decide such times"
    if case.asked and case.ranks and len(case.ranks) < case.asked:
        yield f"{case.asked - len(case.ranks)} of {case.asked} ranks: they told nothing"
    if not case.ranks:
        yield "messages: no rank of a trial start came out of MPI_Init"
    elif not any("across" in rank.pairs for rank in case.ranks):
        yield "messages between nodes: all ranks of the trial start were on one"
