"""All MPIs of this machine: found, identified, and judged. What other packages call."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from rankwise.core import paths
from rankwise.core.errors import AnswerIsNo, EnvironmentProblem, UsageError
from rankwise.core.files import exists
from rankwise.core.nearest import did_you_mean
from rankwise.core.records import Launcher, Mpi, Problem
from rankwise.core.records.launch import Abi
from rankwise.mpis import candidates, judge, probe
from rankwise.mpis.candidates import STANDARD, PrefixCandidate
from rankwise.mpis.families import FAMILIES, INSTALLABLE

INSTALL_HINT = "`rankwise mpi install mpich` puts one into your home, without root"
_ABIS: dict[str, Abi] = {"libmpi.so.12": "mpich", "libmpi.so.40": "openmpi", STANDARD: "standard"}


def find_all() -> list[Mpi]:
    """Every MPI of this machine, usable or not, the preferred first. The first of a family bears its bare name."""
    answers = probe.KeptAnswers()
    mpis = list(_identify(_all_candidates(answers), answers))
    named = _with_names(mpis)
    if mixed := judge.mixed_path(answers):
        named = [judge.add(mpi, mixed) if judge.starts_from_path(mpi, answers) else mpi for mpi in named]
    answers.save()
    return named


def find(name: str = "") -> Mpi:
    """The MPI called `name`, or at that prefix; the first usable one when `name` is empty.

    Raises UsageError when none is called so, EnvironmentProblem `no-mpi` when there is none at all, and
    `broken-mpi` when the named one cannot be used.
    """
    everything = find_all()
    usable = [mpi for mpi in everything if not _fatal(mpi)]
    if not name:
        if not usable:
            why = "; ".join(f"{mpi.name}: {_fatal(mpi)[0].message}" for mpi in everything)
            message = f"no usable MPI: {why}" if why else "there is no MPI on this machine"
            raise EnvironmentProblem("no-mpi", message, INSTALL_HINT)
        return usable[0]
    is_path = name[0] in "/~." or ("/" in name and "@" not in name)  # a prefix may hold the @ of FAMILY@PREFIX
    wanted = str(Path(name).expanduser().resolve()) if is_path else name
    match = next((mpi for mpi in everything if wanted in (mpi.name, mpi.prefix)), None)
    if match is None and "/" in name:
        match = next(iter(_at(Path(wanted if is_path else wanted.partition("@")[2]))), None)
    if match is None:
        if name in INSTALLABLE:
            broken = [problem.message for mpi in everything if mpi.family == "unknown" for problem in _fatal(mpi)]
            why = "; ".join([f"there is no {FAMILIES[name].title} on this machine", *broken])
            raise EnvironmentProblem("no-mpi", why, f"`rankwise mpi install {name}`")
        if not everything:
            raise EnvironmentProblem("no-mpi", "there is no MPI on this machine", INSTALL_HINT)
        names = [mpi.name for mpi in everything]
        raise UsageError("unknown-mpi", f"no MPI is called '{name}'", did_you_mean(name, names))
    if fatal := _fatal(match):
        raise EnvironmentProblem("broken-mpi", f"{match.name} cannot be used: {fatal[0].message}", fatal[0].hint)
    return match


def choose_mpis(wanted: str) -> tuple[list[Mpi], list[str]]:
    """The MPIs that `wanted` names (a name, several with commas, `all`, or nothing for the first usable one), and a
    warning for each one that `all` had to leave out.

    Raises UsageError for an unknown name, EnvironmentProblem when none can be used.
    """
    if wanted != "all":
        return [find(name.strip()) for name in (wanted.split(",") if wanted else [""])], []
    usable, warnings = [], []
    for mpi in find_all():
        fatal = [problem for problem in mpi.problems if problem.fatal]
        if fatal:
            warnings.append(f"{mpi.name} is left out: {fatal[0].message}")
        else:
            usable.append(mpi)
    if not usable:
        raise EnvironmentProblem("no-mpi", "no usable MPI was found", "`rankwise mpi install mpich` brings one")
    return usable, warnings


def launcher_for(mpi: Mpi) -> Launcher:
    """What makes launch lines for this MPI. Under `LaunchSpec.launcher == "srun"` it is Slurm's, for every family."""
    from rankwise.mpis.slurm import either

    if mpi.family not in FAMILIES:
        raise UsageError(
            "unknown-mpi", f"{mpi.name} is of no known family", "`rankwise mpi list` shows the usable ones"
        )
    return either(FAMILIES[mpi.family].line)


