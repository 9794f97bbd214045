"""What algorithms of collectives take besides their name: the values that are worth a try on more than two ranks."""

from __future__ import annotations

from collections.abc import Mapping

from rankwise.core.records import Mpi
from rankwise.mpis.families import FAMILIES

# Radix k: between two ranks there is only one. A tree of k = ranks - 1 is flat, an exchange of k = ranks has one step:
# over slow links what costs is the number of steps.
_STEPS = {
    "MPIR_Allgather_intra_k_brucks": "k",
    "MPIR_Allgather_intra_recexch_doubling": "k",
    "MPIR_Allgather_intra_recexch_halving": "k",
    "MPIR_Allreduce_intra_k_reduce_scatter_allgather": "k",
    "MPIR_Allreduce_intra_recexch": "k",
    "MPIR_Allreduce_intra_recursive_multiplying": "k",
    "MPIR_Allreduce_intra_tree": "k",
    "MPIR_Alltoall_intra_k_brucks": "k",
    "MPIR_Bcast_intra_pipelined_tree": "k",
    "MPIR_Bcast_intra_tree": "k",
}
# How a rank serves its children: one after the other, unless it is told to serve all at once.
_AT_ONCE = {
    "MPIR_Allreduce_intra_tree": {"buffer_per_child": "1"},
    "MPIR_Bcast_intra_pipelined_tree": {"is_non_blocking": "1"},
    "MPIR_Bcast_intra_tree": {"is_non_blocking": "1"},
}
_SEGMENT_BYTES = "32768"


def variants(mpi: Mpi, collective: str, algorithm: str, ranks: int) -> list[dict[str, str]]:
    """Parameters of a rule to try: none first, which leaves the library's or rankwise's usual ones."""
    choices: list[dict[str, str]] = [{}]
    if ranks > 2 and algorithm in _STEPS:
        most = ranks - 1 if algorithm.endswith("_tree") else ranks
        choices += [{_STEPS[algorithm]: str(k)} for k in sorted({min(4, most), most})]
        choices += [{**choice, **_AT_ONCE[algorithm]} for choice in choices[1:] if algorithm in _AT_ONCE]
    if ranks > 2 and algorithm in FAMILIES[mpi.family].rules.segmented.get(collective, ()):
        choices += [{"segment_bytes": _SEGMENT_BYTES}]
    return choices


def within_nodes(algorithm: str) -> bool:
    """Whether an algorithm is about ranks that share a node: nothing to try for ranks that have one each."""
    return algorithm.startswith("MPIDI_POSIX_") or "_composition_" in algorithm or algorithm.endswith("_smp")


def needs_a_gpu(algorithm: str) -> bool:
    """Whether an algorithm hands the call to a vendor's library for buffers on GPUs: a host buffer ends the job."""
    return algorithm.endswith("_intra_ccl")


def all_variants(
    mpi: Mpi, algorithms: Mapping[str, tuple[str, ...]], ranks: int, *, nodes: int
) -> dict[str, list[tuple[str, dict[str, str]]]]:
    """Each algorithm of each collective with each set of its parameters."""
    return {
        collective: [
            (name, parameters)
            for name in names
            if not needs_a_gpu(name) and not (nodes == ranks and within_nodes(name))
            for parameters in variants(mpi, collective, name, ranks)
        ]
        for collective, names in algorithms.items()
    }
