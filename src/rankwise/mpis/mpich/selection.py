"""MPICH's selection of collectives: three trees of conditions, the library's own with our rules in front.

A file replaces a whole tree, so each starts from the tree that this very library carries as text in its data. The upper
tree (composition) decides how node and network work together; below it stand one of algorithms over messages and one of
algorithms in shared memory. Each size, communicator and operation that a rule does not mean keeps its own branch.
"""

from __future__ import annotations

import difflib
import json
import mmap
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.core.files import put
from rankwise.core.grouped import grouped
from rankwise.core.nearest import did_you_mean
from rankwise.core.records import Mpi
from rankwise.mpis.rules import UNLIMITED, only_whole, ordered, take, title
from rankwise.tuning.records import CollectiveRule

Tree = dict[str, "Tree"]

# The brace comes first, for a pattern that begins with a letter is found quickly in a whole library.
_TREE = re.compile(rb"\{(?<=\0\{)\s*\"collective=[^\0]+\}(?=\s*\0)")
# As strings of their own, and not within a tree. One pattern each: what begins alike is found quickly.
_LEAVES = (re.compile(rb"algorithm=(MPI\w+)(?=\0)"), re.compile(rb"composition=(MPI\w+)(?=\0)"))
_LEAF = ("algorithm=", "composition=")
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
# Read in csel.c of MPICH 4.0 to 5.0; blanks do not count.
_CONDITION = re.compile(
    r"(\w+=)?any|comm_type=(intra|inter)|comm_hierarchy=(parent|node_roots|node|flat)|comm_size=(pow2|node_comm_size)"
    r"|count<pow2|(comm_size|avg_msg_size|total_msg_size|comm_avg_ppn)<=?\d+|count<=\d+"
    r"|is_(multi_threaded|commutative|sendbuf_inplace|op_built_in|block_regular|node_consecutive)=(yes|no)"
)
_REDUCTIONS = ("allreduce", "reduce", "reduce_scatter", "reduce_scatter_block")
# How a collective gets to the algorithms in shared memory, and what must be true of the communicator.
_NODE = {
    "allreduce": ("MPIDI_Allreduce_intra_composition_gamma", "comm_size=node_comm_size", "comm_size=any"),
    "bcast": ("MPIDI_Bcast_intra_composition_alpha", "comm_hierarchy=parent", "comm_hierarchy=any"),
    "reduce": ("MPIDI_Reduce_intra_composition_alpha", "comm_hierarchy=parent", "comm_hierarchy=any"),
    "barrier": ("MPIDI_Barrier_intra_composition_alpha", "comm_hierarchy=parent", "comm_hierarchy=any"),
}
# What a leaf takes, and what it gets when the rule does not say: MPICH leaves what is missing to chance (a barrier
# without its k was seen to hang). The values are those of the variables that do the same for all sizes.
_TOPOLOGY = {"topo_overhead": "0", "topo_diff_groups": "0", "topo_diff_switches": "0", "topo_same_switches": "0"}
_EXCHANGE = {"k": "2", "single_phase_recv": "0"}
_TREE_SHAPE = {"tree_type": "kary", "k": "2"}
_PARAMETERS: dict[str, dict[str, str]] = {
    "MPIR_Allgather_intra_k_brucks": {"k": "2"},
    "MPIR_Allgather_intra_recexch_doubling": _EXCHANGE,
    "MPIR_Allgather_intra_recexch_halving": _EXCHANGE,
    "MPIR_Allreduce_intra_k_reduce_scatter_allgather": _EXCHANGE,
    "MPIR_Allreduce_intra_recexch": _EXCHANGE,
    "MPIR_Allreduce_intra_recursive_multiplying": {"k": "2"},
    "MPIR_Allreduce_intra_tree": {**_TREE_SHAPE, "chunk_size": "0", "buffer_per_child": "0", **_TOPOLOGY},
    "MPIR_Alltoall_intra_k_brucks": {"k": "2"},
    "MPIR_Barrier_intra_k_dissemination": {"k": "2"},
    "MPIR_Barrier_intra_recexch": _EXCHANGE,
    "MPIR_Bcast_intra_pipelined_tree": {
        **_TREE_SHAPE,
        "is_non_blocking": "0",
        "chunk_size": "8192",
        "recv_pre_posted": "0",
    },
    "MPIR_Bcast_intra_tree": {**_TREE_SHAPE, "is_non_blocking": "0", **_TOPOLOGY},
}


