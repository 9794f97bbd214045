"""MPICH's selection of collectives: three trees of conditions, the library's own with our rules in front.

A file replaces a whole tree, so each starts from the tree that this very library carries as text in its data. The upper
tree (composition) decides how node and network work together; below it stand one of algorithms over messages and one of
algorithms in shared memory. Each size, communicator and operation that a rule does not mean keeps its own branch.
"""

from __future__ import annotations

import json
import mmap
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from rankwise.core.errors import UsageError
from rankwise.core.records import CollectiveRule, Mpi
from rankwise.mpis.rules import UNLIMITED, only_whole, ordered, take, title

Tree = dict[str, "Tree"]

_TREE = re.compile(rb"\0(\{\s*\"collective=[^\0]+\})\s*\0")
_LEAF = re.compile(rb"\0((?:algorithm|composition)=(\w+))\0")
VARIABLES = {
    "composition": "MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE",
    "algorithm": "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE",
    "posix": "MPIR_CVAR_CH4_POSIX_COLL_SELECTION_TUNING_JSON_FILE",
}
# The condition on size that is defined for a collective, and whether it counts all ranks together. Others have none, or
# one that ranks may disagree on (gather, scatter). Read in csel.c of MPICH 5.0.0.
_SIZES = {
    "allreduce": ("avg_msg_size", False),
    "bcast": ("avg_msg_size", False),
    "reduce": ("avg_msg_size", False),
    "alltoall": ("avg_msg_size", False),
    "allgather": ("total_msg_size", True),
    "allgatherv": ("total_msg_size", True),
    "reduce_scatter": ("total_msg_size", False),
    "reduce_scatter_block": ("total_msg_size", True),
}
_REDUCTIONS = ("allreduce", "reduce", "reduce_scatter", "reduce_scatter_block")
# How a collective gets to the algorithms in shared memory, and what must be true of the communicator.
_NODE = {
    "allreduce": ("MPIDI_Allreduce_intra_composition_gamma", "comm_size=node_comm_size", "comm_size=any"),
    "bcast": ("MPIDI_Bcast_intra_composition_alpha", "comm_hierarchy=parent", "comm_hierarchy=any"),
    "reduce": ("MPIDI_Reduce_intra_composition_alpha", "comm_hierarchy=parent", "comm_hierarchy=any"),
    "barrier": ("MPIDI_Barrier_intra_composition_alpha", "comm_hierarchy=parent", "comm_hierarchy=any"),
}
_PARAMETERS = ("k", "tree_type", "chunk_size", "is_non_blocking", "recv_pre_posted", "batch_size", "bblock", "throttle")


def carried(mpi: Mpi, rules: Sequence[CollectiveRule], folder: Path) -> dict[str, str]:
    """The knobs that name the trees, which are written into `folder`. `algorithm` of a rule is a leaf of a tree
    (`MPIR_Allreduce_intra_ring`, `MPIDI_POSIX_mpi_bcast_ipc_read`, `MPIDI_Bcast_intra_composition_beta`) or the last
    part of one over messages (`ring`).

    Raises UsageError for a collective, a size or an algorithm that the trees cannot tell apart.
    """
    own = trees(mpi)
    ours = json.loads(json.dumps(own))
    for by_ranks in ordered(rules).values():
        placed: dict[str, list[tuple[CollectiveRule, str]]] = {}
        for chosen in by_ranks.values():
            for rule in chosen:
                for level, leaf in _leaves(mpi, own, rule).items():
                    placed.setdefault(level, []).append((rule, leaf))
        for level, found in placed.items():
            _place(ours[level], found)
    knobs = {}
    for level, variable in VARIABLES.items():
        if level in own and ours[level] != own[level]:
            file = folder / f"mpich-{level}.json"
            file.write_text(json.dumps(ours[level], indent=1) + "\n")
            knobs[f"env:{variable}"] = str(file)
    return knobs


def trees(mpi: Mpi) -> dict[str, Tree]:
    """The library's own trees by level. Raises UsageError when it carries none (before 4.0, or built without)."""
    if mpi.library is None:
        raise UsageError("no-rules", f"{mpi.name} has no library to read its selection from", "leave rules away")
    found = _trees(mpi.library, Path(mpi.library).stat().st_mtime_ns)
    if "composition" not in found or "algorithm" not in found:
        raise UsageError(
            "no-rules",
            f"{mpi.name} {mpi.version} carries no selection of collectives that could be changed by size",
            "force one algorithm for all sizes by a knob: `rankwise knobs list ALGORITHM`",
        )
    return found


def algorithms(mpi: Mpi, collective: str) -> tuple[str, ...]:
    """Every leaf that the library knows for blocking calls of a collective on one communicator, at all levels."""
    if mpi.library is None:
        return ()
    leaves = _known(mpi.library, Path(mpi.library).stat().st_mtime_ns)
    begins = (f"MPIR_{collective.capitalize()}_intra_", f"MPIR_{collective.capitalize()}_allcomm_")
    others = (f"MPIDI_POSIX_mpi_{collective}_", f"MPIDI_{collective.capitalize()}_intra_composition_")
    own = tuple(name for name in leaves if name.startswith((*begins, *others)))
    longer = ("scatter_block_",) if collective == "reduce" else ()
    return tuple(name for name in own if not any(word in name for word in longer))


@lru_cache(maxsize=4)
def _trees(library: str, _changed_ns: int) -> dict[str, Tree]:
    found: dict[str, Tree] = {}
    for match in _TREE.finditer(_bytes(library)):
        text = match[1]
        level = "composition" if b"composition=" in text else "posix" if b"MPIDI_POSIX_" in text else "algorithm"
        found.setdefault(level, json.loads(text))
    return found


