"""The collector: one POSIX shell script that prints an archive, so that a card without Python can be looked at too.

The tables below are the whole of what is ever read of a machine. No environment values leave it but those named here,
no MAC addresses, no command lines of processes.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.reach import to_host
from rankwise.inventory import archive, single_copy
from rankwise.inventory.archive import HEADER, Archive
from rankwise.inventory.probes import driver

_SHOWN = 40  # letters of an answer that cannot be understood
_CPU = "/sys/devices/system/cpu"
_NODE = "/sys/devices/system/node"
_CGROUP_FILES = (
    "cpu.max cpu.stat memory.max cpuset.cpus.effective"  # v2
    " cpu.cfs_quota_us cpu.cfs_period_us memory.limit_in_bytes cpuset.effective_cpus"  # v1
)
_CGROUP_MOUNTS = " ".join(
    f"/sys/fs/cgroup{mount}" for mount in ("", "/unified", "/cpu", "/cpu,cpuacct", "/memory", "/cpuset")
)

FILES = (
    "/proc/sys/kernel/hostname",
    "/proc/sys/kernel/osrelease",
    "/proc/sys/kernel/random/boot_id",
    "/proc/sys/kernel/yama/ptrace_scope",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/self/stat",
    "/proc/self/status",
    "/proc/self/limits",
    "/proc/self/cgroup",
    "/proc/1/cgroup",
    "/etc/os-release",
    "/run/systemd/container",
    "/.dockerenv",
    "/run/.containerenv",
    "/sys/hypervisor/type",
    "/sys/class/dmi/id/sys_vendor",
    "/sys/class/dmi/id/product_name",
    "/sys/firmware/devicetree/base/model",
    "/sys/devices/system/clocksource/clocksource0/current_clocksource",
    f"{_CPU}/online",
    f"{_CPU}/cpu[0-9]*/topology/core_id",
    f"{_CPU}/cpu[0-9]*/topology/physical_package_id",
    f"{_CPU}/cpu[0-9]*/topology/thread_siblings_list",
    f"{_CPU}/cpu[0-9]*/topology/core_siblings_list",
    f"{_CPU}/cpu[0-9]*/cpufreq/scaling_governor",
    f"{_CPU}/cpu[0-9]*/cpufreq/cpuinfo_max_freq",
    f"{_CPU}/cpu[0-9]*/cache/index[0-9]*/level",
    f"{_CPU}/cpu[0-9]*/cache/index[0-9]*/type",
    f"{_CPU}/cpu[0-9]*/cache/index[0-9]*/size",
    f"{_CPU}/cpu[0-9]*/cache/index[0-9]*/shared_cpu_list",
    f"{_NODE}/node[0-9]*/cpulist",
    f"{_NODE}/node[0-9]*/distance",
    f"{_NODE}/node[0-9]*/meminfo",
    "/sys/class/net/*/type",
    "/sys/class/net/*/operstate",
    "/sys/class/net/*/speed",
    "/sys/class/net/*/mtu",
    "/sys/class/net/*/ifindex",
    "/sys/class/net/*/iflink",
    "/sys/class/net/*/uevent",
    "/sys/class/net/*/tun_flags",
    "/sys/class/net/*/device/uevent",
    "/sys/class/net/*/device/numa_node",
    "/sys/class/infiniband/*/device/uevent",
    "/sys/class/infiniband/*/device/numa_node",
    "/sys/class/infiniband/*/ports/*/state",
    "/sys/class/infiniband/*/ports/*/rate",
    "/sys/class/infiniband/*/ports/*/link_layer",
    "/sys/bus/pci/devices/*/uevent",
    "/sys/bus/pci/devices/*/numa_node",
    "/sys/bus/pci/devices/*/mem_info_vram_total",
    "/sys/bus/pci/devices/*/current_link_speed",
    "/sys/bus/pci/devices/*/current_link_width",
    "/sys/bus/pci/devices/*/max_link_speed",
    "/sys/bus/pci/devices/*/max_link_width",
    "/sys/module/nvidia_peermem/initstate",
    "/sys/module/nv_peer_mem/initstate",
    "/sys/bus/pci/devices/*/product_name",
    "/proc/driver/nvidia/gpus/*/information",
    "/sys/class/kfd/kfd/topology/nodes/*/properties",
    "/sys/class/kfd/kfd/topology/nodes/*/mem_banks/*/properties",
    "/sys/class/mic/mic[0-9]*/state",
    "/sys/class/mic/mic[0-9]*/device/uevent",
    "/sys/class/mic/mic[0-9]*/device/numa_node",
)

LISTS = (
    "/sys/class/net",
    "/sys/class/net/*/device/infiniband",
    "/dev/infiniband",
)

LINKS = ("/proc/self/ns/*", "/sys/bus/pci/devices/*", "/sys/class/net/*")

PARENT = "parent"  # whoever started the collector: this tool, or the agent that reached the node

# Whether the loader would find the library of NVIDIA's driver: a start of Python takes as long as all the rest.
_CUDA = (
    "{ [ ! -r /etc/ld.so.cache ] || grep -q libcuda.so.1 /etc/ld.so.cache || "
    '(IFS=:; for folder in $LD_LIBRARY_PATH; do [ ! -e "$folder/libcuda.so.1" ] || exit 0; done; exit 1); }'
)

# By the name under which probes find the output; a program that is missing leaves an empty one.
COMMANDS = {
    "arch": "uname -m",
    "cpuinfo": "sed 40q /proc/cpuinfo",
    "cpu-times": "grep '^cpu ' /proc/stat",
    "lscpu": "lscpu | grep -E '^(Model name|Hypervisor vendor):'",
    "addresses": "ip -o addr",
    "shm-space": "df -kP /dev/shm",
    "shm-files": "ls -lnA /dev/shm",
    "shm-users": "{ cat /proc/[0-9]*/maps; ls -l /proc/[0-9]*/fd; } | grep -o '/dev/shm/.*' | sort -u",
    "shm-files-after": "ls -lnA /dev/shm",
    "iommu": "grep -oE '(intel_|amd_)?iommu[a-z.]*=[^ ]*' /proc/cmdline",
    "user": "id -u",
    "root-mount": "grep -E '^[0-9]+ [0-9]+ [0-9:]+ [^ ]+ / ' /proc/self/mountinfo",
    "running": r"cat /proc/[0-9]*/stat | sed -n 's/^\([0-9]* (.*) R [0-9]* [0-9]*\) .*/\1/p'",
    "ibv_devinfo": "ibv_devinfo",
    "nvidia-memory": "timeout 10 nvidia-smi --query-gpu=pci.bus_id,memory.total --format=csv,noheader,nounits",
    "gpu-driver": f"{_CUDA} && timeout 20 python3 -c {shlex.quote(driver.PROGRAM)}",
    "container-variables": "env | grep -E '^(container|APPTAINER_CONTAINER|SINGULARITY_CONTAINER)=' | sed 's/=.*//'",
}

# One `head` reads the files of each pattern, and those of names that follow each other: a node of 256 CPUs has some
# 8,000 files, and a process for each would take seconds. The shell's own `read` takes one byte at a time, to which
# sysfs lists of CPUs stay empty. The script may arrive on standard input, so nothing in it may read from there.
_FUNCTIONS = r"""
LC_ALL=C; export LC_ALL
for tool in cut head ls readlink sed sort; do
  command -v "$tool" >/dev/null || { echo "no $tool in PATH=$PATH" >&2; exit 1; }
