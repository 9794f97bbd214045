"""`survey`: the placement prepared, every MPI measured side by side, suspected causes tried."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from rankwise.core import settings
from rankwise.core.options import MpiNames, Option, Out, Ranks, Seed, Switched, Unpack, budget, share
from rankwise.core.units import parse_duration, parse_share

if TYPE_CHECKING:
    from rankwise.measure.watcher import Watcher
    from rankwise.verbs.records import Survey


def survey(
    mpi: MpiNames = None,
    *,
    quick: Annotated[bool, Option("Measure for 20 s instead of a minute.", "--quick")] = False,
    budget_s: Annotated[float, budget()] = 0.0,
    precision: Annotated[
        float | None,
        Option("Stop when each 95 % interval has this half width, e.g. 2%.", read=share("precision")),
    ] = None,
    ranks: Ranks = 0,
    out: Out = None,
    experiments: Annotated[
        bool, Option("Test causes of slow lines by experiment.", "--experiments/--no-experiments")
    ] = True,
    resume: Annotated[str, Option("Continue an interrupted survey: its id, or `last`.")] = "",
    seed: Seed = 1,
    watcher: Watcher | None = None,
    **where: Unpack[Switched],
) -> Survey:
    """Measure this machine, judge every figure, prove causes, write one page.

    The run is stored in `out`. `budget_s` 0 chooses by `quick` and the number of MPIs. After a Ctrl-C the answer holds
    what was measured, with `run.status` `interrupted`; `resume` takes its id. Raises UsageError and EnvironmentProblem
    before anything is measured, MeasurementFailed when nothing could be.
    """
    from rankwise.verbs.survey import run
    from rankwise.verbs.where import where_of

    asked = None if precision is None else f"{precision:g}"
    loaded = settings.load({"mpi": mpi, "precision": asked, "out": out, "launcher": where.get("launcher")})
    options = run.SurveyOptions(
        mpi=loaded["mpi"].value,
        where=where_of(ranks=ranks, **where),
        quick=quick,
        budget_s=budget_s,
        precision=parse_share(loaded["precision"].value, "precision"),
        out=settings.folder(out),
        watchdog_s=parse_duration(loaded["watchdog"].value),
        experiments=experiments,
        resume=resume,
        seed=seed,
        settings=loaded,
    )
    return run.survey(options, watcher)
