"""Change the statistics in many small ways, one at a time, and count how many changes the unit tests notice.

`make mutation [ARGS="--sample 600 --seed 1"]`. A mutant is one file of `model/`, `experiment/`, `optimise/` or
`tuning/` with one operator, comparison, condition or number changed, two arguments exchanged, or a statement or an
answer left out. The unit tests that import the file run in a fork of this process until one fails. The sample is drawn
by `--seed` over all mutants of all files, so that a count can be repeated.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import importlib.abc
import importlib.machinery
import os
import random
import re
import resource
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "rankwise"
PACKAGES = ("model", "experiment", "optimise", "tuning")
RECORDED = str(ROOT / "tests" / "model" / "test_recorded.py")
QUIETLY = ("-x", "-q", "-p", "no:cacheprovider", "-m", "not mpi")
LIMIT_S = 120
"""A mutant that takes more CPU time than this is noticed: its loop does not end."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """The `variant`-th change of the `node`-th node of a file, counted as `ast.walk` does."""

    path: Path
    node: int
    variant: int


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=200, help="how many mutants are judged (0: all)")
    parser.add_argument("--seed", type=int, default=0, help="draws the sample")
    parser.add_argument("--jobs", type=int, default=2, help="how many are judged at once")
    parser.add_argument("files", nargs="*", type=Path, help="files of src/rankwise (default: all of these packages)")
    given = parser.parse_args()
    files = [path.resolve() for path in given.files] or [
        path for package in PACKAGES for path in sorted((PACKAGE / package).rglob("*.py"))
    ]
    every = [mutant for path in files for mutant in mutants(path)]
    sample = every if given.sample == 0 else random.Random(given.seed).sample(every, min(given.sample, len(every)))
    prepare()
    tests = list(dict.fromkeys(test for mutant in sample for test in tests_of(mutant.path)))
    print(f"{len(sample)} of {len(every)} mutants; the tests of their files run once without a change ...", flush=True)
    if not passes(tests):
        sys.exit("tests fail without any change; mend them first")
    killed: Counter[Path] = Counter()
    for mutant, noticed in judged(sample, given.jobs):
        killed[mutant.path] += noticed
        if not noticed:
            print(f"survived: {described(mutant)}", flush=True)
    judged_of = Counter(mutant.path for mutant in sample)
    for path, count in sorted(judged_of.items()):
        print(f"{path.relative_to(PACKAGE)!s:28} {killed[path]:4} of {count:4} killed")
    share = 100 * killed.total() / max(len(sample), 1)
    print(f"{killed.total()} of {len(sample)} mutants killed ({share:.0f} %), of {len(every)}; seed {given.seed}")
    return 0


def mutants(path: Path) -> list[Mutant]:
    return [
        Mutant(path, index, variant)
        for index, node in enumerate(_code(ast.parse(path.read_text())))
        for variant in range(len(list(changes(node))))
    ]


def _code(tree: ast.Module) -> list[ast.AST]:
    """All nodes but annotations, whose change no run can show."""
    left_out: set[ast.AST] = set()
    for node in ast.walk(tree):
        hints = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        left_out |= {part for hint in hints if isinstance(hint, ast.AST) for part in ast.walk(hint)}
    return [node for node in ast.walk(tree) if node not in left_out]


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """The node with one thing changed, in each way."""
    yield from _changed(node)
    yield from _moved(node)


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    """The node with another operator, condition, number or function."""
    changed = copy.deepcopy(node)
    match changed:
        case ast.Compare(ops=[only]) if type(only) in COMPARED:
            changed.ops = [COMPARED[type(only)]()]
            yield changed
        case ast.Compare(ops=[first, *rest]) if type(first) in COMPARED:
            changed.ops = [COMPARED[type(first)](), *rest]
            yield changed
        case ast.BinOp(op=op) if type(op) in CALCULATED:
            changed.op = CALCULATED[type(op)]()
            yield changed
        case ast.AugAssign(op=op) if type(op) in CALCULATED:
            changed.op = CALCULATED[type(op)]()
            yield changed
        case ast.BoolOp(op=op):
            changed.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield changed
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.copy_location(ast.Constant(not value), node)
        case ast.Constant(value=int(value) | float(value)):
            yield ast.copy_location(ast.Constant(value + 1), node)
            yield ast.copy_location(ast.Constant(value - 1), node)
        case ast.IfExp(test=test):
            changed.test = ast.UnaryOp(ast.Not(), test)
            yield changed
        case ast.If(test=test):
            changed.test = ast.UnaryOp(ast.Not(), test)
            yield changed
        case ast.Call(func=ast.Name(id=name)) if name in CALLED:
            changed.func = ast.Name(CALLED[name], ast.Load())
            yield changed


def _moved(node: ast.AST) -> Iterator[ast.AST]:
    """The node with a thing at another place or left out: arguments, ends of slices, answers, statements."""
    match node:
        case ast.Call(func=ast.Name(id="min" | "max"), args=[_, _]):
            pass  # the same in either order
        case ast.Call(args=[ast.expr() as first, ast.expr() as second, *rest]) if not _alike(first, second):
            yield ast.Call(node.func, [second, first, *rest], node.keywords)
        case ast.Slice():
            for end in ("lower", "upper"):
                bound = getattr(node, end)
                if bound is not None and not isinstance(bound, ast.Constant):  # numbers are changed themselves
                    moved = copy.copy(node)
                    setattr(moved, end, ast.BinOp(bound, ast.Add(), ast.Constant(1)))
                    yield moved
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.AugAssign() | ast.Raise():
            yield ast.Pass()
        case ast.Continue() | ast.Break():
            yield ast.Pass()


def _alike(first: ast.expr, second: ast.expr) -> bool:
    """Whether two arguments cannot be exchanged, or are the same."""
    return isinstance(first, ast.Starred) or isinstance(second, ast.Starred) or ast.dump(first) == ast.dump(second)


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def mutated(mutant: Mutant) -> ast.Module:
    tree = ast.parse(mutant.path.read_text())
    old = _code(tree)[mutant.node]
    new = ast.copy_location(list(changes(old))[mutant.variant], old)
    _Replace(old, new).visit(tree)
    return ast.fix_missing_locations(tree)


def lines_of(path: Path) -> dict[int, int]:
    """The line of each node of a file, counted as `Mutant.node`."""
    return {index: getattr(node, "lineno", 0) for index, node in enumerate(_code(ast.parse(path.read_text())))}


def described(mutant: Mutant) -> str:
    old = _code(ast.parse(mutant.path.read_text()))[mutant.node]
    new = list(changes(old))[mutant.variant]
    parts = (old.test, new.test) if isinstance(old, ast.If) and isinstance(new, ast.If) else (old, new)
    before, after = (ast.unparse(part) for part in parts)
    return f"{mutant.path.relative_to(ROOT)}:{getattr(old, 'lineno', 0)}: {before}  ->  {after}"


def tests_of(path: Path) -> list[str]:
    """The recorded answers, which take 2 s for all files; the unit tests of its name, and those of these packages that
    import it, or all of its package where none does."""
    *folders, stem = path.relative_to(SOURCE).with_suffix("").parts
    imported = re.compile(rf"from {'.'.join(folders)}(\.{stem} import|[\w.]* import .*\b{stem}\b)")
    units = [test for package in PACKAGES for test in (ROOT / "tests" / package).rglob("test_*.py")]
    chosen = sorted(str(test) for test in units if test.name == f"test_{stem}.py" or imported.search(test.read_text()))
    return [RECORDED, *(chosen or [str(ROOT / "tests" / folders[1])])]


def prepare() -> None:
    """Import what every run of tests needs, and nothing of rankwise, so that a fork starts in no time."""
    for name in ("numpy", "scipy.stats", "scipy.optimize", "hypothesis", "msgspec"):
        importlib.import_module(name)
    assert not any(name.startswith("rankwise") for name in sys.modules), "rankwise must not be imported yet"


class _Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives the mutant for the name of its file."""

    def __init__(self, mutant: Mutant) -> None:
        self.path, self.tree = mutant.path, mutated(mutant)
        parts = mutant.path.relative_to(SOURCE).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, origin=str(self.path))

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.path)
        exec(compile(self.tree, str(self.path), "exec"), module.__dict__)


