"""`rankwise compare`: which side is faster, by how much, and how sure that is."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

import click

from rankwise.cli.after_dashes import WithProgram, check_figure, program_of
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Allow, Budget, Figure, Higher, Json, Launcher, Out, Quiet, ShippedProgram, Sizes
from rankwise.cli.shipped import asked
from rankwise.core import settings
from rankwise.core.cell_options import device_memory
from rankwise.core.errors import Exit, UsageError
from rankwise.core.options import Argument, Device, DeviceBuffers, DeviceList, MpiName, Option, Ranks, Seed
from rankwise.core.units import parse_budget, parse_duration, parse_share, parse_sizes, parse_words

if TYPE_CHECKING:
    from rankwise.experiment.records import Comparison

Sides = Annotated[
    list[str],
    Argument(
        "Two sides or more, the first is the baseline. Parts of a side are joined by +: mpi=NAME, "
        "env:NAME=VALUE, mca:NAME=VALUE, fabric=NAME, tuning=FILE, bind=none, cpus=0,1, endpoints=FILE, "
        "hosts=A,B, device=staged|auto|off, container=COMMAND, default.",
        metavar="A B [C...]",
    ),
]


@command("compare", cls=WithProgram)
def compare(
    context: click.Context,
    sides: Sides,
    *,
    shipped_program: ShippedProgram = "",
    kernels: Annotated[str, Option("Kernels to measure, e.g. pingpong,allreduce.")] = "",
    sizes: Sizes = "",
    ranks: Ranks = 0,
    buffers: Annotated[str, Option("Send from D (device), P (pinned), M (managed) memory, or D,H by side.")] = "",
    device: Device = "gpu",
    devices: DeviceList = "auto",
    device_buffers: DeviceBuffers = False,
    budget: Budget = "60s",
    precision: Annotated[str, Option("Stop when each ratio's interval has this half width, e.g. 5%.")] = "5%",
    margin: Annotated[str, Option("Differences below this count as equal, e.g. 2%.")] = "2%",
    fail_on: Annotated[
        str,
        Option("`slower`: exit with status 1 when a side is slower at any benchmark point.", "--fail-on"),
    ] = "",
    figure: Figure = "",
    higher: Higher = False,
    mpi: MpiName = None,
    launcher: Launcher = None,
    out: Out = None,
    seed: Seed = 1,
    allow: Allow = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Compare MPIs, settings or placements: alternated every few milliseconds, until each ratio is decided.

    With `-- COMMAND` at the end whole runs of a program are compared: `rankwise compare default env:UCX_TLS=tcp --
    mpirun -n 2 ./app`. Status 1 when nothing could be decided.
    """
    if fail_on not in ("", "slower"):
        raise UsageError("bad-fail-on", f"'{fail_on}' is nothing to fail on", "write --fail-on slower")
    loaded = settings.load({"mpi": mpi, "out": out, "launcher": launcher})
    common: _Common = {
        "sides": tuple(sides),
        "budget_s": parse_budget(budget),
        "precision": parse_share(precision, "precision"),
        "margin": parse_share(margin, "margin"),
        "out": Path(loaded["out"].value),
        "seed": seed,
        "allow": tuple(allow or ()),
    }
    meant = asked(shipped_program, program_of(context), ranks=ranks, mpi=mpi, figure=figure, higher=higher)
    argv, known = meant.argv, meant.shipped
    of_kernels = kernels or sizes or launcher or buffers or devices != "auto" or device_buffers
    if argv and (of_kernels or (not known and (ranks or mpi))):
        raise UsageError(
            "kernels-and-program",
            "--kernels, --sizes, --ranks, --mpi, --launcher, --buffers, --devices and --device-buffers say how kernels "
            "are measured, not a program",
            "leave them away, or leave -- COMMAND away; device=auto in a side is --device-buffers of a program",
        )
    check_figure(argv, meant.figure, meant.higher)
    from rankwise.cli.watching import watching

    with ExitStack() as stack:
        watcher = watching(stack, quiet, lambda _run, total_s: f"comparing for {total_s:.0f} s at most")
        if argv:
            from rankwise.verbs.compare.program import ProgramOptions, compare_program

            options_of_program = ProgramOptions(
                **common,
                argv=argv,
                figure=meant.figure,
                higher_is_better=meant.higher,
                device="" if device == "gpu" else device,
                mpi=meant.mpi or "" if known else "",
                build=known.argv if known else None,
                phases=known.phases if known else None,
            )
            return _answer(compare_program(options_of_program, watcher), fail_on, json, options_of_program.out)
        from rankwise.verbs.compare.run import CompareOptions
        from rankwise.verbs.compare.run import compare as compare_kernels

        options = CompareOptions(
            **common,
            kernels=parse_words(kernels),
            sizes=parse_sizes(sizes) if sizes else (),
            ranks=ranks,
            mpi=loaded["mpi"].value,
            launcher=loaded["launcher"].value,
            watchdog_s=parse_duration(loaded["watchdog"].value),
            memory=device_memory(buffers, device, devices, device_buffers),
        )
        return _answer(compare_kernels(options, watcher), fail_on, json, options.out)


class _Common(TypedDict):
    sides: tuple[str, ...]
    budget_s: float
    precision: float
    margin: float
    out: Path
    seed: int
    allow: tuple[str, ...]


def _answer(answer: Comparison, fail_on: str, json: bool, out: Path) -> Answer:
    from rankwise.report.answers import show, write

    page = write(answer, out / f"compare-{answer.run.id}.html")

    ratios = [ratio for cell in answer.cells for ratio in cell.ratios.values()]
    undecided = all(ratio.answer == "cannot tell" for ratio in ratios)
    slower = fail_on == "slower" and any(ratio.answer == "slower" for ratio in ratios)
    ended = {"interrupted": Exit.INTERRUPTED, "failed": Exit.MEASUREMENT_FAILED}
    status = ended.get(answer.run.status, Exit.ANSWER_IS_NO if undecided or slower else Exit.DONE)
    if slower and status == Exit.MEASUREMENT_FAILED:  # the cells that failed take nothing from those that are slower
        status = Exit.ANSWER_IS_NO
    warnings = list(answer.run.warnings) if json else []
    return Answer(answer, lambda: show(answer, page), status, warnings)
