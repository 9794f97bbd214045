"""The traffic that a user names: a pattern, a matrix in a file, or a trace."""

from __future__ import annotations

from pathlib import Path

from rankwise.core.errors import UsageError
from rankwise.core.files import read
from rankwise.core.records import decode
from rankwise.optimise.traffic import HINT, Traffic, matrix, pattern, pattern_ranks
from rankwise.tracing.records import Trace
from rankwise.tracing.traffic import traffic_of_trace
from rankwise.verbs import runs


def traffic_of(
    name: str, endpoints: int, ranks: int = 0, size_bytes: int = 1 << 20, out: str | Path | None = None
) -> Traffic:
    """The traffic of a pattern, of a matrix in a file, or of a trace: a file of `trace export --format json` or a run
    that is stored in `out`. For `ranks` ranks (0: as many as it says, else all endpoints).

    Raises UsageError for an unknown pattern, a matrix that makes no sense and a trace that lacks ranks.
    """
    if (trace := _trace(name, out)) is not None:
        if ranks and ranks != trace.world:
            raise UsageError("bad-trace", f"{name} is of {trace.world} ranks, not {ranks}", "leave --ranks away")
        return traffic_of_trace(trace)
    if _is_file(name):
        found = matrix(read(Path(name), "no-matrix", HINT), name, size_bytes)
        if ranks and ranks != found.ranks:
            raise UsageError("bad-matrix", f"{name} is of {found.ranks} ranks, not {ranks}", "leave --ranks away")
        return found
    return pattern(name, ranks or pattern_ranks(name) or endpoints, size_bytes)


def _is_file(name: str) -> bool:
    """Whether a word names a file: a pattern of that name is the pattern, and `./ring` the file."""
    if Path(name).suffix == ".csv":
        return True
    try:
        pattern_ranks(name)
    except UsageError:
        return Path(name).is_file()
    return False


def _trace(name: str, out: str | Path | None) -> Trace | None:
    """The trace of this name; None where it names a pattern, a matrix, or nothing that is stored."""
    if Path(name).suffix == ".json":
        return decode(Trace, read(Path(name), "no-trace", HINT).encode(), source=name)
    if _is_file(name):
        return None
    try:
        pattern_ranks(name)
    except UsageError as unknown:
        try:
            run, answer = runs.answer(name, out)
        except UsageError as error:
            raise unknown if error.code in ("no-such-run", "no-store") else error from None
        if not isinstance(answer, Trace):
            raise UsageError("no-trace", f"run {run.id} is not a trace but of kind '{run.kind}'", HINT) from None
        return answer
    return None
