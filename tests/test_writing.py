"""One way to write: files that users name are written by `core.files`; every other place has its reason here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src/rankwise"

_WRITERS = frozenset(
    {"write_text", "write_bytes", "unlink", "rmtree", "symlink_to", "hardlink_to", "copyfile", "copytree", "copy2"}
)

ELSEWHERE: dict[str, str] = {
    "apply/effect_probe.py": "runs in a rank, without rankwise, and writes into a folder made for this trial",
    "cli/streams.py": "/dev/null",
    "cli/suite_program.py": "links to this program, in a folder that the user asks for by name",
    "core/files.py": "the way itself",
    "core/folder.py": "the way itself",
    "core/leftovers.py": "removes what dead processes of this user left",
    "lab/cgroup.py": "files of the kernel",
    "lab/faults/endpoints.py": "in place, since an endpoint has this very file mounted",
    "lab/network_files.py": "a copy in a folder made for it",
    "lab/state.py": "removes the folder of a lab, below the state of this user",
    "lab/up.py": "removes its own mark, and links in the folder that it just made",
    "measure/marks.py": "a file of the repository, by a tool of developers",
    "tracing/fetch.py": "removes a folder of a name that nobody can guess",
    "verbs/watch/here.py": "removes folders of ranks of this user that have ended, by names that only rankwise gives",
    "mpis/catalog.py": "removes an installation below the data of this user",
    "mpis/impi/presets.py": "links in the cache of this user, never written through",
    "mpis/install.py": "removes what it made itself",
    "placement/tuning.py": "a copy in the cache of this user",
    "simulate/smpi.py": "removes results of an earlier simulation in a folder of its own",
    "verbs/run/relayed.py": "removes its own note in the cache of this user",
}


def writes(tree: ast.AST) -> Iterator[int]:
    """The lines that write, make links or remove without `core.files`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in _WRITERS:
            yield node.lineno
        elif name == "open" and not any(keyword.arg == "fileobj" for keyword in node.keywords):
            written = (*node.args, *(keyword.value for keyword in node.keywords if keyword.arg == "mode"))
            modes = [word.value for word in written if isinstance(word, ast.Constant) and isinstance(word.value, str)]
            if any(re.fullmatch(r"(?=.*[wax+])[rwaxbt+]{1,3}", mode) for mode in modes):
                yield node.lineno


def test_nothing_else_writes() -> None:
    lines = {str(f.relative_to(SOURCE)): [*writes(ast.parse(f.read_text()))] for f in sorted(SOURCE.rglob("*.py"))}
    assert {file: at for file, at in lines.items() if at and file not in ELSEWHERE} == {}
    assert {file for file in ELSEWHERE if not lines.get(file)} == set(), "writes nothing any more"


def test_a_write_is_seen() -> None:
    code = "open('f', 'w'); open('f'); p.open('ab'); p.open(mode='r+'); p.write_text(''); p.unlink(); open(p, 'rb')"
    assert len([*writes(ast.parse(code))]) == 5
