"""Lines of a tuning as one change of a launch: their knobs, the files that their rules need, what is preloaded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from rankwise.core.errors import UsageError
from rankwise.core.files import make, put, read
from rankwise.core.records import Change, Mpi
from rankwise.mpis.families import FAMILIES
from rankwise.tuning.records import CollectiveRule, TuningLine

SCHEDULES = "env:RANKWISE_SCHEDULES"
"""Where ranks find the files of schedules, with colons between."""


def beside(path: Path) -> Path:
    """The folder of the schedules that the tuning in this file names."""
    return path.with_suffix(".schedules")


def schedule_folders(out: Path, base: Path | None = None) -> tuple[Path, ...]:
    """Where schedules of a search lie: with its results, and beside the tuning that it stands on."""
    return (out / "schedules", *([beside(base)] if base else []))


def check_schedules_folder(folder: Path) -> None:
    """Raises UsageError for a folder whose name would end in its middle where ranks read the list of schedules."""
    if ":" in str(folder.absolute()):
        raise UsageError(
            "bad-folder",
            f"{folder.absolute()} holds a colon, which separates the files of schedules that ranks read",
            "name a folder without a colon (--out)",
        )


def keep(lines: Sequence[TuningLine], folders: Sequence[Path], path: Path) -> None:
    """Puts the schedules that lines of the tuning in this file name beside it, out of the first of the folders that
    has them. Raises as `carry`."""
    for line in lines:
        for sha256 in line.schedules:
            put(beside(path) / _file_name(sha256), _schedules_of(line, sha256, folders))


def carry(lines: Sequence[TuningLine], mpi: Mpi, folder: Path, schedules: Sequence[Path] = ()) -> Change:
    """What a launch of `mpi` needs so that all lines are in effect. Files are written into `folder`, which is made;
    those of schedules are copied there from the first of the folders `schedules` that has them.

    Raises UsageError when two lines contradict each other, and for a rule that this MPI cannot express and
    schedules that are not in their folder as their name says; EnvironmentProblem when files cannot be written.
    """
    make(folder)
    knobs: dict[str, str] = {}
    set_by: dict[str, str] = {}
    for line in lines:
        for name, value in line.knobs.items():
            if knobs.setdefault(name, value) != value:
                raise UsageError(
                    "lines-disagree",
                    f"lines '{set_by[name]}' and '{line.id}' set {name} to '{knobs[name]}' and '{value}'",
                    "keep one of them",
                )
            set_by.setdefault(name, line.id)
    rules = [line.library_rule for line in lines if line.library_rule is not None]
    carried = FAMILIES[mpi.family].rules.carried(mpi, rules, folder.absolute()) if rules else {}
    for name, value in carried.items():
        if knobs.setdefault(name, value) != value:
            raise UsageError(
                "lines-disagree",
                f"line '{set_by[name]}' sets {name}, which the rules of other lines need for themselves",
                "take its knob away, or the rules",
            )
    preloads = list(dict.fromkeys(line.preload for line in lines if line.preload))
    if len(preloads) > 1:
        raise UsageError("lines-disagree", f"lines preload {' and '.join(preloads)}", "keep one of them")
    played = tuple(_played(lines, folder.absolute(), schedules))
    if played:
        check_schedules_folder(folder)
        knobs[SCHEDULES] = ":".join(played)
    return Change(knobs=knobs, preload=preloads[0] if preloads else None, schedules=played)


def _played(lines: Sequence[TuningLine], folder: Path, schedules: Sequence[Path]) -> Iterator[str]:
    for line in lines:
        for sha256 in line.schedules:
            text, name = _schedules_of(line, sha256, schedules), _file_name(sha256)
            if (rule := line.rule) is not None:
                text, name = _at_sizes_of(rule, text), f"{sha256}-{rule.from_bytes}-{rule.to_bytes}.schedules"
            yield str(put(folder / name, text))


def served(line: TuningLine, schedules: Sequence[Path]) -> dict[tuple[str, ...], list[str]]:
    """The collectives that the schedules of a line serve, by the hosts of their ranks in order. Raises as `carry`."""
    collectives: dict[tuple[str, ...], list[str]] = {}
    for sha256 in line.schedules:
        rows = [row.split() for row in _schedules_of(line, sha256, schedules).splitlines()]
        hosts = next((tuple(row[1:]) for row in rows if row[:1] == ["hosts"]), ())
        names = [row[2] for row in rows if row[:1] == ["schedule"]]
        collectives[hosts] = list(dict.fromkeys([*collectives.get(hosts, []), *names]))
    return collectives


def _file_name(sha256: str) -> str:
    return f"{sha256}.schedules"


def _schedules_of(line: TuningLine, sha256: str, folders: Sequence[Path]) -> str:
    files = [folder / _file_name(sha256) for folder in folders]
    source = next((file for file in files if file.is_file()), files[0] if files else Path(_file_name(sha256)))
    text = read(source, "no-schedules", "copy the folder beside the tuning too, or take the line out")
    if hashlib.sha256(text.encode()).hexdigest() != sha256:
        raise UsageError(
            "other-schedules",
            f"line '{line.id}' names the schedules {sha256[:12]}..., and {source} holds others",
            "make them again: `rankwise schedule`",
        )
    return text


def _at_sizes_of(rule: CollectiveRule, text: str) -> str:
    """The file with its schedules for the sizes of a rule: the last two words of each head are its sizes, of blocks. A
    rule for reduce_scatter counts the bytes of all ranks' blocks."""
    blocks = rule.ranks if rule.collective == "reduce_scatter" else 1
    least, most = -(-rule.from_bytes // blocks), rule.to_bytes // blocks
    return "".join(
        f"{line.rsplit(' ', 2)[0]} {least} {most}\n" if line.startswith("schedule ") else line
        for line in text.splitlines(keepends=True)
    )
