"""How an MPI is made to use one transport: a row of its family's `FABRICS` for each kind of transport.

A row stands for as many transports as the library lists of what it is `each` of, so one that nobody has named here is
offered as well. Braces in names and values are filled from the list.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from rankwise.mpis.records import CountedTransport

Each = Literal["", "network", "provider", "ucx", "smsc", "btl", "mtl", "pml", "netmod"]


class Row(Struct, frozen=True):
    """`each`: what the library's list of it holds becomes one transport each, but for those that `known` names: other
    rows serve them, or they carry no messages. `knobs` are set wherever it is used; `inside` besides them between
    ranks of one node, `across` between nodes. `semantics` is what `inside` takes from a program.
    `rails`: knobs with which one message goes over several networks or adapters at once, `{rails}` of them; None where
    the library cannot. `needs`: the transport of `Mpi.transports` without which there is none. `expect`: what
    may carry large messages; empty where it depends on what is listed.
    """

    name: str
    description: str
    each: Each = ""
    known: tuple[str, ...] = ()
    knobs: Mapping[str, str] = field(default_factory=dict)
    inside: Mapping[str, str] = field(default_factory=dict)
    across: Mapping[str, str] = field(default_factory=dict)
    interfaces: tuple[str, ...] = ()
    rails: Mapping[str, str] | None = None
    reach: Literal["node", "network", "any"] = "any"
    needs: str = ""
    expect: tuple[CountedTransport, ...] = ()
    semantics: str = ""


ADAPTER_VARIABLES = {"verbs": "FI_VERBS_DEVICE_NAME", "cxi": "FI_CXI_DEVICE_NAME", "psm3": "PSM3_NIC"}
"""Which adapter a provider of libfabric takes, where it does not send through sockets: fi_verbs(7), fi_cxi(7), PSM3."""
UCX_RAILS = {"env:UCX_MAX_RNDV_RAILS": "{rails}", "env:UCX_MAX_EAGER_RAILS": "{rails}"}
SOCKETS_OF_PROVIDER = ("FI_{PROVIDER}_IFACE",)
"""The interface of a provider that sends through sockets: each has its own (fi_tcp(7), fi_udp(7) ...)."""
