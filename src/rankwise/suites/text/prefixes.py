"""Lines of a benchmark behind what launchers, schedulers, loggers and Markdown put before them.

Sources of the forms: mpirun(1) of Open MPI 4 and prterun(1) of 5 (`--tag-output`, `--timestamp-output`), Hydra's
`-prepend-rank`, `srun --label`, jsrun, pdsh and clush, ts of moreutils, journald, Kubernetes (CRI, stern), SageMaker,
grep, cat, and logs of Jenkins, GitHub and GitLab.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

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
    r" *(?:P\d+ )? *\d+: ",
    r"[\w.-]+\[\d+\]: ",
    r"[\w.-]+: ",
    r"\[?[\w./-]+\]? *\| ?",
)
"""Who wrote the line: a rank, a process, a host. Lines of one writer make one text."""
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@dataclass(frozen=True)
class _Form:
    """The prefix of a heading, as a pattern with a group for each tag."""

    pattern: re.Pattern[str]
    tagged: bool

    @staticmethod
    def of(prefix: str) -> _Form | None:
        """None for a prefix of no known form."""
        parts, tagged, at = [], False, 0
        while at < len(prefix):
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

    def split(self, line: str) -> tuple[str, str] | None:
        """Who wrote the line, and what; None for a line without the prefix."""
        match = self.pattern.match(line)
        return (" ".join(tag.strip() for tag in match.groups()), line[match.end() :]) if match else None


def texts(text: str, heading: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Each writer that wrote a heading, and its text with as many lines as `text`: those of others are empty.

    Lines without a tag are in all of them, unless they begin as rows and headings do.
    """
    lines = _COLOURS.sub("", text).splitlines()
    end = "\n" if text.endswith("\n") else ""
    forms = _forms(lines, heading)
    tagged = {form.pattern.pattern: form for form in forms if form.tagged}
    split = [next((found for form in tagged.values() if (found := form.split(line))), None) for line in lines]
    plain = _without_indents(lines, forms)
    writers = {found[0]: None for found, line in zip(split, lines, strict=True) if found and heading.search(line)}
    if any(heading.search(line) for line, found in zip(lines, split, strict=True) if found is None) or not writers:
        yield "", "\n".join("" if found else line for line, found in zip(plain, split, strict=True)) + end
    for writer in writers:
        yield writer, "\n".join(_of(writer, found, line) for line, found in zip(plain, split, strict=True)) + end


def _of(writer: str, split: tuple[str, str] | None, line: str) -> str:
    if split is None:
        return "" if line.lstrip()[:1].isdecimal() or line.lstrip().startswith("#") else line
    return split[1] if split[0] == writer else ""


def _forms(lines: Sequence[str], heading: re.Pattern[str]) -> list[_Form]:
    """Of all headings whose next line has the prefix too, in their order."""
    forms = []
    for number, line in enumerate(lines):
        match = heading.search(line)
        prefix = line[: match.start()] if match else ""
        if prefix and (form := _Form.of(prefix)):
            after = next((later for later in lines[number + 1 :] if later.strip()), "")
            if form.split(after):
                forms.append(form)
    return forms


def _without_indents(lines: Sequence[str], forms: Sequence[_Form]) -> list[str]:
    """Each line without the quotation marks, times and indent of the headings."""
    plain = {form.pattern.pattern: form for form in forms if not form.tagged}.values()
    cut = []
    for line in lines:
        ends = [found[1] for form in plain if (found := form.split(line))]
        cut.append(min(ends, key=len) if ends else line)
    return cut
