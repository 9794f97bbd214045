"""`rankwise tune`: what makes an MPI faster here, found, proven and written down."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from rankwise.cli import tuning
from rankwise.cli.after_dashes import GroupWithProgram, check_figure, program_of
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer, written
from rankwise.cli.options import (
    Agent,
    Allow,
    Budget,
    Endpoints,
    Figure,
    Higher,
    Hosts,
    Json,
    Lab,
    Launcher,
    Out,
    Per,
    Plan,
    Quiet,
    ShippedProgram,
)
from rankwise.cli.shipped import asked
from rankwise.core import settings
from rankwise.core.cell_options import device_memory
from rankwise.core.errors import Exit, RankwiseError, UsageError
from rankwise.core.options import (
    Argument,
    Device,
    DeviceBuffers,
    DeviceList,
    MpiName,
    MpiNames,
    Option,
    Ranks,
    Reductions,
    Seed,
)
from rankwise.core.units import parse_budget, parse_sizes

if TYPE_CHECKING:
    from rankwise.core.records import Mpi
    from rankwise.tuning.records import Tuned
    from rankwise.verbs.watching import Watcher


TuningFile = Annotated[Path, Argument("A tuning file.", metavar="FILE")]
Everything = Annotated[bool, Option("Print every cell, and what was tried and not taken.", "--all")]


@command("tune", cls=GroupWithProgram)
def app(
    context: click.Context,
    *,
    program: ShippedProgram = "",
    mpi: MpiNames = None,
    goal: Annotated[str, Option("What to make faster: latency, bandwidth, collectives or all.", "--for")] = "all",
    trace: Annotated[
        Path | None,
        Option(
            "Tune for the messages of an application: a file with rows `kernel size count`.",
            "--for-trace",
            metavar="FILE",
        ),
    ] = None,
    budget: Budget = "10m",
    ranks: Ranks = 0,
    endpoints: Endpoints = None,
    allow: Allow = None,
    hosts: Hosts = None,
    per: Per = "",
    plan: Plan = None,
    lab: Lab = None,
    agent: Agent = None,
    sizes: Annotated[str, Option("Tune only for messages of these sizes, e.g. 1KiB:1MiB.")] = "",
    launcher: Launcher = None,
    buffers: Annotated[
        str, Option("Tune for messages from D (device), P (pinned), M (managed) memory, or D,H by side.")
    ] = "",
    device: Device = "gpu",
    devices: DeviceList = "auto",
    device_buffers: DeviceBuffers = False,
    figure: Figure = "",
    higher: Higher = False,
    file: Annotated[Path, Option("Write the tuning to this file.", "--file", metavar="FILE")] = Path("tuning.toml"),
    hints: Annotated[
        bool,
        Option("Try first what helped on other machines.", "--hints/--no-hints"),
    ] = True,
    reductions: Reductions = "fixed",
    worst: Annotated[
        float | None,
        Option(
            "Reject a tuning that slows any benchmark point below this speed ratio. Default: 0.97.",
            least=0.0,
            most=1.0,
        ),
    ] = None,
    out: Out = None,
    seed: Seed = 1,
    base: Annotated[
        Path | None,
        Option("Start from this tuning and look for more.", "--on", metavar="FILE"),
    ] = None,
    everything: Everything = False,
    in_words: Annotated[bool, Option("Explain the tuning in --file; measure nothing.", "--explain")] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Find what makes an MPI, or with -- COMMAND a program, faster here.

    Transports, protocols and algorithms are tried within --budget. What is proven faster is written to a file. With
    `-- COMMAND` at the end whole runs of that program must become faster. Status 1 when the time was too short to tell.
    """
    if in_words:
        context.invoke(explain, file=file, json=json)
        context.exit()
    from dataclasses import replace

    from rankwise.cli.targets import enter_lab
    from rankwise.verbs.mpi import usable_of
    from rankwise.verbs.tune.program import mpi_of_program, tune_program
    from rankwise.verbs.tune.run import TuneOptions, goal_of, read_trace, tune
    from rankwise.verbs.where import where_of

    meant = asked(program, program_of(context), ranks=ranks, mpi=mpi, figure=figure, higher=higher)
    argv, mpi, figure, higher = meant.argv, meant.mpi, meant.figure, meant.higher
    check_figure(argv, figure, higher)
    memory = device_memory(buffers, device, devices, device_buffers)
    placed = endpoints or hosts is not None or plan or lab or sizes or memory
    _check_said_once(
        program=bool(argv and (placed or goal != "all" or worst is not None)),
        trace=bool(trace and (sizes or goal != "all")),
    )
    enter_lab(lab)
    loaded = settings.load({"mpi": mpi, "out": out, "launcher": launcher})
    wanted = loaded["mpi"].value or (mpi_of_program(argv).name if argv else "")
    mpis, left_out = usable_of(wanted)
    options = TuneOptions(
        goal=goal_of(goal),
        trace=read_trace(trace) if trace else None,
        budget_s=parse_budget(budget),
        where=where_of(
            ranks=0 if meant.shipped else ranks, hosts=hosts, endpoints=endpoints, plan=plan, lab=lab, per=per
        ),
        agent=agent or "",
        between=_between(sizes),
        launcher=loaded["launcher"].value,
        out=Path(loaded["out"].value),
        seed=seed,
        hints=hints,
        base=base,
        reductions=reductions,
        memory=memory,
    )
    if worst is not None:
        options = replace(options, worst=worst)

    def look(mpi: Mpi) -> Tuned:
        named = file if len(mpis) == 1 else file.with_name(f"{file.stem}-{_plain(mpi.name)}{file.suffix}")
        wanted_of = replace(options, mpi=mpi.name, file=named)
        with ExitStack() as stack:
            watcher = _watcher(stack, quiet)
            if argv:
                line = meant.shipped.argv(mpi.name) if meant.shipped else argv
                return tune_program(wanted_of, line, watcher, figure=figure, higher_is_better=higher)
            return tune(wanted_of, watcher)

    found: list[Tuned] = []
    failed: dict[str, RankwiseError] = {}
    statuses = [Exit.DONE]
    for one in mpis:
        try:
            found.append(look(one))
            statuses.append(_told(found[-1], json, everything))
        except KeyboardInterrupt:  # before there was anything to keep of this one
            if not found:
                raise
            statuses.append(Exit.INTERRUPTED)
        except RankwiseError as error:
            failed[one.name] = error
            statuses.append(error.exit_status)
        if statuses[-1] == Exit.INTERRUPTED:
            break
    if not found:
        raise next(iter(failed.values()))
    own = [*left_out, *(warning for answer in found for warning in answer.run.warnings)] if json else []
    words = [*own, *(f"{name}: {error.message}" for name, error in failed.items())]
    return Answer(found, status=max(statuses), warnings=words)


