"""Jobs as a diagnosis sees them: two healthy ranks, changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from builders.runs import mpi
from rankwise.diagnoses.case import Case, TrialStart
from rankwise.diagnoses.records import ProbedPair, ProbedRank
from rankwise.diagnoses.table import findings_of
from rankwise.inventory.records import Nic
from recorded.machines import node

NODE = replace(node("two-socket-smt"), boot_id="boot", memory_bytes=64 << 30)
CPUS = tuple(cpu.id for cpu in NODE.cpus)
ADAPTER = Nic(
    name="ib0", kind="infiniband", state="active", speed_bytes_per_s=25e9, mtu=4092, addresses=(), rdma_device="mlx5_0"
)
WITH_ADAPTER = replace(NODE, nics=(ADAPTER,))
MPICH = replace(mpi("mpich"), family="mpich", launcher="/opt/mpich/bin/mpiexec", library="/opt/mpich/lib/libmpi.so.12")
OPENMPI = replace(mpi("openmpi"), family="openmpi", launcher="/opt/ompi/bin/mpirun", library="/opt/ompi/libmpi.so.40")


def ranks(count: int, *, world: int | None = None, **changes: Any) -> tuple[ProbedRank, ...]:
    """Ranks of one machine, each bound to a CPU of its own."""
    facts = [
        ProbedRank(
            number=number, world=count if world is None else world, host="n1", boot_id="boot", pid=number,
            cpus=(CPUS[number],),
        )
        for number in range(count)
    ]  # fmt: skip
    return tuple(replace(rank, **changes) for rank in facts)


def case(start: TrialStart | None = None, environ: Mapping[str, str] | None = None, **changes: Any) -> Case:
    """A job of two ranks in which nothing is wrong, changed."""
    given: dict[str, Any] = {
        "argv": ("mpiexec", "-n", "2", "/bin/true"),
        "environ": environ or {},
        "node": NODE,
        "launcher": "/opt/mpich/bin/mpiexec",
        "launcher_mpi": MPICH,
        "program": Path("/bin/true"),
        "library": Path("/opt/mpich/lib/libmpi.so.12"),
        "library_mpi": MPICH,
        "asked": 2,
        "start": start or TrialStart(ranks(2), "", 0, 0.3),
    }
    return Case(**{**given, **changes})


def in_spaces(pids: list[str]) -> TrialStart:
    """Ranks of one host, each in the namespace of process numbers that is named."""
    return TrialStart(
        tuple(replace(rank, namespaces={"pid": name}) for rank, name in zip(ranks(2), pids, strict=True)), "", 0, 0.3
    )


def seeing(devices: list[str]) -> tuple[ProbedRank, ...]:
    """Ranks to each of which the driver gives the one GPU that is named."""
    return tuple(
        replace(rank, visible_devices=name, devices=1) for rank, name in zip(ranks(len(devices)), devices, strict=True)
    )


def pair(**facts: Any) -> TrialStart:
    """A start whose rank 0 has sent a megabyte to rank 1 inside the node."""
    first, second = ranks(2)
    inside = ProbedPair(other=1, **{"sent_bytes": 1_000_000, **facts})
    first = replace(first, pairs={"inside": inside}, transports=("TCP 10.0.0.1",))
    return TrialStart((first, second), "", 0, 0.3)


def in_a_lab() -> TrialStart:
    """A start whose ranks are on two hosts of one machine, between which messages went."""
    first, second = ranks(2)
    far = ProbedPair(other=1, sent_bytes=1_000_000)
    return TrialStart((replace(first, pairs={"across": far}), replace(second, host="n2")), "", 0, 0.3)


def collectives(times: dict[str, float]) -> TrialStart:
    first, second = ranks(2)
    return TrialStart((replace(first, collectives=times), second), "", 0, 0.3)


def names(of: Case) -> list[str]:
    return [finding.id for finding in findings_of(of)]
