"""Lines become one change of a launch."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.tunings import a_rule, a_tuning, rule_line
from rankwise.apply.carry import carry
from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.mpis.impi.rules import as_json, combined
from rankwise.mpis.openmpi.rules import Row, parse
from rankwise.mpis.rules import UNLIMITED
from rankwise.tuning.records import CollectiveRule, TuningLine

OPENMPI = Mpi(name="openmpi", family="openmpi", version="5.0.11", prefix="/x", where="test")
IMPI = Mpi(name="impi", family="impi", version="2021.18", prefix="/x", where="test")


def rule(collective: str, algorithm: str, start: int, end: int, ranks: int) -> CollectiveRule:
    return CollectiveRule(collective=collective, algorithm=algorithm, from_bytes=start, to_bytes=end, ranks=ranks)


def test_knobs_preload_and_rules_come_together(tmp_path: Path) -> None:
    change = carry(a_tuning().lines, OPENMPI, tmp_path / "new")
    assert change.preload == "noyield"
    assert change.knobs == {
        "mca:btl_sm_eager_limit": "65536",
        "mca:coll_tuned_use_dynamic_rules": "1",
        "mca:coll_tuned_dynamic_rules_filename": str(tmp_path / "new/openmpi-rules.conf"),
        "mca:coll_han_use_dynamic_file_rules": "1",
        "mca:coll_han_dynamic_rules_filename": str(tmp_path / "new/openmpi-han.conf"),
    }


def test_rows_of_open_mpi_leave_other_messages_and_communicators_alone(tmp_path: Path) -> None:
    lines = [
        rule_line(rule("allgather", "3", 8, 1023, 4), "a"),
        rule_line(rule("allgather", "5", 1024, UNLIMITED, 4), "b"),
        rule_line(rule("allreduce", "3", 0, 64, 2), "c"),
    ]
    carry(lines, OPENMPI, tmp_path)
    rows = parse((tmp_path / "openmpi-rules.conf").read_text())
    assert rows == {
        0: {0: [Row(0, 0)], 4: [Row(0, 0), Row(32, 3), Row(4096, 5)], 5: [Row(0, 0)]},  # sizes of all four ranks
        2: {0: [Row(0, 0)], 2: [Row(0, 3), Row(65, 0)], 3: [Row(0, 0)]},
    }


def test_what_open_mpi_does_across_nodes_leaves_the_same_messages_to_the_rules(tmp_path: Path) -> None:
    lines = [
        rule_line(rule("allgather", "3", 8, 1023, 4), "a"),
        rule_line(rule("allgather", "5", 1024, UNLIMITED, 4), "b"),
        rule_line(rule("allreduce", "3", 0, 64, 2), "c"),
        rule_line(rule("allreduce", "4", 0, 64, 3), "d"),
    ]
    carry(lines, OPENMPI, tmp_path)
    words = [line.partition("#")[0].split() for line in (tmp_path / "openmpi-han.conf").read_text().splitlines()]
    whole = ["1", "2"]  # one level: that of communicators as programs have them
    others = ["1", "0", "han"]
    assert [word for line in words for word in line] == [
        "2",
        *("allgather", *whole, "3", "1", *others, "4", "3", "0", "han", "8", "tuned", "1024", "tuned", "5", *others),
        *("allreduce", *whole, "4", "1", *others, "2", "2", "0", "tuned", "65", "han"),
        *("3", "2", "0", "tuned", "65", "han", "4", *others),
    ]
    assert not any("coll_han" in name for name in carry(lines, replace(OPENMPI, version="4.1.6"), tmp_path).knobs)


def test_parameters_travel(tmp_path: Path) -> None:
    line = rule_line(a_rule("alltoall", "4", 8, 64, segment_bytes="1024", fan_out="2", max_requests="7"))
    carry([line], OPENMPI, tmp_path)
    text = (tmp_path / "openmpi-rules.conf").read_text()
    assert text.startswith("rule-file-version-2\n")
    assert parse(text)[3][2] == [Row(0, 0), Row(16, 4, 2, 1024, 7), Row(130, 0)]


def test_presets_of_intel(tmp_path: Path) -> None:
    lines = [
        rule_line(rule("allreduce", "3", 8, 1023, 2), "a"),
        rule_line(rule("allreduce", "12", 1024, 4096, 2), "b"),
        rule_line(rule("allreduce", "5", 0, 8, 4), "c"),
    ]
    assert carry(lines, IMPI, tmp_path).knobs == {"env:I_MPI_TUNING": str(tmp_path / "impi-tuning.json")}
    tree = json.loads((tmp_path / "impi-tuning.json").read_text())
    other = {"msg_size=-1": {"ALLREDUCE=-1": {}}}
    sizes = {
        "msg_size=7": {"ALLREDUCE=-1": {}},
        "msg_size=1023": {"ALLREDUCE=3": {}},
        "msg_size=4096": {"ALLREDUCE=12": {}},
    }
    assert tree["coll=Allreduce"]["ppn=-1"] == {
        "comm_size=1": {"comm_id=-1": other},
        "comm_size=2": {"comm_id=-1": sizes | other},
        "comm_size=3": {"comm_id=-1": other},
        "comm_size=4": {"comm_id=-1": {"msg_size=8": {"ALLREDUCE=5": {}}} | other},
        "comm_size=-1": {"comm_id=-1": other},
    }


def test_presets_of_intel_for_every_size_in_one_rule() -> None:
    parts = [rule("bcast", "9", 0, 91, 2), rule("bcast", "15", 92, UNLIMITED, 2)]
    whole = combined(parts)
    assert whole == f"9:0-91;15:92-{UNLIMITED}"
    assert json.loads(as_json([rule("bcast", whole, 0, UNLIMITED, 2)])) == json.loads(as_json(parts))


@pytest.mark.parametrize(
    ("lines", "printed"),
    [
        ([("bcast", "6", 8, 64, 2), ("bcast", "3", 64, 128, 2)], "overlaps with the one for 8 to 64"),
        ([("bcast", "6", 64, 8, 2)], "are not a range"),
        ([("bcast", "binomial", 8, 64, 2)], "algorithm 'binomial' is not a number"),
        ([("gather", "2", 8, 64, 2)], "looks at no size there, or at one that ranks may disagree on"),
        ([("ibcast", "2", 8, 64, 2)], "Open MPI takes no rules for it"),
        ([("bcast", "6", 8, 64, 0)], "it is for 0 ranks"),
        ([("bcast", "", 8, 64, 2)], "it names no algorithm"),
    ],
)
def test_rules_that_make_no_sense(lines: list[tuple[str, str, int, int, int]], printed: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        carry([rule_line(rule(*one), str(index)) for index, one in enumerate(lines)], OPENMPI, tmp_path)
    assert printed in caught.value.message


def test_lines_that_disagree(tmp_path: Path) -> None:
    lines = [TuningLine(id=name, why="", undo="", knobs={"mca:pml": name}) for name in ("ucx", "ob1")]
    with pytest.raises(UsageError, match="lines 'ucx' and 'ob1' set mca:pml to 'ucx' and 'ob1'"):
        carry(lines, OPENMPI, tmp_path)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("1\n2\n1\n2\n1\n0 x 0 0\n", "line 6: 'x' is not an algorithm"),
        ("1\n2\n1\n2\n1\n8 3 0 0\n", "line 6: the first row must be for size 0"),
        ("1\n2\n1\n2\n2\n0 3 0 0\n", "the rules end before a size"),
        ("1\n2\n1\n2\n1\n0 3 0 0\n0 0\n", "line 7: '0' follows the end"),
        ("1\n99\n", "line 2: '99' is not the id of a collective"),
        ("hello\n", "line 1: 'hello' is not the number of collectives"),
        ("1\n2\n2\n4\n1\n0 3 0 0\n2\n1\n0 3 0 0\n", "communicator size 2 does not follow 4"),
    ],
)
def test_a_file_edited_into_nonsense_is_told_by_its_line(text: str, printed: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(text)
    assert printed in caught.value.message
