"""Every transport is offered, named or not; names are found; what would change a program is marked."""

import pytest

from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.mpis.fabric_lists import Listed, Provider, UcxTransport, listed
from rankwise.mpis.fabrics import fabrics, find_fabric
from rankwise.mpis.network import networks_here

NETS = {"10.33.0.0/16": ("n0",), "10.34.0.0/16": ("n1",)}
LISTED = Listed(
    providers=(
        Provider("tcp;ofi_rxm", "RDM", "n0", "10.33.0.0/16"),
        Provider("warp", "RDM", "warp0", "warp"),
        Provider("warp", "MSG", "warp0", "warp"),
        Provider("only_messages", "MSG", "x", "x"),
    ),
    ucx=(
        UcxTransport("tcp", "n0", False),
        UcxTransport("tcp", "n1", False),
        UcxTransport("posix", "memory", True),
        UcxTransport("xpmem", "memory", True),
        UcxTransport("hyper", "hyper_0:1", False),
    ),
)


def an_mpi(family: str = "mpich", transports: tuple[str, ...] = ("shm", "ucx", "ofi")) -> Mpi:
    return Mpi(name=family, family=family, version="5.0.2", prefix="/none", where="here", transports=transports)  # type: ignore[arg-type]


def test_what_no_row_names_is_offered_too() -> None:
    found = {fabric.name: fabric for fabric in fabrics(an_mpi(), networks=NETS, lists=LISTED)}
    assert found["ofi/warp"].knobs["env:FI_PROVIDER"] == "warp"
    assert found["ucx/hyper:hyper_0:1"].knobs["env:UCX_NET_DEVICES"] == "hyper_0:1"
    assert not [name for name in found if "only_messages" in name]


def test_inside_a_node_a_network_transport_says_what_it_takes_from_a_program() -> None:
    inside = {fabric.name: fabric for fabric in fabrics(an_mpi(), networks=NETS, lists=LISTED)}
    across = {fabric.name: fabric for fabric in fabrics(an_mpi(), networks=NETS, lists=LISTED, between_nodes=True)}
    assert inside["ofi/warp"].semantics and inside["ofi/warp"].knobs["env:MPIR_CVAR_NOLOCAL"] == "1"
    assert not across["ofi/warp"].semantics and "env:MPIR_CVAR_NOLOCAL" not in across["ofi/warp"].knobs
    assert not inside["shm+cma"].semantics
    assert "shm" not in across and "ucx/posix" not in across


def test_a_single_copy_has_somebody_to_carry_short_messages() -> None:
    found = {fabric.name: fabric for fabric in fabrics(an_mpi(), networks=NETS, lists=LISTED)}
    assert found["ucx/xpmem"].knobs["env:UCX_TLS"] == "xpmem,posix,self"
    assert found["ucx/xpmem"].expect == ("xpmem",)


def test_each_network_is_a_fabric_and_interfaces_are_the_endpoints_own() -> None:
    across = {fabric.name: fabric for fabric in fabrics(an_mpi(), networks=NETS, lists=LISTED, between_nodes=True)}
    assert across["ucx/tcp:10.34.0.0/16"].interface_variables == ("UCX_NET_DEVICES",)
    assert across["ofi/tcp;ofi_rxm:10.33.0.0/16"].interface_variables == ("FI_TCP_IFACE",)
    inside = {fabric.name: fabric for fabric in fabrics(an_mpi(), networks=NETS, lists=LISTED)}
    assert inside["ofi/tcp;ofi_rxm:10.34.0.0/16"].knobs["env:FI_TCP_IFACE"] == "n1"


@pytest.mark.parametrize(
    ("name", "means"),
    [
        ("tcp:10.34.0.0/15", "unknown"),
        ("tcp:10.34.7.9/16", "ucx/tcp:10.34.0.0/16"),
        ("tcp", "ucx/tcp:10.33.0.0/16"),
        ("ofi/tcp;ofi_rxm:10.34.0.0/16", "ofi/tcp;ofi_rxm:10.34.0.0/16"),
        ("ofi/tcp;ofi_rxm", "ofi/tcp;ofi_rxm:10.33.0.0/16"),
        ("default", "default"),
    ],
)
def test_names(name: str, means: str) -> None:
    choices = fabrics(an_mpi(), networks=NETS, lists=LISTED, between_nodes=True)
    if means == "unknown":
        with pytest.raises(UsageError, match=r"no fabric 'tcp:10\.34\.0\.0/15'") as raised:
            find_fabric(choices, name)
        assert "ucx/tcp:10.34.0.0/16" in raised.value.hint
    else:
        assert find_fabric(choices, name).name == means


