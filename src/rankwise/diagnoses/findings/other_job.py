"""A rank may only run on CPUs to which a rank of another job is bound."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case
from rankwise.mpis.families import FAMILIES
from rankwise.placement.launch_words import unbound


def check(case: Case) -> Finding | None:
    """Where each CPU of a rank is one of those that a rank of another job is bound to, on this node."""
    taken = {cpu: other for other in case.neighbours for cpu in other.cpus}
    here = [rank for rank in case.ranks if rank.host == case.node.hostname and rank.cpus]
    sharing = [rank for rank in here if all(cpu in taken for cpu in rank.cpus)]
    if not sharing:
        return None
    others = list(dict.fromkeys(taken[cpu] for rank in sharing for cpu in rank.cpus))
    first, other = sharing[0], others[0]
    allowed = len(case.node.sandbox.allowed_cpus) or len(case.node.cpus)
    bound = any(len(rank.cpus) < allowed for rank in sharing)
    fixes = {"any": f"give each job CPUs of its own: `taskset -c LIST {case.line()}`, or one allocation of Slurm each"}
    if bound:
        fixes["mpiexec"] = f"`{' '.join([*unbound(case.argv)[:1], *_to_unbind(case), *unbound(case.argv)[1:]])}`"
    return finding(
        "other-job",
        f"Rank {first.number} shares its CPU with rank {other.number} of another job",
        "serious",
        "Both jobs bind their ranks by themselves and begin at the same core, so two ranks take turns on one CPU while "
        "others may be free."
        if bound
        else "Ranks of the other job are bound to all the CPUs that this rank may use, so the two take turns.",
        seen={
            **{
                f"process {item.pid}": f"rank {item.number} of {item.program}, bound to CPU {_cpus(item.cpus)}"
                for item in others[:4]
            },
            "this job": "; ".join(f"rank {rank.number} on CPU {_cpus(rank.cpus)}" for rank in sharing[:4]),
        },
        fixes=fixes,
        verify=f"`taskset -cp {other.pid}`",
        mpi=case.family,
        affects=tuple(f"rank {rank.number}" for rank in sharing),
    )


def _to_unbind(case: Case) -> list[str]:
    return FAMILIES[case.family].to_unbind.split() if case.family in FAMILIES else []


def _cpus(cpus: tuple[int, ...]) -> str:
    return ", ".join(map(str, cpus[:8]))
