"""What an MPI offers: its settings, and the transports that can be forced."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records import Mpi, Record
from rankwise.core.words import Text

KnobScope = Literal["transport", "intra-node", "inter-node", "collective", "start-up", "placement", "progress"]
CountedTransport = Literal["memory", "cma", "xpmem", "knem", "socket", "device"]


class ListedMpi(Mpi, frozen=True, kw_only=True):
    """An MPI, and whether surveys can use it. `gpu` is what it says of GPUs, where one MPI is shown."""

    usable: bool
    gpu: tuple[Text, ...] = ()


class MpisOfHosts(Record, frozen=True, kw_only=True):
    """The MPIs that each host has, the preferred first, and why some hosts told nothing."""

    hosts: dict[Text, tuple[ListedMpi, ...]]
    silent: dict[Text, Text] = {}


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


class FabricChoice(Record, frozen=True, kw_only=True):
    """One transport, before it is tried. `knobs` force it; empty is what the library chooses by itself.

    `kind` groups transports across stacks (`tcp`, `shm`, `cma`, `verbs` ...). `network` is the CIDR that it is kept on,
    of rails several with commas. `interface_variables` name an endpoint's own interfaces of that network. `expect` is
    what may be counted for large messages when it is in use. `semantics` says what a program may no longer rely on when
    the knobs are set: such a transport can be measured, and is never proposed. `reach` says between which ranks it can
    serve.
    """

    name: Text
    kind: Text
    knobs: dict[Text, Text]
    description: Text
    expect: tuple[CountedTransport, ...] = ()
    reach: Literal["node", "network", "any"] = "any"
    network: Text | None = None
    interface_variables: tuple[Text, ...] = ()
    semantics: Text = ""

    @property
    def networks(self) -> tuple[str, ...]:
        """The networks that it is kept on: none, one, or its rails."""
        return tuple(self.network.split(",")) if self.network else ()
