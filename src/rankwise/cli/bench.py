"""`rankwise bench`: named kernels over sizes, with intervals, and what IMB and OMB would print."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rankwise.cli.cell_options import with_cell_options
from rankwise.cli.envelope import Answer, command
from rankwise.cli.options import (
    Agent,
    Allow,
    Budget,
    Device,
    DeviceBuffers,
    DeviceList,
    Endpoints,
    Hosts,
    Json,
    Lab,
    Launcher,
    MpiNames,
    Out,
    Per,
    Plan,
    Quiet,
    Ranks,
    Seed,
    Sizes,
)
from rankwise.cli.other_program import words_of
from rankwise.core import settings
from rankwise.core.cell_parameters import forms
from rankwise.core.errors import Exit, UsageError
from rankwise.core.units import parse_budget, parse_duration, parse_share, parse_size, parse_sizes, parse_words, plural

if TYPE_CHECKING:
    from rankwise.core.records import KernelFacts, Mark, Run


@command("bench")
@with_cell_options
def bench(
    context: typer.Context,
    kernels: Annotated[
        list[str] | None, typer.Argument(help="Kernels by name, as --list shows, or with commas.")
    ] = None,
    *,
    listed: Annotated[bool, typer.Option("--list", help="Show every kernel and what it measures.")] = False,
    sizes: Sizes = "0:4MiB",
    ranks: Ranks = 0,
    endpoints: Endpoints = None,
    allow: Allow = None,
    hosts: Hosts = None,
    per: Per = "",
    plan: Plan = None,
    lab: Lab = None,
    agent: Agent = None,
    mpi: MpiNames = None,
    comm: Annotated[
        str, typer.Option(help="world, duplicate, halves, quarters, world-1, layers:P, bisections:K or ranks: 0,1;2,3")
    ] = "world",
    parameters: dict[str, Any],
    load: Annotated[
        str, typer.Option(help="Measure again while all other ranks run this kernel, e.g. alltoall:64KiB.")
    ] = "",
    progress: Annotated[str, typer.Option(help="Asynchronous progress thread: default, async or both.")] = "default",
    device: Device = "gpu",
    devices: DeviceList = "auto",
    device_buffers: DeviceBuffers = False,
    precision: Annotated[str, typer.Option(help="Stop when each interval has this half width, e.g. 2%.")] = "2%",
    budget: Budget = "60s",
    launches: Annotated[
        int, typer.Option(help="Number of launches. With 1, intervals describe that launch only.", min=1)
    ] = 3,
    out: Out = None,
    launcher: Launcher = None,
    seed: Seed = 1,
    suite: Annotated[
        str | None,
        typer.Option(
            help="Read what follows as a command line of this suite (IMB, OMB, ALCF) and print its format.",
            metavar="SUITE ...",
        ),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Measure kernels by name: median, interval, slowest rank, and what IMB and OMB would print.

    With --suite, what follows is a command line of another suite (IMB, OMB, ALCF), answered in its own form.
    """
    from rankwise.cli.targets import enter_lab
    from rankwise.verbs.where import where_of

    enter_lab(lab)
    if suite is not None:
        from rankwise.cli.suite import answer, told_once
        from rankwise.verbs.suite import suite_program

        with told_once():
            program, words = suite_program(suite, words_of(context))
            _refuse_others(context, suite)
        return answer(
            program,
            words,
            mpi=mpi,
            out=out,
            launcher=launcher,
            where=where_of(ranks=ranks, hosts=hosts, endpoints=endpoints, plan=plan, lab=lab, per=per),
            agent=agent,
            progress=progress,
            device=device,
            devices=devices,
            device_buffers=device_buffers,
            seed=seed,
            quiet=quiet,
            json=json,
        )
    from rankwise.verbs.bench import BenchOptions, described
    from rankwise.verbs.bench import bench as run_bench

    loaded = settings.load({"mpi": mpi, "out": out, "launcher": launcher})
    options = BenchOptions(
        kernels=tuple(name for word in kernels or () for name in parse_words(word)),
        sizes=parse_sizes(sizes),
        mpi=loaded["mpi"].value,
        where=where_of(ranks=ranks, hosts=hosts, endpoints=endpoints, plan=plan, lab=lab, per=per),
        agent=agent or "",
        parameters=parameters,
        communicator=comm,
        load=load.partition(":")[0],
        load_size_bytes=parse_size(load.partition(":")[2] or "64KiB"),
        progress=progress,
        device=device,
        devices=devices,
        device_buffers=device_buffers,
        budget_s=parse_budget(budget),
        precision=parse_share(precision, "precision"),
        launches=launches,
        out=Path(loaded["out"].value),
        launcher=loaded["launcher"].value,
        watchdog_s=parse_duration(loaded["watchdog"].value),
        seed=seed,
    )
    if listed:
        found = list(described(options).values())
        return Answer(found, lambda: _show_kernels(found))
    if not options.kernels:
        raise UsageError("no-kernel", "no kernel was named", "e.g. `rankwise bench pingpong`; --list shows all")
    from rankwise.cli.watching import watching

    def begins(run: Run, total_s: float) -> str:
        return f"measuring {plural(len(run.plan.cells), 'cell')} for {total_s:.0f} s at most"

    with ExitStack() as stack:
        run = run_bench(options, watching(stack, quiet, begins))

    from rankwise.report.answers import show

    failed = run.status == "failed" or all(result.estimate is None for result in run.results)
    status = Exit.INTERRUPTED if run.status == "interrupted" else Exit.MEASUREMENT_FAILED if failed else Exit.DONE
    shown = {result.error for result in run.results if result.estimate is None}  # in place of its row
    return Answer(run, lambda: show(run), status, [text for text in run.warnings if text not in shown])


