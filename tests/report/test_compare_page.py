"""Pages of comparisons and fabrics say in HTML what the terminal says."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from builders.comparisons import a_comparison
from rankwise.report import answers, compare


def test_every_cell_stands_on_the_page_with_its_answer(tmp_path: Path) -> None:
    page = compare.render(a_comparison())
    assert "pingpong, 8 B" in page and "1.50x (1.40 to 1.60)" in page
    assert "faster" in page and "same within 2 %" in page
    assert page.count("<svg") >= 3  # time, bandwidth, ratios
    file = answers.write(a_comparison(), tmp_path / "x.html")
    assert file.read_text() == page


def test_words_of_sides_are_escaped() -> None:
    one = a_comparison(side="env:X=<b>")
    page = compare.render(replace(one, summary=("<i>",)))
    assert "<b>" not in page and "<i>" not in page and "env:X=&lt;b&gt;" in page
