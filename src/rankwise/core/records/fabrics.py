"""The ways an MPI can move bytes: how each is forced, and what it must show when it is really used."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records.base import Record

Carrier = Literal["memory", "cma", "xpmem", "knem", "socket", "device"]


class FabricChoice(Record, frozen=True, kw_only=True):
    """One way to move bytes, before it is tried. `knobs` force it; empty is what the library chooses by itself.

    `kind` groups ways across stacks (`tcp`, `shm`, `cma`, `verbs` ...); `network` is the CIDR that it is kept on,
    `interface_variables` those that name an endpoint's own interfaces of that network. `expect` are the carriers that
    large messages may be seen to take if it is in use. `semantics` says what a program may no longer rely on when the
    knobs are set: such a way can be measured, and is never proposed. `reach` says between which ranks it can serve.
    """

    name: str
    kind: str
    knobs: dict[str, str]
    description: str
    expect: tuple[Carrier, ...] = ()
    reach: Literal["node", "network", "any"] = "any"
    network: str | None = None
    interface_variables: tuple[str, ...] = ()
    semantics: str = ""
