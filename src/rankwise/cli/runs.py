"""`rankwise runs`: stored runs listed, shown, compared and exported."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Literal

import typer

from rankwise.cli.envelope import Answer, command
from rankwise.cli.options import Json, Out, RunName
from rankwise.cli.stored import open_store, page_file
from rankwise.core.errors import EnvironmentProblem, Exit, UsageError

if TYPE_CHECKING:
    from rankwise.core.records import Diff, Run
    from rankwise.store import Store

app = typer.Typer(no_args_is_help=True, help="Stored runs: list, show, diff, export.")


@app.command("list")
@command("runs list")
def list_runs(out: Out = None, json: Json = False) -> Answer:
    """List the stored runs, oldest first."""
    from rankwise.report.tables import run_list

    with open_store(out) as store:
        runs = store.runs()
    return Answer(runs, lambda: print("\n".join(run_list(runs))))


@app.command("show")
@command("runs show")
def show_run(run: RunName = "last", out: Out = None, json: Json = False) -> Answer:
    """Show what a run answered, or what it measured when it did not end."""
    from rankwise.answers import answer_of
    from rankwise.report.answers import show

    with open_store(out) as store:
        loaded = store.load(run)
        answer = answer_of(store, loaded)
    page = page_file(loaded, out)
    return Answer(answer, lambda: show(answer, page if page.is_file() else None))


@app.command("diff")
@command("runs diff")
def diff_runs(
    before: Annotated[str, typer.Argument(help="The earlier run.", metavar="BEFORE")],
    after: Annotated[str, typer.Argument(help="The later run.", metavar="AFTER")] = "last",
    fail_on_regression: Annotated[
        bool, typer.Option("--fail-on-regression", help="Exit with status 1 when a cell became slower.")
    ] = False,
    out: Out = None,
    json: Json = False,
) -> Answer:
    """Compare two runs cell by cell; only what identical runs cannot explain is called a difference."""
    from rankwise.report.tables import diff_lines

    with open_store(out) as store:
        compared = _compare(store, store.load(before), store.load(after))
    slower = any(change.ratio.answer == "slower" for change in compared.changes)
    status = Exit.ANSWER_IS_NO if slower and fail_on_regression else Exit.DONE
    return Answer(compared, lambda: print("\n".join(diff_lines(compared))), status)


def _compare(store: Store, before: Run, after: Run) -> Diff:
    from rankwise.core.records import Inventory
    from rankwise.decide.diff import FLOOR_PHYSICAL, FLOOR_VIRTUAL, diff, launch_times

    if before.id == after.id:
        raise UsageError("same-run", f"{before.id} is one run", "name two runs; `rankwise runs list` shows them")
    inventories = [store.get(run.id, "inventory", Inventory) for run in (before, after)]
    # A machine that is not known to be a real one is taken for a virtual one: the careful answer.
    real = all(
        inventory and inventory.nodes and not any(node.sandbox.virtualization for node in inventory.nodes)
        for inventory in inventories
    )
    history = [
        store.load(run.id)
        for run in store.runs()
        if run.id not in (before.id, after.id)
        and (run.kind, run.hostname) == (before.kind, before.provenance.hostname)
        and run.status in ("finished", "failed")  # the cells that were measured are as good
    ]
    versions = {name: mpi.version for name, mpi in before.mpis.items()}
    alike = [run for run in history if {name: mpi.version for name, mpi in run.mpis.items()} == versions]
    times = (launch_times(store.visits(before.id)), launch_times(store.visits(after.id)))
    return diff(before, after, times, floor=FLOOR_PHYSICAL if real else FLOOR_VIRTUAL, history=alike)


@app.command("export")
@command("runs export")
def export_run(
    run: RunName = "last",
    *,
    form: Annotated[
        Literal["csv", "json"], typer.Option("--format", help="csv: one row per cell; json: the record.")
    ] = "csv",
    file: Annotated[Path | None, typer.Option("--file", help="File to write; standard output when not given.")] = None,
    samples: Annotated[
        bool, typer.Option("--samples", help="Every raw sample as well (csv: in place of cells).")
    ] = False,
    out: Out = None,
    json: Json = False,
) -> Answer:
    """Write a run as CSV or JSON, with units in the names of columns and fields."""
    if json and file is None:
        raise UsageError("no-file", "--json needs standard output for its envelope", "name a --file to export to")
    with open_store(out) as store:
        loaded = store.load(run)
        visits = store.visits(loaded.id) if samples else []
    with _target(file) as stream:
        if form == "json":
            from rankwise.report.tables import write_json

            write_json(loaded, visits, stream)
        else:
            from rankwise.report.tables import write_cells, write_samples

            if samples:
                write_samples(loaded, visits, stream)
            else:
                write_cells(loaded, stream)
    return Answer({"run": loaded.id, "format": form, "file": str(file) if file else None})


@contextlib.contextmanager
def _target(file: Path | None) -> Iterator[IO[str]]:
    if file is None:
        yield sys.stdout
        return
    try:
        with file.open("w", encoding="utf-8") as stream:
            yield stream
    except OSError as error:
        raise EnvironmentProblem("cannot-write", f"{file}: {error.strerror}", "choose another --file") from error
