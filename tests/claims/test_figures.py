"""README and guides state how good rankwise is only by naming a claim: a figure that was measured once gets old."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.claims import BY_ID

ROOT = Path(__file__).parents[2]
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_UNIT = r"(?:ns|us|ms|s|minutes|%|MB|MB/s|GB/s)\b|%"
_KINDS = {
    "a gain": r"\b\d+(?:\.\d+)?x\b",
    "a count of trials": r"\b\d[\d,]* of (?:\d[\d,]+|\d (?:runs|cases|times))\b(?! bytes)",
    "what was measured": r"\b(?:took|reached|gained|proved|moved|held|was found|differed by)"
                         rf" (?:about |up to |at most |only |by )?\d+(?:\.\d+)? (?:{_UNIT})",
    "a range": rf"\b\d+(?:\.\d+)? to \d+(?:\.\d+)? (?:{_UNIT}) (?:longer|faster|slower|more|less)",
    "a date": rf"\b20\d\d-\d\d-\d\d\b|\b\d{{1,2}} (?:{_MONTHS}) 20\d\d\b",
    "a load": r"\bload (?:of )?\d+",
    "a verdict": r"\bMISSED\b|\| met\b",
}  # fmt: skip
"""A figure is one of these outside of examples and code."""
_GENERATED = {"claims.md", "cli.md"}
_LINK = re.compile(r"claims\.md#([a-z0-9-]+)")


def paragraphs(text: str) -> list[str]:
    """Paragraphs, items of lists and rows of tables, without examples, code and the addresses of links."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^ {4,}(?![-*\d]).*$", "", text, flags=re.MULTILINE)
    return re.split(r"\n\s*\n|\n(?=\s*[-*] |\|)", text)


def unnamed(text: str) -> list[str]:
    """Figures of a page in paragraphs that name no claim."""
    found = []
    for paragraph in paragraphs(text):
        words = re.sub(r"`[^`]*`|\]\([^)]*\)", " ", paragraph).replace("\n", " ")
        if not _LINK.search(paragraph):
            found += [f"{kind}: {match[0]}" for kind, shape in _KINDS.items() for match in re.finditer(shape, words)]
    return found


def pages() -> list[Path]:
    return [ROOT / "README.md", *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in _GENERATED)]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_a_figure_names_its_claim(page: Path) -> None:
    assert unnamed(page.read_text()) == [], "name a row of claims.md, or move it to docs/dev"


def test_each_named_claim_is_there() -> None:
    for page in [*pages(), *(ROOT / "docs/dev").glob("*.md"), ROOT / "CONTRIBUTING.md"]:
        assert not {*_LINK.findall(page.read_text())} - BY_ID.keys(), page.name


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The order gained 2.04x here.", ["a gain: 2.04x"]),
        ("The order gained 2.04x here ([claim](claims.md#place-lab)).", []),
        ("- one\n- 36 of 36 were named\n- [claim](claims.md#doctor)", ["a count of trials: 36 of 36"]),
        ("Measured on 2026-11-25.", ["a date: 2026-11-25"]),
        ("It took 5 s (load 17).", ["what was measured: took 5 s", "a load: load 17"]),
        ("A call costs `2.0x` more.\n\n    whole   2.25x, 8 of 8 pairs\n", []),
        ("The default precision is 2 %, the budget 60 s.", []),
    ],
)
def test_what_is_a_figure(text: str, found: list[str]) -> None:
    assert unnamed(text) == found