done
content() { sed 's/^/|/'; }
emit() {
  [ $# -gt 1 ] || [ -e "$1" ] || return 0
  # With /dev/null there are two files at the least, so that head names each.
  head -n 1000 "$@" /dev/null 2>/dev/null |
    sed -e '/^==> .dev.null <==$/d' -e 's/^==> \(.*\) <==$/file \1/' -e t -e 's/^/|/'
  for path in "$@"; do [ -r "$path" ] || [ ! -e "$path" ] || printf 'denied %s\n' "$path"; done
}
some() {
  for path in "$@"; do shift; [ ! -e "$path" ] || set -- "$@" "$path"; done
  [ $# = 0 ] || emit "$@"
}
catalogue() {
  for path in "$@"; do [ -d "$path" ] && printf 'list %s\n' "$path" && ls -A "$path" | content; done 2>/dev/null
}
link() {
  for path in "$@"; do target=$(readlink "$path") && printf 'link %s %s\n' "$path" "$target"; done 2>/dev/null
}
try() { printf 'run %s\n' "$1"; sh -c "$2" </dev/null 2>/dev/null | content; }
cgroup() {
  cut -d: -f3- /proc/self/cgroup | sort -u | while IFS= read -r group; do
    while :; do
      set --
      for mount in $MOUNTS; do
        for name in $NAMES; do set -- "$@" "$mount${group%/}/$name"; done
      done
      some "$@"
      case $group in /*) group=${group%/*} ;; *) break ;; esac
    done
  done 2>/dev/null
}
"""


def script(
    files: Sequence[str] = FILES,
    lists: Sequence[str] = LISTS,
    links: Sequence[str] = LINKS,
    commands: Mapping[str, str] = COMMANDS,
) -> str:
    """The collector. It prints an archive on standard output; it needs a POSIX shell and small programs.

    Control groups are looked at in any case; `/proc/self/cgroup` says which.
    """
    body = [
        f"echo '{HEADER}'",
        *_reads(files),
        *(f"catalogue {glob}" for glob in lists),
        *(f"link {glob}" for glob in links),
        f"MOUNTS='{_CGROUP_MOUNTS}'",
        f"NAMES='{_CGROUP_FILES}'",
        "cgroup",
        f"printf 'run {PARENT}\\n|%s\\n' \"$PPID\"",
        *(f"try {name} {shlex.quote(command)}" for name, command in commands.items()),
        "echo end",
    ]
    return "\n".join([_FUNCTIONS, *body, ""])


def _reads(files: Sequence[str]) -> Iterator[str]:
    for is_pattern, names in groupby(files, key=lambda name: "*" in name):
        if is_pattern:
            yield from (f"emit {name}" for name in names)
        else:
            yield f"some {' '.join(names)}"


def record_here() -> Archive:
    """Everything of this machine that probes look at, the test of single-copy reading included."""
    seen = collected(["sh"], "this machine", script())
    return archive.Archive(
        seen.files, seen.lists, seen.links, {**seen.runs, single_copy.NAME: single_copy.sibling_test()}, seen.denied
    )


def record_at(agent: str, host: str) -> Archive:
    """The same of another endpoint, reached as jobs reach it: `agent` takes HOST COMMAND... and runs it there.

    Raises EnvironmentProblem when the agent fails or what came back is no recording.
    """
    return collected(to_host(agent, host, "sh"), host, script())


def collected(argv: list[str], name: str, text: str, timeout_s: float = 60.0) -> Archive:
    """What the collector `text` prints when the shell `argv` runs it. Raises EnvironmentProblem as `record_at` does."""
    done = process.run(argv, timeout_s=timeout_s, input_text=text)
    if not done.ok:
        raise EnvironmentProblem(
            "cannot-collect",
            f"cannot look at {name}: {done.describe()}",
            "it must be reachable, with the small programs of any Linux (sed, head, ls ...) on its PATH",
        )
    try:
        return archive.parse(done.stdout, name)
    except UsageError as error:
        wrong = "cut short" if HEADER in done.stdout else f"no recording: {_begin(done.stdout)}"
        raise EnvironmentProblem(
            "cannot-collect",
            f"the answer of {name} is {wrong}",
            f"see what `{shlex.join([*argv[:-1], 'echo', 'hello'])}` prints: it should be hello",
        ) from error


def _begin(text: str) -> str:
    """The first words of an answer, on one line and safe to print."""
    words = " ".join(text.split())
    shown = "".join(letter if letter.isprintable() else "?" for letter in words[:_SHOWN])
    return f"'{shown}{'...' if len(words) > _SHOWN else ''}'" if words else "nothing"
