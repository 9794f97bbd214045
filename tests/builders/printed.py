"""Commands that rankwise prints: what the shell and our own command line read in them. Nothing runs."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

import click

from rankwise.cli.after_dashes import program_of
from rankwise.cli.overview import command_of
from rankwise.core.findings import parted
from rankwise.core.records import Finding

TOOLS: Final = frozenset(re.sub(r"(?m)^#.*", "", Path(__file__).with_name("tools.txt").read_text()).split())
"""What a line to type may begin with beside `rankwise` and a path."""
IN_FILES: Final = re.compile(r"#(?:SBATCH|PBS|BSUB) -|use mpi_f08$|\w+ slots=\d+$|[\w.]+ = ")
"""A line of a job script, a source, a file of hosts or of parameters."""
_STANDS_FOR_A_PROGRAM: Final = ("PROGRAM", "SOLVER", "SCRIPT", "COMMAND")
_WORDS: Final = ("for", "do", "done", "if", "then", "fi", "while", "!", "{", "}")
_LINE: Final = "mpirun -n 2 ./app"


def read(line: str) -> tuple[str, click.Context]:
    """The command of a line of rankwise and its context, as the command line is read.

    Raises: click.ClickException, what is wrong with the line; KeyError where there is no such command."""
    words = shlex.split(line)[1:]
    context = command_of(words[0]).make_context(words[0], words[1:])
    name = words[0]
    while isinstance(context.command, click.Group) and (rest := [*context._protected_args, *context.args]):
        below = context.command.commands[rest[0]]
        context, name = below.make_context(rest[0], rest[1:], parent=context), f"{name} {rest[0]}"
    return name, context


def simple(line: str) -> Iterator[str]:
    """The simple commands of a line, without the variables that are set before them."""
    words: list[str] = []
    lexer = shlex.shlex(line, posix=True, punctuation_chars=";&|()")
    lexer.whitespace_split = True
    lexer.commenters = ""
    for word in (*lexer, ";"):
        if set(word) <= set(";&|()"):
            if words:
                yield shlex.join(words)
            words = []
        elif words or not (word in _WORDS or re.match(r"[A-Za-z_]\w*=", word)):
            words.append(word)


@cache
def wrong(line: str) -> str:
    """What is wrong with a line to type, empty where nothing is: what a shell says of it, a first word that is no tool,
    or what our own command line says."""
    if IN_FILES.match(line):
        return ""
    line = re.sub(r"\b(LAUNCH )?LINE\b", _LINE, line)
    done = subprocess.run(["bash", "-n"], input=line, text=True, capture_output=True, check=False)
    if done.returncode or done.stderr:
        return done.stderr
    for command in simple(re.sub(r" \.\.\.|\d?>&\d|\d?>>? ?[\w./~]+", "", line)):
        first = shlex.split(command)[0]
        if first == "rankwise":
            with suppress(click.exceptions.NoArgsIsHelpError):
                try:
                    program = program_of(read(command)[1])
                except (click.ClickException, KeyError) as error:
                    return f"{type(error).__name__}: {error}"
                if program and not _starts(program[0]):
                    return f"{program[0]} is no program"
        elif not _starts(first):
            return f"{first} is no tool"
    return ""


def _starts(word: str) -> bool:
    return "/" in word or word in TOOLS or word in _STANDS_FOR_A_PROGRAM


def lines_of(finding: Finding) -> Iterator[str]:
    """What a finding says to type: its lines, and what is in backquotes in its words and begins as a command does."""
    for fix in finding.fixes:
        yield from filter(None, (fix.line, *in_words(fix.words)))
    yield from filter(None, (finding.verify, *in_words(finding.verify_words)))


def in_words(text: str) -> Iterator[str]:
    """What is in backquotes, where it is a command of several words."""
    for typed in text.split("`")[1::2]:
        if parted(f"`{typed}`")[1] and len(typed.split()) > 1:
            yield typed


def all_wrong(findings: Iterable[Finding]) -> list[str]:
    """Each line of these findings that cannot be typed, with the reason."""
    return [
        f"{finding.id}: {line}: {why}" for finding in findings for line in lines_of(finding) if (why := wrong(line))
    ]
