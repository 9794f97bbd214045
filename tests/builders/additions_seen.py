"""Additions that a user sees as a command or an option, and as a run of a new kind."""

from __future__ import annotations

from builders.addition import Addition

COMMAND = Addition(
    section="A command",
    limit=4,
    files={
        "verbs/sampled.py": '''"""What a test adds."""

from __future__ import annotations

from typing import Annotated

from rankwise.core.options import Argument


def greeting(name: Annotated[str, Argument("Whom to greet.")]) -> str:
    """Greet somebody."""
    return f"hello {name}"
''',
        "cli/sampled.py": '''"""`rankwise sampled`: what a test adds."""

from __future__ import annotations

from collections.abc import Callable

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.verbs.sampled import greeting


@command("sampled", greeting)
def sampled(asked: Callable[[], str]) -> Answer:
    words = asked()
    return Answer({"words": words}, lambda: [words])
''',
        "cli/overview.py": (
            ('        "share": Row(',
             '        "sampled": Row("Greet somebody", "sampled:sampled"),\n        "share": Row('),
        ),
        "cli/data.py": (('    "share": Shared,\n', '    "sampled": dict[str, str],\n    "share": Shared,\n'),),
    },
    works="""
import json
assert json.loads(cli("sampled", "Ada", "--json"))["data"] == {"words": "hello Ada"}
assert cli("sampled", "Ada") == "hello Ada\\\\n"
assert "sampled" in cli("--help") and "Greet somebody" in cli("help", "more")
assert "Whom to greet" in cli("sampled", "--help")
assert "sampled" in json.dumps(schema()["commands"])
from rankwise.cli.reference import cli_reference
assert "Whom to greet" in cli_reference()
""".replace("\\\\", "\\"),
)  # fmt: skip

OPTION = Addition(
    section="An option",
    limit=1,
    files={
        "verbs/share.py": (
            (
                '    fabric: Fabric = "",\n) -> Shared:\n',
                '    fabric: Fabric = "",\n    greeted: Annotated[str, Option("Whom to greet.")] = "",\n) -> Shared:\n',
            ),
            ("        machine=machine.name,\n", "        machine=greeted + machine.name,\n"),
        ),
    },
    works="""
import json
from rankwise.cli.reference import cli_reference
asked = ("share", "--machine", "phi-cluster", "--speed", "*=1", "--greeted", "Ada's ")
assert json.loads(cli(*asked, "--json"))["data"]["machine"].startswith("Ada's ")
assert rankwise.share_work("phi-cluster", {"*": 1.0}, greeted="Bob's ").machine.startswith("Bob's ")
assert "Whom to greet" in cli("share", "--help") and "Whom to greet" in cli_reference()
""",
)

KIND = Addition(
    section="A kind of run",
    limit=4,
    files={
        "verbs/sampled.py": '''"""What a test adds."""

from __future__ import annotations

from rankwise.core import settings
from rankwise.core.records import Plan
from rankwise.measure.provenance import new_run
from rankwise.store import Store, recorded
from rankwise.verbs.records import Sampled


def greet(name: str) -> Sampled:
    """Greets somebody, and keeps it."""
    run = new_run("greeting", Plan(name="greeting", endpoints=(), cells=()), {}, {})
    with Store.of(settings.folder()) as store, recorded(store, run) as recording:
        return recording.keep(Sampled(run=recording.ended(), words=f"hello {name}"))
''',
        "verbs/records.py": (
            (
                "class ListedStudy(",
                """class Sampled(Result, frozen=True, kw_only=True):
    \"\"\"Whom a test has greeted.\"\"\"

    rows: ClassVar[str] = "names"

    run: Run
    words: Prose
    names: tuple[Prose, ...] = ()


class ListedStudy(""",
            ),
        ),
        "report/sampled.py": '''"""What a test has greeted."""

from __future__ import annotations

from rankwise.report.run_page import page_of_tables
from rankwise.verbs.records import Sampled


def lines(greeting: Sampled) -> list[str]:
    return [greeting.words]


def render(greeting: Sampled) -> str:
    return page_of_tables(greeting.run, greeting.words, [], ())
''',
        "core/kinds.py": (
            ("import Improved, ScaleReport,", "import Improved, Sampled, ScaleReport,"),
            (
                '    "scale": Kind(\n',
                """    "greeting": Kind(
        Sampled, "greeting", "rankwise.report.sampled:lines", "rankwise.report.sampled:render", "greet"
    ),
    "scale": Kind(
""",
            ),
        ),
    },
    works="""
import json
from pathlib import Path
from rankwise.verbs.sampled import greet
greet("Ada")
assert [run.kind for run in rankwise.list_runs()] == ["greeting"] and rankwise.load_run().status == "finished"
assert cli("runs", "show") == "hello Ada\\n"
assert json.loads(cli("runs", "show", "--json"))["data"]["words"] == "hello Ada"
assert "hello Ada" in Path(cli("runs", "page").strip()).read_text()
assert rankwise.load_answer().words == "hello Ada"
assert "Sampled" in json.dumps(schema()["commands"]["runs show"])
""".replace("\\\\", "\\"),
)  # fmt: skip
