"""The suites and their programs: one row a program."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence

from rankwise.core.errors import UsageError
from rankwise.verbs.suites import imb
from rankwise.verbs.suites.sheet import Face

PROGRAMS: Mapping[str, Face] = {
    "IMB-MPI1": imb.MPI1,
    "IMB-NBC": imb.NBC,
    "IMB-RMA": imb.RMA,
    "IMB-P2P": imb.P2P,
}
SUITES: Mapping[str, str] = {
    "imb-mpi1": "IMB-MPI1",
    "imb-nbc": "IMB-NBC",
    "imb-rma": "IMB-RMA",
    "imb-p2p": "IMB-P2P",
}
"""What `--suite` takes, and the program that it is; with several programs the first word of the rest names one."""


def suite_program(suite: str, words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The program that `--suite` names, and its command line. Raises UsageError with the nearest names."""
    if suite.lower() not in SUITES:
        near = difflib.get_close_matches(suite.lower(), SUITES, n=3, cutoff=0.4) or list(SUITES)
        raise UsageError("unknown-suite", f"no suite is called '{suite}'", f"did you mean {' or '.join(near)}?")
    return SUITES[suite.lower()], tuple(words)


def face(program: str) -> Face:
    """The face of a program by its own name. Raises UsageError with the nearest names."""
    if program not in PROGRAMS:
        near = difflib.get_close_matches(program, PROGRAMS, n=3, cutoff=0.4) or list(PROGRAMS)
        raise UsageError("unknown-program", f"no program is called '{program}'", f"did you mean {' or '.join(near)}?")
    return PROGRAMS[program]
