"""MPICH's selection of collectives: the library's own trees with rules in front."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.cpu_time import at_most
from builders.jobs import MPICH
from builders.tunings import a_rule
from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.mpis.mpich import selection
from rankwise.mpis.mpich.selection import Tree, algorithms, carried, check_file, trees
from rankwise.mpis.rules import UNLIMITED
from rankwise.tuning.records import CollectiveRule


def follow(tree: Tree, facts: dict[str, str], size: int, ranks: int) -> str:
    """The leaf that a call reaches, as the library walks: the first branch that is true, never back."""
    for key, below in tree.items():
        name, _, value = key.partition("=")
        if name in ("algorithm", "composition"):
            return value
        if _true(key, facts, size, ranks):
            return follow(below, facts, size, ranks)
    return ""


def _true(key: str, facts: dict[str, str], size: int, ranks: int) -> bool:
    if key.endswith("=any"):
        return True
    for name, value in (("avg_msg_size", size), ("total_msg_size", size * ranks), ("comm_size", ranks)):
        if key.startswith(f"{name}<="):
            return value <= int(key.partition("<=")[2])
        if key.startswith(f"{name}<"):
            return value < int(key.partition("<")[2])
    if key == "comm_size=pow2":
        return ranks & (ranks - 1) == 0
    if key == "count<pow2":
        return facts.get("count") == "few"
    name, _, value = key.partition("=")
    return facts.get(name) == value


BUILT_IN = {
    "comm_type": "intra",
    "is_commutative": "yes",
    "is_op_built_in": "yes",
    "comm_hierarchy": "parent",
    "is_sendbuf_inplace": "no",
}


def written(mpi: Mpi, folder: Path, *rules: CollectiveRule) -> dict[str, Tree]:
    knobs = carried(mpi, rules, folder)
    own = trees(mpi)
    for level, variable in selection.VARIABLES.items():
        if file := knobs.get(f"env:{variable}"):
            own[level] = json.loads(Path(file).read_text())
    return own


def leaf(tree: Tree, collective: str, size: int, ranks: int = 2, **facts: str) -> str:
    return follow(tree[f"collective={collective}"], {**BUILT_IN, **facts}, size, ranks)  # type: ignore[arg-type]


def test_the_library_carries_its_own_trees(mpich: Mpi) -> None:
    found = trees(mpich)
    assert set(found) == {"composition", "algorithm", "posix"}
    assert leaf(found["algorithm"], "allreduce", 8) == "MPIR_Allreduce_intra_recursive_doubling"
    assert "MPIR_Allreduce_intra_ring" in algorithms(mpich, "allreduce")
    assert not any("scatter_block" in name for name in algorithms(mpich, "reduce"))


def test_trees_in_a_large_library_are_found_quickly(tmp_path: Path) -> None:
    trees_of = b'\0{ "collective=bcast": {"composition=MPI": {}}}\0{"collective=bcast": {"algorithm=MPI": {}}} \0'
    library = tmp_path / "libmpi.so"
    library.write_bytes(bytes(64 << 20) + b'{"collective=barrier": {}}?\0' + trees_of)
    mpi = replace(MPICH, library=str(library))
    with at_most(0.4):  # it takes 0.04 s
        assert {level: list(tree) for level, tree in trees(mpi).items()} == {
            "composition": ["collective=bcast"],
            "algorithm": ["collective=bcast"],
        }


def test_a_rule_is_followed_by_its_own_calls_and_no_others(mpich: Mpi, tmp_path: Path) -> None:
    own = trees(mpich)
    ours = written(mpich, tmp_path, a_rule("allreduce", "ring", 8, 4096))
    ring = "MPIR_Allreduce_intra_ring"
    for size, ranks, facts, follows in (
        (8, 2, {}, True),
        (4096, 2, {}, True),
        (7, 2, {}, False),
        (4097, 2, {}, False),
        (64, 1, {}, False),
        (64, 3, {}, False),
        (64, 2, {"is_commutative": "no"}, False),
        (64, 2, {"is_op_built_in": "no"}, False),
        (64, 2, {"comm_type": "inter"}, False),
    ):
        expected = ring if follows else leaf(own["algorithm"], "allreduce", size, ranks, **facts)
        assert leaf(ours["algorithm"], "allreduce", size, ranks, **facts) == expected
    # The upper level sends these calls, and no others, to the tree of algorithms.
    assert leaf(ours["composition"], "allreduce", 64) == "MPIDI_Allreduce_intra_composition_beta"
    assert leaf(ours["composition"], "allreduce", 4097) == leaf(own["composition"], "allreduce", 4097)
    assert ours["posix"] == own["posix"]


def test_sizes_of_all_ranks_where_the_library_counts_so(mpich: Mpi, tmp_path: Path) -> None:
    ours = written(mpich, tmp_path, a_rule("allgather", "ring", 8, 1024))
    text = json.dumps(ours["algorithm"]["collective=allgather"])
    assert '"total_msg_size<16"' in text
    assert '"total_msg_size<2050"' in text


def test_parameters_that_a_leaf_needs_are_always_there(mpich: Mpi, tmp_path: Path) -> None:
    rule = a_rule("barrier", "MPIR_Barrier_intra_k_dissemination", 0, UNLIMITED)
    ours = written(mpich, tmp_path, rule)
    assert '{"algorithm=MPIR_Barrier_intra_k_dissemination": {"k=2": {}}}' in json.dumps(ours["algorithm"])
    ours = written(mpich, tmp_path, a_rule("allreduce", "recexch", 8, 64, k="4"))
    leaf_text = '{"algorithm=MPIR_Allreduce_intra_recexch": {"k=4": {}, "single_phase_recv=0": {}}}'
    assert leaf_text in json.dumps(ours["algorithm"])


def test_in_place_calls_of_alltoall_keep_their_branch(mpich: Mpi, tmp_path: Path) -> None:
    ours = written(mpich, tmp_path, a_rule("alltoall", "brucks", 8, 64))
    assert leaf(ours["algorithm"], "alltoall", 8) == "MPIR_Alltoall_intra_brucks"
    in_place = leaf(ours["algorithm"], "alltoall", 8, is_sendbuf_inplace="yes")
    assert in_place == "MPIR_Alltoall_intra_pairwise_sendrecv_replace"


@pytest.mark.parametrize(
    ("rule", "printed"),
    [
        (a_rule("allreduce", "rng"), "did you mean"),
        (a_rule("gather", "binomial"), "no condition on its size that all ranks agree on"),
        (a_rule("allreduce", "ring", k="2"), "parameter 'k' is not known"),
    ],
)
def test_what_the_trees_cannot_say(mpich: Mpi, rule: CollectiveRule, printed: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        carried(mpich, [rule], tmp_path)
    assert printed in caught.value.message + caught.value.hint


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("{", "selection: "),
        ('{"collective=bcast": {"algorithm=MPIR_Bcast_intra_binomal": {}}}', "knows no 'MPIR_Bcast_intra_binomal'"),
        ("[1]", "[1] is not an object of conditions"),
        ("3", "3 is not an object of conditions"),
        ("{}", "{} is not an object of conditions"),
        ('{"a": "b"}', "knows no 'a'"),
        ('{"collective=bcast": "b"}', '"b" is not an object of conditions'),
        ('{"collective=bcast": {"algorithm=MPIR_Bcast_intra_binomial": 1}}', "is followed by no object"),
        ('{"collective=bcst": {"any": {"algorithm=MPIR_Bcast_intra_binomial": {}}}}', "knows no 'collective=bcst'"),
        (
            '{"collective=bcast": {"msg_size<8": {"algorithm=MPIR_Bcast_intra_binomial": {}}}}',
            "knows no 'msg_size<8'",
        ),
    ],
)
def test_a_tree_edited_into_nonsense(mpich: Mpi, text: str, printed: str) -> None:
    with pytest.raises(UsageError) as caught:
        check_file(mpich, text)
    assert printed in caught.value.message


def test_a_tree_of_ours_and_one_written_with_blanks_are_taken(mpich: Mpi, tmp_path: Path) -> None:
    for file in carried(mpich, [a_rule("allreduce", "ring"), a_rule("alltoall", "brucks")], tmp_path).values():
        check_file(mpich, Path(file).read_text())
    leaf_text = '{"algorithm = MPIR_Bcast_intra_tree": {"k=2": {}}}'
    check_file(
        mpich, f'{{"collective = bcast": {{"comm_avg_ppn <= 4": {leaf_text}, "comm_avg_ppn = any": {leaf_text}}}}}'
    )
