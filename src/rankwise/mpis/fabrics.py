"""Every transport of an MPI here: the rows of its family, filled with what its libraries list at run time."""

from __future__ import annotations

import difflib
import ipaddress
from collections.abc import Iterator, Mapping, Sequence

from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.mpis.fabric_lists import Listed, UcxTransport, listed
from rankwise.mpis.fabric_rows import ADAPTER_VARIABLES, Row
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.network import networks_here
from rankwise.mpis.records import CountedTransport, FabricChoice

_SINGLE_COPY: dict[str, CountedTransport] = {"cma": "cma", "xpmem": "xpmem", "knem": "knem"}
_SOCKETS = ("tcp", "udp", "sockets", "net")  # transports and providers that send through the kernel's sockets
_IN_MEMORY = ("shm", "sm2")  # providers that serve one node alone, and may copy once
DEFAULT = FabricChoice(name="default", kind="default", knobs={}, description="what the library chooses by itself")


def fabrics(
    mpi: Mpi,
    *,
    between_nodes: bool = False,
    networks: Mapping[str, Sequence[str]] | None = None,
    lists: Listed | None = None,
) -> tuple[FabricChoice, ...]:
    """Every transport, the default first, for ranks of one node or of several; names are unique.

    `networks` are CIDRs with the interfaces of this place that are on them (several endpoints with unlike names: those
    of any one; their own go into `FabricChoice.interface_variables`); this machine's when None. `lists` replaces what
    the libraries say. Knobs that only `between_nodes` decides keep shared memory inside the nodes.
    """
    offer = lists or listed(mpi)
    nets = networks_here() if networks is None else {cidr: tuple(names) for cidr, names in networks.items()}
    reach = "network" if between_nodes else "node"
    choices = {DEFAULT.name: DEFAULT}
    for row in FAMILIES[mpi.family].fabrics:
        if row.reach not in ("any", reach) or (row.needs and row.needs not in mpi.transports):
            continue
        for choice in _of_row(row, mpi, offer, nets, between_nodes):
            if choice.reach in ("any", reach):
                choices.setdefault(choice.name, choice)
    return tuple(choices.values())


def find_fabric(choices: Sequence[FabricChoice], name: str) -> FabricChoice:
    """The transport called so. A name without its network means the first such network. `tcp`, `shm`, `cma` (a kind,
    with `:NETWORK` or without) mean the first transport of that kind.

    Raises UsageError with the nearest names.
    """
    wanted, _, place = name.partition(":")
    for choice in choices:
        if choice.name == name:
            return choice
    for choice in choices:
        same_place = not place or (choice.network is not None and _same_network(place, choice.network))
        if same_place and wanted in (choice.name.partition(":")[0], choice.kind):
            return choice
    names = [choice.name for choice in choices]
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.4) or names
    raise UsageError("unknown-fabric", f"there is no fabric '{name}' here", f"did you mean {', '.join(near)}?")


def _same_network(wanted: str, network: str) -> bool:
    try:
        return ipaddress.ip_network(wanted, strict=False) == ipaddress.ip_network(network)
    except ValueError:
        return False


def _of_row(
    row: Row, mpi: Mpi, listed: Listed, nets: Mapping[str, tuple[str, ...]], between_nodes: bool
) -> Iterator[FabricChoice]:
    family = FAMILIES[mpi.family]
    words = family.fabric_words(mpi)
    if row.each == "ucx":
        yield from _of_ucx(row, listed, nets, between_nodes)
    elif row.each == "provider":
        yield from _of_providers(row, listed, nets, between_nodes)
    elif row.each == "network":
        for cidr in nets:
            yield _choice(row, {"network": cidr, **words}, row.name, row.expect, between_nodes, network=cidr)
        if len(nets) > 1 and row.rails is not None:
            every = ",".join(nets)
            yield _choice(
                row, {"network": every, **words}, row.name, row.expect, between_nodes, network=every, rails=len(nets)
            )
    elif row.each == "":
        yield _choice(row, words, row.name.partition("+")[2] or row.name, row.expect, between_nodes)
    else:
        for name in dict.fromkeys(family.fabric_parts(mpi, row.each)):
            if name in row.known:
                continue
            expect = row.expect or (_SINGLE_COPY.get(name, "memory"),)
            yield _choice(row, {row.each: name, **words}, name, expect, between_nodes)