def judged(sample: Sequence[Mutant], jobs: int) -> Iterator[tuple[Mutant, bool]]:
    """Each mutant, and whether a test fails or does not end, as they end."""
    running: dict[int, Mutant] = {}
    for mutant in [*sample, *[None] * jobs]:
        if running and (mutant is None or len(running) == jobs):
            process, status = os.wait()
            yield running.pop(process), os.waitstatus_to_exitcode(status) != 0
        if mutant is not None:
            running[_forked(tests_of(mutant.path), mutant)] = mutant


def passes(tests: Sequence[str]) -> bool:
    """Whether the tests pass without a change; in a fork, so that rankwise stays unimported here."""
    return os.waitstatus_to_exitcode(os.waitpid(_forked(tests), 0)[1]) == 0


def _forked(tests: Sequence[str], mutant: Mutant | None = None) -> int:
    """The process that runs the tests, with the mutant in the place of its file."""
    sys.stdout.flush()
    if process := os.fork():
        return process
    status = 3
    try:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        sys.dont_write_bytecode = True
        if mutant:
            resource.setrlimit(resource.RLIMIT_CPU, (LIMIT_S, LIMIT_S))
            sys.meta_path.insert(0, _Mutated(mutant))
        status = int(pytest.main([*QUIETLY, *tests]))
    finally:
        os._exit(status)


if __name__ == "__main__":
    sys.exit(main())
