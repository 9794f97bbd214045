"""What ranks lose in a container, and the flag that brings it back: two starts inside against two outside.

Rootless containers give each start a user namespace of its own, so ranks of one node may not read each other's memory
although two processes of one container may (Open MPI 6844, UCX 4224): hence two starts, as ranks are started.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rankwise.core.findings import finding
from rankwise.core.records import Finding, Severity
from rankwise.core.units import format_size


@dataclass(frozen=True)
class ContainerStart:
    """What one start saw. `namespaces`: by kind (`user`, `pid`, `net` ...); `memory`: the file system of /dev/shm;
    `devices`: files of adapters and GPUs; `memlock_bytes` None is no limit; `variables` and `files`: whether it got
    those of the process that started it."""

    namespaces: Mapping[str, str] = field(default_factory=dict)
    hostname: str = ""
    memory: str = ""
    devices: frozenset[str] = frozenset()
    memlock_bytes: int | None = None
    variables: bool = True
    files: bool = True


@dataclass(frozen=True)
class Starts:
    """Two starts that live at the same time, as two ranks of a node; `reads`: whether the second may read the memory of
    the first."""

    first: ContainerStart
    second: ContainerStart
    reads: bool = True

    def differ(self, namespace: str) -> bool:
        """Whether the two have a namespace of their own each."""
        return self.first.namespaces.get(namespace) != self.second.namespaces.get(namespace)


_PODMAN_PER_NODE = "start one container per node and run the ranks in it: `podman exec NAME ./app`"
_FLAGS: dict[str, dict[str, str]] = {
    "namespaces": {
        "apptainer": "`apptainer exec --sharens ...` (1.2 and later), or one instance per node: instance://NAME",
        "singularity": "start one instance per node and run the ranks in it: `singularity exec instance://NAME ./app`",
        "podman": _PODMAN_PER_NODE,
        "docker": "`docker run --userns=host --pid=host ...`",
        "ch-run": "`ch-run --join ...`",
        "enroot": "start one container per node and run the ranks in it: `enroot exec PID ./app`",
        "any": "give all ranks of a node one user and PID namespace",
    },
    "ptrace": {
        "docker": "`docker run --cap-add=SYS_PTRACE --pid=host ...`",
        "podman": "`podman run --cap-add=SYS_PTRACE --pid=host ...`",
        "any": "give ranks CAP_SYS_PTRACE, or set `sysctl kernel.yama.ptrace_scope=0`",
    },
    "shm": {
        "apptainer": "leave `--contain` away, or `apptainer exec --bind /dev/shm ...`",
        "singularity": "leave `--contain` away, or `singularity exec --bind /dev/shm ...`",
        "docker": "`docker run --ipc=host ...`",
        "podman": "`podman run --ipc=host ...`",
        "ch-run": "`ch-run --bind /dev/shm ...`",
        "enroot": "`enroot start --mount /dev/shm:/dev/shm ...`",
        "any": "mount the node's /dev/shm into the container",
    },
    "devices": {
        "apptainer": "`apptainer exec --bind {folders} ...` (NVIDIA GPUs: `--nv`, AMD: `--rocm`)",
        "singularity": "`singularity exec --bind {folders} ...` (NVIDIA GPUs: `--nv`, AMD: `--rocm`)",
        "docker": "`docker run {devices} ...` (NVIDIA GPUs: `--gpus all`)",
        "podman": "`podman run {devices} ...` (NVIDIA GPUs: `--device nvidia.com/gpu=all`)",
        "ch-run": "`ch-run --bind {folders} ...`",
        "enroot": "`enroot start {mounts} ...` (NVIDIA GPUs: `-e NVIDIA_VISIBLE_DEVICES=all`)",
        "any": "make {folders} visible in the container",
    },
    "pmi": {
        "apptainer": "leave `--cleanenv` away",
        "singularity": "leave `--cleanenv` away",
        "docker": "start the launcher inside: `docker run IMAGE mpirun ...` (the daemon starts ranks outside the job)",
        "podman": "`podman run --env-host --preserve-fds=N ...` (N: number of the highest open file, less 2)",
        "ch-run": "leave `--unset-env` and `--set-env` away",
        "enroot": "`enroot start -e NAME ...` for each variable of the launcher",
        "any": "pass the environment and open files of the launcher on to the rank",
    },
    "network": {
        "apptainer": "leave `--net` away",
        "singularity": "leave `--net` away",
        "docker": "`docker run --network=host ...`",
        "podman": "`podman run --network=host ...`",
        "any": "use the node's network in the container",
    },
    "hostname": {
        "apptainer": "leave `--uts` and `--hostname` away",
        "singularity": "leave `--uts` and `--hostname` away",
        "docker": "`docker run --uts=host ...`",
        "podman": "`podman run --uts=host ...`",
        "any": "give all ranks of a node one host name",
    },
    "memlock": {
        "docker": "`docker run --ulimit memlock=-1 ...`",
        "podman": "`podman run --ulimit memlock=-1 ...`",
        "any": "start the container where `ulimit -l` is unlimited",
    },
    "mount": {
        "apptainer": "`apptainer exec --bind {folders} ...`",
        "singularity": "`singularity exec --bind {folders} ...`",
        "docker": "`docker run --volume {folders}:{folders} ...`",
        "podman": "`podman run --volume {folders}:{folders} ...`",
        "ch-run": "`ch-run --bind {folders} ...`",
        "enroot": "`enroot start --mount {folders}:{folders} ...`",
        "any": "make {folders} visible in the container",
    },
}


_VERIFY = {
    "pmi": ("env", ": PMI_RANK or PMIX_RANK is there in a job"),
    "network": ("ip address", ": the node's adapters"),
    "shm": ("df /dev/shm", ": that of the node"),
    "hostname": ("hostname", ": that of the node"),
    "single-copy": ("readlink /proc/self/ns/user", ": the same in two starts"),
    "devices": ("ls /dev", ": the device files are there"),
    "memlock": ("sh -c 'ulimit -l'", ""),
}


def flag(command: str, what: str, folders: Sequence[str] = ()) -> str:
    """The line with which the program of `command` gives a rank `what` again, or words for any."""
    known = _FLAGS[what]
    name = next((Path(word).name for word in shlex.split(command) if Path(word).name in known), "any")
    return known[name].format(
        folders=",".join(folders),
        devices=" ".join(f"--device={folder}" for folder in folders),
        mounts=" ".join(f"--mount {folder}:{folder}" for folder in folders),
    )


def lost_inside(command: str, outside: Starts, inside: Starts) -> list[Finding]:
    """What ranks that `command` starts have no more, worst first; nothing that they lack outside too."""
    return list(_lost(command, outside, inside))


def _lost(command: str, outside: Starts, inside: Starts) -> Iterator[Finding]:
    def lost(name: str, title: str, severity: Severity, *, cause: str, seen: Mapping[str, str], fix: str) -> Finding:
        line, shows = _VERIFY[name]
        verify = f"`{command} {line}`{shows}"
        return finding(f"container-{name}", title, severity, cause, seen=seen, fixes={"any": fix}, verify=verify)

    out, first, second = outside.first, inside.first, inside.second
    if missing := [
        word for word, there in (("environment", first.variables), ("open files", first.files)) if not there
    ]:
        yield lost(
            "pmi",
            "Ranks in the container cannot find each other",
            "critical",
            cause=f"They do not get the launcher's {' and '.join(missing)}, through which PMI and PMIx work.",
            seen={"a variable and an open file of the caller": f"{' and '.join(missing)} did not arrive"},
            fix=flag(command, "pmi"),
        )
    if outside.first.namespaces.get("net") != first.namespaces.get("net"):
        yield lost(
            "network",
            "The container has a network of its own",
            "serious",
            cause="Ranks are not reached under the addresses of their node, and do not see its adapters.",
            seen={"/proc/self/ns/net": f"{out.namespaces.get('net')} outside, {first.namespaces.get('net')} inside"},
            fix=flag(command, "network"),
        )
    if first.memory != second.memory and outside.first.memory == outside.second.memory:
        yield lost(
            "shm",
            "Each rank in the container has a /dev/shm of its own",
            "serious",
            cause="Ranks of a node exchange messages through files there. They do not start, or use the network.",
            seen={"/dev/shm of two starts": f"{first.memory} and {second.memory}"},
            fix=flag(command, "shm"),
        )
    if first.hostname != second.hostname and outside.first.hostname == outside.second.hostname:
        yield lost(
            "hostname",
            "Each rank in the container has a host name of its own",
            "serious",
            cause="Libraries that compare names take ranks of one node for ranks of different nodes.",
            seen={"hostname of two starts": f"{first.hostname} and {second.hostname}"},
            fix=flag(command, "hostname"),
        )
    if outside.reads and not inside.reads:
        apart = [name for name in ("user", "pid") if inside.differ(name)]
        why = f"{' and '.join(apart)} namespace of its own" if apart else "no right to (capability, seccomp or Yama)"
        yield lost(
            "single-copy",
            "Ranks in the container may not read each other's memory",
            "serious",
            cause="Large messages inside the node are copied twice in place of once, or fail.",
            seen={"reading the memory of another start": f"refused; each start has {why}"},
            fix=flag(command, "namespaces" if apart else "ptrace"),
        )
    if hidden := sorted(out.devices - first.devices):
        folders = sorted({_mounted(device) for device in hidden})
        yield lost(
            "devices",
            "Adapters or GPUs of the node are not in the container",
            "serious",
            cause="Without its device file an adapter is not used, and messages take a slower transport unnoticed.",
            seen={"device files": f"{', '.join(hidden[:6])} outside only"},
            fix=flag(command, "devices", folders),
        )
    if first.memlock_bytes is not None and (out.memlock_bytes is None or first.memlock_bytes < out.memlock_bytes):
        limit = "unlimited" if out.memlock_bytes is None else format_size(out.memlock_bytes)
        yield lost(
            "memlock",
            "Less memory may be locked in the container",
            "warning",
            cause="RDMA needs its buffers pinned. Where that fails libraries stop, or use TCP without a word.",
            seen={"ulimit -l": f"{limit} outside, {format_size(first.memlock_bytes)} inside"},
            fix=flag(command, "memlock"),
        )


def _mounted(device: str) -> str:
    """What to mount for a device file: its folder below /dev, or itself."""
    folder = str(Path(device).parent)
    return device if folder == "/dev" else folder
