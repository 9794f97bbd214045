"""The import table of docs/architecture.md, and the one-line rule of each folder, hold."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "rankwise"


def allowed_imports() -> dict[str, set[str]]:
    section = (ROOT / "docs/architecture.md").read_text().split("## Import table")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (\w+) \| ([\w, ]*)\|$", section, re.MULTILINE)
    return {name: set(re.findall(r"\w+", allowed)) for name, allowed in rows if name != "package"}


def imported_packages(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{file}: relative imports hide the table"
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    packages = {path.name for path in PACKAGE.iterdir() if path.is_dir()}
    return {
        part[1]
        for name in names
        if (part := name.split("."))[0] == "rankwise" and len(part) > 1 and part[1] in packages
    }


def package_files() -> list[Path]:
    return sorted(file for file in PACKAGE.rglob("*.py") if file.parent != PACKAGE)


@pytest.mark.parametrize("file", package_files(), ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_follow_the_table(file: Path) -> None:
    package = file.relative_to(PACKAGE).parts[0]
    table = allowed_imports()
    assert package in table, f"{package} has no row in docs/architecture.md"
    assert imported_packages(file) - {package} <= table[package]


def test_every_folder_states_its_rule() -> None:
    for folder in {file.parent for file in package_files()}:
        docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text()))
        assert docstring, f"{folder} needs a docstring in its __init__.py"


def test_table_names_only_what_exists() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert set(allowed_imports()) == folders
