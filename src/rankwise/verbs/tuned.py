"""A tuning file made ready: the MPI that it meets, its change, the proof that it is in effect."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from msgspec.structs import replace

import rankwise
from rankwise.apply import file as tuning_file
from rankwise.apply.builds import differences
from rankwise.apply.carry import carry
from rankwise.apply.check import check
from rankwise.apply.environment import forwarded, merged, variables
from rankwise.apply.export import FORMATS, Exported, export
from rankwise.core import paths
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.files import put
from rankwise.core.records import Change, ExportedTuning, LaunchSpec, Mpi, Place, Tuning, TuningCheck, decode, encode
from rankwise.measure.preload import preload_for
from rankwise.mpis import catalog, knobs, native
from rankwise.verbs.program import check_program, is_launcher


@dataclass(frozen=True)
class Ready:
    """A tuning that fits an MPI. `folder` holds its files; `preload` is the library that it names, if any."""

    tuning: Tuning
    mpi: Mpi
    change: Change
    preload: Path | None
    folder: Path
    differences: tuple[str, ...] = ()


@dataclass(frozen=True)
class Start:
    """A program as it is to be started, and what was found before."""

    argv: tuple[str, ...]
    env: dict[str, str]
    check: TuningCheck
    warnings: tuple[str, ...] = ()


def ready(path: Path, mpi: Mpi | None = None, *, force: bool = False, folder: Path | None = None) -> Ready:
    """Reads a tuning and prepares it for `mpi` (else the one that it names); its files go into `folder`, or the cache.

    Raises UsageError for a tuning of another build (unless `force`), a knob that the library does not know, lines that
    contradict each other and files that it would not read; EnvironmentProblem without a compiler for its preload.
    """
    tuning = tuning_file.read(path)
    mpi = mpi or mpi_of(tuning)
    other = differences(tuning.build, mpi)
    if other and not force:
        raise UsageError(
            "other-build",
            f"{path} is not for {mpi.name} {mpi.version} at {mpi.prefix}: {'; '.join(other)}",
            "tune this build (`rankwise tune`), name the right one with --mpi, or add --force",
        )
    knobs.check(mpi, [name for line in tuning.lines for name in line.knobs])
    place = folder or paths.cache_dir() / "tunings" / _key(path, mpi)
    change = carry(tuning.lines, mpi, place)
    native.check_files(mpi, change.knobs)
    preload = preload_for(change.preload) if change.preload else None
    return Ready(tuning, mpi, change, preload, place, other)


def mpi_of(tuning: Tuning) -> Mpi:
    """The MPI that a tuning is for, by its library or its name. Raises as `catalog.find`."""
    for mpi in catalog.find_all():
        if mpi.library and mpi.library == tuning.build.library and not any(one.fatal for one in mpi.problems):
            return mpi
    with contextlib.suppress(UsageError):
        return catalog.find(tuning.build.name)
    return catalog.find(tuning.build.family)


def checked(one: Ready, tell: Callable[[str], None] = lambda _: None, *, again: bool = False) -> TuningCheck:
    """Whether each line is in effect; known from before for the same build and file, where all was well then."""
    kept = one.folder / "check.json"
    if not again and kept.is_file():
        with contextlib.suppress(UsageError, OSError):
            return replace(decode(TuningCheck, kept.read_bytes()), cached=True)
    tell(f"looking whether {len(one.tuning.lines)} lines are in effect on {one.mpi.name}")
    found = replace(check(one.tuning, one.mpi, one.change, one.preload, one.folder), differences=one.differences)
    if not failed(found):
        put(kept, encode(found).decode())
    return found


def failed(found: TuningCheck) -> list[str]:
    """What is wrong, line by line."""
    return [f"{line.id}: {line.evidence}" for line in found.lines if line.answer == "not in effect"]


def started(
    path: Path,
    argv: Sequence[str],
    *,
    mpi: str = "",
    force: bool = False,
    preload: bool = False,
    look: bool = True,
    tell: Callable[[str], None] = lambda _: None,
) -> Start:
    """A program of the user's own as it starts with a tuning. With `preload` its variables come by LD_PRELOAD alone.

    Raises as `ready`, and EnvironmentProblem `not-in-effect` for lines that the library does not follow.
    """
    if not argv:
        check_program(argv)
    launcher = _launcher(argv, mpi)
    one = ready(path, launcher.mpi, force=force)
    if not launcher.path:
        launcher = _own(one.mpi, argv)
    check_program([launcher.path, *argv[1:]])
    found = TuningCheck(tuning=one.tuning.name, mpi=one.mpi.name, version=one.mpi.version)
    if look:
        found = checked(one, tell)
        if (wrong := failed(found)) and not force:
            raise EnvironmentProblem(
                "not-in-effect", "not in effect here:\n" + "\n".join(wrong), "take these lines out, or add --force"
            )
    settings = variables(one.change, one.preload)
    added = _by_preload(one, settings) if preload else settings
    if one.preload and _crowded(argv):
        added["RANKWISE_YIELD"] = "1"
    env, warnings = merged({**os.environ, **launcher.env}, added)
    line = [launcher.path, *argv[1:]]
    if one.mpi.family == "openmpi" and is_launcher(argv[0]):
        line = forwarded(line, list(added))
    return Start(tuple(line), env, found, (*one.differences, *warnings, *_srun_warning(argv)))


def exported(
    path: Path, folder: Path, formats: tuple[str, ...], *, mpi: str = "", force: bool = False
) -> ExportedTuning:
    """Writes a tuning as native files into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    folder = folder.resolve()
    one = ready(path, catalog.find(mpi) if mpi else None, force=force, folder=folder)
    preload = None
    if one.preload:  # what a site uses must not lie in somebody's cache
        preload = folder / one.preload.name
        shutil.copyfile(one.preload, preload)
    what = Exported(one.tuning, one.mpi, one.change, variables(one.change, preload), folder)
    return export(what, FORMATS if "all" in formats else formats)


