"""Files of rules that a knob names, read as strictly as the library ought to."""

import json
from pathlib import Path

import pytest

from builders.tunings import a_rule
from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.impi.rules import as_json
from rankwise.mpis.openmpi.rules import carried

IMPI = Mpi(name="impi", family="impi", version="2021.18", prefix="/x", where="test")
KNOB = {"openmpi": "mca:coll_tuned_dynamic_rules_filename", "impi": "env:I_MPI_TUNING"}


def openmpi(version: str) -> Mpi:
    return Mpi(name="openmpi", family="openmpi", version=version, prefix="/x", where="test")


def checked(mpi: Mpi, text: str, folder: Path) -> None:
    file = folder / "mine"
    file.write_text(text)
    FAMILIES[mpi.family].rules.check_files(mpi, {KNOB[mpi.family]: str(file)})


def of_6(by_ranks: object, name: str = "bcast") -> str:
    return json.dumps({"rule_file_version": 3, "module": "tuned", "collectives": {name: by_ranks}})


@pytest.mark.parametrize("text", ["{}", of_6([{"rules": [{"alg": 6}]}])])
def test_a_release_before_6_reads_no_json(text: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"Open MPI 5\.0\.11 reads no JSON"):
        checked(openmpi("5.0.11"), text, tmp_path)


def test_what_release_6_reads(tmp_path: Path) -> None:
    sizes = {"msg_size_min": 8, "msg_size_max": "inf", "alg": "binomial", "seg_size": 1024}
    entry = {"comm_size_min": 2, "comm_rank_distribution": "single-node", "rules": [{"alg": 6}, sizes]}
    checked(openmpi("6.0.0"), of_6([entry], "reduce_scatter_block"), tmp_path)
    checked(openmpi("6.0.0"), "1\n7\n1\n0\n1\n0 6 0 0\n", tmp_path)


def test_release_6_is_given_the_names_that_its_reader_knows(tmp_path: Path) -> None:
    names = ("allreduce", "reduce_scatter", "reduce_scatter_block")
    knobs = carried(openmpi("6.0.0"), [a_rule(name) for name in names], tmp_path)
    FAMILIES["openmpi"].rules.check_files(openmpi("6.0.0"), knobs)
    assert set(json.loads(Path(knobs[KNOB["openmpi"]]).read_text())["collectives"]) == set(names)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("{", "rules: "),
        ("{}", "collectives: is not an object"),
        (of_6([], "reducescatter"), "unknown collective 'reducescatter'"),
        (of_6({}), "bcast: is not a list"),
        (of_6([1]), "bcast, entry 1: is not an object"),
        (of_6([{}]), "bcast, entry 1, rules: is not a list"),
        (of_6([{"rules": [{"algorithm": 6}]}]), "bcast, entry 1, rule 1: knows no field 'algorithm'"),
        (of_6([{"rules": [{"msg_size_min": 8}]}]), "names no algorithm"),
        (of_6([{"rules": [{"alg": 6, "msg_size_max": "8KiB"}]}]), "msg_size_max is not a whole number"),
    ],
)
def test_json_of_release_6_edited_into_nonsense(text: str, printed: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        checked(openmpi("6.0.0"), text, tmp_path)
    assert printed in caught.value.message


def test_what_intel_reads(tmp_path: Path) -> None:
    checked(IMPI, as_json([a_rule("bcast", "3"), a_rule("reduce_scatter", "5", 0, 64)]), tmp_path)
    checked(IMPI, '{"coll=Bcast": {"msg_size=-1": {"BCAST_NODE=3": {}}}}', tmp_path)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("{", "rules: "),
        ("[1]", "[1] is not an object of conditions"),
        ("{}", "no preset is in them"),
        ('{"coll=Bcast": "b"}', '"b" is not an object of conditions'),
        ('{"coll=Bcst": {"BCAST=3": {}}}', "unknown condition or preset 'coll=Bcst'"),
        ('{"coll=Bcast": {"ppm=2": {"BCAST=3": {}}}}', "unknown condition or preset 'ppm=2'"),
        ('{"coll=Bcast": {"BCST=3": {}}}', "unknown condition or preset 'BCST=3'"),
    ],
)
def test_a_tree_of_intel_edited_into_nonsense(text: str, printed: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        checked(IMPI, text, tmp_path)
    assert printed in caught.value.message


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        FAMILIES["impi"].rules.check_files(IMPI, {"env:I_MPI_TUNING": str(tmp_path / "none.json")})


def test_an_algorithm_that_looks_like_a_number_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not a number"):
        carried(openmpi("5.0.11"), [a_rule("bcast", "\u00b2", 0, (1 << 31) - 1)], tmp_path)
