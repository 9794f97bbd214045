"""A tuning as files of the MPI itself and of those who start its jobs: nobody needs rankwise to use it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rankwise.apply.environment import JOINED
from rankwise.apply.records import ExportedTuning
from rankwise.core.errors import UsageError
from rankwise.core.files import put
from rankwise.core.knob_names import MCA_PREFIX, plain
from rankwise.core.records import Change, Mpi
from rankwise.core.words import one_line
from rankwise.mpis.families import FAMILIES
from rankwise.tuning.records import Tuning

_SEPARATORS = dict.fromkeys(JOINED, ":") | {
    name: separator for row in FAMILIES.values() for name, separator in row.joined.items()
}
_BACKSLASH = "\\"
_MOST_LETTERS = 80  # of the name of a file
_YIELD = "LD_PRELOAD takes the yield from ranks with a CPU each, as far as launchers tell; RANKWISE_YIELD=1 keeps it."


@dataclass(frozen=True)
class Exported:
    """What is to be written: a tuning, its change with the files of rules already in `folder`, its variables, and what
    of it --allow takes, in words."""

    tuning: Tuning
    mpi: Mpi
    change: Change
    variables: Mapping[str, str]
    folder: Path
    allowed: tuple[str, ...] = ()


def export(what: Exported, formats: tuple[str, ...]) -> ExportedTuning:
    """Writes the files of these formats into the folder. Formats that this MPI does not have are left out with a word
    when all were asked for, and are a UsageError else."""
    if not formats:
        raise UsageError("bad-format", "no format is named", f"write {', '.join(FORMATS)} or all")
    files: dict[str, str] = {}
    left_out = [
        f"line '{line.id}' orders ranks, which `rankwise run` alone follows: `rankwise place --write` writes files"
        for line in what.tuning.lines
        if line.placement
    ]
    left_out += [
        f"line '{line.id}' relays messages, for which `rankwise run` alone starts forwarders"
        for line in what.tuning.lines
        if line.relay
    ]
    for wanted in formats:
        if wanted not in FORMATS:
            raise UsageError("bad-format", f"unknown format '{wanted}'", f"use {', '.join(FORMATS)} or all")
        written, problem = _WRITERS[wanted](what)
        if problem and not written and len(formats) == 1:
            raise UsageError("no-format", problem, "`--format all` writes what there is")
        left_out += [problem] if problem else []
        files |= written
    return ExportedTuning(tuning=what.tuning.name, files=files, left_out=tuple(left_out), allowed=what.allowed)


_Written = tuple[dict[str, str], str]


def _rules(what: Exported) -> _Written:
    paths = {value: name for name, value in what.change.knobs.items() if Path(value).parent == what.folder}
    if paths:
        return {path: f"rules for collectives, named by {name}" for path, name in paths.items()}, ""
    rules = any(line.library_rule for line in what.tuning.lines)
    why = "are variables" if rules else "are not in this tuning"
    return {}, f"rules of {what.mpi.name} {why}: there is no file of them"


def _env(what: Exported) -> _Written:
    variables, left = _with_sent(what)
    lines = _comments("#", (*_about(what), *left))
    lines += _comments("#", (f"{line.id}: {line.why}" for line in what.tuning.lines if line.why))
    lines += [f"export {name}={_shell(name, value)}" for name, value in variables.items()]
    lines += _comments("#", ["To be rid of it: unset " + " ".join(variables)])
    return _put(what, "environment.sh", lines, "; ".join(("sh: `. environment.sh` before mpirun or srun", *left)))


def _mca(what: Exported) -> _Written:
    family = FAMILIES[what.mpi.family]
    if not family.mca:
        return {}, f"{what.mpi.name} has no MCA parameter files: they are Open MPI's"
    own = {plain(f"env:{name}")[4:]: value for name, value in what.variables.items() if name.startswith(MCA_PREFIX)}
    rest = [name for name in what.variables if not name.startswith(MCA_PREFIX)]
    # A value ends with its line there; blanks and quotes around it are taken away (opal/util/keyval).
    bare = [name for name, value in own.items() if re.search(r"^[\s'\"]|[\s'\"]$", value)]
    lines = _comments("#", _about(what)) + [f"{name} = {own[name]}" for name in own if name not in bare]
    lines += _comments("#", [f"Not for this file, but for the environment: {' '.join(rest)}"]) if rest else []
    use = "Open MPI: OMPI_MCA_mca_base_param_files=FILE, or $HOME/.openmpi/mca-params.conf"
    written, _ = _put(what, "mca-params.conf", lines, use)
    # mpirun splits these lines at blanks and knows no quotes; `-x` sends to ranks, not to mpirun itself. What follows
    # `-x` Open MPI 4 joins by semicolons, and splits again: `-x A=1;B=2` sets B.
    words = {name: f"--mca {name} {value}" for name, value in own.items()}
    words |= {name: f"-x {name}={what.variables[name]}" for name in rest}
    held = [words[name] for name, value in own.items() if not re.search(r"\s|['\"]", value)]
    held += [
        words[name]
        for name in rest
        if not re.search(r"\s|['\";]", what.variables[name]) and not name.startswith(family.for_launcher)
    ]
    lost = [name for name, line in words.items() if line not in held]
    written |= _put(what, "mpirun.tune", held, "Open MPI: `mpirun --tune FILE -n ...`")[0]
    why = "a value has blanks, quotes or semicolons, or is for mpirun alone"
    told = [f"mpirun.tune cannot hold {' '.join(lost)}: {why}"] if lost else []
    told += [f"mca-params.conf cannot hold {' '.join(bare)}: blanks or quotes are around a value"] if bare else []
    return written, "; ".join(told)


def _json(what: Exported) -> _Written:
    written, _ = _rules(what)
    documents = {path: words for path, words in written.items() if path.endswith(".json")}
    return (
        (documents, "")
        if documents
        else ({}, f"{what.mpi.name} {what.mpi.version} reads no rules in JSON for this tuning")
    )


def _module(what: Exported) -> _Written:
    file = re.sub(r"[^A-Za-z0-9._-]+", "-", what.tuning.name)[:_MOST_LETTERS].strip(".-") or "tuning"
    variables, left = _with_sent(what)
    about = [*_about(what), *left]
    tcl = ["#%Module1.0", *_comments("#", about), f"module-whatis {_tcl(about[0])}"]
    lua = [*_comments("--", about), f"whatis({_lua(about[0])})"]
    for name, value in variables.items():
        if between := _SEPARATORS.get(name):
            tcl += [f"prepend-path -d {_tcl(between)} {name} {_tcl(value)}"]
            lua += [f"prepend_path({_lua(name)}, {_lua(value)}, {_lua(between)})"]
        else:
            tcl += [f"setenv {name} {_tcl(value)}"]
            lua += [f"setenv({_lua(name)}, {_lua(value)})"]
    use = "environment modules: into a folder of MODULEPATH, without .tcl"
    written, _ = _put(what, f"{file}.tcl", tcl, "; ".join((use, *left)))
    written |= _put(what, f"{file}.lua", lua, "; ".join(("Lmod: into a folder of MODULEPATH", *left)))[0]
    return written, ""


def _sbatch(what: Exported) -> _Written:
    variables, left = _with_sent(what)
    lines = _comments("#", (*_about(what), *left, "Put this above the srun or mpirun line of a batch script."))
    lines += ["export SLURM_EXPORT_ENV=ALL # srun would else send what `sbatch --export` named"]
    lines += [f"export {name}={_shell(name, value)}" for name, value in variables.items()]
    return _put(what, "tuning.sbatch", lines, "; ".join(("Slurm: lines for a batch script", *left)))


_WRITERS = {"rules": _rules, "env": _env, "mca": _mca, "json": _json, "module": _module, "sbatch": _sbatch}
FORMATS = tuple(_WRITERS)


def _about(what: Exported) -> list[str]:
    build = what.tuning.build
    return [
        f"{what.tuning.name}: for {build.family} {build.version} only ({build.library}, "
        f"SHA-256 {build.library_sha256[:12]}...), found with {what.tuning.ranks} ranks on {what.tuning.machine}.",
        "Written by `rankwise tune export`; paths in it are those of this folder.",
        *([_YIELD] if what.change.preload == "noyield" else []),
        *what.allowed,
    ]


def _with_sent(what: Exported) -> tuple[dict[str, str], list[str]]:
    """The variables as ranks on other nodes get them too; and what to add to a launch line for those that do not."""
    family = FAMILIES[what.mpi.family]
    variables, left = family.sent(what.mpi, what.variables)
    return variables, [f"{family.title} sends other nodes not all of them: add {left} to its line"] if left else []


def _put(what: Exported, name: str, lines: list[str], use: str) -> _Written:
    file = what.folder / name
    put(file, "\n".join(lines) + "\n")
    return {str(file): use}, ""


def _shell(name: str, value: str) -> str:
    between = _SEPARATORS.get(name)
    return shlex.quote(value) + (f'"${{{name}:+{between}${name}}}"' if between else "")


def _comments(mark: str, lines: Iterable[str]) -> list[str]:
    """Comments of one line each. The dot after a backslash: Tcl would go on with the next line."""
    told = (one_line(line) for line in lines)
    return [f"{mark} {line}{'.' if line.endswith(_BACKSLASH) else ''}" for line in told]


def _tcl(text: str) -> str:
    """A word of Tcl: in braces, or with each letter escaped where these cannot hold it, in any encoding."""
    if text.isascii() and not re.search(r"[{}\\]", text):
        return f"{{{text}}}"
    return re.sub(r"[^A-Za-z0-9_./:,=+@-]", lambda match: _tcl_letter(match[0]), text)


def _tcl_letter(letter: str) -> str:
    units = letter.encode("utf-16-be")  # Tcl 8 knows letters beyond 16 bits as pairs
    if letter.isascii():
        return f"{_BACKSLASH}{letter}"
    return "".join(f"{_BACKSLASH}u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def _lua(text: str) -> str:
    return '"' + text.replace(_BACKSLASH, _BACKSLASH * 2).replace('"', f'{_BACKSLASH}"') + '"'
