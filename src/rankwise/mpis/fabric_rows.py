"""How each MPI is made to use one transport: a table per family, one row for each kind of transport.

A row stands for as many transports as the library lists of what it is `each` of, so one that nobody has named here is
offered as well. Braces in names and values are filled from the list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rankwise.core.records.fabrics import CountedTransport

Each = Literal["", "network", "provider", "ucx", "smsc", "btl", "mtl", "pml", "netmod"]


@dataclass(frozen=True)
class Row:
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
_SHARED_SPLIT = "MPI_Comm_split_type(MPI_COMM_TYPE_SHARED) no longer finds the ranks of a node"
_UCX_RAILS = {"env:UCX_MAX_RNDV_RAILS": "{rails}", "env:UCX_MAX_EAGER_RAILS": "{rails}"}
_FI = ("FI_{PROVIDER}_IFACE",)  # each provider that sends through sockets has its own (fi_tcp(7), fi_udp(7) ...)
MPICH = (
    Row(
        "shm",
        "shared memory, copied in and out",
        knobs={"env:MPIR_CVAR_CH4_CMA_ENABLE": "0", "env:MPIR_CVAR_CH4_XPMEM_ENABLE": "0"},
        reach="node",
        expect=("memory",),
    ),
    Row(
        "shm+cma",
        "shared memory; large messages are read from the other process (CMA), one copy",
        knobs={"env:MPIR_CVAR_CH4_CMA_ENABLE": "1", "env:MPIR_CVAR_CH4_XPMEM_ENABLE": "0"},
        reach="node",
        expect=("cma",),
    ),
    Row(
        "shm+xpmem",
        "shared memory; large messages are read through memory attached with XPMEM, one copy",
        knobs={"env:MPIR_CVAR_CH4_CMA_ENABLE": "0", "env:MPIR_CVAR_CH4_XPMEM_ENABLE": "1"},
        reach="node",
        expect=("xpmem",),
    ),
    Row(
        "ucx/{transport}",
        "UCX's {transport}",
        each="ucx",
        knobs={"env:MPIR_CVAR_CH4_NETMOD": "ucx", "env:UCX_TLS": "{transports}"},
        inside={"env:MPIR_CVAR_NOLOCAL": "1"},
        interfaces=("UCX_NET_DEVICES",),
        rails=_UCX_RAILS,
        needs="ucx",
        semantics=_SHARED_SPLIT,
    ),
    Row(
        "ofi/{provider}",
        "libfabric's {provider}",
        each="provider",
        knobs={"env:MPIR_CVAR_CH4_NETMOD": "ofi", "env:FI_PROVIDER": "{provider}"},
        inside={"env:MPIR_CVAR_NOLOCAL": "1"},
        interfaces=_FI,
        rails={
            "env:MPIR_CVAR_CH4_OFI_MAX_NICS": "{rails}",
            "env:MPIR_CVAR_CH4_OFI_ENABLE_MULTI_NIC_STRIPING": "1",
        },
        needs="ofi",
        semantics=_SHARED_SPLIT,
    ),
    Row(
        "{netmod}",
        "the network module {netmod}",
        each="netmod",
        known=("shm", "ucx", "ofi", "cma", "xpmem", "knem"),
        knobs={"env:MPIR_CVAR_CH4_NETMOD": "{netmod}"},
        inside={"env:MPIR_CVAR_NOLOCAL": "1"},
        interfaces=("MPIR_CVAR_NEMESIS_TCP_NETWORK_IFACE",),
        semantics=_SHARED_SPLIT,
    ),
)
OPENMPI = (
    Row(
        "shm",
        "shared memory, copied in and out (ob1, btl sm)",
        knobs={"mca:pml": "ob1", "mca:btl": "self,{sm}", "mca:{single_copy}": "{no_single_copy}"},
        reach="node",
        expect=("memory",),
    ),
    Row(
        "shm+{smsc}",
        "shared memory; large messages are copied once, by {smsc} (ob1, btl sm)",
        each="smsc",
        knobs={"mca:pml": "ob1", "mca:btl": "self,{sm}", "mca:{single_copy}": "{smsc}"},
        reach="node",
    ),
    Row(
        "tcp",
        "TCP sockets (ob1, btl tcp)",
        each="network",
        knobs={"mca:pml": "ob1", "mca:btl_tcp_if_include": "{network}"},
        inside={"mca:btl": "self,tcp"},
        across={"mca:btl": "self,{sm},tcp"},
        rails={},
        needs="tcp",
        expect=("socket",),
    ),
    Row(
        "btl-{btl}",
        "Open MPI's own point-to-point layer on its module {btl} (ob1, btl {btl})",
        each="btl",
        known=("self", "sm", "vader", "tcp", "template"),
        knobs={"mca:pml": "ob1"},
        inside={"mca:btl": "self,{btl}"},
        across={"mca:btl": "self,{sm},{btl}"},
        expect=("device", "socket"),
    ),
    Row(
        "ucx/{transport}",
        "UCX's {transport} (pml ucx)",
        each="ucx",
        knobs={
            "mca:pml": "ucx",
            "mca:pml_ucx_tls": "any",
            "mca:pml_ucx_devices": "any",
            "env:UCX_TLS": "{transports}",
        },
        interfaces=("UCX_NET_DEVICES",),
        rails=_UCX_RAILS,
        needs="ucx",
    ),
    Row(
        "ofi/{provider}",
        "libfabric's {provider} (pml cm, mtl ofi)",
        each="provider",
        knobs={
            "mca:pml": "cm",
            "mca:mtl": "ofi",
            "mca:mtl_ofi_provider_exclude": "none",
            "env:FI_PROVIDER": "{provider}",
        },
        interfaces=_FI,
        needs="ofi",
    ),
    Row(
        "cm-{mtl}",
        "the matching layer {mtl} (pml cm)",
        each="mtl",
        known=("ofi",),
        knobs={"mca:pml": "cm", "mca:mtl": "{mtl}"},
        expect=("device",),
    ),
    Row(
        "pml-{pml}",
        "the point-to-point layer {pml}",
        each="pml",
        known=("ob1", "ucx", "cm", "monitoring", "v", "crcpw", "bfo", "example"),
        knobs={"mca:pml": "{pml}"},
        expect=("device",),
    ),
)
IMPI = (
    Row(
        "shm",
        "shared memory, copied in and out",
        knobs={"env:I_MPI_FABRICS": "shm", "env:I_MPI_SHM_CMA": "0"},
        reach="node",
        expect=("memory",),
    ),
    Row(
        "shm+cma",
        "shared memory; large messages are read from the other process (CMA), one copy",
        knobs={"env:I_MPI_FABRICS": "shm", "env:I_MPI_SHM_CMA": "1"},
        reach="node",
        expect=("cma",),
    ),
    Row(
        "ofi/{provider}",
        "libfabric's {provider}",
        each="provider",
        knobs={"env:FI_PROVIDER": "{provider}", "env:I_MPI_OFI_PROVIDER": "{provider}"},
        inside={"env:I_MPI_FABRICS": "ofi"},
        across={"env:I_MPI_FABRICS": "shm:ofi"},
        interfaces=_FI,
        rails={"env:I_MPI_MULTIRAIL": "1"},
    ),
)
