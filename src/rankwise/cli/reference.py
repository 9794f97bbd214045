"""Documentation that comes from the code: the JSON schema of every command's answer, and the page of all commands."""

from __future__ import annotations

import inspect
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import click
import msgspec

from rankwise.cli.data import DATA, Error
from rankwise.cli.examples import EXAMPLES
from rankwise.cli.suite_program import USAGE
from rankwise.core import settings
from rankwise.core.errors import Exit
from rankwise.core.records import SCHEMA_VERSION, Visit
from rankwise.lab.records import Lab
from rankwise.measure.records import Marks
from rankwise.tuning.records import TuningEvidence

_EXIT = {
    Exit.DONE: "done",
    Exit.ANSWER_IS_NO: (
        "the answer is no, or cannot be told: slower, unused, a finding, not in effect, not verified "
        "(each command says when)"
    ),
    Exit.USAGE: "the command line or a file is wrong",
    Exit.ENVIRONMENT: "something is missing: an MPI, a compiler, a permission, space",
    Exit.MEASUREMENT_FAILED: "measuring failed; what was finished before is saved",
    Exit.INTERRUPTED: "interrupted; what was finished before is saved",
}
_SHARED_BY = 4
"""As many commands have an option with the same words before it is shown once for all."""
_SETTINGS = (
    "Flags come first, then environment variables, then `rankwise.toml` of the current folder, then that of",
    '`$XDG_CONFIG_HOME/rankwise/` (`~/.config/rankwise/`), then defaults. The file has lines `mpi = "openmpi"`;',
    "`rankwise config` shows every value and where it came from.",
)


_STORED = (Lab, Marks, TuningEvidence, Visit)
"""Records of files and of the store that no command prints."""


def _of_any_release(shape: Any) -> Any:
    """A schema without that in which releases of msgspec differ: how docstrings are indented, the keys of a mapping."""
    if isinstance(shape, list):
        return [_of_any_release(part) for part in shape]
    if not isinstance(shape, dict):
        return shape
    kept = {name: _of_any_release(part) for name, part in shape.items() if name != "propertyNames"}
    words = kept.get("description")  # a text, or the shape of a field of that name
    return kept | {"description": inspect.cleandoc(words)} if isinstance(words, str) else kept


def published_schema() -> dict[str, Any]:
    """The JSON schema of an envelope: `$defs` holds every record that is printed or kept, `commands` the `data` of each
    command."""
    names = sorted(DATA)
    answers = [
        (name, kind) for name in names for kind in (DATA[name] if isinstance(DATA[name], tuple) else [DATA[name]])
    ]
    shapes, definitions = msgspec.json.schema_components(
        [*(kind for _, kind in answers), Error, *_STORED],
        ref_template="#/$defs/{name}",
    )
    definitions = _of_any_release(definitions)
    alternatives: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    for (name, _), shape in zip(answers, shapes, strict=False):
        alternatives[name].append(shape)
    commands = {name: given[0] if len(given) == 1 else {"anyOf": given} for name, given in alternatives.items()}
    good = {
        "type": "object",
        "required": ["schema", "command", "ok", "data", "warnings"],
        "properties": {
            "schema": {"const": SCHEMA_VERSION},
            "command": {"enum": names},
            "ok": {"const": True},
            "data": True,
            "warnings": {"type": "array", "items": {"type": "string"}},
        },
        "allOf": [
            {
                "if": {"properties": {"command": {"const": name}}},
                "then": {"properties": {"data": {"$ref": f"#/commands/{name.replace(' ', '%20')}"}}},
            }
            for name in names
        ],
        "additionalProperties": False,
    }
    bad = {
        "type": "object",
        "required": ["schema", "command", "ok", "error"],
        "properties": {
            "schema": {"const": SCHEMA_VERSION},
            "command": {"type": "string"},
            "ok": {"const": False},
            "error": {"$ref": "#/$defs/Error"},
        },
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_VERSION,
        "title": "What every rankwise command prints under --json",
        "oneOf": [good, bad],
        "commands": commands,
        "$defs": definitions,
    }


