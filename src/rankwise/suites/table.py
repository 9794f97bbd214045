"""The suites and their programs: one row a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rankwise.core.errors import UsageError
from rankwise.core.nearest import did_you_mean
from rankwise.suites import alcf, imb, osu
from rankwise.suites.sheet import Face

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
    "omb": "",
    "alcf": "alcf",
}
"""What `--suite` takes, and the program that it is; none where the next word names one."""
_FEW = 12
_NO_V = "there are no kernels of it: osu_ineighbor_allgather and osu_ineighbor_alltoall are there"
_NOT_HERE: Mapping[str, str] = {
    "imb-ext": "of it `rankwise bench put_fence get_fence` measures Unidir_Put and Unidir_Get",
    "imb-mt": "of it `rankwise bench pingpong_threads sendrecv_threads` measures PingPongMT and SendRecvMT",
    "imb-mpi4": "`rankwise bench bcast_persistent` and its like measure persistent collectives alone",
    "imb-io": "files are not measured",
    "osu_latency_mt": "`rankwise bench pingpong_threads` measures threads in pairs",
    "osu_latency_mp": "its processes fork, ours do not",
    "osu_ineighbor_allgatherv": _NO_V,
    "osu_ineighbor_alltoallv": _NO_V,
    "osu_ineighbor_alltoallw": _NO_V,
    "osu_put_bibw": "`rankwise bench put_stream_both` is the nearest: it ends a window by a flush",
    "osu_get_mbw": "there is no kernel of its definition",
    "osu_get_multi_lat": "there is no kernel of its definition",
    "osu_bw_fan_in": "`rankwise bench fan_in` is of one rank, not of one node",
    "osu_bw_fan_out": "`rankwise bench fan_out` is of one rank, not of one node",
    "osu_hello": "`rankwise survey` and `rankwise scale` measure start-up",
    "osu_init": "`rankwise survey` and `rankwise scale` measure start-up",
}
"""What a user may ask for and is not here, with what to do instead: see docs/suites.md."""


def suite_program(suite: str, words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The program that `--suite` names, and its command line, dashes before it left away. Raises UsageError with the
    nearest names."""
    words = words[1:] if words and words[0] == "--" else words
    if suite.lower() not in SUITES:
        raise _unknown("unknown-suite", "suite", suite, list(SUITES))
    program = SUITES[suite.lower()]
    if program:
        return program, tuple(words)
    known = [name for name in PROGRAMS if name.startswith("osu_")]
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
    if why := _NOT_HERE.get(name.lower()):
        return UsageError("not-here", f"{name} is not measured here", why)
    all_ = f"use {', '.join(known)}" if len(known) < _FEW else "`rankwise-suite --list` names all programs"
    return UsageError(code, f"no {kind} is called '{name}'", did_you_mean(name, known, all_, cutoff=0.5))