_OF_SUITES = (
    "suite", "mpi", "out", "launcher", "ranks", "endpoints", "hosts", "per", "plan", "lab", "agent", "progress", "seed",
    "device", "devices", "device_buffers", "json", "quiet",
)  # fmt: skip
"""Parameters that say where a suite's command line is measured, and what becomes of its answer."""


def _refuse_others(context: typer.Context, suite: str) -> None:
    """Raises UsageError for what was given beside them: what is measured is for the suite's own flags to say. Of a
    job's ranks the first one tells it."""
    from rankwise.verbs.suite import first_rank

    given = [
        param.opts[0]
        for param in context.command.params
        if param.name not in _OF_SUITES and _was_given(context, param.name or "")
    ]
    if given and not first_rank():
        raise typer.Exit(Exit.USAGE)
    if given:
        raise UsageError(
            "not-with-suite",
            f"{', '.join(given)}: means nothing to --suite {suite}, whose own flags say what is measured",
            "leave it away, or measure kernels without --suite",
        )


def _was_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _tried(kernel_facts: KernelFacts, mark: Mark) -> str:
    where = ", ".join(f"{family} {version}" for family, version in mark.ran.items())
    caught = f"; a corrupted byte was caught on {', '.join(mark.caught)}" if mark.caught else ""
    peer = "; its peer was not run beside it" if kernel_facts.peer else "; no peer"
    if mark.ratio_cells:
        cells = plural(mark.ratio_cells, "cell")
        peer = f"; time over {mark.peer} {mark.ratio_low:.2f} to {mark.ratio_high:.2f} in {cells}"
    return f"tried on {where}{caught}{peer}"


def _show_kernels(kernel_factses: list[KernelFacts]) -> None:
    from rankwise.verbs.bench import marks_of

    marks = marks_of()
    for one in kernel_factses:
        most = f" to {one.max_ranks}" if one.max_ranks > one.min_ranks else "" if one.max_ranks else " or more"
        plural = "" if one.min_ranks == one.max_ranks == 1 else "s"
        print(f"{one.name}  ({one.min_ranks}{most} rank{plural})\n    {one.definition}")
        if one.rate:
            print(f"    bytes counted: {one.rate}")
        if one.peer:
            print(f"    corresponds to: {one.peer}")
        if found := [*forms(one), *(["counts beyond 2^31 - 1"] if one.large else [])]:
            print(f"    can be asked for: {', '.join(found)}")
        if mark := marks.kernels.get(one.name):
            print(f"    {_tried(one, mark)}")
        if one.lacks:
            print(f"    not here: needs {one.lacks}")
