"""What will make numbers wrong, told before they are measured: static checks of an inventory.

Each check is a function of one node and one line of `CHECKS`. A check returns None when all is well and when the
inventory does not know: unknown is not a problem.
"""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rankwise.core.findings import finding, worst_first
from rankwise.core.records import Finding, FixLine, Severity
from rankwise.core.units import format_amount, format_size, plural
from rankwise.diagnoses import hardware
from rankwise.inventory.records import Inventory, NodeInventory

Check = Callable[[NodeInventory, int], Finding | None]

# Open MPI 5.0.11 was seen to make one 16 MiB `sm_segment` for each rank; MPICH 5.0.2 takes 2 MiB for two ranks.
_SHM_PER_RANK_BYTES = 16 << 20
# A reading of such a clock is a system call or a read of a slow device, 1 to 4 us in place of 0.03.
_SLOW_CLOCKS = ("hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit")
_MOST_NAMED = 12  # files of one command


def preflight(inventory: Inventory, ranks_per_node: int | None = None) -> list[Finding]:
    """Findings of all nodes, worst first. `ranks_per_node` None: one for each core that a job may use."""
    findings = [
        replace(told, affects=(node.hostname,))
        for node in inventory.nodes
        for check in CHECKS.values()
        if (told := check(node, ranks_per_node or _usable_cores(node))) is not None
    ]
    return worst_first(findings)


def _cpu_quota(node: NodeInventory, ranks: int) -> Finding | None:
    quota = node.sandbox.cpu_quota
    if quota is None or quota >= ranks:
        return None
    throttled, periods = node.sandbox.throttled_periods, node.sandbox.periods
    evidence = {"cgroup quota": f"{quota:g} CPUs for {ranks} ranks"}
    if throttled and periods:
        share = f"{throttled} of {periods} periods ({100 * throttled / periods:.2g} %) ended with the quota spent"
        evidence["cpu.stat"] = share
    return finding(
        "cpu-quota",
        "CPU quota smaller than the job",
        "serious",
        "Waiting ranks poll and spend the quota; then every process of the group stands still for the rest of the "
        "period, usually tens of milliseconds.",
        seen=evidence,
        fixes={
            "docker": f"`docker run --cpus={ranks} ...`",
            "kubernetes": f"in the pod: resources.limits.cpu: '{ranks}'",
            "mpiexec": f"`mpiexec -n {max(1, int(quota))} ...`",
        },
        verify="`cat /sys/fs/cgroup/cpu.stat`: nr_throttled stays the same during a run",
    )


def _load(node: NodeInventory, _ranks: int) -> Finding | None:
    # Load alone may be our own last run, which takes minutes to fade; a running process alone may be a short one.
    if node.load_1min is None or node.load_1min < 0.3 or not node.running:
        return None
    return finding(
        "other-load",
        "Other processes use the CPUs",
        "warning",
        "A rank that shares its core waits for the scheduler, and the other ranks wait for that rank.",
        seen={
            "/proc/loadavg": f"load {node.load_1min:.2f} over the last minute",
            "/proc/*/stat": f"on a CPU just now: {', '.join(node.running[:5])}",
        },
        fixes={"any": "wait until they end, or ask the scheduler for the node alone"},
        verify="`rankwise inventory`: the row 'now' shows nothing else running",
    )


def _affinity(node: NodeInventory, _ranks: int) -> Finding | None:
    allowed, online = set(node.sandbox.allowed_cpus), {cpu.id for cpu in node.cpus if cpu.online}
    if not allowed or allowed >= online:
        return None
    return finding(
        "narrow-affinity",
        "Not all CPUs may be used",
        "info" if len(allowed) > 1 else "warning",
        "An affinity mask or a cpuset keeps jobs started from here on some of the CPUs; more ranks than these "
        "share cores and wait for each other.",
        seen={"/proc/self/status": f"{len(allowed)} of {len(online)} CPUs allowed"},
        fixes={
            "taskset": f"`taskset -c {min(online)}-{max(online)} ...`",
            "srun": "`srun --cpu-bind=none --exclusive ...`",
        },
        verify="`grep Cpus_allowed_list /proc/self/status`",
    )


