"""The program of the line is not there, or cannot be executed on this machine."""

from __future__ import annotations

import os
import shutil

from rankwise.core.files import exists
from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case
from rankwise.diagnoses.findings.container import elsewhere
from rankwise.placement.launch_words import programs_of


def check(case: Case) -> Finding | None:
    """A file that is missing, not executable, or of another architecture."""
    words = list(case.words) or next((part for part in programs_of(case.argv) if part), [])
    if case.argv and shutil.which(case.argv[0]) is None and (case.wrappers or case.argv[0] not in words):
        title, why = "The launcher is not there", f"{case.argv[0]} was not found on PATH"
        words = [case.argv[0]]
    elif not words:
        title, why = "The line names no program", "after the launcher's options nothing is left to start"
    elif case.program is None and elsewhere(case):
        return None
    elif case.program is None:
        there = exists(words[0])
        title = "The program may not be executed" if there else "The program is not there"
        why = f"{words[0]} {'is not an executable file' if there else 'was not found'} here"
    elif case.arch and case.arch != os.uname().machine:
        title, why = "The program is of another architecture", f"{case.program} is for {case.arch}"
    else:
        return None
    return finding(
        "no-program",
        title,
        "critical",
        f"No rank can start: {why}.",
        seen={"file": why, "this machine": os.uname().machine},
        fixes={"any": f"`chmod +x {words[0]}`" if "executed" in title else "name the program by its full path"},
        verify=case.again,
    )
