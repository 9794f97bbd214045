"""`rankwise bench`: named kernels over sizes, with intervals, and what IMB and OMB would print."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rankwise.cli.envelope import Answer, command
from rankwise.cli.options import (
    Agent,
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
from rankwise.core.errors import Exit, UsageError
from rankwise.core.units import parse_budget, parse_duration, parse_share, parse_size, parse_sizes, parse_words, plural

if TYPE_CHECKING:
    from rankwise.core.records import KernelFacts, Mark, Run


@command("bench")
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
    hosts: Hosts = None,
    per: Per = "",
    plan: Plan = None,
    lab: Lab = None,
    agent: Agent = None,
    mpi: MpiNames = None,
    comm: Annotated[
        str, typer.Option(help="world, duplicate, halves, quarters, world-1, layers:P, bisections:K or ranks: 0,1;2,3")
    ] = "world",
    op: Annotated[str, typer.Option(help="Reduction operation: sum, prod, max, min, land, bor ...")] = "sum",
    datatype: Annotated[
        str,
        typer.Option(
            "--type",
            help="Datatype: int8 to uint64, float, double, complex; or a non-contiguous layout: vector, resized.",
        ),
    ] = "",
    root: Annotated[str, typer.Option(help="Root of rooted collectives: a rank number, or `rotate`.")] = "0",
    in_place: Annotated[bool, typer.Option("--in-place", help="Call collectives with MPI_IN_PLACE.")] = False,
    window: Annotated[
        str, typer.Option(help="Messages in flight, e.g. 1,2,4. 0: as many as memory allows, up to 64.")
    ] = "0",
    one_place: Annotated[
        bool,
        typer.Option(
            "--same-buffer", "--one-place", help="Use the same buffer for all messages of a window, as IMB and OMB do."
        ),
    ] = False,
    window_kind: Annotated[
        str, typer.Option(help="Kind of window for one-sided kernels: allocate, create, dynamic or shared.")
    ] = "",
    threads: Annotated[int, typer.Option(help="Threads per rank, in kernels that use threads.", min=1)] = 2,
    compute: Annotated[
        str,
        typer.Option(help="Length of overlapped computation, in multiples of the call's time, e.g. 0.5,1,2."),
    ] = "1",
    cold: Annotated[bool, typer.Option("--cold", help="Flush buffers from the cache before each call.")] = False,
    load: Annotated[
        str, typer.Option(help="Measure again while all other ranks run this kernel, e.g. alltoall:64KiB.")
    ] = "",
    progress: Annotated[str, typer.Option(help="Asynchronous progress thread: default, async or both.")] = "default",
    buffers: Annotated[
        list[str] | None,
        typer.Option(
            help="Memory of messages: D (device), P (pinned), M (managed), H (host), or D,H by side. Repeatable."
        ),
    ] = None,
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
            seed=seed,
            quiet=quiet,
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
        datatype=datatype,
        operation=op,
        communicator=comm,
        root=_root(root),
        in_place=in_place,
        windows=tuple(int(number) for number in _numbers(window, "window")),
        one_place=one_place,
        window_kind=window_kind,
        threads=threads,
        compute_shares=tuple(_numbers(compute, "compute")),
        cold=cold,
        load=load.partition(":")[0],
        load_size_bytes=parse_size(load.partition(":")[2] or "64KiB"),
        progress=progress,
        buffers=tuple(buffers or ["H"]),
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

    def show() -> None:
        from rankwise.report.bench import lines

        print("\n".join(lines(run)))

    failed = run.status == "failed" or all(result.estimate is None for result in run.results)
    status = Exit.INTERRUPTED if run.status == "interrupted" else Exit.MEASUREMENT_FAILED if failed else Exit.DONE
    shown = {result.error for result in run.results if result.estimate is None}  # in place of its row
    return Answer(run, show, status, [text for text in run.warnings if text not in shown])


_OF_SUITES = (
    "suite", "mpi", "out", "launcher", "ranks", "endpoints", "hosts", "per", "plan", "lab", "agent", "progress", "seed",
    "json", "quiet",
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


def _root(text: str) -> int:
    if text == "rotate":
        return -1
    if not text.isdigit():
        raise UsageError("bad-root", f"'{text}' is no rank", "give a number or `rotate`")
    return int(text)


def _numbers(text: str, what: str) -> list[float]:
    """`0.5,1,2` as numbers that are not negative."""
    try:
        found = [float(part) for part in text.split(",")]
    except ValueError:
        found = [-1.0]
    if min(found) < 0.0:
        raise UsageError(f"bad-{what}", f"'{text}' is no list of numbers", "e.g. 1,2,4")
    return found


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
        if forms := [words for words, has in _forms(one) if has]:
            print(f"    can be asked for: {', '.join(forms)}")
        if mark := marks.kernels.get(one.name):
            print(f"    {_tried(one, mark)}")
        if one.lacks:
            print(f"    not here: needs {one.lacks}")


def _forms(kernel_facts: KernelFacts) -> tuple[tuple[str, int], ...]:
    return (
        ("--op and --type of numbers", kernel_facts.reduces),
        ("--type", kernel_facts.typed),
        ("--in-place", kernel_facts.in_place),
        ("--root rotate", kernel_facts.rotates),
        ("--window", kernel_facts.windowed),
        ("--one-place", kernel_facts.windowed and kernel_facts.sized and not kernel_facts.reduces),
        ("--window-kind", kernel_facts.window_kinds),
        ("--threads", kernel_facts.threaded),
        ("--compute", kernel_facts.overlaps),
        ("--buffers", kernel_facts.mirrored and not kernel_facts.on_device),
        ("counts beyond 2^31 - 1", kernel_facts.large),
    )