def commands(group: click.Group, prefix: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command with its full name, in alphabetical order; a group that does something by itself is one too."""
    for name, command in sorted(group.commands.items()):
        full = f"{prefix} {name}".strip()
        if isinstance(command, click.Group):
            if command.invoke_without_command:
                yield full, command
            yield from commands(command, full)
        elif not command.hidden:
            yield full, command


def program() -> click.Group:
    """The whole command line."""
    from rankwise.cli.main import app

    return app


def cli_reference() -> str:
    """docs/cli.md."""
    lines = ["# Commands", "", "Written from the code by `make schema`.", ""]
    lines += [
        "`rankwise --version` or `-V` prints the version; `rankwise help COMMAND` or `--help` what it takes;",
        "`rankwise help more` describes every command in a line.",
        "",
        "For completion of commands, options, MPIs, kernels, runs and knobs, bash reads",
        '`eval "$(_RANKWISE_COMPLETE=bash_source rankwise)"`, zsh the same with `zsh_source`, and fish',
        "`_RANKWISE_COMPLETE=fish_source rankwise | source`.",
        "",
    ]
    options = {name: _options(command) for name, command in commands(program())}
    shared = _shared(options.values())
    every = [row for row in shared if all(row in rows for rows in options.values())]
    lines += ["## Shared options", "", "Many commands have these; each names those that it has.", "", *_table(shared)]
    lines += [f"Every command has {', '.join(map(_flags, every))}.", ""]
    for name, command in commands(program()):
        lines += [f"## rankwise {name}", "", *_usage(name, command)]
        lines += _table([row for row in options[name] if row not in shared])
        if has := [_flags(row) for row in options[name] if row in shared and row not in every]:
            named = f"[Shared](#shared-options): {', '.join(has)}."
            lines += [*textwrap.wrap(named, 120, break_on_hyphens=False), ""]
    lines += ["## rankwise-suite", "", "In the place of another suite's program ([suites](suites.md)).", ""]
    lines += ["```", USAGE, "```", ""]
    lines += ["## Exit status", "", "| status | meaning |", "|---|---|"]
    lines += [f"| {status.value} | {meaning} |" for status, meaning in _EXIT.items()]
    lines += ["", "## Settings", "", *_SETTINGS, "", "| setting | variable | default | meaning |", "|---|---|---|---|"]
    lines += [
        f"| `{name}` | `{settings.variable(name)}` | {_code(default)} | {meaning} |"
        for name, (default, meaning) in settings.DEFAULTS.items()
    ]
    return "\n".join(lines) + "\n"


def _usage(name: str, command: click.Command) -> list[str]:
    context = click.Context(command, info_name=f"rankwise {name}")
    usage = " ".join(command.collect_usage_pieces(context))
    examples = [f"    {line}" for line in EXAMPLES.get(name, ())]
    return [f"    rankwise {name} {usage}", "", inspect.cleandoc(command.help or ""), "", *examples, ""]


def _options(command: click.Command) -> list[str]:
    rows = []
    for parameter in command.params:
        flags = " ".join(f"`{flag}`" for flag in (*parameter.opts, *parameter.secondary_opts))
        if isinstance(parameter, click.Argument):
            flags = f"`{parameter.make_metavar(click.Context(command))}`"
        rows.append(f"| {flags} | {_default(parameter)} | {getattr(parameter, 'help', None) or ''} |")
    return rows


def _shared(options: Iterable[list[str]]) -> list[str]:
    """Rows that several commands have; where an option has two meanings, the one that more of them have."""
    uses = Counter(row for rows in options for row in rows if row.startswith("| `-"))
    usual = {_flags(row): row for row, count in reversed(uses.most_common()) if count >= _SHARED_BY}
    return sorted(usual.values())


def _flags(row: str) -> str:
    return row.removeprefix("| ").split(" | ")[0]


def _table(rows: list[str]) -> list[str]:
    return ["| option | default | meaning |", "|---|---|---|", *rows, ""] if rows else []


def _default(parameter: Any) -> str:
    if parameter.required:
        return "required"
    if parameter.secondary_opts and parameter.default is not None:  # a switch: which of its two words holds by itself
        return _code(parameter.opts[0] if parameter.default else parameter.secondary_opts[0])
    nothing = callable(parameter.default) or parameter.default in (None, False, "")
    return "" if nothing else _code(parameter.default)


def _code(value: object) -> str:
    return f"`{value}`" if value != "" else ""