def standard_library(mpi: Mpi) -> Path | None:
    """The library of the standard ABI that an MPI has beside its own, or alone."""
    file = Path(mpi.library).with_name(STANDARD) if mpi.library else None
    return file if file and file.is_file() else None


def sonames(mpi: Mpi) -> set[str]:
    """What programs of an MPI may be linked to."""
    return {*([mpi.soname] if mpi.soname else []), *([STANDARD] if standard_library(mpi) else [])}


def around(file: Path) -> list[Mpi]:
    """The MPIs whose prefix is at most three folders above a launcher or library, known or not, each with its prefix in
    its name: `find` takes that. Nothing is kept."""
    above = [prefix for prefix in list(file.resolve().parents)[:4] if prefix != Path("/")]
    prefix = next((prefix for prefix in above if candidates.libraries(prefix)), None)
    return _at(prefix) if prefix else []


def of_launcher(file: Path, listed: Iterable[Mpi]) -> Mpi | None:
    """The MPI whose launchers are in the folder of this one, `listed` or not; None where no MPI is around it."""
    real = file.resolve()
    return _beside(real, listed) or _beside(real, around(real))


def add(path: str | Path) -> list[Mpi]:
    """Registers the prefix at or above `path` (a prefix, its bin or lib, or a file in these) and returns its MPIs.

    Raises UsageError when no MPI library lies there.
    """
    given = Path(path).expanduser().absolute()
    if not exists(given):
        raise UsageError("no-such-path", f"{given} does not exist", "give the prefix of an MPI installation")
    for prefix in [given, *list(given.parents)[:3]]:
        if prefix != Path("/") and candidates.libraries(prefix):
            known = prefix in candidates.registered()
            candidates.register(prefix)
            if known_mpis := [mpi for mpi in find_all() if mpi.prefix == str(prefix)]:
                return known_mpis
            if not known:
                candidates.forget(prefix)
            raise _not_added(prefix)
    raise UsageError("no-mpi-there", f"no MPI library lies under {given}", "give the folder that holds bin and lib")


def _not_added(prefix: Path) -> AnswerIsNo:
    files = candidates.libraries(prefix)
    real = {str(file.resolve()): mpi for mpi in find_all() if mpi.library for file in [Path(mpi.library)]}
    for file in files:
        if twin := real.get(str(file.resolve())):
            return AnswerIsNo("known-mpi", f"{file} is known: it is {twin.name} in {twin.prefix}", "use that name")
    return AnswerIsNo(
        "broken-mpi",
        f"{prefix} holds {', '.join(file.name for file in files)}, which cannot be loaded as an MPI",
        "is it whole, and built for this machine? `ldd` on the library shows what it lacks",
    )


def remove(name: str) -> str:
    """Forgets an added MPI, or deletes one that rankwise installed; returns what was done. Deletes nothing else.

    Raises UsageError when the MPI is neither.
    """
    mpi = next((mpi for mpi in find_all() if name in (mpi.name, mpi.prefix)), None)
    prefix = Path(mpi.prefix if mpi else name)
    own = paths.data_dir() / "mpi"
    if prefix.parent == own and prefix.is_dir():
        shutil.rmtree(prefix)
        return f"deleted {prefix}"
    if candidates.forget(prefix):
        return f"forgot {prefix}; its files stay"
    if mpi is None:
        raise UsageError("unknown-mpi", f"no MPI is called '{name}'", "`rankwise mpi list` shows all")
    raise UsageError(
        "not-ours",
        f"{mpi.name} was found by {mpi.where}, rankwise did not put it there",
        "remove it as it was installed",
    )


def _all_candidates(answers: probe.KeptAnswers) -> Iterator[PrefixCandidate]:
    from rankwise.mpis import modules

    yield from candidates.fixed()
    yield from modules.candidates(answers)


