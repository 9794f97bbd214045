"""Hosts as they were seen: CPUs, memory, adapters, GPUs, limits, and what could not be read."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from rankwise.core.records import Record, Result
from rankwise.core.words import HostName, Name, Text


class Cache(Record, frozen=True, kw_only=True):
    """One cache instance and the logical CPUs that share it."""

    level: int
    kind: Text
    size_bytes: int | None
    cpus: tuple[int, ...]


class Cpu(Record, frozen=True, kw_only=True):
    """One logical CPU. `core`, `socket`: the kernel's ids; `siblings`: SMT threads of its core, itself included."""

    id: int
    core: int | None
    socket: int | None
    numa: int | None
    siblings: tuple[int, ...]
    online: bool = True
    max_frequency_hz: float | None = None
    governor: Text | None = None


class NumaNode(Record, frozen=True, kw_only=True):
    """A memory node: its CPUs, its memory and its distance row (10 is local)."""

    id: int
    cpus: tuple[int, ...]
    memory_bytes: int | None
    distances: tuple[int, ...] = ()


class PcieLink(Record, frozen=True, kw_only=True):
    """How a device is joined to its slot: lanes and transfers per second of each lane (GT/s), as trained and as both
    ends are capable of."""

    width: int
    width_capable: int
    gts: float
    gts_capable: float


class Nic(Record, frozen=True, kw_only=True):
    """A network interface or HCA port. `kind`: ethernet, infiniband, bridge, veth, loopback, tun, wireless, other.
    `generation` of an InfiniBand link as the port names it (`FDR10`, `EDR`), empty where it names none."""

    name: Name
    kind: Text
    state: Text | None
    speed_bytes_per_s: float | None
    mtu: int | None
    addresses: tuple[Text, ...]
    numa: int | None = None
    driver: Text | None = None
    pci: Text | None = None
    rdma_device: Text | None = None
    link_layer: Text | None = None
    pcie: PcieLink | None = None
    generation: Text = ""


class Gpu(Record, frozen=True, kw_only=True):
    """A GPU as the driver or PCI lists it. `bridges`: PCI addresses of those above it, the root port first."""

    name: Text
    vendor: Text
    pci: Text | None
    numa: int | None
    memory_bytes: int | None = None
    driver: Text | None = None
    pcie: PcieLink | None = None
    bridges: tuple[Text, ...] = ()


class DriverDevice(Record, frozen=True, kw_only=True):
    """A device as its driver numbers it. `mode` says who may use it: default (any process), exclusive (one alone),
    prohibited, unknown. `mig`: a slice of a GPU. `peers` are the devices whose memory it may use directly;
    `atomic_peers` those of them that it also reaches by atomics: over NVLink, as a rule."""

    ordinal: int
    name: Text
    uuid: Text
    pci: Text
    memory_bytes: int
    mode: Text
    mig: bool = False
    peers: tuple[int, ...] = ()
    atomic_peers: tuple[int, ...] = ()


class GpuDriver(Record, frozen=True, kw_only=True):
    """A GPU's driver: the version of its interface (12.4), its devices, and why it has none, in its own word."""

    version: Text
    devices: tuple[DriverDevice, ...] = ()
    problem: Text = ""


class Card(Record, frozen=True, kw_only=True):
    """A coprocessor card with an operating system of its own (Xeon Phi, DPU), as its host sees it."""

    name: Text
    kind: Text
    pci: Text | None
    numa: int | None
    state: Text | None = None
    driver: Text | None = None


class Limits(Record, frozen=True, kw_only=True):
    """Resource limits that bite MPI: None is unlimited or unknown (see `NodeInventory.unknown`)."""

    memlock_bytes: int | None
    open_files: int | None
    processes: int | None
    stack_bytes: int | None


class SharedMemory(Record, frozen=True, kw_only=True):
    """/dev/shm: its size, what is free, and stale segments that dead jobs left there.

    `stale_bytes` are their sizes; pages that were never touched take no memory. `stale_owners`: numbers of the users
    whose they are.
    """

    path: Text
    size_bytes: int | None
    free_bytes: int | None
    stale_files: tuple[Text, ...] = ()
    stale_bytes: int = 0
    stale_owners: tuple[int, ...] = ()


