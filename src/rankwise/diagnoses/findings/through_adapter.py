"""Messages between ranks of one node leave it: through an adapter, or through TCP to itself."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.core.units import format_bytes
from rankwise.diagnoses.case import Case
from rankwise.diagnoses.records import ProbedPair

_OPEN = ("TCP", "verbs", "cxi")
_ANY = "let the library use shared memory: a single node needs `export UCX_TLS=shm,self` or `export FI_PROVIDER=shm`"


def check(case: Case) -> Finding | None:
    """Where devices sent at least half of what went between two ranks of one node, by their own counters. Others may
    have sent that, so the rank must have a connection or an adapter open too."""
    for rank in case.ranks:
        pair = rank.pairs.get("inside")
        used = _transports(pair) if pair else {}
        if pair is None or not used or not any(name.startswith(_OPEN) for name in rank.transports):
            continue
        names = ", ".join(used)
        own = set(used) == {"lo"}
        return finding(
            "through-adapter",
            f"Messages inside a node go through {'TCP' if own else names}",
            "serious",
            "Shared memory is several times faster, and "
            + ("the kernel copies each byte twice." if own else "the adapter is taken from messages to other nodes."),
            seen={
                "short start": f"{format_bytes(pair.sent_bytes)} between ranks {rank.number} and {pair.other} on "
                f"{rank.host}",
                "open in the rank": ", ".join(rank.transports),
                **{f"sent by {name} meanwhile": format_bytes(count) for name, count in used.items()},
            },
            fixes=case.fix("through-adapter", _ANY),
            verify=case.again,
            mpi=case.family,
            affects=(rank.host,),
        )
    return None


def _transports(pair: ProbedPair) -> dict[str, int]:
    return {name: count for name, count in pair.moved.items() if count >= 0.5 * pair.sent_bytes > 0}
