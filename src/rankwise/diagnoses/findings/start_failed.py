"""The short start did not end well: known words of launchers, or the last ones."""

from __future__ import annotations

from typing import Final

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case, TrialStart, versions_of
from rankwise.diagnoses.findings import missing_library, no_program, other_launcher
from rankwise.logs.judge import findings_of, of_line
from rankwise.logs.reader import read
from rankwise.logs.table import ROWS

_OF_MEMORY: Final = ("bus-error", "segfault", "no-space", "shm-full", "mpich-shm", "ucx-shm", "killed", "mpich-fatal")
WORDLESS: Final = ("The start hangs", "The start fails")
"""Titles where no words explain it."""
WITHOUT_CAUSE: Final = (
    *WORDLESS,
    *(row.title for row in ROWS if row.name in _OF_MEMORY or row.role == "consequence"),
)
"""Titles that full shared memory explains."""


def told_by(case: Case, output: str) -> list[Finding]:
    """What the words of a start mean, the cause first."""
    return of_line(findings_of(read(output, versions_of(case.mpi))), case.line())


def _fixes(case: Case, known: Finding) -> dict[str, str]:
    """What serves any MPI, and what this one has of its own."""
    own = case.fix("single-copy", "") if "read another rank's memory" in known.title else {}
    fixes = {fix.launcher: fix.text for fix in known.fixes}
    return {**fixes, **({"mpiexec": own["mpiexec"]} if "mpiexec" in own else {})}


def _asked_for(case: Case) -> dict[str, str]:
    """The settings without which the job starts."""
    words = [item.words for item in case.culprits]
    return {"any": "; ".join(f"leave `{word}` away" if word.startswith("-") else f"`unset {word.partition('=')[0]}`"
                             for word in words)} if words else {}  # fmt: skip


def _no_messages(case: Case, start: TrialStart) -> Finding:
    """Every rank came back from MPI_Init, and the messages of the probe did not end."""
    mute = [rank for rank in case.ranks if not rank.transports]
    return finding(
        "no-messages",
        "MPI_Init works, and messages do not arrive",
        "critical",
        "The ranks met through the launcher; the network that the library chose between them does not carry messages.",
        seen={
            "short start": f"{len(mute)} of {len(case.ranks)} ranks were still waiting after {start.seconds:.0f} s",
            "hosts": ", ".join(sorted({rank.host for rank in case.ranks})),
            "last words": case.last_words or "nothing was printed",
        },
        fixes={
            "any": "name the network: `export UCX_NET_DEVICES=eth0 FI_TCP_IFACE=eth0`; Open MPI: "
            "`--mca btl_tcp_if_include NETWORK/PREFIX`"
        },
        verify="`rankwise doctor --hosts A,B` tries every connection between the nodes",
        mpi=case.family,
    )


def check(case: Case) -> Finding | None:
    """Nothing where another finding explains it."""
    start = case.start
    if start is None or any(other.check(case) for other in (no_program, missing_library, other_launcher)):
        return None
    waiting = [rank for rank in start.ranks if rank.world < 0]
    if start.status is None and start.ranks and not waiting and case.ranks[0].world > 1:
        return _no_messages(case, start)
    if start.status == 0 and not (waiting and case.library):
        return None
    known = next((item for item in told_by(case, start.output) if item.severity == "critical"), None)
    last = case.last_words or "nothing was printed"
    seen = {"short start": f"{len(start.initialised)} of {case.asked or 'the'} ranks came back from MPI_Init"}
    if start.status is None:
        title = "The start hangs"
        where = ", ".join(sorted({rank.host for rank in waiting})) or "no rank began"
        seen["ended after"] = f"{start.seconds:.0f} s; inside MPI_Init: {len(waiting)} ranks ({where})"
        cause = "The job does not come out of its start."
    else:
        title = "The start fails"
        seen["status"] = str(start.status)
        cause = "The launcher, or MPI_Init, ended with an error."
    seen |= {} if known else {"last words": last}
    if known is None and case.culprits:
        title = f"{title} because of {' and '.join(item.words for item in case.culprits)}"
    if known:
        title, cause = known.title, f"{cause} {known.cause}"
        seen |= {f"its words, {item.source}": item.observation for item in known.evidence}
    seen |= {f"without {item.words}": f"the job starts{item.here and '; ' + item.here}" for item in case.culprits}
    return finding(
        "start-failed",
        title,
        "critical",
        cause,
        seen=seen,
        fixes=_asked_for(case)
        or (_fixes(case, known) if known else {"any": f"run the start by itself: `{case.line()}`"}),
        verify=case.again,
        mpi=case.family,
    )
