"""`rankwise mpi knobs`: what can be set on an MPI, from the library itself."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.shapes import Group
from rankwise.core import settings
from rankwise.core.options import Argument, Option

if TYPE_CHECKING:
    from rankwise.core.records import Mpi
    from rankwise.mpis.records import Knob

app = Group("knobs", help="Settings of an MPI: list, explain.")
MpiName = Annotated[str | None, Option("MPI by name. Default: the preferred one.", "--mpi")]


@command("mpi knobs list", below=app)
def list_(
    pattern: Annotated[str, Argument("Part of a name, or a pattern with *.")] = "",
    mpi: MpiName = None,
) -> Answer:
    """List the knobs of an MPI; without a pattern, those that are known to matter come first."""
    from rankwise.verbs import knobs as verb

    chosen, shown, listed = verb.knobs(settings.value("mpi", mpi), pattern)

    def lines() -> Iterator[str]:
        yield from _table([knob for knob in shown if knob.hint])
        rest = [knob for knob in shown if not knob.hint]
        if pattern:
            yield from _table(rest)
        elif rest:
            yield f"and {len(rest)} more of {chosen.name} {chosen.version}: give a part of a name, or * for all"
        if not shown:
            yield f"no knob of {chosen.name} {chosen.version} matches '{pattern}'; it lists {listed}"

    return Answer(shown, lines)


@command("mpi knobs explain", below=app)
def explain(
    name: Annotated[
        str, Argument("A knob: pml, mca:pml or MPIR_CVAR_CH4_NETMOD.", complete="rankwise.cli.completion:knobs")
    ],
    mpi: MpiName = None,
) -> Answer:
    """Say what a knob is, what it changes, and how it is set."""
    from rankwise.verbs import knobs as verb

    chosen, knob = verb.knob(name, settings.value("mpi", mpi))
    return Answer(knob, lambda: _details(knob, chosen))


def _table(knobs: list[Knob]) -> list[str]:
    from rankwise.report.tables import fitted
    from rankwise.verbs.knobs import scope

    rows = [(knob.name, _cut(knob.value or "-", 24), scope(knob), _brief(knob)) for knob in knobs]
    return fitted(rows) if rows else []


def _brief(knob: Knob) -> str:
    words = knob.hint.changes if knob.hint else " ".join(knob.description.split())
    return textwrap.shorten(words, 70, placeholder=" ...")


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 3]}..."


def _details(knob: Knob, mpi: Mpi) -> Iterator[str]:
    from rankwise.verbs.knobs import scope, values

    kind, _, rest = knob.name.partition(":")
    rows = {
        "knob": knob.name,
        "of": f"{mpi.name} {mpi.version}, listed by {knob.listed_by}",
        "type": knob.type or "unknown",
        "value unless set": knob.value if knob.value not in (None, "") else "none",
    }
    if knob.choices:
        rows["values"] = ", ".join(knob.choices)
    elif worth := values(knob):
        rows["worth trying"] = ", ".join(worth)
    rows["scope"] = scope(knob) if knob.hint else f"{scope(knob)} (by its name)"
    if knob.hint:
        rows |= {
            "changes": knob.hint.changes,
            "needs": knob.hint.needs or "nothing else",
            "known from": knob.hint.source,
        }
    rows["semantics"] = f"it changes {knob.semantics}" if knob.semantics else "unchanged, as far as is known"
    rows["set it by"] = f"{rest}=VALUE" if kind == "env" else f"--mca {rest} VALUE, or OMPI_MCA_{rest}=VALUE"
    rows["try it by"] = f"rankwise compare mpi={mpi.name} mpi={mpi.name}+{knob.name}=VALUE"
    for title, words in rows.items():
        yield f"{title:18} {words}"
    if knob.description:
        yield from ("", "In the library's words:", textwrap.indent(knob.description, "  "))
