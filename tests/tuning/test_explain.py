"""Lines of a tuning in words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from builders.drawn import a_gain
from builders.tunings import a_tuning
from rankwise.optimise.records import Relay, RelayedPair
from rankwise.tuning.explain import in_words, line_words
from rankwise.tuning.records import CollectiveRule, TuningLine
from rankwise.tuning.space import LARGEST_BYTES

PAIR = RelayedPair(source="a", target="b", through=("c",))
RULE = CollectiveRule(collective="alltoall", algorithm="rankwise:flow-8", from_bytes=1024, to_bytes=4096, ranks=4)


@pytest.mark.parametrize(
    ("line", "applies_to", "why"),
    [
        (TuningLine(id="relay", why="", undo="", relay=Relay(pairs=(PAIR,))), "messages between a and b", ""),
        (
            TuningLine(id="relay", why="", undo="", relay=Relay(pairs=(PAIR, PAIR))),
            "messages between a and b and 1 other pair",
            "",
        ),
        (
            TuningLine(id="alltoall", why="", undo="", rule=RULE, schedules=("0" * 64,)),
            "alltoall of 1KiB to 4KiB on communicators of 4 ranks",
            "messages that were chosen for the map",
        ),
        (
            TuningLine(id="bcast", why="", undo="", rule=replace(RULE, collective="bcast", to_bytes=LARGEST_BYTES)),
            "bcast of 1KiB and more on communicators of 4 ranks",
            "the library's own choice of algorithm for bcast is slower at these sizes",
        ),
        (
            TuningLine(id="eager", why="", undo="", knobs={"mca:btl_sm_eager_limit": "65536"}),
            "all messages",
            "the library's own default is slower here",
        ),
    ],
)
def test_a_line_says_what_it_applies_to(line: TuningLine, applies_to: str, why: str) -> None:
    told = in_words(a_tuning((line,)))
    assert told.lines[0].applies_to == applies_to
    assert why in told.words[0]


def test_the_most_that_a_line_gains_is_one_that_is_known() -> None:
    gains = (a_gain("bcast", 8, 5.0, 4.8, 5.2), a_gain("allreduce", 8, 254.0, 2.5, 25400.0))
    assert "most: bcast 8 B" in line_words(TuningLine(id="a", why="", undo="", gains=gains))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (TuningLine(id="a", why="all wait", undo="", gain="bcast 8 B 1.5 times"), "a: all wait; bcast 8 B 1.5 times"),
        (TuningLine(id="a", why="all wait", undo=""), "a: all wait"),
        (TuningLine(id="a", why="all wait", undo="", gain="of old", gains=(a_gain("bcast", 8, 0.8),)), "a: all wait"),
    ],
)
def test_a_gain_in_words_is_told_only_of_a_line_without_figures(line: TuningLine, words: str) -> None:
    assert line_words(line) == words
