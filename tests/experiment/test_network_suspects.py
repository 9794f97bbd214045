"""Suspects between nodes concern pairs of two nodes, and offer each network, adapter and set of rails once."""

from rankwise.core.records import Mpi
from rankwise.experiment.suspects import TABLE, concerns, fix_lines, one_of_each_place, unused_transports
from rankwise.mpis.records import FabricChoice
from rankwise.verbs.survey.experiments import _PROBES_AWAY

MPICH = Mpi(name="mpich", family="mpich", version="5.0.2", prefix="/", where="")
ROWS = [row for row in TABLE if row.reach == "network"]
SLOW, FAST = "10.32.0.0/16", "10.34.0.0/16"


def transport(name: str, *, network: str | None = None, device: bool = False) -> FabricChoice:
    return FabricChoice(
        name=name,
        kind=name.partition(":")[0],
        knobs={"env:UCX_TLS": "tcp,self,sm"},
        description=f"UCX's {name}",
        expect=("device",) if device else ("socket",),
        network=network,
        interface_variables=("UCX_NET_DEVICES",) if network else (),
    )


DEFAULT = FabricChoice(name="default", kind="default", knobs={}, description="what the library chooses by itself")
WAYS = [
    DEFAULT,
    transport(f"ucx/tcp:{SLOW}", network=SLOW),
    transport(f"ucx/tcp:{FAST}", network=FAST),
    transport(f"ofi/tcp:{FAST}", network=FAST),
    transport("ucx/tcp:rails", network=f"{SLOW},{FAST}"),
    transport("ucx/rc:mlx5_0:1", device=True),
]


def test_each_place_is_offered_once_and_adapters_first() -> None:
    names = [choice.name for choice in one_of_each_place(WAYS)]
    assert names == ["ucx/rc:mlx5_0:1", f"ucx/tcp:{SLOW}", f"ucx/tcp:{FAST}", "ucx/tcp:rails"]


def test_a_transport_that_is_not_taken_names_its_interfaces_and_the_line_that_takes_it() -> None:
    suspects = unused_transports(WAYS, {SLOW: ("eth0",), FAST: ("ib0",)})
    fast = next(suspect for suspect in suspects if suspect.id.endswith(FAST))
    assert "ib0" in fast.title
    assert fix_lines(fast, MPICH)[0].line == "export UCX_TLS=tcp,self,sm UCX_NET_DEVICES=ib0"
    rails = next(suspect for suspect in suspects if suspect.id.endswith("rails"))
    assert "UCX_NET_DEVICES=eth0,ib0" in fix_lines(rails, MPICH)[0].line


def test_causes_inside_a_node_are_not_tried_between_nodes_and_the_reverse() -> None:
    for row in ROWS:
        assert concerns(row, "pingpong", 1 << 16, between_nodes=True), row.id
        assert not concerns(row, "pingpong", 1 << 16, between_nodes=False), row.id
        assert row.fixes and row.cause, row.id
    inside = [row.id for row in TABLE if not concerns(row, "pingpong", row.smallest_bytes, between_nodes=True)]
    assert "small-pages" in inside and "unbound" not in inside


def test_causes_between_nodes_are_tried_below_the_limit_that_open_mpi_has_by_itself() -> None:
    sizes = [size for _, size in _PROBES_AWAY]
    assert all(any(concerns(row, "pingpong", size, between_nodes=True) for size in sizes) for row in ROWS)
    assert not [size for size in sizes if 1 << 16 <= size < 1 << 17], "a higher limit is always faster there"


def test_thresholds_concern_the_sizes_that_they_decide_about() -> None:
    early = [row for row in ROWS if row.id.startswith("early-rendezvous")]
    assert len(early) >= 2
    for row in early:
        sizes = [
            size for size in (512, 1 << 10, 1 << 17, 1 << 18) if concerns(row, "pingpong", size, between_nodes=True)
        ]
        assert sizes == [1 << 10, 1 << 17], row.id
