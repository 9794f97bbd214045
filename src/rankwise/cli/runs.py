"""`rankwise runs`: stored runs listed, shown, compared, exported, written as pages, and imported."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, Literal

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer, written
from rankwise.cli.options import RUNS, Json, RunName
from rankwise.cli.shapes import Group
from rankwise.core import files
from rankwise.core.errors import Exit, UsageError
from rankwise.core.options import Argument, Option, Out
from rankwise.core.units import plural

if TYPE_CHECKING:
    from rich.console import ConsoleRenderable

    from rankwise.verbs.import_text import Imported, Text

app = Group("runs", help="Stored runs: list, show, diff, page, export, import.")


@command("runs list", below=app)
def list_runs(out: Out = None) -> Answer:
    """List the stored runs, oldest first."""
    from rankwise.report.tables import run_list
    from rankwise.verbs import runs as verb

    listed = verb.list_runs(out)
    return Answer(listed, lambda: run_list(listed))


@command("runs show", below=app)
def show_run(run: RunName = "last", out: Out = None) -> Answer:
    """Show what a run answered, or what it measured when it did not end."""
    from rankwise.report.answers import lines
    from rankwise.verbs import runs as verb

    loaded, answer = verb.answer(run, out)
    page = verb.page_file(loaded, out)

    def told() -> Iterator[str | ConsoleRenderable]:
        with verb.readable(loaded):
            yield from lines(answer, page if page.is_file() else None)

    return Answer(answer, told)


@command("runs diff", below=app)
def diff_runs(
    before: Annotated[str, Argument("The earlier run.", metavar="BEFORE", complete=RUNS)],
    after: Annotated[str, Argument("The later run.", metavar="AFTER", complete=RUNS)] = "last",
    fail_on_regression: Annotated[
        bool,
        Option("Exit with status 1 when a cell became slower, or none has enough launches.", "--fail-on-regression"),
    ] = False,
    file: Annotated[
        Path | None, Option("Write a page of it to this file: .html, .md, .csv, .svg, .png or .json.", "--file")
    ] = None,
    out: Out = None,
) -> Answer:
    """Compare two runs cell by cell; only what identical runs cannot explain is called a difference."""
    from rankwise.report import diff as report
    from rankwise.verbs import runs as verb

    form = _form(None, file)
    compared = verb.diff_runs(before, after, out)
    told = report.lines(compared)
    if file is not None:
        from rankwise.report.page_forms import write_form

        later = verb.load_run(compared.after, out)
        told += ["", *map(str, write_form(compared, file, form, lambda: report.render(compared, later)))]
    slower = any(change.answer == "slower" for change in compared.changes)
    failed = slower or report.is_nothing(compared)
    status = Exit.ANSWER_IS_NO if failed and fail_on_regression else Exit.DONE
    return Answer(compared, lambda: told, status)


@command("runs page", below=app)
def page_run(
    run: RunName = "last",
    *,
    form: Annotated[
        Literal["html", "md", "csv", "svg", "png", "json"] | None,
        Option(
            "html: the page; md, csv: its text and tables; svg, png: a file for each of its figures; json: the "
            "record. Default: by the suffix of --file, else html.",
            "--format",
        ),
    ] = None,
    file: Annotated[Path | None, Option("File to write. Default: in the directory of results.", "--file")] = None,
    show: Annotated[bool, Option("Open what was written in a browser.", "--open")] = False,
    out: Out = None,
) -> Answer:
    """Write the page of a run: one HTML file that needs no network, Markdown, CSV, or its figures as SVG or PNG."""
    from rankwise.report.page_forms import write_form
    from rankwise.verbs import runs as verb

    loaded, answer = verb.answer(run, out)
    chosen = _form(form, file)
    target = file or verb.page_file(loaded, out).with_suffix(f".{chosen}")
    with verb.readable(loaded):
        written = write_form(answer, target, chosen)
    if show:
        import webbrowser

        webbrowser.open(written[0].absolute().as_uri())
    data = {"run": loaded.id, "format": chosen, "files": [str(path) for path in written]}
    return Answer(data, lambda: map(str, written))


def _form(form: str | None, file: Path | None) -> str:
    """The form that is asked for. Raises UsageError for a suffix of no form, or of another one."""
    from rankwise.report.page_forms import FORMS

    suffix = file.suffix.removeprefix(".").lower() if file else ""
    wanted = form or {"htm": "html", "markdown": "md"}.get(suffix, suffix) or "html"
    if wanted not in FORMS or (form and suffix and suffix != form):
        hint = f"name it .{form}" if form else f"end it in {', '.join(f'.{name}' for name in FORMS)}"
        raise UsageError("bad-suffix", f"'{file}' does not end in a form that can be written", hint)
    return wanted


@command("runs export", below=app)
def export_run(
    run: RunName = "last",
    *,
    form: Annotated[Literal["csv", "json"], Option("csv: one row per cell; json: the record.", "--format")] = "csv",
    file: Annotated[Path | None, Option("File to write. Default: standard output.", "--file")] = None,
    samples: Annotated[bool, Option("Include every raw sample (csv: instead of cells).", "--samples")] = False,
    out: Out = None,
    json: Json = False,
) -> Answer:
    """Write a run as CSV or JSON, with units in the names of columns and fields."""
    if json and file is None:
        raise UsageError("no-file", "--json needs standard output for its envelope", "name a --file to export to")
    from rankwise.verbs import runs as verb

    loaded = verb.load_run(run, out)
    if form == "csv" and not samples and not loaded.plan.cells:
        from rankwise.report.words import command_of

        told = f"`{command_of(loaded, 'runs page')} --format csv` writes the tables of its answer"
        raise UsageError("no-cells", f"run {loaded.id} is of `{loaded.kind}`, and has no cells to export", told)
    visits = verb.load_visits(loaded.id, out) if samples else []
    with verb.readable(loaded), _target(file) as stream:
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
        with written():
            yield sys.stdout
        return
    stream = io.StringIO(newline="")
    yield stream
    files.put(file, stream.getvalue(), "choose another --file")


@command("runs import", below=app)
def import_run(
    files: Annotated[list[Path], Argument("Texts that IMB or OMB printed.", metavar="FILE...")],
    *,
    side: Annotated[
        str, Option("Name of the MPI that was measured, as in the runs to compare with.", "--mpi")
    ] = "imported",
    ranks: Annotated[int, Option("Number of ranks of OMB's collectives, which OMB does not print.", least=0)] = 0,
    partial: Annotated[bool, Option("Accept a text that is cut off; keep its complete rows.", "--partial")] = False,
    out: Out = None,
) -> Answer:
    """Read results of IMB or OMB into the store, as one run.

    Tables of one benchmark are sides of their own where the texts tell them apart, else its launches.
    """
    from rankwise.verbs.import_text import import_files

    imported = import_files(files, side=side, ranks=ranks, partial=partial, out=out)
    texts = [_text_facts(list(texts)) for _, texts in groupby(imported.texts, key=_origin)]
    return Answer(
        {"run": imported.run, "texts": texts, "notes": list(imported.notes)}, lambda: _imported_lines(imported, texts)
    )


def _origin(text: Text) -> tuple[Any, ...]:
    return text.name, text.report.program, text.report.version, text.mebibytes


def _text_facts(texts: Sequence[Text]) -> dict[str, Any]:
    name, program, version, mebibytes = _origin(texts[0])
    tables = [table for text in texts for table in text.report.tables]
    return {
        "file": name,
        "program": program,
        "version": version,
        "runs": len(texts),
        "benchmarks": list(dict.fromkeys(table.benchmark for table in tables)),
        "rows": sum(len(table.rows) for table in tables),
        "rates": any("rate_bytes_per_s" in table.columns for table in tables),
        "mbyte_bytes": {True: 1 << 20, False: 1_000_000, None: None}[mebibytes],
    }


def _imported_lines(imported: Imported, texts: list[dict[str, Any]]) -> Iterator[str]:
    from rankwise.report.words import command_of

    words = {
        1 << 20: "1 Mbyte is 2^20 bytes, by bytes and time of its rows",
        1_000_000: "1 Mbyte is 1e6 bytes, by bytes and time of its rows",
        None: "what 1 Mbyte is no row tells",
    }
    for text in texts:
        name = " ".join(filter(None, (text["program"], text["version"])))
        yield f"{text['file']}: {name}, {plural(len(text['benchmarks']), 'benchmark')}, {plural(text['rows'], 'row')}"
        if text["rates"] and text["program"] != "osu":
            yield f"  {words[text['mbyte_bytes']]}"
    yield from imported.run.warnings
    yield from imported.notes
    shown, compared = command_of(imported.run, "runs show"), command_of(imported.run, "runs diff", "OTHER")
    yield f"run {imported.run.id}; `{shown}`, `{compared}`"
