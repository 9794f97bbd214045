"""One screen is one screen, whatever the survey holds, and what matters is on it."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from builders.surveys import survey
from rankwise.core.records import Regime
from rankwise.inventory.records import Inventory
from rankwise.model.records import HardwareLimit
from rankwise.report import terminal
from rankwise.report.doubt import why_wide
from rankwise.report.page import render
from rankwise.verbs.records import Survey


def lines(survey: Survey) -> list[str]:
    return [line.plain for line in terminal.lines(survey)]


@pytest.mark.parametrize("cores", [2, 8])
@pytest.mark.parametrize("collectives", [1, 8])
def test_screen_fits_and_says_what_matters(cores: int, collectives: int) -> None:
    shown = lines(survey(cores=cores, collectives=collectives))
    assert len(shown) <= 23  # and the line that names the page
    assert max(map(len, shown)) <= 100
    text = "\n".join(shown)
    for words in (
        "MPI on n1", "0.21 us ±1.2 %", "9.60 GB/s", "1.97 KiB", "✓ good", "▲ slow by", "allreduce",
        "Because single copy (CMA) is off", "To mend it: ", "ratio 1.80 (1.71 to 1.88)",
    ):  # fmt: skip
        assert words in text, words
    assert "huge pages" not in text, "a refuted cause is no reason"


def test_much_of_everything_is_counted_not_shown() -> None:
    one = survey()
    many = replace(one, findings=one.findings * 12, run=replace(one.run, warnings=("a warning",) * 30))
    shown = lines(many)
    assert len(shown) <= 23  # and the line that names the page
    assert any(re.fullmatch(r"\.\.\. and \d+ more lines on the page", line) for line in shown)
    assert any(line.startswith("note:") for line in shown)
    assert any(line.startswith("proven:") for line in shown)


def test_a_survey_without_anything_is_still_told() -> None:
    one = survey(cores=2)
    bare = replace(one, maps={}, lines=(), findings=(), inventory=Inventory(nodes=()))
    bare = replace(bare, run=replace(bare.run, status="interrupted", results=(), warnings=()))
    assert "(interrupted)" in "\n".join(lines(bare))


def wide(survey: Survey, load_1min: float = 0.0) -> Survey:
    """The survey with a first line of which hardly anything is known."""
    first, *rest = survey.lines
    middle_s = first.measured.median_s
    vague = replace(first.measured, low_s=0.5 * middle_s, high_s=2.0 * middle_s, launches=2)
    nodes = tuple(replace(node, load_1min=load_1min) for node in survey.inventory.nodes)
    return replace(
        survey, lines=(replace(first, measured=vague), *rest), inventory=replace(survey.inventory, nodes=nodes)
    )


def test_an_interval_beyond_20_percent_says_why_and_the_top_says_what_to_do() -> None:
    quiet, busy = wide(survey()), wide(survey(), load_1min=50.0)
    count = len(quiet.lines)
    told = f"1 of {count} figures is uncertain by more than ±20 %. Give more --budget, for more launches."
    assert told in " ".join(lines(quiet)[:4])
    assert "(only 2 launches)" in "\n".join(lines(quiet))
    assert "The machine was busy (load 50.0 on" in " ".join(lines(busy)[:4])
    for page, reason in ((render(quiet), "only 2 launches"), (render(busy), "only 2 launches; load 50.0 on")):
        assert "figures is uncertain by more than ±20 %" in page
        assert reason in page
    assert "uncertain by" not in render(survey()) + "\n".join(lines(survey()))


def test_the_reasons_of_a_wide_interval() -> None:
    vague = wide(survey()).lines[0].measured
    two = (Regime(share=0.5, median_s=1e-6, scope="launch"), Regime(share=0.5, median_s=2e-6, scope="launch"))
    assert why_wide(replace(vague, regimes=two)).startswith("2 regimes: 1.00 us in 50% of launches, 2.00 us")
    assert why_wide(replace(vague, visits=1)) == "only 1 visit"
    assert why_wide(replace(vague, launches=8)) == "24 visits scatter that much"
    assert why_wide(replace(vague, low_s=vague.median_s, high_s=vague.median_s)) == ""


def test_what_carries_messages_between_nodes_is_told_on_screen_and_page() -> None:
    one = survey(cores=2)
    side, machine = next(iter(one.maps.items()))
    limit = HardwareLimit(rate_bytes_per_s=12e9, what="the 100 Gbit/s of mlx5_0:1 on n1")
    first = replace(machine.classes[0], transport="rc_mlx5/mlx5_0:1", limit=limit, bandwidth_bytes_per_s=9e9)
    one = replace(one, maps={**one.maps, side: replace(machine, classes=(first, *machine.classes[1:]))})
    words = "carried by rc_mlx5/mlx5_0:1. 9.00 GB/s, 75% of what the 100 Gbit/s of mlx5_0:1 on n1 allows"
    assert words in render(one)
    assert words in " ".join("\n".join(lines(one)).split())


def test_several_nodes_are_named_by_the_first_and_the_last() -> None:
    one = survey(cores=2)
    nodes = tuple(replace(one.inventory.nodes[0], hostname=f"n{number}") for number in (1, 2, 3))
    assert lines(replace(one, inventory=Inventory(nodes=nodes)))[0].startswith("MPI on 3 nodes, n1 to n3")


def test_nothing_is_cut_at_the_width_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    one = wide(survey(), load_1min=50.0)
    line = f"export LD_PRELOAD=/a/long/path{'/of/a/folder' * 8}/librankwise-mpich.so"
    findings = tuple(
        replace(finding, fixes=(replace(finding.fixes[0], line=line, words=""),) if finding.fixes else ())
        for finding in one.findings
    )
    cause = "a cause that takes many words " * 8
    findings = tuple(replace(finding, cause=cause) for finding in findings)
    provenance = replace(one.run.provenance, started_at="2026-11-01T10:00:00", finished_at="2026-11-01T10:02:00")
    run = replace(one.run, provenance=provenance, status="interrupted", warnings=("ranks have a " * 10,))
    shown = lines(replace(one, findings=findings, run=run))
    assert not [text for text in shown if text.endswith("…") or text != text.rstrip()]
    assert f"`{line}`" in shown, "a command stands alone on a line"
    assert all(len(text) <= 80 for text in shown if line not in text and "±" not in text)
    told = " ".join(" ".join(shown).split())
    assert cause.strip() in told and " s in all" in told and "when it began)" in told


def test_names_of_many_mpis_do_not_widen_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    one = survey()
    long = "mpich@/home/me/.local/share/rankwise/mpi/mpich"
    sides = [long, *(f"openmpi@/opt/{number}" for number in range(4))]
    told = tuple(replace(line, side=side) for line in one.lines for side in sides if line.side == one.lines[0].side)
    mpis = {side: next(iter(one.run.mpis.values())) for side in sides}
    shown = lines(replace(one, lines=told, run=replace(one.run, mpis=mpis)))
    (head,) = (line for line in shown if line.startswith("kernel"))
    assert len(head) <= 80 and re.search(r"…\S+/mpi/mpich  .*\+\d on the page$", head)
    assert all(len(line) <= 80 for line in shown[shown.index(head) :] if not line.startswith("page"))
