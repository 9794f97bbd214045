"""What the hardware of a node says against itself: ports that are down, slots that give less, devices far apart.

Each check is a function of one node and a line of `preflight.CHECKS`; unknown is not a problem.
"""

from __future__ import annotations

from collections.abc import Sequence

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.inventory.records import Gpu, Nic, NodeInventory, PcieLink

_GPU_STACKS = ("nvidia",)


def port_down(node: NodeInventory, _ranks: int) -> Finding | None:
    """An adapter has ports that carry nothing though another of its kind does, or none does at all."""
    ports = [nic for nic in node.nics if nic.kind == "infiniband" and nic.link_layer]
    down = [nic for nic in ports if nic.state not in (None, "active")]
    if not down:
        return None
    names = ",".join(nic.name for nic in ports if nic not in down)
    return finding(
        "port-down",
        f"Adapter port {', '.join(nic.name for nic in down)} is not active",
        "warning" if names else "serious",
        "Messages go through what is left: another port, or TCP over a slower network, without a word.",
        seen={f"state of {nic.name}": str(nic.state) for nic in down},
        fixes={
            "root": "`ibstat`; check cable and switch port; InfiniBand needs one running subnet manager (opensm)",
            "any": f"leave it out: `export UCX_NET_DEVICES={names}`" if names else "use another network",
        },
        verify="`cat /sys/class/infiniband/*/ports/*/state`: 4: ACTIVE",
    )


def no_device_files(node: NodeInventory, _ranks: int) -> Finding | None:
    """Adapter ports are active and no file is there through which a program opens them: a container without them."""
    active = [nic.name for nic in node.nics if nic.kind == "infiniband" and nic.link_layer and nic.state == "active"]
    opened = any(name.startswith("uverbs") for name in node.device_files or ())
    if not active or opened or (node.device_files is None and node.sandbox.container is None):
        return None
    return finding(
        "no-device-files",
        "Programs cannot open the adapters",
        "serious",
        "The kernel has the adapters, but /dev/infiniband is not there: libraries fall back to TCP without a word.",
        seen={"active ports": ", ".join(active), "/dev/infiniband": "no uverbs device in it"},
        fixes={
            "docker": "`docker run --device=/dev/infiniband --cap-add=IPC_LOCK ...`",
            "apptainer": "`apptainer exec --bind /dev/infiniband IMAGE ...`",
            "root": "`modprobe ib_uverbs`",
        },
        verify="`ls /dev/infiniband`: uverbs0; `rankwise fabrics`",
    )


def narrow_slot(node: NodeInventory, _ranks: int) -> Finding | None:
    """An adapter or GPU trained fewer lanes than it could have, or an adapter a lower speed; GPUs save power that way
    while they idle, so of them the width alone counts."""
    slow: dict[str, PcieLink] = {}
    for nic in node.nics:
        if nic.pcie and nic.pci and (nic.pcie.width < nic.pcie.width_capable or nic.pcie.gts < nic.pcie.gts_capable):
            slow.setdefault(nic.name, nic.pcie)
    for gpu in node.gpus:
        if gpu.pcie and gpu.pci and gpu.pcie.width < gpu.pcie.width_capable:
            slow.setdefault(f"{gpu.name} at {gpu.pci}", gpu.pcie)
    if not slow:
        return None
    share = min(link.width * link.gts / (link.width_capable * link.gts_capable) for link in slow.values())
    return finding(
        "narrow-slot",
        f"{', '.join(list(slow)[:3])} runs below what it is capable of",
        "serious" if share <= 0.5 else "warning",
        f"Its slot gives {share:.0%} of the lanes and speed that the device has, so nothing through it is faster.",
        seen={f"PCIe of {name}": _link_words(link) for name, link in slow.items()},
        fixes={
            "root": "reseat the card, use a slot with all lanes, look at bifurcation and speed in the firmware setup"
        },
        verify="`cat /sys/bus/pci/devices/ADDRESS/current_link_width`, and max_link_width",
    )


def far_gpu(node: NodeInventory, _ranks: int) -> Finding | None:
    """A GPU has no adapter on its own NUMA node although the adapters could be told apart."""
    adapters = [nic for nic in node.nics if nic.rdma_device and nic.numa is not None]
    places = {nic.numa for nic in adapters}
    far = [gpu for gpu in node.gpus if gpu.numa is not None and adapters and gpu.numa not in places]
    if not far or len({gpu.numa for gpu in node.gpus} | places) < 2:
        return None
    return finding(
        "far-gpu",
        f"{len(far)} of {len(node.gpus)} GPUs have no adapter on their side of the node",
        "info",
        "What such a GPU sends crosses the link between the sockets on its way out; ranks next to an adapter win.",
        seen={
            "GPUs": _places(far),
            "adapters": ", ".join(f"{nic.name} on NUMA node {nic.numa}" for nic in _first_of_each(adapters)),
        },
        fixes={
            "any": "start ranks that talk to other nodes next to the adapter: `rankwise inventory` shows who is where"
        },
        verify="`rankwise map --per adapter`",
    )


def no_peer_memory(node: NodeInventory, _ranks: int) -> Finding | None:
    """NVIDIA GPUs beside an RDMA adapter, and no module by which the adapter reads their memory."""
    gpus = [gpu for gpu in node.gpus if gpu.vendor in _GPU_STACKS and gpu.driver == "nvidia"]
    adapters = [nic for nic in node.nics if nic.rdma_device]
    if not gpus or not adapters or node.modules:
        return None
    return finding(
        "no-peer-memory",
        "Adapters cannot read GPU memory",
        "warning",
        "Without nvidia_peermem (or dma-buf, which is not looked at) what a GPU sends is copied to host memory first.",
        seen={"GPUs": _places(gpus), "modules": "neither nvidia_peermem nor nv_peer_mem is loaded"},
        fixes={"root": "`modprobe nvidia_peermem`, on every node"},
        verify="`cat /sys/module/nvidia_peermem/initstate`: live",
    )


def iommu(node: NodeInventory, _ranks: int) -> Finding | None:
    """Several GPUs and an IOMMU that translates what they send to each other."""
    on = [word for word in node.iommu if word.endswith(("=on", "=force"))]
    through = any(word in ("iommu=pt", "iommu.passthrough=1") for word in node.iommu)
    if len(node.gpus) < 2 or not on or through:
        return None
    return finding(
        "iommu",
        "An IOMMU stands between the GPUs",
        "warning",
        "Copies from GPU to GPU go up to the root complex, slower than through the host's memory; some systems hang or "
        "deliver wrong bytes.",
        seen={"/proc/cmdline": " ".join(node.iommu), "GPUs": _places(node.gpus)},
        fixes={"root": "boot with `iommu=pt`, and switch ACS off on the bridges between the GPUs"},
        verify="`grep -o 'iommu=[^ ]*' /proc/cmdline`; a copy between two GPUs with its bytes checked",
    )


def _link_words(link: PcieLink) -> str:
    return f"x{link.width} of x{link.width_capable}, {link.gts:g} of {link.gts_capable:g} GT/s"


def _places(gpus: Sequence[Gpu]) -> str:
    return ", ".join(f"{gpu.name} at {gpu.pci} on NUMA node {gpu.numa}" for gpu in gpus[:4])


def _first_of_each(nics: Sequence[Nic]) -> list[Nic]:
    return list({nic.rdma_device: nic for nic in reversed(nics)}.values())[::-1][:4]
