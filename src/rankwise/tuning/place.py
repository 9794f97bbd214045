"""Where a search or a verification happens: launches of one MPI, a folder for what they read, a run in the store."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from rankwise.apply.carry import carry
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.files import make
from rankwise.core.records import Change, Mpi, Plan, Run, Tuned, TuningLine
from rankwise.decide.goals import Target
from rankwise.decide.tuning import on_top
from rankwise.measure.outcome import startup
from rankwise.measure.provenance import ended, new_run
from rankwise.measure.watcher import Watcher
from rankwise.placement.tuned import check_reach
from rankwise.placement.where import Where
from rankwise.store.runs import Store
from rankwise.tuning.joint import Joint
from rankwise.tuning.trial_runner import TrialRunner


@dataclass
class Carrier:
    """Makes changes from lines, on top of those that are in use already; files of rules go into a folder of their own
    each, because launches live together. `schedules` is where those that lines name lie."""

    mpi: Mpi
    folder: Path
    base: Sequence[TuningLine] = ()
    schedules: Path | None = None
    _numbers: count[int] = field(default_factory=count)

    def __call__(self, lines: Sequence[TuningLine]) -> Change:
        return self.placed(lines)[1]

    def placed(self, lines: Sequence[TuningLine]) -> tuple[Path, Change]:
        """The change with the folder that its files are in."""
        folder = self.folder / str(next(self._numbers))
        return folder, carry(on_top(self.base, lines), self.mpi, folder, self.schedules)


@dataclass
class Place:
    """An trial runner with what it needs, and the run that it becomes. Call `begin` before anything is measured, and
    `end`."""

    runner: TrialRunner
    carry: Carrier
    store: Store
    watcher: Watcher
    run: Run | None = None
    _begin_s: float = 0.0

    def begin(self, name: str, wanted: Target, budget_s: float, settings: dict[str, str]) -> None:
        """The run is stored as one that has begun, and its time runs."""
        runner, kind = self.runner, name.replace(" ", "-")
        plan = Plan(
            name=name,
            endpoints=runner.placement.endpoints,
            cells=tuple(cell for point in wanted.weights for cell in runner.cells(point)),
            seed=runner.seed,
            precision=0.02,
            budget_s=budget_s,
        )
        self.run = new_run(kind, plan, {runner.mpi.name: runner.mpi}, settings)
        self.store.begin(self.run)
        self.store.put(self.run.id, "inventory", runner.placement.inventory)
        self.watcher.begin(self.run, budget_s)
        self._begin_s = time.monotonic()
        runner.deadline = self._begin_s + budget_s

    def end(self, joint: Joint | None, error: BaseException | None = None) -> Run:
        """The run with what the last check brought, as it is then stored: its cells, launches and visits; `settings`
        says what each side was. An `error` ended it early: it has failed, or was interrupted."""
        assert self.run is not None
        interrupted = isinstance(error, KeyboardInterrupt)
        failed = error is not None and not interrupted
        run = ended(self.run, time.monotonic() - self._begin_s, interrupted=interrupted, failed=failed)
        warnings = dict.fromkeys([*([str(error)] if failed else []), *self.runner.warnings])
        run = replace(run, warnings=tuple(warnings))
        if joint is not None and joint.outcome is not None:
            outcome = joint.outcome
            states = outcome.states.values()
            self.store.add_visits(run.id, [one for visit in joint.visits.values() for one in visit])
            run = replace(
                run,
                provenance=replace(run.provenance, settings={**run.provenance.settings, **joint.names}),
                plan=replace(run.plan, cells=tuple(state.cell for state in states)),
                launches=tuple(outcome.launches),
                results=tuple(state.result("budget") for state in states),
                startup=startup(outcome),
            )
        self.store.update(run)
        return run

    def keep(self, answer: Tuned) -> Tuned:
        """Stores the answer beside its run."""
        self.store.put(answer.run.id, "tuned", answer)
        return answer


@contextmanager
def place(
    mpi: Mpi,
    watcher: Watcher,
    *,
    out: Path,
    where: Where,
    launcher: str,
    seed: int,
    agent: str = "",
    base: Sequence[TuningLine] = (),
    given: Sequence[TuningLine] = (),
    schedules: Path | None = None,
) -> Iterator[Place]:
    """A place where the user names. A run that has begun and does not end
    is stored as failed or interrupted. Files that ranks read lie where results do, for other nodes have their own /tmp.

    Raises EnvironmentProblem where there is one core only, UsageError where lines that are in use (`base`) or `given`
    to be measured serve one node alone and there are several. `schedules` is the folder of those that they name.
    """
    with (
        Store.open(out / "rankwise.db") as store,
        ExitStack() as stack,
        TemporaryDirectory(prefix=".rules-", dir=make(out).absolute()) as folder,
    ):
        watcher.phase(f"engine for {mpi.name}")
        placement = stack.enter_context(where.placement(launcher=launcher, agent=agent))
        runner = TrialRunner(mpi, placement, 0.0, seed=seed, progress=watcher.progress)
        if runner.ranks < 2 and (where.ranks or not where.here):
            raise UsageError("too-few-ranks", "tuning needs two ranks, one is named", "name two or more")
        if runner.ranks < 2:
            raise EnvironmentProblem("one-core", "tuning needs two ranks, and there is one core", "allow more cores")
        check_reach((*base, *given), placement.nodes)
        here = Place(runner, Carrier(mpi, Path(folder), base, schedules), store, watcher)
        try:
            yield here
        except BaseException as error:
            if here.run is not None:
                status = "interrupted" if isinstance(error, KeyboardInterrupt) else "failed"
                store.update(replace(here.run, status=status))
            raise
