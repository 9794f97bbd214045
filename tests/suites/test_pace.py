"""Whose calls are apart by barriers: the tables of the suites and the figures of bench agree."""

from __future__ import annotations

from rankwise.model.peers import behind_barriers
from rankwise.suites import imb_tables, osu_tables

# OMB times windows of pairs one by one: `even` programs have a barrier behind each round of them.
_PAIRS = {"message_rate", "pingpong_pairs", "uniband", "biband", "pingpong"}
_AS_IMB = {"ibarrier_overlap"}  # OMB has a barrier before each, IMB none: one figure cannot be both


def test_figures_are_told_for_calls_that_follow_each_other_as_in_the_suites() -> None:
    benchmarks = [
        row
        for table in vars(imb_tables).values()
        if isinstance(table, tuple)
        for row in table
        if isinstance(row, imb_tables.Benchmark)
    ]
    assert len(benchmarks) > 80
    for row in benchmarks:
        assert behind_barriers(row.kernel) == (row.pace(sync=True) == "barrier"), row
    for program in osu_tables.PROGRAMS:
        if program.kernel not in _PAIRS | _AS_IMB and program.kind not in ("rate", "pairs"):
            assert behind_barriers(program.kernel) == (program.pace == "barrier"), program