def _governor(node: NodeInventory, _ranks: int) -> Finding | None:
    others = sorted(
        {cpu.governor for cpu in node.cpus if cpu.online and cpu.governor not in (None, "performance")} - {None}
    )
    if not others:
        return None
    governors = ", ".join(str(name) for name in others)
    return finding(
        "governor",
        "CPU frequency follows the load",
        "info",
        "Clocks rise only after a rank has been busy for a while. Short measurements and the first messages after "
        "waiting are therefore slower than the rest, and neighbouring runs differ.",
        seen={"cpufreq/scaling_governor": governors},
        fixes={"root": "`cpupower frequency-set -g performance`"},
        verify="`cat /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor`",
    )


def _small_shm(node: NodeInventory, ranks: int) -> Finding | None:
    shm, needed = node.shared_memory, ranks * _SHM_PER_RANK_BYTES
    if shm.free_bytes is None or shm.free_bytes >= needed:
        return None
    return finding(
        "small-shm",
        "/dev/shm is too small for the ranks",
        "serious",
        "Ranks of one node exchange messages through files there. A file may be made larger than the space there "
        "is, and the rank that touches the missing part dies with SIGBUS.",
        seen={
            "/dev/shm": f"{format_amount(shm.free_bytes)} free",
            "Open MPI 5": f"{format_size(_SHM_PER_RANK_BYTES)} for each of {ranks} ranks",
        },
        fixes={
            "docker": f"`docker run --shm-size={2 * needed >> 20}m ...`",
            "root": f"`mount -o remount,size={2 * needed >> 20}m /dev/shm`",
        },
        verify="`df -h /dev/shm`",
    )


def _removed(names: Sequence[str]) -> str:
    """A command that removes these files; of many it names how they begin, and asks of each file whether it is used."""
    starts = {re.split(r"[0-9a-f]{0,64}\d", name, maxsplit=1)[0] for name in names}
    if len(names) <= _MOST_NAMED or "" in starts or len(starts) > _MOST_NAMED:
        return f"rm {' '.join(map(shlex.quote, names))}"
    shown = " ".join(f"{shlex.quote(start)}*" for start in sorted(starts))
    return f'command -v fuser >/dev/null && for file in {shown}; do fuser -s "$file" 2>/dev/null || rm "$file"; done'


def _of(users: Sequence[int]) -> str:
    return f" of user{'' if len(users) == 1 else 's'} {', '.join(map(str, users))}" if users else ""


def _stale_segments(node: NodeInventory, _ranks: int) -> Finding | None:
    shm = node.shared_memory
    stale = shm.stale_files
    if not stale:
        return None
    names = [path.removeprefix(f"{shm.path}/") for path in stale]
    files = f"{plural(len(stale), 'file')}, {math.ceil(shm.stale_bytes / 2**20)} MiB"
    told = finding(
        "stale-segments",
        "Dead jobs left shared memory behind",
        "warning",
        "Killed jobs cannot remove their files in /dev/shm; they hold memory until someone does. Under srun MPICH "
        "names them by job and step: a later job of the same number meets them.",
        seen={"/dev/shm": f"no process uses {files}{_of(shm.stale_owners)}"},
        fixes={},
        verify="`rankwise inventory`: /dev/shm names no stale files",
    )
    # Names of files may hold backquotes, which mark commands in texts.
    return replace(told, fixes=(FixLine(mpi="any", launcher="any", line=f"cd {shm.path} && {_removed(names)}"),))


def _steal(node: NodeInventory, _ranks: int) -> Finding | None:
    share = node.steal_share
    if share is None or share < 0.01:
        return None
    return finding(
        "steal",
        "The hypervisor gives this machine's CPUs to others",
        "serious" if share >= 0.05 else "warning",
        "A virtual CPU that is not running cannot answer, and the time is invisible to everything inside.",
        seen={"/proc/stat": f"{100 * share:.2g} % of CPU time since boot was stolen"},
        fixes={"any": "use dedicated CPUs, or measure when the host is quiet"},
        verify="`grep '^cpu ' /proc/stat`: the eighth number stays the same during a run",
    )


