"""What is to be measured: endpoints, cells and the plan that visits them."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from rankwise.core.records.base import Record
from rankwise.core.words import Address, Count, CpuNumber, Prose

Pace = Literal["", "barrier", "batch"]
"""How calls follow each other where that is not the kernel's own way."""


class Endpoint(Record, frozen=True, kw_only=True):
    """A place that can hold a rank or a buffer: a core of a host, a coprocessor card, a GPU.

    `cpus` is the explicit binding (logical CPU numbers of `node`); empty means unbound. `address` is where a host or
    card is reached, and the PCI address of a GPU. `switches` are the names of a pod and of the leaf in it that the node
    is at, or of a leaf alone; empty where nothing told. `socket` is that of the node on which it is or hangs, `adapter`
    the network adapter that it uses, `root_port` the PCI address of the root port below which a GPU is, `slot` that of
    an adapter without its function; None and empty where nothing told.
    """

    id: Prose
    node: Prose
    kind: Literal["core", "card", "gpu"] = "core"
    cpus: tuple[CpuNumber, ...] = ()
    address: Address | None = None
    arch: Prose | None = None
    switches: tuple[Prose, ...] = ()
    socket: Count | None = None
    adapter: Prose = ""
    root_port: Prose = ""
    slot: Prose = ""


class Cell(Record, frozen=True, kw_only=True):
    """One kernel at one point of its parameters: the unit that is measured and stored.

    `groups` lists world ranks: each inner tuple is a communicator of its own in that rank order, and all groups run at
    the same time (one group: alone; many: under load). `side` names the launch it belongs to (an MPI, a knob set).

    Each field from `datatype` to `buffers` has a row in `core.cell_parameters`, and docs/engine.md lists what they
    mean. `root` -1 rotates; empty `buffers` are host memory. `mean_of_ranks`: its times are not those of the slowest
    rank but means over all, as another suite printed them.
    """

    id: Prose
    side: Prose
    kernel: Prose
    size_bytes: int
    groups: tuple[tuple[int, ...], ...]
    datatype: Prose = "byte"
    operation: Prose = ""
    root: int = 0
    window: int = 1
    one_place: bool = False
    cold_cache: bool = False
    communicator: Prose = ""
    in_place: bool = False
    window_kind: Prose = ""
    threads: int = 1
    compute_share: float = 1.0
    load: Prose = ""
    load_size_bytes: int = 0
    load_groups: tuple[tuple[int, ...], ...] = ()
    pace: Pace = ""
    buffers: Prose = ""
    definition: int = 1
    mean_of_ranks: bool = False

    @property
    def without_load(self) -> Cell:
        """The same where nothing loads the machine; it has no id."""
        return replace(self, id="", load="", load_size_bytes=0, load_groups=())


class Plan(Record, frozen=True, kw_only=True):
    """All cells of a run and how they are visited. `seed` makes the order of visits reproducible.

    `precision` is the asked half width of the 95 % interval relative to the median (0.02 is 2 %).
    """

    name: Prose
    endpoints: tuple[Endpoint, ...]
    cells: tuple[Cell, ...]
    seed: int = 1
    precision: float = 0.02
    budget_s: float = 60.0
    min_rounds: int = 8
    launches: int = 3