@pytest.mark.each_mpi
def test_real_libraries_list_what_they_have(any_mpi: Mpi) -> None:
    found = listed(any_mpi)
    assert any(provider.name.startswith("tcp") and provider.endpoint == "RDM" for provider in found.providers)
    names = [fabric.name for fabric in fabrics(any_mpi)]
    assert names[0] == "default" and {"shm", "shm+cma", "ofi/shm"} <= set(names)
    assert len(names) == len(set(names))
    network = next(iter(networks_here()))
    assert f"ofi/tcp:{network}" in names


def test_open_mpi_has_its_components(openmpi: Mpi) -> None:
    found = {fabric.name: fabric for fabric in fabrics(openmpi)}
    assert {"ucx/posix", "btl-uct", "btl-ofi"} <= set(found)
    assert found["shm+cma"].knobs["mca:smsc"] == "cma"
    network = next(iter(networks_here()))
    assert found[f"tcp:{network}"].knobs["mca:btl_tcp_if_include"] == network
    across = {fabric.name: fabric for fabric in fabrics(openmpi, between_nodes=True)}
    assert across[f"tcp:{network}"].knobs["mca:btl"] == "self,sm,tcp"


ADAPTERS = Listed(
    providers=tuple(
        Provider(name, kind, domain, "ib")
        for name, kind in (("verbs;ofi_rxm", "RDM"), ("verbs", "MSG"), ("cxi", "RDM"))
        for domain in ("card_0", "card_1")
    ),
    ucx=tuple(UcxTransport("rc_mlx5", device, False) for device in ("mlx5_0:1", "mlx5_1:1"))
    + tuple(UcxTransport("tcp", device, False) for device in ("n0", "n1")),
)


@pytest.mark.parametrize("between_nodes", [False, True])
def test_each_adapter_is_a_transport_of_its_own_and_all_together_are_rails(between_nodes: bool) -> None:
    found = {
        fabric.name: fabric for fabric in fabrics(an_mpi(), networks=NETS, lists=ADAPTERS, between_nodes=between_nodes)
    }
    assert found["ucx/rc_mlx5:mlx5_1:1"].knobs["env:UCX_NET_DEVICES"] == "mlx5_1:1"
    assert found["ofi/verbs;ofi_rxm:card_1"].knobs["env:FI_VERBS_DEVICE_NAME"] == "card_1"
    assert found["ofi/cxi:card_0"].knobs["env:FI_CXI_DEVICE_NAME"] == "card_0"
    rails = found["ucx/rc_mlx5:rails"].knobs
    assert rails["env:UCX_NET_DEVICES"] == "mlx5_0:1,mlx5_1:1"
    assert rails["env:UCX_MAX_RNDV_RAILS"] == rails["env:UCX_MAX_EAGER_RAILS"] == "2"
    rails = found["ofi/cxi:rails"].knobs
    assert rails["env:MPIR_CVAR_CH4_OFI_MAX_NICS"] == "2" and "env:FI_CXI_DEVICE_NAME" not in rails
    assert found["ucx/tcp:rails"].networks == tuple(NETS)


def test_rails_of_each_family() -> None:
    across = {
        family: {
            transport.name: transport for transport in fabrics(mpi, networks=NETS, lists=ADAPTERS, between_nodes=True)
        }
        for family, mpi in {
            "openmpi": an_mpi("openmpi", ("tcp", "ucx", "ofi")),
            "impi": an_mpi("impi", ("shm", "ofi")),
        }.items()
    }
    tcp = across["openmpi"]["tcp:rails"]
    assert tcp.knobs["mca:btl_tcp_if_include"] == "10.33.0.0/16,10.34.0.0/16"
    assert tcp.networks == ("10.33.0.0/16", "10.34.0.0/16")
    assert "ofi/cxi:rails" not in across["openmpi"], "its layer for libfabric takes one adapter"
    assert across["impi"]["ofi/cxi:rails"].knobs["env:I_MPI_MULTIRAIL"] == "1"
