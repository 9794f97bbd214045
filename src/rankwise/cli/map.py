"""`rankwise map`: who reaches whom, how fast, over what; and the drawing of any map."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rankwise.cli.command import command
from rankwise.cli.drawing import drawing
from rankwise.cli.envelope import Answer
from rankwise.cli.options import (
    Agent,
    Allow,
    BudgetOrDefault,
    Device,
    DeviceBuffers,
    DeviceList,
    Endpoints,
    Hosts,
    Lab,
    Launcher,
    MpiName,
    Out,
    Per,
    Plan,
    Quiet,
    Seed,
    Switches,
)
from rankwise.cli.shapes import CommandGroup
from rankwise.core import files, settings
from rankwise.core.errors import Exit, UsageError
from rankwise.core.kinds import page_name
from rankwise.core.options import Argument, Option
from rankwise.core.units import parse_budget

if TYPE_CHECKING:
    from rankwise.core.records import Map
    from rankwise.verbs.map.run import Watcher


@command("map", cls=CommandGroup)
def app(
    *,
    hosts: Hosts = None,
    per: Per = "",
    switches: Switches = None,
    endpoints: Endpoints = None,
    allow: Allow = None,
    plan: Plan = None,
    lab: Lab = None,
    on: Annotated[
        str | None, Option("Endpoint of the lab to start from. Default: the head, or the first host.")
    ] = None,
    mpi: MpiName = None,
    agent: Agent = None,
    fabrics: Annotated[
        str | None, Option("Networks of the plan, or interfaces of the hosts, e.g. ib0,eth0. Default: all.")
    ] = None,
    buffers: Annotated[
        str | None,
        Option("Map the GPUs of each node: messages from D (device) or M (managed) memory."),
    ] = None,
    device: Device = "gpu",
    devices: DeviceList = "auto",
    device_buffers: DeviceBuffers = False,
    loaded: Annotated[bool, Option("Also measure all pairs of a round at once.", "--loaded")] = False,
    quick: Annotated[bool, Option("Spend less time on suspicious paths and on size curves.", "--quick")] = False,
    sampled: Annotated[
        bool | None,
        Option("Measure random pairs instead of all. Default: above 64 endpoints.", "--sampled/--all-pairs"),
    ] = None,
    budget: BudgetOrDefault = None,
    launcher: Launcher = None,
    out: Out = None,
    export: Annotated[Path | None, Option("Also write the map to this file (JSON).", metavar="FILE")] = None,
    seed: Seed = 1,
    quiet: Quiet = False,
) -> Answer:
    """Measure which endpoints reach each other, how fast, and over which transport.

    Each pair is measured in both directions: latency, bandwidth and transport. Unreachable pairs are named.
    Without --hosts, --endpoints, --plan or --lab: the cores of this machine.
    """
    from rankwise.cli.targets import enter_lab
    from rankwise.core.records import encode
    from rankwise.verbs.map.run import Options, measure_map
    from rankwise.verbs.mpi import usable
    from rankwise.verbs.where import overlooked_labs, where_of

    folders = [Path(settings.load({"out": out})["out"].value), *([export.parent] if export else [])]
    enter_lab(lab, on, folders)
    loaded_settings = settings.load({"mpi": mpi, "agent": agent, "launcher": launcher, "out": out})
    where = where_of(hosts=hosts, endpoints=endpoints, plan=plan, lab=lab, fabrics=fabrics, per=per, switches=switches)
    _writable(export)
    mpi_in_use = usable(loaded_settings["mpi"].value)
    gpus = None
    if buffers:
        from rankwise.verbs.map.run import gpus_of

        placement, gpus = gpus_of(
            where, buffers, mpi_in_use, device, devices, device_buffers=device_buffers,
            launcher=launcher or "", agent=agent or "",
        )  # fmt: skip
    else:
        placement = where.placement(launcher=launcher or "", agent=agent or "", partial=True)
    options = Options(
        mpi=mpi_in_use,
        placement=placement,
        gpus=gpus,
        loaded=loaded,
        quick=quick,
        sampled=sampled,
        budget_s=parse_budget(budget) if budget else 0.0,
        strict=budget is not None,
        out=Path(loaded_settings["out"].value),
        seed=seed,
        settings=loaded_settings,
    )
    with ExitStack() as stack:
        mapped = measure_map(options, _watcher(stack, quiet))
    machine = mapped.map
    if export:
        files.put(export, encode(machine, indent=1), "choose another --export")

    from rankwise.report.answers import show, write

    page = write(machine, options.out / page_name(mapped.run))
    told = overlooked_labs() if where.here else []
    if mapped.run.status == "interrupted":
        return Answer(mapped, lambda: show(machine, page), Exit.INTERRUPTED, told)
    return Answer(mapped, lambda: show(machine, page), Exit.DONE if machine.classes else Exit.MEASUREMENT_FAILED, told)


@command("map show", below=app)
def show_map(
    source: Annotated[str, Argument("Map file, cluster.toml, id of a run, or `last`.", metavar="FILE")],
    *,
    svg: Annotated[Path | None, Option("Write the drawing as SVG to this file.", metavar="OUT")] = None,
    png: Annotated[Path | None, Option("Write the drawing as PNG to this file.", metavar="OUT")] = None,
    html: Annotated[Path | None, Option("Write an HTML page to this file.", metavar="OUT")] = None,
    fabric: Annotated[str | None, Option("Show this transport. Default: the best one for each pair.")] = None,
    out: Out = None,
) -> Answer:
    """Show or draw a map from a file: declared by a plan, measured or imported."""
    from rankwise.verbs.map.read import read_map

    machine = read_map(source, out)
    if fabric:
        machine = _only(machine, fabric)
    return drawing(machine, svg=svg, png=png, html=html)


def _writable(export: Path | None) -> None:
    """Before the long run: raises EnvironmentProblem when the file cannot be written."""
    if export is not None:
        files.reserve(export, "choose another --export")


def _only(machine: Map, fabric: str) -> Map:
    from rankwise.report.map_page import one_fabric

    known = [fabric.id for fabric in machine.fabrics]
    if fabric not in known:
        raise UsageError("no-fabric", f"the map has no transport '{fabric}'", f"it has: {', '.join(known)}")
    return one_fabric(machine, fabric)


def _watcher(stack: ExitStack, quiet: bool) -> Watcher:
    """Phases and progress on standard error."""
    from rankwise.report.live import Live
    from rankwise.verbs.map.run import Watcher

    live = stack.enter_context(Live(0.0, quiet))

    def progress(done_s: float, total_s: float) -> None:
        live.expect(total_s)
        live.update([], done_s)

    return Watcher(phase=live.phase, progress=progress)
