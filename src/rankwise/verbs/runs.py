"""`runs`: what was measured before: listed, loaded, compared with each other."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from rankwise.core import settings
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.kinds import page_name
from rankwise.core.records import Record, Run, RunSummary, Visit
from rankwise.experiment import diff as differences
from rankwise.experiment.records import Diff
from rankwise.inventory.records import Inventory, NodeInventory
from rankwise.store import Store
from rankwise.store.runs import listing

_OTHERS = "`rankwise runs export RUN` lists the cells of a run; `runs import --mpi NAME` gives texts the name of an MPI"
_LOAD, _LOAD_OF_EACH = 0.3, 0.1  # of a node, of each of its CPUs: other processes that want less disturb little


def list_runs(out: str | Path | None = None) -> list[RunSummary]:
    """The runs stored in the directory of results `out`, oldest first. Raises UsageError when there is no store."""
    with _store(out) as store:
        return store.runs()


def load_run(name: str = "last", out: str | Path | None = None) -> Run:
    """A stored run by its id, the beginning of one, or `last`. Raises UsageError when there is none."""
    with _store(out) as store:
        return store.load(name)


def answer(name: str = "last", out: str | Path | None = None, having: type[Record] | None = None) -> tuple[Run, Record]:
    """A stored run and what it answered, which is the run itself of `bench` and of a run that did not end. `having`:
    the last run whose answer is such a record, where there is one."""
    with _store(out) as store:
        return store.answered(name, having)


def load_answer(name: str = "last", out: str | Path | None = None) -> Record:
    """What a stored run answered: Survey, Comparison, FabricSurvey, Map, ScaleReport or Tuned by its kind, the Run
    itself of `bench` and of a run that did not end. Raises UsageError when there is no such run."""
    return answer(name, out)[1]


def load_visits(name: str = "last", out: str | Path | None = None) -> list[Visit]:
    """All raw samples of a stored run, visit by visit, in the order of time."""
    with _store(out) as store:
        return store.visits(store.load(name).id)


@contextlib.contextmanager
def readable(stored: Run) -> Iterator[None]:
    """Around what reads the record of a stored run. Raises EnvironmentProblem where its parts do not fit together, as
    in a store that somebody changed: a cell of a side that is not there, a ratio to 0."""
    try:
        yield
    except (LookupError, ValueError, ArithmeticError, TypeError, AttributeError, StopIteration) as error:
        raise EnvironmentProblem(
            "damaged-run",
            f"the record of run {stored.id} does not fit together: {type(error).__name__}: {error}",
            "if nobody changed the store, this is a defect of rankwise: report it with the store",
        ) from error


def page_file(stored: Run, out: str | Path | None = None) -> Path:
    """Where the page of a run is, or will be. Raises EnvironmentProblem for a link: a name that nobody gave leads
    nowhere else, also in a folder that was sent."""
    file = settings.folder(out) / page_name(stored)
    if file.is_symlink():
        raise EnvironmentProblem("page-is-a-link", f"{file} is a link to {file.readlink()}", "remove it, or use --file")
    return file


def diff_runs(before: str, after: str = "last", out: str | Path | None = None) -> Diff:
    """Two runs cell by cell. Only what identical runs cannot explain is called a difference.

    Raises UsageError when a run is not there or has no cells, when no cell is in both, or both are the same.
    """
    with _store(out) as store:
        first, second = store.load(before), store.load(after)
        with readable(second):
            return _compared(store, first, second)


def listed_by(out: str | Path | None = None) -> str:
    """The command that lists the stored runs."""
    return listing(settings.folder(out))


def _compared(store: Store, before: Run, after: Run) -> Diff:
    if before.id == after.id:
        raise UsageError("same-run", f"{before.id} is one run", f"name two runs; {store.listing} shows them")
    for stored in (before, after):
        if not stored.plan.cells:
            raise UsageError(
                "no-cells",
                f"run {stored.id} is of `{stored.kind}`, and has no cells to compare",
                f"{store.listing} shows how many cells each run has",
            )
    inventories = [store.get(stored.id, "inventory", Inventory) for stored in (before, after)]
    # A machine that is not known to be a real one is taken for a virtual one: the careful answer.
    real = all(
        inventory and inventory.nodes and not any(node.sandbox.virtualization for node in inventory.nodes)
        for inventory in inventories
    )
    history = [
        store.load(stored.id)
        for stored in store.runs()
        if stored.id not in (before.id, after.id)
        and (stored.kind, stored.hostname) == (before.kind, before.provenance.hostname)
        and stored.status in ("finished", "failed")  # the cells that were measured are as good
    ]
    versions = {name: mpi.version for name, mpi in before.mpis.items()}
    alike = [stored for stored in history if {name: mpi.version for name, mpi in stored.mpis.items()} == versions]
    times = (differences.launch_times(store.visits(before.id)), differences.launch_times(store.visits(after.id)))
    floor = differences.FLOOR_PHYSICAL if real else differences.FLOOR_VIRTUAL
    busy = [
        stored.id
        for stored, inventory in zip((before, after), inventories, strict=True)
        if inventory and any(map(_busy, inventory.nodes))
    ]
    disturbed = f"other processes used the CPUs when {' and '.join(busy)} began" if busy else ""
    compared = differences.diff(before, after, times, floor=floor, history=alike, disturbed=disturbed)
    if not compared.changes and not compared.incomparable:
        raise UsageError("no-cells", f"no cell was measured in both runs: {_apart(before, after)}", _OTHERS)
    return compared


def _busy(node: NodeInventory) -> bool:
    """Whether other processes had a good part of the CPUs. Load alone may be of our own last run, which takes minutes
    to fade; a process alone may be a short one."""
    return bool(node.running) and (node.load_1min or 0.0) >= max(_LOAD, _LOAD_OF_EACH * len(node.allowed_cpus))


def _apart(before: Run, after: Run) -> str:
    """How the cells of two runs differ: by their sides, or else by kernels, sizes or ranks."""
    sides = [dict.fromkeys(cell.side for cell in stored.plan.cells) for stored in (before, after)]
    if sides[0].keys() & sides[1].keys():
        return "their kernels, sizes, ranks or parameters differ"
    old, new = (", ".join(f"'{side}'" for side in names) for names in sides)
    return f"they are of {old} before, of {new} after"


def _store(out: str | Path | None) -> Store:
    return Store.of(settings.folder(out), create=False)
