"""`rankwise scale`: what start-up and memory cost with many processes, connected and connectionless."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import (
    Agent,
    Allow,
    Budget,
    Endpoints,
    Hosts,
    Lab,
    Launcher,
    MpiName,
    Out,
    Plan,
    Quiet,
    Seed,
)
from rankwise.core import settings
from rankwise.core.errors import Exit, UsageError
from rankwise.core.options import Option
from rankwise.core.units import parse_budget, parse_size, parse_words


@command("scale")
def scale(
    *,
    mpi: MpiName = None,
    hosts: Hosts = None,
    endpoints: Endpoints = None,
    allow: Allow = None,
    plan: Plan = None,
    lab: Lab = None,
    agent: Agent = None,
    launcher: Launcher = None,
    fabrics: Annotated[str, Option("Transports to measure, by name. Default: one of each mode.")] = "",
    processes: Annotated[str, Option("Process counts to measure.")] = "2,4,8,16,32,64",
    project: Annotated[str, Option("Process counts to predict.")] = "1024,16384",
    trace: Annotated[
        Path | None,
        Option(
            "Recommend a transport for an application: a file with rows `kernel size count` or `size count`.",
            "--for-trace",
            metavar="FILE",
        ),
    ] = None,
    memory: Annotated[str, Option("Memory that connections of one process may use.")] = "64MiB",
    repetitions: Annotated[int, Option("Launches per process count.", least=1)] = 3,
    budget: Budget = "180s",
    out: Out = None,
    seed: Seed = 1,
    quiet: Quiet = False,
) -> Answer:
    """Launch 2 to 64 idle processes over connected and datagram transports; fit, project, recommend.

    Without --hosts, --endpoints, --plan or --lab: on this machine.
    """
    from rankwise.cli.targets import enter_lab
    from rankwise.report.live import Live
    from rankwise.verbs.mpi import usable
    from rankwise.verbs.scale.run import Options, measure_scale, read_trace
    from rankwise.verbs.watching import Watcher
    from rankwise.verbs.where import where_of

    enter_lab(lab)
    histogram = read_trace(trace) if trace else None
    loaded = settings.load({"mpi": mpi, "agent": agent, "launcher": launcher, "out": out})
    where = where_of(hosts=hosts, endpoints=endpoints, plan=plan, lab=lab)
    options = Options(
        usable(loaded["mpi"].value),
        where.placement(launcher=launcher or "", agent=agent or "", partial=True),
        counts=_counts(processes, least=2),
        targets=_counts(project, least=2),
        repetitions=repetitions,
        fabrics=parse_words(fabrics),
        histogram=histogram,
        most_bytes=parse_size(memory),
        budget_s=parse_budget(budget),
        out=Path(loaded["out"].value),
        seed=seed,
        settings=loaded,
    )
    live = Live(0.0, quiet)
    try:
        report = measure_scale(options, Watcher(phase=live.phase))
    finally:
        live.close()

    from rankwise.report.answers import show

    status = Exit.INTERRUPTED if report.run.status == "interrupted" else Exit.DONE
    return Answer(report, lambda: show(report), status, list(report.run.warnings))


def _counts(text: str, *, least: int) -> tuple[int, ...]:
    words = parse_words(text)
    if not words or not all(word.isdecimal() and int(word) >= least for word in words):
        raise UsageError(
            "bad-processes", f"'{text}' is not a list of process counts", f"write for example 2,8,32; {least} or more"
        )
    return tuple(sorted({int(word) for word in words}))
