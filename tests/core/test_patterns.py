"""No regular expression takes much longer than its text is long, whatever stands there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any

import pytest

from builders.cpu_time import TooLong, at_most
from builders.patterns import SOURCE, Used, made, used, worst
from rankwise.core import knob_trust
from rankwise.experiment.fabrics import judge
from rankwise.inventory import archive
from rankwise.logs import facts
from rankwise.logs.line import LONGEST
from rankwise.logs.table import ROWS
from rankwise.measure import software_device
from rankwise.mpis.families import FAMILIES
from rankwise.suites.text import logs, prefixes
from rankwise.verbs.scale import choice as scale

_LENGTH = 1 << 15
_MOST_S = 0.25  # of processor time: a pattern that is linear takes some ms, one that goes by the square minutes

_HOW = {"rankwise.logs.line._PREFIXES": ("match", LONGEST)}
"""Patterns of which the source does not show how they are used: their method, and the longest text."""

_OWN_TEXT = {
    "rankwise.report.raster:32": "a style sheet",
    "rankwise.logs.row._HOLE_IN_WORD": "the table of messages",
    "rankwise.programs.table._COMMON": "the source of a program",
    "rankwise.programs.table._OPTIONS": "the source of a program",
}
"""Patterns that read a text of rankwise itself."""

_MADE = {
    "apply/check.py": "one name of a variable, behind a head that was found",
    "apply/file.py": "the name of a field, on a line of a file that is below its limit",
    "cli/overview.py": "what the user types",
    "cluster/document.py": "the name of a field",
    "cluster/sandbox.py": "a set of letters",
    "core/words.py": "a set of letters",
    "experiment/fabrics/judge.py": "_TABLES",
    "tuning/space.py": "the name of a collective, in the name of a knob",
    "verbs/scale/choice.py": "_TABLES",
    "report/doctor.py": "the name of a node, with every letter escaped",
    "diagnoses/explain.py": "_TABLES",
    "diagnoses/findings/job_script.py": "compiled when it is imported",
    "diagnoses/stacks.py": "the number of a frame: one head, then the text to the next",
    "cluster/switch_files.py": "compiled when it is imported",
    "inventory/archive.py": "_TABLES",
    "inventory/probes/cpus.py": "a word and up to six digits",
    "logs/facts.py": "_TABLES",
    "logs/row.py": "test_no_pattern_of_a_message_is_slow",
    "measure/software_device.py": "_TABLES",
    "mpis/impi/rules.py": "compiled when it is imported",
    "core/knob_trust.py": "_TABLES",
    "mpis/slurm.py": "_TABLES",
    "preloads/trace/wrappers.py": "reads rankwise's own wrappers",
    "report/words.py": "a mark and a digit",
    "placement/choice.py": "compiled when it is imported",
    "suites/text/around.py": "compiled when it is imported",
    "suites/text/logs.py": "_TABLES",
    "suites/text/prefixes.py": "_TABLES",
    "verbs/cluster/compare.py": "the name of a file that rankwise renders",
    "experiment/programs.py": "what the user types",
    "verbs/improve/same.py": "what the user types",
}
"""Modules that make patterns from words, and why no text from outside takes them long."""

_TABLES: dict[str, tuple[list[str], str]] = {
    "fabrics": ([pattern for pattern, _ in judge._WORDS_OF_ERRORS], "search"),
    "scale": ([pattern for pattern, _ in scale._MODES], "search"),
    "archive": ([row[0] for row in archive._FORMS], "search"),
    "software_device": (list(software_device._OPTIONS.values()), "fullmatch"),
    "knob_trust": (list(knob_trust.EXACT.values()), "fullmatch"),
    "facts": ([fact.pattern for fact in (*facts.FACTS, *facts.MARKS)], "search"),
    "slurm": (list(chain.from_iterable(family.pmi for family in FAMILIES.values())), "fullmatch"),
    "other programs": ([f"^(?:{row[0]})" for row in logs._OTHERS], "search"),
    "prefixes": ([*prefixes._PLAIN, *prefixes._TAGS], "fullmatch"),
}
"""Patterns that tables keep as words, and how they are used."""


def _slow_on(pattern: re.Pattern[Any], method: str = "search", *, most: int = _LENGTH) -> str:
    """The beginning of a text on which the pattern takes too long; empty where there is none."""
    for text in worst(pattern, min(most, _LENGTH)):
        if _takes_long(partial(_used, pattern, method, text)):
            return f"{text[:40]!r}...{text[-3:]!r}"
    return ""


def _used(pattern: re.Pattern[Any], method: str, text: Any) -> None:
    if method in ("match", "fullmatch"):
        getattr(pattern, method)(text)
    else:
        for _ in pattern.finditer(text):
            pass


def _takes_long(search: Callable[[], object]) -> bool:
    """In each of three tries: time that a virtual machine lost to others may be counted as its own."""
    for _ in range(3):
        with suppress(TooLong), at_most(_MOST_S):
            search()
            return False
    return True


_PACKAGES = sorted(file.stem for file in SOURCE.iterdir() if file.suffix == ".py" or (file / "__init__.py").exists())


@pytest.mark.drawn(4)
@pytest.mark.parametrize("package", _PACKAGES)
def test_no_pattern_of_a_package_takes_time_with_the_square_of_a_text(package: str) -> None:
    slow = {}
    for each in _of(package):
        method, most = _HOW.get(each.name.partition("[")[0], (each.method, each.most))
        if text := _slow_on(each.pattern, method, most=most):
            slow[each.name] = text
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


@pytest.mark.thorough("the form of all rows is one, and others of it are looked at")
def test_no_pattern_of_a_message_is_slow() -> None:
    slow = {}
    for row in ROWS:
        for pattern in row.compiled:
            for text in worst(pattern, 2 * LONGEST):
                if _takes_long(partial(pattern.search, " ".join(text.split()))):  # as the reader of logs does
                    slow[row.name] = text[:40]
    assert slow == {}


def test_who_makes_patterns_from_words_says_why_that_is_no_harm() -> None:
    makers = {str(file.relative_to(SOURCE)) for file in SOURCE.rglob("*.py") if list(made(file.read_text()))}
    assert makers == set(_MADE)


@pytest.mark.parametrize("text", [r"\s+$", r"^\s*x\s*$", r"(a|aa)+$", r",(?![^(]*\))", r"a(\d+)\d*b"])
def test_a_slow_pattern_is_seen(text: str) -> None:
    assert _slow_on(re.compile(text, re.MULTILINE))
