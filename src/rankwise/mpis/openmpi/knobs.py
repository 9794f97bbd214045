"""Open MPI: which settings matter, which change more than time, and which make it use one transport."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from rankwise.core.grouped import grouped
from rankwise.core.records import Mpi
from rankwise.mpis import knob_semantics as lost
from rankwise.mpis.fabric_rows import SOCKETS_OF_PROVIDER, UCX_RAILS, Row
from rankwise.mpis.family import ask, hint
from rankwise.mpis.knob_lists import bare_environment
from rankwise.mpis.records import Knob

_PARAMETER = re.compile(r"^mca:\w+:\w+:param:(\w+):(value|help|type|deprecated|synonym_of:name):(.*)$", re.MULTILINE)
_CHOICE = re.compile(r"^mca:\w+:\w+:param:(\w+):enumerator:value:(-?\d+):(.*)$", re.MULTILINE)
_TRIED = "tried on Open MPI 5.0.11"
HINTS = {
    "mca:pml": hint("transport", "the point-to-point layer: ob1, ucx or cm", _TRIED),
    "mca:pml_ucx_tls": hint("transport", "`any` lets ucx serve all transports", _TRIED, needs="mca:pml=ucx"),
    "mca:pml_ucx_devices": hint("transport", "`any` lets ucx serve any device", _TRIED, needs="mca:pml=ucx"),
    "mca:btl": hint("transport", "which modules move bytes under ob1: self, sm, tcp, uct, ofi", _TRIED),
    "mca:btl_sm_eager_limit": hint(
        "intra-node",
        "messages up to this size, header included, are sent at once; beyond, sender and receiver meet first",
        _TRIED,
        needs="mca:btl_sm_max_send_size at least as large",
    ),
    "mca:btl_sm_max_send_size": hint("intra-node", "largest piece copied at once", _TRIED),
    "mca:smsc": hint("intra-node", "how large messages are copied once: cma, xpmem, knem", _TRIED),
    "mca:btl_tcp_if_include": hint("inter-node", "networks (10.0.0.0/8) or interfaces of TCP", _TRIED),
    "mca:btl_tcp_links": hint("inter-node", "TCP connections for each pair and network", "manual"),
    "mca:mpi_yield_when_idle": hint("progress", "waiting ranks give up the processor", "manual"),
    "mca:coll_tuned_use_dynamic_rules": hint("collective", "makes rules and forced algorithms count", _TRIED),
    "mca:coll_tuned_dynamic_rules_filename": hint(
        "collective",
        "file of rules: which algorithm by communicator and message size",
        _TRIED,
        needs="mca:coll_tuned_use_dynamic_rules=1; a missing or malformed file is ignored without a word",
    ),
    "mca:coll_tuned_allreduce_algorithm": hint(
        "collective", "the algorithm of every allreduce", _TRIED, needs="mca:coll_tuned_use_dynamic_rules=1"
    ),
}
SEMANTICS = (
    ("mca:mpi_param_check", lost.CHECKS),
    ("mca:pml_base_check_pml", "ranks that chose unlike layers are no longer found out"),
    ("mca:mpi_ft_*", lost.FAULTS),
    ("mca:*_exclusivity", "which module serves a path alone"),
    ("mca:btl_*_flags", "which operations a module claims to have"),
    ("mca:mpi_compat_mpi3", "which errors end a program"),
    ("mca:mpi_no_free_handles", "what becomes of handles that were freed"),
    ("mca:*mpi_abort_*", lost.ENDING),
    ("mca:opal_abort_*", lost.ENDING),
    ("mca:opal_signal", lost.ENDING),
    ("mca:mpi_dynamics_enabled", "MPI_Comm_spawn and MPI_Comm_connect"),
    ("mca:mtl_ofi_tag_mode", lost.BITS),
    ("mca:*_cuda_support", lost.DEVICE),
    ("mca:*disable_hmem", lost.DEVICE),
    ("mca:accelerator*", lost.DEVICE),
    ("mca:opal_max_thread_in_progress", lost.THREADS),
    ("mca:*leave_pinned*", "memory that is freed and allocated again while it is registered"),
    ("mca:*mem_hooks*", "memory that is freed and allocated again while it is registered"),
    ("mca:memory", "memory that is freed and allocated again while it is registered"),
    ("mca:memory_*", "memory that is freed and allocated again while it is registered"),
    ("mca:timer*", "what MPI_Wtime counts"),
    ("mca:*memory_hooks*", "memory that is freed and allocated again while it is registered"),
    ("mca:pml_monitoring_*", "files that appear in the working directory"),
    ("mca:pml_v_*", lost.FAULTS),
    ("mca:vprotocol*", lost.FAULTS),
)
FABRICS = (
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
        rails=UCX_RAILS,
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
        interfaces=SOCKETS_OF_PROVIDER,
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


def from_ompi_info(mpi: Mpi) -> list[Knob]:
    """Every MCA parameter at all nine levels; names that are only another name for one say so."""
    program = Path(mpi.prefix, "bin/ompi_info")
    if not program.is_file():
        return []
    listing = ask([program, "--all", "--parsable", "--level", "9"], bare_environment(mpi)).stdout
    return parse_ompi_info(listing)


def parse_ompi_info(listing: str) -> list[Knob]:
    """The parameters in the words of `ompi_info --all --parsable --level 9`."""
    facts: dict[str, dict[str, str]] = {}
    for name, what, description in _PARAMETER.findall(listing):
        facts.setdefault(name, {})[what] = description
    choices = grouped((name, f"{number} {words}") for name, number, words in _CHOICE.findall(listing))
    return [
        Knob(
            name=f"mca:{name}",
            type=told.get("type", ""),
            value=told.get("value"),
            description=_described(told),
            listed_by="ompi_info",
            choices=tuple(choices.get(name, ())),
        )
        for name, told in facts.items()
    ]


def _described(described: Mapping[str, str]) -> str:
    parts = [f"another name of {described['synonym_of:name']}" if "synonym_of:name" in described else ""]
    parts += [described.get("help", ""), "deprecated" if described.get("deprecated") == "yes" else ""]
    return "; ".join(filter(None, parts))
