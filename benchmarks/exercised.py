"""The files that a benchmark exercises: a figure is stale when one of them has changed since it was measured.

They are those that its processes read while it ran (`reads/sitecustomize.py`): modules, sources that an engine or a
preload is built of, tables. Where a command that it starts noted nothing, all are found in the sources alone, and
rather too many:

- every module that its own module imports, at once or late, and so on, of rankwise, benchmarks and what tests build;
- of a command that a module of benchmarks starts by its name, the module in `rankwise.cli`;
- the engine, where a module builds it; each preload whose name a module writes; a file that a module of benchmarks
  names and that lies in `benchmarks`, `examples` or `tests`.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from rankwise.cli.overview import ROWS

ROOT = Path(__file__).parents[1]
_PLACES = {"rankwise": ROOT / "src", "benchmarks": ROOT, "builders": ROOT / "tests", "recorded": ROOT / "tests",
           "fuzz": ROOT / "tests"}  # fmt: skip
_SOURCE = ROOT / "src/rankwise"
_CLI, _PRELOADS, _ENGINE = _SOURCE / "cli", _SOURCE / "preloads", _SOURCE / "measure/engine"
_BUILDS_ENGINE = _SOURCE / "measure/build.py"
_LABS = ROOT / "benchmarks/labs.py"
_NAMES_PRELOAD = {"preload_for", "MpiPreload"}
_BUILDS_PRELOAD = {"forwarder": {"relay"}}
_C = (".c", ".h", ".hpp", ".cpp")
_C_TOKEN = re.compile(
    r"""(?s)//[^\n]*|/\*.*?\*/|(R"([^(\s]*)\(.*?\)\2"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\w+|[^\w\s])"""
)
_NAMED = (ROOT / "benchmarks", ROOT / "examples", ROOT / "tests")
_NATIVE = (*_C, ".py", ".toml", ".f90")
_ONLY_LIST = {
    _CLI: {"main.py", "start.py"},
    ROOT / "benchmarks": {"child.py", "claims.py", "shown.py", "table.py"},
}
"""What leads to every command or benchmark, and gives no figure."""
_KINDS = {"results", "engines", "reads"}
"""Folders of what benchmarks and builds write, and of what watches them."""


@cache
def exercised(module: str) -> frozenset[Path]:
    """The files that the module of a benchmark exercises."""
    first = _file(module)
    assert first is not None, module
    seen: set[Path] = set()
    waiting = [first]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        if path.suffix == ".py":
            waiting += [found for found in _reached(path) if found not in seen]
    return frozenset(seen)


def noted(folder: Path, module: str) -> frozenset[Path]:
    """The files that processes of a module's benchmark have noted in a folder, and programs in C that modules of
    benchmarks among them name. None where a command that they start has noted nothing. What all labs have in common
    starts its commands only for who asks for them."""
    names = {name for file in folder.iterdir() for name in file.read_text().splitlines()}
    read = {path for path in (ROOT / name for name in names) if path.is_file() and not _gives_no_figure(path)}
    modules = [path for path in read if path.suffix == ".py" and path.is_relative_to(ROOT / "benchmarks")]
    nodes = {path: list(ast.walk(ast.parse(path.read_text()))) for path in modules}
    own = [each for path, each in nodes.items() if path != _LABS]
    if _file(module) not in read or not all(read.issuperset(_commands(each)) for each in own):
        return frozenset()
    return frozenset(read.union(*(_named(_words(each), path) for path, each in nodes.items())))


def listed(files: Iterable[Path]) -> dict[str, str]:
    """The names of files within each folder, by the folder."""
    names: dict[str, list[str]] = defaultdict(list)
    for path in sorted(files):
        name = path.relative_to(ROOT)
        names[_group(name)].append(str(name.relative_to(_group(name))))
    return {group: " ".join(each) for group, each in names.items()}


def of_list(names: dict[str, str]) -> frozenset[Path]:
    """The files that `listed` has named."""
    return frozenset(ROOT / group / name for group, each in names.items() for name in each.split())


def digests(files: Iterable[Path]) -> dict[str, str]:
    """A hash of what the files of each folder do, by the folder: comments, docstrings and layout do nothing."""
    parts: dict[str, list[str]] = defaultdict(list)
    for path in sorted(files):
        name = path.relative_to(ROOT)
        parts[_group(name)].append(f"{name} {_does(path) if path.is_file() else 'is gone'}")
    return {group: hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12] for group, lines in parts.items()}


def changed(files: Iterable[Path], then: dict[str, str]) -> list[str]:
    """The folders whose files do something else than when `then` was noted; all of them where nothing was."""
    now = digests(files)
    return sorted(group for group in {*now, *then} if now.get(group) != then.get(group))


def code_of(path: str, text: str) -> str:
    """What is left of a Python or C file without its comments, docstrings and layout, all of any other file."""
    if path.endswith(_C):
        return "\n".join(token[1] for token in _C_TOKEN.finditer(text) if token[1])
    if not path.endswith(".py"):
        return text
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            node.body = [statement for statement in body if not _is_text(statement)]  # type: ignore[attr-defined]
    return _shown(tree)


