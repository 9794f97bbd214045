"""`rankwise import`: results that IMB and OMB printed, brought into the store."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rankwise.cli.envelope import Answer, command
from rankwise.cli.options import Json, Out
from rankwise.core import settings
from rankwise.core.units import plural

if TYPE_CHECKING:
    from rankwise.verbs.import_text import Imported, Text


@command("import")
def import_text(
    files: Annotated[list[Path], typer.Argument(help="Texts that IMB or OMB printed.", metavar="FILE...")],
    *,
    side: Annotated[
        str, typer.Option("--mpi", help="Name of the MPI that was measured, as in the runs to compare with.")
    ] = "imported",
    ranks: Annotated[
        int, typer.Option(help="Number of ranks of OMB's collectives, which OMB does not print.", min=0)
    ] = 0,
    partial: Annotated[
        bool, typer.Option("--partial", help="Accept a text that is cut off; keep its complete rows.")
    ] = False,
    out: Out = None,
    json: Json = False,
) -> Answer:
    """Read results of IMB or OMB into the store, as one run.

    Tables of one benchmark are sides of their own where the texts tell them apart, else its launches.
    """
    from rankwise.verbs.import_text import ImportOptions, keep, reports_of

    reports = [(str(file), report) for file in files for report in reports_of(file, partial=partial)]
    found = keep(reports, ImportOptions(side, ranks, Path(settings.value("out", out))))
    texts = [_facts(list(texts)) for _, texts in groupby(found.texts, key=_origin)]
    return Answer({"run": found.run, "texts": texts, "notes": list(found.notes)}, lambda: _show(found, texts))


def _origin(text: Text) -> tuple[Any, ...]:
    return text.name, text.report.program, text.report.version, text.mebibytes


def _facts(texts: Sequence[Text]) -> dict[str, Any]:
    name, program, version, mebibytes = _origin(texts[0])
    tables = [table for text in texts for table in text.report.tables]
    return {
        "file": name,
        "program": program,
        "version": version,
        "runs": len(texts),
        "benchmarks": list(dict.fromkeys(table.benchmark for table in tables)),
        "rows": sum(len(table.rows) for table in tables),
        "mbyte_bytes": {True: 1 << 20, False: 1_000_000, None: None}[mebibytes],
    }


def _show(imported: Imported, texts: list[dict[str, Any]]) -> None:
    words = {1 << 20: "2^20 bytes", 1_000_000: "1e6 bytes", None: "unknown: no row tells"}
    for text in texts:
        name = " ".join(filter(None, (text["program"], text["version"])))
        print(f"{text['file']}: {name}, {plural(len(text['benchmarks']), 'benchmark')}, {plural(text['rows'], 'row')}")
        print(f"  1 Mbyte is {words[text['mbyte_bytes']]}, by bytes and time of its rows")
    for note in imported.notes:
        print(note)
    print(
        f"run {imported.run.id}; `rankwise runs show {imported.run.id}`, `rankwise runs diff {imported.run.id} OTHER`"
    )
