"""The library is told, or chose, an interface that does not lead to the other nodes."""

from __future__ import annotations

import ipaddress
import re

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case
from rankwise.inventory.records import Nic
from rankwise.placement.launch_words import set_by

_VARIABLES = re.compile(
    r"UCX_NET_DEVICES|FI_(TCP|SOCKETS|UDP)_IFACE|HYDRA_IFACE|I_MPI_HYDRA_IFACE|NCCL_SOCKET_IFNAME"
    r"|OMPI_MCA_(btl_tcp|oob_tcp)_if_include|PRTE_MCA_prte_if_include"
)
_LOCAL_ONLY = re.compile(r"(docker|virbr|veth|br-|cni|podman|lxc)")
_ANY = "`export UCX_NET_DEVICES={name} FI_TCP_IFACE={name}`; Open MPI: `--mca btl_tcp_if_include {net}`"


def check(case: Case) -> Finding | None:
    """Static: a variable names what is not here, or is down. Measured: ranks opened TCP connections over a bridge of
    this machine while others run elsewhere. A start in which messages went between nodes counts more than a name."""
    if (opened := _opened(case)) is not None:
        return _finding(case, opened, "The ranks opened connections over it, and other nodes cannot be behind it.")
    worked = len({rank.host for rank in case.ranks}) > 1 and any(rank.pairs for rank in case.ranks)
    nics = {nic.name: nic for nic in case.node.nics}
    devices = {nic.rdma_device for nic in case.node.nics if nic.rdma_device} | {"all", "lo"}
    given = {**case.environ, **{name: value for _, name, value in set_by(case.argv)}}
    for variable, value in given.items():
        if worked or not _VARIABLES.fullmatch(variable):
            continue
        for word in value.strip("^").split(","):
            name = word.split(":")[0]
            if "/" in name or name in devices or not name:
                continue
            nic = nics.get(name)
            if nic is None:
                return _finding(case, f"{variable}={value}", f"There is no interface {name} on this node.")
            if nic.state in ("down", "lowerlayerdown"):
                return _finding(case, f"{variable}={value}", f"Interface {name} is {nic.state}.")
    return None


def _opened(case: Case) -> str | None:
    if len({rank.host for rank in case.ranks}) < 2:
        return None
    owners = {str(_ip(address)): nic for nic in case.node.nics for address in nic.addresses}
    for rank in case.ranks:
        for name in rank.transports:
            nic = owners.get(name.removeprefix("TCP ")) if rank.boot_id == case.node.boot_id else None
            if nic is not None and (nic.kind == "bridge" or _LOCAL_ONLY.match(nic.name)):
                return f"rank {rank.number}: {name}, of {nic.name}"
    return None


def _ip(address: str) -> object:
    return ipaddress.ip_interface(address).ip


def _finding(case: Case, evidence: str, why: str) -> Finding:
    best = max(filter(_leads_out, case.node.nics), key=lambda nic: nic.speed_bytes_per_s or 0.0, default=None)
    net = str(ipaddress.ip_interface(best.addresses[0]).network) if best else "NETWORK/PREFIX"
    fixes = case.fix("interface", _ANY, name=best.name if best else "INTERFACE", net=net)
    return finding(
        "interface",
        "Messages to other nodes use the wrong interface",
        "serious",
        f"{why} The job hangs at its first message between nodes, or is slow.",
        seen={"interface": evidence},
        fixes=fixes,
        verify=case.again,
        mpi=case.family,
        affects=(case.node.hostname,),
    )


def _leads_out(nic: Nic) -> bool:
    return bool(nic.addresses) and nic.kind in ("ethernet", "infiniband") and nic.state not in ("down", None)
