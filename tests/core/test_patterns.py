"""No regular expression takes much longer than its text is long, whatever stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from builders.cpu_time import TooLong, at_most
from builders.patterns import SOURCE, Used, made, used, worst
from rankwise.core import knob_trust
from rankwise.decide import fabrics, transport
from rankwise.inventory import other_texts
from rankwise.measure import software_device
from rankwise.mpis.families import FAMILIES
from rankwise.suites.text import prefixes

_LENGTH = 1 << 14
_MOST_S = 0.25  # of processor time: a pattern that is linear takes some ms, one that goes by the square minutes

_OWN_TEXT = {"rankwise.report.raster:31": "reads rankwise's own style sheet"}

_MADE = {
    "apply/check.py": "one name of a variable, behind a head that was found",
    "apply/file.py": "the name of a field, on a line of a file that is below its limit",
    "cluster/document.py": "the name of a field",
    "cluster/filling.py": "a set of letters",
    "core/words.py": "a set of letters",
    "decide/fabrics.py": "_TABLES",
    "decide/space.py": "the name of a collective, in the name of a knob",
    "decide/transport.py": "_TABLES",
    "diagnoses/findings/start_failed.py": "what a start of a second printed",
    "diagnoses/stacks.py": "the number of a frame: one head, then the text to the next",
    "inventory/other_texts.py": "_TABLES",
    "inventory/probes/cpus.py": "a word and up to six digits",
    "measure/software_device.py": "_TABLES",
    "mpis/impi_rules.py": "compiled when it is imported",
    "core/knob_trust.py": "_TABLES",
    "mpis/slurm.py": "_TABLES",
    "placement/choice.py": "compiled when it is imported",
    "suites/text/logs.py": "compiled when it is imported",
    "suites/text/prefixes.py": "_TABLES",
    "verbs/cluster/compare.py": "the name of a file that rankwise renders",
    "verbs/compare/program.py": "what the user types",
    "verbs/improve/same.py": "what the user types",
}
"""Modules that make patterns from words, and why no text from outside takes them long."""

_TABLES: dict[str, tuple[list[str], str]] = {
    "fabrics": ([pattern for pattern, _ in fabrics._WORDS_OF_ERRORS], "search"),
    "transport": ([pattern for pattern, _ in transport._MODES], "search"),
    "other_texts": ([row[0] for row in other_texts._FORMS], "search"),
    "software_device": (list(software_device._OPTIONS.values()), "fullmatch"),
    "knob_trust": (list(knob_trust.EXACT.values()), "fullmatch"),
    "slurm": (list(chain.from_iterable(family.pmi for family in FAMILIES.values())), "fullmatch"),
    "prefixes": ([*prefixes._PLAIN, *prefixes._TAGS], "fullmatch"),
}
"""Patterns that tables keep as words, and how they are used."""


def _slow_on(pattern: re.Pattern[Any], method: str = "search", *, most: int = _LENGTH) -> str:
    """The beginning of a text on which the pattern takes too long; empty where there is none."""
    for text in worst(pattern, min(most, _LENGTH)):
        try:
            with at_most(_MOST_S):
                if method in ("match", "fullmatch"):
                    getattr(pattern, method)(text)
                else:
                    for _ in pattern.finditer(text):
                        pass
        except TooLong:
            return f"{text[:40]!r}...{text[-3:]!r}"
    return ""


_PACKAGES = sorted(file.stem for file in SOURCE.iterdir() if file.suffix == ".py" or (file / "__init__.py").exists())


@pytest.mark.drawn(4)
@pytest.mark.parametrize("package", _PACKAGES)
def test_no_pattern_of_a_package_takes_time_with_the_square_of_a_text(package: str) -> None:
    slow = {each.name: text for each in _of(package) if (text := _slow_on(each.pattern, each.method, most=each.most))}
    assert slow == {}


def _of(package: str) -> Iterator[Used]:
    for each in used():
        if each.name.split(".")[1].partition(":")[0] == package and each.name not in _OWN_TEXT:
            yield each


@pytest.mark.parametrize("table", _TABLES)
def test_no_pattern_of_a_table_takes_time_with_the_square_of_a_text(table: str) -> None:
    patterns, method = _TABLES[table]
    slow = {text: why for text in patterns if (why := _slow_on(re.compile(text, re.MULTILINE), method))}
    assert slow == {}


def test_who_makes_patterns_from_words_says_why_that_is_no_harm() -> None:
    makers = {str(file.relative_to(SOURCE)) for file in SOURCE.rglob("*.py") if list(made(file.read_text()))}
    assert makers == set(_MADE)


@pytest.mark.parametrize("text", [r"\s+$", r"^\s*x\s*$", r"(a|aa)+$", r",(?![^(]*\))", r"a(\d+)\d*b"])
def test_a_slow_pattern_is_seen(text: str) -> None:
    assert _slow_on(re.compile(text, re.MULTILINE))
