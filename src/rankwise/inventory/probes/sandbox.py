"""What stands between a job and the machine: container, hypervisor, namespaces, quota, affinity, security filters."""

from __future__ import annotations

import re

from rankwise.inventory import single_copy
from rankwise.inventory.archive import Archive
from rankwise.inventory.parse import cpu_list, fields, natural
from rankwise.inventory.probes import cgroup
from rankwise.inventory.records import Sandbox

_STATUS = "/proc/self/status"
_SECCOMP = {"0": "off", "1": "strict", "2": "filter"}

# Bits of <linux/capability.h>, those that MPI libraries, launchers or rankwise's own tests make use of.
_CAPABILITIES = {12: "net_admin", 13: "net_raw", 14: "ipc_lock", 19: "sys_ptrace", 21: "sys_admin", 23: "sys_nice"}

_CONTAINER_FILES = {"/.dockerenv": "docker", "/run/.containerenv": "podman"}
_CONTAINER_GROUPS = ("kubepods", "docker", "libpod", "lxc", "containerd", "garden")
_CONTAINER_VARIABLES = {"APPTAINER_CONTAINER": "apptainer", "SINGULARITY_CONTAINER": "singularity"}

# DMI names of hypervisors, as lscpu's `Hypervisor vendor` would call them.
_DMI = {
    "QEMU": "kvm",
    "KVM": "kvm",
    "VMware": "vmware",
    "VirtualBox": "virtualbox",
    "Xen": "xen",
    "Microsoft Corporation": "microsoft",
    "Amazon EC2": "kvm",
    "Google": "kvm",
}


def sandbox(archive: Archive, unknown: dict[str, str]) -> Sandbox:
    status = fields(archive.read(_STATUS), ":")
    if not status:
        unknown["affinity"] = unknown["seccomp"] = archive.why_not(_STATUS)
    tested = archive.run(single_copy.NAME)
    if tested is None:
        unknown["single copy"] = "not tried: that needs Python there"
    quota = cgroup.quota(archive)
    return Sandbox(
        container=_container(archive),
        virtualization=_virtualization(archive),
        namespaces={path.rsplit("/", 1)[1]: target for path, target in archive.links.items() if _is_namespace(path)},
        cpu_quota=quota.cpus,
        memory_limit_bytes=cgroup.memory_limit(archive),
        allowed_cpus=_allowed(archive, status),
        throttled_periods=quota.throttled_periods,
        periods=quota.periods,
        ptrace_scope=natural(archive.read("/proc/sys/kernel/yama/ptrace_scope")),
        seccomp=_SECCOMP.get(status.get("Seccomp", "")),
        capabilities=_capabilities(status.get("CapEff", "")),
        single_copy=tested,
    )


def _container(archive: Archive) -> str | None:
    for path, name in _CONTAINER_FILES.items():
        if archive.exists(path) and not _is_whole_disk(archive.run("root-mount")):
            return name
    variables = (archive.run("container-variables") or "").split()
    for variable, name in _CONTAINER_VARIABLES.items():
        if variable in variables:
            return name
    groups = archive.read("/proc/1/cgroup") or ""
    for name in _CONTAINER_GROUPS:
        if name in groups:
            return name
    return archive.read("/run/systemd/container") or ("unnamed" if "container" in variables else None)


def _is_whole_disk(root_mount: str | None) -> bool:
    """True when / is the top of a disk: micro-VMs boot container images, whose marker files mean nothing there."""
    row = (root_mount or "").splitlines()[-1:]
    words = row[0].split() if row else []
    source = words[words.index("-") + 2 :][:1] if "-" in words else []
    return bool(source) and words[3] == "/" and re.match(r"/dev/(?!mapper/docker)", source[0]) is not None


def _virtualization(archive: Archive) -> str | None:
    """The hypervisor's name in lower case; `unnamed` when the CPU only says that there is one."""
    told = fields(archive.run("lscpu"), ":").get("Hypervisor vendor")
    if told:
        return told.lower()
    dmi = f"{archive.read('/sys/class/dmi/id/sys_vendor')} {archive.read('/sys/class/dmi/id/product_name')}"
    is_guest = "hypervisor" in fields(archive.run("cpuinfo"), ":").get("flags", "").split()
    # A physical Microsoft or Google machine carries the same vendor name, so the CPU has to agree.
    for name, hypervisor in _DMI.items():
        if name in dmi and (is_guest or not archive.run("cpuinfo")):
            return hypervisor
    return archive.read("/sys/hypervisor/type") or ("unnamed" if is_guest else None)


def _allowed(archive: Archive, status: dict[str, str]) -> tuple[int, ...]:
    """CPUs that a job started from here may use: its affinity, which the kernel keeps inside the cpuset."""
    return cpu_list(status.get("Cpus_allowed_list")) or cgroup.cpuset(archive)


def _capabilities(mask: str) -> tuple[str, ...]:
    if not re.fullmatch(r"[0-9a-f]{1,16}", mask):
        return ()
    bits = int(mask, 16)
    return tuple(name for bit, name in _CAPABILITIES.items() if bits >> bit & 1)


def _is_namespace(path: str) -> bool:
    return path.startswith("/proc/self/ns/") and not path.endswith("_for_children")
