"""Every document can be found from the README, and no link between them leads nowhere."""

from __future__ import annotations

import re
from pathlib import Path

from rankwise.cli.reference import commands, program
from rankwise.logs.table import ROWS, messages
from rankwise.preloads.device_buffers import wrappers as device_wrappers
from rankwise.preloads.trace import wrappers as trace_wrappers

ROOT = Path(__file__).parents[1]


def links(page: Path) -> dict[Path, str]:
    """The files that a page links to, each with the link as it is written."""
    written = re.findall(r"\]\(([^)#:\s]+)(?:#[^)\s]*)?\)", page.read_text())
    return {(page.parent / link).resolve(): link for link in written}


def test_every_document_is_linked_and_every_link_leads_somewhere() -> None:
    seen: set[Path] = set()
    waiting = [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        seen.add(page)
        found = links(page)
        assert not [link for path, link in found.items() if not path.exists()], page
        waiting += [path for path in found if path.suffix == ".md" and path not in seen]
    assert {*(ROOT / "docs").rglob("*.md")} <= seen


def test_folders_and_files_that_are_named_exist() -> None:
    """`make test PYTEST_ARGS='tests/decide -q'` stood there for long after that folder was gone."""
    gone = [
        f"{page.name}: {name}"
        for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
        for name in re.findall(r"(?<![\w/])(?:tests|tools|examples|src)/[\w./-]+", page.read_text())
        if not re.search(r"NAME|FOLDER|VERB", name) and not (ROOT / name.rstrip(".")).exists()
    ]
    assert gone == []


def lines_of_commands(page: Path) -> list[str]:
    """The command lines of rankwise that a page shows, each without the program's own line and quoted words."""
    text = page.read_text().replace("\\\n", " ")
    shown = re.findall(r"`rankwise ([^`]+)`", text)
    shown += re.findall(r"^ {4}(?:\$ )?(?:.* -- )?rankwise (.+)", text, re.MULTILINE)
    ends = r" -- | --suite | mpirun | mpiexec | # | \| |; |&&"
    return [re.sub(r"'[^']*'|\"[^\"]*\"", "WORD", re.split(ends, line)[0]) for line in shown]


def test_guides_name_options_that_their_commands_have() -> None:
    options = {
        name: {flag for parameter in command.params for flag in (*parameter.opts, *parameter.secondary_opts)}
        for name, command in commands(program())
    }
    wrong = []
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for line in lines_of_commands(page):
            name = max((name for name in options if f"{line} ".startswith(f"{name} ")), key=len, default="")
            flags = re.findall(r"(?<= )--?[a-z][a-z-]*", line.removeprefix(name)) if name else []
            wrong += [f"{page.name}: {line}" for flag in flags if flag not in {*options[name], "--help"}]
    assert wrong == []


def test_what_a_user_needs_is_linked_from_the_first_page() -> None:
    needed = {f"docs/{name}.md" for name in ("cli", "cluster", "claims", "dev/benchmarks")}
    assert needed <= {*links(ROOT / "README.md").values()}


def test_lines_of_text_are_narrow() -> None:
    """120 columns, for who reads the file itself. Examples of output, addresses and tables of figures are as they are;
    rows of other tables are no longer than 160."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    generated = {"claims.md", "cli.md"}
    wide = [
        f"{page.name}:{number}"
        for page in pages
        for number, line in enumerate(page.read_text().splitlines(), 1)
        if page.name not in generated and not line.startswith("    ") and "](http" not in line
        if len(line) > (160 if line.startswith("|") else 120)
    ]
    assert wide == []


def test_the_tables_of_make_docs_name_every_message_and_call() -> None:
    listed = messages()
    assert not [row.name for row in ROWS if f"- `{row.name}`: " not in listed]
    assert "`Allreduce` (c)" in device_wrappers.coverage()
    assert "`Allreduce` (c)" in trace_wrappers.coverage()


def test_all_documents_can_be_read() -> None:
    """60,000 words in all; the page of claims, which is as long as what was measured, has 5,000 of them."""
    pages = {*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").rglob("*.md")}
    words = sum(len(page.read_text().split()) for page in pages - {ROOT / "docs/claims.md"})
    assert words <= 55_000, "say it shorter, or take away what is said twice"


def test_the_guide_to_the_engine_names_its_verbs_and_frames() -> None:
    """But for those of the probe, which `probe.hpp` has."""
    guide = (ROOT / "docs/engine.md").read_text()
    source = ROOT / "src/rankwise/measure"
    verbs = re.findall(r'command\.verb == "(\w+)"', (source / "engine/main.cpp").read_text())
    frames = re.findall(r'tag="(\w+)"', (source / "frames.py").read_text())
    rows = re.findall(r"^\| (`[^|]*`) \|", guide, re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert {*verbs, *frames} - {"probe", "reach", "counter", "counted"} <= told