def _single_copy(node: NodeInventory, _ranks: int) -> Finding | None:
    sandbox, tested = node.sandbox, node.sandbox.single_copy
    suspects = []
    if sandbox.ptrace_scope and "sys_ptrace" not in sandbox.capabilities:
        suspects.append(f"yama/ptrace_scope is {sandbox.ptrace_scope}")
    if sandbox.seccomp == "filter":
        suspects.append("a seccomp filter is on")
    if tested == "works" or (tested is None and not suspects):
        return None
    severity: Severity = "serious"
    if tested is None or tested == "works with PR_SET_PTRACER":
        # Most libraries ask for this permission themselves, so only those that do not are slowed down.
        severity = "info"
    result = "not tried here" if tested is None else f"process_vm_readv between two siblings: {tested}"
    return finding(
        "single-copy",
        "A rank may not read another rank's memory",
        severity,
        "Large messages inside the node are copied twice through shared memory in place of once, or fail.",
        seen={"test with two sibling processes": result, **({"kernel": ", ".join(suspects)} if suspects else {})},
        fixes={"docker": "`docker run --cap-add=SYS_PTRACE ...`", "root": "`sysctl kernel.yama.ptrace_scope=0`"},
        verify='`rankwise inventory`: "reading a sibling\'s memory: works"',
    )


def _memlock(node: NodeInventory, _ranks: int) -> Finding | None:
    limit = node.limits.memlock_bytes
    adapters = [nic.name for nic in node.nics if nic.rdma_device]
    # Queues and registered buffers of one rank take from tens to hundreds of MiB; sites that know set `unlimited`.
    if limit is None or not adapters or limit >= 1 << 30:
        return None
    return finding(
        "memlock",
        "Locked memory is limited on a node with RDMA",
        "serious",
        "RDMA needs its buffers pinned. Where that fails libraries stop, or fall back to TCP in silence.",
        seen={
            "/proc/self/limits": f"Max locked memory {format_size(limit)}",
            "/sys/class/infiniband": ", ".join(adapters),
        },
        fixes={
            "srun": "`LimitMEMLOCK=infinity` in slurmd.service",
            "mpiexec": "`* - memlock unlimited` in /etc/security/limits.conf",
            "docker": "`docker run --ulimit memlock=-1 ...`",
        },
        verify="`ulimit -l`, inside a job step on that node",
    )


def _slow_clock(node: NodeInventory, _ranks: int) -> Finding | None:
    if node.clock_source not in _SLOW_CLOCKS:
        return None
    return finding(
        "slow-clock",
        "Reading the clock is slow",
        "warning",
        "Every time stamp costs microseconds, in this tool and in every program that measures itself.",
        seen={"clocksource": str(node.clock_source)},
        fixes={"root": "boot with `tsc=reliable` if the hardware's TSC is stable"},
        verify="`cat /sys/devices/system/clocksource/clocksource0/current_clocksource`",
    )


CHECKS: dict[str, Check] = {
    "cpu-quota": _cpu_quota,
    "other-load": _load,
    "narrow-affinity": _affinity,
    "governor": _governor,
    "small-shm": _small_shm,
    "stale-segments": _stale_segments,
    "steal": _steal,
    "single-copy": _single_copy,
    "memlock": _memlock,
    "slow-clock": _slow_clock,
    "port-down": hardware.port_down,
    "no-device-files": hardware.no_device_files,
    "narrow-slot": hardware.narrow_slot,
    "far-gpu": hardware.far_gpu,
    "no-peer-memory": hardware.no_peer_memory,
    "iommu": hardware.iommu,
}


def _usable_cores(node: NodeInventory) -> int:
    return max(1, len({cpu.siblings for cpu in node.usable_cpus}))
