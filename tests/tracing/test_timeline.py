"""Kept calls as a time line for other viewers."""

from __future__ import annotations

import json

from builders.events import COLLECTED, PENDING, RECEIVED, Rank
from rankwise.tracing.timeline import spans, timeline

SENDER = Rank(
    0, ((7, PENDING, "Send", 1.0, 1.0, 1.5), (8, PENDING, "Send", 2.0, 2.0, 2.0), (9, COLLECTED, "Bcast", 3, 3, 4))
)
RECEIVER = Rank(
    1, ((7, RECEIVED, "Recv", 1.0, 1.25, 2.5), (8, RECEIVED, "Recv", 1.0, 1.25, 2.5), (9, COLLECTED, "Bcast", 3, 3, 4))
)


def test_each_rank_has_a_track_each_call_a_slice_and_each_message_an_arrow() -> None:
    rows = json.loads(timeline([SENDER, RECEIVER]))["traceEvents"]
    assert [row["args"]["name"] for row in rows if row["name"] == "thread_name"] == ["rank 0", "rank 1"]
    slices = [
        (row["tid"], row["name"], row["ts"], row["dur"], row["args"]["messages"]) for row in rows if row["ph"] == "X"
    ]
    assert slices == [
        (0, "MPI_Send", 0.0, 5e5, 1),
        (1, "MPI_Recv", 2.5e5, 1.25e6, 2),
        (0, "MPI_Send", 1e6, 0.001, 1),
        (0, "MPI_Bcast", 2e6, 1e6, 0),
        (1, "MPI_Bcast", 2e6, 1e6, 0),
    ]
    arrows = [(row["ph"], row["id"], row["tid"], row["ts"]) for row in rows if row["ph"] in "sf"]
    assert arrows == [("s", 0, 0, 0.0), ("f", 0, 1, 1499999.999), ("s", 1, 0, 1e6), ("f", 1, 1, 1499999.999)]


def test_an_end_whose_other_end_was_not_kept_has_no_arrow() -> None:
    rows = json.loads(timeline([SENDER]))["traceEvents"]
    assert not [row for row in rows if row["ph"] in "sf"]
    assert json.loads(timeline([])) == {"traceEvents": []}


def test_a_page_shows_the_call_with_most_time_in_each_part() -> None:
    found, one_of = spans([RECEIVER, SENDER])  # 3 s in 400 parts: 7.5 ms each
    assert one_of == 1
    assert [(one.rank, one.call, round(one.began_s, 4), round(one.ended_s, 4)) for one in found] == [
        (0, "Send", 0.0, 0.5025),
        (0, "Send", 0.9975, 1.005),  # of no length
        (0, "Bcast", 1.995, 3.0),
        (1, "Recv", 0.2475, 1.5075),
        (1, "Bcast", 1.995, 3.0),
    ]
    assert spans([]) == ((), 1)
