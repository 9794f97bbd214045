"""Each preflight check finds its planted problem, and is silent on a machine that has none."""

import re
import subprocess

import msgspec
import pytest

from builders.printed import all_wrong
from rankwise.core.records import Finding
from rankwise.diagnoses.preflight import CHECKS, preflight
from rankwise.inventory.records import Inventory, NodeInventory
from recorded.machines import NAMES, node

HARDWARE = {"port-down", "narrow-slot", "far-gpu", "no-peer-memory", "iommu", "no-device-files"}


def found(machine: NodeInventory, ranks: int | None = None) -> dict[str, Finding]:
    return {finding.id: finding for finding in preflight(Inventory(nodes=(machine,)), ranks)}


def sandboxed(machine: NodeInventory, **changes: object) -> NodeInventory:
    return msgspec.structs.replace(machine, sandbox=msgspec.structs.replace(machine.sandbox, **changes))


@pytest.fixture
def clean() -> NodeInventory:
    """A machine of the record without anything to complain about."""
    quiet = msgspec.structs.replace(node("microvm"), load_1min=0.0, running=())
    assert found(quiet) == {}
    return quiet


def test_a_container_with_everything_wrong() -> None:
    findings = found(node("container"))
    assert set(findings) == set(CHECKS) - {"narrow-affinity", "governor", "memlock"} - HARDWARE
    assert list(findings.values()) == sorted(
        findings.values(), key=lambda finding: ("serious", "warning", "info").index(finding.severity)
    )
    quota = findings["cpu-quota"]
    assert [each.observation for each in quota.evidence] == [
        "1.5 CPUs for 4 ranks",
        "250 of 1000 periods (25 %) ended with the quota spent",
    ]
    assert findings["other-load"].evidence[1].observation == "on a CPU just now: cc1plus (31)"
    assert findings["stale-segments"].fixes[0].line == "cd /dev/shm && rm sm_segment.3f1c9a0b7d2e.1000.5cb60001.0"
    assert findings["stale-segments"].evidence[0].observation == "no process uses 1 file, 16 MiB of user 1000"
    assert findings["steal"].severity == "serious"
    assert findings["single-copy"].evidence[0].observation == "process_vm_readv between two siblings: EPERM"
    assert findings["small-shm"].evidence[0].observation == "48 MiB free"


@pytest.mark.parametrize("name", NAMES)
def test_every_finding_says_why_and_what_to_do(name: str) -> None:
    for finding in preflight(Inventory(nodes=(node(name),))):
        assert finding.id in CHECKS
        assert finding.affects == (node(name).hostname,)
        assert all((finding.title, finding.cause, finding.evidence, finding.fixes, finding.verify))
        assert not all_wrong([finding])


@pytest.mark.parametrize("name", NAMES)
def test_every_line_of_a_finding_can_be_typed_as_it_stands(name: str) -> None:
    """Part of a command, as an option of a container, is said in words."""
    findings = preflight(Inventory(nodes=(node(name),)))
    lines = [line for each in findings for line in (each.verify, *(fix.line for fix in each.fixes)) if line]
    assert len(lines) >= len(findings)
    for line in lines:
        assert re.match(r"[a-z][\w.-]* ", line + " ") and "..." not in line, line
        assert subprocess.run(["bash", "-n", "-c", line], check=False).returncode == 0, line


def test_locked_memory_matters_only_where_there_is_rdma(clean: NodeInventory) -> None:
    assert found(node("phi-host"))["memlock"].evidence[0].observation == "Max locked memory 64KiB"
    limits = msgspec.structs.replace(clean.limits, memlock_bytes=65536)
    assert "memlock" not in found(msgspec.structs.replace(clean, limits=limits))
    unlimited = msgspec.structs.replace(node("phi-host").limits, memlock_bytes=None)
    assert "memlock" not in found(msgspec.structs.replace(node("phi-host"), limits=unlimited))


def test_a_governor_that_is_not_performance_on_one_cpu() -> None:
    assert found(node("two-socket-smt"))["governor"].evidence[0].observation == "powersave"


def test_affinity_narrower_than_the_machine(clean: NodeInventory) -> None:
    finding = found(sandboxed(clean, allowed_cpus=(1,)))["narrow-affinity"]
    assert finding.evidence[0].observation == "1 of 2 CPUs allowed"


def test_quota_is_held_against_the_ranks_asked_for(clean: NodeInventory) -> None:
    limited = sandboxed(clean, cpu_quota=2.0)
    assert "cpu-quota" not in found(limited)
    assert "cpu-quota" in found(limited, ranks=3)


