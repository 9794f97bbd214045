"""A study as a table: published, found, ratio, and what that says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rankwise.core.units import plural
from rankwise.report.run_page import Table, page_of_tables
from rankwise.report.tables import fitted
from rankwise.verbs.records import ListedStudy, Studied, StudyRow


def list_lines(studies: Sequence[ListedStudy]) -> list[str]:
    """A line for each study."""
    rows = [("study", "tolerance", "on", "")]
    rows += [(item.name, f"{item.tolerance:.0%}", ", ".join(item.on), item.title) for item in studies]
    return fitted(rows)


def lines(studied: Studied) -> list[str]:
    """Everything that the terminal shows, the answer first. Each line says where its figure is from."""
    return [
        f"{studied.name}: {studied.title}",
        _counted(studied),
        "",
        *fitted(_table(studied)),
        "",
        *_said(studied),
        *(f"wrote {file}" for file in studied.files),
        f"stored as run {studied.run.id}",
    ]


def render(studied: Studied) -> str:
    """The page as text."""
    title = f"{studied.name}: {studied.title}"
    return page_of_tables(
        studied.run, title, [Table(title, _table(studied))], (), summary=[_counted(studied), *_said(studied)]
    )


def _table(studied: Studied) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("", "what", "published", "found", "ratio", "")]
    rows += [
        (studied.on, row.what, _published(row), _found(row), _ratio(row), _verdict(row)) for row in studied.figures
    ]
    return rows


def _counted(studied: Studied) -> str:
    """How many predictions hold."""
    counted = Counter(row.verdict for row in studied.figures)
    judged = counted["within"] + counted["missed"]
    outcome = f"{counted['within']} within {studied.tolerance:.0%}, {counted['missed']} missed"
    predicted = f"{plural(judged, 'prediction')}: {outcome}" if judged else "No prediction"
    return (
        f"{predicted}. Of {plural(len(studied.figures), 'figure')} {counted['input']} put in, and "
        f"{counted['not judged']} not judged."
    )


def _said(studied: Studied) -> list[str]:
    """What else is to know, and where the figures were published."""
    sources = dict.fromkeys(row.source.partition(":")[0] for row in studied.figures if row.source)
    return [*studied.notes, *([f"published in: {', '.join(sources)}"] if sources else [])]


def _published(row: StudyRow) -> str:
    if row.published is None:
        return "-"
    high = "" if row.published_high is None else f" to {_number(row.published_high)}"
    return f"{_number(row.published)}{high} {row.unit}"


def _found(row: StudyRow) -> str:
    return "-" if row.found is None else f"{_number(row.found)} {row.unit}"


def _ratio(row: StudyRow) -> str:
    return "" if row.ratio is None else f"{row.ratio:.2f}"


def _verdict(row: StudyRow) -> str:
    word = {"within": "predicted", "missed": "predicted, missed"}.get(row.verdict, row.verdict)
    return f"{word}: {row.reason}" if row.reason else word


def _number(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"
