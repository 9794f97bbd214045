"""Start-up and memory by number of processes, and the kind of transport that fits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.options import Hosts, MpiName, Option, Out, Seed, Unpack, budget
from rankwise.core.units import parse_size, parse_words

if TYPE_CHECKING:
    from rankwise.measure.watcher import Watcher
    from rankwise.verbs.records import ScaleReport

COUNTS = (2, 4, 8, 16, 32, 64)


def _counts(text: str) -> tuple[int, ...]:
    words = parse_words(text)
    if not words or not all(word.isdecimal() and int(word) >= 2 for word in words):
        raise UsageError(
            "bad-processes", f"'{text}' is not a list of process counts", "write for example 2,8,32; 2 or more"
        )
    return tuple(sorted({int(word) for word in words}))


def scale(
    mpi: MpiName = None,
    *,
    fabrics: Annotated[
        Sequence[str], Option("Transports to measure, by name. Default: one of each mode.", read=parse_words)
    ] = (),
    processes: Annotated[
        Sequence[int], Option("Process counts to measure.", read=_counts, words="2,4,8,16,32,64")
    ] = COUNTS,
    project: Annotated[Sequence[int], Option("Process counts to predict.", read=_counts, words="1024,16384")] = (
        1024,
        16384,
    ),
    trace: Annotated[
        str | Path | None,
        Option(
            "Recommend a transport for an application: a file with rows `kernel size count` or `size count`.",
            "--for-trace",
            metavar="FILE",
        ),
    ] = None,
    memory_bytes: Annotated[
        int, Option("Memory that connections of one process may use.", "--memory", read=parse_size, words="64MiB")
    ] = 64 << 20,
    repetitions: Annotated[int, Option("Launches per process count.", least=1)] = 3,
    budget_s: Annotated[float, budget("180s")] = 180.0,
    out: Out = None,
    seed: Seed = 1,
    watcher: Watcher | None = None,
    **where: Unpack[Hosts],
) -> ScaleReport:
    """Launch 2 to 64 idle processes over connected and datagram transports; fit, project, recommend.

    On this machine, or spread over hosts. `trace` is a file of what an application sends. Raises MeasurementFailed when
    no transport can be launched.
    """
    from rankwise.mpis import catalog
    from rankwise.verbs.scale import run
    from rankwise.verbs.where import where_of

    histogram = run.read_trace(Path(trace)) if trace else None
    loaded = settings.load({"mpi": mpi, "agent": where.get("agent"), "launcher": where.get("launcher"), "out": out})
    options = run.ScaleOptions(
        catalog.find(loaded["mpi"].value),
        where_of(**where).placement(partial=True),
        counts=tuple(processes) or COUNTS,
        targets=tuple(project),
        repetitions=repetitions,
        fabrics=tuple(fabrics),
        histogram=histogram,
        most_bytes=memory_bytes,
        budget_s=budget_s,
        out=settings.folder(out),
        seed=seed,
        settings=loaded,
    )
    return run.measure_scale(options, watcher)
