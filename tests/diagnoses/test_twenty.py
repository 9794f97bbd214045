"""The twenty common problems of docs/doctor.md: each is there once, with findings that the code can make."""

from __future__ import annotations

import re
from pathlib import Path

from rankwise.diagnoses.preflight import CHECKS as ON_A_NODE

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/rankwise"


def rows() -> list[tuple[str, ...]]:
    text = (ROOT / "docs/doctor.md").read_text().partition("## The twenty common problems")[2].partition("\n## ")[0]
    form = re.compile(r"^(\d+)\. \*\*(.+?)\*\* \((.+?)\): (.+?)\. \*(.+?)\.\*$", re.M)
    return form.findall(re.sub(r"\n +", " ", text))


def ids() -> set[str]:
    """Ids of all findings: of the job, of a node, between nodes."""
    files = [*SOURCE.glob("diagnoses/**/*.py"), *SOURCE.glob("placement/*.py"), SOURCE / "verbs/doctor/nodes.py"]
    texts = [file.read_text() for file in files]
    calls = re.compile(r'(?:finding\(|id=|name=|kind = )\s*"([a-z][a-z-]+)"| else "([a-z]+-[a-z]+)"')
    return {name for text in texts for pair in calls.findall(text) for name in pair if name} | set(ON_A_NODE)


def test_all_twenty_are_there_in_their_order() -> None:
    assert [int(row[0]) for row in rows()] == list(range(1, 21))


def test_each_has_findings_that_exist_and_how_they_are_confirmed_and_planted() -> None:
    known = ids()
    for number, problem, findings, confirmed, planted in rows():
        names = re.findall(r"`([a-z-]+)`", findings)
        assert names and set(names) <= known, (number, set(names) - known)
        assert problem and confirmed and planted, number


def test_each_file_of_a_finding_stands_in_the_table_of_the_guide() -> None:
    text = (ROOT / "docs/doctor.md").read_text()
    for file in SOURCE.glob("diagnoses/findings/*.py"):
        for name in re.findall(r'finding\(\s*"([a-z-]+)"', file.read_text()):
            assert f"`{name}`" in text, f"{file.name}: no row for {name}"
