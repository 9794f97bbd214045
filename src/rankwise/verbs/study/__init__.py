"""`study`: published measurements repeated, with a verdict for each figure that was predicted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from rankwise.core.errors import UsageError
from rankwise.core.options import Argument, Option, Out

if TYPE_CHECKING:
    from rankwise.verbs.records import ListedStudy, Studied

On = Literal["simulated", "lab", "here"]


def study(
    name: Annotated[str, Argument("Name of a study, or `list`.", metavar="NAME")],
    *,
    on: Annotated[On, Option("Where: simulated, lab or here.")] = "simulated",
    out: Out = None,
) -> Studied:
    """The rows of a study. Raises UsageError for an unknown one, and for a place where it cannot be made."""
    from rankwise.core import settings
    from rankwise.core.records import Plan
    from rankwise.measure.provenance import new_run
    from rankwise.store import Store, recorded
    from rankwise.verbs.records import Studied
    from rankwise.verbs.study.table import STUDIES
    from rankwise.verbs.study.verdicts import Study

    if name not in STUDIES:
        raise UsageError("unknown-study", f"there is no study '{name}'", f"use {', '.join(STUDIES)}")
    row = STUDIES[name]
    if on not in row.places:
        words = f"study {name} cannot be made on '{on}': {row.why_not}"
        raise UsageError("bad-place", words, f"use --on {' or '.join(row.places)}")
    made = Study(row.tolerance, out)
    plan = Plan(name=f"study {name}", endpoints=(), cells=())
    with (
        Store.of(settings.folder(out)) as store,
        recorded(store, new_run("study", plan, {}, {"study": name, "on": on})) as recording,
    ):
        row.places[on](made)
        return recording.keep(
            Studied(
                run=recording.ended(),
                name=name,
                title=row.title,
                on=on,
                tolerance=row.tolerance,
                figures=tuple(made.rows),
                notes=tuple(made.notes),
            )
        )


def list_studies() -> list[ListedStudy]:
    """All studies."""
    from rankwise.verbs.records import ListedStudy
    from rankwise.verbs.study.table import STUDIES

    return [
        ListedStudy(name=name, title=row.title, tolerance=row.tolerance, on=tuple(row.places))
        for name, row in STUDIES.items()
    ]


def machine_of(name: str) -> str:
    """The machine that is drawn of a study; empty where there is none."""
    from rankwise.verbs.study.table import STUDIES

    return STUDIES[name].machine
