"""`rankwise fabrics`: every transport of an MPI here: which work, how fast, and which one the MPI selects by itself."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
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
    Seed,
)
from rankwise.core import settings
from rankwise.core.errors import Exit, UsageError
from rankwise.core.options import Option
from rankwise.core.units import parse_budget, parse_sizes, parse_words, plural

if TYPE_CHECKING:
    from rankwise.core.records import Run
    from rankwise.verbs.device_capabilities import Asked


@command("fabrics")
def fabrics(
    *,
    mpi: MpiNames = None,
    hosts: Hosts = None,
    per: Per = "",
    endpoints: Endpoints = None,
    allow: Allow = None,
    plan: Plan = None,
    lab: Lab = None,
    pair: Annotated[
        str | None, Option("Measure between these two endpoints: A,B. Default: one pair of each relation.")
    ] = None,
    only: Annotated[str, Option("Try only transports whose names contain one of these words, e.g. tcp,shm.")] = "",
    sizes: Annotated[str, Option("Message sizes to measure, e.g. 8,64KiB.")] = "",
    buffers: Annotated[
        str, Option("Try messages on devices instead: D,D, or D,H by side (D device, P pinned, M managed).")
    ] = "",
    device: Device = "gpu",
    devices: DeviceList = "auto",
    device_buffers: DeviceBuffers = False,
    agent: Agent = None,
    budget: Budget = "40s",
    launcher: Launcher = None,
    out: Out = None,
    seed: Seed = 1,
    fail_on: Annotated[
        str,
        Option("`unused`: exit with status 1 when a faster transport than the default is available.", "--fail-on"),
    ] = "",
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Try every transport of an MPI between endpoints: which ones work, how fast they are, which one is the default.

    Without --hosts, --endpoints, --plan or --lab: two cores of this machine.
    """
    from rankwise.cli.targets import enter_lab
    from rankwise.verbs.device_capabilities import Asked
    from rankwise.verbs.fabrics.path import SIZES, Options
    from rankwise.verbs.fabrics.run import measure_fabrics
    from rankwise.verbs.mpi import usable_of
    from rankwise.verbs.where import where_of

    if fail_on not in ("", "unused"):
        raise UsageError("bad-fail-on", f"'{fail_on}' is nothing to fail on", "write --fail-on unused")
    enter_lab(lab)
    loaded = settings.load({"mpi": mpi, "agent": agent, "launcher": launcher, "out": out})
    where = where_of(hosts=hosts, endpoints=endpoints, plan=plan, lab=lab, per=per)
    mpis, left_out = usable_of(loaded["mpi"].value)
    if buffers:
        asked = Asked(
            mpis=mpis,
            buffers=buffers,
            where=where,
            device=device,
            devices=devices,
            device_buffers=device_buffers,
            launcher=launcher or "",
            agent=agent or "",
            out=Path(loaded["out"].value),
            settings=loaded,
        )
        return _on_devices(asked, left_out, quiet=quiet)
    options = Options(
        mpis=mpis,
        placement=where.placement(launcher=launcher or "", agent=agent or "", partial=True),
        pair=_pair(pair),
        only=parse_words(only),
        sizes=parse_sizes(sizes) if sizes else SIZES,
        budget_s=parse_budget(budget),
        out=Path(loaded["out"].value),
        seed=seed,
        settings=loaded,
    )
    from rankwise.cli.watching import watching

    def words(run: Run, total_s: float) -> str:
        return f"racing {plural(len({cell.side for cell in run.plan.cells}), 'transport')} for {total_s:.0f} s at most"

    with ExitStack() as stack:
        survey = measure_fabrics(options, watching(stack, quiet, words))
    from rankwise.report.answers import show, write

    page = write(survey, options.out / f"fabrics-{survey.run.id}.html")
    unused = fail_on == "unused" and any(finding.severity == "warning" for finding in survey.findings)
    ended = {"interrupted": Exit.INTERRUPTED, "failed": Exit.MEASUREMENT_FAILED}
    status = ended.get(survey.run.status, Exit.ANSWER_IS_NO if unused else Exit.DONE)

    told = json or survey.run.status == "failed"
    return Answer(survey, lambda: show(survey, page), status, [*left_out, *survey.run.warnings] if told else left_out)


def _on_devices(asked: Asked, left_out: list[str], *, quiet: bool) -> Answer:
    from rankwise.cli.watching import watching
    from rankwise.verbs.device_capabilities import try_devices

    with ExitStack() as stack:
        survey = try_devices(asked, watching(stack, quiet, lambda _run, _total_s: ""))

    def show() -> None:
        from rankwise.report.fabrics import lines

        print("\n".join(lines(survey)))

    interrupted = survey.run.status == "interrupted"
    return Answer(survey, show, Exit.INTERRUPTED if interrupted else Exit.DONE, [*left_out, *survey.run.warnings])


def _pair(text: str | None) -> tuple[str, str] | None:
    if text is None:
        return None
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or len(set(names)) < 2:
        raise UsageError("bad-pair", f"'{text}' is not a pair of endpoints", "write --pair A,B")
    return names[0], names[1]
