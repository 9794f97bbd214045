"""The import table of docs/architecture.md, and the one-line rule of each folder, hold."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "rankwise"


@cache
def allowed_imports() -> dict[str, set[str]]:
    section = (ROOT / "docs/architecture.md").read_text().split("## Import table")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (\w+) \| ([\w, ]*)\|$", section.replace("\\_", "_"), re.MULTILINE)
    table = {
        name: set(re.findall(r"\w+", allowed.removeprefix("all but"))) for name, allowed in rows if name != "package"
    }
    return table | {name: set(table) - {name} - table[name] for name, allowed in rows if allowed.startswith("all but")}


@cache
def parsed(file: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(file.read_text())))


@cache
def imported_packages(file: Path) -> set[str]:
    names: set[str] = set()
    for node in parsed(file):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{file}: relative imports hide the table"
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    parts = [name.split(".") for name in names]
    return {
        part[1]
        for part in parts
        if part[0] == "rankwise" and len(part) > 1 and part[1] in packages() and part[2:3] != ["records"]
    }


def row_of(file: Path) -> str:
    """The row of a file: its package, or its own name where it stands beside the packages."""
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def package_files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


@cache
def packages() -> set[str]:
    return {row_of(file) for file in package_files()} - {"__init__"}


def test_imports_follow_the_table() -> None:
    table = allowed_imports()
    forbidden = {
        str(file.relative_to(PACKAGE)): sorted(more)
        for file in package_files()
        if (more := imported_packages(file) - {row_of(file)} - table.get(row_of(file), set()))
    }
    assert not forbidden, "the rows of docs/architecture.md do not grant these imports"


def test_every_grant_is_used() -> None:
    used: dict[str, set[str]] = {}
    for file in package_files():
        used.setdefault(row_of(file), set()).update(imported_packages(file))
    for package, allowed in allowed_imports().items():
        assert allowed <= used[package], f"{package} does not use what its row in docs/architecture.md grants"


def test_imports_lead_down_the_table() -> None:
    rows = list(allowed_imports())
    up = {name: set(rows[rows.index(name) :]) & allowed for name, allowed in allowed_imports().items()}
    assert not any(up.values()), "rows of docs/architecture.md that name a row below them"


def test_files_that_the_page_names_exist() -> None:
    names = re.findall(r"`((?:\w+/)+\w+\.\w+)`", (ROOT / "docs/architecture.md").read_text())
    assert names and not [name for name in names if not any((place / name).is_file() for place in (PACKAGE, ROOT))]


def test_records_follow_records_alone() -> None:
    """All may import the `records.py` of a package, so that it imports nothing but `core` and others of its kind."""
    more = {
        str(file.relative_to(PACKAGE)): above
        for file in PACKAGE.glob("*/records.py")
        if (above := imported_packages(file) - {"core"})
    }
    assert not more, "records import stages"


SHARED_BY_VERBS = {"records", "where"}


def test_records_are_frozen_and_take_their_fields_by_name() -> None:
    files = [file for file in package_files() if file.stem == "records" or file.parent.name == "records"]
    classes = [node for file in files for node in ast.parse(file.read_text()).body if isinstance(node, ast.ClassDef)]
    bases = {node.name: {base.id for base in node.bases if isinstance(base, ast.Name)} for node in classes}
    records = {"Record"}
    while more := {name for name, of in bases.items() if of & records} - records:
        records |= more
    assert {"RouteWay", "Inventory"} <= records
    for node in classes:
        if node.name in records:
            told = {keyword.arg: ast.unparse(keyword.value) for keyword in node.keywords}
            assert (told.get("frozen"), told.get("kw_only")) == ("True", "True"), node.name


def test_verbs_do_not_import_each_other() -> None:
    """What two verbs need is of the package whose idea it is."""
    others: dict[str, set[str]] = {}
    for file in (PACKAGE / "verbs").rglob("*.py"):
        verb = file.relative_to(PACKAGE / "verbs").parts[0].removesuffix(".py")
        named = {
            part
            for node in parsed(file)
            if isinstance(node, ast.ImportFrom) and node.module
            for name in node.names
            if f"{node.module}.{name.name}".startswith("rankwise.verbs.")
            for part in [f"{node.module}.{name.name}".split(".")[2]]
        }
        if more := named - {verb} - SHARED_BY_VERBS:
            others.setdefault(verb, set()).update(more)
    assert not others, "verbs that import other verbs"


def test_every_folder_states_its_rule() -> None:
    for folder in {file.parent for file in package_files()}:
        docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text()))
        assert docstring, f"{folder} needs a docstring in its __init__.py"


def test_table_names_only_what_exists() -> None:
    assert set(allowed_imports()) == {row_of(file) for file in package_files()}


def test_digits_are_asked_for_as_int_reads_them() -> None:
    """`'²'.isdigit()` is true, and `int('²')` an error that nobody expects."""
    asked = [
        f"{file.relative_to(PACKAGE)}:{node.lineno}"
        for file in package_files()
        for node in parsed(file)
        if isinstance(node, ast.Attribute) and node.attr in {"isdigit", "isnumeric"}
    ]
    assert not asked, "use isdecimal"


VAGUE = {"one", "found"}
"""Variables that say nothing of what they hold."""


def vague(file: Path) -> int:
    """How many variables and parameters of a file are called so; fields of records are not."""
    fields = {
        id(line.target)
        for node in parsed(file)
        if isinstance(node, ast.ClassDef)
        for line in node.body
        if isinstance(line, ast.AnnAssign)
    }
    names = [node.id for node in parsed(file) if isinstance(node, ast.Name) and is_set(node) and id(node) not in fields]
    return sum(name in VAGUE for name in (*names, *(node.arg for node in parsed(file) if isinstance(node, ast.arg))))


def is_set(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def test_variables_say_what_they_hold() -> None:
    counts = {str(file.relative_to(PACKAGE)): count for file in package_files() if (count := vague(file))}
    assert not counts, "name what the variables hold that are called `one` or `found`"
