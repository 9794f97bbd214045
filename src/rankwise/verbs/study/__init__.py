"""`study`: published measurements repeated, with a verdict for each figure that was predicted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from rankwise.core.errors import UsageError
from rankwise.core.options import Argument, Option, Out

if TYPE_CHECKING:
    from rankwise.verbs.records import ListedStudy, Studied

On = Literal["simulated", "lab", "here"]


def study(
    name: Annotated[str, Argument("Name of a study, or `list`.", metavar="NAME")] = "",
    *,
    program: Annotated[str, Option("The study of this program of `rankwise program list`.", metavar="NAME")] = "",
    on: Annotated[On, Option("Where: simulated, lab or here.")] = "simulated",
    out: Out = None,
) -> Studied:
    """The rows of a study. Raises UsageError for a place where it cannot be made, and as `study_named`."""
    from rankwise.core import settings
    from rankwise.core.records import Plan
    from rankwise.measure.provenance import new_run
    from rankwise.store import Store, recorded
    from rankwise.verbs.records import Studied
    from rankwise.verbs.study.table import STUDIES
    from rankwise.verbs.study.verdicts import Study

    name = study_named(name, program)
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


def study_named(name: str, program: str = "") -> str:
    """The study of that name, or the one of the program.

    Raises UsageError for an unknown one, for a program of which there is none or that has arguments, and unless exactly
    one of both is given.
    """
    from rankwise.programs.shipped import shipped
    from rankwise.verbs.study.table import STUDIES

    asked = shipped(program)
    if asked is None:
        if not name:
            raise UsageError("no-study", "no study is named", "`rankwise study list` lists them")
        if name not in STUDIES:
            raise UsageError("unknown-study", f"there is no study '{name}'", f"use {', '.join(STUDIES)}")
        return name
    if name:
        raise UsageError("two-studies", f"{name} and --program {program} both name a study", "leave one of them away")
    of_programs = {row.program: study for study, row in STUDIES.items() if row.program}
    if asked.row.name not in of_programs:
        words = f"there is no study of the program {asked.row.name}"
        raise UsageError("no-study", words, f"there are studies of {', '.join(of_programs)}")
    if asked.arguments:
        words = f"--program {program}: a study fixes the arguments of its program"
        raise UsageError("fixed-arguments", words, f"use --program {asked.row.name}; `rankwise program run` takes them")
    return of_programs[asked.row.name]


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
