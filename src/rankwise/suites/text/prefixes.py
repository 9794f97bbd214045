"""Lines of a benchmark behind what launchers, schedulers, loggers and Markdown put before them.

Sources of the forms: mpirun(1) of Open MPI 4 and prterun(1) of 5 (`--tag-output`, `--timestamp-output`), Hydra's
`-prepend-rank`, `srun --label`, jsrun, pdsh and clush, ts of moreutils, journald, Kubernetes (CRI, stern), SageMaker,
grep, cat, and logs of Jenkins, GitHub and GitLab.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from rankwise.core.errors import UsageError
from rankwise.suites.text.reading import Source

_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_CLOCK = r"\d\d:\d\d:\d\d(?:[.,]\d+)?"
_PLAIN: Final = (
    r"(?:> ?)+",  # a quotation in Markdown
    r"[-*+|] ?",  # a list, a table, or what a change adds
    r" *\d+\t",  # `cat -n`
    r"[\w./-]+\.\w+:\d+:",  # `grep -n`
    rf"\[?\d{{4}}-\d\d-\d\d[T ]{_CLOCK}(?:Z|[+-]\d\d:?\d\d)?\]?:? ?(?:\d\d[OE]\+? ?|std(?:out|err) [FP] )?",
    rf"\w{{3}} {_MONTH} +\d+ {_CLOCK}(?: [A-Z]{{3,4}})? \d{{4}}:? ?",
    rf"{_MONTH} +\d+ {_CLOCK} ",
    rf"\[?{_CLOCK}\]?:? ",
    r"(?:- )?\[?(?:DEBUG|INFO|WARNING|ERROR)\]?(?: -|:)? ",
    r"[\[{][\w./-]+:\d+[\]}] ",  # of Python's loggers
)
"""What says nothing of whose line it is: quotations and times."""
_TAGS: Final = (
    r"\[[^\]\s]*,[^\],\s]+\](?:\[[^\]\s]*\])?<std(?:out|err|diag)>: ?",
    r"<std(?:out|err|diag)>: ?",
    r"\[\d+\] ",
    r"\[[\w./-]+\] ",
    r"<\d+> ?",
    r"[\w.-]+ [\w./-]+(?:\[\d+\])?: ",
    r"[\w./-]+:",
    r" *(?:P\d+ +)?\d+: ",
    r"[\w.-]+\[\d+\]: ",
    r"[\w.-]+: ",
    r"\[?[\w./-]+\]? *\| ?",
)
"""Who wrote the line: a rank, a process, a host. Lines of one writer make one text."""
_LONGEST, _MOST_PARTS, _MOST_FORMS = 200, 6, 64  # letters and parts of a prefix; forms in a text
_ALWAYS = 100_000  # lines of others that writers may share in a short text
_TIME = r"(?<!\d)(?:\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d:\d\d(?:[.,]\d+)?|\d{9,}(?:[.,]\d+)?|\d+\.\d+)(?!\d)"
"""No digit stands beside it: two pieces that both may take it would be tried in all ways."""
_PIECES = re.compile(rf"((?:(?!{_TIME}).)+)|({_TIME})")
_MOST_PIECES = 12
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@dataclass(frozen=True)
class _Form:
    """The prefix of a heading, as a pattern with a group for each tag."""

    pattern: re.Pattern[str]
    tagged: bool

    @staticmethod
    def of(prefix: str) -> _Form | None:
        """None for a prefix of no known form."""
        parts: list[str] = []
        tagged, at = False, 0
        if len(prefix) > _LONGEST:
            return None
        while at < len(prefix):
            if len(parts) == _MOST_PARTS:
                return None
            known = [*((form, False) for form in _PLAIN), *((form, True) for form in _TAGS)]
            matches = ((form, tag, re.compile(form).match(prefix, at)) for form, tag in known)
            form, tag, end = next(
                ((f, t, m.end()) for f, t, m in matches if m and at < m.end() <= len(prefix)), ("", False, at)
            )
            if not form:
                indent = len(prefix) - at - len(prefix[at:].lstrip())
                if not indent:
                    return None
                form, end = rf"\s{{0,{indent}}}", at + indent
            parts.append(f"({form})" if tag else form)
            tagged, at = tagged or tag, end
        return _Form(re.compile("".join(parts)), tagged)

    @staticmethod
    def alike(prefix: str, after: str) -> _Form | None:
        """For a prefix of no known form, with other numbers before the next line too. Words and small numbers say who
        wrote a line, times do not."""
        if len(prefix) > _LONGEST or not prefix.strip() or len(_PIECES.findall(prefix)) > _MOST_PIECES:
            return None
        parts = [
            pattern if time else f"({pattern})" if re.search(r"\w", words) else pattern
            for words, time in _PIECES.findall(prefix)
            for pattern in [_alike(words or time)]
        ]
        form = _Form(re.compile("".join(parts)), any(part.startswith("(") for part in parts))
        return form if form.split(after) else None

    def split(self, line: str) -> tuple[str, str] | None:
        """Who wrote the line, and what; None for a line without the prefix."""
        match = self.pattern.match(line[:_LONGEST])
        return (" ".join(tag.strip() for tag in match.groups()), line[match.end() :]) if match else None


def _alike(text: str) -> str:
    """A pattern of what is alike but for its numbers and how many blanks it has. Between two numbers there is a blank:
    digits that either of them may take would be tried in all ways."""
    blanks = rf"[ \t]{{0,{_LONGEST}}}(?!(?<=\d)\d)"
    parts = re.findall(r"\d+|[ \t]+|[^\d \t]+", text)
    return "".join(
        rf"\d{{1,{_LONGEST}}}" if part.isdecimal() else blanks if part[0] in " \t" else re.escape(part)
        for part in parts
    )


def texts(source: Source, heading: re.Pattern[str]) -> Iterator[tuple[str, tuple[int, ...], str]]:
    """Each writer that wrote a heading, with the numbers and the text of its lines.

    Lines without a tag are in all of them, unless they begin as rows and headings do. Raises UsageError where more
    writers share more lines than a text of this length can have of one launch.
    """
    lines = _COLOURS.sub("", source.text).splitlines()
    end = "\n" if source.text.endswith("\n") else ""
    forms = _forms(lines, heading, most=min(_MOST_FORMS, 1 + 2 * len(source.text) // max(len(lines), 1)))
    tagged = {form.pattern.pattern: form for form in forms if form.tagged}
    split = [next((match for form in tagged.values() if (match := form.split(line))), None) for line in lines]
    plain = _without_indents(lines, forms)
    own: dict[str, list[tuple[int, str]]] = {}
    shared: list[tuple[int, str]] = []
    untagged: list[tuple[int, str]] = []
    headed: set[str] = set()
    for (number, line), match in zip(enumerate(plain, 1), split, strict=True):
        if match is None:
            untagged.append((number, line))
            if line.strip() and not (line.lstrip()[:1].isdecimal() or line.lstrip().startswith("#")):
                shared.append((number, line))
            continue
        own.setdefault(match[0], []).append((number, match[1]))
        if heading.search(match[1]):
            headed.add(match[0])
    if len(headed) * len(shared) > max(len(source.text), _ALWAYS):
        raise UsageError(
            "bad-import",
            f"{source.name}: {len(headed)} writers share {len(shared)} lines without a tag",
            "split it by writer, or leave the lines without a tag away",
        )
    if not headed or any(heading.search(line) for _, line in untagged):
        if not own:
            yield "", (), "\n".join(plain) + end
        else:
            yield "", *_joined(untagged, end)
    for writer in (name for name in own if name in headed):
        yield writer, *_joined(sorted(own[writer] + shared), end)


def _joined(lines: Sequence[tuple[int, str]], end: str) -> tuple[tuple[int, ...], str]:
    return tuple(number for number, _ in lines), "\n".join(line for _, line in lines) + end


def _forms(lines: Sequence[str], heading: re.Pattern[str], most: int) -> list[_Form]:
    """Of the headings whose next line has the prefix too, in their order; so many different ones at most."""
    forms: dict[str, _Form] = {}
    words = [line for line in lines if line.strip()]
    for line, after in zip_longest(words, words[1:], fillvalue=""):
        match = heading.search(line)
        prefix = line[: match.start()] if match else ""
        form = _Form.of(prefix) if prefix else None
        form = form if form and form.split(after) else _Form.alike(prefix, after)
        if form:
            forms.setdefault(form.pattern.pattern, form)
            if len(forms) == most:
                break
    return list(forms.values())


def _without_indents(lines: Sequence[str], forms: Sequence[_Form]) -> list[str]:
    """Each line without the quotation marks, times and indent of the headings."""
    plain = {form.pattern.pattern: form for form in forms if not form.tagged}.values()
    cut = []
    for line in lines:
        ends = [match[1] for form in plain if (match := form.split(line))]
        cut.append(min(ends, key=len) if ends else line)
    return cut
