"""The table of a cell's parameters: complete, and read everywhere."""

from __future__ import annotations

import msgspec
import pytest

from builders.kernel_facts import kernel_facts
from rankwise.core.cell_parameters import CELL_OPTIONS, CELL_PARAMETERS, CellParameters, default_of, forms
from rankwise.core.errors import UsageError
from rankwise.core.records import Cell
from rankwise.measure.cells import cell
from rankwise.measure.visits import DEFAULT_OPTIONS, visit_line
from rankwise.report.tables import CELL_COLUMNS
from rankwise.report.words import parameters

_OF_ANY_CELL = {"id", "side", "kernel", "size_bytes", "groups", "definition", "mean_of_ranks"}
CHANGED = cell(
    "m", "uniband", 8, (0, 1), window=4, datatype="double", operation="max", one_place=True, root=2, in_place=True,
    communicator="duplicate", window_kind="create", threads=3, compute_share=0.5, cold_cache=True, pace="barrier",
    buffers="D,H", load="alltoall", load_size_bytes=64, load_groups=((2, 3), (4, 6)),
)  # fmt: skip


def test_every_field_of_a_cell_has_a_row() -> None:
    rows = {row.name for row in CELL_PARAMETERS}
    assert rows == {field.name for field in msgspec.structs.fields(Cell)} - _OF_ANY_CELL
    assert rows == set(CellParameters.__annotations__) | {"window"}


def test_a_cell_is_named_sent_and_shown_by_the_rows() -> None:
    assert CHANGED.id == (
        "m/uniband/8/0-1/w4/double/max/one-place/root2/duplicate/in-place/create/threads3/compute0.5/cold/"
        "behind-barriers/buffers-DH/under-alltoall-64"
    )
    sent = visit_line(1, CHANGED, DEFAULT_OPTIONS, 20.0)
    for word in (
        "datatype=double op=max window=4 one_place=1 root=2 comm=duplicate in_place=1 window_kind=create threads=3",
        "compute=0.5 cold=1 pace=barrier buffers=D,H load=alltoall load_size=64 load_groups=2-3;4,6",
    ):
        assert word in sent
    assert parameters(CHANGED).startswith(
        "double, max, window 4, same buffer, root 2, duplicate communicator, in place"
    )
    assert {row.name for row in CELL_PARAMETERS} - set(CELL_COLUMNS) == {"load_groups"}


def test_what_was_not_asked_is_neither_sent_nor_shown() -> None:
    plain = cell("m", "pingpong", 8, (0, 1))
    assert parameters(plain) == ""
    assert not any(f" {row.wire}=" in visit_line(1, plain, DEFAULT_OPTIONS, 20.0) for row in CELL_PARAMETERS)
    assert default_of("compute_share") == 1.0


def test_a_root_that_rotates_has_its_own_words() -> None:
    rotating = cell("m", "bcast", 8, (0, 1), root=-1)
    assert rotating.id.endswith("/rotating")
    assert "root=rotate" in visit_line(1, rotating, DEFAULT_OPTIONS, 20.0)


@pytest.mark.parametrize(
    ("name", "asked", "values"),
    [
        ("window", "1,2,4", (1, 2, 4)),
        ("window", (8, 64), (8, 64)),
        ("compute_share", "0.5,1", (0.5, 1.0)),
        ("root", "rotate", (-1,)),
        ("root", 3, (3,)),
        ("buffers", ("h", "D,D", "d"), ("", "D")),
        ("one_place", True, (True,)),
    ],
)
def test_words_and_values_mean_the_same(name: str, asked: object, values: tuple[object, ...]) -> None:
    assert CELL_OPTIONS[name].values(asked) == values


@pytest.mark.parametrize(
    ("name", "wrong", "code"),
    [
        ("window", "four", "bad-window"),
        ("compute_share", "-1", "bad-compute"),
        ("compute_share", "nan", "bad-compute"),
        ("root", "first", "bad-root"),
        ("operation", "avg", "bad-operation"),
        ("datatype", "char", "bad-datatype"),
        ("window_kind", "local", "bad-window-kind"),
        ("buffers", "X", "bad-buffers"),
        ("threads", 0, "bad-threads"),
    ],
)
def test_wrong_values_are_refused_by_a_stable_code(name: str, wrong: object, code: str) -> None:
    with pytest.raises(UsageError) as refused:
        CELL_OPTIONS[name].values(wrong)
    assert refused.value.code == code


def test_kernels_list_what_they_can_be_asked_for() -> None:
    facts = kernel_facts(["pingpong", "allreduce", "bcast"])
    assert forms(facts["pingpong"]) == ["--type", "--buffers"]
    assert forms(facts["bcast"]) == ["--type", "--root", "--buffers"]
    assert forms(facts["allreduce"]) == ["--type", "--op", "--buffers"]


def test_options_of_the_command_are_those_of_the_table() -> None:
    from rankwise.cli.overview import command_of

    taken = {parameter.name for parameter in command_of("bench").params}
    assert set(CELL_OPTIONS) <= taken
    assert "parameters" not in taken