def carried(mpi: Mpi, rules: Sequence[CollectiveRule], folder: Path) -> dict[str, str]:
    """The knobs that name the trees, which are written into `folder`. `algorithm` of a rule is a leaf of a tree
    (`MPIR_Allreduce_intra_ring`, `MPIDI_POSIX_mpi_bcast_ipc_read`, `MPIDI_Bcast_intra_composition_beta`) or the last
    part of one over messages (`ring`).

    Raises UsageError for a collective, a size or an algorithm that the trees cannot tell apart.
    """
    return _written(mpi, [placed for rule in _in_order(rules) for placed in _placed(mpi, rule)], folder)


def failing(mpi: Mpi, rules: Sequence[CollectiveRule], folder: Path) -> dict[str, str]:
    """As `carried`, with a leaf of another collective in place of each rule's own: calls that follow it abort, or come
    back with nothing done."""
    own = trees(mpi)
    everything: list[_Placed] = []
    for rule in _in_order(rules):
        *above, lowest = _placed(mpi, rule)
        stranger = own[lowest.level][f"collective={'bcast' if rule.collective != 'bcast' else 'barrier'}"]
        leaf = _last_leaf(stranger.get("comm_type=intra", stranger))
        everything += [*above, replace(lowest, written=_leaf_of(leaf))]
    return _written(mpi, everything, folder)


def check_file(mpi: Mpi, text: str) -> None:
    """Raises UsageError for a tree that would abort MPI_Init."""
    try:
        tree = json.loads(text)
    except ValueError as error:
        raise UsageError("bad-rules", f"selection: {error}", "MPI_Init would abort") from error
    known = {_told(key) for level in trees(mpi).values() for key in _keys(level)}
    known |= set(_known(mpi.library or "", Path(mpi.library or "").stat().st_mtime_ns))
    for key in map(_told, _keys(tree)):
        if key not in known and not _CONDITION.fullmatch(key):
            near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
            hint = f"MPI_Init would abort; did you mean {near[0]}?" if near else "MPI_Init would abort"
            raise UsageError("bad-rules", f"selection: {mpi.name} {mpi.version} knows no '{key}'", hint)


class _Placed(Struct, frozen=True):
    """A rule at one level: the leaf that it means, and what is written there."""

    level: str
    rule: CollectiveRule
    leaf: str
    written: Tree


def _in_order(rules: Sequence[CollectiveRule]) -> list[CollectiveRule]:
    return [rule for by_ranks in ordered(rules).values() for chosen in by_ranks.values() for rule in chosen]


def _placed(mpi: Mpi, rule: CollectiveRule) -> list[_Placed]:
    """What a rule changes, from the upper level down."""
    return [_Placed(level, rule, leaf, _leaf(rule, leaf)) for level, leaf in _leaves(mpi, trees(mpi), rule).items()]


def _written(mpi: Mpi, everything: list[_Placed], folder: Path) -> dict[str, str]:
    own = trees(mpi)
    knobs = {}
    for level, variable in VARIABLES.items():
        by_collective = grouped((part.rule.collective, part) for part in everything if part.level == level)
        if by_collective:
            tree = json.loads(json.dumps(own[level]))
            for chosen in by_collective.values():
                _place(tree, chosen)
            file = folder / f"mpich-{level}.json"
            put(file, json.dumps(tree, indent=1) + "\n")
            knobs[f"env:{variable}"] = str(file)
    return knobs


def _keys(tree: object) -> Iterator[str]:
    """Conditions and leaves from the top down, without blanks. Raises UsageError for what is no tree of them."""
    if not isinstance(tree, dict) or not tree:
        raise UsageError(
            "bad-rules", f"selection: {json.dumps(tree):.40} is not an object of conditions", "MPI_Init would abort"
        )
    for key, below in tree.items():
        yield (plain := "".join(key.split()))
        if not plain.startswith(_LEAF):
            yield from _keys(below)
        elif not isinstance(below, dict):
            raise UsageError("bad-rules", f"selection: '{key}' is followed by no object", "MPI_Init would abort")


def _told(key: str) -> str:
    """A condition, or the name of a leaf."""
    return key.partition("=")[2] if key.startswith(_LEAF) else key


def trees(mpi: Mpi) -> dict[str, Tree]:
    """The library's own trees by level. Raises UsageError when it carries none (before 4.0, or built without)."""
    if mpi.library is None:
        raise UsageError("no-rules", f"{mpi.name} has no library to read its selection from", "leave rules away")
    by_collective = _trees(mpi.library, Path(mpi.library).stat().st_mtime_ns)
    if "composition" not in by_collective or "algorithm" not in by_collective:
        raise UsageError(
            "no-rules",
            f"{mpi.name} {mpi.version} carries no selection of collectives that could be changed by size",
            "force one algorithm for all sizes by a knob: `rankwise mpi knobs list ALGORITHM`",
        )
    return by_collective


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
    by_collective: dict[str, Tree] = {}
    with _data(library) as data:
        for match in _TREE.finditer(data):
            text = match[0]
            level = "composition" if b"composition=" in text else "posix" if b"MPIDI_POSIX_" in text else "algorithm"
            by_collective.setdefault(level, json.loads(text))
    return by_collective


