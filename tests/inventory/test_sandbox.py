"""Containers, hypervisors and control groups as their files tell them."""

import pytest

from rankwise.inventory.archive import Archive
from rankwise.inventory.probes import cgroup
from rankwise.inventory.probes.sandbox import sandbox
from rankwise.inventory.probes.system import running

OVERLAY = "1021 960 0:51 / / rw master:1 - overlay overlay rw,lowerdir=/var/lib/docker"
DISK = "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw"
GUEST = "flags : fpu hypervisor"


@pytest.mark.parametrize(
    ("archive", "container"),
    [
        (Archive(files={"/.dockerenv": ""}, runs={"root-mount": OVERLAY}), "docker"),
        (Archive(files={"/.dockerenv": ""}), "docker"),
        (Archive(files={"/.dockerenv": ""}, runs={"root-mount": DISK}), None),
        (Archive(files={"/run/.containerenv": ""}, runs={"root-mount": OVERLAY}), "podman"),
        (Archive(files={"/proc/1/cgroup": "12:cpu:/kubepods/burstable/pod1"}), "kubepods"),
        (Archive(runs={"container-variables": "APPTAINER_CONTAINER"}), "apptainer"),
        (Archive(files={"/run/systemd/container": "systemd-nspawn"}), "systemd-nspawn"),
        (Archive(runs={"container-variables": "container"}), "unnamed"),
        (Archive(files={"/proc/1/cgroup": "0::/init.scope"}, runs={"root-mount": DISK}), None),
    ],
)
def test_containers(archive: Archive, container: str | None) -> None:
    assert sandbox(archive, {}).container == container


@pytest.mark.parametrize(
    ("files", "runs", "hypervisor"),
    [
        ({}, {"lscpu": "Hypervisor vendor:   KVM"}, "kvm"),
        ({"/sys/class/dmi/id/sys_vendor": "Microsoft Corporation"}, {"cpuinfo": GUEST}, "microsoft"),
        ({"/sys/class/dmi/id/sys_vendor": "Microsoft Corporation"}, {"cpuinfo": "flags : fpu"}, None),
        ({"/sys/class/dmi/id/product_name": "VMware7,1"}, {"cpuinfo": GUEST}, "vmware"),
        ({"/sys/hypervisor/type": "xen"}, {}, "xen"),
        ({}, {"cpuinfo": GUEST}, "unnamed"),
        ({}, {"cpuinfo": "flags : fpu"}, None),
    ],
)
def test_hypervisors(files: dict[str, str], runs: dict[str, str], hypervisor: str | None) -> None:
    assert sandbox(Archive(files=files, runs=runs), {}).virtualization == hypervisor


def test_the_tightest_quota_of_all_groups_above_binds_version_1() -> None:
    cpu = "/sys/fs/cgroup/cpu"
    archive = Archive(
        files={
            f"{cpu}/cpu.cfs_quota_us": "-1",
            f"{cpu}/cpu.cfs_period_us": "100000",
            f"{cpu}/job/cpu.cfs_quota_us": "150000",
            f"{cpu}/job/cpu.cfs_period_us": "100000",
            f"{cpu}/job/cpu.stat": "nr_periods 40\nnr_throttled 3\nthrottled_time 12345",
            f"{cpu}/job/step/cpu.cfs_quota_us": "400000",
            f"{cpu}/job/step/cpu.cfs_period_us": "100000",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712",
            "/sys/fs/cgroup/memory/job/memory.limit_in_bytes": "1073741824",
        }
    )
    assert cgroup.quota(archive) == cgroup.Quota(1.5, 40, 3)
    assert cgroup.memory_limit(archive) == 1 << 30


def test_no_limit_is_none_in_both_versions() -> None:
    first = Archive(files={"/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712"})
    second = Archive(files={"/sys/fs/cgroup/cpu.max": "max 100000", "/sys/fs/cgroup/memory.max": "max"})
    for archive in (first, second):
        assert cgroup.quota(archive) == cgroup.Quota(None, None, None)
        assert cgroup.memory_limit(archive) is None


def test_without_an_affinity_the_cpuset_tells_what_is_allowed() -> None:
    archive = Archive(files={"/sys/fs/cgroup/cpuset.cpus.effective": "4-5"})
    assert sandbox(archive, {}).allowed_cpus == (4, 5)


def test_who_runs_leaves_out_the_collector_its_parent_and_the_kernel() -> None:
    rows = (
        "15 (rcu_preempt) R 2 0",
        "31 (cc1plus) R 30 30",
        "77 (head) R 70 70",
        "60 (rankwise) R 1 60",
        "9 (a b) R 1 9",
    )
    archive = Archive(
        files={"/proc/self/stat": "78 (head) R 70 70 70 0"}, runs={"running": "\n".join(rows), "parent": "60"}
    )
    assert running(archive) == ("cc1plus (31)", "a b (9)")
