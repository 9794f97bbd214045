"""What a search or a verification needs before it measures, and the run in the store that it becomes."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from msgspec.structs import replace

from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.files import make
from rankwise.core.records import DeviceMemory, Mpi, Plan, Run
from rankwise.measure.outcome import startup
from rankwise.measure.provenance import new_run
from rankwise.measure.watcher import Watcher
from rankwise.placement.devices import Devices, devices_of, on_device_memory
from rankwise.placement.placement import Placement
from rankwise.placement.sides import make_side
from rankwise.placement.tuning import check_reach
from rankwise.placement.where import Where
from rankwise.store import Recording, Store, recorded
from rankwise.tuning.changes import ChangeMaker
from rankwise.tuning.earlier import BASE_RUN, Earlier, Question, earlier_of
from rankwise.tuning.goals import Target
from rankwise.tuning.joint import Joint
from rankwise.tuning.kernel_cells import KernelCells
from rankwise.tuning.launch import BASE
from rankwise.tuning.records import Tuned, Tuning, TuningLine
from rankwise.tuning.trial_runner import TrialRunner

_LATE: Final = 0.1  # of the budget, that the last group of launches may take beyond it


@dataclass(frozen=True)
class TuningRun:
    """A run in the store that has begun, and the `runner` of its launches until its budget ends. Call `end` once."""

    runner: TrialRunner
    carry: ChangeMaker
    watcher: Watcher
    _recording: Recording

    @property
    def run(self) -> Run:
        """As it is known by now."""
        return self._recording.run

    def end(self, joint: Joint | None, error: BaseException | None = None) -> Run:
        """The run with what the last check brought, as it is then stored: its cells, launches and visits; `settings`
        says what each side was. An `error` ended it early: it has failed, or was interrupted."""
        interrupted = isinstance(error, KeyboardInterrupt)
        failed = error is not None and not interrupted
        run = self._recording.ended(interrupted=interrupted, failed=failed)
        warnings = dict.fromkeys([*([str(error)] if failed else []), *self.runner.warnings])
        run = replace(run, warnings=tuple(warnings))
        if joint is not None and joint.outcome is not None:
            outcome = joint.outcome
            states = outcome.states.values()
            self._recording.add(visit for visits in joint.visits.values() for visit in visits)
            run = replace(
                run,
                provenance=replace(run.provenance, settings={**run.provenance.settings, **joint.names}),
                plan=replace(run.plan, cells=tuple(state.cell for state in states)),
                launches=tuple(outcome.launches),
                results=tuple(state.result("budget") for state in states),
                startup=startup(outcome),
            )
        return run

    def keep(self, answer: Tuned) -> Tuned:
        """Stores the answer with its run."""
        return self._recording.keep(answer)


@dataclass(frozen=True)
class PreparedTuning:
    """What is ready before anything is measured: ranks, engine, a folder for files, the store."""

    mpi: Mpi
    placement: Placement
    kernels: KernelCells
    carry: ChangeMaker
    watcher: Watcher
    seed: int
    _store: Store
    devices: Devices | None = None

    def earlier(self, base: Tuning | None, question: Question) -> Earlier:
        """What the search that found `base`, and those below it, have tried for the same, as far as their runs are in
        this store."""
        searches: list[Tuned] = []
        run = base.run if base else ""
        while run and (search := self._store.get(run, "tuned", Tuned)) is not None:
            searches.append(search)
            run = search.run.provenance.settings.get(BASE_RUN, "")
        return earlier_of(searches, question)

    @contextmanager
    def begun(
        self, name: str, wanted: Target, budget_s: float, settings: dict[str, str], warnings: Sequence[str] = ()
    ) -> Iterator[TuningRun]:
        """A run in the store, whose time runs from now. Raises UsageError for a kernel that does not exist or does not
        fit."""
        self.kernels.check(wanted.kernels())
        placement = self.placement
        plan = Plan(
            name=name,
            endpoints=placement.endpoints,
            cells=tuple(cell for point in wanted.weights for cell in self.kernels.cells(point, wanted.window)),
            seed=self.seed,
            precision=0.02,
            budget_s=budget_s,
        )
        run = new_run(name, plan, {self.mpi.name: self.mpi}, settings)
        with recorded(self._store, run) as recording:
            self._store.put(run.id, "inventory", placement.inventory)
            self.watcher.begin(run, budget_s)
            begin_s = time.monotonic()
            runner = TrialRunner(
                self.mpi,
                placement,
                begin_s + budget_s,
                seed=self.seed,
                progress=self.watcher.progress,
                window=wanted.window,
                warnings=list(warnings),
                kernels=self.kernels,
                devices=self.devices,
                late_s=_LATE * budget_s,
            )
            yield TuningRun(runner, self.carry, self.watcher, recording)


@contextmanager
def prepared(
    mpi: Mpi,
    watcher: Watcher,
    *,
    out: Path,
    where: Where,
    seed: int,
    base: Sequence[TuningLine] = (),
    given: Sequence[TuningLine] = (),
    schedules: Sequence[Path] = (),
    memory: DeviceMemory | None = None,
) -> Iterator[PreparedTuning]:
    """Ranks where the user names them. Files that they read lie where results do, for other nodes have their own /tmp.

    Raises EnvironmentProblem where there is one core only, UsageError where lines that are in use (`base`) or `given`
    to be measured serve one node alone and there are several. `schedules` are the folders of those that they name.
    With `memory` messages lie on devices: raises as `with_devices`, MeasurementFailed where the MPI takes none from
    there.
    """
    too_few = UsageError("too-few-ranks", "tuning needs two ranks, one is named", "name two or more")
    if where.ranks == 1:  # before an engine is built
        raise too_few
    with (
        Store.of(out) as store,
        ExitStack() as stack,
        TemporaryDirectory(prefix=".rules-", dir=make(out).absolute()) as folder,
    ):
        watcher.phase(f"preparing the engine for {mpi.name}")
        placement = stack.enter_context(where.placement())
        kernels = KernelCells(mpi, placement, memory.buffers if memory else "")
        if kernels.ranks < 2 and not where.here:
            raise too_few
        if kernels.ranks < 2:
            raise EnvironmentProblem("one-core", "tuning needs two ranks, and there is one core", "allow more cores")
        check_reach((*base, *given), placement.nodes)
        devices = _devices(mpi, placement, memory) if memory else None
        carry = ChangeMaker(mpi, Path(folder), base, schedules)
        yield PreparedTuning(mpi, placement, kernels, carry, watcher, seed, store, devices)


def _devices(mpi: Mpi, placement: Placement, memory: DeviceMemory) -> Devices:
    """The devices that ranks use, after a launch that showed that this MPI takes messages from there."""
    on_device_memory([make_side(BASE, mpi, placement)], memory)
    return devices_of(memory)
