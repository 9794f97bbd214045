"""The file of schedules: what is written is read again, and what was edited badly is refused with its line."""

from __future__ import annotations

import pytest

from builders.networks import network
from rankwise.core.errors import UsageError
from rankwise.optimise.schedules.steps import COLLECTIVES, ROOTED
from rankwise.optimise.schedules.table import schedules
from rankwise.optimise.schedules.text import File, Ranged, from_text, name_of, to_text


def _file() -> File:
    net = network(4, 7)
    made = [
        Ranged(one, 0, 1 << 20)
        for collective in COLLECTIVES
        for one in schedules(net, collective, 1 if collective in ROOTED else -1, "any")
    ]
    return File(("a", "a", "b", "b"), "fixed", 1 << 26, tuple(made))


def test_a_file_is_read_as_it_was_written():
    file = _file()
    text = to_text(file)
    assert from_text(text) == file
    assert name_of(text) == name_of(to_text(from_text(text)))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("rankwise-schedules 1", "rankwise-schedules 9", "line 1: 'rankwise-schedules 9'"),
        ("reductions fixed", "reductions none", "line 3: reductions 'none'"),
        ("schedule direct-1 bcast root 1", "schedule direct-1 bcast root x", "'x' is not a number"),
        ("schedule direct-1 bcast root 1", "schedule direct-1 bcast root 2", "line 5: 'direct-1' is refused"),
        ("send 0 0 in 0 1", "send 0 0 in 0", "unknown step 'send' with 4 words"),
        ("send 0 0 in 0 1", "send 0 0 up 0 1", "no region is called 'up'"),
        ("rank 0 steps 1", "rank 0 steps 2", "line 8: unknown step 'rank' with"),
        ("reductions fixed", "reductions fixed any", "line 3: reductions 'fixed any'"),
        ("pieces 1 ", "pieces 4294967296 ", "chunks to prove; at most"),
        ("pieces 1 ", "pieces --1 ", "'--1' is not a number"),
        ("pieces 1 ", "pieces \u0663 ", "is not a number"),
        ("send 0 0 in 0 1", "send 0 0 in 0 99999999", "chunks to prove; at most"),
        ("\nend\n", "\n", "where 'schedule' should be"),
        ("hosts a a b b", "hosts a a b", "refused"),
    ],
)
def test_an_edited_file_is_refused_with_its_line(old, new, words):
    text = to_text(_file())
    assert old in text
    with pytest.raises(UsageError, match=words):
        from_text(text.replace(old, new, 1), "f")


def test_sums_that_double_with_each_step_are_refused():
    lines = ["copy in 0 tmp 0 1", "copy in 0 tmp 1 1", "op tmp 0 tmp 1 1 after 0 1"]
    lines += [f"op tmp {at % 2} tmp {(at + 1) % 2} 1 after {at + 1}" for at in range(1, 80)]
    head = "rankwise-schedules 1\nhosts a b\nreductions any\nscratch 0\n"
    head += "schedule x allreduce root -1 pieces 1 tmp 2 order any bytes 0 1\n"
    with pytest.raises(UsageError, match="more operands than there are ranks"):
        from_text("\n".join([head + f"rank 0 steps {len(lines)}", *lines, "rank 1 steps 0", "end", ""]))
