"""A tuning file made ready: the MPI that it meets, its change, the proof that it is in effect."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from rankwise.apply import file as tuning_file
from rankwise.apply.builds import differences
from rankwise.apply.carry import beside, carry
from rankwise.apply.environment import variables
from rankwise.apply.records import ExportedTuning, TuningCheck
from rankwise.core import paths
from rankwise.core.errors import UsageError
from rankwise.core.files import make, put
from rankwise.core.records import Change, Mpi, decode, encode
from rankwise.core.version import __version__
from rankwise.measure.mpi_preload import device_buffers, preloads
from rankwise.measure.preload import preloadable
from rankwise.mpis import catalog, knobs
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.knobs import DEVICE_KNOBS, node_only
from rankwise.placement.launch_words import several_hosts
from rankwise.tuning.records import TunedBuild, Tuning, TuningLine


@dataclass(frozen=True)
class ReadyTuning:
    """A tuning that fits an MPI. `folder` holds its files, `schedules` those beside it; `preloads` are the
    libraries that it needs; `warnings` say which lines take something from a program that it may rely on, and which
    knobs (`allowed`) are set only because the user allows them.
    """

    tuning: Tuning
    mpi: Mpi
    change: Change
    preloads: tuple[Path, ...]
    folder: Path
    schedules: Path
    differences: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()


def ready(
    path: Path,
    mpi: Mpi | None = None,
    *,
    force: bool = False,
    folder: Path | None = None,
    allow: Collection[str] = (),
) -> ReadyTuning:
    """Reads a tuning and prepares it for `mpi` (else the one that it names); its files go into `folder`, or the cache.

    A tuning with a line that replaces the MPI is also for the MPIs with the ABI of its own build.
    Raises UsageError for a tuning of another build (unless `force`), a knob that no tuning may set (unless `allow`
    names it) or that the library does not know, lines that contradict each other and files that it would not read;
    EnvironmentProblem without a compiler for its preload.
    """
    tuning = tuning_file.read(path, allow)
    mpi = with_lines(tuning.lines, mpi) if mpi else mpi_of(tuning)
    other = differences(tuning.build, mpi)
    if other and not force:
        raise UsageError(
            "other-build",
            f"{path} is not for {mpi.name} {mpi.version} at {mpi.prefix}: {'; '.join(other)}",
            "tune this build (`rankwise tune`), name the right one with --mpi, or add --force",
        )
    knobs.check(mpi, [name for line in tuning.lines for name in line.knobs])
    place = folder or paths.cached("tunings", _key(path, mpi), "check.json").parent
    change = carry(tuning.lines, mpi, place, [beside(path)])
    if change.schedules:
        from rankwise.optimise.schedules.text import from_text  # late: most tunings have none

        for file in change.schedules:
            from_text(Path(file).read_text(), file)
    FAMILIES[mpi.family].rules.check_files(mpi, change.knobs)
    libraries = preloads(change, mpi)
    if for_device_memory(tuning):
        libraries = (*libraries, Path(device_buffers(mpi)["LD_PRELOAD"]))
    allowed = tuple(f"{words}: --allow takes it" for words in tuning_file.refused_knobs(tuning))
    warnings = (*allowed, *_semantics(tuning, mpi))
    return ReadyTuning(tuning, mpi, change, libraries, place, beside(path), other, warnings, allowed)


def for_device_memory(tuning: Tuning) -> bool:
    """Whether ranks need the library for device buffers: it was there when the tuning was found, or reads its lines."""
    names = {name for line in tuning.lines for name in line.knobs}
    return bool(tuning.memory and tuning.memory.library) or any(knob.name in names for knob in DEVICE_KNOBS)


def _semantics(tuning: Tuning, mpi: Mpi) -> Iterator[str]:
    for line in tuning.lines:
        lost = dict.fromkeys(filter(None, (knobs.lost_with(mpi.family, name) for name in line.knobs)))
        if words := line.semantics or "; ".join(lost):
            yield f"line '{line.id}' changes more than time: {words}"


def more_than_time(names: Iterable[str], mpi: Mpi) -> list[str]:
    """What knobs that a user names take from a program beside time."""
    lost = {name: knobs.lost_with(mpi.family, name) for name in names}
    return [f"{name} changes more than time: {words}" for name, words in lost.items() if words]


def on_one_node(lines: Iterable[TuningLine]) -> list[str]:
    """The lines that serve ranks of one node alone, by what they set: in a file written by hand nothing says so."""
    return [line.id for line in lines if line.reach == "node" or node_only(line.knobs)]


def check_reach(lines: Iterable[TuningLine], nodes: int) -> None:
    """Raises UsageError for lines that serve ranks of one node alone, where there are several."""
    if nodes > 1 and (inside := on_one_node(lines)):
        raise UsageError(
            "one-node-only",
            f"line '{inside[0]}' serves ranks of one node alone, and the endpoints are on {nodes}",
            "take it out of the file",
        )


def other_ranks(tuning: Tuning, ranks: int) -> list[str]:
    """What a job of so many ranks (0: not known) has no use of."""
    ruled = sorted({line.rule.ranks for line in tuning.lines if line.rule})
    if not ranks or not ruled or ranks in ruled:
        return []
    sizes = " or ".join(map(str, ruled))
    return [f"rules of this tuning are for communicators of {sizes} ranks; the job has {ranks}"]


def other_nodes(tuning: Tuning, argv: Sequence[str]) -> list[str]:
    """What brings no message to another node, where the line or the allocation names several."""
    named = several_hosts(argv)
    nodes = os.environ.get("SLURM_JOB_NUM_NODES", "")
    if not named and not (nodes.isdecimal() and int(nodes) > 1):
        return []
    return [
        f"line '{name}' serves ranks of one node alone; take it out for several" for name in on_one_node(tuning.lines)
    ]


def mpi_of(tuning: Tuning) -> Mpi:
    """The MPI that a tuning is for, by its library or its name. Raises as `catalog.find`."""
    return _of_build(tuning.build)


def with_lines(lines: Iterable[TuningLine], mpi: Mpi) -> Mpi:
    """The MPI that ranks of a job of this MPI have with these lines: another one of the same ABI where a line names
    one. Raises as `catalog.find`."""
    build = next((line.mpi for line in lines if line.mpi is not None), None)
    if build is None or build.library == mpi.library:
        return mpi
    other = _of_build(build)
    return other if other.soname == mpi.soname else mpi


def _of_build(build: TunedBuild) -> Mpi:
    for mpi in catalog.find_all():
        if mpi.library and mpi.library == build.library and mpi.is_usable:
            return mpi
    # By its name among those that are known: a path in a file of others would load the library that lies there.
    named = [mpi.name for mpi in catalog.find_all() if mpi.name == build.name]
    return catalog.find(named[0] if named else build.family)


def checked(ready: ReadyTuning, tell: Callable[[str], None] = lambda _: None, *, again: bool = False) -> TuningCheck:
    """Whether each line is in effect; known from before for the same build and file, where all was well then."""
    kept = ready.folder / "check.json"
    if not again and kept.is_file():
        with contextlib.suppress(UsageError, OSError):
            return replace(decode(TuningCheck, kept.read_bytes()), cached=True)
    from rankwise.apply.check import check  # late: what is known from before starts sooner

    tell(f"asking {ready.mpi.name} which lines of the tuning are in effect")
    answer = replace(
        check(ready.tuning, ready.mpi, ready.change, ready.preloads, ready.folder, schedules=ready.schedules),
        differences=ready.differences,
        allowed=ready.allowed,
    )
    if not answer.died and not failed(answer):
        put(kept, encode(answer))
    return answer


def failed(tuning_check: TuningCheck) -> list[str]:
    """What is wrong, line by line."""
    return [f"{line.id}: {line.evidence}" for line in tuning_check.lines if line.answer == "not in effect"]


def exported(
    path: Path,
    folder: Path,
    formats: tuple[str, ...],
    *,
    mpi: str = "",
    force: bool = False,
    allow: Collection[str] = (),
) -> ExportedTuning:
    """Writes a tuning as native files into `folder`."""
    from rankwise.apply.export import FORMATS, Exported, export

    folder = make(folder).resolve()
    tuning = ready(path, catalog.find(mpi) if mpi else None, force=force, folder=folder, allow=allow)
    copies = [preloadable(folder / preload.name) for preload in tuning.preloads]
    for preload, copy in zip(tuning.preloads, copies, strict=True):  # what a site uses must not lie in somebody's cache
        shutil.copyfile(preload, copy)
    what = Exported(tuning.tuning, tuning.mpi, tuning.change, variables(tuning.change, copies), folder, tuning.allowed)
    return export(what, FORMATS if "all" in formats else formats)


def _key(path: Path, mpi: Mpi) -> str:
    library = Path(mpi.library or "")
    status = library.stat()
    identity = (__version__, path.read_text(), mpi.prefix, str(library), status.st_size, status.st_mtime_ns)
    return hashlib.sha256("\0".join(map(str, identity)).encode()).hexdigest()[:16]
