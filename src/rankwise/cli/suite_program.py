"""`rankwise-suite PROGRAM ...`: in the place of another suite's program, under any launcher or by itself.

A link to it that bears the program's name (`osu_latency`, `IMB-MPI1`) is that program.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from rankwise.cli.envelope import Answer, answered
from rankwise.core.errors import EnvironmentProblem, UsageError

USAGE = """Usage: rankwise-suite PROGRAM [FLAGS ...]    measure, and print what PROGRAM would print
       mpirun -n 2 rankwise-suite PROGRAM ...  the same, as the ranks of that job
       rankwise-suite --link DIR               links in DIR by the names of all programs, to stand first in PATH
       rankwise-suite --list                   all programs

RANKWISE_MPI names the MPI where no launcher tells, RANKWISE_OUT the directory of results, RANKWISE_SUITE_RANKS how many
ranks are launched where no launcher has."""


def main() -> None:
    """Entry point of the console script, and of links to it."""
    from rankwise.verbs.suite import PROGRAMS

    own, words = Path(sys.argv[0]).name, sys.argv[1:]
    if own in PROGRAMS:
        _answered(lambda: _run(own, words))
    elif not words or words[0] in ("-h", "--help"):
        print(USAGE)
    elif words[0] == "--list":
        print("\n".join(PROGRAMS))
    elif words[0] == "--link":
        _answered(lambda: _link(words[1:]))
    else:
        _answered(lambda: _run(words[0], words[1:]))


def _answered(call: Callable[[], Answer]) -> None:
    answered("suite", call, as_json=False, quiet=False)


def _run(program: str, words: list[str]) -> Answer:
    from rankwise.cli.suite import answer
    from rankwise.verbs.suite import within_a_job
    from rankwise.verbs.where import where_of

    ranks = "0" if within_a_job() else os.environ.get("RANKWISE_SUITE_RANKS", "0")
    if not ranks.isdecimal():
        raise UsageError("bad-value", f"RANKWISE_SUITE_RANKS is '{ranks}'", "set it to a number of ranks")
    return answer(program, words, where=where_of(ranks=int(ranks)), quiet=True)


def _link(words: list[str]) -> Answer:
    from rankwise.verbs.suite import PROGRAMS

    if len(words) != 1:
        raise UsageError("no-folder", "--link takes one folder", "e.g. rankwise-suite --link ~/suites")
    folder, target = Path(words[0]), Path(sys.argv[0]).resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in PROGRAMS:
            link = folder / name
            if link.is_symlink() and link.resolve() == target:
                continue
            link.symlink_to(target)
    except OSError as error:
        problem = f"{error.filename2 or error.filename or folder}: {error.strerror}"
        raise EnvironmentProblem("cannot-write", problem, "name a folder of your own") from error
    path = f'put it first: PATH="{folder.resolve()}:$PATH"'
    return Answer({"links": str(folder)}, lambda: [f"{len(PROGRAMS)} links in {folder}; {path}"])


if __name__ == "__main__":
    main()
