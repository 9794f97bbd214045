"""The suites and their programs: one row a program."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence

from rankwise.core.errors import UsageError
from rankwise.verbs.suites import alcf, imb, osu
from rankwise.verbs.suites.sheet import Face

PROGRAMS: Mapping[str, Face] = {
    "IMB-MPI1": imb.MPI1,
    "IMB-NBC": imb.NBC,
    "IMB-RMA": imb.RMA,
    "IMB-P2P": imb.P2P,
    **osu.FACES,
    "alcf": alcf.ALCF,
}
SUITES: Mapping[str, str] = {
    "imb-mpi1": "IMB-MPI1",
    "imb-nbc": "IMB-NBC",
    "imb-rma": "IMB-RMA",
    "imb-p2p": "IMB-P2P",
    "osu": "",
    "alcf": "alcf",
}
"""What `--suite` takes, and the program that it is; none where the next word names one."""


def suite_program(suite: str, words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The program that `--suite` names, and its command line, dashes before it left away. Raises UsageError with the
    nearest names."""
    words = words[1:] if words and words[0] == "--" else words
    if suite.lower() not in SUITES:
        raise _unknown("unknown-suite", "suite", suite, list(SUITES))
    program = SUITES[suite.lower()]
    if program:
        return program, tuple(words)
    known = [name for name in PROGRAMS if name.startswith(suite.lower())]
    if not words:
        few = ", ".join(known[:6])
        raise UsageError("no-benchmark", f"--suite {suite} needs a benchmark", f"e.g. {few}")
    if words[0] not in known:
        raise _unknown("unknown-benchmark", "benchmark", words[0], known)
    return words[0], tuple(words[1:])


def face(program: str) -> Face:
    """The face of a program by its own name. Raises UsageError with the nearest names."""
    if program not in PROGRAMS:
        raise _unknown("unknown-program", "program", program, list(PROGRAMS))
    return PROGRAMS[program]


def _unknown(code: str, kind: str, name: str, known: Sequence[str]) -> UsageError:
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.4) or known
    return UsageError(code, f"no {kind} is called '{name}'", f"did you mean {' or '.join(near)}?")
