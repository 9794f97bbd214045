"""The time line of a trace's page: a row for each rank, a colour for each call that takes much."""

from __future__ import annotations

import re

from msgspec.structs import replace

from builders.traces import a_trace
from rankwise.report.svg_timeline import time_line
from rankwise.tracing.records import TraceSpan

NAMES = ("Waitall", "Recv", "Send", "Barrier", "Bcast", "Reduce", "Scan")


def test_ranks_have_rows_and_the_longest_calls_colours_of_their_own() -> None:
    assert time_line(a_trace({})) == []
    spans = tuple(
        TraceSpan(rank=number % 2, call=name, began_s=float(number), ended_s=number + 0.9 - number / 100)
        for number, name in enumerate(NAMES)
    )
    [(title, drawn)] = time_line(replace(a_trace({}), spans=spans, spans_one_of=4))
    assert "of those kept: one in 4 messages and collectives" in title and "too often" in title
    assert re.findall(r">(rank \d)<", drawn) == ["rank 0", "rank 1"]
    assert re.findall(r">(MPI_\w+|other calls)</text>", drawn) == [
        *(f"MPI_{name}" for name in NAMES[:5]),
        "other calls",
    ]
    assert "<title>rank 1, MPI_Recv: 1.00 s to 1.89 s</title>" in drawn
    assert drawn.count("<title>") == len(NAMES) + 1
    assert "<title>not kept</title>" in drawn, "what is not drawn is not known to be outside of MPI"
    assert re.findall(r">([0-9.]+ s)</text>", drawn) == ["1.00 s", "2.00 s", "3.00 s", "4.00 s", "5.00 s", "6.00 s"]
    [(_, whole)] = time_line(replace(a_trace({}), spans=spans))
    assert "not kept" not in whole
