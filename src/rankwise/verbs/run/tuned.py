"""A program of the user's own as it starts with a tuning."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from rankwise.apply.environment import merged, variables
from rankwise.apply.records import TuningCheck
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.files import put
from rankwise.core.launchers import is_launcher
from rankwise.core.records import Change, Mpi
from rankwise.measure.preload import preload_for, preloadable
from rankwise.mpis import catalog
from rankwise.placement.dynamic import check_dynamic
from rankwise.placement.launch_words import check_program, ranks_of, set_by
from rankwise.placement.program_abi import with_settings
from rankwise.placement.program_mpi import headed_by, launcher_of, linked
from rankwise.placement.rank_order import in_order, order_of, unlike
from rankwise.placement.tuning import ReadyTuning, checked, failed, for_device_memory, other_nodes, other_ranks, ready
from rankwise.tuning.records import Tuning


@dataclass(frozen=True)
class TunedStart:
    """A program as it is to be started, and what was found before. `files`: what ranks read, on every node."""

    argv: tuple[str, ...]
    env: dict[str, str]
    mpi: Mpi
    check: TuningCheck
    warnings: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()


def started(
    path: Path,
    argv: Sequence[str],
    *,
    mpi: str = "",
    force: bool = False,
    preload: bool = False,
    look: bool = True,
    tell: Callable[[str], None] = lambda _: None,
    relayed: Mapping[str, str] = MappingProxyType({}),
    env: Mapping[str, str] | None = None,
    allow: Collection[str] = (),
) -> TunedStart:
    """A program of the user's own as it starts with a tuning. With `preload` its variables come by LD_PRELOAD alone.
    `relayed` is what ranks need to use the forwarders of its relays. `env`: the complete environment of the line, where
    it was made for this MPI. `allow`: knobs that are set although no tuning may set them.

    Raises as `ready`, UsageError for a program of another MPI, and EnvironmentProblem `not-in-effect` for lines that
    the library does not follow.
    """
    if not argv:
        check_program(argv)
    launcher = _Launcher(argv[0], catalog.find(mpi), dict(env)) if env is not None else _launcher(argv, mpi)
    tuned = ready(path, launcher.mpi, force=force, allow=allow)
    if not launcher.path or (launcher.mpi is not None and launcher.mpi.library != tuned.mpi.library):
        launcher = _own(tuned.mpi, argv)
    check_program([launcher.path, *argv[1:]])
    if not force:
        _check_linked(argv[1:] if is_launcher(argv[0]) else argv, tuned.mpi)
    if for_device_memory(tuned.tuning):
        check_dynamic([launcher.path, *argv[1:]])
    check = TuningCheck(tuning=tuned.tuning.name, mpi=tuned.mpi.name, version=tuned.mpi.version)
    if look:
        check = checked(tuned, tell)
        if (wrong := failed(check)) and not force:
            raise EnvironmentProblem(
                "not-in-effect", "not in effect here:\n" + "\n".join(wrong), "take these lines out, or add --force"
            )
    settings, _ = merged(relayed, variables(tuned.change, tuned.preloads))
    added = _by_preload(tuned, settings) if preload else settings
    _, warnings = merged(launcher.env, settings)
    line, env = with_settings([launcher.path, *argv[1:]], launcher.env, added, tuned.mpi)
    line, env, kept = _in_order(tuned, argv, line, env, force=force)
    told = (
        *kept,
        *([f"a small job with this tuning did not end well: {check.died}"] if check.died else []),
        *tuned.differences,
        *tuned.warnings,
        *other_ranks(tuned.tuning, ranks_of(argv)),
        *other_nodes(tuned.tuning, argv),
        *warnings,
        *(_overwritten(argv, settings) if preload else _outranked(tuned.tuning, argv, added)),
        *_too_late(settings, added),
        *_srun_warning(argv),
    )
    in_folder = any(str(tuned.folder) in value for value in added.values())
    files = (*([tuned.folder] if in_folder else []), *tuned.preloads)
    return TunedStart(tuple(line), env, tuned.mpi, check, told, files)


def _in_order(
    ready: ReadyTuning, argv: Sequence[str], line: Sequence[str], env: dict[str, str], *, force: bool
) -> tuple[list[str], dict[str, str], list[str]]:
    """The launch line and environment in which ranks follow the tuning's order, where it has one. Raises UsageError
    for another number of ranks and other hosts; with `force` the order is left out with a warning.
    """
    ordered = order_of(ready.tuning.lines)
    if ordered is None:
        return list(line), env, []
    name, order = ordered
    problem = unlike([line[0], *argv[1:]], name, order)
    if problem and not force:
        raise UsageError("other-ranks", problem, "start what it was made for, take it out of the file, or add --force")
    if problem:
        return list(line), env, [f"{problem}: it is left out"]
    return *in_order(line, env, order, ready.mpi, ready.folder), []


@dataclass(frozen=True)
class _Launcher:
    """What starts the job: its path (empty: not found yet), whose it is (None: not known), its whole environment."""

    path: str
    mpi: Mpi | None
    env: dict[str, str]


def _launcher(argv: Sequence[str], mpi: str) -> _Launcher:
    if mpi:
        return _own(catalog.find(mpi), argv)
    if not is_launcher(argv[0]):
        word = shutil.which(argv[0]) or argv[0]
        return _Launcher(word, None, dict(os.environ))  # srun, or the program itself: whichever the tuning names
    path, whose = launcher_of(argv[0]) or ("", None)
    return _Launcher(path, whose, dict(os.environ))


def _own(mpi: Mpi, argv: Sequence[str]) -> _Launcher:
    """The launcher of an MPI, with the environment that it needs, in place of the word that was written."""
    if not is_launcher(argv[0]):
        return _Launcher(argv[0], mpi, dict(os.environ))
    path, env = headed_by(mpi, argv[0])
    return _Launcher(path, mpi, env)


def _by_preload(ready: ReadyTuning, settings: dict[str, str]) -> dict[str, str]:
    rest = {name: value for name, value in settings.items() if name != "LD_PRELOAD"}
    library = preloadable(put(ready.folder / "librankwise-settings.so", preload_for("settings").read_bytes()))
    put(ready.folder / "environment", "".join(f"{name}={value}\n" for name, value in rest.items()))
    return {"LD_PRELOAD": ":".join(filter(None, (str(library), settings.get("LD_PRELOAD", ""))))}


def _too_late(settings: Mapping[str, str], added: Mapping[str, str]) -> list[str]:
    """What a preload cannot bring: the C library reads it before anything that is preloaded runs."""
    if "GLIBC_TUNABLES" not in settings or "GLIBC_TUNABLES" in added:
        return []
    return ["GLIBC_TUNABLES of the tuning has no effect in ranks that --preload alone reaches: have it carried to them"]


def _outranked(tuning: Tuning, argv: Sequence[str], added: Mapping[str, str]) -> Iterator[str]:
    """What the launch line sets itself, for the launcher's own words have the last say."""
    lines: dict[str, str] = {}
    for line in tuning.lines:
        knobs = Change(knobs={**line.knobs, **({"env:LD_PRELOAD": ""} if line.preload or line.schedules else {})})
        lines |= dict.fromkeys(variables(knobs), f"line '{line.id}'")
    for words, variable, value in set_by(argv):
        if added.get(variable, value) != value:
            whose = lines.get(variable, "the tuning")
            yield f"your `{words}` outranks {whose}, which sets {variable}={added[variable]}"


def _overwritten(argv: Sequence[str], settings: Mapping[str, str]) -> Iterator[str]:
    """What the launch line sets itself and a preload sets anew in each rank."""
    for words, variable, value in set_by(argv):
        if variable != "LD_PRELOAD" and settings.get(variable, value) != value:
            yield f"your `{words}` is replaced by the tuning's {variable}={settings[variable]}"


def _check_linked(argv: Sequence[str], mpi: Mpi) -> None:
    """Raises UsageError when a program of the line is linked to another MPI library, as far as its file tells."""
    for word, library in linked(argv):
        if library not in catalog.sonames(mpi):
            raise UsageError(
                "other-mpi",
                f"{word} is linked to {library}, the tuning is for {mpi.name} ({mpi.soname})",
                "build the program with that MPI, tune the one that it is linked to, or add --force",
            )


def _srun_warning(argv: Sequence[str]) -> list[str]:
    if Path(argv[0]).name != "srun":
        return []
    given = [word for word in argv if word.startswith("--export")]
    if given and "ALL" not in given[-1]:
        return [f"srun {given[-1]} does not carry the tuning to the ranks: write --export=ALL"]
    return []