def _shown(part: object) -> str:
    """A tree in the same words under each Python: one has fields more than another, and leaves out those without
    content; 3.12 cuts a text with a doubled brace."""
    if isinstance(part, str):
        return repr(part)
    if isinstance(part, list):
        return f"[{','.join([_shown(each) for each in part])}]"
    if isinstance(part, ast.JoinedStr):
        return repr("".join(str(v.value) if isinstance(v, ast.Constant) else f"{{{_shown(v)}}}" for v in part.values))
    if not isinstance(part, ast.AST):
        return repr(part)
    fields = [(name, getattr(part, name, None)) for name in part._fields]
    said = [f"{name}={_shown(value)}" for name, value in fields if value is not None and value != []]
    return f"{type(part).__name__}({','.join(said)})"


@cache
def _does(path: Path) -> str:
    text = path.read_text(errors="surrogateescape")  # inputs of a fuzzer are no text
    return hashlib.sha256(code_of(path.name, text).encode(errors="surrogateescape")).hexdigest()


def _group(name: Path) -> str:
    """`src/rankwise/measure`, `benchmarks/lab`, `tests`."""
    depth = 3 if name.parts[0] == "src" else 2 if name.parts[0] == "benchmarks" else 1
    return "/".join(name.parts[:-1][:depth])


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


@cache
def _reached(path: Path) -> tuple[Path, ...]:
    """What one Python file leads to."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    found = [*_imported(nodes, path)]
    if path == _BUILDS_ENGINE:
        found += _all_below(_ENGINE)
    found += _preloads(nodes)
    if path == _SOURCE / "measure/software_device.py":
        found += _all_below(_PRELOADS / "software_device")
    if path.is_relative_to(ROOT / "benchmarks"):
        found += [*_commands(nodes), *_named(_words(nodes), path)]
    return tuple(found)


def _words(nodes: Sequence[ast.AST]) -> set[str]:
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def _gives_no_figure(path: Path) -> bool:
    return path.name in _ONLY_LIST.get(path.parent, ()) or not _KINDS.isdisjoint(path.parts)


def _imported(nodes: Sequence[ast.AST], path: Path) -> Iterator[Path]:
    for node in nodes:
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            file = _file(name)
            if file is not None and file != path and not _gives_no_figure(file):
                yield file


def _file(module: str) -> Path | None:
    """The file of a module of ours; None of others. A package is its `__init__`."""
    base = _PLACES.get(module.partition(".")[0])
    if base is None:
        return None
    path = base.joinpath(*module.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def _preloads(nodes: Sequence[ast.AST]) -> list[Path]:
    """The sources of preloads that a call or a field names, and the headers that they share."""
    names: set[object] = set()
    for node in nodes:
        if isinstance(node, ast.Call):
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            names |= _BUILDS_PRELOAD.get(called, set())
            constants = {word.value for word in node.args if isinstance(word, ast.Constant)}
            names |= constants if called in _NAMES_PRELOAD else set()
        elif isinstance(node, ast.keyword) and node.arg == "preload" and isinstance(node.value, ast.Constant):
            names.add(node.value.value)
    found = [file for entry in sorted(_PRELOADS.iterdir()) if entry.stem in names
             for file in ([entry] if entry.is_file() else _all_below(entry))]  # fmt: skip
    return [*found, *_all_below(_PRELOADS / "mpi"), *_PRELOADS.glob("*.h"), *_PRELOADS.glob("*.tsv")] if found else []


def _commands(nodes: Sequence[ast.AST]) -> list[Path]:
    """Modules of the command line for the commands that are the first of their line. The header of a table is none."""
    headers = [node.value for node in nodes if isinstance(node, ast.keyword) and node.arg == "header"]
    lines = [node for node in nodes if isinstance(node, ast.List | ast.Tuple) and node not in headers]
    words = {name for line in lines for name in _words_of(line)}
    modules = {row.place.partition(":")[0] for name, row in ROWS.items() if name in words}
    return [_CLI / f"{module}.py" for module in sorted(modules)]


def _words_of(line: ast.List | ast.Tuple) -> list[str]:
    """Which words of a list may name a command: where it starts rankwise itself, the first alone; of options, none."""
    words = [str(word.value) for word in line.elts if isinstance(word, ast.Constant)]
    if any(isinstance(word, ast.Name) and word.id == "RANKWISE" for word in line.elts):
        return words[:1]
    return [] if words and words[0].startswith("-") else words


def _named(words: set[str], path: Path) -> list[Path]:
    """Files that are named as a constant by their last parts; a program in C beside its module by the module's name."""
    suffixes = tuple(word for word in words if word.endswith(_NATIVE) and "\n" not in word and " " not in word)
    found = [file for name in suffixes for place in _NAMED for file in _by_end(place, name)]
    beside = path.with_suffix(".c")
    return [*found, *([beside] if beside.is_file() else [])]


def _by_end(place: Path, name: str) -> list[Path]:
    if name.startswith("."):
        return []
    return [file for file in _files(place) if str(file).endswith(f"/{name}")]


@cache
def _files(place: Path) -> tuple[Path, ...]:
    return tuple(file for file in place.rglob("*") if file.suffix in _NATIVE and file.is_file())


def _all_below(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.rglob("*")) if file.is_file() and file.suffix in _NATIVE]
