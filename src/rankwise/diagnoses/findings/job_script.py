"""The line starts a job script, in which the launch line stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from rankwise.core.files import is_file
from rankwise.core.findings import finding
from rankwise.core.launchers import WRAPPERS, is_launcher
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case

_MOST_BYTES = 1 << 20
_KEYWORDS = ("if", "then", "elif", "else", "while", "until", "do", "{", "!")
_INSIDE = r"[^()\n]|\([^()\n]{0,200}\)"  # the limits: else a file of `$(` alone takes minutes
_PARTS = (
    *(r"\\[^\r\n]", r"'[^'\n]*'", r'"(?:\\.|[^"\\\n])*"', r"`[^`\n]{0,200}`"),
    *(rf"\$\((?:{_INSIDE}){{0,200}}\)", r"\$\{[^}\n]{0,200}\}", r"""[^\s;&|<>()'"`\\]"""),
)
_WORD = f"(?:{'|'.join(_PARTS)})+"
_TOKEN = re.compile(
    # a continued line, a comment, a redirection with its target
    rf"\\\r?\n|[^\S\n]+|#[^\n]*|(?:\d+|&)?[<>]+[&|]?(?:[^\S\n]|\\\r?\n)*(?:{_WORD})?"
    rf"|(?P<end>[\n;|&()]+)|(?P<word>{_WORD})|(?P<odd>[^\n]+)",  # odd: a quote that does not end in its line
    re.DOTALL,
)


def check(case: Case) -> Finding | None:
    """Where no launcher is in the line and a script of it has some: their lines are what a diagnosis needs."""
    if case.launcher or not case.argv:
        return None
    scripts = [Path(word) for word in case.argv if _is_script(Path(word))]
    lines = [line for script in scripts for line in launch_lines(script)]
    if not lines:
        return None
    return finding(
        "job-script",
        "The line starts a script; diagnose the launch line in it",
        "warning",
        "What the script loads and sets before is seen where the launch line is diagnosed inside a job.",
        seen={str(scripts[0]): lines[0]},
        fixes={"any": f"`rankwise doctor -- {lines[0]}`"},
        verify=f"`rankwise doctor -- {lines[0]}`",
    )


def launch_lines(script: Path) -> list[str]:
    """The simple commands of a script that start with an MPI launcher, as they stand there but for redirections."""
    lines: list[str] = []
    words: list[str] = []
    for token in _TOKEN.finditer(script.read_text(errors="replace") + "\n"):
        if token["word"]:
            words.append(token["word"])
        elif token["odd"]:
            words.clear()
        elif token["end"]:
            lines += _launched(words)
            words.clear()
    return lines


def _launched(words: Sequence[str]) -> list[str]:
    """A command from its launcher on; empty where another program is started."""
    wrapped = False
    for at, word in enumerate(words):
        name = Path(word.strip("'\"")).name
        if is_launcher(name) or name in ("srun", "aprun", "jsrun", "ibrun"):
            return [" ".join(words[at:])] if at + 1 < len(words) else []  # alone it is looked for: command -v mpirun
        wrapped = wrapped or name in WRAPPERS  # their options and values follow
        if not (wrapped or "=" in word or word in _KEYWORDS):
            break
    return []


def _is_script(path: Path) -> bool:
    try:
        if not is_file(path):  # a pipe would be waited for
            return False
        with path.open("rb") as file:
            return path.stat().st_size <= _MOST_BYTES and file.read(2) == b"#!"
    except OSError:
        return False