@lru_cache(maxsize=4)
def _known(library: str, _changed_ns: int) -> tuple[str, ...]:
    with _data(library) as data:
        return tuple(sorted({match[1].decode() for pattern in _LEAVES for match in pattern.finditer(data)}))


@contextmanager
def _data(library: str) -> Iterator[mmap.mmap]:
    with Path(library).open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        yield data


def _leaves(mpi: Mpi, own: dict[str, Tree], rule: CollectiveRule) -> dict[str, str]:
    """What a rule changes at each level."""
    name = rule.algorithm
    if not name.startswith(("MPIR_", "MPIDI_")):
        name = f"MPIR_{rule.collective.capitalize()}_intra_{name}"
    known = algorithms(mpi, rule.collective)
    if name not in known:
        hint = did_you_mean(name, known, f"it knows {', '.join(known) or 'no such collective'}", cutoff=0.5)
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


def _place(tree: Tree, placed: list[_Placed]) -> None:
    """Puts the rules of one collective in front of the tree's own branch, communicator by communicator."""
    key = f"collective={placed[0].rule.collective}"
    top = tree.setdefault(key, {})
    own = top if top and "comm_type=intra" not in top else top.get("comm_type=intra", {})
    by_ranks = grouped((placed_rule.rule.ranks, placed_rule) for placed_rule in placed)
    branches: Tree = {}
    for ranks, chosen in sorted(by_ranks.items()):
        branches[f"comm_size<{ranks}"] = own
        branches[f"comm_size<={ranks}"] = _sized(chosen, own)
    branches["comm_size=any"] = own
    if own is top:
        tree[key] = branches
    else:
        top["comm_type=intra"] = branches


def _sized(chosen: list[_Placed], own: Tree) -> Tree:
    first = chosen[0]
    collective = first.rule.collective
    if collective not in _SIZES:
        only_whole(first.rule, "MPICH has no condition on its size that all ranks agree on")
        return _guarded(first, own)
    condition, total = _SIZES[collective]
    branches: Tree = {}
    end = 0
    for choice in chosen:
        scale = choice.rule.ranks if total else 1
        if choice.rule.from_bytes > end:
            branches[f"{condition}<{choice.rule.from_bytes * scale}"] = own
        end = choice.rule.to_bytes + 1
        upper = "=any" if choice.rule.to_bytes >= UNLIMITED else f"<{min(end * scale, UNLIMITED)}"
        branches[condition + upper] = _guarded(choice, own)
    branches.setdefault(f"{condition}=any", own)
    # With MPI_IN_PLACE an alltoall has no send count to look at, and few algorithms that may be used.
    return {"is_sendbuf_inplace=yes": own, "is_sendbuf_inplace=no": branches} if collective == "alltoall" else branches


def _guarded(placed: _Placed, own: Tree) -> Tree:
    """What an algorithm may not be used for keeps the library's own branch: trees do not check by themselves."""
    inner, collective = placed.written, placed.rule.collective
    if placed.level == "composition":
        inner = _composed(placed, own)
    elif collective in ("allgather", "allgatherv") and placed.leaf.endswith("_recursive_doubling"):
        inner = {"comm_size=pow2": inner, "comm_size=any": own}
    elif collective in ("allreduce", "reduce"):
        if "reduce_scatter" in placed.leaf:
            inner = {"count<pow2": own, "count=any": inner}
        inner = {"is_op_built_in=yes": inner, "is_op_built_in=no": own}
    if collective in _REDUCTIONS:
        inner = {"is_commutative=yes": inner, "is_commutative=no": own}
    return inner


def _composed(placed: _Placed, own: Tree) -> Tree:
    node = _NODE.get(placed.rule.collective)
    if node and placed.leaf == node[0]:
        return {node[1]: placed.written, node[2]: own}
    if placed.leaf == _last_leaf(own):
        return placed.written
    return {"comm_hierarchy=parent": placed.written, "comm_hierarchy=any": own}


def _leaf(rule: CollectiveRule, leaf: str) -> Tree:
    usual = _PARAMETERS.get(leaf, {})
    given = {**usual, **take(rule, {name: name for name in usual})} if leaf.endswith(rule.algorithm) else usual
    return _leaf_of(leaf, {f"{name}={value}": {} for name, value in given.items()})


def _leaf_of(leaf: str, parameters: Tree | None = None) -> Tree:
    return {f"{'composition' if '_composition_' in leaf else 'algorithm'}={leaf}": parameters or {}}
