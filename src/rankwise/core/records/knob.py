"""One setting of one MPI, as the library itself lists it, with what is known of it where it matters."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records.base import Record
from rankwise.core.words import Text

KnobScope = Literal["transport", "intra-node", "inter-node", "collective", "start-up", "placement", "progress"]


class KnobHint(Record, frozen=True, kw_only=True):
    """What people know of a knob that matters. `needs`: what must be set with it; `source`: how this is known."""

    changes: Text
    scope: KnobScope
    source: Text
    needs: Text = ""


class Knob(Record, frozen=True, kw_only=True):
    """One setting. `name` is how a side or a tuning carries it: `env:NAME` or `mca:NAME`. `value` is what the library
    uses when nothing is set, where it says so. `listed_by`: MPI_T, ompi_info, impi_info, UCX, libfabric, rankwise.
    `semantics`: what a program may no longer rely on when it is set (empty: nothing changes but time); a tuner never
    emits such a knob. `choices`: the values that the library enumerates, each with its meaning, where it does (`1
    basic_linear`)."""

    name: Text
    type: Text
    value: Text | None
    description: Text
    listed_by: Text
    hint: KnobHint | None = None
    semantics: Text = ""
    choices: tuple[Text, ...] = ()