def _check_said_once(*, program: bool, trace: bool) -> None:
    """Raises UsageError for options beside what says the same."""
    if program:
        raise UsageError(
            "program-says",
            "a program says itself where it runs, what it sends and what counts",
            "leave --endpoints, --hosts, --plan, --lab, --sizes, --buffers, --for and --worst away",
        )
    if trace:
        raise UsageError("trace-says", "a trace says what is sent", "leave --sizes and --for away")


@command("tune verify", below=app)
def verify(
    file: TuningFile,
    *,
    mpi: MpiName = None,
    budget: Budget = "2m",
    endpoints: Endpoints = None,
    hosts: Hosts = None,
    plan: Plan = None,
    lab: Lab = None,
    agent: Agent = None,
    launcher: Launcher = None,
    force: Annotated[bool, Option("Use a tuning made for another build of the MPI.", "--force")] = False,
    keep: Annotated[bool, Option("Do not change the file.", "--keep")] = False,
    allow: Allow = None,
    out: Out = None,
    seed: Seed = 0,
    everything: Everything = False,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Measure a tuning again, at sizes that its search did not see, or those of its trace; drop lines that do not win.

    Status 1 when no line wins.
    """
    from rankwise.cli.targets import enter_lab
    from rankwise.verbs.tune.verify import VerifyOptions
    from rankwise.verbs.tune.verify import verify as verify_file
    from rankwise.verbs.where import where_of

    enter_lab(lab)
    loaded = settings.load({"out": out, "launcher": launcher})
    options = VerifyOptions(
        file=file,
        mpi=mpi or "",
        budget_s=parse_budget(budget),
        launcher=loaded["launcher"].value,
        out=Path(loaded["out"].value),
        seed=seed,
        force=force,
        keep=keep,
        allow=tuple(allow or ()),
        where=where_of(hosts=hosts, endpoints=endpoints, plan=plan, lab=lab),
        agent=agent or "",
    )
    with ExitStack() as stack:
        found = verify_file(options, _watcher(stack, quiet))
    _told(found, json, everything)
    return Answer(found, status=Exit.DONE if found.answer == "tuned" else Exit.ANSWER_IS_NO)


@command("tune explain", below=app)
def explain(file: TuningFile, allow: Allow = None) -> Answer:
    """Say in words what was wrong with the default, what each line gains, and everything that the tuning would do, in
    the order in which `rankwise run` does it. What is refused is listed with the reason."""
    from rankwise.report.tune import effect_lines
    from rankwise.verbs.tune import files

    found = files.explain(file, allow or ())
    return Answer(found, lambda: print("\n".join(effect_lines(found))))


def _told(tuned: Tuned, json: bool, everything: bool) -> Exit:
    """The status of an answer, whose page is written and whose words are printed at once: the next MPI takes long."""
    from rankwise.report.tune import lines
    from rankwise.report.tune_page import write

    write(tuned, Path(tuned.page))
    if not json:
        with written():
            print("\n".join(lines(tuned, everything=everything)))
    ended = {"interrupted": Exit.INTERRUPTED, "failed": Exit.MEASUREMENT_FAILED}
    return ended.get(tuned.run.status, Exit.ANSWER_IS_NO if tuned.answer == "cannot tell" else Exit.DONE)


def _between(sizes: str) -> tuple[int, ...]:
    """The first and the last size of `1KiB:1MiB`; empty for none."""
    if not sizes:
        return ()
    found = parse_sizes(sizes)
    if found[-1] < 8 * max(8, found[0]):
        raise UsageError("bad-sizes", f"'{sizes}' is not a range to tune for", "eight times at least, e.g. 1KiB:1MiB")
    return found[0], found[-1]


def _plain(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name)


def _watcher(stack: ExitStack, quiet: bool) -> Watcher:
    from rankwise.report.live import Live
    from rankwise.verbs.watching import Watcher

    live = stack.enter_context(Live(0.0, quiet))
    return Watcher(phase=live.phase)


app.add_command(tuning.check)
app.add_command(tuning.export)