@lru_cache(maxsize=4)
def _known(library: str, _changed_ns: int) -> tuple[str, ...]:
    return tuple(sorted({match[2].decode() for match in _LEAF.finditer(_bytes(library).replace(b"\0", b"\0\0"))}))


def _bytes(library: str) -> bytes:
    with Path(library).open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as view:
        return bytes(view)


def _leaves(mpi: Mpi, own: dict[str, Tree], rule: CollectiveRule) -> dict[str, str]:
    """What a rule changes at each level."""
    name = rule.algorithm
    if not name.startswith(("MPIR_", "MPIDI_")):
        name = f"MPIR_{rule.collective.capitalize()}_intra_{name}"
    known = algorithms(mpi, rule.collective)
    if name not in known:
        import difflib

        near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else f"it knows {', '.join(known) or 'no such collective'}"
        problem = f"rule for {title(rule)}: {mpi.name} {mpi.version} knows no '{rule.algorithm}'; MPI_Init would abort"
        raise UsageError("bad-rule", problem, hint)
    if "_composition_" in name:
        return {"composition": name}
    if name.startswith("MPIDI_POSIX_"):
        return {"composition": _NODE[rule.collective][0], "posix": name}
    flat = _last_leaf(own["composition"].get(f"collective={rule.collective}", {}))
    return {"composition": flat, "algorithm": name} if flat else {"algorithm": name}


def _last_leaf(tree: Tree) -> str:
    """The leaf of the last branch: how the library serves a communicator that it knows nothing of."""
    while tree:
        key, tree = list(tree.items())[-1]
        if "=MPI" in key:
            return key.partition("=")[2]
    return ""


def _place(tree: Tree, rules: list[tuple[CollectiveRule, str]]) -> None:
    """Puts the rules of one collective in front of the tree's own branch, communicator by communicator."""
    collective = rules[0][0].collective
    top = tree.setdefault(f"collective={collective}", {})
    own = top.get("comm_type=intra", {}) if "comm_type=intra" in top or not top else top
    by_ranks: dict[int, list[tuple[CollectiveRule, str]]] = {}
    for rule, leaf in rules:
        by_ranks.setdefault(rule.ranks, []).append((rule, leaf))
    branches: Tree = {}
    for ranks, chosen in sorted(by_ranks.items()):
        if own:
            branches.setdefault(f"comm_size<{ranks}", own)
        branches[f"comm_size<={ranks}"] = _sized(chosen, own)
    branches["comm_size=any"] = own
    if own is top:
        tree[f"collective={collective}"] = branches
    else:
        top["comm_type=intra"] = branches


def _sized(chosen: list[tuple[CollectiveRule, str]], own: Tree) -> Tree:
    rule, leaf = chosen[0]
    if rule.collective not in _SIZES:
        only_whole(rule, "MPICH has no condition on its size that all ranks agree on")
        return _guarded(rule, _leaf(rule, leaf), leaf, own)
    condition, total = _SIZES[rule.collective]
    branches: Tree = {}
    end = 0
    for rule, leaf in chosen:
        scale = rule.ranks if total else 1
        if rule.from_bytes > end:
            branches[f"{condition}<{rule.from_bytes * scale}"] = own
        inner = _guarded(rule, _leaf(rule, leaf), leaf, own)
        end = rule.to_bytes + 1
        if rule.to_bytes >= UNLIMITED:
            branches[f"{condition}=any"] = inner
            return _in_place(rule, branches, own)
        branches[f"{condition}<{min(end * scale, UNLIMITED)}"] = inner
    branches[f"{condition}=any"] = own
    return _in_place(rule, branches, own)


def _in_place(rule: CollectiveRule, branches: Tree, own: Tree) -> Tree:
    # With MPI_IN_PLACE an alltoall has no send count to look at, and few algorithms that may be used.
    if rule.collective != "alltoall":
        return branches
    return {"is_sendbuf_inplace=yes": own, "is_sendbuf_inplace=no": branches}


def _guarded(rule: CollectiveRule, inner: Tree, leaf: str, own: Tree) -> Tree:
    """What an algorithm may not be used for keeps the library's own branch: trees do not check by themselves."""
    if "_composition_" in leaf:
        inner = _composed(rule, inner, leaf, own)
    elif rule.collective in ("allgather", "allgatherv") and leaf.endswith("_recursive_doubling"):
        inner = {"comm_size=pow2": inner, "comm_size=any": own}
    elif rule.collective in ("allreduce", "reduce"):
        if "reduce_scatter" in leaf:
            inner = {"count<pow2": own, "count=any": inner}
        inner = {"is_op_built_in=yes": inner, "is_op_built_in=no": own}
    if rule.collective in _REDUCTIONS:
        inner = {"is_commutative=yes": inner, "is_commutative=no": own}
    return inner


def _composed(rule: CollectiveRule, inner: Tree, leaf: str, own: Tree) -> Tree:
    node = _NODE.get(rule.collective)
    if node and leaf == node[0]:
        return {node[1]: inner, node[2]: own}
    if leaf == _last_leaf(own):
        return inner
    return {"comm_hierarchy=parent": inner, "comm_hierarchy=any": own}


def _leaf(rule: CollectiveRule, leaf: str) -> Tree:
    kind = "composition" if "_composition_" in leaf else "algorithm"
    given = take(rule, {name: name for name in _PARAMETERS}) if kind == "algorithm" else {}
    return {f"{kind}={leaf}": {f"{name}={value}": {} for name, value in given.items()}}
