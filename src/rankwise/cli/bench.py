"""`rankwise bench`: named kernels over sizes, with intervals, and what IMB and OMB would print."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rankwise.cli.compare import parse_share
from rankwise.cli.envelope import Answer, Json, Quiet, command
from rankwise.cli.other_program import words_of
from rankwise.core import settings
from rankwise.core.errors import Exit, UsageError
from rankwise.core.units import parse_duration, parse_sizes

if TYPE_CHECKING:
    from rankwise.core.records import Run
    from rankwise.measure.described import KernelFacts
    from rankwise.verbs.watcher import Watcher


@command("bench")
def bench(
    context: typer.Context,
    kernels: Annotated[list[str] | None, typer.Argument(help="Kernels by name, as --list shows.")] = None,
    *,
    listed: Annotated[bool, typer.Option("--list", help="Show every kernel and what it measures.")] = False,
    sizes: Annotated[str, typer.Option(help="Message sizes, e.g. 8,64KiB or 0:4MiB.")] = "0:4MiB",
    ranks: Annotated[int, typer.Option(help="Ranks to use; 0: one for each core.", min=0)] = 0,
    endpoints: Annotated[
        Path | None, typer.Option(help="One rank on each of the [[endpoint]]s of this TOML file.", metavar="FILE")
    ] = None,
    mpi: Annotated[str | None, typer.Option(help="MPI by name, several with commas, or `all`.")] = None,
    op: Annotated[str, typer.Option(help="Operation of reductions: sum, max, min or prod.")] = "sum",
    datatype: Annotated[str, typer.Option("--type", help="Datatype of reductions: int, float or double.")] = "float",
    window: Annotated[int, typer.Option(help="Messages in flight; 0: up to 64.", min=0)] = 0,
    precision: Annotated[str, typer.Option(help="Half width of each interval, e.g. 2%.")] = "2%",
    budget: Annotated[str, typer.Option(help="Time to measure; it ends earlier when all is precise.")] = "60s",
    out: Annotated[str | None, typer.Option(help="Directory for results.")] = None,
    launcher: Annotated[str | None, typer.Option(help="mpiexec or srun.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the order of visits.")] = 1,
    suite: Annotated[
        str | None,
        typer.Option(help="What follows is a command line of this suite, answered in its form.", metavar="SUITE ..."),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Measure kernels by name: median, interval, slowest rank, and what IMB and OMB would print.

    With --suite, what follows is a command line of another suite (IMB, OMB, ALCF), answered in its own form.
    """
    if suite is not None:
        from rankwise.cli.suite import answer
        from rankwise.verbs.suites.table import suite_program

        program, words = suite_program(suite, words_of(context))
        return answer(program, words, mpi=mpi, out=out, launcher=launcher, ranks=ranks, seed=seed, quiet=quiet)
    from rankwise.verbs.bench import BenchOptions, described
    from rankwise.verbs.bench import bench as run_bench

    loaded = settings.load({"mpi": mpi, "out": out, "launcher": launcher})
    options = BenchOptions(
        kernels=tuple(kernels or ()),
        sizes=parse_sizes(sizes),
        mpi=loaded["mpi"].value,
        ranks=ranks,
        datatype=datatype,
        operation=op,
        window=window,
        budget_s=parse_duration(budget),
        precision=parse_share(precision, "precision"),
        out=Path(loaded["out"].value),
        launcher=loaded["launcher"].value,
        watchdog_s=parse_duration(loaded["watchdog"].value),
        seed=seed,
        endpoints=endpoints,
    )
    if endpoints and ranks:
        raise UsageError("ranks-and-endpoints", "--endpoints says how many ranks there are", "leave --ranks away")
    if listed:
        found = list(described(options).values())
        return Answer(found, lambda: _show_kernels(found))
    if not options.kernels:
        raise UsageError("no-kernel", "no kernel was named", "e.g. `rankwise bench pingpong`; --list shows all")
    with ExitStack() as stack:
        run = run_bench(options, _watcher(stack, quiet))

    def show() -> None:
        from rankwise.report.bench import lines

        print("\n".join(lines(run)))

    failed = all(result.estimate is None for result in run.results)
    status = Exit.INTERRUPTED if run.status == "interrupted" else Exit.MEASUREMENT_FAILED if failed else Exit.DONE
    return Answer(run, show, status, list(run.warnings))


def _show_kernels(found: list[KernelFacts]) -> None:
    for one in found:
        most = f" to {one.max_ranks}" if one.max_ranks > one.min_ranks else "" if one.max_ranks else " or more"
        plural = "" if one.min_ranks == one.max_ranks == 1 else "s"
        print(f"{one.name}  ({one.min_ranks}{most} rank{plural})\n    {one.definition}")
        if one.rate:
            print(f"    bytes counted: {one.rate}")
        if one.peer:
            print(f"    corresponds to: {one.peer}")
        if one.lacks:
            print(f"    not here: needs {one.lacks}")


def _watcher(stack: ExitStack, quiet: bool) -> Watcher:
    from rankwise.cli.survey import live_rows
    from rankwise.report.live import Live
    from rankwise.verbs.watcher import Watcher

    live: list[Live] = [stack.enter_context(Live(0.0, quiet))]

    def begin(run: Run, total_s: float) -> None:
        live[0].close()
        live[0] = stack.enter_context(Live(total_s, quiet))
        live[0].phase(f"measuring {len(run.plan.cells)} cells for {total_s:.0f} s at most")

    def phase(text: str) -> None:
        live[0].phase(text)

    return Watcher(
        phase=phase,
        begin=begin,
        progress=lambda now: live[0].update(live_rows(now), now.done_s),
    )