def _of_ucx(
    row: Row, listed: Listed, nets: Mapping[str, tuple[str, ...]], between_nodes: bool
) -> Iterator[FabricChoice]:
    copying = [transport.name for transport in listed.ucx if transport.memory and transport.name not in _SINGLE_COPY]
    adapters: dict[str, list[str]] = {}
    usable: dict[str, list[str]] = {}
    for transport in listed.ucx:
        words = {"transport": transport.name, "transports": _ucx_list(transport, copying, between_nodes)}
        if transport.memory:
            expect = (_SINGLE_COPY.get(transport.name, "memory"),)
            yield _choice(row, words, transport.name, expect, between_nodes, reach="node", without_interfaces=True)
        elif transport.name in _SOCKETS:
            for cidr, interfaces in nets.items():
                if between_nodes or transport.device in interfaces:
                    usable.setdefault(transport.name, []).append(cidr)
                    yield _choice(
                        row, words, transport.name, ("socket",), between_nodes, network=cidr, interfaces=interfaces
                    )
        else:
            words["network"] = transport.device
            adapters.setdefault(transport.name, []).append(transport.device)
            yield _choice(row, words, transport.name, ("device",), between_nodes, adapters=(transport.device,))
    for name, devices in adapters.items():
        if len(devices) > 1 and row.rails is not None:
            words = {"transport": name, "transports": _ucx_list(UcxTransport(name, "", False), copying, between_nodes)}
            yield _choice(row, words, name, ("device",), between_nodes, adapters=devices, rails=len(devices))
    for name, found_on in usable.items():
        cidrs = list(dict.fromkeys(found_on))
        if len(cidrs) > 1 and row.rails is not None:
            words = {"transport": name, "transports": _ucx_list(UcxTransport(name, "", False), copying, between_nodes)}
            every = [interface for cidr in cidrs for interface in nets[cidr]]
            yield _choice(
                row,
                words,
                name,
                ("socket",),
                between_nodes,
                network=",".join(cidrs),
                interfaces=every,
                rails=len(cidrs),
            )


def _ucx_list(ucx_transport: UcxTransport, copying: Sequence[str], between_nodes: bool) -> str:
    """UCX_TLS: the transport, what it cannot do without, and itself for a rank's own messages."""
    if ucx_transport.memory and ucx_transport.name in _SINGLE_COPY:
        return ",".join([ucx_transport.name, *copying[:1], "self"])  # a single copy carries no short messages
    return ",".join([ucx_transport.name, "self", *(["sm"] if between_nodes and not ucx_transport.memory else [])])


def _of_providers(
    row: Row, listed: Listed, nets: Mapping[str, tuple[str, ...]], between_nodes: bool
) -> Iterator[FabricChoice]:
    domains: dict[str, list[str]] = {}
    for provider in listed.providers:
        if provider.endpoint == "RDM" and provider.domain not in domains.setdefault(provider.name, []):
            domains[provider.name].append(provider.domain)
    for name, adapters in domains.items():
        base = name.partition(";")[0]
        words = {"provider": name, "PROVIDER": base.upper()}
        if base in _SOCKETS:
            for cidr, interfaces in nets.items():
                yield _choice(row, words, base, ("socket",), between_nodes, network=cidr, interfaces=interfaces)
        elif base in _IN_MEMORY:
            expect: tuple[CountedTransport, ...] = ("memory", "cma", "xpmem")
            yield _choice(row, words, base, expect, between_nodes, reach="node", without_interfaces=True)
        elif base in ADAPTER_VARIABLES and len(adapters) > 1:
            variable = ADAPTER_VARIABLES[base]
            for adapter in adapters:
                words["network"] = adapter
                yield _choice(row, words, base, ("device",), between_nodes, adapters=(adapter,), variable=variable)
            if row.rails is not None:
                del words["network"]
                yield _choice(
                    row, words, base, ("device",), between_nodes, without_interfaces=True, rails=len(adapters)
                )
        else:
            yield _choice(row, words, base, ("device",), between_nodes, without_interfaces=True)


def _choice(
    row: Row,
    words: Mapping[str, str],
    kind: str,
    expect: tuple[CountedTransport, ...],
    between_nodes: bool,
    *,
    network: str | None = None,
    interfaces: Sequence[str] = (),
    reach: str = "",
    without_interfaces: bool = False,
    adapters: Sequence[str] = (),
    variable: str = "",
    rails: int = 0,
) -> FabricChoice:
    """`adapters` are called alike on all nodes, and are named in `variable` (in those of interfaces without one)."""
    knobs = {**row.knobs, **(row.across if between_nodes else row.inside), **((row.rails or {}) if rails else {})}
    words = {**words, "rails": str(rails)}
    filled = {_fill(name, words): _fill(value, words) for name, value in knobs.items()}
    variables = () if without_interfaces else tuple(_fill(name, words) for name in row.interfaces)
    if adapters:
        filled |= {f"env:{name}": ",".join(adapters) for name in ((variable,) if variable else variables)}
        variables = ()
    if not between_nodes:
        filled |= {f"env:{name}": ",".join(interfaces) for name in variables if interfaces}
    place = ":rails" if rails else f":{network}" if network else f":{words['network']}" if words.get("network") else ""
    on = f" over {rails} rails at once" if rails else f" on {place[1:]}" if place else ""
    return FabricChoice(
        name=_fill(row.name, words) + place,
        kind=kind,
        knobs=filled,
        description=_fill(row.description, words) + on,
        expect=expect,
        reach=reach or row.reach,  # type: ignore[arg-type]
        network=network,
        interface_variables=variables if between_nodes else (),
        semantics="" if between_nodes else row.semantics,
    )


def _fill(text: str, words: Mapping[str, str]) -> str:
    for name, value in words.items():
        text = text.replace(f"{{{name}}}", value)
    return text
