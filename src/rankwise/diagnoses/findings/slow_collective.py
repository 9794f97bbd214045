"""A collective takes longer than other collectives that do the same together."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.core.units import format_bytes, format_seconds
from rankwise.diagnoses.case import Case

# Rules that hold for a library that chooses well: Traeff, Gropp, Thakur, IEEE TPDS 21 (2010) 698.
_RULES = (
    ("allreduce", ("reduce", "bcast")),
    ("allgather", ("gather", "bcast")),
    ("barrier", ("allreduce",)),
    ("bcast", ("allreduce",)),
)


def check(case: Case) -> Finding | None:
    """The worst of these rules that rank 0's times break, by the factor and the time that count on this machine."""
    factor, least_s = case.least
    broken = []
    for rank in case.ranks:
        for name, parts in _RULES if rank.number == 0 else ():
            for size in sorted({int(key.split()[1]) for key in rank.collectives}):
                own = rank.collectives.get(f"{name} {size}")
                other = [rank.collectives.get(f"{part} {size}") for part in parts]
                total = sum(value for value in other if value)
                if own and all(other) and own > factor * total and own - total > least_s:
                    broken.append((own / total, name, parts, size, own, total))
    if not broken:
        return None
    _, name, parts, size, own, total = max(broken)
    replaced = " and ".join(f"MPI_{part.capitalize()}" for part in parts)
    return finding(
        "slow-collective",
        f"MPI_{name.capitalize()} takes longer than {replaced} in its place",
        "warning",
        "The library chose an algorithm that does not suit this number of ranks, size and network.",
        seen={
            f"short start, {format_bytes(size)}": f"{format_seconds(own)}, against {format_seconds(total)} for "
            f"{replaced}, in two starts"
        },
        fixes={"any": "`rankwise tune --for collectives`: finds an algorithm for each size, and writes the rules file"},
        verify=f"`rankwise bench {name} --sizes {size}`",
        mpi=case.family,
    )