class Sandbox(Record, frozen=True, kw_only=True):
    """Container, virtualisation, namespaces and quota. `cpu_quota` is in CPUs (1.5); None is no quota.

    `throttled_periods` of `periods` scheduling periods, since the cgroup was made, ended with the quota spent.
    `single_copy` is what two sibling processes saw when one read the other's memory with process_vm_readv: `works`,
    `works with PR_SET_PTRACER`, or the error's name (`EPERM`).
    """

    container: Text | None
    virtualization: Text | None
    namespaces: dict[Text, Text]
    cpu_quota: float | None
    memory_limit_bytes: int | None
    allowed_cpus: tuple[int, ...]
    throttled_periods: int | None = None
    periods: int | None = None
    ptrace_scope: int | None = None
    seccomp: Text | None = None
    capabilities: tuple[Text, ...] = ()
    single_copy: Text | None = None


# Of a node that is described by what does not tell these.
UNKNOWN_LIMITS: Final = Limits(memlock_bytes=None, open_files=None, processes=None, stack_bytes=None)
UNKNOWN_SHARED_MEMORY: Final = SharedMemory(path="/dev/shm", size_bytes=None, free_bytes=None)
UNKNOWN_SANDBOX: Final = Sandbox(
    container=None, virtualization=None, namespaces={}, cpu_quota=None, memory_limit_bytes=None, allowed_cpus=()
)


class NodeInventory(Record, frozen=True, kw_only=True):
    """One node. `unknown` maps a probe's name to why it could not say (`{"governor": "no cpufreq in this VM"}`).

    `carrier` is set on a card: the hostname of the node it sits in. `running` names the other processes that were on a
    CPU when the node was looked at; `steal_share` is the part of all CPU time since boot that the hypervisor gave away.
    `modules` are those kernel modules that let adapters read GPU memory, `device_files`
    are those of /dev/infiniband (None: not looked at, or no such folder), `iommu` the words about it the kernel got.
    `gpu_driver` is what the GPUs' driver says (None: there is none, or no Python to ask it).
    """

    hostname: HostName
    arch: Text
    cpu_model: Text | None
    kernel: Text
    os: Text | None
    boot_id: Text | None
    memory_bytes: int | None
    cpus: tuple[Cpu, ...]
    caches: tuple[Cache, ...]
    numa: tuple[NumaNode, ...]
    nics: tuple[Nic, ...]
    gpus: tuple[Gpu, ...]
    limits: Limits
    shared_memory: SharedMemory
    sandbox: Sandbox
    load_1min: float | None = None
    clock_source: Text | None = None
    cards: tuple[Card, ...] = ()
    carrier: HostName | None = None
    steal_share: float | None = None
    running: tuple[Text, ...] = ()
    modules: tuple[Text, ...] = ()
    device_files: tuple[Text, ...] | None = None
    iommu: tuple[Text, ...] = ()
    gpu_driver: GpuDriver | None = None
    unknown: dict[Text, Text] = {}

    @property
    def endpoint_kind(self) -> Literal["core", "card"]:
        """What its cores are as endpoints: those of a card are reached by its own address."""
        return "card" if self.carrier else "core"

    @property
    def allowed_cpus(self) -> frozenset[int]:
        """The numbers of the CPUs that a job may use; of all, where that is not known."""
        return frozenset(self.sandbox.allowed_cpus) or frozenset(cpu.id for cpu in self.cpus)

    @property
    def usable_cpus(self) -> tuple[Cpu, ...]:
        """The CPUs that a job may use and that are online."""
        allowed = self.allowed_cpus
        return tuple(cpu for cpu in self.cpus if cpu.online and cpu.id in allowed)


class Inventory(Result, frozen=True, kw_only=True):
    """All nodes. Node 0 never stands for the others. `silent`: why some that were named could not be looked at."""

    rows: ClassVar[str] = "nodes"

    nodes: tuple[NodeInventory, ...]
    silent: dict[Text, Text] = {}


class EndpointLook(Record, frozen=True, kw_only=True):
    """What one endpoint says of itself. None and missing entries: it does not know.

    `machine` is the boot of its kernel with its network namespace: equal for endpoints that share their addresses.
    `addresses` are those of each network interface, with prefix length; `names` to what each name that was asked for
    resolves, None where it does not. `cpu_quota` is in CPUs, None: no limit.
    """

    endpoint: Text
    machine: Text
    addresses: dict[Text, tuple[Text, ...]] = {}
    names: dict[Text, Text | None] = {}
    shared_memory_bytes: int | None = None
    forwards: bool | None = None
    cpu_quota: float | None = None