@dataclass(frozen=True)
class _Launcher:
    """What starts the job: its path (empty: not found yet), whose it is (None: not known), what it needs."""

    path: str
    mpi: Mpi | None
    env: dict[str, str]


def _launcher(argv: Sequence[str], mpi: str) -> _Launcher:
    if mpi:
        return _own(catalog.find(mpi), argv)
    found = shutil.which(argv[0])
    if not is_launcher(argv[0]):
        return _Launcher(found or argv[0], None, {})  # srun, or the program itself: whichever the tuning names
    if found is None:
        return _Launcher("", None, {})
    real = Path(found).resolve().parent
    for one in catalog.find_all():
        if one.launcher and Path(one.launcher).resolve().parent == real:
            return _Launcher(found, one, {})
    raise EnvironmentProblem(
        "unknown-launcher",
        f"{found} belongs to no MPI that rankwise knows",
        "`rankwise mpi add PREFIX` makes it known; --mpi NAME starts with another MPI's launcher",
    )


def _own(mpi: Mpi, argv: Sequence[str]) -> _Launcher:
    """The launcher of an MPI, with the environment that it needs, in place of the word that was written."""
    if not is_launcher(argv[0]):
        return _Launcher(argv[0], mpi, {})
    nothing = LaunchSpec(places=(Place(host=None, program=argv[0]),), bind=False)
    launch = catalog.launcher_for(mpi).command(mpi, nothing)
    path = f"{Path(launch.argv[0]).parent}:{launch.env.get('PATH', os.defpath)}"
    return _Launcher(launch.argv[0], mpi, {**launch.env, "PATH": path})


def _by_preload(one: Ready, settings: dict[str, str]) -> dict[str, str]:
    library = one.folder / "librankwise-settings.so"
    source = preload_for("settings")
    if not library.is_file() or library.read_bytes() != source.read_bytes():
        part = library.with_suffix(f".{os.getpid()}")
        shutil.copyfile(source, part)
        part.replace(library)
    rest = {name: value for name, value in settings.items() if name != "LD_PRELOAD"}
    put(one.folder / "environment", "".join(f"{name}={value}\n" for name, value in rest.items()))
    return {"LD_PRELOAD": ":".join(filter(None, (str(library), settings.get("LD_PRELOAD", ""))))}


def _crowded(argv: Sequence[str]) -> bool:
    """Whether the line asks for more ranks than this machine has CPUs for, as far as it tells."""
    counts = [int(n) for flag, n in pairwise(argv) if flag in ("-n", "-np", "--np") and n.isdigit()]
    return sum(counts) > len(os.sched_getaffinity(0))


def _srun_warning(argv: Sequence[str]) -> list[str]:
    if Path(argv[0]).name != "srun":
        return []
    given = [word for word in argv if word.startswith("--export")]
    if given and "ALL" not in given[-1]:
        return [f"srun {given[-1]} does not carry the tuning to the ranks: write --export=ALL"]
    return []


def _key(path: Path, mpi: Mpi) -> str:
    library = Path(mpi.library or "")
    status = library.stat()
    identity = (rankwise.__version__, path.read_text(), mpi.prefix, str(library), status.st_size, status.st_mtime_ns)
    return hashlib.sha256("\0".join(map(str, identity)).encode()).hexdigest()[:16]