def test_shared_memory_is_held_against_the_ranks_asked_for(clean: NodeInventory) -> None:
    shm = msgspec.structs.replace(clean.shared_memory, free_bytes=64 << 20)
    small = msgspec.structs.replace(clean, shared_memory=shm)
    assert "small-shm" not in found(small, ranks=4)
    assert "small-shm" in found(small, ranks=5)


def test_load_needs_someone_who_runs_and_someone_who_runs_needs_load(clean: NodeInventory) -> None:
    assert found(msgspec.structs.replace(clean, load_1min=2.0)) == {}
    assert found(msgspec.structs.replace(clean, load_1min=0.1, running=("cron (1)",))) == {}
    assert set(found(msgspec.structs.replace(clean, load_1min=2.0, running=("app (9)",)))) == {"other-load"}


@pytest.mark.parametrize(
    ("tested", "scope", "seccomp", "severity"),
    [
        ("works", 1, "filter", None),
        ("works with PR_SET_PTRACER", 1, "off", "info"),
        ("EPERM", None, "filter", "serious"),
        (None, 1, "off", "info"),
        (None, None, "filter", "info"),
        (None, 0, "off", None),
    ],
)
def test_reading_siblings_is_judged_by_the_test_before_the_rules(
    clean: NodeInventory, tested: str | None, scope: int | None, seccomp: str, severity: str | None
) -> None:
    changed = sandboxed(clean, single_copy=tested, ptrace_scope=scope, seccomp=seccomp, capabilities=())
    finding = found(changed).get("single-copy")
    assert (finding.severity if finding else None) == severity


def test_steal_and_clock(clean: NodeInventory) -> None:
    assert set(found(msgspec.structs.replace(clean, steal_share=0.02))) == {"steal"}
    assert found(msgspec.structs.replace(clean, steal_share=0.001)) == {}
    assert set(found(msgspec.structs.replace(clean, clock_source="hpet"))) == {"slow-clock"}


def test_unknown_is_not_a_problem() -> None:
    assert found(node("gpu-node")) == {}


def test_what_the_hardware_says_against_itself() -> None:
    findings = found(node("broken-gpu-node"))
    assert set(findings) >= HARDWARE
    assert [each.observation for each in findings["port-down"].evidence] == ["down"]
    assert findings["port-down"].severity == "warning"  # another port is active
    assert [each.observation for each in findings["narrow-slot"].evidence] == ["x8 of x16, 8 of 16 GT/s"]
    assert findings["narrow-slot"].severity == "serious"
    assert findings["far-gpu"].evidence[0].observation.endswith("on NUMA node 1")
    assert "nvidia_peermem" in findings["no-peer-memory"].fixes[0].line
    assert findings["iommu"].evidence[0].observation == "intel_iommu=on"


def test_each_fix_of_the_hardware_removes_its_finding() -> None:
    broken = node("broken-gpu-node")
    replace = msgspec.structs.replace
    mended = {
        "port-down": replace(broken, nics=tuple(replace(nic, state="active") for nic in broken.nics)),
        "narrow-slot": replace(broken, nics=tuple(replace(nic, pcie=None) for nic in broken.nics)),
        "far-gpu": replace(broken, gpus=tuple(replace(gpu, numa=0) for gpu in broken.gpus)),
        "no-peer-memory": replace(broken, modules=("nvidia_peermem",)),
        "iommu": replace(broken, iommu=("intel_iommu=on", "iommu=pt")),
        "no-device-files": replace(broken, device_files=("rdma_cm", "uverbs0")),
    }
    for name, machine in mended.items():
        assert set(found(broken)) - set(found(machine)) == {name}


def test_many_files_are_removed_by_a_short_command_that_spares_those_in_use(clean: NodeInventory) -> None:
    names = [f"mpich_shm_{number:07x}_0" for number in range(60)] + [f"sm_segment.vm.0.{n:06x}.0" for n in range(9)]
    stale = tuple(f"{clean.shared_memory.path}/{name}" for name in names)
    shm = msgspec.structs.replace(clean.shared_memory, stale_files=stale)
    (fix,) = found(msgspec.structs.replace(clean, shared_memory=shm))["stale-segments"].fixes
    assert fix.line == (
        f"cd {shm.path} && command -v fuser >/dev/null && for file in mpich_shm_* sm_segment.vm.*; "
        'do fuser -s "$file" 2>/dev/null || rm "$file"; done'
    )
