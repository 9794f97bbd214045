"""The page: complete, self-contained, quick and small, safe, and laid out well in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.surveys import SIDES, survey
from rankwise.core.errors import EnvironmentProblem
from rankwise.inventory.records import Inventory
from rankwise.report.answers import write
from rankwise.report.page import render
from rankwise.report.survey_view import KernelGroup
from rankwise.verbs.records import Survey
from report import chromium

browser = pytest.mark.browser


@pytest.fixture(scope="module")
def page() -> str:
    return render(survey())


def empty(status: str = "interrupted") -> Survey:
    one = survey(cores=2, sides=("mpich",))
    run = replace(one.run, results=(), launches=(), status=status)
    return replace(one, run=run, maps={}, lines=(), findings=(), inventory=Inventory(nodes=()))


def test_a_kernel_of_one_rank_and_a_fix_for_all_are_in_plain_words() -> None:
    assert KernelGroup(kernel="copy", ranks=1, groups=1, place="", parameters="").title == "copy, 1 rank"
    answer = survey(cores=2)
    (first, *_) = answer.findings
    fixes = tuple(replace(fix, mpi="any", launcher="any") for fix in first.fixes)
    page = render(replace(answer, findings=(replace(first, fixes=fixes),)))
    assert "any, any" not in page and '<p class="fix"><span>fix</span>' in page


def test_page_says_what_was_not_looked_at() -> None:
    told = ("messages between nodes (--hosts)", "2 of 60 benchmark points")
    assert "Not looked at: messages between nodes (--hosts); 2 of 60" in render(replace(survey(), not_looked=told))
    assert "Not looked at" not in render(replace(survey(), not_looked=()))


def test_page_says_everything(page: str) -> None:
    for words in (
        "MPI on n1", "AMD EPYC 7B13", "latency 8 B, same socket", "8.13 GB/s", "slow by 3.9",
        "Large messages are copied twice", "900 us, ratio 1.80 (1.71 to 1.88)", "two regimes",
        "0.26 us in 67 % of launches",
        "allreduce", "was killed by signal 9", "frequency governor", "rankwise survey --mpi all", "MPI_Init",
        "/opt/mpich/bin/mpiexec -n 2", "0123456789abcdef", "other socket", "128KiB x1.75",
    ):  # fmt: skip
        assert words in re.sub(r"\s+", " ", page), words
    for side in SIDES:
        assert f"</i>{side}</span>" in page
    assert page.count("<svg") > 20


def test_page_is_self_contained(page: str) -> None:
    assert not re.findall(r"""(?:src|href)=["'](?!#|data:)[^"']*["']""", page)
    assert not re.findall(r"url\((?!#)|@import|<link (?!rel=\"icon\")|<iframe|<img", page)
    addresses = set(re.findall(r"https?://[^\s\"'<]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}


def test_every_figure_has_words_for_those_who_cannot_see_it(page: str) -> None:
    assert page.count("<svg") == len(re.findall(r'<svg class="fig" role="img" aria-label="[^"]+"', page))
    assert '<html lang="en">' in page
    assert len(re.findall(r"<h1", page)) == 1


def test_ids_are_unique_and_links_lead_somewhere(page: str) -> None:
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)


def test_a_large_run_stays_small() -> None:
    one = survey(collectives=8)
    assert len(one.run.plan.cells) > 1000
    assert len(render(one).encode()) < 3_000_000


def test_text_from_the_machine_is_escaped() -> None:
    one = survey(cores=2, sides=("mpich",))
    evil = "</style><script>alert(1)</script>\"'"
    run = replace(one.run, provenance=replace(one.run.provenance, hostname=evil, command=(evil,)), warnings=(evil,))
    page = render(replace(one, run=run, summary=evil))
    assert "<script>alert" not in page
    assert page.count("<script>") == 1


@pytest.mark.parametrize("status", ["running", "interrupted", "failed"])
def test_a_run_that_measured_nothing_still_has_a_page(status: str) -> None:
    page = render(empty(status))
    assert f"This run is {status}" in page
    assert "nothing was measured to the end" in page


def test_page_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "page.html"
    assert write(empty(), file) == file
    assert [one.name for one in file.parent.iterdir()] == ["page.html"]
    (tmp_path / "file").write_text("")
    with pytest.raises(EnvironmentProblem, match=r"(Not a directory|File exists)"):
        write(empty(), tmp_path / "file" / "page.html")


@browser
@pytest.mark.parametrize("width", [390, 768, 1280])
def test_page_fits_its_window_without_errors(page: str, tmp_path: Path, width: int) -> None:
    seen = chromium.look(page, tmp_path, width)
    assert seen.errors == []
    assert seen.wide == []
    assert seen.width <= width
    assert 250 <= seen.figure <= width
    assert seen.resources == []
    assert seen.tip, "pointing at a mark shows its words"


@browser
def test_page_asks_nothing_of_the_network(page: str, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(page)
    assert chromium.requests(file, tmp_path) == []
    file.write_text(page.replace("</body>", '<img src="http://127.0.0.1:9/seen.png"></body>'))
    assert chromium.requests(file, tmp_path) == ["http://127.0.0.1:9/seen.png"], "the check itself sees requests"


@browser
def test_the_check_of_width_and_errors_can_fail(page: str, tmp_path: Path) -> None:
    broken = page.replace("</main>", '<p style="width:2000px">wide</p></main>').replace(
        "</body>", "<script>console.error('planted')</script></body>"
    )
    seen = chromium.look(broken, tmp_path, 390)
    assert seen.width >= 2000
    assert seen.wide == ["P."]
    assert seen.errors == ["planted"]