def _beside(launcher: Path, mpis: Iterable[Mpi]) -> Mpi | None:
    there = [mpi for mpi in mpis if mpi.launcher and Path(mpi.launcher).resolve().parent == launcher.parent]
    # Debian keeps launchers of several MPIs in one folder: then it is the one that has this very file.
    return min(there, key=lambda mpi: Path(mpi.launcher or "").resolve() != launcher, default=None)


def _at(prefix: Path) -> list[Mpi]:
    """The MPIs of a prefix, whether it is listed or not."""
    import msgspec

    answers = probe.KeptAnswers()
    mpis = [
        msgspec.structs.replace(mpi, name=f"{mpi.family}@{mpi.prefix}")
        for mpi in _identify([PrefixCandidate(prefix, "the launch line")], answers)
    ]
    answers.save()
    return mpis


def _identify(places: Iterable[PrefixCandidate], answers: probe.KeptAnswers) -> Iterator[Mpi]:
    seen: set[Path] = set()
    looked: set[Path] = set()
    for place in places:
        if place.prefix in looked:
            continue
        looked.add(place.prefix)
        for file in candidates.libraries(place.prefix):
            if (real := file.resolve()) in seen:
                continue
            seen.add(real)
            facts = probe.library(file, place.prefix, answers)
            if facts is not None:
                yield _record(place, facts, answers)


def _record(place: PrefixCandidate, facts: probe.Library, answers: probe.KeptAnswers) -> Mpi:
    prefix, library = place.prefix, Path(facts.path)
    soname = facts.soname or ""
    if facts.family is None:
        problem = Problem(
            code="broken-library",
            message=f"{library} does not load: {facts.error}",
            hint="install it again, or load the modules that it needs",
        )
        return Mpi(
            name="unknown",
            family="unknown",
            version="",
            prefix=str(prefix),
            where=place.where,
            library=str(library),
            soname=soname,
            problems=(problem,),
        )
    family = FAMILIES[facts.family]
    bins = _bin_folders(prefix, library)
    launcher, problems = judge.launcher(family, facts, bins, answers)
    compiler = next((str(file) for file in _files(bins, family.compilers)), None)
    abi = _ABIS.get(soname, "other")
    problems += judge.binding(family) + family.check(prefix, library)
    return Mpi(
        name=family.name,
        family=family.name,
        version=facts.version,
        prefix=str(prefix),
        where=place.where,
        launcher=launcher,
        library=str(library),
        soname=soname,
        abi=abi,
        compiler=compiler,
        transports=facts.transports,
        env={**family.environment(prefix, library), **place.env},
        problems=tuple(problems),
    )


def _bin_folders(prefix: Path, library: Path) -> list[Path]:
    # A library of /usr/lib64/openmpi/lib has its launcher beside it even when it was found through /usr.
    near = [
        folder / "bin" for folder in list(library.resolve().parents)[1:3] if folder not in (Path("/"), Path("/usr/lib"))
    ]
    return [folder for folder in dict.fromkeys([prefix / "bin", *near]) if folder.is_dir()]


def _files(folders: list[Path], names: tuple[str, ...]) -> list[Path]:
    files = [folder / name for folder in folders for name in names]
    return [file for file in files if os.access(file, os.X_OK) and file.is_file()]


def _with_names(mpis: list[Mpi]) -> list[Mpi]:
    import msgspec

    named: list[Mpi] = []
    taken: set[str] = set()
    # A usable installation gets the bare name before a broken one; the order of the list stays.
    bare: dict[str, int] = {}
    for index, mpi in enumerate(mpis):
        if mpi.family not in bare or (_fatal(mpis[bare[mpi.family]]) and not _fatal(mpi)):
            bare[mpi.family] = index
    for index, mpi in enumerate(mpis):
        name = mpi.family if bare[mpi.family] == index and mpi.family != "unknown" else f"{mpi.family}@{mpi.prefix}"
        if name in taken:
            name = f"{mpi.family}@{mpi.library}"
        taken.add(name)
        named.append(msgspec.structs.replace(mpi, name=name))
    return named


def _fatal(mpi: Mpi) -> list[Problem]:
    return [problem for problem in mpi.problems if problem.fatal]


__all__ = ["add", "around", "find", "find_all", "launcher_for", "of_launcher", "remove"]
