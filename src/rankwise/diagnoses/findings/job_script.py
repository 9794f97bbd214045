"""The line starts a job script, in which the launch line stands."""

from __future__ import annotations

import shlex
from pathlib import Path

from rankwise.core.files import is_file
from rankwise.core.findings import finding
from rankwise.core.launchers import is_launcher
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case

_MOST_BYTES = 1 << 20


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
    """The lines of a script that start with an MPI launcher, without comments."""
    lines = []
    for line in script.read_text(errors="replace").splitlines():
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            continue
        while words and ("=" in words[0] or words[0] in ("exec", "time")):
            words = words[1:]
        if words and (is_launcher(words[0]) or Path(words[0]).name in ("srun", "aprun", "jsrun", "ibrun")):
            lines.append(shlex.join(words))
    return lines


def _is_script(path: Path) -> bool:
    try:
        if not is_file(path):  # a pipe would be waited for
            return False
        with path.open("rb") as file:
            return path.stat().st_size <= _MOST_BYTES and file.read(2) == b"#!"
    except OSError:
        return False
